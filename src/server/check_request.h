/* check_request.h - whether a request may be asked of an index or map by whoever comes along. */
#ifndef PATHFAN_SERVER_CHECK_REQUEST_H
#define PATHFAN_SERVER_CHECK_REQUEST_H

#include "request/complaint.h"
#include "request/source.h"

/* NULL if it may be; else what programs are told, and wrong the sentence: "invalid_request", or
 * "no_index" where an index will be that isn't yet. */
const char *pathfan_check_request(const pathfan_source *source, const pathfan_request *request,
                                  pathfan_complaint *wrong);

/* Whether answering it is a search; all else is bounded by what the index holds. */
bool pathfan_request_searches(const pathfan_request *request, bool is_terrain);

#endif
