/* graph_fixture.h - the visibility graph of a map, as the builder makes it, before its vertices are
 * renumbered.
 *
 *   pf_grid_mesh mesh;
 *   pf_graph graph;
 *   graph_of_map(&map, 36, &mesh, &graph);
 *   graph_sight_make(&mesh, fraction_bits, &sight);     as the builder has it for paths
 *   free(sight.bytes);
 *   pf_graph_free(&graph);
 *   pf_grid_mesh_free(&mesh);
 */
#ifndef PF_TESTS_GRAPH_FIXTURE_H
#define PF_TESTS_GRAPH_FIXTURE_H

#include "format/layout.h"
#include "graph/graph.h"
#include "graph/trees.h"
#include "mesh/loops.h"
#include "meshing/cdt.h"
#include "meshing/locate_build.h"
#include "meshing/rectangles.h"
#include "suite.h"
#include "twin_maps.h"

/* Builds the graph with lengths in `bits` bits, or as many as the builder allows if that is fewer:
 * graph->length_bits says. */
static inline void graph_of_map(const twin_map *map, int32_t bits, pf_grid_mesh *mesh,
                                pf_graph *graph) {
  const pf_mesh_data *data = &mesh->data;
  *mesh = (pf_grid_mesh){0};
  if (map->outline.edge_count) {
    assert_int_equal(pf_cdt_build(&map->outline, &mesh->data), PATHFAN_OK);
    assert_int_equal(pf_mesh_finish(&mesh->data), PATHFAN_OK);
  } else {
    assert_int_equal(pf_rectangles_build(&map->grid, mesh), PATHFAN_OK);
  }
  assert_int_equal(pf_graph_build(pf_graph_mesh_of(data), 1, 0, graph, NULL, NULL), PATHFAN_OK);
  for (int32_t v = 0; v < data->view.vertex_count; v++) {
    const pf_lattice_point at = data->view.vertices[v];
    const int most = pf_length_bits_most(at.x, at.y);
    if (most < bits) bits = most;
  }
  assert_int_equal(pf_trees_length_bits(graph, bits, &bits), PATHFAN_OK);
  pf_graph_weigh(graph, bits);
}

/* A map's free space, for sight. */
typedef struct graph_sight {
  pf_locator locator;
  void *bytes;
  pf_loop_ground ground;
} graph_sight;

/* The mesh is borrowed; free `bytes`. */
static inline void graph_sight_make(const pf_grid_mesh *mesh, int fraction_bits, graph_sight *s) {
  const pf_mesh *view = &mesh->data.view;
  int32_t width = 1, height = 1;
  uint64_t size;
  for (int32_t v = 0; v < view->vertex_count; v++) {
    if (view->vertices[v].x > width) width = view->vertices[v].x;
    if (view->vertices[v].y > height) height = view->vertices[v].y;
  }
  assert_int_equal(pf_locator_build(view, width, height, 0, &s->bytes, &size), PATHFAN_OK);
  assert_true(pf_locator_open(s->bytes, size, &s->locator));
  s->ground = (pf_loop_ground){
      .mesh = view, .locator = &s->locator, .fraction_bits = fraction_bits, .polygon = {-1, -1}};
}

#endif
