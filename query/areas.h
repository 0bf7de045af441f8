/* areas.h - areas to keep out of: taken from a request, tested against points and paths. */
#ifndef PATHFAN_QUERY_AREAS_H
#define PATHFAN_QUERY_AREAS_H

#include "built_with.h"
#include "geometry/area.h"
#include "space/space.h"
#include "tracks.h"

/* Replaces the areas with those of a request. If these are invalid, *flaw becomes a sentence that
 * says why. Errors: NO_MEMORY. */
pathfan_status pathfan_areas_take(pathfan_areas *areas, const pathfan_space *space,
                                  const pathfan_request *request, const char **flaw);

#if PATHFAN_WITH_SEARCH
/* Whether a track touches any area, or area `ring`. */
bool pathfan_track_enters(const pathfan_track *track, const pathfan_areas *areas);
bool pathfan_area_touches(const pathfan_areas *areas, int32_t ring, const pathfan_track *track);
#else
static inline bool pathfan_track_enters(const pathfan_track *track, const pathfan_areas *areas) {
  (void)track, (void)areas;
  return false;
}
#endif

/* Whether an end lies in an area. */
static inline bool pathfan_areas_block(const pathfan_areas *areas, pathfan_fixed_point at) {
#if PATHFAN_WITH_SEARCH
  return pathfan_areas_hold(areas, at);
#else
  (void)areas, (void)at;
  return false;
#endif
}

#endif
