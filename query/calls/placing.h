/* placing.h - where the ends of a request are: on the grid, out of obstacles and areas if they may
 * move, and where one can get from the other.
 *
 *   status = pf_place_ends(q, request);
 *   ... if the method finds no path ...
 *   status = pf_place_reachable(q, request, &is_placed);
 *   if (is_placed) ... the method finds one */
#ifndef PF_QUERY_CALLS_PLACING_H
#define PF_QUERY_CALLS_PLACING_H

#include "query_object.h"

/* Places both ends, and states in the answer where they are. Its outcome stays OK if a path
 * may exist. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pf_place_ends(pathfan_query *q, const pathfan_request *request);

/* Whether a request without a path so far may have one if areas and openings are regarded in
 * placing its ends. */
bool pf_may_place_reachable(const pathfan_query *q, const pathfan_request *request);

/* Places ends that may move anew: where they can be reached among areas, and through openings; the
 * goal of a partial request as near as can be. The search counts as work, and its limit may be the
 * outcome. Errors: DAMAGED, NO_MEMORY, LIMIT, ARGUMENT. */
pathfan_status pf_place_reachable(pathfan_query *q, const pathfan_request *request,
                                  bool *is_placed);

/* Whether the map without openings joins the ends, which are placed. */
bool pf_are_joined_by_map(const pathfan_query *q);

#endif
