/* outcome.h - outcomes in words, and as exit codes. */
#ifndef PF_CLI_OUTCOME_H
#define PF_CLI_OUTCOME_H

#include "request/source.h"

/* Returns a sentence for the outcome of the query's last request, which is `request`. */
const char *cli_outcome_sentence(pathfan_outcome outcome, const pathfan_query *query,
                                 const pathfan_request *request);

/* Explains on stderr why a single request had an outcome other than OK; for a blocked end, what
 * blocks it and where it might move. query: belongs to source, and gave that outcome last; its
 * answer is overwritten. closed: the one that gave it, if it closes the request's areas on a
 * terrain (closed.h); NULL. request: the request, or for a field, which has none, one to its goal.
 */
void cli_outcome_report(const pf_source *source, pathfan_query *query, pathfan_query *closed,
                        pathfan_outcome outcome, const pathfan_request *request);

/* Returns CLI_OK, CLI_USAGE for an invalid request, or CLI_NO_ANSWER. */
int cli_outcome_code(pathfan_outcome outcome);

#endif
