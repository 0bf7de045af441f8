/* Every allocation of making regions and finding the via sets between them fails once: the call
 * reports it, nothing leaks, and the next call finds the same sets as ever. See
 * failing_allocations.h. */
#include <stdlib.h>

#include "build-index/vias/default_vias.h"
#include "failing_allocations.h"
#include "format/layout.h"
#include "graph_fixture.h"
#include "build-index/vias/regions.h"
#include "suite.h"
#include "twin_maps.h"
#include "build-index/vias/via_levels.h"

typedef struct found {
  pf_regions regions;
  pf_via_sets sets;
} found;

static graph_sight sight;

static pathfan_status find_pairs(const pf_graph *graph, pf_tree *tree, const int32_t *rank_of,
                                 uint64_t few, found *f) {
  pathfan_status status = pf_regions_make(graph, tree, 1, rank_of, 0, &f->regions, NULL);
  f->sets = (pf_via_sets){0};
  pf_results results;
  pf_results_init(&results, NULL);
  const pf_batches batches = {.results = &results, .threads = 1};
  if (!status) status = pf_batches_agree(&batches, PF_RESULT_VIA_SETS, f->regions.count);
  if (!status) status = pf_via_sets_find(&f->regions, &batches, rank_of, few, &f->sets, NULL);
  pf_results_close(&results, true);
  if (!status)
    status = pf_default_vias_find(&f->regions, sight.ground, rank_of, 1, few, &f->sets, NULL);
  if (status) pf_via_sets_free(&f->sets);
  return status;
}

static pathfan_status find(const pf_graph *graph, pf_tree *tree, const int32_t *rank_of, found *f) {
  return find_pairs(graph, tree, rank_of, PF_PAIRS_FEW, f);
}

/* The same with votes of near regions. */
static pathfan_status find_near(const pf_graph *graph, pf_tree *tree, const int32_t *rank_of,
                                found *f) {
  return find_pairs(graph, tree, rank_of, 0, f);
}

/* The same with sets for pairs of nodes, and regions of few vertices; on some maps the trees grow
 * side by side. */
static pathfan_status find_levels(const pf_graph *graph, pf_tree *tree, const int32_t *rank_of,
                                  found *f) {
  const pf_via_levels_options options = {.width = 100,
                                         .height = 100,
                                         .apart = 4,
                                         .tree_bytes = 4000,
                                         .side_by_side = graph->vertex_count % 2};
  pf_results results;
  pf_results_init(&results, NULL);
  const pf_batches batches = {.results = &results, .threads = 1};
  pathfan_status status = pf_regions_cut(graph, 4, &f->regions);
  f->sets = (pf_via_sets){0};
  if (!status)
    status =
        pf_batches_agree(&batches, PF_RESULT_VIA_LEVELS, pf_via_levels_batches(f->regions.levels));
  if (!status)
    status = pf_via_levels_find(&f->regions, &options, tree, rank_of, &batches, &f->sets, NULL);
  pf_results_close(&results, true);
  return status;
}

static void found_free(found *f) {
  pf_regions_free(&f->regions);
  pf_via_sets_free(&f->sets);
}

typedef pathfan_status finder(const pf_graph *graph, pf_tree *tree, const int32_t *rank_of,
                              found *f);

static void check(finder *finds) {
  for (int i = 2; i < 5; i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 40);
    pf_grid_mesh mesh;
    pf_graph graph;
    pf_tree tree;
    found expected, now;
    graph_of_map(&map, 36, &mesh, &graph);
    graph_sight_make(&mesh, 8, &sight);
    assert_int_equal(pf_tree_init(&tree, &graph), PATHFAN_OK);
    int32_t *column = malloc(((size_t)graph.vertex_count + 1) * sizeof *column);
    for (int32_t v = 0; v < graph.vertex_count; v++) column[v] = v; /* and its rank */
    assert_int_equal(finds(&graph, &tree, column, &expected), PATHFAN_OK);
    assert_true(expected.regions.count > 1 && expected.sets.via_count > 0);
    long counts[2];
    for (int one = 0; one < 2; one++) {
      shortage s = {.alone = one};
      while (starve(&s)) {
        begin_shortage(&s);
        const pathfan_status status = finds(&graph, &tree, column, &now);
        end_shortage();
        if (!status) {
          assert_true(now.sets.via_count == expected.sets.via_count);
          assert_memory_equal(now.sets.vias, expected.sets.vias,
                              expected.sets.via_count * sizeof *expected.sets.vias);
          found_free(&now);
          continue;
        }
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_true(!now.sets.size && !now.sets.vias && !now.sets.count);
        found_free(&now); /* the regions may be whole if the via sets failed */
      }
      counts[one] = s.failed;
    }
    print_message("%ld and %ld allocations failed in turn\n", counts[0], counts[1]);
    assert_true(counts[0] > 10 && counts[1] > 10);
    found_free(&expected);
    found_free(&expected); /* freeing twice is allowed */
    free(column);
    free(sight.bytes);
    pf_tree_free(&tree);
    pf_graph_free(&graph);
    pf_grid_mesh_free(&mesh);
    twin_map_free(&map);
  }
}

static void test_find(void **state) {
  (void)state;
  check(find);
}

static void test_find_near(void **state) {
  (void)state;
  check(find_near);
}

static void test_find_levels(void **state) {
  (void)state;
  check(find_levels);
}

SUITE(test_regions_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_find), cmocka_unit_test(test_find_near),
                                     cmocka_unit_test(test_find_levels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
