/* random.c - a polygon by its share of the component's surface, a triangle of its fan by its share
 * of the polygon's, a point of the triangle. Surfaces are whole numbers, so sums are exact. A point
 * is rounded to the grid, which may push it over the border; it is drawn again then. */
#include "random.h"

#include <stdlib.h>

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
  *s = (pf_surfaces){.polygon = pf_alloc((uint64_t)n + 1, sizeof *s->polygon),
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

double pf_surface_of(const pf_surfaces *s, int32_t component) {
  return (double)(s->sum[s->begin[component + 1]] - s->sum[s->begin[component]]) / 2;
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

static bool locate(const pf_space *space, int32_t component, pf_position *spot) {
  spot->polygon = pf_locate(space->locator, space->mesh, spot->at, space->fraction_bits);
  return spot->polygon >= 0 && pf_space_component(space, spot->polygon) == component;
}

bool pf_draw_anywhere(const pf_surfaces *s, const pf_space *space, int32_t component,
                      uint64_t *state, pf_position *spot) {
  const pf_mesh *mesh = space->mesh;
  const int32_t begin = s->begin[component], end = s->begin[component + 1];
  const uint64_t whole = s->sum[end] - s->sum[begin];
  const uint64_t drawn = (uint64_t)((unsigned __int128)next(state) * whole >> 64);
  int32_t low = begin, high = end;
  while (high - low > 1) {
    const int32_t middle = low + (high - low) / 2;
    if (s->sum[middle] - s->sum[begin] <= drawn)
      low = middle;
    else
      high = middle;
  }
  if (low == end) return false;
  const int32_t polygon = s->polygon[low], triangles = count_triangles(mesh, polygon);
  uint64_t rest = drawn - (s->sum[low] - s->sum[begin]);
  int32_t i = 0;
  for (; i + 1 < triangles && rest >= triangle_surface(mesh, polygon, i); i++)
    rest -= triangle_surface(mesh, polygon, i);
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
  const pf_fixed_point at = pf_lift(a, space->fraction_bits);
  spot->at = (pf_fixed_point){at.x + llrint(ldexp(u * b.x + v * c.x, space->fraction_bits)),
                              at.y + llrint(ldexp(u * b.y + v * c.y, space->fraction_bits))};
  return locate(space, component, spot);
}

bool pf_draw_near(const pf_space *space, int32_t component, pf_fixed_point centre, double radius,
                  uint64_t *state, pf_position *spot) {
  double x, y;
  do {
    x = 2 * next_share(state) - 1;
    y = 2 * next_share(state) - 1;
  } while (x * x + y * y > 1);
  spot->at = (pf_fixed_point){centre.x + llrint(radius * x), centre.y + llrint(radius * y)};
  return locate(space, component, spot);
}
