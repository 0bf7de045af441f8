/* request.h - what a request may hold. */
#ifndef PATHFAN_QUERY_REQUEST_H
#define PATHFAN_QUERY_REQUEST_H

#include "pathfan/query.h"

/* NULL, or a sentence: which field is out of its range. Areas are looked at by areas.h. */
const char *pathfan_request_flaw(const pathfan_request *request);

/* The same of what a way over a terrain can't have, and what there is in its place. */
const char *pathfan_request_flaw_on_terrain(const pathfan_request *request);

#endif
