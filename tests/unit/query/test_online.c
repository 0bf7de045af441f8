/* Requests to maps without an index through the public headers: every algorithm and every outcome;
 * indexes and maps agree. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/predicates.h"
#include "map/movingai.h"
#include "map/octile.h"
#include "online_fixture.h"
#include "pathfan/inspect.h"
#include "suite.h"
#include "twin_index.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

/* ---- Outcomes ---- */

static const char split_map[] = "type octile\nheight 3\nwidth 9\nmap\n"
                                "....@....\n....@....\n....@....\n";

static void test_outcomes(void **state) {
  (void)state;
  static const pathfan_algorithm online[] = {PATHFAN_ALGORITHM_POLYANYA, PATHFAN_ALGORITHM_ASTAR};
  pathfan_map *map = parse(split_map, "split.map", NULL);
  pathfan_query *query = query_of(map);
  for (int i = 0; i < 2; i++) {
    pathfan_request r = request_from(online[i], 1, 1, 8, 1);
    const pathfan_answer *answer = ask(query, &r);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_NO_PATH);
    assert_int_equal(answer->path_count, 0);
    r.to = (pathfan_point){4.5, 1};
    assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_GOAL_BLOCKED);
    r.snap = 0.4;
    assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_GOAL_BLOCKED);
    r.snap = 0.5; /* two walls are equally near: the smaller x wins */
    answer = ask(query, &r);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
    assert_true(answer->to_snapped && !answer->from_snapped);
    assert_true(answer->to.x == 4 && answer->to.y == 1);
    r.to = (pathfan_point){-100, 1};
    assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_GOAL_BLOCKED);
    r.from = (pathfan_point){1, 1e300};
    assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_START_BLOCKED);

    /* From a point to itself, and within one cell. */
    r = request_from(online[i], 1.25, 1.5, 1.25, 1.5);
    answer = ask(query, &r);
    assert_true(answer->path_count == 1 && answer->paths[0].length == 0 &&
                answer->paths[0].point_count == 1 && answer->paths[0].points[0].x == 1.25);
    r.to.x = 1.75;
    answer = ask(query, &r);
    assert_int_equal(answer->path_count, 1);
    assert_true(answer->paths[0].length == (i ? 0 : 0.5));

    /* Without an index there is only one path. */
    r = request_from(online[i], 0.5, 0.5, 2.5, 0.5);
    r.paths = 1;
    assert_int_equal(ask(query, &r)->reason, PATHFAN_REASON_COMPLETE);
    r.paths = 2;
    answer = ask(query, &r);
    assert_true(answer->outcome == PATHFAN_OUTCOME_OK && answer->path_count == 1);
    assert_int_equal(answer->reason, PATHFAN_REASON_NO_CANDIDATES);
  }
  pathfan_query_free(query);
  pathfan_map_free(map);
}

static void test_invalid_requests(void **state) {
  (void)state;
  pathfan_map *map = parse(block_map, "block.map", NULL);
  pathfan_query *query = query_of(map);
  const pathfan_request good = request_from(PATHFAN_ALGORITHM_POLYANYA, 1, 4.5, 8, 4.5);
  for (int i = 0; i < 9; i++) {
    pathfan_request r = good;
    switch (i) {
    case 0: r.algorithm = (pathfan_algorithm)PATHFAN_ALGORITHM_COUNT; break;
    case 1: r.algorithm = (pathfan_algorithm)-1; break;
    case 2: r.without = 32; break;
    case 3: r.without = UINT32_MAX; break;
    case 4: r.without = PATHFAN_WITHOUT_ROOT_HISTORY | PATHFAN_WITHOUT_COMPONENTS; break;
    case 5: r.from.x = NAN; break;
    case 6: r.to.y = INFINITY; break;
    case 7: r.snap = -1; break;
    default: r.paths = 0;
    }
    const pathfan_answer *answer = ask(query, &r);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
    assert_int_equal(answer->path_count, 0);
  }
  /* Without root history a request needs a work limit. */
  pathfan_request r = good;
  r.without = PATHFAN_WITHOUT_ROOT_HISTORY | PATHFAN_WITHOUT_COMPONENTS;
  r.work_limit = 1000;
  assert_true(ask(query, &r)->paths[0].length == 8);
  for (r.without = 0; r.without < 32; r.without++)
    assert_true(ask(query, &r)->paths[0].length == 8);
  assert_true(ask(query, &good)->paths[0].length == 8);
  assert_string_equal(pathfan_algorithm_name(PATHFAN_ALGORITHM_INDEX), "index");
  assert_string_equal(pathfan_algorithm_name(PATHFAN_ALGORITHM_POLYANYA), "polyanya");
  assert_string_equal(pathfan_algorithm_name(PATHFAN_ALGORITHM_ASTAR), "astar");
  assert_string_equal(pathfan_algorithm_name((pathfan_algorithm)99), "unknown");
  pathfan_query_free(query);
  pathfan_map_free(map);
}

/* Checks that an algorithm that the file doesn't support is an error whose message names it, and
 * that the next request works. */
static void refuse(pathfan_query *query, pathfan_request r, pathfan_algorithm algorithm,
                   pathfan_algorithm fine) {
  const pathfan_answer *answer;
  r.algorithm = algorithm;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_ERR_ARGUMENT);
  assert_null(answer);
  assert_non_null(strstr(pathfan_query_error(query), pathfan_algorithm_name(algorithm)));
  r.algorithm = fine;
  assert_true(ask(query, &r)->paths[0].length == 8);
}

static void test_unfit_algorithms(void **state) {
  (void)state;
  const pathfan_request r = request_from(PATHFAN_ALGORITHM_POLYANYA, 1, 4.5, 8, 4.5);
  for (int i = 0; i < FILES; i++) {
    pathfan_map *map = parse(block_files[i].text, block_files[i].name, NULL);
    pathfan_query *query = query_of(map);
    refuse(query, r, PATHFAN_ALGORITHM_INDEX, PATHFAN_ALGORITHM_POLYANYA);
    if (!block_files[i].is_grid)
      refuse(query, r, PATHFAN_ALGORITHM_ASTAR, PATHFAN_ALGORITHM_POLYANYA);
    pathfan_query_free(query);
    pathfan_map_free(map);
  }
  twin_map block = twin_map_drawn("block", ".........\n.........\n.........\n...@@@...\n...@@@...\n"
                                           "...@@@...\n.........\n.........\n.........\n");
  pathfan_index *index = twin_index(&block, NULL);
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  refuse(query, r, PATHFAN_ALGORITHM_ASTAR, PATHFAN_ALGORITHM_POLYANYA);
  refuse(query, r, PATHFAN_ALGORITHM_ASTAR, PATHFAN_ALGORITHM_INDEX);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&block);
}

/* ---- Distances, nearest points, limits ---- */

static void test_distances(void **state) {
  (void)state;
  const pathfan_point to[] = {{8, 4.5}, {4.5, 4.5}, {1, 4.5}, {NAN, 1}, {1, 1}, {-3, 2}};
  const pathfan_outcome expected[] = {PATHFAN_OUTCOME_OK, PATHFAN_OUTCOME_GOAL_BLOCKED,
                                      PATHFAN_OUTCOME_OK, PATHFAN_OUTCOME_INVALID_REQUEST,
                                      PATHFAN_OUTCOME_OK, PATHFAN_OUTCOME_GOAL_BLOCKED};
  const double wanted[] = {8, -1, 0, -1, 3.5, -1};
  for (int i = 0; i < FILES; i++) {
    pathfan_map *map = parse(block_files[i].text, block_files[i].name, NULL);
    pathfan_query *query = query_of(map);
    double lengths[6] = {-1, -1, -1, -1, -1, -1};
    pathfan_outcome outcomes[6];
    pathfan_point nearest;
    bool found;
    assert_int_equal(
        pathfan_query_distances(query, (pathfan_point){1, 4.5}, to, 6, lengths, outcomes),
        PATHFAN_OK);
    for (int k = 0; k < 6; k++) {
      assert_int_equal(outcomes[k], expected[k]);
      assert_true(lengths[k] == wanted[k]);
    }
    assert_int_equal(
        pathfan_query_distance(query, (pathfan_point){4.5, 4.5}, to[0], lengths, outcomes),
        PATHFAN_OK);
    assert_int_equal(outcomes[0], PATHFAN_OUTCOME_START_BLOCKED);
    assert_int_equal(
        pathfan_query_distance(query, (pathfan_point){INFINITY, 0}, to[0], lengths, outcomes),
        PATHFAN_OK);
    assert_int_equal(outcomes[0], PATHFAN_OUTCOME_INVALID_REQUEST);

    assert_int_equal(
        pathfan_query_nearest_free(query, (pathfan_point){4.5, 3.25}, 1, &nearest, &found),
        PATHFAN_OK);
    assert_true(found && nearest.x == 4.5 && nearest.y == 3);
    assert_int_equal(
        pathfan_query_nearest_free(query, (pathfan_point){4.5, 3.25}, 0.2, &nearest, &found),
        PATHFAN_OK);
    assert_false(found);
    assert_int_equal(pathfan_query_nearest_free(query, (pathfan_point){2, 2}, 0, &nearest, &found),
                     PATHFAN_OK);
    assert_true(found && nearest.x == 2 && nearest.y == 2);
    assert_int_equal(
        pathfan_query_nearest_free(query, (pathfan_point){NAN, 2}, 1, &nearest, &found),
        PATHFAN_ERR_ARGUMENT);
    assert_int_equal(pathfan_query_nearest_free(query, (pathfan_point){1, 2}, -1, &nearest, &found),
                     PATHFAN_ERR_ARGUMENT);
    pathfan_query_free(query);
    pathfan_map_free(map);
  }
}

static void test_work_limit(void **state) {
  (void)state;
  twin_map maze = twin_map_number(twin_drawn_count() + 2, 60);
  pathfan_error error;
  pathfan_map *map;
  assert_int_equal(pf_movingai_write(&maze.grid, twin_scratch("maze.map"), &error), PATHFAN_OK);
  assert_int_equal(pathfan_map_open(twin_scratch("maze.map"), NULL, &map, &error), PATHFAN_OK);
  pathfan_query *query = query_of(map);
  pf_random random = pf_random_from(3);
  int stopped = 0;
  for (int k = 0; k < 60; k++) {
    pf_fixed_point s, t;
    if (!twin_random_point(&random, &maze.grid, 20, &s) ||
        !twin_random_point(&random, &maze.grid, 20, &t))
      continue;
    const pathfan_point p = twin_units(s, 20), q = twin_units(t, 20);
    pathfan_request r = request_from(k % 2 ? PATHFAN_ALGORITHM_ASTAR : PATHFAN_ALGORITHM_POLYANYA,
                                     p.x, p.y, q.x, q.y);
    const pathfan_answer *answer = ask(query, &r);
    const uint64_t work = answer->work;
    if (answer->outcome != PATHFAN_OUTCOME_OK || work < 2) continue;
    const double length = answer->paths[0].length;
    r.work_limit = work;
    answer = ask(query, &r);
    assert_true(answer->outcome == PATHFAN_OUTCOME_OK && answer->paths[0].length == length);
    r.work_limit = work - 1;
    answer = ask(query, &r);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_WORK_LIMIT);
    assert_int_equal(answer->reason, PATHFAN_REASON_WORK_LIMIT);
    assert_int_equal(answer->path_count, 0);
    assert_true(answer->work == work - 1);
    stopped++;
  }
  assert_true(stopped > 10);
  pathfan_query_free(query);
  pathfan_map_free(map);
  twin_map_free(&maze);
}

/* ---- Maps and indexes ---- */

/* Checks the answer to a request whose length is known (INFINITY: no path); the reverse request has
 * the same length to the last bit. */
static void check_answer(const twin_map *map, pathfan_query *query, pathfan_request r,
                         double expected) {
  const pathfan_answer *answer = ask(query, &r);
  assert_int_equal(answer->outcome, isinf(expected) ? PATHFAN_OUTCOME_NO_PATH : PATHFAN_OUTCOME_OK);
  assert_int_equal(answer->path_count, !isinf(expected));
  if (isinf(expected)) return;
  const pathfan_path *path = &answer->paths[0];
  const double length = path->length;
  const int32_t count = path->point_count;
  if (fabs(length - expected) > 1e-9 * (1 + expected))
    twin_fail(map, "%.17g,%.17g to %.17g,%.17g: %.17g, not %.17g", r.from.x, r.from.y, r.to.x,
              r.to.y, expected, length);
  assert_true(path->points[0].x == answer->from.x && path->points[0].y == answer->from.y);
  assert_true(path->points[count - 1].x == answer->to.x &&
              path->points[count - 1].y == answer->to.y);
  pathfan_point *points = malloc((size_t)count * sizeof *points);
  assert_non_null(points);
  memcpy(points, path->points, (size_t)count * sizeof *points);
  const pathfan_point swap = r.from;
  r.from = r.to;
  r.to = swap;
  answer = ask(query, &r);
  if (answer->path_count != 1 || answer->paths[0].length != length ||
      answer->paths[0].point_count != count)
    twin_fail(map, "%.17g,%.17g to %.17g,%.17g is another path the other way", r.to.x, r.to.y,
              r.from.x, r.from.y);
  for (int32_t i = 0; i < count; i++)
    assert_memory_equal(&points[i], &answer->paths[0].points[count - 1 - i], sizeof *points);
  free(points);
}

/* Every mesh of a map, and its index, give the length that the index's tables give. */
static void check_agreement(const twin_map *map, pathfan_index *index, const char *path,
                            int64_t *asked) {
  const bool grid = !map->outline.edge_count;
  const int kinds = grid ? PATHFAN_MESH_RECTANGLES : PATHFAN_MESH_MERGED;
  pf_random random = pf_random_from(map->seed + 41);
  pathfan_map *maps[PATHFAN_MESH_RECTANGLES + 2];
  pathfan_query *queries[PATHFAN_MESH_RECTANGLES + 2], *by_index;
  pathfan_index_info info;
  pathfan_error error;
  pathfan_index_info_get(index, &info);
  assert_int_equal(pathfan_query_create(index, &by_index), PATHFAN_OK);
  for (int kind = 0; kind <= kinds + 1; kind++) {
    pathfan_map_options options;
    pathfan_map_options_init(&options);
    options.mesh = (pathfan_mesh_kind)(kind <= kinds ? kind : 0);
    options.unit = grid ? 0 : 1;
    /* The last map is read from the mesh file of the first. */
    if (kind > kinds &&
        pathfan_map_write(maps[0], twin_scratch("of.mesh"), PATHFAN_SPACE_FILE_MESH_2, &error))
      twin_fail(map, "%s", error.text);
    if (pathfan_map_open(kind > kinds ? twin_scratch("of.mesh") : path, &options, &maps[kind],
                         &error))
      twin_fail(map, "%s", error.text);
    queries[kind] = query_of(maps[kind]);
  }
  for (int k = 0; k < 30; k++) {
    pf_fixed_point s, t;
    if (!twin_map_random_point(&random, map, info.fraction_bits, false, &s) ||
        !twin_map_random_point(&random, map, info.fraction_bits, false, &t))
      continue;
    const pathfan_point p = twin_units(s, info.fraction_bits);
    const pathfan_point q = twin_units(t, info.fraction_bits);
    pathfan_outcome outcome;
    double length = INFINITY;
    assert_int_equal(pathfan_query_distance(by_index, p, q, &length, &outcome), PATHFAN_OK);
    pathfan_request r = request_from(PATHFAN_ALGORITHM_POLYANYA, p.x, p.y, q.x, q.y);
    check_answer(map, by_index, r, length);
    for (int kind = 0; kind <= kinds + 1; kind++) check_answer(map, queries[kind], r, length);
    *asked += kinds + 3;
  }
  pathfan_query_free(by_index);
  for (int kind = 0; kind <= kinds + 1; kind++) {
    pathfan_query_free(queries[kind]);
    pathfan_map_free(maps[kind]);
  }
}

static void test_agreement(void **state) {
  (void)state;
  const int count = twin_scaled(60);
  int64_t asked = 0;
  for (int i = 0; i < count; i++) {
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = options.tables = 1;
    if (i % 2) {
      twin_map map = twin_outline_map(i / 2, 9);
      pathfan_index *index = twin_outline_index(&map, &options);
      check_agreement(&map, index, twin_scratch("map.poly"), &asked);
      pathfan_index_close(index);
      twin_map_free(&map);
    } else {
      twin_map map = twin_map_number(i / 2, 25);
      pathfan_index *index = twin_index(&map, &options);
      check_agreement(&map, index, twin_scratch("map.map"), &asked);
      pathfan_index_close(index);
      twin_map_free(&map);
    }
  }
  print_message("%d maps, %lld requests\n", count, (long long)asked);
  assert_true(asked > 50 * count);
}

/* A* through the public header: octile lengths, centres of cells. */
static void test_astar(void **state) {
  (void)state;
  int64_t asked = 0;
  for (int i = 0; i < twin_scaled(40); i++) {
    twin_map map = twin_map_number(i, 30);
    pf_random random = pf_random_from(map.seed);
    pf_octile octile;
    pathfan_error error;
    pathfan_map *online;
    assert_int_equal(pf_movingai_write(&map.grid, twin_scratch("cells.map"), &error), PATHFAN_OK);
    if (pathfan_map_open(twin_scratch("cells.map"), NULL, &online, &error))
      twin_fail(&map, "%s", error.text);
    pathfan_query *query = query_of(online);
    assert_int_equal(pf_octile_init(&octile, &map.grid, &error), PATHFAN_OK);
    for (int k = 0; k < 30; k++) {
      const int32_t w = map.grid.width, cells = w * map.grid.height;
      const int32_t from = (int32_t)pf_random_below(&random, cells);
      const int32_t to = (int32_t)pf_random_below(&random, cells);
      if (!map.grid.free[from] || !map.grid.free[to] || from == to) continue;
      /* A cell contains its corner of least x and y, and all points inside. */
      const double in = k % 3 * 0.25;
      pathfan_request r = request_from(PATHFAN_ALGORITHM_ASTAR, from % w + in, from / w + in,
                                       to % w + in, to / w + in);
      assert_int_equal(pf_octile_from(&octile, from % w, from / w, &error), PATHFAN_OK);
      const double expected = pf_octile_length(&octile, to);
      const pathfan_answer *answer = ask(query, &r);
      asked++;
      assert_int_equal(answer->outcome,
                       expected < 0 ? PATHFAN_OUTCOME_NO_PATH : PATHFAN_OUTCOME_OK);
      if (expected < 0) continue;
      const pathfan_path *path = &answer->paths[0];
      assert_true(fabs(path->length - expected) <= 1e-9 * (1 + expected));
      assert_true(path->points[0].x == from % w + 0.5 && path->points[0].y == from / w + 0.5);
      const pathfan_point *last = &path->points[path->point_count - 1];
      assert_true(last->x == to % w + 0.5 && last->y == to / w + 0.5);
      double sum = 0;
      for (int32_t j = 1; j < path->point_count; j++)
        sum += hypot(path->points[j].x - path->points[j - 1].x,
                     path->points[j].y - path->points[j - 1].y);
      assert_true(fabs(sum - expected) <= 1e-9 * (1 + expected));
    }
    pf_octile_free(&octile);
    pathfan_query_free(query);
    pathfan_map_free(online);
    twin_map_free(&map);
  }
  if (twin_is_whole()) assert_true(asked > 100);
}

SUITE(test_online) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_outcomes),
      cmocka_unit_test(test_invalid_requests),
      cmocka_unit_test(test_unfit_algorithms),
      cmocka_unit_test(test_distances),
      cmocka_unit_test(test_work_limit),
      cmocka_unit_test(test_agreement),
      cmocka_unit_test(test_astar),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
