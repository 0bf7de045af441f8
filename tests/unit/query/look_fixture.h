/* look_fixture.h - compares the vertices that a query lists for a point with those that it should
 * list, for the suites test_visibility and test_polygon_index. */
#ifndef PF_TESTS_LOOK_FIXTURE_H
#define PF_TESTS_LOOK_FIXTURE_H

#include "generation_fixture.h"
#include "query/ends/points.h"
#include "twin_index.h"
#include "twin_region.h"
#include "query/ends/visible_vertices.h"

/* Whether something holds for vertex v, seen from p. */
typedef bool (*about_vertex)(const twin_map *map, const pf_generation *index, int bits,
                             pf_fixed_point p, int32_t v);

/* The vertices found by cone lists or by expansion, whichever the index has. */
typedef struct looker {
  pf_visible scratch;
  pf_visible_vertices seen;
} looker;

/* Checks the vertices listed for p. leads_on: what `useful` should be; may be NULL. */
static inline void check_look(const twin_map *map, const pf_generation *index, looker *l,
                              pf_fixed_point p, int bits, about_vertex is_listed,
                              about_vertex leads_on) {
  const pf_index_view *view = &index->view;
  const pf_visible_vertex *seen;
  const pathfan_point point = twin_units(p, bits);
  pf_fixed_point at;
  bool snapped;
  int32_t polygon, next = 0;
  assert_true(pf_space_place(&index->space, point.x, point.y, 0, &at, &polygon, &snapped));
  assert_true(at.x == p.x && at.y == p.y);
  assert_int_equal(pf_find_visible_vertices(view, at, polygon, &l->scratch, &l->seen), PATHFAN_OK);
  seen = l->seen.list;
  for (int32_t v = 0; v < view->n; v++) {
    const bool expected = is_listed(map, index, bits, p, v);
    const bool found = next < l->seen.count && seen[next].vertex == v;
    if (found != expected)
      twin_fail(map, "%s: %.17g,%.17g %s vertex %d,%d",
                view->header->has_cones ? "cones" : "expansion", point.x, point.y,
                expected ? "doesn't list" : "lists", view->vertices[v].x, view->vertices[v].y);
    if (!expected) continue;
    if (leads_on && seen[next].useful != leads_on(map, index, bits, p, v))
      twin_fail(map, "%.17g,%.17g: vertex %d,%d is %sa dead end", point.x, point.y,
                view->vertices[v].x, view->vertices[v].y, seen[next].useful ? "" : "not ");
    next++;
  }
  assert_int_equal(next, l->seen.count);
}

/* Checks up to `tries` random points of a map with its index; adds their number to *points. */
static inline void check_looks(const twin_map *map, pathfan_index *index, int tries,
                               about_vertex is_listed, about_vertex leads_on, int64_t *points) {
  pf_random random = pf_random_from(map->seed);
  looker l = {0};
  const int bits = generation_of(index)->view.header->fraction_bits;
  assert_int_equal(pf_generation_need_location(generation_of(index), NULL), PATHFAN_OK);
  for (int k = 0; k < tries; k++) {
    pf_fixed_point p;
    if (!twin_map_random_point(&random, map, bits, false, &p)) continue;
    check_look(map, generation_of(index), &l, p, bits, is_listed, leads_on);
    ++*points;
  }
  pf_visible_vertices_free(&l.seen);
  pf_visible_free(&l.scratch);
}

#endif
