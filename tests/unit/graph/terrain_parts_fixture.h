/* terrain_parts_fixture.h - a terrain whose edges have roads and rivers, and a search over it of
 * which a suite calls the parts one by one: for test_wave and test_leave.
 *
 *   parts p = {0};
 *   ... p.mesh, finished (mesh/mesh_data.h) ...
 *   parts_begin(&p);
 *   ... parts_put(&p, p.terrain.road, corner, parts_add(&p, 0.5)) ...
 *   parts_finish(&p);
 *   ... p.search: nothing is reached yet, nothing is queued ...
 *   parts_free(&p);
 */
#ifndef PF_TESTS_TERRAIN_PARTS_FIXTURE_H
#define PF_TESTS_TERRAIN_PARTS_FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/memory.h"
#include "mesh/mesh_data.h"
#include "mesh/twins.h"
#include "terrain/search.h"
#include "terrain/terrain_data.h"

#define PARTS_BACKGROUND 2.0
#define PARTS_FEATURES 16

typedef struct parts {
  pf_mesh_data mesh;
  pf_terrain_data terrain;
  pf_terrain_search search;
  int32_t *twin; /* [Size: corners] */
  uint32_t corner_count;
  int bits;
} parts;

static inline pf_lattice_point parts_vertex(const parts *p, uint32_t corner) {
  return p->mesh.vertices[p->mesh.corner_vertex[corner]];
}

/* Begins a terrain over a finished mesh, without roads and rivers. */
static inline void parts_begin(parts *p) {
  const pf_mesh *mesh = &p->mesh.view;
  p->corner_count = mesh->first_corner[mesh->polygon_count];
  p->twin = pf_alloc(p->corner_count, sizeof *p->twin);
  p->terrain.view = (pf_terrain){.mesh = mesh, .background = PARTS_BACKGROUND, .scale = 1};
  p->terrain.features = pf_alloc(PARTS_FEATURES, sizeof *p->terrain.features);
  int32_t **lists[] = {&p->terrain.road, &p->terrain.river, &p->terrain.bridge};
  for (int i = 0; i < 3; i++) {
    *lists[i] = pf_alloc(p->corner_count, sizeof **lists[i]);
    assert_non_null(*lists[i]);
    for (uint32_t c = 0; c < p->corner_count; c++) (*lists[i])[c] = PF_TERRAIN_NONE;
  }
  assert_non_null(p->twin);
  assert_int_equal(pf_mesh_twins(mesh, p->twin), PATHFAN_OK);
}

/* Adds a feature: a road's rate, or a river's cost. Returns its number. */
static inline int32_t parts_add(parts *p, pf_feature_kind kind, double value) {
  assert_true(p->terrain.view.feature_count < PARTS_FEATURES);
  p->terrain.features[p->terrain.view.feature_count] =
      (pf_feature){.value = value, .kind = (int32_t)kind, .name = -1, .corner = -1};
  return p->terrain.view.feature_count++;
}

/* Lays a feature along an edge, as both polygons have it. list: terrain.road or river. */
static inline void parts_put(parts *p, int32_t *list, uint32_t corner, int32_t feature) {
  list[corner] = feature;
  if (p->twin[corner] >= 0) list[p->twin[corner]] = feature;
}

/* Makes the terrain, and a search that has found nothing. */
static inline void parts_finish(parts *p) {
  assert_int_equal(pf_terrain_finish(&p->terrain, NULL, 0, 0), PATHFAN_OK);
  const pf_terrain *t = &p->terrain.view;
  pf_terrain_search *s = &p->search;
  p->bits = pf_fraction_bits((int32_t)t->extent);
  *s = (pf_terrain_search){.terrain = t, .fraction_bits = p->bits, .root = -1};
  s->fraction = pf_power_of_two(-p->bits);
  s->slack = 1e-12 * t->extent * t->background;
  assert_int_equal(pf_grow(&s->reached, &s->node_capacity, t->node_count), PATHFAN_OK);
  assert_int_equal(pf_grow(&s->touched, &s->touched_capacity, t->node_count), PATHFAN_OK);
  assert_int_equal(pf_grow(&s->first_travel, &s->arc_capacity, t->arc_count), PATHFAN_OK);
  assert_int_equal(pf_grow(&s->first_target, &s->polygon_capacity, t->mesh->polygon_count),
                   PATHFAN_OK);
  assert_int_equal(pf_heap_fit(&s->queue, t->node_count), PATHFAN_OK);
  for (int32_t n = 0; n < t->node_count; n++) s->reached[n] = (pf_reached){.cost = INFINITY};
  for (int32_t a = 0; a < t->arc_count; a++) s->first_travel[a] = -1;
  for (int32_t q = 0; q < t->mesh->polygon_count; q++) s->first_target[q] = -1;
}

static inline void parts_free(parts *p) {
  pf_terrain_search_free(&p->search);
  pf_terrain_data_free(&p->terrain);
  pf_mesh_data_free(&p->mesh);
  free(p->twin);
  *p = (parts){0};
}

/* Whether a cone contains a direction. */
static inline bool parts_contains(const pf_wave *wave, pf_fixed_point direction) {
  return pf_turn(wave->bound.cone.right, direction) >= 0 &&
         pf_turn(direction, wave->bound.cone.left) >= 0;
}

#endif
