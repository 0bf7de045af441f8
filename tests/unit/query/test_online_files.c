/* Maps without an index through the public headers: every kind of file, malformed files, the
 * metrics of meshes, and meshes written to files. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "online_fixture.h"
#include "suite.h"
#include "twin_scratch.h"

/* Checks that polygons are convex and counter-clockwise, and that their area is that of the
 * metrics. */
static void check_polygons(const pathfan_map *map) {
  pathfan_map_info info;
  pathfan_mesh_metrics metrics;
  double area = 0, corners = 0;
  pathfan_map_info_get(map, &info);
  pathfan_map_metrics(map, &metrics);
  for (int32_t i = 0; i < info.polygon_count; i++) {
    pathfan_point p[64];
    const int32_t count = pathfan_map_polygon(map, i, p, 64);
    assert_true(count >= 3 && count <= 64);
    corners += count;
    for (int32_t k = 0; k < count; k++) {
      const pathfan_point a = p[k], b = p[(k + 1) % count], c = p[(k + 2) % count];
      assert_true((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) >= 0);
      area += (a.x * b.y - a.y * b.x) / 2;
    }
    /* The count is returned even without room for the points. */
    assert_int_equal(pathfan_map_polygon(map, i, p, 0), count);
  }
  assert_int_equal(pathfan_map_polygon(map, -1, NULL, 0), 0);
  assert_int_equal(pathfan_map_polygon(map, info.polygon_count, NULL, 0), 0);
  assert_true(fabs(area - metrics.area) <= 1e-6 * metrics.area);
  assert_true(fabs(corners / info.polygon_count - metrics.corners) < 1e-9);
  assert_int_equal(metrics.polygons, info.polygon_count);
  assert_int_equal(metrics.vertices, info.vertex_count);
  assert_int_equal(metrics.components, info.component_count);
}

static void check_block(const pathfan_map *map, bool is_grid) {
  pathfan_map_info info;
  pathfan_mesh_metrics metrics;
  pathfan_map_info_get(map, &info);
  pathfan_map_metrics(map, &metrics);
  assert_true(info.origin_x == info.origin_y && info.width == info.height);
  assert_true((info.origin_x == 0 && info.width == 9) || (info.origin_x == -1 && info.width == 11));
  assert_int_equal(info.convex_count, 4);
  assert_int_equal(info.component_count, 1);
  assert_true(info.is_grid == is_grid);
  assert_true(metrics.area == 72);
  check_polygons(map);
  pathfan_query *query = query_of(map);
  const pathfan_request r = request_from(PATHFAN_ALGORITHM_POLYANYA, 1, 4.5, 8, 4.5);
  const pathfan_answer *answer = ask(query, &r);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_int_equal(answer->path_count, 1);
  assert_int_equal(answer->paths[0].point_count, 4);
  assert_true(answer->paths[0].length == 8);
  assert_true(answer->search.expanded > 0 && answer->search.generated > answer->search.expanded);
  assert_true(answer->work == (uint64_t)answer->search.expanded);
  pathfan_query_free(query);
}

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static void test_files(void **state) {
  (void)state;
  for (int i = 0; i < FILES; i++) {
    const struct block_file *f = &block_files[i];
    for (int kind = PATHFAN_MESH_DEFAULT; kind <= PATHFAN_MESH_RECTANGLES; kind++) {
      pathfan_map_options options;
      pathfan_map *map, *again;
      pathfan_error error;
      pathfan_map_options_init(&options);
      options.mesh = (pathfan_mesh_kind)kind;
      if (kind == PATHFAN_MESH_RECTANGLES && !f->is_grid) {
        assert_int_equal(
            pathfan_map_parse(f->text, strlen(f->text), f->name, &options, &map, &error),
            PATHFAN_ERR_ARGUMENT);
        assert_null(map);
        assert_non_null(strstr(error.text, f->name));
        continue;
      }
      map = parse(f->text, f->name, &options);
      check_block(map, f->is_grid);

      /* From a file. */
      write_text(twin_scratch(f->name), f->text);
      if (pathfan_map_open(twin_scratch(f->name), &options, &again, &error))
        fail_msg("%s", error.text);
      check_block(again, f->is_grid);
      pathfan_map_free(again);

      /* Its mesh, written and read back, is the same. */
      if (pathfan_map_write(map, twin_scratch("written.mesh"), PATHFAN_SPACE_FILE_MESH_2, &error))
        fail_msg("%s", error.text);
      if (pathfan_map_open(twin_scratch("written.mesh"), NULL, &again, &error))
        fail_msg("%s", error.text);
      check_block(again, false);
      pathfan_mesh_metrics a, b;
      pathfan_map_metrics(map, &a);
      pathfan_map_metrics(again, &b);
      assert_true(a.vertices == b.vertices && a.polygons == b.polygons &&
                  a.dead_ends == b.dead_ends && a.degree == b.degree && a.corners == b.corners);
      pathfan_map_free(again);
      pathfan_map_free(map);
    }
  }
  pathfan_map_free(NULL);
}

static void test_agent_radius(void **state) {
  (void)state;
  for (int i = 0; i < FILES; i++) {
    const struct block_file *f = &block_files[i];
    pathfan_map_options options;
    pathfan_map *map;
    pathfan_error error;
    pathfan_map_info info;
    pathfan_map_options_init(&options);
    options.agent_radius = 0.5;
    const pathfan_status status =
        pathfan_map_parse(f->text, strlen(f->text), f->name, &options, &map, &error);
    if (f->is_mesh) {
      assert_int_equal(status, PATHFAN_ERR_ARGUMENT);
      assert_null(map);
      continue;
    }
    if (status) fail_msg("%s", error.text);
    pathfan_map_info_get(map, &info);
    assert_false(info.is_grid);
    check_polygons(map);
    pathfan_query *query = query_of(map);
    /* Corners are round: two tangents of circles, with an arc of 48.4 degrees each. */
    const double turn = asin(0.5 / 2.5) + atan2(1.5, 2);
    const double round = 3 + 2 * (sqrt(2.5 * 2.5 - 0.5 * 0.5) + 0.5 * turn);
    pathfan_request r = request_from(PATHFAN_ALGORITHM_POLYANYA, 1, 4.5, 8, 4.5);
    const pathfan_answer *answer = ask(query, &r);
    assert_true(answer->paths[0].length > round && answer->paths[0].length < 1.005 * round);
    r.to = (pathfan_point){8.75, 4.5};
    assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_GOAL_BLOCKED);
    r.algorithm = PATHFAN_ALGORITHM_ASTAR;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_ERR_ARGUMENT);
    pathfan_query_free(query);
    pathfan_map_free(map);
  }
}

static void test_bad_files(void **state) {
  (void)state;
  static const char *const bad[] = {
      "",          "hello",          "{",          "{}",
      "poly\n1\n", "mesh\n2\n1 1\n", "POLYGON ((", "type octile\nheight 1\nwidth 2\nmap\n.\n"};
  pathfan_map *map;
  pathfan_error error;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_int_equal(pathfan_map_parse(bad[i], strlen(bad[i]), "some name", NULL, &map, &error),
                     PATHFAN_ERR_MALFORMED);
    assert_null(map);
    assert_non_null(strstr(error.text, "some name"));
    assert_int_equal(pathfan_map_parse(bad[i], strlen(bad[i]), "some name", NULL, &map, NULL),
                     PATHFAN_ERR_MALFORMED);
  }
  assert_int_equal(pathfan_map_open(twin_scratch("missing"), NULL, &map, &error), PATHFAN_ERR_IO);
  assert_null(map);
  assert_non_null(strstr(error.text, "missing"));
  map = parse(block_map, "block.map", NULL);
  assert_int_equal(
      pathfan_map_write(map, twin_scratch("no/such/folder"), PATHFAN_SPACE_FILE_MESH_2, &error),
      PATHFAN_ERR_IO);
  pathfan_map_free(map);
}

/* A map without free space can be opened and queried. */
static void test_nothing_free(void **state) {
  (void)state;
  pathfan_map_info info;
  pathfan_map_options options;
  pathfan_map_options_init(&options);
  for (int kind = PATHFAN_MESH_DEFAULT; kind <= PATHFAN_MESH_RECTANGLES; kind++) {
    options.mesh = (pathfan_mesh_kind)kind;
    pathfan_map *map = parse("type octile\nheight 2\nwidth 2\nmap\n@@\n@@\n", "full", &options);
    pathfan_mesh_metrics metrics;
    pathfan_map_info_get(map, &info);
    assert_true(info.polygon_count == 0 && info.component_count == 0);
    pathfan_map_metrics(map, &metrics);
    assert_true(metrics.area == 0 && metrics.degree == 0 && metrics.corners == 0);
    pathfan_query *query = query_of(map);
    pathfan_request r = request_from(PATHFAN_ALGORITHM_POLYANYA, 1, 1, 1, 1);
    assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_START_BLOCKED);
    r.algorithm = PATHFAN_ALGORITHM_ASTAR;
    r.snap = 10;
    assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_START_BLOCKED);
    pathfan_query_free(query);
    pathfan_map_free(map);
  }
}

SUITE(test_online_files) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_files),
      cmocka_unit_test(test_agent_radius),
      cmocka_unit_test(test_bad_files),
      cmocka_unit_test(test_nothing_free),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
