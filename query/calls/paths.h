/* paths.h - answers one request, for the public calls that do so. */
#ifndef PF_QUERY_CALLS_PATHS_H
#define PF_QUERY_CALLS_PATHS_H

#include "query_object.h"

/* Makes q->answer the answer to a request. Requires pf_query_begin, and ends that are forgotten
 * except for a kept one. Errors: those of pathfan_query_paths. */
pathfan_status pf_answer_request(pathfan_query *q, const pathfan_request *request);

#endif
