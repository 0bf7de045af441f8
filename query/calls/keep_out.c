/* keep_out.c - checks the areas of a request and keeps what is made of them. Most requests touch
 * none, so a list of areas becomes obstacles only when a path does. */
#include "keep_out.h"

#include "query/open/built_with.h"

#if PATHFAN_WITH_AREAS
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/reserved.h"

/* ---- The list that is kept ---- */

static bool is_same_area(const pathfan_area *a, const pathfan_area *b) {
  if (a->corner_count != b->corner_count) return false;
  if (a->corner_count)
    return !memcmp(a->corners, b->corners, (size_t)a->corner_count * sizeof *a->corners);
  return a->centre.x == b->centre.x && a->centre.y == b->centre.y && a->radius == b->radius;
}

static bool has_openings(const pf_keep_out *k) {
  return k->obstacles && k->obstacles->openings;
}

/* Whether a request's list, which may be invalid, is the one that is kept. */
static bool is_same_list(const pf_keep_out *k, const pathfan_request *request) {
  bool same = k->is_kept && request->avoid && request->avoid_count == k->given_count &&
              k->is_opened == has_openings(k);
  for (int32_t i = 0; i < k->given_count && same; i++) {
    const pathfan_area *area = &request->avoid[i];
    same = (!area->corner_count || area->corners) && PF_KNOWS(area) &&
           is_same_area(&k->given[i], area);
  }
  return same;
}

/* Copies a valid list. */
static pathfan_status keep_list(pf_keep_out *k, const pathfan_request *request) {
  int64_t corners = 0;
  for (int32_t i = 0; i < request->avoid_count; i++) corners += request->avoid[i].corner_count;
  pathfan_status status = pf_grow(&k->given, &k->given_capacity, request->avoid_count);
  if (!status) status = pf_grow(&k->corners, &k->corner_capacity, corners);
  if (status) return status;
  k->given_count = request->avoid_count;
  pathfan_point *next = k->corners;
  for (int32_t i = 0; i < k->given_count; i++) {
    const pathfan_area *area = &request->avoid[i];
    k->given[i] = *area;
    if (!area->corner_count) continue;
    memcpy(next, area->corners, (size_t)area->corner_count * sizeof *next);
    k->given[i].corners = next;
    next += area->corner_count;
  }
  return PATHFAN_OK;
}

static void forget_own(pf_keep_out *k) {
  pathfan_obstacles_release(k->own);
  pathfan_obstacles_release(k->base);
  k->own = NULL;
  k->base = NULL;
}

/* ---- Taking ---- */

/* Drops areas that meet no polygon of the mesh: no path can touch them. */
static void drop_aside(pf_areas *areas, const pf_space *space) {
  int32_t kept = 0;
  for (int32_t r = 0; r < areas->ring_count; r++) {
    const bool aside = pf_area_is_aside(areas, r, space);
    areas->rings[kept] = areas->rings[r];
    kept += !aside;
  }
  areas->ring_count = kept;
}

static pathfan_status take_list(pf_keep_out *k, const pf_space *space,
                                const pathfan_request *request, const char **flaw,
                                pathfan_error *error) {
  pf_areas *areas = &k->areas;
  int64_t corners = 0, circles = 0;
  pathfan_status status = PATHFAN_OK;
  if (request->avoid_count < 0 || (request->avoid_count && !request->avoid))
    *flaw = PF_AVOID "areas are missing";
  for (int32_t i = 0; i < request->avoid_count && !*flaw && !status; i++) {
    const pathfan_area *area = &request->avoid[i];
    corners += area->corner_count;
    circles += !area->corner_count;
    if (corners > PATHFAN_AVOID_CORNERS_MAX)
      *flaw = PF_AVOID "polygons have more than 1024 corners together";
    else if (circles > PATHFAN_AVOID_CIRCLES_MAX)
      *flaw = PF_AVOID "more than 1024 circles";
    else
      status = pf_area_take(areas, space, area, flaw);
  }
  if (!areas->ring_count || *flaw) return status;
  if (!status) status = pf_space_need_location(space, error);
  if (status) return status;
  if (!has_openings(k)) drop_aside(areas, space);
  return pf_areas_cluster(areas);
}

pathfan_status pf_keep_out_take(pf_keep_out *k, const pf_space *space, pf_generation *generation,
                                const pathfan_request *request, const char **flaw,
                                pathfan_error *error) {
  k->obstacles = NULL;
  if (request->obstacles) {
    const pathfan_status status =
        generation ? pf_obstacles_at(request->obstacles, generation, &k->obstacles, error)
                   : PATHFAN_OK;
    if (!k->obstacles && !status)
      *flaw = "obstacles: they are of another generation, or of another index: rebase them";
    if (!k->obstacles) return status;
  }
  if (space->is_layered && (request->avoid_count || (k->obstacles && k->obstacles->area_count))) {
    *flaw = PF_AVOID "areas and openings are known only where no floors lie above each other";
    return PATHFAN_OK;
  }
  if (is_same_list(k, request)) return PATHFAN_OK;
  forget_own(k);
  k->is_kept = false;
  pf_areas_begin(&k->areas, &space->frame, space->fraction_bits);
  if (!request->avoid_count) return PATHFAN_OK;
  pathfan_status status = take_list(k, space, request, flaw, error);
  if (!status && !*flaw) status = keep_list(k, request);
  k->is_kept = !status && !*flaw;
  k->is_opened = has_openings(k);
  return status;
}

pf_closed pf_keep_out_closed(const pf_keep_out *k) {
  return (pf_closed){.areas = k->areas.ring_count ? &k->areas : NULL,
                     .places = k->obstacles ? k->obstacles->places : NULL,
                     .openings = k->obstacles ? k->obstacles->openings : NULL};
}

pathfan_status pf_keep_out_as_obstacles(pf_keep_out *k, pf_generation *generation,
                                        const pf_trie **places, pathfan_error *error) {
  if (!k->areas.ring_count) {
    *places = k->obstacles->places;
    return PATHFAN_OK;
  }
  assert(k->is_kept);
  if (k->own && k->base != k->obstacles) forget_own(k);
  pathfan_status status = PATHFAN_OK;
  if (!k->own) {
    status = pf_obstacles_with(generation, k->obstacles, k->given, k->given_count, &k->own, error);
    if (!status) k->base = pathfan_obstacles_retain(k->obstacles);
  }
  *places = status ? NULL : k->own->places;
  return status;
}

static pathfan_status add_shape(void *areas, pf_obstacle *obstacle) {
  return pf_areas_add_copy(areas, &obstacle->shape->areas, 0);
}

pathfan_status pf_keep_out_as_areas(pf_keep_out *k) {
  if (!k->obstacles || !k->obstacles->places) return PATHFAN_OK;
  k->is_kept = false; /* there are more than in the list */
  pf_areas_scatter(&k->areas);
  const pathfan_status status = pf_trie_walk(k->obstacles->places, &k->areas, add_shape);
  return status ? status : pf_areas_cluster(&k->areas);
}

void pf_keep_out_free(pf_keep_out *k) {
  forget_own(k);
  pf_areas_free(&k->areas);
  free(k->given);
  free(k->corners);
}
#else
pathfan_status pf_keep_out_take(pf_keep_out *k, const pf_space *space, pf_generation *generation,
                                const pathfan_request *request, const char **flaw,
                                pathfan_error *error) {
  (void)k, (void)space, (void)generation, (void)error;
  if (request->avoid_count || request->obstacles)
    *flaw = "avoid, obstacles: this library was built without areas";
  return PATHFAN_OK;
}
#endif
