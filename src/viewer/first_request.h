/* first_request.h - a request to begin with: two ends with several paths between them, as the page
 * chooses them (page/src/opening.js). */
#ifndef PF_VIEWER_FIRST_REQUEST_H
#define PF_VIEWER_FIRST_REQUEST_H

#include "request/source.h"

/* Finds the answer to it, which belongs to query, a query object of source; *answer is NULL if
 * there is none, as on maps with several floors. Errors: NO_MEMORY, and those of
 * pathfan_query_paths. */
pathfan_status pf_first_answer(const pf_source *source, pathfan_query *query,
                               const pathfan_answer **answer);

#endif
