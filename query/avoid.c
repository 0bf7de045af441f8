/* avoid.c - areas to keep out of, and path 1 round them.
 *
 * Areas come with a request, so that tables know nothing of them. But a shortest path
 * that touches none is also the shortest that keeps out of them, and whatever found it
 * has proved that. Only if it does touch one is it searched for: by A* in the
 * visibility graph, with the ends and the corners of areas tied in and all edges that
 * meet an area taken away. No mesh is cut anew for a request, and the answer is exact:
 * a shortest path turns only at convex vertices of the map and at corners of the areas
 * (src/geometry/area.c), and where the two cross each other never.
 *
 * Only areas in the way are looked at: first those that the path without any touches,
 * then those that the path round these touches, until it touches none. Each of those
 * paths is the shortest round some of the areas, so the last one is the shortest round
 * all of them. Why not on a mesh with the areas cut out: docs/decisions/avoid.md. */
#include <string.h>

#include "scratch.h"

/* ---- Taking them from a request ---- */

/* Corners no farther off than area.h bears. */
static bool place_corner(const pathfan_query *q, pathfan_point p, pathfan_fixed_point *at) {
  return isfinite(p.x) && isfinite(p.y) &&
         pathfan_frame_place(&q->site.frame, q->site.fraction_bits, p.x, p.y, at) &&
         llabs(at->x) <= INT64_C(1) << 60 && llabs(at->y) <= INT64_C(1) << 60;
}

static const char too_far[] = "avoid: a corner must be finite, and not so far off the map";

/* The areas' own check, of a ring whose corners are placed. */
static pathfan_status add_ring(pathfan_query *q, const pathfan_fixed_point *corners, int32_t count,
                               const char **flaw) {
  bool simple = true;
  const pathfan_status status = pathfan_areas_add(&q->areas, corners, count, &simple);
  if (!status && !simple) *flaw = "avoid: a polygon must be simple, and have a surface";
  return status;
}

static pathfan_status take_circle(pathfan_query *q, const pathfan_area *area, const char **flaw) {
  double corners[PATHFAN_CIRCLE_CORNERS][2];
  pathfan_fixed_point placed[PATHFAN_CIRCLE_CORNERS];
  if (!isfinite(area->centre.x) || !isfinite(area->centre.y) || !(area->radius > 0) ||
      !isfinite(area->radius)) {
    *flaw = "avoid: a circle needs a finite centre, and a radius above 0";
    return PATHFAN_OK;
  }
  pathfan_circle_corners(area->centre.x, area->centre.y, area->radius, corners);
  for (int i = 0; i < PATHFAN_CIRCLE_CORNERS && !*flaw; i++)
    if (!place_corner(q, (pathfan_point){corners[i][0], corners[i][1]}, &placed[i]))
      *flaw = too_far;
  return *flaw ? PATHFAN_OK : add_ring(q, placed, PATHFAN_CIRCLE_CORNERS, flaw);
}

static pathfan_status take_polygon(pathfan_query *q, const pathfan_area *area, const char **flaw) {
  if (area->corner_count < 3 || !area->corners) {
    *flaw = "avoid: a polygon needs three corners";
    return PATHFAN_OK;
  }
  const pathfan_status status = pathfan_grow(&q->area_corners, &q->area_corner_capacity,
                                             area->corner_count, sizeof *q->area_corners);
  if (status) return status;
  for (int32_t i = 0; i < area->corner_count && !*flaw; i++)
    if (!place_corner(q, area->corners[i], &q->area_corners[i])) *flaw = too_far;
  return *flaw ? PATHFAN_OK : add_ring(q, q->area_corners, area->corner_count, flaw);
}

pathfan_status pathfan_take_areas(pathfan_query *q, const pathfan_request *request,
                                  const char **flaw) {
  int64_t corners = 0;
  pathfan_status status = PATHFAN_OK;
  pathfan_areas_begin(&q->areas, q->site.fraction_bits);
  if (request->avoid_count < 0 || (request->avoid_count && !request->avoid))
    *flaw = "avoid: areas are missing";
  for (int32_t i = 0; i < request->avoid_count && !*flaw && !status; i++) {
    const pathfan_area *area = &request->avoid[i];
    corners += area->corner_count ? area->corner_count : PATHFAN_CIRCLE_CORNERS;
    if (corners > PATHFAN_AVOID_CORNERS_MAX)
      *flaw = "avoid: areas have more than 1024 corners, a circle counting as 32";
    else
      status = area->corner_count ? take_polygon(q, area, flaw) : take_circle(q, area, flaw);
  }
  return status;
}

/* ---- Paths and areas ---- */

static bool touches(const pathfan_areas *areas, int32_t ring, const pathfan_track *track) {
  for (int32_t i = 0; i + 1 < track->count; i++)
    if (pathfan_area_meets(areas, ring, track->points[i], track->points[i + 1])) return true;
  return false;
}

bool pathfan_track_enters(const pathfan_query *q, const pathfan_track *track) {
  for (int32_t r = 0; r < q->areas.ring_count; r++)
    if (touches(&q->areas, r, track)) return true;
  return false;
}

/* Puts the areas that a track touches right behind the first `active` ones. Returns how
 * many those are then. */
static int32_t activate(pathfan_areas *areas, int32_t active, const pathfan_track *track) {
  for (int32_t r = active; r < areas->ring_count; r++) {
    if (!touches(areas, r, track)) continue;
    const pathfan_area_ring swap = areas->rings[r];
    areas->rings[r] = areas->rings[active];
    areas->rings[active++] = swap;
  }
  return active;
}

/* ---- The net of a request ---- */

static bool meets_area(const void *areas, pathfan_fixed_point a, pathfan_fixed_point b) {
  return pathfan_areas_meet(areas, a, b);
}

pathfan_status pathfan_tie_areas(pathfan_query *q, int32_t first) {
  pathfan_overlay *overlay = &q->overlay;
  pathfan_status status = pathfan_areas_list_outer_corners(&q->areas, first);
  overlay->blocked = q->areas.ring_count ? meets_area : NULL;
  overlay->context = &q->areas;
  for (int32_t i = 0; i < q->areas.outer_corner_count && !status; i++) {
    const pathfan_area_corner *corner = &q->areas.outer_corners[i];
    const int32_t polygon =
        pathfan_locate(q->site.locator, q->site.mesh, corner->at, q->site.fraction_bits);
    int32_t node;
    if (polygon >= 0)
      status = pathfan_overlay_attach_corner(overlay, corner->at, polygon, corner->first,
                                             corner->second, &node);
  }
  return status;
}

/* Makes the path that was found tracks[0]. */
static pathfan_status take_path(pathfan_query *q) {
  const pathfan_astar *found = &q->detour;
  pathfan_track *track = &q->tracks[0];
  const pathfan_status status =
      pathfan_track_set(track, found->points, found->point_count, q->site.fraction_bits);
  if (status || !q->index) return status;
  for (int32_t i = 0; i + 1 < track->count; i++)
    track->units += pathfan_units(q, track->points[i], track->points[i + 1]);
  return PATHFAN_OK;
}

/* Finds the shortest path round the first `active` areas; those from `fresh` on aren't
 * tied in yet. */
static pathfan_status search_round(pathfan_query *q, const int32_t nodes[2], int32_t fresh,
                                   int32_t active, pathfan_budget *budget) {
  const int32_t all = q->areas.ring_count;
  q->areas.ring_count = active; /* the others aren't there for now */
  pathfan_status status = pathfan_tie_areas(q, fresh);
  if (!status) status = pathfan_astar_find(&q->detour, &q->overlay, nodes[0], nodes[1], budget);
  q->areas.ring_count = all;
  return status;
}

pathfan_status pathfan_go_round(pathfan_query *q, const pathfan_request *request) {
  pathfan_answer *answer = &q->answer;
  pathfan_overlay *overlay = &q->overlay;
  const pathfan_search_graph *net;
  int32_t nodes[2], fresh = 0, active = activate(&q->areas, 0, &q->tracks[0]);
  if (!active) return PATHFAN_OK;
  pathfan_status status = pathfan_need_net(q, &net);
  if (!status) status = pathfan_overlay_begin(overlay, net);
  /* One limit holds for all that is done. */
  pathfan_budget budget = {.limit = request->work_limit, .spent = answer->work};
  for (int e = 0; e < 2 && !status; e++)
    status = pathfan_overlay_attach(overlay, q->ends[e].at, q->ends[e].polygon, &nodes[e]);
  answer->proof = PATHFAN_PROOF_SEARCH;
  q->track_count = 0;
  while (!status) {
    status = search_round(q, nodes, fresh, active, &budget);
    if (status || !q->detour.point_count) break;
    status = take_path(q);
    fresh = active;
    active = activate(&q->areas, active, &q->tracks[0]);
    if (active > fresh) continue;
    q->track_count = 1;
    break;
  }
  answer->work = budget.spent;
  if (status || q->track_count) return status;
  answer->outcome = budget.stopped ? PATHFAN_OUTCOME_WORK_LIMIT : PATHFAN_OUTCOME_NO_PATH;
  answer->reason = budget.stopped ? PATHFAN_REASON_WORK_LIMIT : PATHFAN_REASON_NO_CANDIDATES;
  return PATHFAN_OK;
}

/* ---- All paths of an index among areas ---- */

/* The others out of the tables, once tracks[0] is the index's path 1. */
static pathfan_status find_by_tables(pathfan_query *q, const pathfan_request *request) {
  const pathfan_status status = pathfan_go_round(q, request);
  if (status || !q->track_count || request->paths == 1) return status;
  return pathfan_find_alternatives(q, request);
}

/* All by Dissimilarity, as far as the work limit goes. */
static pathfan_status find_by_search(pathfan_query *q, const pathfan_request *request) {
  pathfan_request search = *request;
  search.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY;
  q->answer.outcome = PATHFAN_OUTCOME_WORK_LIMIT;
  if (search.work_limit && search.work_limit <= q->answer.work) return PATHFAN_OK;
  if (search.work_limit) search.work_limit -= q->answer.work;
  q->track_count = 0;
  memset(&q->answer.candidates, 0, sizeof q->answer.candidates);
  q->answer.outcome = PATHFAN_OUTCOME_OK;
  return pathfan_find_by_rival(q, &search);
}

/* The same again as find_by_tables, after a search that took too long. */
static pathfan_status return_to_tables(pathfan_query *q, const pathfan_request *request) {
  const uint64_t work = q->answer.work;
  q->answer.work = 0; /* what had room has room again */
  q->track_count = 0;
  pathfan_status status = pathfan_find_shortest(q);
  if (!status) status = find_by_tables(q, request);
  q->answer.work = work;
  q->answer.outcome = PATHFAN_OUTCOME_WORK_LIMIT;
  q->answer.reason = PATHFAN_REASON_WORK_LIMIT;
  return status;
}

/* Labels and tables know no ways round areas. A fast answer does with what they know. A
 * thorough one is searched for where they know too little: where path 1 is searched for
 * anyway (they would give enough one time in three), or once they gave too few. */
pathfan_status pathfan_find_among_areas(pathfan_query *q, const pathfan_request *request) {
  const bool enters = pathfan_track_enters(q, &q->tracks[0]);
  const bool thorough = request->effort == PATHFAN_EFFORT_THOROUGH && request->paths > 1;
  q->answer.proof = enters ? PATHFAN_PROOF_SEARCH : PATHFAN_PROOF_INDEX;
  pathfan_status status = PATHFAN_OK;
  if (!thorough || !enters) {
    status = find_by_tables(q, request);
    if (status || !thorough || q->track_count >= request->paths ||
        q->answer.outcome != PATHFAN_OUTCOME_OK)
      return status;
  }
  status = find_by_search(q, request);
  if (!status && q->answer.outcome == PATHFAN_OUTCOME_WORK_LIMIT)
    status = return_to_tables(q, request);
  return status;
}
