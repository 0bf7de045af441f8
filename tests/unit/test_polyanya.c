/* Polyanya over meshes of every kind against shortest paths by brute force; and what
 * must not change its lengths: prunings, meshes, scratch used before, turning,
 * mirroring and scaling the map. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/polyline.h"
#include "map/polygons.h"
#include "mesh/cdt.h"
#include "mesh/locate.h"
#include "mesh/merge.h"
#include "mesh/rectangles.h"
#include "mesh/trace.h"
#include "search/polyanya.h"
#include "twin_check.h"
#include "twin_outline_maps.h"
#include "twin_outlines.h"
#include "twin_polygons.h"
#include "twin_region.h"
#include "twin_shortest.h"

enum { CDT, PUBLIC, SMALLEST, LONGEST, RECTANGLES, KINDS };
static const char *const kind_names[KINDS] = {"cdt", "merged (public)", "merged (smallest)",
                                              "merged (longest)", "rectangles"};

/* ---- Grounds to search on ---- */

typedef struct ground {
  int kind, bits;
  int32_t width, height;
  pathfan_mesh_data mesh;
  pathfan_search_mesh search;
  pathfan_locator locator;
  void *locator_bytes;
} ground;

static void *copy_of(const void *from, int32_t count, size_t size) {
  void *copy = malloc((size_t)count * size + 1);
  assert_non_null(copy);
  return count ? memcpy(copy, from, (size_t)count * size) : copy;
}

static pathfan_outline outline_of(const twin_map *map) {
  pathfan_outline outline = map->outline;
  if (!outline.edge_count) {
    assert_int_equal(pathfan_trace_grid(&map->grid, &outline), PATHFAN_OK);
    return outline;
  }
  outline.vertices = copy_of(outline.vertices, outline.vertex_count, sizeof *outline.vertices);
  outline.edges = copy_of(outline.edges, outline.edge_count, sizeof *outline.edges);
  return outline;
}

static pathfan_lattice extent_of(const twin_map *map) {
  pathfan_lattice most = {map->grid.width, map->grid.height};
  for (int32_t v = 0; v < map->outline.vertex_count; v++) {
    if (map->outline.vertices[v].x > most.x) most.x = map->outline.vertices[v].x;
    if (map->outline.vertices[v].y > most.y) most.y = map->outline.vertices[v].y;
  }
  return most;
}

static int bits_of(const twin_map *map) {
  const pathfan_lattice most = extent_of(map);
  return pathfan_fraction_bits(most.x > most.y ? most.x : most.y);
}

/* Takes the mesh. */
static ground ground_around(const twin_map *map, pathfan_mesh_data mesh, int kind, int bits) {
  const pathfan_lattice most = extent_of(map);
  uint64_t size;
  ground g = {.kind = kind, .bits = bits, .width = most.x, .height = most.y, .mesh = mesh};
  assert_int_equal(pathfan_locator_build(&g.mesh.view, most.x, most.y, 0, &g.locator_bytes, &size),
                   PATHFAN_OK);
  assert_true(pathfan_locator_open(g.locator_bytes, size, &g.locator));
  assert_int_equal(
      pathfan_search_mesh_build(&g.mesh.view, g.mesh.wedge, g.mesh.component, 1, bits, &g.search),
      PATHFAN_OK);
  return g;
}

static ground ground_make(const twin_map *map, int kind, int bits) {
  pathfan_mesh_data mesh = {0}, merged = {0};
  if (kind == RECTANGLES) {
    pathfan_grid_mesh cut = {0};
    assert_int_equal(pathfan_rectangles_build(&map->grid, &cut), PATHFAN_OK);
    mesh = cut.data;
    memset(&cut.data, 0, sizeof cut.data);
    pathfan_grid_mesh_free(&cut);
    return ground_around(map, mesh, kind, bits);
  }
  pathfan_outline outline = outline_of(map);
  assert_int_equal(pathfan_cdt_build(&outline, &mesh), PATHFAN_OK);
  assert_int_equal(pathfan_mesh_finish(&mesh), PATHFAN_OK);
  pathfan_outline_free(&outline);
  if (kind == CDT) return ground_around(map, mesh, kind, bits);
  static const pathfan_merge_rule rules[] = {PATHFAN_MERGE_PUBLIC, PATHFAN_MERGE_SMALLEST,
                                             PATHFAN_MERGE_LONGEST};
  assert_int_equal(pathfan_merge(&mesh, rules[kind - PUBLIC], &merged), PATHFAN_OK);
  pathfan_mesh_data_free(&mesh);
  return ground_around(map, merged, kind, bits);
}

static void ground_free(ground *g) {
  pathfan_mesh_data_free(&g->mesh);
  pathfan_search_mesh_free(&g->search);
  free(g->locator_bytes);
}

static pathfan_polyanya_end place(const twin_map *map, const ground *g, pathfan_fixed p) {
  const int32_t polygon = pathfan_locate(&g->locator, &g->mesh.view, p, g->bits);
  if ((polygon >= 0) != twin_map_is_free(map, g->bits, p))
    twin_fail(map, "%s: %lld,%lld is located in polygon %d", kind_names[g->kind], (long long)p.x,
              (long long)p.y, polygon);
  return (pathfan_polyanya_end){p, polygon};
}

/* ---- Ends ---- */

/* A free point: one of the map's kinds, or a vertex of the mesh, or a point of an edge
 * or inside of a polygon. near >= 0: of that polygon. */
static bool pick(pathfan_random *random, const twin_map *map, const ground *g, int32_t near,
                 pathfan_fixed *p) {
  const pathfan_mesh *mesh = &g->mesh.view;
  const int kind = (int)pathfan_random_below(random, 8);
  if (kind < 4 && near < 0) return twin_map_random_point(random, map, g->bits, false, p);
  const int32_t polygon =
      near >= 0 ? near : (int32_t)pathfan_random_below(random, mesh->polygon_count);
  const uint32_t first = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  const uint32_t c = first + (uint32_t)pathfan_random_below(random, (int64_t)(end - first));
  const pathfan_lattice a = mesh->vertices[mesh->corner_vertex[c]];
  const pathfan_lattice b = mesh->vertices[mesh->corner_vertex[c + 1 < end ? c + 1 : first]];
  const int64_t unit = INT64_C(1) << g->bits;
  const int64_t part = kind == 4   ? 0
                       : kind == 5 ? unit / 2
                                   : pathfan_random_below(random, unit + 1);
  /* Exactly on the edge; a fixed-point coordinate needs no rounding then. */
  *p = (pathfan_fixed){a.x * (unit - part) + b.x * part, a.y * (unit - part) + b.y * part};
  if (kind < 7) return true;
  const pathfan_lattice o = mesh->vertices[mesh->corner_vertex[c > first ? c - 1 : end - 1]];
  const int64_t in = pathfan_random_below(random, 1 << 16);
  p->x += (int64_t)(((double)o.x * (double)unit - (double)p->x) * (double)in / 65536);
  p->y += (int64_t)(((double)o.y * (double)unit - (double)p->y) * (double)in / 65536);
  return twin_map_is_free(map, g->bits, *p);
}

static bool pick_both(pathfan_random *random, const twin_map *map, const ground *g,
                      pathfan_fixed *s, pathfan_fixed *t) {
  if (!pick(random, map, g, -1, s)) return false;
  if (pathfan_random_below(random, 8)) return pick(random, map, g, -1, t);
  const int32_t near = pathfan_locate(&g->locator, &g->mesh.view, *s, g->bits);
  if (near >= 0 && pathfan_random_below(random, 4)) return pick(random, map, g, near, t);
  *t = *s;
  return true;
}

/* ---- Asking ---- */

/* A search that must not fail: its length, INFINITY without a path, -1 at the limit.
 * A path is checked against the map if `check`. */
static double find(const twin_map *map, const ground *g, pathfan_polyanya *search,
                   pathfan_polyanya_end s, pathfan_polyanya_end t, uint32_t without, uint64_t limit,
                   bool check) {
  assert_int_equal(pathfan_polyanya_find(search, &g->search, s, t, without, limit), PATHFAN_OK);
  if (search->expanded > search->generated || search->expanded < 0 || search->pruned < 0)
    twin_fail(map, "%lld expanded, %lld generated, %lld pruned", (long long)search->expanded,
              (long long)search->generated, (long long)search->pruned);
  if (search->outcome == PATHFAN_POLYANYA_LIMIT) {
    assert_true(limit && (uint64_t)search->expanded == limit && search->point_count == 0);
    return -1;
  }
  if (limit) assert_true((uint64_t)search->expanded <= limit);
  if (search->outcome == PATHFAN_POLYANYA_NO_PATH) {
    assert_int_equal(search->point_count, 0);
    return INFINITY;
  }
  twin_track track = {0, search->point_count, search->points};
  assert_true(track.count >= 2);
  assert_true(track.points[0].x == s.at.x && track.points[0].y == s.at.y);
  assert_true(track.points[track.count - 1].x == t.at.x &&
              track.points[track.count - 1].y == t.at.y);
  track.count = pathfan_polyline_straighten(track.points, track.count);
  track.length = pathfan_polyline_length(track.points, track.count, g->bits);
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

static bool close_to(double a, double b) {
  return a == b || fabs(a - b) <= 1e-9 * fabs(b);
}

static void compare(const twin_map *map, const ground *g, pathfan_fixed s, pathfan_fixed t,
                    double expected, double found) {
  if (!close_to(found, expected))
    twin_fail(map, "%s: %.17g,%.17g to %.17g,%.17g is %.17g long, not %.17g", kind_names[g->kind],
              ldexp((double)s.x, -g->bits), ldexp((double)s.y, -g->bits),
              ldexp((double)t.x, -g->bits), ldexp((double)t.y, -g->bits), expected, found);
}

typedef struct tally {
  int64_t pairs, bent, apart; /* searches; with a turn; without a path */
} tally;

/* Pairs of ends of one map, each over all its meshes. */
static void check_map(const twin_map *map, pathfan_polyanya *search, int pairs, tally *sum) {
  const int kinds = map->outline.edge_count ? RECTANGLES : KINDS;
  pathfan_random random = pathfan_random_from(map->seed * 31 + 7);
  twin_roads roads = twin_roads_make(map);
  ground g[KINDS];
  for (int k = 0; k < kinds; k++) g[k] = ground_make(map, k, bits_of(map));
  for (int i = 0; i < pairs && g[0].mesh.view.polygon_count; i++) {
    pathfan_fixed s, t;
    if (!pick_both(&random, map, &g[i % kinds], &s, &t)) continue;
    const double expected = twin_shortest(map, &roads, g[0].bits, s, t);
    for (int k = 0; k < kinds; k++) {
      const pathfan_polyanya_end from = place(map, &g[k], s), to = place(map, &g[k], t);
      compare(map, &g[k], s, t, expected, find(map, &g[k], search, from, to, 0, 0, true));
      sum->bent += search->outcome == PATHFAN_POLYANYA_FOUND && search->point_count > 2;
      compare(map, &g[k], t, s, expected, find(map, &g[k], search, to, from, 0, 0, true));
      sum->pairs += 2;
      sum->apart += search->outcome == PATHFAN_POLYANYA_NO_PATH;
    }
  }
  for (int k = 0; k < kinds; k++) ground_free(&g[k]);
  twin_roads_free(&roads);
}

static void show(const tally *sum, int maps) {
  print_message("%d maps, %lld searches, %lld paths with turns, %lld pairs apart\n", maps,
                (long long)sum->pairs, (long long)sum->bent, (long long)sum->apart);
  assert_true(sum->bent * 8 > sum->pairs);
}

static void test_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(200);
  pathfan_polyanya search = {0};
  tally sum = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 10 ? 10 : 20);
    check_map(&map, &search, 40, &sum);
    twin_map_free(&map);
  }
  show(&sum, count);
  assert_true(sum.apart > 0);
  pathfan_polyanya_free(&search);
}

static void test_outlines(void **state) {
  (void)state;
  const int count = twin_scaled(300);
  pathfan_polyanya search = {0};
  tally sum = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, i % 6 ? 7 : 11);
    check_map(&map, &search, 25, &sum);
    twin_map_free(&map);
  }
  show(&sum, count);
  pathfan_polyanya_free(&search);
}

/* Generated polygons on a coarse lattice, which welds them together in points and
 * leaves slits of few units, or on the finest. False: nothing is free, or too much to
 * be looked at by brute force. */
static bool polygon_map(int number, twin_map *map) {
  twin_polygon_map source = twin_polygon_map_number(number);
  pathfan_random random = pathfan_random_from(source.seed + 3);
  pathfan_frame frame;
  pathfan_error error;
  double box[4];
  twin_polygons_box(&source.polygons, box);
  const double extent = fmax(box[2] - box[0], box[3] - box[1]);
  const int32_t fine = pathfan_random_between(&random, 7, 31);
  const pathfan_snap_options snap = {fine > 27 ? 0 : ldexp(extent, -fine), 0};
  *map = (twin_map){.seed = source.seed};
  snprintf(map->name, sizeof map->name, "%s, number %d, extent 2^%d units", source.style, number,
           fine);
  if (pathfan_polygons_outline(&source.polygons, &snap, &frame, &map->outline, &error))
    fail_msg("%s: %s", map->name, error.text);
  twin_polygon_map_free(&source);
  if (map->outline.edge_count && map->outline.edge_count <= 250) return true;
  twin_map_free(map);
  return false;
}

static void test_polygons(void **state) {
  (void)state;
  const int count = twin_scaled(200);
  pathfan_polyanya search = {0};
  tally sum = {0};
  int maps = 0;
  for (int i = 0; i < count; i++) {
    twin_map map;
    if (!polygon_map(i, &map)) continue;
    check_map(&map, &search, 12, &sum);
    twin_map_free(&map);
    maps++;
  }
  show(&sum, maps);
  assert_true(maps * 2 > count);
  pathfan_polyanya_free(&search);
}

/* Two triangles that touch at (50,50): paths turn there in the wide sector, while ends
 * there belong to the narrow one. */
static void test_pinch_where_paths_turn(void **state) {
  (void)state;
  static const pathfan_lattice at[] = {{0, 0},   {100, 0}, {100, 100}, {0, 100}, {50, 50},
                                       {60, 90}, {90, 60}, {90, 40},   {60, 10}};
  static const pathfan_outline_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5},
                                               {5, 6}, {6, 4}, {4, 7}, {7, 8}, {8, 4}};
  twin_map map = {.name = "two triangles",
                  .outline = {9, 10, copy_of(at, 9, sizeof *at), copy_of(edges, 10, sizeof *edges)},
                  .seed = 8};
  pathfan_polyanya search = {0};
  tally sum = {0};
  ground g = ground_make(&map, CDT, bits_of(&map));
  const pathfan_fixed s = pathfan_lift((pathfan_lattice){59, 95}, g.bits);
  const pathfan_fixed t = pathfan_lift((pathfan_lattice){59, 5}, g.bits);
  const pathfan_fixed pinch = pathfan_lift((pathfan_lattice){50, 50}, g.bits);
  assert_true(close_to(find(&map, &g, &search, place(&map, &g, s), place(&map, &g, t), 0, 0, true),
                       2 * sqrt(9 * 9 + 45 * 45)));
  assert_int_equal(search.point_count, 3);
  /* From the pinch round the far end of a triangle. */
  assert_true(
      close_to(find(&map, &g, &search, place(&map, &g, pinch), place(&map, &g, t), 0, 0, true),
               sqrt(40 * 40 + 10 * 10) + sqrt(31 * 31 + 35 * 35)));
  check_map(&map, &search, 200, &sum);
  ground_free(&g);
  twin_map_free(&map);
  pathfan_polyanya_free(&search);
}

/* ---- The same search otherwise ---- */

enum { ALL_PRUNINGS = 32 };

/* Every combination of prunings finds the same length; what can be endless gets a
 * limit. */
static void check_prunings(const twin_map *map, int pairs, int64_t *limited, int64_t *asked) {
  const int kinds = map->outline.edge_count ? RECTANGLES : KINDS;
  const uint64_t limit = 3000;
  pathfan_random random = pathfan_random_from(map->seed * 17 + 5);
  pathfan_polyanya search = {0};
  for (int k = 0; k < kinds; k++) {
    ground g = ground_make(map, k, bits_of(map));
    for (int i = 0; i < pairs && g.mesh.view.polygon_count; i++) {
      pathfan_fixed s, t;
      if (!pick_both(&random, map, &g, &s, &t)) continue;
      const pathfan_polyanya_end from = place(map, &g, s), to = place(map, &g, t);
      const double expected = find(map, &g, &search, from, to, 0, 0, false);
      for (uint32_t without = 1; without < ALL_PRUNINGS; without++) {
        const bool endless = without & PATHFAN_POLYANYA_NO_ROOT_HISTORY;
        const double length = find(map, &g, &search, from, to, without, endless ? limit : 0, true);
        ++*asked;
        if (length == -1)
          ++*limited;
        else
          compare(map, &g, s, t, expected, length);
      }
    }
    ground_free(&g);
  }
  pathfan_polyanya_free(&search);
}

static void test_prunings(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(20);
  int64_t limited = 0, asked = 0;
  for (int i = 0; i < count; i++) {
    twin_map maps[2] = {twin_map_number(i, 8), twin_outline_map(i, 6)};
    for (int k = 0; k < 2; k++) {
      check_prunings(&maps[k], 4, &limited, &asked);
      twin_map_free(&maps[k]);
    }
  }
  print_message("%d maps, %lld searches, %lld stopped at the limit\n", 2 * count, (long long)asked,
                (long long)limited);
  assert_true(limited * 10 < asked);
}

/* A search that is stopped says so after just so many expansions, and one that is
 * given as many as it needs ends as without a limit. */
static void test_limits(void **state) {
  (void)state;
  const int count = twin_scaled(60);
  int64_t stopped = 0;
  pathfan_polyanya search = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 25);
    pathfan_random random = pathfan_random_from(map.seed);
    ground g = ground_make(&map, i % KINDS, bits_of(&map));
    for (int k = 0; k < 10 && g.mesh.view.polygon_count; k++) {
      pathfan_fixed s, t;
      if (!pick_both(&random, &map, &g, &s, &t)) continue;
      const pathfan_polyanya_end from = place(&map, &g, s), to = place(&map, &g, t);
      const double length = find(&map, &g, &search, from, to, 0, 0, false);
      const int64_t expanded = search.expanded, generated = search.generated;
      const int64_t pruned = search.pruned;
      for (int64_t limit = 1; limit < expanded; limit += 1 + limit / 2) {
        assert_true(find(&map, &g, &search, from, to, 0, (uint64_t)limit, false) == -1);
        stopped++;
      }
      if (!expanded) continue;
      assert_true(find(&map, &g, &search, from, to, 0, (uint64_t)expanded, false) == length);
      assert_true(search.expanded == expanded && search.generated == generated &&
                  search.pruned == pruned);
    }
    ground_free(&g);
    twin_map_free(&map);
  }
  print_message("%lld searches stopped\n", (long long)stopped);
  assert_true(stopped > count);
  pathfan_polyanya_free(&search);
}

/* Round a pillar there is but one way on, again and again: without what makes a search
 * end, the limit has to. */
static void test_round_and_round(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("ring", ".....@.\n.@@@.@.\n.@@@.@.\n.....@.\n");
  pathfan_polyanya search = {0};
  for (int k = 0; k < KINDS; k++) {
    ground g = ground_make(&map, k, bits_of(&map));
    const pathfan_fixed s = pathfan_lift((pathfan_lattice){1, 1}, g.bits);
    const pathfan_fixed t = pathfan_lift((pathfan_lattice){6, 1}, g.bits);
    const double length =
        find(&map, &g, &search, place(&map, &g, s), place(&map, &g, t),
             PATHFAN_POLYANYA_NO_ROOT_HISTORY | PATHFAN_POLYANYA_NO_COMPONENTS, 100, true);
    assert_true(length == -1 || length == INFINITY);
    ground_free(&g);
  }
  pathfan_polyanya_free(&search);
  twin_map_free(&map);
}

/* Scratch that has seen other meshes, larger and smaller, does what fresh scratch does. */
static void test_scratch(void **state) {
  (void)state;
  enum { MAPS = 12, PAIRS = 8 };
  static twin_map maps[MAPS];
  static ground grounds[MAPS];
  pathfan_polyanya used = {0};
  for (int i = 0; i < MAPS; i++) {
    maps[i] = i % 3 ? twin_map_number(twin_drawn_count() + i, 8 + 6 * (i % 5))
                    : twin_outline_map(i, 6 + i);
    grounds[i] = ground_make(&maps[i], i % 4, bits_of(&maps[i]));
  }
  pathfan_random random = pathfan_random_from(99);
  for (int k = 0; k < twin_scaled(400); k++) {
    const int i = (int)pathfan_random_below(&random, MAPS);
    pathfan_fixed s, t;
    if (!grounds[i].mesh.view.polygon_count || !pick_both(&random, &maps[i], &grounds[i], &s, &t))
      continue;
    const pathfan_polyanya_end from = place(&maps[i], &grounds[i], s);
    const pathfan_polyanya_end to = place(&maps[i], &grounds[i], t);
    pathfan_polyanya fresh = {0};
    /* Some are stopped, and leave their queue behind. */
    const uint64_t limit = k % 3 == 2 ? 2 : 0;
    find(&maps[i], &grounds[i], &fresh, from, to, 0, limit, false);
    find(&maps[i], &grounds[i], &used, from, to, 0, limit, false);
    assert_int_equal(used.outcome, fresh.outcome);
    assert_true(used.expanded == fresh.expanded && used.generated == fresh.generated &&
                used.pruned == fresh.pruned);
    assert_int_equal(used.point_count, fresh.point_count);
    if (fresh.point_count)
      assert_memory_equal(used.points, fresh.points,
                          (size_t)fresh.point_count * sizeof *fresh.points);
    pathfan_polyanya_free(&fresh);
  }
  /* Stamps start again once they are used up. */
  used.now = UINT32_MAX - 1;
  for (int k = 0; k < 4; k++) {
    const double length = find(&maps[1], &grounds[1], &used, (pathfan_polyanya_end){{0, 0}, 0},
                               (pathfan_polyanya_end){{0, 0}, 0}, 0, 0, false);
    assert_true(length == 0);
  }
  assert_true(used.now < 10);
  pathfan_polyanya_free(&used);
  for (int i = 0; i < MAPS; i++) {
    ground_free(&grounds[i]);
    twin_map_free(&maps[i]);
  }
}

/* ---- The same map otherwise ---- */

/* A point is a vertex of the outline: a pinch belongs to another sector when the map is
 * turned. */
static bool is_vertex(const pathfan_outline *outline, int bits, pathfan_fixed p) {
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    const pathfan_fixed at = pathfan_lift(outline->vertices[v], bits);
    if (at.x == p.x && at.y == p.y) return true;
  }
  return false;
}

static void test_other_forms(void **state) {
  (void)state;
  static const struct form {
    int a, b, c, d;
    double scale;
  } forms[] = {{0, -1, 1, 0, 1}, {-1, 0, 0, -1, 1}, {0, 1, -1, 0, 1}, {-1, 0, 0, 1, 1},
               {1, 0, 0, -1, 1}, {0, 1, 1, 0, 1},   {2, 0, 0, 2, 2},  {4, 0, 0, 4, 4}};
  const int count = twin_scaled(160);
  int64_t pairs = 0;
  pathfan_polyanya search = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = {0}, grid = {0};
    if (i % 2) {
      map = twin_outline_map(i / 2, 9);
    } else {
      grid = twin_map_number(i / 2, 14);
      map = (twin_map){.outline = outline_of(&grid), .seed = grid.seed};
      memcpy(map.name, grid.name, sizeof map.name);
    }
    const struct form f = forms[i / 2 % 8];
    const pathfan_lattice most = extent_of(&map);
    const bool fits = (most.x > most.y ? most.x : most.y) <= (1 << 28) / f.scale;
    if (!map.outline.edge_count || !fits) {
      twin_map_free(&map);
      twin_map_free(&grid);
      continue;
    }
    twin_map other = {.outline = twin_outline_mapped(&map.outline, f.a, f.b, f.c, f.d)};
    memcpy(other.name, map.name, sizeof map.name);
    const int bits = bits_of(&other);
    pathfan_random random = pathfan_random_from(map.seed + 2);
    ground g = ground_make(&map, i % RECTANGLES, bits);
    ground turned = ground_make(&other, i / 3 % RECTANGLES, bits);
    /* Where the origin went. */
    int64_t x = 0, y = 0;
    for (int32_t v = 0; v < map.outline.vertex_count; v++) {
      const pathfan_lattice at = map.outline.vertices[v];
      const int64_t to_x = -((int64_t)f.a * at.x + (int64_t)f.b * at.y);
      const int64_t to_y = -((int64_t)f.c * at.x + (int64_t)f.d * at.y);
      if (!v || to_x > x) x = to_x;
      if (!v || to_y > y) y = to_y;
    }
    for (int k = 0; k < 25; k++) {
      pathfan_fixed p[2], q[2];
      if (!pick_both(&random, &map, &g, &p[0], &p[1])) continue;
      if (is_vertex(&map.outline, bits, p[0]) || is_vertex(&map.outline, bits, p[1])) continue;
      for (int e = 0; e < 2; e++)
        q[e] = (pathfan_fixed){f.a * p[e].x + f.b * p[e].y + x * (INT64_C(1) << bits),
                               f.c * p[e].x + f.d * p[e].y + y * (INT64_C(1) << bits)};
      const double length =
          find(&map, &g, &search, place(&map, &g, p[0]), place(&map, &g, p[1]), 0, 0, false);
      const double there = find(&other, &turned, &search, place(&other, &turned, q[0]),
                                place(&other, &turned, q[1]), 0, 0, false);
      compare(&other, &turned, q[0], q[1], f.scale * length, there);
      pairs++;
    }
    ground_free(&g);
    ground_free(&turned);
    twin_map_free(&map);
    twin_map_free(&other);
    twin_map_free(&grid);
  }
  print_message("%lld pairs\n", (long long)pairs);
  assert_true(pairs > count);
  pathfan_polyanya_free(&search);
}

/* ---- Fans ---- */

/* Triangles from (radius, radius) to points round it, near and far in turns, three
 * quarters of the way round: the vertex that all of them share is convex. */
static ground fan_make(int32_t count, int32_t radius, pathfan_random *random, twin_map *map) {
  pathfan_mesh_data mesh = {0};
  mesh.view.vertex_count = count + 2;
  mesh.view.polygon_count = count;
  mesh.vertices = malloc((size_t)(count + 2) * sizeof *mesh.vertices);
  mesh.first_corner = malloc((size_t)(count + 1) * sizeof *mesh.first_corner);
  mesh.corner_vertex = malloc((size_t)(3 * count) * sizeof *mesh.corner_vertex);
  map->outline =
      (pathfan_outline){count + 2, count + 2, malloc((size_t)(count + 2) * sizeof(pathfan_lattice)),
                        malloc((size_t)(count + 2) * sizeof(pathfan_outline_edge))};
  snprintf(map->name, sizeof map->name, "fan of %d", count);
  assert_true(mesh.vertices && mesh.first_corner && mesh.corner_vertex && map->outline.vertices &&
              map->outline.edges);
  mesh.vertices[0] = (pathfan_lattice){radius, radius};
  for (int32_t i = 0; i <= count; i++) {
    const double turn = 1.5 * 3.14159265358979 * i / count;
    const double far = radius * (i % 2 ? 0.97 : 0.2 + 0.001 * pathfan_random_below(random, 700));
    mesh.vertices[i + 1] =
        (pathfan_lattice){radius + (int32_t)(far * cos(turn)), radius + (int32_t)(far * sin(turn))};
  }
  for (int32_t i = 0; i <= count; i++) mesh.first_corner[i] = (uint32_t)(3 * i);
  for (int32_t i = 0; i < count; i++) {
    mesh.corner_vertex[3 * i] = 0;
    mesh.corner_vertex[3 * i + 1] = i + 1;
    mesh.corner_vertex[3 * i + 2] = i + 2;
  }
  for (int32_t v = 0; v < count + 2; v++) {
    map->outline.vertices[v] = mesh.vertices[v];
    map->outline.edges[v] = (pathfan_outline_edge){v, (v + 1) % (count + 2)};
  }
  assert_int_equal(pathfan_mesh_match(&mesh, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_mesh_finish(&mesh), PATHFAN_OK);
  return ground_around(map, mesh, CDT, bits_of(map));
}

static void test_fans(void **state) {
  (void)state;
  pathfan_random random = pathfan_random_from(4);
  pathfan_polyanya search = {0};
  for (int32_t count = 3; count < 400; count *= 3) {
    twin_map map = {.seed = 1};
    ground g = fan_make(count, 1 << 20, &random, &map);
    twin_roads roads = twin_roads_make(&map);
    for (int i = 0; i < 60; i++) {
      pathfan_fixed s, t;
      if (!pick_both(&random, &map, &g, &s, &t)) continue;
      if (i % 10 == 0) s = pathfan_lift((pathfan_lattice){1 << 20, 1 << 20}, g.bits);
      const pathfan_polyanya_end from = place(&map, &g, s), to = place(&map, &g, t);
      const double expected = twin_shortest(&map, &roads, g.bits, s, t);
      compare(&map, &g, s, t, expected, find(&map, &g, &search, from, to, 0, 0, true));
      compare(&map, &g, t, s, expected, find(&map, &g, &search, to, from, 0, 0, true));
    }
    twin_roads_free(&roads);
    ground_free(&g);
    twin_map_free(&map);
  }
  pathfan_polyanya_free(&search);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grids),
      cmocka_unit_test(test_outlines),
      cmocka_unit_test(test_polygons),
      cmocka_unit_test(test_prunings),
      cmocka_unit_test(test_pinch_where_paths_turn),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_scratch),
      cmocka_unit_test(test_other_forms),
      cmocka_unit_test(test_fans),
      cmocka_unit_test(test_round_and_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
