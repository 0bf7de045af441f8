/* distance.c - d(x,y) with and without an index.
 *
 * With an index it comes from labels. Between two vertices it is the least sum by a hub of both:
 * one vertex is scattered over an array, and the other one's hubs are looked up there. From an end
 * it is the hub distance. Both leave out straight paths that arrive head-on, from where no path
 * goes on; in their place the mesh shows whether two points see each other. Without an index each
 * distance takes a search, and so does one from a point that isn't a convex vertex (a corner of an
 * area to avoid, the centre of a cell). */
#include "distance.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "built_with.h"
#include "mesh/segment.h"
#include "pieces.h"
#if PATHFAN_WITH_SEARCH
#include "geometry/polyline.h"
#include "search/polyanya.h"
#endif

#define RELATIVE_TOLERANCE 1e-9

const char pathfan_not_joined[] = "a path to be measured joins points that no way joins";

static double units_to_lattice(const pathfan_index_view *view, int64_t units) {
  return ldexp((double)units, -view->header->length_bits);
}

double pathfan_straight(const pathfan_space *space, pathfan_fixed_point a, pathfan_fixed_point b) {
  const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
  return ldexp(sqrt(dx * dx + dy * dy), -space->fraction_bits);
}

bool pathfan_is_shortest(const pathfan_scene *scene, double length, double distance) {
  const double rounding = scene->view ? units_to_lattice(scene->view, PATHFAN_SLACK) : 0;
  return length <= distance + RELATIVE_TOLERANCE * length + rounding;
}

/* ---- With an index ---- */

static pathfan_status open_row(pathfan_distances *m, const pathfan_index_view *view) {
  const size_t n = (size_t)view->n + 1;
  if (m->row) return PATHFAN_OK;
  m->reached = malloc(n * sizeof *m->reached);
  m->row = m->reached ? malloc(n * sizeof *m->row) : NULL;
  if (!m->row) {
    free(m->reached);
    m->reached = NULL;
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (size_t v = 0; v < n; v++) m->row[v] = PATHFAN_FAR;
  m->row_of = -1;
  return PATHFAN_OK;
}

static inline void reach(pathfan_distances *m, uint32_t hub, int64_t length) {
  m->reached[m->reached_count] = (int32_t)hub;
  m->reached_count += m->row[hub] == PATHFAN_FAR;
  m->row[hub] = length;
}

/* Scatters a vertex's distances over its hubs. */
static void set_row(pathfan_distances *m, const pathfan_index_view *view, int32_t v) {
  if (m->row_of == v) return;
  for (int32_t i = 0; i < m->reached_count; i++) m->row[m->reached[i]] = PATHFAN_FAR;
  m->reached_count = 0;
  reach(m, (uint32_t)v, 0);
  const pathfan_range labels = pathfan_labels_of(view, v);
  const uint64_t *label = pathfan_labels_by(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++)
    reach(m, pathfan_label_hub(label[i]), pathfan_label_length(label[i]));
  m->row_of = v;
}

/* Whether the path from u to v is straight and arrives head-on. */
static bool arrives(const pathfan_index_view *view, int32_t u, int32_t v) {
  const pathfan_range hubs = pathfan_head_on_to(view, v);
  for (uint32_t i = hubs.begin; i < hubs.end; i++)
    if (pathfan_head_on_at(view, i) == (uint32_t)u) return true;
  return false;
}

/* Returns the least length from the row's vertex to v, by a hub or straight. */
static int64_t row_to(const pathfan_distances *m, const pathfan_index_view *view, int32_t v) {
  const int64_t *row = m->row;
  const int32_t u = m->row_of;
  int64_t least = row[v];
  const pathfan_range labels = pathfan_labels_of(view, v);
  const uint64_t *label = pathfan_labels_by(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const int64_t length = row[pathfan_label_hub(label[i])] + pathfan_label_length(label[i]);
    least = length < least ? length : least;
  }
  if (arrives(view, u, v) || arrives(view, v, u)) {
    const int64_t length = pathfan_straight_units(view, pathfan_vertex_at(view, u), (uint32_t)v);
    least = length < least ? length : least;
  }
  return least;
}

/* Whether the obstacle at a vertex faces a point. */
static bool head_on(const pathfan_index_view *view, pathfan_fixed_point from,
                    const pathfan_stop *to) {
  return pathfan_side_of_fixed(pathfan_vertex_wedge(view, to->vertex),
                               pathfan_fixed_from_to(from, to->at)) == PATHFAN_SIDE_NONE;
}

static pathfan_status distance_by_index(pathfan_distances *m, const pathfan_scene *scene,
                                        const pathfan_stop *x, const pathfan_stop *y,
                                        double *distance) {
  const pathfan_index_view *view = scene->view;
  const pathfan_space *space = scene->space;
  int64_t units;
  if ((x->vertex >= 0 && pathfan_touch_vertex(view, x->vertex)) ||
      (y->vertex >= 0 && pathfan_touch_vertex(view, y->vertex)))
    return PATHFAN_ERR_DAMAGED;
  if (x->vertex < 0) {
    units = pathfan_end_distance(&scene->ends->end[0], view, y->vertex);
  } else if (y->vertex < 0) {
    units = pathfan_end_distance(&scene->ends->end[1], view, x->vertex);
  } else {
    const pathfan_status status = open_row(m, view);
    if (status) return status;
    set_row(m, view, x->vertex);
    units = row_to(m, view, y->vertex);
  }
  const int64_t line = pathfan_units(view, x->at, y->at);
  /* Hubs leave out what is head-on at both vertices, distances of ends what is so at the vertex. */
  const bool sees =
      units <= line + PATHFAN_SLACK ||
      ((x->vertex < 0 || head_on(view, y->at, x)) && (y->vertex < 0 || head_on(view, x->at, y)) &&
       pathfan_mesh_sees(space->mesh, x->at, x->polygon, y->at, y->polygon, space->fraction_bits));
  if (!sees && units >= PATHFAN_FAR)
    return pathfan_fail(scene->error, PATHFAN_ERR_ARGUMENT, "%s", pathfan_not_joined);
  *distance = sees ? pathfan_straight(space, x->at, y->at) : units_to_lattice(view, units);
  return PATHFAN_OK;
}

/* ---- Without ---- */

#if PATHFAN_WITH_SEARCH
static pathfan_status distance_by_search(pathfan_distances *m, const pathfan_scene *scene,
                                         const pathfan_stop *x, const pathfan_stop *y,
                                         double *distance) {
  const pathfan_search_mesh *mesh;
  if (!m->search) m->search = pathfan_alloc_zero(1, sizeof *m->search);
  if (!m->search) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = pathfan_space_need_search_mesh(scene->space, &mesh, scene->error);
  if (!status)
    status = pathfan_polyanya_find(m->search, mesh, (pathfan_polyanya_end){x->at, x->polygon},
                                   (pathfan_polyanya_end){y->at, y->polygon}, 0, 0);
  if (status) return status;
  if (m->search->outcome != PATHFAN_POLYANYA_FOUND)
    return pathfan_fail(scene->error, PATHFAN_ERR_ARGUMENT, "%s", pathfan_not_joined);
  *distance = pathfan_polyline_length(m->search->points, m->search->point_count,
                                      scene->space->fraction_bits);
  return PATHFAN_OK;
}
#else
static pathfan_status distance_by_search(pathfan_distances *m, const pathfan_scene *scene,
                                         const pathfan_stop *x, const pathfan_stop *y,
                                         double *distance) {
  (void)m, (void)x, (void)y, (void)distance;
  return pathfan_fail(scene->error, PATHFAN_ERR_ARGUMENT,
                      "measuring paths that turn at other points than vertices takes searches, "
                      "which this library was built without");
}
#endif

pathfan_status pathfan_distance_between(pathfan_distances *m, const pathfan_scene *scene,
                                        const pathfan_stop *x, const pathfan_stop *y,
                                        double *distance) {
  return scene->view && x->vertex != PATHFAN_STOP_FREE && y->vertex != PATHFAN_STOP_FREE
             ? distance_by_index(m, scene, x, y, distance)
             : distance_by_search(m, scene, x, y, distance);
}

static pathfan_status shortest_by_index(const pathfan_scene *scene, double *distance) {
  const pathfan_ends *ends = scene->ends;
  pathfan_meeting meeting;
  int32_t count;
  const pathfan_status status = pathfan_ends_scatter(scene->ends, scene->view);
  if (status) return status;
  if (pathfan_ends_see(ends, scene->space)) {
    *distance = pathfan_straight(scene->space, ends->end[0].at, ends->end[1].at);
    return PATHFAN_OK;
  }
  const int64_t units =
      pathfan_join_hubs(&ends->end[0].distances, &ends->end[1].distances, &meeting, 1, &count);
  if (units == PATHFAN_FAR)
    return pathfan_fail(scene->error, PATHFAN_ERR_ARGUMENT, "%s", pathfan_not_joined);
  *distance = units_to_lattice(scene->view, units);
  return PATHFAN_OK;
}

pathfan_status pathfan_distance_of_ends(pathfan_distances *m, const pathfan_scene *scene,
                                        double *distance) {
  if (scene->view) return shortest_by_index(scene, distance);
  const pathfan_end *end = scene->ends->end;
  const pathfan_stop s = {.at = end[0].at, .polygon = end[0].polygon};
  const pathfan_stop t = {.at = end[1].at, .polygon = end[1].polygon};
  return distance_by_search(m, scene, &s, &t, distance);
}

void pathfan_distances_free(pathfan_distances *m) {
  free(m->row);
  free(m->reached);
#if PATHFAN_WITH_SEARCH
  if (m->search) pathfan_polyanya_free(m->search);
  free(m->search);
#endif
  memset(m, 0, sizeof *m);
}
