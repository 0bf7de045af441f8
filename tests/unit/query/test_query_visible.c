/* pathfan_query_visible against sight that walks cell by cell; it keeps answers valid. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "look_fixture.h"
#include "pathfan/map.h"
#include "suite.h"
#include "twin_sight.h"

static void check_point(const twin_map *map, const pathfan_index *index, pathfan_query *query,
                        pf_fixed_point at, int32_t *seen) {
  const pf_generation *generation = generation_of(index);
  const int bits = generation->view.header->fraction_bits;
  const pathfan_point point = twin_units(at, bits);
  pathfan_sight sight;
  int32_t count, next = 0, again;
  assert_int_equal(pathfan_query_visible(query, point, &sight, seen, generation->view.n, &count),
                   PATHFAN_OK);
  const pf_lattice_point home = twin_home(&map->grid, bits, at);
  assert_int_equal(sight.free, home.x >= 0);
  assert_int_equal(sight.polygon >= 0, sight.free);
  assert_int_equal(sight.generation, 1);
  if (!sight.free) {
    assert_int_equal(count, 0);
    return;
  }
  assert_true(sight.used.x == point.x && sight.used.y == point.y);
  for (int32_t v = 0; v < generation->view.n; v++) {
    const pf_fixed_point vertex = pf_vertex_fixed(&generation->view, v);
    const pf_fixed_point in = pf_fixed_from_to(at, vertex);
    const bool listed = next < count && seen[next] == v;
    const bool expected = (in.x || in.y) &&
                          twin_passable(pf_vertex_wedge(&generation->view, v), in) &&
                          twin_sees(&map->grid, bits, at, vertex);
    if (listed != expected)
      twin_fail(map, "%.17g,%.17g: vertex %d is %s", point.x, point.y, v,
                listed ? "listed" : "not listed");
    next += listed;
  }
  assert_int_equal(next, count);
  /* With too little room, as many as fit are written and all are counted. */
  const int32_t room = count / 2, first = count ? seen[0] : -1, kept = count ? seen[room] : -1;
  assert_int_equal(pathfan_query_visible(query, point, &sight, seen, room, &again), PATHFAN_OK);
  assert_int_equal(again, count);
  if (count) assert_true(seen[0] == first && seen[room] == kept);
}

static void test_against_twin(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(100);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 20);
    pf_random random = pf_random_from(map.seed + 11);
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = options.tables = 1;
    if (i % 2) options.cone_cap = 0;
    pathfan_index *index = twin_index(&map, &options);
    const int32_t n = generation_of(index)->view.n;
    int32_t *seen = malloc((size_t)(n + 1) * sizeof *seen);
    pathfan_query *query;
    pf_fixed_point at;
    assert_non_null(seen);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 20; k++)
      if (twin_random_point(&random, &map.grid, generation_of(index)->view.header->fraction_bits,
                            &at))
        check_point(&map, index, query, at, seen);
    for (int32_t v = 0; v < n && v < 10; v++)
      check_point(&map, index, query, pf_vertex_fixed(&generation_of(index)->view, v), seen);
    pathfan_query_free(query);
    pathfan_index_close(index);
    free(seen);
    twin_map_free(&map);
  }
}

static void test_refusals(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("room", "....\n.@@.\n....\n");
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_query *query;
  pathfan_sight sight;
  int32_t seen[8], count = 7;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);

  /* An answer survives the call, and blocked points see nothing. */
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.from = (pathfan_point){0, 0};
  request.to = (pathfan_point){4, 3};
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  const double length = answer->paths[0].length;
  const int32_t points = answer->paths[0].point_count;
  assert_int_equal(pathfan_query_visible(query, (pathfan_point){2, 1.5}, &sight, seen, 8, &count),
                   PATHFAN_OK);
  assert_false(sight.free);
  assert_int_equal(sight.polygon, -1);
  assert_int_equal(count, 0);
  assert_int_equal(pathfan_query_visible(query, (pathfan_point){-3, 1e9}, &sight, seen, 8, &count),
                   PATHFAN_OK);
  assert_false(sight.free);
  assert_int_equal(pathfan_query_visible(query, (pathfan_point){0.5, 0.5}, &sight, seen, 8, &count),
                   PATHFAN_OK);
  assert_true(sight.free && count > 0);
  assert_true(answer->paths[0].length == length && answer->paths[0].point_count == points);

  assert_int_equal(pathfan_query_visible(query, (pathfan_point){NAN, 0}, &sight, seen, 8, &count),
                   PATHFAN_ERR_ARGUMENT);
  assert_true(strlen(pathfan_query_error(query)) > 0);
  pathfan_query_free(query);
  pathfan_index_close(index);

  pathfan_map *online;
  const char text[] = "type octile\nheight 1\nwidth 2\nmap\n..\n";
  assert_int_equal(pathfan_map_parse(text, sizeof text - 1, "two.map", NULL, &online, NULL),
                   PATHFAN_OK);
  assert_int_equal(pathfan_query_create_online(online, &query), PATHFAN_OK);
  assert_int_equal(pathfan_query_visible(query, (pathfan_point){1, 1}, &sight, seen, 8, &count),
                   PATHFAN_ERR_ARGUMENT);
  pathfan_query_free(query);
  pathfan_map_free(online);
  twin_map_free(&map);
}

SUITE(test_query_visible) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_twin),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
