/* random.c - a polygon by its share of the component's surface, a triangle of its fan by its share
 * of the polygon's, a point of the triangle. Surfaces are whole numbers, so sums are exact. A point
 * is rounded to the grid, which may push it over the border; it is drawn again then. What openings
 * add is drawn from a box round all of them, and again where nothing is added. */
#include "random.h"

#include <stdlib.h>

#include "base/portable.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"

/* ---- Surfaces ---- */

/* Returns twice the surface of triangle i of a polygon's fan. */
static uint64_t triangle_surface(const pf_mesh *mesh, int32_t polygon, int32_t i) {
  const int32_t *v = mesh->corner_vertex + mesh->first_corner[polygon];
  const pf_lattice_point a = mesh->vertices[v[0]];
  const int64_t surface =
      pf_cross(pf_from_to(a, mesh->vertices[v[i + 1]]), pf_from_to(a, mesh->vertices[v[i + 2]]));
  return surface > 0 ? (uint64_t)surface : 0; /* only forged polygons aren't convex */
}

static int32_t count_triangles(const pf_mesh *mesh, int32_t polygon) {
  return (int32_t)(mesh->first_corner[polygon + 1] - mesh->first_corner[polygon]) - 2;
}

static uint64_t polygon_surface(const pf_mesh *mesh, int32_t polygon) {
  uint64_t surface = 0;
  for (int32_t i = 0; i < count_triangles(mesh, polygon); i++)
    surface += triangle_surface(mesh, polygon, i);
  return surface;
}

static int32_t count_components(const pf_space *space) {
  int32_t count = 0;
  for (int32_t p = 0; p < space->mesh->polygon_count; p++)
    if (pf_space_component(space, p) >= count) count = pf_space_component(space, p) + 1;
  return count;
}

static void free_surfaces(void *made) {
  pf_surfaces *s = made;
  if (!s) return;
  free(s->polygon);
  free(s->sum);
  free(s->begin);
  free(s);
}

static pathfan_status make_surfaces(const pf_space *space, void **made) {
  const int32_t n = space->mesh->polygon_count, components = count_components(space);
  pf_surfaces *s = pf_alloc(1, sizeof *s);
  *made = NULL;
  if (components > n) { /* only in a forged mesh */
    free(s);
    return PATHFAN_ERR_DAMAGED;
  }
  if (!s) return PATHFAN_ERR_NO_MEMORY;
  *s = (pf_surfaces){.component_count = components,
                     .polygon = pf_alloc((uint64_t)n + 1, sizeof *s->polygon),
                     .sum = pf_alloc((uint64_t)n + 1, sizeof *s->sum),
                     .begin = calloc((size_t)components + 2, sizeof *s->begin)};
  if (!s->polygon || !s->sum || !s->begin) {
    free_surfaces(s);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t p = 0; p < n; p++) s->begin[pf_space_component(space, p) + 2]++;
  for (int32_t c = 0; c < components; c++) s->begin[c + 2] += s->begin[c + 1];
  for (int32_t p = 0; p < n; p++) s->polygon[s->begin[pf_space_component(space, p) + 1]++] = p;
  s->sum[0] = 0;
  for (int32_t i = 0; i < n; i++)
    s->sum[i + 1] = s->sum[i] + polygon_surface(space->mesh, s->polygon[i]);
  *made = s;
  return PATHFAN_OK;
}

pathfan_status pf_surfaces_need(const pf_space *space, const pf_surfaces **surfaces,
                                pathfan_error *error) {
  const void *made;
  const pathfan_status status =
      pf_space_need(space, offsetof(pf_space, surfaces), make_surfaces, free_surfaces, &made);
  *surfaces = made;
  return status == PATHFAN_ERR_NO_MEMORY ? pf_fail(error, status, "out of memory") : status;
}

/* ---- What is joined ---- */

static int32_t component_of(const pf_space *space, pf_position spot) {
  return spot.polygon < 0 ? -1 : pf_space_component(space, spot.polygon);
}

/* Whether a spot is joined to another one, by its component or openings. */
static bool is_joined(const pf_walkable *ground, pf_position from, pf_position spot) {
  const int32_t component[2] = {component_of(ground->space, from),
                                component_of(ground->space, spot)};
  const pf_fixed_point at[2] = {from.at, spot.at};
  return ground->breach ? pf_breach_joins(ground->breach, component, at)
                        : component[0] == component[1];
}

/* Whether a component of the map is joined to a spot. */
static bool has_component(const pf_walkable *ground, pf_position from, int32_t component) {
  const int32_t own = component_of(ground->space, from);
  const int32_t both[2] = {own, component};
  const pf_fixed_point at[2] = {from.at, from.at};
  return own == component || (ground->breach && pf_breach_joins(ground->breach, both, at));
}

static uint64_t surface_of_component(const pf_surfaces *s, int32_t component) {
  return s->sum[s->begin[component + 1]] - s->sum[s->begin[component]];
}

/* Returns twice the surface of all components that are joined to a spot. */
static uint64_t surface_of_map(const pf_surfaces *s, const pf_walkable *ground, pf_position from) {
  uint64_t whole = 0;
  if (!ground->breach) return surface_of_component(s, component_of(ground->space, from));
  for (int32_t c = 0; c < s->component_count; c++)
    if (has_component(ground, from, c)) whole += surface_of_component(s, c);
  return whole;
}

/* Returns twice the surface of a box round all openings, rounded up. */
static uint64_t surface_of_box(const pf_walkable *ground) {
  const pf_breach *o = ground->breach;
  if (!o) return 0;
  const int bits = ground->space->fraction_bits;
  const uint64_t width = (uint64_t)((o->high.x - o->low.x) >> bits) + 1;
  const uint64_t height = (uint64_t)((o->high.y - o->low.y) >> bits) + 1;
  return 2 * width * height;
}

double pf_surface_of(const pf_surfaces *s, const pf_walkable *ground, pf_position from) {
  return (double)(surface_of_map(s, ground, from) + surface_of_box(ground)) / 2;
}

/* ---- Draws ---- */

static uint64_t next(uint64_t *state) {
  *state += UINT64_C(0x9e3779b97f4a7c15);
  return pf_mix(*state);
}

/* 0 <= share < 1. */
static double next_share(uint64_t *state) {
  return (double)(next(state) >> 11) * 0x1p-53;
}

/* Draws a point of a polygon by a number below twice its surface. */
static bool draw_in_polygon(const pf_space *space, int32_t polygon, uint64_t drawn, uint64_t *state,
                            pf_fixed_point *at) {
  const pf_mesh *mesh = space->mesh;
  const int32_t triangles = count_triangles(mesh, polygon);
  int32_t i = 0;
  for (; i + 1 < triangles && drawn >= triangle_surface(mesh, polygon, i); i++)
    drawn -= triangle_surface(mesh, polygon, i);
  double u = next_share(state), v = next_share(state);
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  if (triangles < 1) return false; /* only in a forged mesh */
  const int32_t *corner = mesh->corner_vertex + mesh->first_corner[polygon];
  const pf_lattice_point a = mesh->vertices[corner[0]];
  const pf_lattice_point b = pf_from_to(a, mesh->vertices[corner[i + 1]]);
  const pf_lattice_point c = pf_from_to(a, mesh->vertices[corner[i + 2]]);
  const pf_fixed_point origin = pf_lift(a, space->fraction_bits);
  *at = (pf_fixed_point){origin.x + llrint(ldexp(u * b.x + v * c.x, space->fraction_bits)),
                         origin.y + llrint(ldexp(u * b.y + v * c.y, space->fraction_bits))};
  return true;
}

/* The same for a component. */
static bool draw_in_component(const pf_surfaces *s, const pf_space *space, int32_t component,
                              uint64_t drawn, uint64_t *state, pf_fixed_point *at) {
  const int32_t begin = s->begin[component], end = s->begin[component + 1];
  int32_t low = begin, high = end;
  while (high - low > 1) {
    const int32_t middle = low + (high - low) / 2;
    if (s->sum[middle] - s->sum[begin] <= drawn)
      low = middle;
    else
      high = middle;
  }
  return low < end &&
         draw_in_polygon(space, s->polygon[low], drawn - (s->sum[low] - s->sum[begin]), state, at);
}

static bool is_on_ground(const pf_walkable *ground, pf_fixed_point at, pf_position *spot) {
  const pf_walkable without_areas = {ground->space, NULL, ground->breach};
  return pf_walkable_locate(&without_areas, at, spot);
}

/* Draws a point of openings that isn't free without them. */
static bool draw_in_openings(const pf_walkable *ground, uint64_t *state, pf_position *spot) {
  const pf_breach *o = ground->breach;
  const int bits = ground->space->fraction_bits;
  const int64_t width = ((o->high.x - o->low.x) >> bits) + 1;
  const int64_t height = ((o->high.y - o->low.y) >> bits) + 1;
  const pf_fixed_point at = {o->low.x + llrint(ldexp(next_share(state) * (double)width, bits)),
                             o->low.y + llrint(ldexp(next_share(state) * (double)height, bits))};
  return is_on_ground(ground, at, spot) && spot->polygon < 0;
}

bool pf_draw_anywhere(const pf_surfaces *s, const pf_walkable *ground, pf_position from,
                      uint64_t *state, pf_position *spot) {
  const pf_space *space = ground->space;
  const uint64_t of_map = surface_of_map(s, ground, from), whole = of_map + surface_of_box(ground);
  uint64_t drawn;
  (void)pf_times(next(state), whole, &drawn);
  int32_t component = ground->breach ? 0 : component_of(space, from);
  if (drawn >= of_map)
    return ground->breach && draw_in_openings(ground, state, spot) &&
           is_joined(ground, from, *spot);
  for (; ground->breach; component++) {
    const bool counts = has_component(ground, from, component);
    const uint64_t surface = counts ? surface_of_component(s, component) : 0;
    if (drawn < surface) break;
    drawn -= surface;
  }
  pf_fixed_point at;
  return draw_in_component(s, space, component, drawn, state, &at) &&
         is_on_ground(ground, at, spot) && is_joined(ground, from, *spot);
}

bool pf_draw_near(const pf_walkable *ground, pf_position from, double radius, uint64_t *state,
                  pf_position *spot) {
  double x, y;
  do {
    x = 2 * next_share(state) - 1;
    y = 2 * next_share(state) - 1;
  } while (x * x + y * y > 1);
  const pf_fixed_point at = {from.at.x + llrint(radius * x), from.at.y + llrint(radius * y)};
  return is_on_ground(ground, at, spot) && is_joined(ground, from, *spot);
}
