/* check_request.h - whether any client may send a request to an index or map. */
#ifndef PF_SERVER_CHECK_REQUEST_H
#define PF_SERVER_CHECK_REQUEST_H

#include "request/complaint.h"
#include "request/source.h"

/* Returns NULL if it may; else the code for programs, "invalid_request", or "no_index" for a map
 * whose index isn't built yet; wrong is the sentence. */
const char *pf_check_request(const pf_source *source, const pathfan_request *request,
                             pf_complaint *wrong);

/* Whether answering it takes a search; all other work is bounded by the size of the index. */
bool pf_request_searches(const pathfan_request *request, bool is_terrain);

#endif
