/* outcome.h - what people are told of an outcome, and what it exits with. */
#ifndef PATHFAN_CLI_OUTCOME_H
#define PATHFAN_CLI_OUTCOME_H

#include "request/source.h"

/* A sentence for an outcome other than OK, of what `query` was asked last, which is `request`. */
const char *cli_outcome_sentence(pathfan_outcome outcome, const pathfan_query *query,
                                 const pathfan_request *request);

/* Says on stderr why a single request had an outcome other than OK: of an end that is blocked by
 * what, and where it might go. query: of that source, asked last; its answer doesn't outlive this.
 * request: what was asked for; of a field, which is no request, one to its goal. */
void cli_outcome_tell(const pathfan_source *source, pathfan_query *query, pathfan_outcome outcome,
                      const pathfan_request *request);

/* CLI_OK, CLI_USAGE of an invalid request, CLI_NO_ANSWER. */
int cli_outcome_code(pathfan_outcome outcome);

#endif
