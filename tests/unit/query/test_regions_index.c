/* Regions of the plane and the via sets between them as an index returns them, against the
 * definitions in full matrices. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "regions_fixture.h"
#include "suite.h"
#include "build-index/vias/via_sets.h"

static void check_same(const pathfan_answer *a, const pathfan_answer *b) {
  assert_int_equal(a->outcome, b->outcome);
  assert_int_equal(a->reason, b->reason);
  assert_int_equal(a->path_count, b->path_count);
  assert_true(a->work == b->work);
  for (int32_t i = 0; i < a->path_count; i++) {
    assert_true(a->paths[i].length == b->paths[i].length);
    assert_int_equal(a->paths[i].point_count, b->paths[i].point_count);
    assert_memory_equal(a->paths[i].points, b->paths[i].points,
                        (size_t)a->paths[i].point_count * sizeof(pathfan_point));
  }
}

/* [Size: n + 1] Components as the index numbers them: its mesh may differ from the stage's. */
static int32_t *components_of(const pathfan_index *index, const twin_dense *d) {
  int32_t *component = malloc(((size_t)d->n + 1) * sizeof *component);
  for (int32_t c = 0; c < d->n; c++) {
    pathfan_vertex_info info;
    assert_int_equal(pathfan_index_vertex(index, c, &info), PATHFAN_OK);
    for (int32_t v = 0; v < d->n; v++)
      if (d->at[v].x == info.at.x && d->at[v].y == info.at.y) component[v] = info.component;
  }
  return component;
}

/* A file's section gives back the sets found, and the regions of points. */
static void test_file(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(70);
  int64_t pairs = 0, points = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = some_map(i, i % 6 ? 30 : 48);
    pf_random random = pf_random_from(map.seed + 3);
    pathfan_build_options options;
    pathfan_index_info info;
    pathfan_error error;
    stage s;
    begin(&s, &map);
    pathfan_build_options_init(&options);
    assert_true(options.regions);
    options.threads = 1 + i % 3;
    options.tables = i % 4;
    options.id_bytes = i % 5 ? 0 : 4;
    pathfan_index *index =
        map.outline.edge_count ? twin_outline_index(&map, &options) : twin_index(&map, &options);
    assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_OK);
    twin_dense_take_ranks(&s.dense, index);
    int32_t *component = components_of(index, &s.dense);
    twin_via_sets said = twin_via_sets_read(&s.dense, index);
    twin_via_sets expected =
        twin_via_sets_make(&s.dense, component, s.number, PF_FLAT_SHIFT, PF_PAIRS_FEW);
    free(component);
    if (!is_extended(&said, &expected)) twin_fail(&map, "other via sets");
    pairs += count_pairs(&said);

    pathfan_index_info_get(index, &info);
    assert_int_equal(info.region_count, expected.count);
    for (int32_t v = 0; v < s.dense.n; v++) {
      const pf_fixed_point at = pf_lift(s.dense.at[v], info.fraction_bits);
      if (twin_via_sets_region(&said, at, info.fraction_bits) !=
          twin_via_sets_region(&expected, at, info.fraction_bits))
        twin_fail(&map, "vertex %d: another region", v);
    }
    for (int k = 0; k < 100 && s.dense.n; k++) {
      pf_fixed_point at;
      if (!twin_map_random_point(&random, &map, info.fraction_bits, false, &at)) break;
      if (twin_via_sets_region(&said, at, info.fraction_bits) !=
          twin_via_sets_region(&expected, at, info.fraction_bits))
        twin_fail(&map, "another region than that of a point");
      points++;
    }
    assert_int_equal(pathfan_index_region(index, (pathfan_point){NAN, 1}), -1);
    assert_int_equal(pathfan_index_region(index, (pathfan_point){1, -INFINITY}), -1);
    if (!s.dense.n) assert_int_equal(pathfan_index_region(index, (pathfan_point){1, 1}), -1);

    /* Direction doesn't matter, other numbers are refused, a short list is filled up. */
    const int32_t regions = info.region_count;
    for (int32_t a = -1; a <= regions; a++)
      for (int32_t b = -1; b <= regions; b++) {
        int32_t vias[2][TWIN_VIAS_MOST], some[2] = {-7, -7}, counts[3];
        const pathfan_status status =
            pathfan_index_region_vias(index, a, b, vias[0], TWIN_VIAS_MOST, &counts[0]);
        if (a < 0 || b < 0 || a == regions || b == regions) {
          assert_int_equal(status, PATHFAN_ERR_ARGUMENT);
          assert_int_equal(counts[0], 0);
          continue;
        }
        assert_int_equal(
            pathfan_index_region_vias(index, b, a, vias[1], TWIN_VIAS_MOST, &counts[1]),
            PATHFAN_OK);
        assert_int_equal(pathfan_index_region_vias(index, a, b, some, 1, &counts[2]), PATHFAN_OK);
        assert_true(counts[0] == counts[1] && counts[0] == counts[2]);
        assert_memory_equal(vias[0], vias[1], (size_t)counts[0] * sizeof *some);
        assert_int_equal(some[0], counts[0] ? vias[0][0] : -7);
        assert_int_equal(some[1], -7);
      }
    twin_via_sets_free(&said);
    twin_via_sets_free(&expected);
    pathfan_index_close(index);
    end(&s);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld pairs of regions, %lld points\n", count, (long long)pairs,
                (long long)points);
}

/* Regions have at most 24 vertices; up to a limit of 256 regions each pair has a set. */
static void test_count(void **state) {
  (void)state;
  assert_int_equal(pf_regions_count(0), 0);
  for (int32_t n = 1; n < 200000; n += 1 + n / 50) {
    const int32_t count = pf_regions_count(n);
    int32_t expected = 1;
    while (n / expected > 24) expected *= 2;
    assert_int_equal(count, expected);
    assert_int_equal(pf_regions_are_many(n, 0), expected > 256);
    assert_int_equal(pf_regions_are_many(n, 16), expected > 16);
    /* The section has levels for no more, whatever the limit. */
    assert_int_equal(pf_regions_are_many(n, UINT64_MAX), expected > 4096);
  }
}

/* An index without regions reports that; its tables answer instead, as for algorithm cvpd. */
static void test_none(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(20);
  int64_t asked = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = some_map(i, 30);
    pathfan_build_options options;
    pathfan_index_info infos[2];
    pathfan_query *queries[2];
    pathfan_index *indexes[2];
    pathfan_error error;
    pathfan_build_options_init(&options);
    options.threads = 1;
    options.tables = 1 + i % 4;
    for (int none = 0; none < 2; none++) {
      options.regions = !none;
      indexes[none] =
          map.outline.edge_count ? twin_outline_index(&map, &options) : twin_index(&map, &options);
      pathfan_index_info_get(indexes[none], &infos[none]);
      assert_int_equal(pathfan_index_verify(indexes[none], &error), PATHFAN_OK);
      assert_int_equal(pathfan_query_create(indexes[none], &queries[none]), PATHFAN_OK);
    }
    int32_t via, vias;
    assert_true(infos[1].region_count == 0 && infos[1].region_vias == 0 &&
                infos[1].region_bytes == 0);
    assert_int_equal(pathfan_index_region_vias(indexes[1], 0, 0, &via, 1, &vias),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(pathfan_index_region(indexes[1], (pathfan_point){1, 1}), -1);
    assert_non_null(strstr(infos[1].options, "regions=none"));
    assert_null(strstr(infos[0].options, "regions"));
    assert_true(infos[0].region_count > 0 || infos[0].vertex_count == 0);
    pf_random random = pf_random_from(map.seed + 31);
    for (int k = 0; k < 30; k++) {
      pf_fixed_point ends[2];
      const int bits = infos[0].fraction_bits;
      if (!twin_map_random_point(&random, &map, bits, true, &ends[0]) ||
          !twin_map_random_point(&random, &map, bits, true, &ends[1]))
        continue;
      const pathfan_answer *answers[2];
      for (int none = 0; none < 2; none++) {
        pathfan_request r;
        pathfan_request_init(&r);
        r.from = twin_units(ends[0], bits);
        r.to = twin_units(ends[1], bits);
        r.algorithm = none ? PATHFAN_ALGORITHM_INDEX : PATHFAN_ALGORITHM_CVPD;
        r.bind_loop = true;
        assert_int_equal(pathfan_query_paths(queries[none], &r, &answers[none]), PATHFAN_OK);
      }
      check_same(answers[0], answers[1]);
      asked++;
    }
    for (int none = 0; none < 2; none++) {
      pathfan_query_free(queries[none]);
      pathfan_index_close(indexes[none]);
    }
    twin_map_free(&map);
  }
  print_message("%d maps, %lld requests\n", count, (long long)asked);
  assert_true(asked > 20 * count);
}

/* Without tables there is no cvpd; with neither, vertices that both ends see are still tried. */
static void test_nothing(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count(), 20);
  for (int regions = 0; regions < 2; regions++) {
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    assert_int_equal(options.tables, 0);
    options.regions = regions;
    pathfan_index *index = twin_index(&map, &options);
    pathfan_query *query;
    const pathfan_answer *answer;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    pf_random random = pf_random_from(3);
    pathfan_request r = plain_request(&map, &random);
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
    r.algorithm = PATHFAN_ALGORITHM_CVPD;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_ERR_ARGUMENT);
    assert_string_equal(pathfan_query_error(query),
                        "algorithm cvpd needs an index with tables: build-index --tables 3");
    pathfan_query_free(query);
    pathfan_index_close(index);
  }
  twin_map_free(&map);
}

SUITE(test_regions_index) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_file),
      cmocka_unit_test(test_count),
      cmocka_unit_test(test_none),
      cmocka_unit_test(test_nothing),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
