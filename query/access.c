/* access.c - where an end lies and which vertices it sees (paper, Algorithm 1:
 * V_s and V_t).
 *
 * Visible vertices come from inverse visibility: each polygon lists the convex
 * vertices that see into it and between which rays, so what a point sees is one
 * pass over its polygon's list with two cross products an entry. Vertices whose
 * obstacle faces the end can't be passed and are not listed; those from which
 * no taut edge goes on (dead ends) are told by one more cross product. */
#include <stdlib.h>
#include <string.h>

#include "scratch.h"
#include "mesh/fan.h"
#include "mesh/segment.h"

/* Enters a visible vertex, unless nobody coming from the end can pass it. */
static inline void sight(pathfan_query *q, pathfan_end *end, int32_t v) {
  const pathfan_index_view *view = &q->index->view;
  const pathfan_layout_vertex *vertex = &view->vertices[v];
  const pathfan_lattice_point here = {vertex->x, vertex->y};
  const pathfan_fixed_point at = pathfan_lift(here, view->header->fraction_bits);
  const pathfan_fixed_point travel = pathfan_fixed_from_to(end->at, at);
  if (!travel.x && !travel.y) return; /* the end is there: it sees what the vertex sees */
  const pathfan_side side = pathfan_side_of_fixed(pathfan_vertex_wedge(view, v), travel);
  if (side == PATHFAN_SIDE_NONE) return;
  const uint32_t last = side == PATHFAN_SIDE_LEFT ? vertex->last_left : vertex->last_right;
  bool useful = false;
  if (last != PATHFAN_LAYOUT_NONE) {
    const pathfan_lattice_point on = pathfan_from_to(here, pathfan_vertex_at(view, (int32_t)last));
    const int64_t turn = travel.x * on.y - travel.y * on.x;
    useful = side == PATHFAN_SIDE_LEFT ? turn >= 0 : turn <= 0;
  }
  end->seen[end->seen_count++] =
      (pathfan_sighted){v, (uint8_t)side, useful, pathfan_units(q, end->at, at)};
}

/* Whether the view from v along d stays within the ray through `ray`. */
static inline int64_t turn_from_ray(const pathfan_index_view *view, pathfan_lattice_point v,
                                    int32_t ray, pathfan_fixed_point d) {
  const pathfan_lattice_point r = pathfan_from_to(v, pathfan_vertex_at(view, ray));
  return r.x * d.y - r.y * d.x;
}

/* Appends what a polygon's list says; *middle is where its second part begins, each
 * part ascending. */
static pathfan_status read_cones(pathfan_query *q, pathfan_end *end, int32_t number,
                                 int32_t *middle) {
  const pathfan_index_view *view = &q->index->view;
  const pathfan_layout_polygon *polygon = &view->polygons[number];
  const uint8_t *at = view->cones + polygon->cones, *stop = view->cones + polygon[1].cones;
  /* An entry takes a byte at least. */
  const pathfan_status status =
      pathfan_grow(&end->seen, &end->seen_capacity, end->seen_count + (int32_t)(stop - at) + 1,
                   sizeof *end->seen);
  if (status) return status;

  int32_t v = 0;
  for (uint32_t whole = pathfan_varint_get(&at, stop); whole; whole--) {
    v += (int32_t)pathfan_varint_get(&at, stop);
    sight(q, end, v);
  }
  *middle = end->seen_count;
  v = 0;
  while (at < stop) {
    const uint32_t head = pathfan_varint_get(&at, stop);
    v += (int32_t)(head >> 2);
    const pathfan_lattice_point here = pathfan_vertex_at(view, v);
    const pathfan_fixed_point d =
        pathfan_fixed_from_to(pathfan_lift(here, view->header->fraction_bits), end->at);
    bool inside = true;
    if (head & 1) {
      const int32_t ray = v + pathfan_unzigzag(pathfan_varint_get(&at, stop));
      inside = turn_from_ray(view, here, ray, d) >= 0;
    }
    if (head & 2) {
      const int32_t ray = v + pathfan_unzigzag(pathfan_varint_get(&at, stop));
      inside = inside && turn_from_ray(view, here, ray, d) <= 0;
    }
    if (inside && (end->seen_count == *middle || end->seen[end->seen_count - 1].vertex != v))
      sight(q, end, v);
  }
  return PATHFAN_OK;
}

static int by_vertex(const void *a, const void *b) {
  const pathfan_sighted *x = a, *y = b;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* At a vertex of the mesh: somebody who sees it, but nothing behind it, may be listed
 * in some of the polygons that touch it only. */
static pathfan_status look_at_vertex(pathfan_query *q, pathfan_end *end, pathfan_fan *fan) {
  int32_t middle, kept = 0;
  end->seen_count = 0;
  do {
    const pathfan_status status = read_cones(q, end, fan->polygon, &middle);
    if (status) return status;
  } while (pathfan_fan_next(fan));
  if (end->seen_count) qsort(end->seen, (size_t)end->seen_count, sizeof *end->seen, by_vertex);
  for (int32_t i = 0; i < end->seen_count; i++)
    if (!kept || end->seen[kept - 1].vertex != end->seen[i].vertex)
      end->seen[kept++] = end->seen[i];
  end->seen_count = kept;
  return PATHFAN_OK;
}

static pathfan_status look_by_cones(pathfan_query *q, pathfan_end *end) {
  const pathfan_index_view *view = &q->index->view;
  const int64_t mask = ((int64_t)1 << view->header->fraction_bits) - 1;
  int32_t middle;
  if (!((end->at.x | end->at.y) & mask)) {
    pathfan_fan fan;
    pathfan_fan_begin(&fan, &view->mesh, end->polygon, end->at, view->header->fraction_bits);
    if (fan.on_border && fan.at_corner) return look_at_vertex(q, end, &fan);
  }
  end->seen_count = 0;
  pathfan_status status = read_cones(q, end, end->polygon, &middle);
  if (status) return status;

  /* Two ascending lists into one. */
  if (middle && middle < end->seen_count) {
    status = pathfan_grow(&end->merge, &end->merge_capacity, end->seen_count, sizeof *end->merge);
    if (status) return status;
    int32_t a = 0, b = middle, out = 0;
    while (a < middle || b < end->seen_count)
      end->merge[out++] =
          b == end->seen_count || (a < middle && end->seen[a].vertex < end->seen[b].vertex)
              ? end->seen[a++]
              : end->seen[b++];
    pathfan_sighted *swap = end->seen;
    const int32_t capacity = end->seen_capacity;
    end->seen = end->merge;
    end->seen_capacity = end->merge_capacity;
    end->merge = swap;
    end->merge_capacity = capacity;
  }
  return PATHFAN_OK;
}

/* Without cone lists: expand the end's own view over the mesh. */
static pathfan_status look_by_expansion(pathfan_query *q, pathfan_end *end) {
  const pathfan_index_view *view = &q->index->view;
  const int bits = view->header->fraction_bits;
  pathfan_status status;
  pathfan_fan fan;
  int32_t start_count = 0;
  pathfan_fan_begin(&fan, &view->mesh, end->polygon, end->at, bits);
  do {
    status = pathfan_grow(&q->starts, &q->start_capacity, start_count + 1, sizeof *q->starts);
    if (status) return status;
    q->starts[start_count++] = fan.polygon;
  } while (pathfan_fan_next(&fan));
  status = pathfan_visible_from(&q->visible, &view->mesh, end->at, bits, q->starts, start_count);
  if (!status) status = pathfan_visible_vertices(&q->visible, &view->mesh, end->at, bits);
  if (!status)
    status =
        pathfan_grow(&end->seen, &end->seen_capacity, q->visible.vertex_count, sizeof *end->seen);
  if (status) return status;
  end->seen_count = 0;
  for (int32_t i = 0; i < q->visible.vertex_count; i++) sight(q, end, q->visible.vertices[i]);
  if (end->seen_count) qsort(end->seen, (size_t)end->seen_count, sizeof *end->seen, by_vertex);
  return PATHFAN_OK;
}

pathfan_status pathfan_look(pathfan_query *q, pathfan_end *end) {
  return q->index->view.header->has_cones ? look_by_cones(q, end) : look_by_expansion(q, end);
}

bool pathfan_ends_see(const pathfan_query *q) {
  return pathfan_mesh_sees(&q->index->view.mesh, q->ends[0].at, q->ends[0].polygon, q->ends[1].at,
                           q->ends[1].polygon, q->index->view.header->fraction_bits);
}
