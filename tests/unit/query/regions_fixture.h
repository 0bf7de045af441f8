/* regions_fixture.h - maps with the builder's data of them, and sets of via nodes compared. */
#ifndef PF_TESTS_REGIONS_FIXTURE_H
#define PF_TESTS_REGIONS_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "build-index/sight/order.h"
#include "graph_fixture.h"
#include "suite.h"
#include "twin_outline_maps.h"
#include "twin_region.h"
#include "twin_via_sets.h"

/* Returns grids and polygon maps in turn. */
static inline twin_map some_map(int number, int32_t side_max) {
  return number % 3 ? twin_map_number(number - number / 3 - 1, side_max)
                    : twin_outline_map(number / 3, side_max / 2);
}

typedef struct stage {
  pf_grid_mesh mesh;
  pf_graph graph;
  twin_dense dense;
  graph_sight sight;
  int32_t *number; /* [Size: n] the builder's sort key */
} stage;

enum { FRACTION_BITS = 8 };

static inline void begin(stage *s, const twin_map *map) {
  graph_of_map(map, 36, &s->mesh, &s->graph);
  graph_sight_make(&s->mesh, FRACTION_BITS, &s->sight);
  s->number = malloc(((size_t)s->graph.vertex_count + 1) * sizeof *s->number);
  assert_int_equal(pf_order_spanning_tree(&s->graph, s->number), PATHFAN_OK);
  s->dense = twin_dense_make(map, s->graph.length_bits);
  assert_int_equal(s->dense.n, s->graph.vertex_count);
}

static inline void end(stage *s) {
  free(s->number);
  free(s->sight.bytes);
  twin_dense_free(&s->dense);
  pf_graph_free(&s->graph);
  pf_grid_mesh_free(&s->mesh);
}

static inline int64_t count_pairs(const twin_via_sets *s) {
  return (int64_t)pf_layout_region_pairs(s->count);
}

/* Whether sets are those expected, to which answers may have added some behind the leading ones, in
 * place of the last if there are too many. */
static inline bool is_extended(const twin_via_sets *said, const twin_via_sets *expected) {
  bool good = said->count == expected->count;
  for (int64_t i = 0; good && i < count_pairs(said); i++) {
    const twin_via_set *set = &said->sets[i], *old = &expected->sets[i];
    int32_t kept = 0;
    for (int32_t k = 0; k < old->count; k++)
      for (int32_t l = 0; l < set->count; l++) kept += set->via[l] == old->via[k];
    good = set->leading == old->leading && set->count >= old->count &&
           (kept == old->count || set->count == TWIN_VIAS_MOST) &&
           !memcmp(set->via, old->via, (size_t)old->leading * sizeof *old->via);
  }
  return good;
}

#endif
