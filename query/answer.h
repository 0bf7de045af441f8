/* answer.h - answering one request, for those whose calls come to that. */
#ifndef PATHFAN_QUERY_ANSWER_H
#define PATHFAN_QUERY_ANSWER_H

#include "query_object.h"

/* Makes q->answer the answer to a request. The call has begun (pathfan_query_begin), and the ends
 * are forgotten but for one that is kept. Errors: as pathfan_query_paths has them. */
pathfan_status pathfan_answer_request(pathfan_query *q, const pathfan_request *request);

#endif
