/* batch.h - many requests: JSON Lines on stdin, or a scenario file. */
#ifndef PATHFAN_CLI_BATCH_H
#define PATHFAN_CLI_BATCH_H

#include "cli/answer.h"

/* Answers one request as one line on stdout and reports failures of the
 * library. number picks the seeded choice of this line. Returns an exit code. */
int cli_answer_line(const cli_asking *asking, const pathfan_request *request, const char *id,
                    uint64_t number);

/* The length of the shortest path between request's ends, which move to free
 * points as request->snap allows. Reports failures; returns an exit code. */
int cli_ask_distance(const cli_asking *asking, const pathfan_request *request, double *length,
                     pathfan_outcome *outcome);

/* Answers every line of stdin, in order. Returns CLI_OK when all were read,
 * CLI_MALFORMED when some were bad (each got an error object in its place). */
int cli_batch(const cli_asking *asking);

/* Answers every line of a scenario, as JSON lines or as a table. Returns as
 * cli_batch does. */
int cli_scenario(const cli_asking *asking, const char *path);

#endif
