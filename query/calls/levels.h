/* levels.h - requests whose points are on floors: the same in the plane, and the answer's points
 * back on the floors.
 *
 *   if (pf_levels_are_given(request)) status = pf_levels_enter(q, request, &in_plane, &flaw);
 *   ... the request in_plane is answered ...
 *   if (pf_ends_have_levels(request)) pf_levels_leave(q); */
#ifndef PF_QUERY_CALLS_LEVELS_H
#define PF_QUERY_CALLS_LEVELS_H

#include "query_object.h"

/* Whether the ends of a request are points on floors. */
static inline bool pf_ends_have_levels(const pathfan_request *request) {
  return !isnan(request->from_level) || !isnan(request->to_level) ||
         (request->floors && (request->floors[0] || request->floors[1]));
}

/* Whether these or its areas are. */
bool pf_levels_are_given(const pathfan_request *request);

/* Makes the same request in the plane; its levels are those of the floors on which the ends must
 * be, or NAN. *flaw becomes a sentence if there is no floor of a level or name. in_plane lives
 * until the next call. Errors: NO_MEMORY. */
pathfan_status pf_levels_enter(pathfan_query *q, const pathfan_request *request,
                               pathfan_request *in_plane, const char **flaw);

/* Moves all points of the present answer to their floors. */
void pf_levels_leave(pathfan_query *q);

/* Sets the levels of the legs of the present answer, if the map has floors; on a surface they are
 * heights, and set already. */
void pf_levels_of_legs(pathfan_query *q);

#endif
