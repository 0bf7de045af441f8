/* heights.h - the heights of the points of paths over a surface. */
#ifndef PF_QUERY_CALLS_HEIGHTS_H
#define PF_QUERY_CALLS_HEIGHTS_H

#include "query_object.h"

/* Sets the heights of the present answer's paths, if its space is a surface; q->from_height is
 * where they begin. Errors: NO_MEMORY. */
pathfan_status pf_answer_heights(pathfan_query *q);

#endif
