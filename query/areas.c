/* areas.c - areas come with a request as points in map units, and are checked here; their geometry
 * is geometry/area.c's. */
#include "areas.h"

#if PATHFAN_WITH_SEARCH
#include <math.h>
#include <stdlib.h>

#include "base/reserved.h"

/* Corners no farther off than area.h bears. */
static bool place_corner(const pathfan_space *space, pathfan_point p, pathfan_fixed_point *at) {
  return isfinite(p.x) && isfinite(p.y) &&
         pathfan_frame_place(&space->frame, space->fraction_bits, p.x, p.y, at) &&
         llabs(at->x) <= INT64_C(1) << 60 && llabs(at->y) <= INT64_C(1) << 60;
}

static const char too_far[] = "avoid: a corner must be finite, and not so far off the map";

/* The areas' own check, of a ring whose corners are placed. */
static pathfan_status add_ring(pathfan_areas *areas, const pathfan_fixed_point *corners,
                               int32_t count, const char **flaw) {
  bool simple = true;
  const pathfan_status status = pathfan_areas_add(areas, corners, count, &simple);
  if (!status && !simple) *flaw = "avoid: a polygon must be simple, and have a surface";
  return status;
}

static pathfan_status take_circle(pathfan_areas *areas, const pathfan_space *space,
                                  const pathfan_area *area, const char **flaw) {
  double corners[PATHFAN_CIRCLE_CORNERS][2];
  pathfan_fixed_point placed[PATHFAN_CIRCLE_CORNERS];
  if (!isfinite(area->centre.x) || !isfinite(area->centre.y) || !(area->radius > 0) ||
      !isfinite(area->radius)) {
    *flaw = "avoid: a circle needs a finite centre, and a radius above 0";
    return PATHFAN_OK;
  }
  pathfan_circle_corners(area->centre.x, area->centre.y, area->radius, corners);
  for (int i = 0; i < PATHFAN_CIRCLE_CORNERS && !*flaw; i++)
    if (!place_corner(space, (pathfan_point){corners[i][0], corners[i][1]}, &placed[i]))
      *flaw = too_far;
  return *flaw ? PATHFAN_OK : add_ring(areas, placed, PATHFAN_CIRCLE_CORNERS, flaw);
}

static pathfan_status take_polygon(pathfan_areas *areas, const pathfan_space *space,
                                   const pathfan_area *area, const char **flaw) {
  pathfan_fixed_point corners[PATHFAN_AVOID_CORNERS_MAX];
  if (area->corner_count < 3 || !area->corners) {
    *flaw = "avoid: a polygon needs three corners";
    return PATHFAN_OK;
  }
  for (int32_t i = 0; i < area->corner_count && !*flaw; i++)
    if (!place_corner(space, area->corners[i], &corners[i])) *flaw = too_far;
  return *flaw ? PATHFAN_OK : add_ring(areas, corners, area->corner_count, flaw);
}

pathfan_status pathfan_areas_take(pathfan_areas *areas, const pathfan_space *space,
                                  const pathfan_request *request, const char **flaw) {
  int64_t corners = 0;
  pathfan_status status = PATHFAN_OK;
  pathfan_areas_begin(areas, space->fraction_bits);
  if (request->avoid_count < 0 || (request->avoid_count && !request->avoid))
    *flaw = "avoid: areas are missing";
  for (int32_t i = 0; i < request->avoid_count && !*flaw && !status; i++) {
    const pathfan_area *area = &request->avoid[i];
    corners += area->corner_count ? area->corner_count : PATHFAN_CIRCLE_CORNERS;
    if (!PATHFAN_KNOWS(area))
      *flaw = "avoid: " PATHFAN_UNKNOWN_MEMBER;
    else if (corners > PATHFAN_AVOID_CORNERS_MAX)
      *flaw = "avoid: areas have more than 1024 corners, a circle counting as 32";
    else
      status = area->corner_count ? take_polygon(areas, space, area, flaw)
                                  : take_circle(areas, space, area, flaw);
  }
  return status;
}

bool pathfan_area_touches(const pathfan_areas *areas, int32_t ring, const pathfan_track *track) {
  for (int32_t i = 0; i + 1 < track->count; i++)
    if (pathfan_area_meets(areas, ring, track->points[i], track->points[i + 1])) return true;
  return false;
}

bool pathfan_track_enters(const pathfan_track *track, const pathfan_areas *areas) {
  for (int32_t r = 0; r < areas->ring_count; r++)
    if (pathfan_area_touches(areas, r, track)) return true;
  return false;
}
#else
pathfan_status pathfan_areas_take(pathfan_areas *areas, const pathfan_space *space,
                                  const pathfan_request *request, const char **flaw) {
  (void)areas, (void)space;
  if (request->avoid_count) *flaw = "avoid: this library was built without searches";
  return PATHFAN_OK;
}
#endif
