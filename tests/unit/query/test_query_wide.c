/* An index with ids of 4 bytes, which maps of more than 65,534 vertices need, answers like one with
 * ids of 2. Such maps take too long to build here, so small ones are written in the wide form. */
#include "suite.h"
#include "twin_index.h"
#include "twin_maps.h"
#include "pathfan/inspect.h"

#include <string.h>

static pathfan_query *query_of(const pathfan_index *index) {
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  return query;
}

static void compare(const twin_map *map, pathfan_query *narrow, pathfan_query *wide,
                    const pathfan_request *r) {
  const pathfan_answer *a, *b;
  assert_int_equal(pathfan_query_paths(narrow, r, &a), PATHFAN_OK);
  assert_int_equal(pathfan_query_paths(wide, r, &b), PATHFAN_OK);
  if (a->outcome != b->outcome || a->reason != b->reason || a->path_count != b->path_count ||
      memcmp(&a->candidates, &b->candidates, sizeof a->candidates))
    twin_fail(map, "another answer");
  for (int32_t i = 0; i < a->path_count; i++)
    if (a->paths[i].length != b->paths[i].length ||
        a->paths[i].point_count != b->paths[i].point_count ||
        memcmp(a->paths[i].points, b->paths[i].points,
               (size_t)a->paths[i].point_count * sizeof *a->paths[i].points))
      twin_fail(map, "another path %d", i + 1);
}

static void test_wide(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(60);
  int64_t asked = 0, runs = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 40);
    pf_random random = pf_random_from(map.seed + 9);
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = 1;
    pathfan_index *narrow = twin_index(&map, &options);
    options.id_bytes = 4;
    pathfan_index *wide = twin_index(&map, &options);
    pathfan_error error;
    assert_int_equal(pathfan_index_verify(wide, &error), PATHFAN_OK);
    pathfan_index_info a, b;
    pathfan_index_info_get(narrow, &a);
    pathfan_index_info_get(wide, &b);
    if (a.vertex_count > 1) assert_true(b.file_bytes >= a.file_bytes);
    pathfan_query *qa = query_of(narrow), *qb = query_of(wide);
    for (int k = 0; k < 40; k++) {
      pathfan_request r;
      pathfan_request_init(&r);
      r.from = (pathfan_point){(double)pf_random_below(&random, map.grid.width + 1),
                               (double)pf_random_below(&random, map.grid.height + 1)};
      r.to = (pathfan_point){(double)pf_random_below(&random, map.grid.width + 1),
                             (double)pf_random_below(&random, map.grid.height + 1)};
      r.snap = 2;
      r.effort = k % 4 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
      compare(&map, qa, qb, &r);
      asked++;
    }
    for (int32_t v = 0; v < a.vertex_count; v++)
      for (int32_t t = 1; t <= a.table_count; t++) {
        pathfan_run ra[2048], rb[2048];
        int32_t ca, cb;
        assert_int_equal(pathfan_index_row(narrow, t, v, ra, 2048, &ca), PATHFAN_OK);
        assert_int_equal(pathfan_index_row(wide, t, v, rb, 2048, &cb), PATHFAN_OK);
        assert_int_equal(ca, cb);
        assert_true(ca <= 2048);
        for (int32_t k = 0; k < ca; k++)
          assert_true(ra[k].first == rb[k].first && ra[k].via == rb[k].via);
        runs += ca;
      }
    pathfan_query_free(qa);
    pathfan_query_free(qb);
    pathfan_index_close(narrow);
    pathfan_index_close(wide);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld requests, %lld runs\n", count, (long long)asked, (long long)runs);
}

SUITE(test_query_wide) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_wide)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
