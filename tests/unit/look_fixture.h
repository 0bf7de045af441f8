/* look_fixture.h - the vertices that a query lists for a point, against those that it
 * should, for the suites test_visibility and test_polygon_index. */
#ifndef PATHFAN_TESTS_LOOK_FIXTURE_H
#define PATHFAN_TESTS_LOOK_FIXTURE_H

#include "generation_fixture.h"
#include "scratch.h"
#include "twin_region.h"

/* Something about vertex v, seen from p. */
typedef bool (*about_vertex)(const twin_map *map, const pathfan_generation *index, int bits,
                             pathfan_fixed_point p, int32_t v);

/* By cone lists or by expansion, whichever the index has. leads_on: what `useful` should
 * be; may be NULL. */
static inline void check_look(const twin_map *map, pathfan_query *query, pathfan_fixed_point p,
                              int bits, about_vertex is_listed, about_vertex leads_on) {
  const pathfan_generation *index = query->index;
  pathfan_end *end = &query->ends[0];
  const pathfan_point point = twin_units(p, bits);
  bool snapped;
  int32_t next = 0;
  assert_true(pathfan_site_place(&query->site, point, 0, &end->at, &end->polygon, &snapped));
  assert_true(end->at.x == p.x && end->at.y == p.y);
  assert_int_equal(pathfan_look(query, end), PATHFAN_OK);
  for (int32_t v = 0; v < index->view.n; v++) {
    const bool expected = is_listed(map, index, bits, p, v);
    const bool found = next < end->seen_count && end->seen[next].vertex == v;
    if (found != expected)
      twin_fail(map, "%s: %.17g,%.17g %s vertex %d,%d",
                index->view.header->has_cones ? "cones" : "expansion", point.x, point.y,
                expected ? "doesn't list" : "lists", index->view.vertices[v].x,
                index->view.vertices[v].y);
    if (!expected) continue;
    if (leads_on && end->seen[next].useful != leads_on(map, index, bits, p, v))
      twin_fail(map, "%.17g,%.17g: vertex %d,%d is %sa dead end", point.x, point.y,
                index->view.vertices[v].x, index->view.vertices[v].y,
                end->seen[next].useful ? "" : "not ");
    next++;
  }
  assert_int_equal(next, end->seen_count);
}

/* `tries` points of a map, and its index; adds those that were looked from to *points. */
static inline void check_looks(const twin_map *map, pathfan_index *index, int tries,
                               about_vertex is_listed, about_vertex leads_on, int64_t *points) {
  pathfan_random random = pathfan_random_from(map->seed);
  pathfan_query *query;
  const int bits = generation_of(index)->view.header->fraction_bits;
  assert_int_equal(pathfan_generation_need_location(generation_of(index), NULL), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int k = 0; k < tries; k++) {
    pathfan_fixed_point p;
    if (!twin_map_random_point(&random, map, bits, false, &p)) continue;
    check_look(map, query, p, bits, is_listed, leads_on);
    ++*points;
  }
  pathfan_query_free(query);
}

#endif
