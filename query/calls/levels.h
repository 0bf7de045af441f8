/* levels.h - requests whose ends are points on floors: their points in the plane, and the answer's
 * back on the floors.
 *
 *   if (pf_levels_are_given(request)) flaw = pf_levels_enter(q->space, request, &in_plane);
 *   ... the request in_plane is answered ...
 *   pf_levels_leave(q); */
#ifndef PF_QUERY_CALLS_LEVELS_H
#define PF_QUERY_CALLS_LEVELS_H

#include "query_object.h"

static inline bool pf_levels_are_given(const pathfan_request *request) {
  return !isnan(request->from_level) || !isnan(request->to_level);
}

/* Makes the same request with its ends in the plane. Returns a sentence if there is no floor of a
 * level, else NULL. */
const char *pf_levels_enter(const pf_space *space, const pathfan_request *request,
                            pathfan_request *in_plane);

/* Moves all points of the present answer to their floors. */
void pf_levels_leave(pathfan_query *q);

/* Sets the levels of the legs of the present answer, if the map has floors. */
void pf_levels_of_legs(pathfan_query *q);

#endif
