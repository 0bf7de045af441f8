/* Every allocation of finding via sets fails once: the call says so, nothing leaks, and
 * the next one finds what it always does. See failing_allocations.h. */
#include <stdlib.h>

#include "failing_allocations.h"
#include "format/layout.h"
#include "graph/graph.h"
#include "meshing/rectangles.h"
#include "regions.h"
#include "suite.h"
#include "twin_maps.h"

static pathfan_status find(const pathfan_graph *graph, pathfan_tree *tree, const int32_t *column,
                           pathfan_regions *regions) {
  return pathfan_regions_find(graph, tree, 1, column, column, regions, NULL, NULL);
}

static void test_find(void **state) {
  (void)state;
  for (int i = 2; i < 5; i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 40);
    pathfan_grid_mesh mesh;
    pathfan_graph graph;
    pathfan_cones cones;
    pathfan_tree tree;
    pathfan_regions expected, regions;
    assert_int_equal(pathfan_rectangles_build(&map.grid, &mesh), PATHFAN_OK);
    assert_int_equal(pathfan_graph_build(&mesh.data.view, mesh.data.wedge, mesh.data.component, 1,
                                         1, 0, &graph, &cones, NULL, NULL),
                     PATHFAN_OK);
    pathfan_graph_weigh(&graph, 36);
    assert_int_equal(pathfan_tree_init(&tree, &graph), PATHFAN_OK);
    int32_t *column = malloc(((size_t)graph.vertex_count + 1) * sizeof *column);
    for (int32_t v = 0; v < graph.vertex_count; v++) column[v] = v; /* and its rank */
    assert_int_equal(find(&graph, &tree, column, &expected), PATHFAN_OK);
    assert_true(expected.count > 1);
    long counts[2];
    for (int one = 0; one < 2; one++) {
      shortage s = {.alone = one};
      while (starve(&s)) {
        begin_shortage(&s);
        const pathfan_status status = find(&graph, &tree, column, &regions);
        end_shortage();
        if (!status) {
          assert_memory_equal(regions.via, expected.via,
                              pathfan_layout_region_pairs(expected.count) *
                                  (uint64_t)expected.slots * sizeof *expected.via);
          pathfan_regions_free(&regions);
          continue;
        }
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_true(!regions.via && !regions.count && !regions.size && !regions.slots);
      }
      counts[one] = s.failed;
    }
    print_message("%ld and %ld allocations failed in turn\n", counts[0], counts[1]);
    assert_true(counts[0] > 10 && counts[1] > 10);
    pathfan_regions_free(&expected);
    pathfan_regions_free(&expected); /* again is fine */
    free(column);
    pathfan_tree_free(&tree);
    pathfan_cones_free(&cones);
    pathfan_graph_free(&graph);
    pathfan_grid_mesh_free(&mesh);
    twin_map_free(&map);
  }
}

SUITE(test_regions_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_find)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
