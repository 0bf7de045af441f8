/* answer.h - showing answers: JSON, a table for people, SVG, GeoJSON. */
#ifndef PF_CLI_ANSWER_H
#define PF_CLI_ANSWER_H

#include "cli/ask.h"
#include "pathfan/obstacles.h"

/* Writes an answer as one line of JSON. id is JSON already ("7", "\"a\""). */
void cli_answer_json(FILE *out, const char *id, const cli_reply *reply);

/* Writes the result of a distance-only request, the last one of the query, as one line of JSON. */
void cli_distance_json(FILE *out, const char *id, const cli_asking *asking,
                       const cli_distance *distance);

/* Writes an error as one line of JSON, for a request that can't be read on this line of its
 * file. */
void cli_error_json(FILE *out, const char *id, const char *sentence, int64_t line);

/* Writes what a change of obstacles led to, as one line of JSON. ids: [Size: count] */
void cli_change_json(FILE *out, const char *id, const pathfan_obstacles *obstacles,
                     const int64_t *ids, int32_t count);

/* Print a table of many requests for people: its head, a row for an answer, for a length (shown
 * only if the outcome is OK), and for a request that can't be read. line: of the file. */
void cli_rows_head(const cli_asking *asking);
void cli_answer_row(const cli_asking *asking, int64_t line, const cli_reply *reply);
void cli_distance_row(int64_t line, const cli_distance *distance);
void cli_error_row(int64_t line, const char *sentence);

/* Prints the answer of a single request for people. */
void cli_answer_text(FILE *out, const cli_asking *asking, const cli_reply *reply);

/* Writes a FeatureCollection with one LineString per path, on a terrain with costs and legs;
 * `legs`: one per leg instead, with what the leg is. Returns an exit code. */
int cli_answer_geojson(const char *path, const cli_reply *reply, bool legs);

/* Draws the map, the areas to avoid, the paths and their ends, and a sentence below if there are no
 * paths. Returns an exit code. */
int cli_answer_svg(const char *path, const cli_asking *asking, const cli_reply *reply);

#endif
