/* visible_vertices.c - which vertices a point sees (paper, Algorithm 1: V_s and V_t).
 *
 * Visible vertices come from inverse visibility: each polygon lists the convex
 * vertices that see into it and between which rays, so what a point sees is one
 * pass over its polygon's list with two cross products an entry. Vertices whose
 * obstacle faces the point can't be passed and are not listed; those from which
 * no taut edge goes on (dead ends) are told by one more cross product. */
#include "visible_vertices.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mesh/fan.h"

/* Enters a visible vertex, unless nobody coming from the end can pass it. */
static inline void enter(const pathfan_index_view *view, pathfan_fixed_point from,
                         pathfan_visible_vertices *seen, int32_t v) {
  const pathfan_layout_vertex *vertex = &view->vertices[v];
  const pathfan_lattice_point here = {vertex->x, vertex->y};
  const pathfan_fixed_point at = pathfan_lift(here, view->header->fraction_bits);
  const pathfan_fixed_point travel = pathfan_fixed_from_to(from, at);
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
  seen->list[seen->count++] =
      (pathfan_visible_vertex){v, (uint8_t)side, useful, pathfan_units(view, from, at)};
}

/* Whether the view from v along d stays within the ray through `ray`. */
static inline int64_t turn_from_ray(const pathfan_index_view *view, pathfan_lattice_point v,
                                    int32_t ray, pathfan_fixed_point d) {
  const pathfan_lattice_point r = pathfan_from_to(v, pathfan_vertex_at(view, ray));
  return r.x * d.y - r.y * d.x;
}

/* Appends what a polygon's list says; *middle is where its second part begins, each
 * part ascending. */
static pathfan_status read_cones(const pathfan_index_view *view, pathfan_fixed_point from,
                                 int32_t number, pathfan_visible_vertices *seen, int32_t *middle) {
  const pathfan_layout_polygon *polygon = &view->polygons[number];
  const uint8_t *at = view->cones + polygon->cones, *stop = view->cones + polygon[1].cones;
  /* An entry takes a byte at least. */
  const pathfan_status status = pathfan_grow(
      &seen->list, &seen->capacity, seen->count + (int32_t)(stop - at) + 1, sizeof *seen->list);
  if (status) return status;

  int32_t v = 0;
  for (uint32_t whole = pathfan_varint_get(&at, stop); whole; whole--) {
    v += (int32_t)pathfan_varint_get(&at, stop);
    enter(view, from, seen, v);
  }
  *middle = seen->count;
  v = 0;
  while (at < stop) {
    const uint32_t head = pathfan_varint_get(&at, stop);
    v += (int32_t)(head >> 2);
    const pathfan_lattice_point here = pathfan_vertex_at(view, v);
    const pathfan_fixed_point d =
        pathfan_fixed_from_to(pathfan_lift(here, view->header->fraction_bits), from);
    bool inside = true;
    if (head & 1) {
      const int32_t ray = v + pathfan_unzigzag(pathfan_varint_get(&at, stop));
      inside = turn_from_ray(view, here, ray, d) >= 0;
    }
    if (head & 2) {
      const int32_t ray = v + pathfan_unzigzag(pathfan_varint_get(&at, stop));
      inside = inside && turn_from_ray(view, here, ray, d) <= 0;
    }
    if (inside && (seen->count == *middle || seen->list[seen->count - 1].vertex != v))
      enter(view, from, seen, v);
  }
  return PATHFAN_OK;
}

static int by_vertex(const void *a, const void *b) {
  const pathfan_visible_vertex *x = a, *y = b;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* At a vertex of the mesh: somebody who sees it, but nothing behind it, may be listed
 * in some of the polygons that touch it only. */
static pathfan_status find_at_vertex(const pathfan_index_view *view, pathfan_fixed_point from,
                                     pathfan_fan *fan, pathfan_visible_vertices *seen) {
  int32_t middle, kept = 0;
  seen->count = 0;
  do {
    const pathfan_status status = read_cones(view, from, fan->polygon, seen, &middle);
    if (status) return status;
  } while (pathfan_fan_next(fan));
  if (seen->count) qsort(seen->list, (size_t)seen->count, sizeof *seen->list, by_vertex);
  for (int32_t i = 0; i < seen->count; i++)
    if (!kept || seen->list[kept - 1].vertex != seen->list[i].vertex)
      seen->list[kept++] = seen->list[i];
  seen->count = kept;
  return PATHFAN_OK;
}

static pathfan_status find_by_cones(const pathfan_index_view *view, pathfan_fixed_point from,
                                    int32_t polygon, pathfan_visible_vertices *seen) {
  const int64_t mask = ((int64_t)1 << view->header->fraction_bits) - 1;
  int32_t middle;
  if (!((from.x | from.y) & mask)) {
    pathfan_fan fan;
    pathfan_fan_begin(&fan, &view->mesh, polygon, from, view->header->fraction_bits);
    if (fan.on_border && fan.at_corner) return find_at_vertex(view, from, &fan, seen);
  }
  seen->count = 0;
  pathfan_status status = read_cones(view, from, polygon, seen, &middle);
  if (status) return status;

  /* Two ascending lists into one. */
  if (middle && middle < seen->count) {
    status = pathfan_grow(&seen->merge, &seen->merge_capacity, seen->count, sizeof *seen->merge);
    if (status) return status;
    int32_t a = 0, b = middle, out = 0;
    while (a < middle || b < seen->count)
      seen->merge[out++] =
          b == seen->count || (a < middle && seen->list[a].vertex < seen->list[b].vertex)
              ? seen->list[a++]
              : seen->list[b++];
    pathfan_visible_vertex *swap = seen->list;
    const int32_t capacity = seen->capacity;
    seen->list = seen->merge;
    seen->capacity = seen->merge_capacity;
    seen->merge = swap;
    seen->merge_capacity = capacity;
  }
  return PATHFAN_OK;
}

/* Without cone lists: expand the end's own view over the mesh. */
static pathfan_status find_by_expansion(const pathfan_index_view *view, pathfan_fixed_point from,
                                        int32_t polygon, pathfan_visible *scratch,
                                        pathfan_visible_vertices *seen) {
  pathfan_status status =
      pathfan_visible_from_point(scratch, &view->mesh, from, polygon, view->header->fraction_bits);
  if (!status)
    status = pathfan_grow(&seen->list, &seen->capacity, scratch->vertex_count, sizeof *seen->list);
  if (status) return status;
  seen->count = 0;
  for (int32_t i = 0; i < scratch->vertex_count; i++) enter(view, from, seen, scratch->vertices[i]);
  if (seen->count) qsort(seen->list, (size_t)seen->count, sizeof *seen->list, by_vertex);
  return PATHFAN_OK;
}

pathfan_status pathfan_find_visible_vertices(const pathfan_index_view *view,
                                             pathfan_fixed_point from, int32_t polygon,
                                             pathfan_visible *scratch,
                                             pathfan_visible_vertices *seen) {
  return view->header->has_cones ? find_by_cones(view, from, polygon, seen)
                                 : find_by_expansion(view, from, polygon, scratch, seen);
}

void pathfan_visible_vertices_free(pathfan_visible_vertices *seen) {
  free(seen->list);
  free(seen->merge);
  memset(seen, 0, sizeof *seen);
}
