/* terrain.h - terrains, maps with roads, rivers or rates, for people: what was resolved when one
 * was read, and summaries of ways over it. */
#ifndef PF_CLI_TERRAIN_H
#define PF_CLI_TERRAIN_H

#include "cli/cli.h"
#include "request/source.h"

#define CLI_NOTES_BYTES 1024

/* Describes a map that was read: what was resolved in its roads and rivers, and what may not be as
 * it was meant. path: the file's name. False: nothing to say. */
bool cli_map_notes(const char *path, const pf_source *source, char text[CLI_NOTES_BYTES]);

/* Prints the same about the map read from path, if there is anything to say, as a line on stderr;
 * before it a line for each kind of things that have no effect. */
void cli_warn_map(const char *path, const pf_source *source);

/* By how much points left out when a terrain was read may change a path's cost, for each of its
 * points: twice the tolerance times the dearest ground's rate; 0: none were. options: how a map was
 * read; an index tells itself. */
double cli_uncertainty(const pf_source *source, const pathfan_map_options *options);

/* Prints lines under a path of a table: how much of it runs on roads, and their cost; what it
 * crosses; the names of its roads. */
void cli_way_summary(FILE *out, const pathfan_path *path);

/* Prints a line under all paths: names of roads, and of crossed rivers, that several paths
 * share. */
void cli_ways_shared(FILE *out, const pathfan_answer *answer);

/* Prints why there are fewer paths than requested: what happened to the others. has_lines: the map
 * has roads or rivers. */
void cli_ways_refused(FILE *out, const pathfan_answer *answer, int32_t wanted, bool has_lines);

/* Prints the legs of a path as a table. */
void cli_way_legs(FILE *out, const pathfan_path *path);

#endif
