/* Surfaces with layers above each other, as other programs' navigation meshes: random ones in all
 * forms, asked with and without an index. Shortest lengths are those of a dense graph on the cells,
 * and every path can be walked from cell to cell. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan/build.h"
#include "pathfan/floors.h"
#include "pathfan/map.h"
#include "pathfan/obstacles.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_scratch.h"
#include "twin_surface.h"

enum { U = TWIN_SURFACE_UNIT };

/* How coordinates of a file follow from cells: times `cell`, plus the origin. */
typedef struct asked {
  const twin_surface *surface;
  const twin_surface_graph *graph;
  double cell, origin[2], tolerance;
  int64_t paths, over, layered;
} asked;

static void write_file(const char *path, const char *text, size_t bytes) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, bytes, file), bytes);
  assert_int_equal(fclose(file), 0);
}

static pathfan_point to_file(const asked *a, twin_surface_point at) {
  return (pathfan_point){a->origin[0] + (double)at.x / U * a->cell,
                         a->origin[1] + (double)at.y / U * a->cell};
}

static int32_t to_sixteenths(double value, double origin, double cell) {
  const double at = (value - origin) / cell * U;
  assert_true(fabs(at - nearbyint(at)) < 1e-3);
  return (int32_t)nearbyint(at);
}

static void check_height(const asked *a, twin_surface_point at, double height) {
  const double wanted = twin_surface_height(a->surface, at) * a->cell;
  assert_true(fabs(height - wanted) <= 1e-5);
}

/* Walks along the path; its turns are corners of cells. */
static void check_walk(const asked *a, const pathfan_path *path, twin_surface_point from,
                       twin_surface_point to) {
  twin_surface_set set = {.count = 1, .list = {from.cell}};
  double length = 0;
  int32_t x = from.x, y = from.y;
  set.has[from.cell] = true;
  for (int32_t i = 1; i < path->point_count; i++) {
    const pathfan_point p = path->points[i], q = path->points[i - 1];
    const int32_t to_x = to_sixteenths(p.x, a->origin[0], a->cell);
    const int32_t to_y = to_sixteenths(p.y, a->origin[1], a->cell);
    assert_true(twin_surface_follow(a->surface, x, y, to_x, to_y, &set));
    length += hypot(p.x - q.x, p.y - q.y);
    x = to_x;
    y = to_y;
  }
  assert_true(x == to.x && y == to.y && set.has[to.cell]);
  check_height(a, from, path->heights[0]);
  check_height(a, to, path->heights[path->point_count - 1]);
  for (int32_t i = 0; i < path->point_count; i++)
    assert_true(path->heights[i] >= -1e-6 && path->heights[i] <= 9 * a->cell);
  assert_true(fabs(length - path->length) <= 1e-9 * (1 + length));
}

static void ask(asked *a, pathfan_query *query, pathfan_algorithm algorithm,
                twin_surface_point from, twin_surface_point to) {
  const double wanted = twin_surface_length(a->graph, from, to) * a->cell;
  const pathfan_answer *answer;
  pathfan_request r;
  pathfan_request_init(&r);
  r.algorithm = algorithm;
  r.from = to_file(a, from);
  r.to = to_file(a, to);
  r.from_level = (twin_surface_height(a->surface, from) + 0.4) * a->cell;
  r.to_level = (twin_surface_height(a->surface, to) - 0.4) * a->cell;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  if (isinf(wanted)) {
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_NO_PATH);
    return;
  }
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  if (fabs(answer->paths[0].length - wanted) > a->tolerance * (1 + wanted))
    fail_msg("algorithm %d: %.17g, not %.17g", (int)algorithm, answer->paths[0].length, wanted);
  for (int32_t i = 0; i < answer->path_count; i++) {
    assert_true(i == 0 || answer->paths[i].length >= answer->paths[i - 1].length - 1e-9);
    check_walk(a, &answer->paths[i], from, to);
  }
  a->paths += answer->path_count;
  a->over += from.cell / (TWIN_SURFACE_SIDE * TWIN_SURFACE_SIDE) !=
             to.cell / (TWIN_SURFACE_SIDE * TWIN_SURFACE_SIDE);
}

/* A link added between any two points is as good as a jump of the mesh; an area is refused. */
static void ask_changed(const asked *a, pf_random *random, const pathfan_index *index,
                        pathfan_query *query) {
  const twin_surface_point from = twin_surface_draw_point(a->surface, random);
  const twin_surface_point to = twin_surface_draw_point(a->surface, random);
  pathfan_obstacles *none, *some;
  pathfan_error error = {""};
  pathfan_request r;
  const pathfan_answer *answer;
  const pathfan_link link = {.at = {to_file(a, from), to_file(a, to)},
                             .cost = 0.001,
                             .back = INFINITY,
                             .height = {twin_surface_height(a->surface, from) * a->cell,
                                        twin_surface_height(a->surface, to) * a->cell}};
  const pathfan_change changes[] = {
      {.kind = PATHFAN_CHANGE_ADD_LINK, .link = &link},
      {.kind = PATHFAN_CHANGE_ADD_AREA, .area = {.centre = link.at[0], .radius = 0.25}}};
  pathfan_request_init(&r);
  r.from = link.at[0];
  r.to = link.at[1];
  r.from_level = link.height[0];
  r.to_level = link.height[1];
  assert_int_equal(pathfan_obstacles_create(index, &none, &error), PATHFAN_OK);
  for (size_t count = 1; count <= 2; count++) {
    if (pathfan_obstacles_change(none, changes, count, &some, NULL, &error))
      fail_msg("%s", error.text);
    r.obstacles = some;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    if (count == 1)
      assert_true(answer->path_count > 0 && answer->paths[0].cost <= 0.001 + 1e-12);
    else
      assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
    pathfan_obstacles_release(some);
  }
  pathfan_obstacles_release(none);
}

/* Asks a map of the surface, and an index of it. */
static void ask_file(asked *a, pf_random *random, const char *path, bool trial) {
  static const pathfan_algorithm of_map[] = {
      PATHFAN_ALGORITHM_POLYANYA, PATHFAN_ALGORITHM_DISSIMILARITY, PATHFAN_ALGORITHM_PENALTY};
  pathfan_build_options options;
  pathfan_error error = {""};
  pathfan_map *map;
  pathfan_index *index;
  pathfan_query *of[2];
  pathfan_build_options_init(&options);
  options.tables = trial ? 2 : 0;
  if (pathfan_map_open(path, NULL, &map, &error)) fail_msg("%s", error.text);
  if (pathfan_build_index(path, twin_scratch("surface.pathfan"), &options, NULL, &error))
    fail_msg("%s", error.text);
  if (pathfan_index_open(twin_scratch("surface.pathfan"), NULL, &index, &error))
    fail_msg("%s", error.text);
  assert_int_equal(pathfan_query_create_online(map, &of[0]), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &of[1]), PATHFAN_OK);
  for (int i = 0; i < 12; i++) {
    const twin_surface_point from = twin_surface_draw_point(a->surface, random);
    twin_surface_point to = twin_surface_draw_point(a->surface, random);
    const int32_t above = from.cell + TWIN_SURFACE_SIDE * TWIN_SURFACE_SIDE;
    if (i % 4 == 3 && above < TWIN_SURFACE_CELLS && a->surface->is_free[above])
      to = (twin_surface_point){from.x, from.y, above};
    ask(a, of[0], of_map[i % 3], from, to);
    ask(a, of[1], PATHFAN_ALGORITHM_INDEX, from, to);
    ask(a, of[1], trial ? PATHFAN_ALGORITHM_CVPD : PATHFAN_ALGORITHM_PLATEAUS, to, from);
  }
  ask_changed(a, random, index, of[1]);
  pathfan_query_free(of[0]);
  pathfan_query_free(of[1]);
  pathfan_index_close(index);
  pathfan_map_free(map);
}

static void test_soups(void **state) {
  (void)state;
  pf_random random = pf_random_from(41);
  asked a = {.cell = 1, .tolerance = 1e-12};
  const int count = twin_scaled(25);
  for (int i = 0; i < count; i++) {
    static const char *const endings[] = {"s.obj", "s.obj", "s.ply", "s.ply", "s.ply"};
    const twin_surface_form form = (twin_surface_form)(i % TWIN_SURFACE_FORMS);
    twin_surface surface;
    size_t bytes;
    twin_surface_draw(&surface, &random);
    twin_surface_graph *graph = twin_surface_graph_make(&surface);
    a.surface = &surface;
    a.graph = graph;
    char *text = twin_surface_soup(&surface, form, &random, &bytes);
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", twin_scratch(endings[form]));
    write_file(path, text, bytes);
    ask_file(&a, &random, path, i % 4 == 1);
    free(text);
    twin_surface_graph_free(graph);
  }
  if (twin_is_whole()) assert_true(a.paths > 600 && a.over > 200);
}

static void test_detour(void **state) {
  (void)state;
  pf_random random = pf_random_from(43);
  const int count = twin_scaled(15);
  int64_t paths = 0;
  for (int i = 0; i < count; i++) {
    /* With an origin that is no multiple of the lattice's unit the mesh moves by a part of it. */
    const bool is_moved = i % 3 == 2;
    const twin_surface_tiling tiling = {.side = i % 5 == 0 ? 0 : 2 + i % 4,
                                        .wide = i % 2,
                                        .cell = i % 3 ? 0.3F : 0.5F,
                                        .origin = {is_moved ? -1.7F : 0, is_moved ? 2.3F : 0}};
    twin_surface surface;
    size_t bytes;
    twin_surface_draw(&surface, &random);
    twin_surface_graph *graph = twin_surface_graph_make(&surface);
    asked a = {.surface = &surface,
               .graph = graph,
               .cell = (double)tiling.cell,
               .origin = {(double)tiling.origin[0], (double)tiling.origin[1]},
               .tolerance = is_moved ? 1e-7 : 1e-12};
    char *text = twin_surface_detour(&surface, &tiling, &bytes);
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", twin_scratch("s.navmesh"));
    write_file(path, text, bytes);
    ask_file(&a, &random, path, false);
    paths += a.paths;
    free(text);
    twin_surface_graph_free(graph);
  }
  if (twin_is_whole()) assert_true(paths > 350);
}

/* Jumps: the cheapest of walking and jumping, in their direction, by flags. */
static void test_jumps(void **state) {
  (void)state;
  pf_random random = pf_random_from(47);
  int64_t jumped = 0;
  const int count = twin_scaled(12);
  for (int i = 0; i < count; i++) {
    twin_surface surface;
    size_t bytes;
    twin_surface_draw(&surface, &random);
    twin_surface_jump jump = {.both_ways = i % 2, .flags = i % 3 ? 1 : 9};
    for (int e = 0; e < 2; e++) jump.at[e] = twin_surface_draw_point(&surface, &random);
    const twin_surface_tiling tiling = {.side = 3, .cell = 0.5F, .jumps = &jump, .jump_count = 1};
    twin_surface_graph *graph = twin_surface_graph_make(&surface);
    char *text = twin_surface_detour(&surface, &tiling, &bytes);
    pathfan_map *map;
    pathfan_query *query;
    pathfan_error error = {""};
    if (pathfan_map_parse(text, bytes, "s.navmesh", NULL, &map, &error)) fail_msg("%s", error.text);
    assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
    const double over = hypot(jump.at[1].x - jump.at[0].x, jump.at[1].y - jump.at[0].y) / U;
    for (int k = 0; k < 20; k++) {
      const twin_surface_point from = twin_surface_draw_point(&surface, &random);
      const twin_surface_point to = twin_surface_draw_point(&surface, &random);
      const bool may = !(jump.flags & 8) || k % 2;
      const double walk = twin_surface_length(graph, from, to);
      double best = walk;
      for (int back = 0; back <= jump.both_ways && may; back++)
        best = fmin(best, twin_surface_length(graph, from, jump.at[back]) + over +
                              twin_surface_length(graph, jump.at[!back], to));
      const pathfan_answer *answer;
      pathfan_request r;
      pathfan_request_init(&r);
      r.algorithm = PATHFAN_ALGORITHM_POLYANYA;
      r.from = (pathfan_point){from.x / 32.0, from.y / 32.0};
      r.to = (pathfan_point){to.x / 32.0, to.y / 32.0};
      r.from_level = twin_surface_height(&surface, from) / 2;
      r.to_level = twin_surface_height(&surface, to) / 2;
      r.link_flags = k % 2 ? 8 : 0;
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      if (isinf(best)) {
        assert_int_equal(answer->path_count, 0);
        continue;
      }
      assert_true(answer->path_count > 0);
      assert_true(fabs(answer->paths[0].cost - best / 2) <= 1e-9 * (1 + best));
      if (best >= walk) continue;
      jumped++;
      const pathfan_leg *last = &answer->paths[0].legs[answer->paths[0].leg_count - 1];
      const double end = twin_surface_height(&surface, jump.at[1]) / 2;
      const double other = twin_surface_height(&surface, jump.at[0]) / 2;
      assert_true(fabs(last->level - end) < 1e-6 || fabs(last->level - other) < 1e-6);
    }
    pathfan_query_free(query);
    pathfan_map_free(map);
    twin_surface_graph_free(graph);
    free(text);
  }
  if (twin_is_whole()) assert_true(jumped > 6);
}

/* What can't be a surface is refused, with the polygon; what has no effect is counted. */
static void test_sentences(void **state) {
  (void)state;
#define SQUARE "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\n"
#define SLOPE "v 9 0 3\nv 9 9 4\nv 8 9 4\n"
  static const struct {
    const char *text, *says; /* NULL: it is accepted */
  } cases[] = {
      {SQUARE "f 1 2 3 4\n", NULL},
      {SQUARE "f 1 4 3 2\n", NULL},
      {"v 0 0 0\nv 4 0 0\nv 1 3 0\nv 3 3 0\nf 1 2 3 4\n",
       "s.obj: the polygon of line 5 has an outline that meets itself"},
      {SQUARE "v 1 0.5 0\nf 1 2 3 5 4\nf 4 5 3\n", NULL}, /* concave */
      {SQUARE "f 1 2 3 4\nf 1 2 3\n",
       "s.obj: the polygon of line 6 lies on the same side of an edge as another one"},
      {SQUARE "v 1 1 0\nv 3 1 0\nv 3 3 0\nf 1 2 3 4\nf 5 6 7\n", "overlaps another one"},
      {SQUARE "f 1 2 3 5\n", "s.obj:5: expected the number of a vertex above, found \"5\""},
      {SQUARE "f 1 2 -5\n", "s.obj:5: expected the number of a vertex above, found \"-5\""},
      {SQUARE "f 1 2\n", "s.obj:5: a polygon has three corners or more"},
      {"v 0 0\nf 1 1 1\n", "s.obj:1: expected a vertex of three numbers"},
      {"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "s.obj: no polygon has an area"},
      /* A ramp beside the ground that it comes from. */
      {"v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 8 0 0\nv 8 4 0\nv 8 8 3\nv 4 8 3\nv 8 9 0\nv 9 9 0\n"
       "v 9 4 0\nf 1 2 3 4\nf 2 5 6 3\nf 3 6 7 8\n",
       NULL},
      {"v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 8 0 0\nv 8 4 0\nv 8 8 3\nv 4 8 3\nv 8 8 0\n"
       "v 12 4 0\nv 12 8 0\nv 12 0 0\nf 1 2 3 4\nf 2 5 6 3\nf 3 6 7 8\nf 5 12 10 6\nf 6 10 11 9\n",
       "ends at a wall without width"},
      /* Twice round a point. */
      {"v 0 0 0\nv 4 0 0\nv 0 4 1\nv -4 0 2\nv 0 -4 3\nv 4 0 4\nv 0 4 5\n"
       "f 1 2 3\nf 1 3 4\nf 1 4 5\nf 1 5 6\nf 1 6 7\n",
       "go round a point more than once"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pathfan_map *map = NULL;
    pathfan_error error = {""};
    const pathfan_status status =
        pathfan_map_parse(cases[i].text, strlen(cases[i].text), "s.obj", NULL, &map, &error);
    if (!cases[i].says && status) fail_msg("case %zu: %s", i, error.text);
    if (cases[i].says && (status != PATHFAN_ERR_MALFORMED || !strstr(error.text, cases[i].says)))
      fail_msg("case %zu: %s", i, error.text);
    pathfan_map_free(map);
  }
}

static void test_counted(void **state) {
  (void)state;
  static const char text[] =
      SQUARE SLOPE "v 0 4 0\nv 2 4 0\nf 1 2 3 4\nf 4 8 9 3\nf 1 4 4\nl 1 2\n";
  pathfan_map *map;
  pathfan_ignored one;
  pathfan_error error = {""};
  if (pathfan_map_parse(text, sizeof text - 1, "s.obj", NULL, &map, &error))
    fail_msg("%s", error.text);
  static const char *const kinds[] = {"element", "steep", "flipped"};
  static const char *const examples[] = {"'l' in line 13", "line 12", "line 11"};
  for (int32_t i = 0; i < 3; i++) {
    assert_true(pathfan_map_ignored(map, i, &one));
    assert_string_equal(one.kind, kinds[i]);
    assert_string_equal(one.example, examples[i]);
  }
  assert_false(pathfan_map_ignored(map, 3, &one));
  pathfan_map_free(map);
}

/* Bytes of Detour that aren't what they should be; and areas and flags that are closed. */
static void test_detour_bytes(void **state) {
  (void)state;
  enum { TILE = 48, POLYGONS = 24, WHOLE = -1 }; /* places of the first tile, and in its head */
  static const struct {
    int32_t at;       /* of a byte that changes */
    int32_t by, kept; /* to what; how many bytes there are: WHOLE: all */
    const char *layers, *says;
    pathfan_status status;
  } cases[] = {
      {0, 'T', WHOLE, NULL, NULL, PATHFAN_OK},
      {0, 'M', WHOLE, NULL, "is no map", PATHFAN_ERR_MALFORMED},
      {4, 2, WHOLE, NULL, "of another version than 1", PATHFAN_ERR_MALFORMED},
      {TILE, 'W', WHOLE, NULL, "tile 0 doesn't begin with DNAV", PATHFAN_ERR_MALFORMED},
      {TILE + 4, 6, WHOLE, NULL, "tile 0 is of another version than 7", PATHFAN_ERR_MALFORMED},
      {TILE + POLYGONS + 3, 1, WHOLE, NULL, "tile 0 is shorter than its head says",
       PATHFAN_ERR_MALFORMED},
      {TILE + POLYGONS + 3, 127, WHOLE, NULL, "tile 0 has a list of impossible length",
       PATHFAN_ERR_MALFORMED},
      {0, 'T', 39, NULL, "ends in its head", PATHFAN_ERR_MALFORMED},
      {0, 'T', 60, NULL, "tile 0 is cut off", PATHFAN_ERR_MALFORMED},
      {0, 'T', 40, NULL, "tile 0 isn't there", PATHFAN_ERR_MALFORMED},
      {0, 'T', WHOLE, "area=1", NULL, PATHFAN_OK},
      {0, 'T', WHOLE, "area=0", "has no walkable polygon", PATHFAN_ERR_MALFORMED},
      {0, 'T', WHOLE, "area=5\nflags=3", "has no walkable polygon", PATHFAN_ERR_MALFORMED},
      {0, 'T', WHOLE, "area=64", "there is no layer \"area=64\"", PATHFAN_ERR_ARGUMENT},
      {0, 'T', WHOLE, "walls", "there is no layer \"walls\"", PATHFAN_ERR_ARGUMENT},
  };
  pf_random random = pf_random_from(53);
  const twin_surface_tiling tiling = {.side = 5, .cell = 0.5F};
  twin_surface surface;
  size_t bytes;
  twin_surface_draw(&surface, &random);
  char *text = twin_surface_detour(&surface, &tiling, &bytes);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pathfan_map_options options;
    pathfan_map *map = NULL;
    pathfan_error error = {""};
    pathfan_map_options_init(&options);
    options.layers = cases[i].layers;
    const char before = text[cases[i].at];
    text[cases[i].at] = (char)cases[i].by;
    const pathfan_status status =
        pathfan_map_parse(text, cases[i].kept == WHOLE ? bytes : (size_t)cases[i].kept, "s.navmesh",
                          &options, &map, &error);
    text[cases[i].at] = before;
    if (status != cases[i].status || (cases[i].says && !strstr(error.text, cases[i].says)))
      fail_msg("case %zu: %d, %s", i, (int)status, error.text);
    pathfan_map_free(map);
  }
  free(text);
}

/* On a layered surface areas aren't known, and a point without a level is of the highest layer. */
static void test_no_level(void **state) {
  (void)state;
  static const char text[] =
      "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nv 1 1 5\nv 4 1 5\nv 4 4 5\nv 1 4 5\n"
      "f 1 2 3 4\nf 5 6 7 8\n";
  pathfan_map *map;
  pathfan_query *query;
  const pathfan_answer *answer;
  pathfan_request r;
  pathfan_error error = {""};
  if (pathfan_map_parse(text, sizeof text - 1, "s.obj", NULL, &map, &error))
    fail_msg("%s", error.text);
  assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
  pathfan_request_init(&r);
  r.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  r.from = (pathfan_point){2, 2};
  r.to = (pathfan_point){8, 8};
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_NO_PATH);
  r.from_level = 0;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  r.to = (pathfan_point){2, 2};
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_true(answer->paths[0].length == 0);
  r.to_level = 5;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_NO_PATH);
  const pathfan_area area = {.centre = {7, 7}, .radius = 1};
  r.avoid = &area;
  r.avoid_count = 1;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  pathfan_query_free(query);
  pathfan_map_free(map);
}

SUITE(test_surfaces) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_soups),    cmocka_unit_test(test_detour),
      cmocka_unit_test(test_jumps),    cmocka_unit_test(test_sentences),
      cmocka_unit_test(test_counted),  cmocka_unit_test(test_detour_bytes),
      cmocka_unit_test(test_no_level),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
