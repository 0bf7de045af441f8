/* areas.c - checks the areas of a request, in map units; their geometry is in geometry/area.c. */
#include "areas.h"

#if PATHFAN_WITH_SEARCH
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/reserved.h"

/* Places a corner. False: it is farther off than area.h can handle. */
static bool place_corner(const pf_space *space, pathfan_point p, pf_fixed_point *at) {
  return isfinite(p.x) && isfinite(p.y) &&
         pf_frame_place(&space->frame, space->fraction_bits, p.x, p.y, at) &&
         llabs(at->x) <= INT64_C(1) << 60 && llabs(at->y) <= INT64_C(1) << 60;
}

static const char too_far[] = "avoid: corners and circles must be finite, and no farther off the "
                              "map than 2^28 times its unit";
static const char too_small[] = "avoid: a circle is too small to have a surface in the map's unit";
static const char not_simple[] = "avoid: a polygon must be simple, and have a surface";

/* Whether a circle's box is in reach: the polygon round the circle touches all sides of the box,
 * from inside. */
static bool is_within_reach(const pf_space *space, const pathfan_area *area) {
  const pathfan_point c = area->centre;
  const double r = area->radius;
  pf_fixed_point low, high;
  return place_corner(space, (pathfan_point){c.x - r, c.y - r}, &low) &&
         place_corner(space, (pathfan_point){c.x + r, c.y + r}, &high);
}

static pathfan_status take_circle(pf_areas *areas, const pf_space *space, const pathfan_area *area,
                                  const char **flaw) {
  bool simple = true;
  if (!isfinite(area->centre.x) || !isfinite(area->centre.y) || !(area->radius > 0) ||
      !isfinite(area->radius)) {
    *flaw = "avoid: a circle needs a finite centre, and a radius above 0";
    return PATHFAN_OK;
  }
  if (!is_within_reach(space, area)) {
    *flaw = too_far;
    return PATHFAN_OK;
  }
  const pathfan_status status =
      pf_areas_add_circle(areas, area->centre.x, area->centre.y, area->radius, &simple);
  if (!status && !simple) *flaw = too_small;
  return status;
}

static pathfan_status take_polygon(pf_areas *areas, const pf_space *space, const pathfan_area *area,
                                   const char **flaw) {
  pf_fixed_point corners[PATHFAN_AVOID_CORNERS_MAX];
  if (area->corner_count < 3 || !area->corners) {
    *flaw = "avoid: a polygon needs three corners";
    return PATHFAN_OK;
  }
  for (int32_t i = 0; i < area->corner_count && !*flaw; i++)
    if (!place_corner(space, area->corners[i], &corners[i])) *flaw = too_far;
  if (*flaw) return PATHFAN_OK;
  bool simple = true;
  const pathfan_status status = pf_areas_add(areas, corners, area->corner_count, &simple);
  if (!status && !simple) *flaw = not_simple;
  return status;
}

/* Drops areas that meet no polygon of the mesh: off the map, or inside an obstacle. */
static void drop_aside(pf_areas *areas, const pf_space *space) {
  int32_t kept = 0;
  for (int32_t r = 0; r < areas->ring_count; r++) {
    const pf_area_ring *ring = &areas->rings[r];
    if (pf_locate_box(space->locator, space->mesh, ring->low, ring->high, space->fraction_bits))
      areas->rings[kept++] = *ring;
  }
  areas->ring_count = kept;
}

pathfan_status pf_areas_take(pf_areas *areas, const pf_space *space, const pathfan_request *request,
                             const char **flaw, pathfan_error *error) {
  int64_t corners = 0, circles = 0;
  pathfan_status status = PATHFAN_OK;
  pf_areas_begin(areas, &space->frame, space->fraction_bits);
  if (request->avoid_count < 0 || (request->avoid_count && !request->avoid))
    *flaw = "avoid: areas are missing";
  for (int32_t i = 0; i < request->avoid_count && !*flaw && !status; i++) {
    const pathfan_area *area = &request->avoid[i];
    corners += area->corner_count;
    circles += !area->corner_count;
    if (!PF_KNOWS(area))
      *flaw = "avoid: " PF_UNKNOWN_MEMBER;
    else if (corners > PATHFAN_AVOID_CORNERS_MAX)
      *flaw = "avoid: polygons have more than 1024 corners together";
    else if (circles > PATHFAN_AVOID_CIRCLES_MAX)
      *flaw = "avoid: more than 1024 circles";
    else
      status = area->corner_count ? take_polygon(areas, space, area, flaw)
                                  : take_circle(areas, space, area, flaw);
  }
  if (!areas->ring_count || *flaw) return status;
  if (!status) status = pf_space_need_location(space, error);
  if (status) return status;
  drop_aside(areas, space);
  return pf_areas_cluster(areas);
}

bool pf_area_touches(const pf_areas *areas, int32_t ring, const pf_track *track) {
  assert(ring >= 0 && ring < areas->ring_count);
  for (int32_t i = 0; i + 1 < track->count; i++)
    if (pf_area_meets(areas, ring, track->points[i], track->points[i + 1])) return true;
  return false;
}

bool pf_track_enters(const pf_track *track, const pf_areas *areas) {
  for (int32_t i = 0; i + 1 < track->count && areas->ring_count; i++)
    if (pf_areas_meet(areas, track->points[i], track->points[i + 1])) return true;
  return false;
}
#else
pathfan_status pf_areas_take(pf_areas *areas, const pf_space *space, const pathfan_request *request,
                             const char **flaw, pathfan_error *error) {
  (void)areas, (void)space, (void)error;
  if (request->avoid_count) *flaw = "avoid: this library was built without searches";
  return PATHFAN_OK;
}
#endif
