/* point_distance.c - d(x,y) with and without an index.
 *
 * With an index it comes from labels. Between two vertices it is the least sum by a hub of both:
 * one vertex is scattered over an array, and the other one's hubs are looked up there. From an end
 * it is the hub distance. Both leave out straight paths that arrive head-on, from where no path
 * goes on; in their place the mesh shows whether two points see each other. Without an index each
 * distance takes a search, and so does one from a point that isn't a convex vertex (a corner of an
 * area to avoid, the centre of a cell). */
#include "point_distance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "query/open/built_with.h"
#include "mesh/segment.h"
#include "query/open/pieces.h"
#if PATHFAN_WITH_SEARCH
#include "geometry/polyline.h"
#include "search/polyanya.h"
#endif

#define RELATIVE_TOLERANCE 1e-9

const char pf_not_joined[] = "a path to be measured joins points that no path joins";

static double units_to_lattice(const pf_index_view *view, int64_t units) {
  return ldexp((double)units, -view->header->length_bits);
}

double pf_straight(const pf_space *space, pf_fixed_point a, pf_fixed_point b) {
  const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
  return ldexp(sqrt(dx * dx + dy * dy), -space->fraction_bits);
}

bool pf_is_shortest(const pf_scene *scene, double length, double distance) {
  const double rounding = scene->view ? units_to_lattice(scene->view, PF_SLACK) : 0;
  return length <= distance + RELATIVE_TOLERANCE * length + rounding;
}

/* ---- With an index ---- */

static pathfan_status open_row(pf_distances *m, const pf_index_view *view) {
  const size_t n = (size_t)view->n + 1;
  if (m->row) return PATHFAN_OK;
  m->reached = malloc(n * sizeof *m->reached);
  m->row = m->reached ? malloc(n * sizeof *m->row) : NULL;
  if (!m->row) {
    free(m->reached);
    m->reached = NULL;
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (size_t v = 0; v < n; v++) m->row[v] = PF_FAR;
  m->row_of = -1;
  return PATHFAN_OK;
}

static inline void reach(pf_distances *m, uint32_t hub, int64_t length) {
  m->reached[m->reached_count] = (int32_t)hub;
  m->reached_count += m->row[hub] == PF_FAR;
  m->row[hub] = length;
}

/* Scatters a vertex's distances over its hubs. */
static void set_row(pf_distances *m, const pf_index_view *view, int32_t v) {
  assert(pf_is_touched(view, v));
  if (m->row_of == v) return;
  for (int32_t i = 0; i < m->reached_count; i++) m->row[m->reached[i]] = PF_FAR;
  m->reached_count = 0;
  reach(m, (uint32_t)v, 0);
  const pf_range labels = pf_labels_of(view, v);
  const uint64_t *label = pf_labels_by(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++)
    reach(m, pf_label_hub(label[i]), pf_label_length(label[i]));
  m->row_of = v;
}

/* Whether the path from u to v is straight and arrives head-on. */
static bool arrives(const pf_index_view *view, int32_t u, int32_t v) {
  const pf_range hubs = pf_head_on_to(view, v);
  for (uint32_t i = hubs.begin; i < hubs.end; i++)
    if (pf_head_on_at(view, i) == (uint32_t)u) return true;
  return false;
}

/* Returns the least length from the row's vertex to v, by a hub or straight. */
static int64_t row_to(const pf_distances *m, const pf_index_view *view, int32_t v) {
  const int64_t *row = m->row;
  const int32_t u = m->row_of;
  int64_t least = row[v];
  assert(pf_is_touched(view, u) && pf_is_touched(view, v));
  const pf_range labels = pf_labels_of(view, v);
  const uint64_t *label = pf_labels_by(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const int64_t length = row[pf_label_hub(label[i])] + pf_label_length(label[i]);
    least = length < least ? length : least;
  }
  if (arrives(view, u, v) || arrives(view, v, u)) {
    const int64_t length = pf_straight_units(view, pf_vertex_at(view, u), (uint32_t)v);
    least = length < least ? length : least;
  }
  return least;
}

/* Whether the obstacle at a vertex faces a point. */
static bool head_on(const pf_index_view *view, pf_fixed_point from, const pf_stop *to) {
  return pf_side_of_fixed(pf_vertex_wedge(view, to->vertex), pf_fixed_from_to(from, to->at)) ==
         PF_SIDE_NONE;
}

static pathfan_status distance_by_index(pf_distances *m, const pf_scene *scene, const pf_stop *x,
                                        const pf_stop *y, double *distance) {
  const pf_index_view *view = scene->view;
  const pf_space *space = scene->space;
  int64_t units;
  assert(x->vertex >= 0 || scene->ends->state == PF_ENDS_SCATTERED);
  assert(y->vertex >= 0 || scene->ends->state == PF_ENDS_SCATTERED);
  if ((x->vertex >= 0 && pf_touch_vertex(view, x->vertex)) ||
      (y->vertex >= 0 && pf_touch_vertex(view, y->vertex)))
    return PATHFAN_ERR_DAMAGED;
  if (x->vertex < 0) {
    units = pf_end_distance(&scene->ends->end[0], view, y->vertex);
  } else if (y->vertex < 0) {
    units = pf_end_distance(&scene->ends->end[1], view, x->vertex);
  } else {
    const pathfan_status status = open_row(m, view);
    if (status) return status;
    set_row(m, view, x->vertex);
    units = row_to(m, view, y->vertex);
  }
  const int64_t line = pf_units(view, x->at, y->at);
  /* Hubs leave out what is head-on at both vertices, distances of ends what is so at the vertex. */
  const bool sees =
      units <= line + PF_SLACK ||
      ((x->vertex < 0 || head_on(view, y->at, x)) && (y->vertex < 0 || head_on(view, x->at, y)) &&
       pf_mesh_sees(space->mesh, x->at, x->polygon, y->at, y->polygon, space->fraction_bits));
  if (!sees && units >= PF_FAR)
    return pf_fail(scene->error, PATHFAN_ERR_ARGUMENT, "%s", pf_not_joined);
  *distance = sees ? pf_straight(space, x->at, y->at) : units_to_lattice(view, units);
  return PATHFAN_OK;
}

/* ---- Without ---- */

#if PATHFAN_WITH_SEARCH
static pathfan_status distance_by_search(pf_distances *m, const pf_scene *scene, const pf_stop *x,
                                         const pf_stop *y, double *distance) {
  const pf_search_mesh *mesh;
  if (!m->search) m->search = pf_alloc_zero(1, sizeof *m->search);
  if (!m->search) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = pf_space_need_search_mesh(scene->space, &mesh, scene->error);
  if (!status)
    status = pf_polyanya_find(m->search, mesh, (pf_polyanya_end){x->at, x->polygon},
                              (pf_polyanya_end){y->at, y->polygon}, 0, 0);
  if (status) return status;
  if (m->search->outcome != PF_POLYANYA_FOUND)
    return pf_fail(scene->error, PATHFAN_ERR_ARGUMENT, "%s", pf_not_joined);
  *distance =
      pf_polyline_length(m->search->points, m->search->point_count, scene->space->fraction_bits);
  return PATHFAN_OK;
}
#else
static pathfan_status distance_by_search(pf_distances *m, const pf_scene *scene, const pf_stop *x,
                                         const pf_stop *y, double *distance) {
  (void)m, (void)x, (void)y, (void)distance;
  return pf_fail(scene->error, PATHFAN_ERR_ARGUMENT,
                 "measuring paths that turn at other points than vertices takes searches, "
                 "which this library was built without");
}
#endif

pathfan_status pf_distance_between(pf_distances *m, const pf_scene *scene, const pf_stop *x,
                                   const pf_stop *y, double *distance) {
  return scene->view && x->vertex != PF_STOP_FREE && y->vertex != PF_STOP_FREE
             ? distance_by_index(m, scene, x, y, distance)
             : distance_by_search(m, scene, x, y, distance);
}

static pathfan_status shortest_by_index(const pf_scene *scene, double *distance) {
  const pf_ends *ends = scene->ends;
  pf_meeting meeting;
  int32_t count;
  const pathfan_status status = pf_ends_scatter(scene->ends, scene->view);
  if (status) return status;
  if (pf_ends_see(ends, scene->space)) {
    *distance = pf_straight(scene->space, ends->end[0].at, ends->end[1].at);
    return PATHFAN_OK;
  }
  const int64_t units =
      pf_join_hubs(&ends->end[0].distances, &ends->end[1].distances, &meeting, 1, &count);
  if (units == PF_FAR) return pf_fail(scene->error, PATHFAN_ERR_ARGUMENT, "%s", pf_not_joined);
  *distance = units_to_lattice(scene->view, units);
  return PATHFAN_OK;
}

pathfan_status pf_distance_of_ends(pf_distances *m, const pf_scene *scene, double *distance) {
  assert(scene->ends->state >= PF_ENDS_PLACED);
  if (scene->view) return shortest_by_index(scene, distance);
  const pf_end *end = scene->ends->end;
  const pf_stop s = {.at = end[0].at, .polygon = end[0].polygon};
  const pf_stop t = {.at = end[1].at, .polygon = end[1].polygon};
  return distance_by_search(m, scene, &s, &t, distance);
}

void pf_distances_free(pf_distances *m) {
  free(m->row);
  free(m->reached);
#if PATHFAN_WITH_SEARCH
  if (m->search) pf_polyanya_free(m->search);
  free(m->search);
#endif
  memset(m, 0, sizeof *m);
}
