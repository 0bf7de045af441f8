/* terrain.h - terrains, maps with roads and rivers, for people: what was resolved when one was
 * read, and what a way over one is like. */
#ifndef PATHFAN_CLI_TERRAIN_H
#define PATHFAN_CLI_TERRAIN_H

#include "cli/cli.h"
#include "request/source.h"

#define CLI_NOTES_BYTES 1024

/* What there is to say of a map that was read, in words: what was resolved in its roads and rivers,
 * and what may not be as it was meant. False: nothing. */
bool cli_map_notes(const pathfan_source *source, char text[CLI_NOTES_BYTES]);

/* The same of the one read from path, if anything, as a line on stderr. */
void cli_warn_map(const char *path, const pathfan_source *source);

/* Lines under a path of a table: how much of it runs on roads, and what that costs; what it
 * crosses; the names of its roads. */
void cli_way_summary(FILE *out, const pathfan_path *path);

/* A line under all paths: names of roads, and of rivers crossed, that several have. */
void cli_ways_shared(FILE *out, const pathfan_answer *answer);

/* Why there are fewer than were wanted: what became of the others. */
void cli_ways_refused(FILE *out, const pathfan_answer *answer, int32_t wanted);

/* The legs of a path, as a table. */
void cli_way_legs(FILE *out, const pathfan_path *path);

#endif
