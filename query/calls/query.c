/* query.c - the query object, and the two queries about a single point. */
#include "pathfan/query.h"

#include <assert.h>
#include <stdlib.h>

#include "base/status.h"
#include "query/methods/table.h"
#include "query/ends/points.h"
#include "query/open/radii.h"
#include "query_object.h"
#if PATHFAN_WITH_SEARCH
#include "pathfan/map.h"
#include "space/map.h"
#endif

/* Makes a query object for a space. Takes over the hold on `generation`. generation and owner may
 * be NULL. Errors: NO_MEMORY; *out is NULL then. */
static pathfan_status make(const pathfan_index *owner, pf_generation *generation,
                           const pf_space *space, pathfan_query **out) {
  assert(space);
  *out = NULL;
  pathfan_query *q = calloc(1, sizeof *q);
  if (!q) {
    pf_generation_release(generation);
    return PATHFAN_ERR_NO_MEMORY;
  }
  q->owner = owner;
  q->generation = generation;
  q->space = space;
  if (generation && !pf_ends_init(&q->ends, generation->view.n)) {
    pathfan_query_free(q);
    return PATHFAN_ERR_NO_MEMORY;
  }
  *out = q;
  return PATHFAN_OK;
}

pathfan_status pf_refuse_null(pathfan_query *q) {
  return pf_fail(q ? &q->error : NULL, PATHFAN_ERR_ARGUMENT,
                 "an argument is NULL that must not be");
}

static pathfan_status make_for_index(const pathfan_index *index, pathfan_query **out) {
  pf_generation *held = pf_index_retain(index);
  return make(index, held, &held->space, out);
}

pathfan_status pathfan_query_create(const pathfan_index *index, pathfan_query **out) {
  if (out) *out = NULL;
  if (!index || !out) return pf_refuse_null(NULL);
  return make_for_index(index, out);
}

#if PATHFAN_WITH_SEARCH
pathfan_status pathfan_query_create_online(const pathfan_map *map, pathfan_query **out) {
  if (out) *out = NULL;
  if (!map || !out) return pf_refuse_null(NULL);
  return make(NULL, NULL, &map->space, out);
}
#endif

pathfan_status pf_query_begin(pathfan_query *q) {
  q->error.text[0] = 0;
  q->asked = NULL;
  if (q->is_visiting)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "the visit of a group asks the query object that answers the group");
  if (!q->owner || pf_index_has(q->owner, q->generation)) return PATHFAN_OK;
  pathfan_query *fresh;
  const pathfan_status status = make_for_index(q->owner, &fresh);
  if (status) return pf_fail(&q->error, status, "out of memory for a new generation");
  fresh->watch = q->watch;
  const pathfan_query old = *q;
  *q = *fresh;
  *fresh = old;
  pathfan_query_free(fresh);
  return PATHFAN_OK;
}

/* Finds the query object for a generation among those made before, or makes one. It doesn't follow
 * reloads: q does, and frees it then. Errors: NO_MEMORY. */
static pathfan_status find_other(pathfan_query *q, pf_generation *generation, pathfan_query **out) {
  for (*out = q->others; *out; *out = (*out)->others)
    if ((*out)->generation == generation) return PATHFAN_OK;
  pf_generation_retain(generation);
  const pathfan_status status = make(NULL, generation, &generation->space, out);
  if (status) return status;
  (*out)->others = q->others;
  q->others = *out;
  return PATHFAN_OK;
}

pathfan_status pathfan_query_at_radius(pathfan_query *q, double radius, pathfan_query **other) {
  if (other) *other = NULL;
  if (!q || !other) return pf_refuse_null(q);
  if (radius == 0) {
    *other = q;
    return PATHFAN_OK;
  }
  if (!pf_query_has_radius(q, radius)) return PATHFAN_ERR_ARGUMENT;
  pf_generation *generation;
  const int32_t number = pf_radii_find(pf_generation_radii(q->generation), radius);
  pathfan_status status = pf_generation_at_radius(q->generation, number, &generation, &q->error);
  if (!status && generation == q->generation)
    *other = q;
  else if (!status)
    status = find_other(q, generation, other);
  return pf_query_end(q, status);
}

bool pf_query_has_radius(pathfan_query *q, double radius) {
  if (!(radius >= 0) || !isfinite(radius)) {
    pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "radius must be a number of at least 0");
    return false;
  }
  if (radius == 0) return true;
  if (!q->generation) {
    pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
            "radius: a map without an index is read for one radius only");
    return false;
  }
  const pf_radii *radii = pf_generation_radii(q->generation);
  if (pf_radii_find(radii, radius) >= 0) return true;
  if (radii->count)
    pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
            "radius: the index was built for radii of up to %.8g, not for %.8g",
            radii->list[radii->count - 1], radius);
  else
    pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
            "radius: the index was built without an agent's radius");
  return false;
}

double pf_query_radius(const pathfan_query *q, double radius) {
  if (!q->generation || !(radius > 0)) return 0;
  const pf_radii *radii = pf_generation_radii(q->generation);
  const int32_t number = pf_radii_find(radii, radius);
  return number < 0 ? 0 : radii->list[number];
}

pathfan_status pf_query_begin_at(pathfan_query *q, double radius, pathfan_query **at) {
  *at = q;
  pathfan_status status = pf_query_begin(q);
  /* A radius that isn't there makes the request invalid. */
  if (status || radius == 0 || !pf_query_has_radius(q, radius)) return status;
  status = pathfan_query_at_radius(q, radius, at);
  if (status || *at == q) return status;
  q->asked = *at;
  return pf_query_begin(*at);
}

void pathfan_query_free(pathfan_query *q) {
  if (!q) return;
  assert(!q->is_visiting);
  pathfan_query_free(q->others);
  pf_ends_free(&q->ends);
  pf_tracks_free(&q->tracks);
#if PATHFAN_WITH_AREAS
  pf_keep_out_free(&q->keep_out);
  pf_near_spots_free(&q->near);
#endif
  pf_meter_free(&q->meter);
  free(q->refused.list);
  pf_choice_free(&q->choice);
  pf_spread_free(&q->spread);
  pf_method_scratch_free(&q->methods);
  pf_linked_free(&q->linked);
  free(q->moved_areas.list);
  free(q->moved_areas.corners);
  free(q->buffers.paths);
  free(q->buffers.filled);
  free(q->buffers.heights);
  free(q->buffers.points);
  free(q->buffers.legs);
  free(q->buffers.crossings);
  pf_generation_release(q->generation);
  free(q);
}

pathfan_status pf_query_end(pathfan_query *q, pathfan_status status) {
  if (status == PATHFAN_ERR_NO_MEMORY) return pf_fail(&q->error, status, "out of memory");
  if (status == PATHFAN_ERR_DAMAGED && q->generation && !q->error.text[0])
    pf_generation_explain(q->generation, &q->error);
  return status;
}

const char *pathfan_query_error(const pathfan_query *q) {
  if (!q) return "there is no query object";
  return q->asked ? q->asked->error.text : q->error.text;
}

pathfan_status pathfan_query_nearest_free(pathfan_query *q, pathfan_point point, double radius,
                                          pathfan_point *nearest, bool *found) {
  pf_fixed_point at;
  int32_t polygon;
  bool snapped;
  if (!q || !nearest || !found) return pf_refuse_null(q);
  *found = false;
  pathfan_status status = pf_query_begin(q);
  if (status) return status;
  if (!pf_point_is_finite(point) || !(radius >= 0) || !isfinite(radius))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "the point must be two finite numbers, the radius a number of at least 0");
  status = pf_space_need_location(q->space, &q->error);
  if (status) return status;
  *found = pf_space_place(q->space, point.x, point.y, radius, &at, &polygon, &snapped);
  if (*found) *nearest = pf_point_at(q->space, at);
  return PATHFAN_OK;
}

pathfan_status pathfan_query_visible(pathfan_query *q, pathfan_point point, pathfan_sight *sight,
                                     int32_t *vertices, int32_t capacity, int32_t *count) {
  if (!q || !sight || !count || (capacity > 0 && !vertices)) return pf_refuse_null(q);
  pf_end *end = &q->ends.end[0]; /* borrowed as scratch */
  *sight = (pathfan_sight){.used = point, .polygon = -1};
  *count = 0;
  pathfan_status status = pf_query_begin(q);
  if (status) return status;
  if (!q->generation)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "a map without an index has no vertices to be seen");
  if (pf_query_terrain(q))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "a terrain has no convex vertices to be seen: its paths follow roads, rivers "
                   "and obstacles");
  if (!pf_point_is_finite(point))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "the point is not finite");
  pf_ends_forget(&q->ends);
  sight->generation = q->generation->number;
  status = pf_space_need_location(q->space, &q->error);
  if (status) return status;
  const pf_placed placed = pf_ends_place(&q->ends, 0, q->space, point, 0);
  if (!placed.is_free) return PATHFAN_OK;
  sight->used = placed.used;
  sight->free = true;
  sight->polygon = end->polygon;
  status = pf_find_visible_vertices(&q->generation->view, end->at, end->polygon, &q->ends.sight,
                                    &end->visible);
  if (status) return pf_query_end(q, status);
  *count = end->visible.count;
  for (int32_t i = 0; i < *count && i < capacity; i++) vertices[i] = end->visible.list[i].vertex;
  return PATHFAN_OK;
}
