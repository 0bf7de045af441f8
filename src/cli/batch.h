/* batch.h - many requests: JSON Lines on stdin, a scenario file, or a file of points. */
#ifndef PF_CLI_BATCH_H
#define PF_CLI_BATCH_H

#include "cli/ask.h"

/* Answers request, line `number` (0-based) of many, as one line of JSON. id is JSON already.
 * Returns an exit code. */
int cli_answer_line(const cli_asking *asking, const pathfan_request *request, const char *id,
                    int64_t number);

/* Answers every line of stdin, in order. Returns CLI_OK if all were read, CLI_MALFORMED if some
 * were bad (each got an error object in its place), or the exit code of a failure that stopped
 * it. */
int cli_batch(const cli_asking *asking);

/* Does the same for every line of the scenario at path; as a table unless asking->json is set.
 * source_path: the path that asking->source was opened from. */
int cli_scenario(const cli_asking *asking, const char *path, const char *source_path);

/* Does the same for a group: every point of the file at path (cli/point_file.h) with one end of
 * asking->request, its start if has_one_start, else its goal. */
int cli_group(const cli_asking *asking, const char *path, bool has_one_start);

#endif
