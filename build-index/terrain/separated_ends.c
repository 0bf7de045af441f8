/* separated_ends.c - joins the ends of bridges and tunnels to the ground.
 *
 * Bridges and tunnels touch the ground at their ends, unless several meet there, or one ends on
 * another, and no road on the ground touches the point: then they continue into each other above or
 * below the ground. */
#include "separated_ends.h"

#include <stdlib.h>

#include "base/memory.h"

static int by_place(const void *a, const void *b) {
  const pf_separated_point *s = *(pf_separated_point *const *)a,
                           *t = *(pf_separated_point *const *)b;
  const int order = pf_compare_points(s->at, t->at);
  if (order) return order;
  if (s->line != t->line) return s->line < t->line ? -1 : 1;
  return (s > t) - (s < t);
}

/* Returns the polygon of a corner. */
static int32_t polygon_of(const pf_survey *v, int32_t corner) {
  const pf_mesh *mesh = &v->ground->mesh.view;
  int32_t low = 0, high = mesh->polygon_count;
  while (high - low > 1) {
    const int32_t middle = low + (high - low) / 2;
    *(mesh->first_corner[middle] <= (uint32_t)corner ? &low : &high) = middle;
  }
  return low;
}

static bool is_road(const pf_survey *v, uint32_t corner) {
  return v->terrain->road[corner] >= 0 || v->terrain->road_back[corner] >= 0;
}

/* Whether a road on the ground touches a point. */
static bool has_ground_road(const pf_survey *v, int32_t point) {
  const pf_mesh *mesh = &v->ground->mesh.view;
  for (int32_t i = v->first_corner[point]; i < v->first_corner[point + 1]; i++) {
    const int32_t c = v->corners[i];
    if (is_road(v, (uint32_t)c)) return true;
    /* The edge that leads to the corner counts too: a wall may be on its other side. */
    if (is_road(v, pf_corner_before(mesh->first_corner, polygon_of(v, c), (uint32_t)c)))
      return true;
  }
  return false;
}

/* Numbers the points that are off the ground; those on it keep NONE. */
static pathfan_status join_aparts(pf_survey *v, int32_t *joint_count) {
  pf_separated_point **order = pf_alloc((uint64_t)v->separated_count, sizeof *order);
  *joint_count = 0;
  if (!order) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < v->separated_count; i++) order[i] = &v->separated[i];
  qsort(order, (size_t)v->separated_count, sizeof *order, by_place);
  for (int32_t first = 0, end; first < v->separated_count; first = end) {
    int32_t ends = 0;
    for (end = first; end < v->separated_count && order[end]->at.x == order[first]->at.x &&
                      order[end]->at.y == order[first]->at.y;
         end++)
      ends += order[end]->is_end;
    const int32_t point = ends ? pf_arrangement_find(&v->arrangement, order[first]->at) : -1;
    const bool is_free = point >= 0 && v->first_corner[point] < v->first_corner[point + 1];
    const bool meets_others = end - first > 1 && ends;
    const bool is_ground = is_free && (!meets_others || has_ground_road(v, point));
    /* A line that only passes over or under the ground joins no other. */
    int32_t shared = PF_TERRAIN_NONE;
    for (int32_t i = first; i < end; i++) {
      if (is_ground && order[i]->is_end) continue;
      if (is_ground || !ends) {
        order[i]->joint = (*joint_count)++;
        continue;
      }
      if (shared < 0) shared = (*joint_count)++;
      order[i]->joint = shared;
    }
  }
  free(order);
  return PATHFAN_OK;
}

/* Pieces of bridges and tunnels for the terrain. */
typedef struct apart_list {
  pf_grade_separated *list;
  int32_t count, capacity, joints;
} apart_list;

static pathfan_status add_piece(apart_list *pieces, pf_grade_separated piece) {
  const pathfan_status status =
      pf_grow(&pieces->list, &pieces->capacity, (int64_t)pieces->count + 1);
  if (!status) pieces->list[pieces->count++] = piece;
  return status;
}

/* Whether a corner contains a direction, its edges included. */
static bool holds(const pf_survey *v, int32_t corner, pf_lattice_point d) {
  const pf_mesh *mesh = &v->ground->mesh.view;
  const int32_t polygon = polygon_of(v, corner);
  const uint32_t after = pf_corner_after(mesh->first_corner, polygon, (uint32_t)corner);
  const uint32_t before = pf_corner_before(mesh->first_corner, polygon, (uint32_t)corner);
  const pf_lattice_point at = mesh->vertices[mesh->corner_vertex[corner]];
  return pf_cross(pf_from_to(at, mesh->vertices[mesh->corner_vertex[after]]), d) >= 0 &&
         pf_cross(d, pf_from_to(at, mesh->vertices[mesh->corner_vertex[before]])) >= 0;
}

/* Finds where a bridge that comes from a direction ends on the ground: in the sector that contains
 * the direction. If none does, since a tunnel leads into its hill, or two do, since a river runs
 * under the bridge, the end becomes a place of its own, joined to all of them at no distance. */
static pathfan_status find_ground(const pf_survey *v, const pf_separated_point *point,
                                  pf_lattice_point from, apart_list *pieces, int32_t *end) {
  const int32_t at = pf_arrangement_find(&v->arrangement, point->at);
  const int32_t first = v->first_corner[at], last = v->first_corner[at + 1];
  const pf_lattice_point d = pf_from_to(point->at, from);
  int32_t count = 0;
  for (int32_t i = first; i < last; i++) {
    if (!holds(v, v->corners[i], d)) continue;
    *end = v->corners[i];
    count++;
  }
  if (count == 1) return PATHFAN_OK;
  *end = ~pieces->joints++;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = first; i < last && !status; i++)
    if (!count || holds(v, v->corners[i], d))
      status = add_piece(pieces, (pf_grade_separated){.from = *end,
                                                      .to = v->corners[i],
                                                      .feature = PF_TERRAIN_NONE,
                                                      .at = {point->at, point->at}});
  return status;
}

static pathfan_status find_end(const pf_survey *v, const pf_separated_point *point,
                               const pf_separated_point *other, apart_list *pieces, int32_t *end) {
  *end = ~point->joint;
  return point->joint >= 0 ? PATHFAN_OK : find_ground(v, point, other->at, pieces, end);
}

pathfan_status pf_survey_finish(pf_survey *v) {
  apart_list pieces = {0};
  pathfan_status status = join_aparts(v, &pieces.joints);
  for (int32_t i = 0; i + 1 < v->separated_count && !status; i++) {
    const pf_separated_point *from = &v->separated[i], *to = from + 1;
    pf_grade_separated piece = {.feature = from->line, .at = {from->at, to->at}};
    piece.oneway = v->features->lines[from->line].oneway;
    if (from->line != to->line) continue;
    status = find_end(v, from, to, &pieces, &piece.from);
    if (!status) status = find_end(v, to, from, &pieces, &piece.to);
    if (!status) status = add_piece(&pieces, piece);
  }
  if (!status) status = pf_terrain_finish(v->terrain, pieces.list, pieces.count, pieces.joints);
  free(pieces.list);
  return status;
}
