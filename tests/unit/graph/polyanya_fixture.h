/* polyanya_fixture.h - grounds to search on, ends to search between, and searches whose results are
 * checked, for the suites test_polyanya and test_polyanya_same. */
#ifndef PF_TESTS_POLYANYA_FIXTURE_H
#define PF_TESTS_POLYANYA_FIXTURE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/polyline.h"
#include "meshing/cdt.h"
#include "mesh/locate.h"
#include "meshing/locate_build.h"
#include "meshing/merge.h"
#include "meshing/rectangles.h"
#include "meshing/trace.h"
#include "search/polyanya.h"
#include "twin_check.h"
#include "twin_region.h"

enum { CDT, PUBLIC, SMALLEST, LONGEST, RECTANGLES, KINDS };
static const char *const kind_names[KINDS] = {"cdt", "merged (public)", "merged (smallest)",
                                              "merged (longest)", "rectangles"};

/* ---- Grounds to search on ---- */

typedef struct ground {
  int kind, bits;
  int32_t width, height;
  pf_mesh_data mesh;
  pf_search_mesh search;
  pf_locator locator;
  void *locator_bytes;
} ground;

static inline void *copy_of(const void *from, int32_t count, size_t size) {
  void *copy = malloc((size_t)count * size + 1);
  assert_non_null(copy);
  return count ? memcpy(copy, from, (size_t)count * size) : copy;
}

static inline pf_outline outline_of(const twin_map *map) {
  pf_outline outline = map->outline;
  if (!outline.edge_count) {
    assert_int_equal(pf_trace_grid(&map->grid, &outline), PATHFAN_OK);
    return outline;
  }
  outline.vertices = copy_of(outline.vertices, outline.vertex_count, sizeof *outline.vertices);
  outline.edges = copy_of(outline.edges, outline.edge_count, sizeof *outline.edges);
  return outline;
}

static inline pf_lattice_point extent_of(const twin_map *map) {
  pf_lattice_point most = {map->grid.width, map->grid.height};
  for (int32_t v = 0; v < map->outline.vertex_count; v++) {
    if (map->outline.vertices[v].x > most.x) most.x = map->outline.vertices[v].x;
    if (map->outline.vertices[v].y > most.y) most.y = map->outline.vertices[v].y;
  }
  return most;
}

static inline int bits_of(const twin_map *map) {
  const pf_lattice_point most = extent_of(map);
  return pf_fraction_bits(most.x > most.y ? most.x : most.y);
}

/* Makes a ground of the mesh and takes ownership of it. */
static inline ground ground_around(const twin_map *map, pf_mesh_data mesh, int kind, int bits) {
  const pf_lattice_point most = extent_of(map);
  uint64_t size;
  ground g = {.kind = kind, .bits = bits, .width = most.x, .height = most.y, .mesh = mesh};
  assert_int_equal(pf_locator_build(&g.mesh.view, most.x, most.y, 0, &g.locator_bytes, &size),
                   PATHFAN_OK);
  assert_true(pf_locator_open(g.locator_bytes, size, &g.locator));
  assert_int_equal(
      pf_search_mesh_build(&g.mesh.view, g.mesh.wedge, g.mesh.component, 1, bits, &g.search),
      PATHFAN_OK);
  return g;
}

static inline ground ground_make(const twin_map *map, int kind, int bits) {
  pf_mesh_data mesh = {0}, merged = {0};
  if (kind == RECTANGLES) {
    pf_grid_mesh cut = {0};
    assert_int_equal(pf_rectangles_build(&map->grid, &cut), PATHFAN_OK);
    mesh = cut.data;
    memset(&cut.data, 0, sizeof cut.data);
    pf_grid_mesh_free(&cut);
    return ground_around(map, mesh, kind, bits);
  }
  pf_outline outline = outline_of(map);
  assert_int_equal(pf_cdt_build(&outline, &mesh), PATHFAN_OK);
  assert_int_equal(pf_mesh_finish(&mesh), PATHFAN_OK);
  pf_outline_free(&outline);
  if (kind == CDT) return ground_around(map, mesh, kind, bits);
  static const pf_merge_rule rules[] = {PF_MERGE_PUBLIC, PF_MERGE_SMALLEST, PF_MERGE_LONGEST};
  assert_int_equal(pf_merge(&mesh, rules[kind - PUBLIC], &merged), PATHFAN_OK);
  pf_mesh_data_free(&mesh);
  return ground_around(map, merged, kind, bits);
}

static inline void ground_free(ground *g) {
  pf_mesh_data_free(&g->mesh);
  pf_search_mesh_free(&g->search);
  free(g->locator_bytes);
}

static inline pf_polyanya_end place(const twin_map *map, const ground *g, pf_fixed_point p) {
  const int32_t polygon = pf_locate(&g->locator, &g->mesh.view, p, g->bits);
  if ((polygon >= 0) != twin_map_is_free(map, g->bits, p))
    twin_fail(map, "%s: %lld,%lld is located in polygon %d", kind_names[g->kind], (long long)p.x,
              (long long)p.y, polygon);
  return (pf_polyanya_end){p, polygon};
}

/* ---- Ends ---- */

/* Picks a free point: one of the map's kinds, a vertex of the mesh, or a point on an edge or inside
 * a polygon. near >= 0: a point of that polygon. */
static inline bool pick(pf_random *random, const twin_map *map, const ground *g, int32_t near,
                        pf_fixed_point *p) {
  const pf_mesh *mesh = &g->mesh.view;
  const int kind = (int)pf_random_below(random, 8);
  if (kind < 4 && near < 0) return twin_map_random_point(random, map, g->bits, false, p);
  const int32_t polygon = near >= 0 ? near : (int32_t)pf_random_below(random, mesh->polygon_count);
  const uint32_t first = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  const uint32_t c = first + (uint32_t)pf_random_below(random, (int64_t)(end - first));
  const pf_lattice_point a = mesh->vertices[mesh->corner_vertex[c]];
  const pf_lattice_point b = mesh->vertices[mesh->corner_vertex[c + 1 < end ? c + 1 : first]];
  const int64_t unit = INT64_C(1) << g->bits;
  const int64_t part = kind == 4 ? 0 : kind == 5 ? unit / 2 : pf_random_below(random, unit + 1);
  /* Exactly on the edge; a fixed-point coordinate needs no rounding then. */
  *p = (pf_fixed_point){a.x * (unit - part) + b.x * part, a.y * (unit - part) + b.y * part};
  if (kind < 7) return true;
  const pf_lattice_point o = mesh->vertices[mesh->corner_vertex[c > first ? c - 1 : end - 1]];
  const int64_t in = pf_random_below(random, 1 << 16);
  p->x += (int64_t)(((double)o.x * (double)unit - (double)p->x) * (double)in / 65536);
  p->y += (int64_t)(((double)o.y * (double)unit - (double)p->y) * (double)in / 65536);
  return twin_map_is_free(map, g->bits, *p);
}

static inline bool pick_both(pf_random *random, const twin_map *map, const ground *g,
                             pf_fixed_point *s, pf_fixed_point *t) {
  if (!pick(random, map, g, -1, s)) return false;
  if (pf_random_below(random, 8)) return pick(random, map, g, -1, t);
  const int32_t near = pf_locate(&g->locator, &g->mesh.view, *s, g->bits);
  if (near >= 0 && pf_random_below(random, 4)) return pick(random, map, g, near, t);
  *t = *s;
  return true;
}

/* ---- Asking ---- */

/* Runs a search that must not fail. Returns its length, INFINITY without a path, -1 at the limit.
 * If `check`, also checks the path against the map. */
static inline double find(const twin_map *map, const ground *g, pf_polyanya *search,
                          pf_polyanya_end s, pf_polyanya_end t, uint32_t without, uint64_t limit,
                          bool check) {
  assert_int_equal(pf_polyanya_find(search, &g->search, s, t, without, limit), PATHFAN_OK);
  if (search->expanded > search->generated || search->expanded < 0 || search->pruned < 0)
    twin_fail(map, "%lld expanded, %lld generated, %lld pruned", (long long)search->expanded,
              (long long)search->generated, (long long)search->pruned);
  if (search->outcome == PF_POLYANYA_LIMIT) {
    assert_true(limit && (uint64_t)search->expanded == limit && search->point_count == 0);
    return -1;
  }
  if (limit) assert_true((uint64_t)search->expanded <= limit);
  if (search->outcome == PF_POLYANYA_NO_PATH) {
    assert_int_equal(search->point_count, 0);
    return INFINITY;
  }
  twin_track track = {0, search->point_count, search->points};
  assert_true(track.count >= 2);
  assert_true(track.points[0].x == s.at.x && track.points[0].y == s.at.y);
  assert_true(track.points[track.count - 1].x == t.at.x &&
              track.points[track.count - 1].y == t.at.y);
  track.count = pf_polyline_straighten(track.points, track.count);
  track.length = pf_polyline_length(track.points, track.count, g->bits);
  if (check) {
    const char *wrong = twin_check_track(map, g->bits, &track);
    if (wrong) {
      for (int32_t i = 0; i < track.count; i++)
        print_message("  %.17g,%.17g\n", ldexp((double)track.points[i].x, -g->bits),
                      ldexp((double)track.points[i].y, -g->bits));
      twin_fail(map, "%s, without %u: %s", kind_names[g->kind], without, wrong);
    }
  }
  return track.length;
}

static inline bool close_to(double a, double b) {
  return a == b || fabs(a - b) <= 1e-9 * fabs(b);
}

static inline void compare(const twin_map *map, const ground *g, pf_fixed_point s, pf_fixed_point t,
                           double expected, double found) {
  if (!close_to(found, expected))
    twin_fail(map, "%s: %.17g,%.17g to %.17g,%.17g is %.17g long, not %.17g", kind_names[g->kind],
              ldexp((double)s.x, -g->bits), ldexp((double)s.y, -g->bits),
              ldexp((double)t.x, -g->bits), ldexp((double)t.y, -g->bits), expected, found);
}

#endif
