/* answer.h - answers one request without links, whose points are in the plane. Its levels say on
 * which floors the ends must be; NAN: on any. */
#ifndef PF_QUERY_CALLS_ANSWER_H
#define PF_QUERY_CALLS_ANSWER_H

#include "query_object.h"

/* Makes q->answer the answer to a request. Requires pf_query_begin, and ends that are
 * forgotten except for a kept one. Errors: those of pathfan_query_paths. */
pathfan_status pf_answer_walk(pathfan_query *q, const pathfan_request *request);

/* Makes q->answer that to an invalid request, of which `flaw` is a sentence. Returns OK. */
pathfan_status pf_answer_refuse(pathfan_query *q, const pathfan_request *request, const char *flaw);

#endif
