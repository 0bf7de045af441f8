/* answer.h - showing answers: JSON, a table for people, SVG, GeoJSON. */
#ifndef PATHFAN_CLI_ANSWER_H
#define PATHFAN_CLI_ANSWER_H

#include "cli/ask.h"

/* One line of JSON. id is JSON already ("7", "\"a\""). */
void cli_answer_json(FILE *out, const char *id, const cli_reply *reply);

/* One line of JSON for a distance-only request, the last that was asked. */
void cli_distance_json(FILE *out, const char *id, const cli_asking *asking, pathfan_outcome outcome,
                       double length);

/* One line of JSON for a request that can't be read, on this line of its file. */
void cli_error_json(FILE *out, const char *id, const char *sentence, int64_t line);

/* Of many requests, a table for people: its head, a row for an answer, for a length (of which
 * nothing is shown unless the outcome is OK), and for what can't be read. line: of a file. */
void cli_rows_head(const cli_asking *asking);
void cli_answer_row(const cli_asking *asking, int64_t line, const cli_reply *reply);
void cli_distance_row(int64_t line, pathfan_outcome outcome, double length);
void cli_error_row(int64_t line, const char *sentence);

/* The answer of the single request, for people. */
void cli_answer_text(FILE *out, const cli_asking *asking, const cli_reply *reply);

/* A FeatureCollection with one LineString per path; of a terrain with costs and legs. Returns an
 * exit code. */
int cli_answer_geojson(const char *path, const cli_reply *reply);

/* The map, the areas that were to be avoided, the paths and their ends; where there are none, a
 * sentence below. Returns an exit code. */
int cli_answer_svg(const char *path, const cli_asking *asking, const cli_reply *reply);

#endif
