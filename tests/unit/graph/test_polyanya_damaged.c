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

static pf_mesh_data mesh_of(pf_random *random, bool merged) {
  pf_mesh_data mesh = {0}, larger = {0};
  pf_outline outline = {0};
  uint8_t free_cells[SIDE * SIDE];
  const pf_grid grid = {SIDE, SIDE, free_cells};
  for (int i = 0; i < SIDE * SIDE; i++) free_cells[i] = pf_random_below(random, 10) < 7;
  assert_int_equal(pf_trace_grid(&grid, &outline), PATHFAN_OK);
  assert_int_equal(pf_cdt_build(&outline, &mesh), PATHFAN_OK);
  assert_int_equal(pf_mesh_finish(&mesh), PATHFAN_OK);
  pf_outline_free(&outline);
  if (!merged) return mesh;
  assert_int_equal(pf_merge(&mesh, PF_MERGE_LONGEST, &larger), PATHFAN_OK);
  pf_mesh_data_free(&mesh);
  return larger;
}

static int32_t below(pf_random *random, int64_t end) {
  return (int32_t)pf_random_below(random, (uint64_t)end);
}

static pf_lattice_point vector(pf_random *random) {
  return (pf_lattice_point){below(random, 5) - 2, below(random, 5) - 2};
}

/* Damages a mesh. Ids stay in range, as the check of an index ensures; all else may be wrong. */
static void damage(pf_mesh_data *mesh, pf_random *random) {
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
            (pf_wedge){vector(random), vector(random)};
      break;
    default:
      mesh->vertices[below(random, mesh->view.vertex_count)] =
          (pf_lattice_point){below(random, SIDE + 1), below(random, SIDE + 1)};
    }
}

static pf_polyanya_end somewhere(pf_random *random, int32_t polygons, bool on_lattice) {
  pf_fixed_point at = {below(random, SIDE << BITS), below(random, SIDE << BITS)};
  if (on_lattice) at = (pf_fixed_point){at.x >> BITS << BITS, at.y >> BITS << BITS};
  return (pf_polyanya_end){at, below(random, polygons)};
}

static void test_damaged_meshes(void **state) {
  (void)state;
  const int count = twin_scaled_harm(10000);
  pf_random random = pf_random_from(17);
  pf_polyanya search = {0};
  int found = 0;
  for (int i = 0; i < count; i++) {
    pf_search_mesh mesh;
    pf_mesh_data data = mesh_of(&random, i % 2);
    if (data.view.polygon_count) {
      damage(&data, &random);
      assert_int_equal(pf_search_mesh_build(&data.view, data.wedge, data.component, 1, BITS, &mesh),
                       PATHFAN_OK);
      for (int k = 0; k < 20; k++) {
        const pf_polyanya_end from = somewhere(&random, mesh.view.polygon_count, k % 3 == 0);
        const pf_polyanya_end to = somewhere(&random, mesh.view.polygon_count, k % 4 == 0);
        assert_int_equal(pf_polyanya_find(&search, &mesh, from, to, 0, LIMIT), PATHFAN_OK);
        assert_int_not_equal(search.outcome, PF_POLYANYA_LIMIT);
        found += search.outcome == PF_POLYANYA_FOUND;
      }
      pf_search_mesh_free(&mesh);
    }
    pf_mesh_data_free(&data);
  }
  pf_polyanya_free(&search);
  print_message("%d damaged meshes, %d paths found\n", count, found);
  assert_true(found > count);
}

SUITE(test_polyanya_damaged) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_damaged_meshes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
