/* free_polygons.c - follows walls from vertex to vertex.
 *
 * Round a pinch every free sector has a vertex of its own (mesh.h), so at most one wall leaves a
 * vertex, and following walls goes round a part of free space on the inside. If such a walk comes
 * to a point again, free space touches itself there: the walk is cut. Of the resulting simple rings
 * each component has one that is counter-clockwise, its shell; the others are its holes. */
#include "free_polygons.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "meshing/weld.h"

typedef struct ring {
  int32_t first, count; /* points */
  int32_t component;
  bool is_hole;
  pf_lattice_point begin[2];       /* its first points */
  pf_lattice_point shell_begin[2]; /* those of its component's shell */
} ring;

typedef struct tracing {
  const pf_mesh_data *mesh;
  int32_t *next;      /* [Size: vertices] where the wall that leaves it leads; -1: none, or done */
  int32_t *component; /* [Size: vertices] of vertices with a wall */
  int32_t *point;     /* [Size: vertices] the same number for the same point */
  int32_t *place;     /* [Size: points] index in the walk; -1: not in it */
  int32_t *walk;      /* [Size: vertices + 1] vertices, no point twice */
  int32_t walk_count;
  pf_lattice_point *points; /* [Size: vertices] of all rings */
  ring *rings;              /* [Size: vertices] */
  int32_t point_count, ring_count;
} tracing;

static int compare_two(const pf_lattice_point a[2], const pf_lattice_point b[2]) {
  const int order = pf_compare_points(a[0], b[0]);
  return order ? order : pf_compare_points(a[1], b[1]);
}

/* Sorts by component, the shell before the holes. No two rings begin with the same side. */
static int by_place(const void *a, const void *b) {
  const ring *s = a, *t = b;
  const int order = compare_two(s->shell_begin, t->shell_begin);
  if (order) return order;
  if (s->is_hole != t->is_hole) return s->is_hole ? 1 : -1;
  return compare_two(s->begin, t->begin);
}

static pathfan_status begin(tracing *t) {
  const pf_mesh *m = &t->mesh->view;
  const uint64_t vertices = (uint64_t)m->vertex_count;
  int32_t points;
  t->next = pf_alloc(vertices, sizeof *t->next);
  t->component = pf_alloc(vertices, sizeof *t->component);
  t->point = pf_alloc(vertices, sizeof *t->point);
  t->place = pf_alloc(vertices, sizeof *t->place);
  t->walk = pf_alloc(vertices + 1, sizeof *t->walk);
  t->points = pf_alloc(vertices, sizeof *t->points);
  t->rings = pf_alloc(vertices, sizeof *t->rings);
  if (!t->next || !t->component || !t->point || !t->place || !t->walk || !t->points || !t->rings)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < m->vertex_count; v++) t->next[v] = t->place[v] = -1;
  for (int32_t p = 0; p < m->polygon_count; p++)
    for (uint32_t c = m->first_corner[p]; c < m->first_corner[p + 1]; c++)
      if (m->corner_neighbour[c] == PF_MESH_NONE) {
        t->next[m->corner_vertex[c]] = m->corner_vertex[pf_corner_after(m->first_corner, p, c)];
        t->component[m->corner_vertex[c]] = t->mesh->component[p];
      }
  return pf_weld(m->vertices, m->vertex_count, t->point, &points);
}

static void finish(tracing *t) {
  free(t->next);
  free(t->component);
  free(t->point);
  free(t->place);
  free(t->walk);
  free(t->points);
  free(t->rings);
}

/* Takes the walk from index `from` on as a ring, without points where it goes straight on. */
static void take_ring(tracing *t, int32_t from) {
  const pf_lattice_point *at = t->mesh->vertices;
  const int32_t count = t->walk_count - from, *walk = &t->walk[from];
  ring r = {.first = t->point_count, .component = t->component[walk[0]]};
  int32_t least = 0; /* the first point by (y, x): the ring turns there */
  for (int32_t i = 1; i < count; i++)
    if (pf_compare_points(at[walk[i]], at[walk[least]]) < 0) least = i;
  pf_int128 area = pf_int128_of(0);
  for (int32_t i = 0; i < count; i++) {
    const pf_lattice_point here = at[walk[(least + i) % count]];
    const pf_lattice_point in = pf_from_to(at[walk[(least + i + count - 1) % count]], here);
    const pf_lattice_point out = pf_from_to(here, at[walk[(least + i + 1) % count]]);
    if (pf_cross(in, out) == 0) continue;
    if (r.count < 2) r.begin[r.count] = here;
    t->points[t->point_count++] = here;
    if (++r.count <= 2) continue;
    const int64_t triangle = pf_cross(pf_from_to(r.begin[0], t->points[t->point_count - 2]),
                                      pf_from_to(r.begin[0], here));
    area = pf_int128_plus(area, pf_int128_of(triangle));
  }
  r.is_hole = pf_int128_sign(area) < 0;
  t->rings[t->ring_count++] = r;
}

/* Follows the walls from a vertex until none is left. */
static void walk_from(tracing *t, int32_t start) {
  t->walk_count = 0;
  t->walk[t->walk_count++] = start;
  t->place[t->point[start]] = 0;
  for (int32_t v = start, to; (to = t->next[v]) >= 0; v = to) {
    int32_t *place = &t->place[t->point[to]];
    t->next[v] = -1;
    if (*place < 0) {
      *place = t->walk_count;
      t->walk[t->walk_count++] = to;
      continue;
    }
    take_ring(t, *place);
    while (t->walk_count > *place + 1) t->place[t->point[t->walk[--t->walk_count]]] = -1;
  }
  t->place[t->point[start]] = -1;
}

static pathfan_status order_rings(tracing *t) {
  const int32_t components = t->mesh->component_count;
  int32_t *shell = pf_alloc((uint64_t)components, sizeof *shell);
  if (!shell) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t r = 0; r < t->ring_count; r++)
    if (!t->rings[r].is_hole) shell[t->rings[r].component] = r;
  for (int32_t r = 0; r < t->ring_count; r++)
    memcpy(t->rings[r].shell_begin, t->rings[shell[t->rings[r].component]].begin,
           sizeof t->rings[r].begin);
  free(shell);
  qsort(t->rings, (size_t)t->ring_count, sizeof *t->rings, by_place);
  return PATHFAN_OK;
}

pathfan_status pf_free_polygons(const pf_mesh_data *mesh, const pf_frame *frame,
                                pf_polygons *polygons) {
  tracing t = {.mesh = mesh};
  *polygons = (pf_polygons){0};
  pathfan_status status = begin(&t);
  if (!status) {
    for (int32_t v = 0; v < mesh->view.vertex_count; v++)
      if (t.next[v] >= 0) walk_from(&t, v);
    status = order_rings(&t);
  }
  for (int32_t r = 0; r < t.ring_count && !status; r++) {
    const ring *it = &t.rings[r];
    if (!it->is_hole) status = pf_polygons_begin(polygons, PF_POLYGON_FREE, NULL);
    if (!status) status = pf_polygons_ring(polygons, r);
    for (int32_t i = it->first; i < it->first + it->count && !status; i++)
      status = pf_polygons_point(polygons, pf_frame_x(frame, 0, t.points[i].x),
                                 pf_frame_y(frame, 0, t.points[i].y));
  }
  if (status) pf_polygons_free(polygons);
  finish(&t);
  return status;
}
