/* areas.h - areas to keep out of: taken from a request, tested against points and paths. */
#ifndef PF_QUERY_PATHS_AREAS_H
#define PF_QUERY_PATHS_AREAS_H

#include "query/open/built_with.h"
#include "geometry/area.h"
#include "space/space.h"
#include "tracks.h"

/* Replaces the areas with those of a request that meet free space: no path can touch the others. If
 * one is invalid, *flaw becomes a sentence that says why. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_areas_take(pf_areas *areas, const pf_space *space, const pathfan_request *request,
                             const char **flaw, pathfan_error *error);

#if PATHFAN_WITH_SEARCH
/* Whether a track touches any area, or area `ring`. */
bool pf_track_enters(const pf_track *track, const pf_areas *areas);
bool pf_area_touches(const pf_areas *areas, int32_t ring, const pf_track *track);
#else
static inline bool pf_track_enters(const pf_track *track, const pf_areas *areas) {
  (void)track, (void)areas;
  return false;
}
#endif

/* Whether an area hides two points from each other. */
static inline bool pf_areas_hide(const pf_areas *areas, pf_fixed_point a, pf_fixed_point b) {
#if PATHFAN_WITH_SEARCH
  return areas && areas->ring_count && pf_areas_meet(areas, a, b);
#else
  (void)areas, (void)a, (void)b;
  return false;
#endif
}

/* Whether an end lies in an area. */
static inline bool pf_areas_block(const pf_areas *areas, pf_fixed_point at) {
#if PATHFAN_WITH_SEARCH
  return pf_areas_hold(areas, at);
#else
  (void)areas, (void)at;
  return false;
#endif
}

#endif
