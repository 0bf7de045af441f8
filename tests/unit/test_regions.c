/* Via sets between regions against the definitions in full matrices: as they are found,
 * and as an index says them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/layout.h"
#include "graph/graph.h"
#include "meshing/cdt.h"
#include "meshing/rectangles.h"
#include "order.h"
#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "regions.h"
#include "suite.h"
#include "twin_outline_maps.h"
#include "twin_region.h"
#include "twin_via_sets.h"

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

/* As regions.c cuts lengths. */
enum { CUT = 61 - 32 };

/* Grids and other maps in turns. */
static twin_map some_map(int number, int32_t side_max) {
  return number % 3 ? twin_map_number(number - number / 3 - 1, side_max)
                    : twin_outline_map(number / 3, side_max / 2);
}

typedef struct stage {
  pathfan_grid_mesh mesh;
  pathfan_graph graph;
  twin_dense dense;
  int32_t *number; /* [Size: n] by which the builder sorts */
} stage;

static void begin(stage *s, const twin_map *map) {
  pathfan_cones cones;
  int32_t bits = 36;
  memset(s, 0, sizeof *s);
  if (map->outline.edge_count) {
    assert_int_equal(pathfan_cdt_build(&map->outline, &s->mesh.data), PATHFAN_OK);
    assert_int_equal(pathfan_mesh_finish(&s->mesh.data), PATHFAN_OK);
  } else {
    assert_int_equal(pathfan_rectangles_build(&map->grid, &s->mesh), PATHFAN_OK);
  }
  const pathfan_mesh_data *data = &s->mesh.data;
  assert_int_equal(pathfan_graph_build(&data->view, data->wedge, data->component, 1, 1, 0,
                                       &s->graph, &cones, NULL, NULL),
                   PATHFAN_OK);
  pathfan_cones_free(&cones);
  /* As many bits as the builder takes. */
  for (int32_t v = 0; v < data->view.vertex_count; v++) {
    const pathfan_lattice_point at = data->view.vertices[v];
    const int most = pathfan_length_bits_most(at.x, at.y);
    if (most < bits) bits = most;
  }
  assert_int_equal(pathfan_trees_length_bits(&s->graph, bits, &bits), PATHFAN_OK);
  pathfan_graph_weigh(&s->graph, bits);
  s->number = malloc(((size_t)s->graph.vertex_count + 1) * sizeof *s->number);
  assert_int_equal(pathfan_order_spanning_tree(&s->graph, s->number), PATHFAN_OK);
  s->dense = twin_dense_make(map, bits);
  assert_int_equal(s->dense.n, s->graph.vertex_count);
}

static void end(stage *s) {
  free(s->number);
  twin_dense_free(&s->dense);
  pathfan_graph_free(&s->graph);
  pathfan_grid_mesh_free(&s->mesh);
}

static int64_t count_pairs(const twin_via_sets *s) {
  return (int64_t)pathfan_layout_region_pairs(s->count);
}

/* Sets that differ. */
static int64_t compare(const twin_via_sets *a, const twin_via_sets *b) {
  int64_t others = 0;
  assert_int_equal(a->count, b->count);
  assert_true(!a->count || a->size == b->size);
  for (int64_t i = 0; i < count_pairs(a); i++)
    others += !twin_via_set_same(&a->sets[i], &b->sets[i]);
  return others;
}

static pathfan_regions find(const stage *s, int32_t threads, const int32_t *position) {
  pathfan_tree trees[3] = {{0}, {0}, {0}};
  pathfan_regions regions;
  for (int32_t t = 0; t < threads; t++)
    assert_int_equal(pathfan_tree_init(&trees[t], &s->graph), PATHFAN_OK);
  assert_int_equal(pathfan_regions_find(&s->graph, trees, threads, s->dense.rank, position,
                                        &regions, NULL, NULL),
                   PATHFAN_OK);
  for (int32_t t = 0; t < threads; t++) pathfan_tree_free(&trees[t]);
  return regions;
}

static void check_found(const twin_map *map, const pathfan_regions *found,
                        const twin_via_sets *expected) {
  assert_int_equal(found->count, expected->count);
  for (int32_t a = 0; a < found->count; a++)
    for (int32_t b = 0; b <= a; b++) {
      const twin_via_set *set = twin_via_set_of(expected, a, b);
      const int32_t *via = found->via + (a * (a + 1) / 2 + b) * TWIN_VIA_SLOTS;
      for (int32_t i = 0; i < TWIN_VIA_SLOTS; i++)
        if (via[i] != (i < set->count ? set->via[i] : -1))
          twin_fail(map, "regions %d and %d: via node %d is %d, not %d", a, b, i + 1, via[i],
                    i < set->count ? set->via[i] : -1);
      const int32_t *apart = found->apart + (a * (a + 1) / 2 + b) * TWIN_APART_SLOTS;
      for (int32_t i = 0; i < set->apart_count + (set->sure && set->apart_count < TWIN_APART_SLOTS);
           i++)
        if (apart[i] != (i < set->apart_count ? set->apart[i] : -1))
          twin_fail(map, "regions %d and %d: node %d apart is %d, not %d", a, b, i + 1, apart[i],
                    i < set->apart_count ? set->apart[i] : -1);
    }
}

static void test_found(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(140);
  int64_t pairs = 0, vias = 0, apart = 0, unsure = 0, by_rounding = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = some_map(i, i % 6 ? 30 : 48);
    pathfan_random random = pathfan_random_from(map.seed + 3);
    stage s;
    begin(&s, &map);
    const int32_t n = s.dense.n;
    int32_t *position = malloc(((size_t)n + 1) * sizeof *position);
    for (int32_t v = 0; v < n; v++) { /* columns in the builder's order, and in any order */
      const int32_t other = i % 2 ? pathfan_random_between(&random, 0, v) : v;
      position[v] = position[other];
      position[other] = v;
    }
    pathfan_regions one = find(&s, 1, i % 2 ? position : s.number);
    pathfan_regions three = find(&s, 3, i % 2 ? position : s.number);
    assert_true(one.size == three.size && one.count == three.count && one.slots == three.slots);
    assert_int_equal(one.slots, n ? TWIN_VIA_SLOTS : 0);
    assert_int_equal(one.apart_slots, n ? TWIN_APART_SLOTS : 0);
    const uint64_t all = n ? pathfan_layout_region_pairs(one.count) : 0;
    if (n) {
      assert_memory_equal(one.via, three.via, all * TWIN_VIA_SLOTS * sizeof *one.via);
      assert_memory_equal(one.apart, three.apart, all * TWIN_APART_SLOTS * sizeof *one.apart);
    }
    twin_via_sets cut = twin_via_sets_make(&s.dense, i % 2 ? position : s.number, NULL, CUT);
    twin_via_sets exact = twin_via_sets_make(&s.dense, i % 2 ? position : s.number, NULL, 0);
    check_found(&map, &one, &cut);
    by_rounding += compare(&cut, &exact);
    pairs += count_pairs(&cut);
    for (int64_t k = 0; k < count_pairs(&cut); k++) {
      vias += cut.sets[k].count;
      apart += cut.sets[k].apart_count;
      unsure += !cut.sets[k].sure;
    }
    twin_via_sets_free(&cut);
    twin_via_sets_free(&exact);
    pathfan_regions_free(&one);
    pathfan_regions_free(&three);
    free(position);
    end(&s);
    twin_map_free(&map);
  }
  print_message(
      "%d maps, %lld pairs of regions, %lld via nodes, %lld more apart; %lld sets hang on "
      "rounding, in %lld more ties end those apart\n",
      count, (long long)pairs, (long long)vias, (long long)apart, (long long)by_rounding,
      (long long)unsure);
  assert_true(vias > pairs / 2 && apart > pairs / 4);
  assert_true(by_rounding * 20 < pairs && unsure * 5 < pairs);
}

/* The section of a file gives back what is found for its columns. */
static void test_file(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(70);
  int64_t pairs = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = some_map(i, i % 6 ? 30 : 48);
    pathfan_build_options options;
    pathfan_index_info info;
    pathfan_error error;
    stage s;
    begin(&s, &map);
    pathfan_build_options_init(&options);
    assert_true(options.regions);
    options.threads = 1 + i % 3;
    options.tables = 1 + i % 4;
    options.id_bytes = i % 5 ? 0 : 4;
    pathfan_index *index =
        map.outline.edge_count ? twin_outline_index(&map, &options) : twin_index(&map, &options);
    assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_OK);
    twin_via_sets said = twin_via_sets_read(&s.dense, index);
    twin_via_sets expected = twin_via_sets_make(&s.dense, said.column, s.number, CUT);
    if (compare(&said, &expected)) twin_fail(&map, "other via sets");
    pairs += count_pairs(&said);

    /* Direction doesn't matter; there are no others; a short list is filled as far as it goes. */
    pathfan_index_info_get(index, &info);
    const int32_t regions = info.region_count;
    for (int32_t a = -1; a <= regions; a++)
      for (int32_t b = -1; b <= regions; b++) {
        int32_t vias[2][TWIN_VIA_SLOTS], some[TWIN_VIA_SLOTS] = {-7, -7, -7, -7}, counts[3];
        const pathfan_status status =
            pathfan_index_region_vias(index, a, b, vias[0], TWIN_VIA_SLOTS, &counts[0]);
        if (a < 0 || b < 0 || a == regions || b == regions) {
          assert_int_equal(status, PATHFAN_ERR_ARGUMENT);
          assert_int_equal(counts[0], 0);
          continue;
        }
        assert_int_equal(
            pathfan_index_region_vias(index, b, a, vias[1], TWIN_VIA_SLOTS, &counts[1]),
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
  print_message("%d maps, %lld pairs of regions\n", count, (long long)pairs);
}

/* Regions have 16 columns; more on maps that would have more than 512 of them. */
static void test_count(void **state) {
  (void)state;
  assert_int_equal(pathfan_regions_count(0), 0);
  for (int32_t n = 1; n < 100000; n += 1 + n / 50) {
    const int32_t count = pathfan_regions_count(n);
    assert_true(count >= 1 && count <= 512);
    if (n <= 8192) assert_int_equal(count, (n + 15) / 16);
    if (n > 8192) assert_true(count > 256);
  }
}

/* An index without them says so and answers as with none of them tried. */
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
    for (int none = 0; none < 2; none++) {
      options.regions = !none;
      indexes[none] =
          map.outline.edge_count ? twin_outline_index(&map, &options) : twin_index(&map, &options);
      pathfan_index_info_get(indexes[none], &infos[none]);
      assert_int_equal(pathfan_index_verify(indexes[none], &error), PATHFAN_OK);
      assert_int_equal(pathfan_query_create(indexes[none], &queries[none]), PATHFAN_OK);
    }
    int32_t via, vias;
    assert_true(infos[1].region_size == 0 && infos[1].region_count == 0 &&
                infos[1].region_bytes == 0);
    assert_int_equal(pathfan_index_region_vias(indexes[1], 0, 0, &via, 1, &vias),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(pathfan_index_region_vias_apart(indexes[1], 0, 0, &via, 1, &vias),
                     PATHFAN_ERR_ARGUMENT);
    assert_non_null(strstr(infos[1].options, "regions=none"));
    assert_null(strstr(infos[0].options, "regions"));
    assert_true(infos[0].region_size == 16 || infos[0].vertex_count == 0);
    assert_int_equal(infos[0].region_count, (infos[0].vertex_count + 15) / 16);
    pathfan_random random = pathfan_random_from(map.seed + 31);
    for (int k = 0; k < 30; k++) {
      pathfan_fixed_point ends[2];
      const int bits = infos[0].fraction_bits;
      if (!twin_map_random_point(&random, &map, bits, true, &ends[0]) ||
          !twin_map_random_point(&random, &map, bits, true, &ends[1]))
        continue;
      const pathfan_answer *answers[2];
      for (int none = 0; none < 2; none++) {
        pathfan_request r;
        pathfan_request_init(&r);
        assert_int_equal(r.regions, 3);
        r.from = twin_units(ends[0], bits);
        r.to = twin_units(ends[1], bits);
        r.regions = none ? 1 + k % PATHFAN_REGIONS_MAX : 0;
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

/* How many are out of range is said, not guessed. */
static void test_request_range(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count(), 20);
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int32_t regions = -2; regions <= PATHFAN_REGIONS_MAX + 2; regions++) {
    const pathfan_answer *answer;
    pathfan_random random = pathfan_random_from(3);
    pathfan_request r = plain_request(&map, &random);
    r.regions = regions;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    assert_int_equal(answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST,
                     regions < 0 || regions > PATHFAN_REGIONS_MAX);
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_regions) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_found),         cmocka_unit_test(test_file),
      cmocka_unit_test(test_count),         cmocka_unit_test(test_none),
      cmocka_unit_test(test_request_range),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
