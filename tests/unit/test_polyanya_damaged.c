/* A search over a mesh that makes no sense ends, whatever it finds: an index with valid digests may
 * hold such a mesh. */
#include <stdlib.h>
#include <string.h>

#include "meshing/cdt.h"
#include "meshing/merge.h"
#include "meshing/trace.h"
#include "search/polyanya.h"
#include "suite.h"
#include "twin_maps.h"

#define SIDE 12
#define BITS 16

/* Searches over a sound mesh of this size need less than a hundredth of it. */
#define LIMIT 200000

static pathfan_mesh_data mesh_of(pathfan_random *random, bool merged) {
  pathfan_mesh_data mesh = {0}, larger = {0};
  pathfan_outline outline = {0};
  uint8_t free_cells[SIDE * SIDE];
  const pathfan_grid grid = {SIDE, SIDE, free_cells};
  for (int i = 0; i < SIDE * SIDE; i++) free_cells[i] = pathfan_random_below(random, 10) < 7;
  assert_int_equal(pathfan_trace_grid(&grid, &outline), PATHFAN_OK);
  assert_int_equal(pathfan_cdt_build(&outline, &mesh), PATHFAN_OK);
  assert_int_equal(pathfan_mesh_finish(&mesh), PATHFAN_OK);
  pathfan_outline_free(&outline);
  if (!merged) return mesh;
  assert_int_equal(pathfan_merge(&mesh, PATHFAN_MERGE_LONGEST, &larger), PATHFAN_OK);
  pathfan_mesh_data_free(&mesh);
  return larger;
}

static int32_t below(pathfan_random *random, int64_t end) {
  return (int32_t)pathfan_random_below(random, (uint64_t)end);
}

static pathfan_lattice_point vector(pathfan_random *random) {
  return (pathfan_lattice_point){below(random, 5) - 2, below(random, 5) - 2};
}

/* Damages a mesh. Ids stay in range, as the check of an index ensures; all else may be wrong. */
static void damage(pathfan_mesh_data *mesh, pathfan_random *random) {
  const int32_t corners = (int32_t)mesh->first_corner[mesh->view.polygon_count];
  for (int32_t k = 1 + below(random, 12); k > 0; k--) switch (below(random, 4)) {
    case 0:
      mesh->corner_vertex[below(random, corners)] = below(random, mesh->view.vertex_count);
      break;
    case 1:
      mesh->corner_neighbour[below(random, corners)] = below(random, mesh->view.polygon_count);
      break;
    case 2:
      if (mesh->view.convex_count)
        mesh->wedge[below(random, mesh->view.convex_count)] =
            (pathfan_wedge){vector(random), vector(random)};
      break;
    default:
      mesh->vertices[below(random, mesh->view.vertex_count)] =
          (pathfan_lattice_point){below(random, SIDE + 1), below(random, SIDE + 1)};
    }
}

static pathfan_polyanya_end somewhere(pathfan_random *random, int32_t polygons, bool on_lattice) {
  pathfan_fixed_point at = {below(random, SIDE << BITS), below(random, SIDE << BITS)};
  if (on_lattice) at = (pathfan_fixed_point){at.x >> BITS << BITS, at.y >> BITS << BITS};
  return (pathfan_polyanya_end){at, below(random, polygons)};
}

static void test_damaged_meshes(void **state) {
  (void)state;
  const int count = twin_scaled_harm(10000);
  pathfan_random random = pathfan_random_from(17);
  pathfan_polyanya search = {0};
  int found = 0;
  for (int i = 0; i < count; i++) {
    pathfan_search_mesh mesh;
    pathfan_mesh_data data = mesh_of(&random, i % 2);
    if (data.view.polygon_count) {
      damage(&data, &random);
      assert_int_equal(
          pathfan_search_mesh_build(&data.view, data.wedge, data.component, 1, BITS, &mesh),
          PATHFAN_OK);
      for (int k = 0; k < 20; k++) {
        const pathfan_polyanya_end from = somewhere(&random, mesh.view.polygon_count, k % 3 == 0);
        const pathfan_polyanya_end to = somewhere(&random, mesh.view.polygon_count, k % 4 == 0);
        assert_int_equal(pathfan_polyanya_find(&search, &mesh, from, to, 0, LIMIT), PATHFAN_OK);
        assert_int_not_equal(search.outcome, PATHFAN_POLYANYA_LIMIT);
        found += search.outcome == PATHFAN_POLYANYA_FOUND;
      }
      pathfan_search_mesh_free(&mesh);
    }
    pathfan_mesh_data_free(&data);
  }
  pathfan_polyanya_free(&search);
  print_message("%d damaged meshes, %d paths found\n", count, found);
  assert_true(found > count);
}

SUITE(test_polyanya_damaged) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_damaged_meshes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
