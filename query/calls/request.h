/* request.h - the ranges of a request's fields. */
#ifndef PF_QUERY_CALLS_REQUEST_H
#define PF_QUERY_CALLS_REQUEST_H

#include "pathfan/query.h"

/* Returns NULL, or a sentence on a field that is out of range. Areas are checked by areas.h. */
const char *pf_request_flaw(const pathfan_request *request);

/* The same for fields that ways over a terrain can't honour, and what to use instead. */
const char *pf_request_flaw_on_terrain(const pathfan_request *request);

/* The same for fields that ask for measures, which know no openings. */
const char *pf_request_flaw_with_openings(const pathfan_request *request);

#endif
