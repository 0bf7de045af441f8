/* query_fixture.h - queries of indexes and of maps without one, through the same functions. */
#ifndef PF_TESTS_QUERY_FIXTURE_H
#define PF_TESTS_QUERY_FIXTURE_H

#include "twin_index.h"
#include "twin_maps.h"
#include "pathfan/map.h"

/* What a query is about: a map, or an index if that is NULL. */
typedef struct source {
  const pathfan_map *map;
  const pathfan_index *index;
} source;

static inline pathfan_status create_query(source of, pathfan_query **query) {
  return of.map ? pathfan_query_create_online(of.map, query)
                : pathfan_query_create(of.index, query);
}

/* Returns a request from one random plain point of a grid to another. */
static inline pathfan_request plain_request(const twin_map *map, pf_random *random) {
  pf_fixed_point s = {0, 0}, t = {0, 0};
  pathfan_request r;
  assert_true(twin_random_plain_point(random, &map->grid, 20, &s));
  assert_true(twin_random_plain_point(random, &map->grid, 20, &t));
  pathfan_request_init(&r);
  r.from = twin_units(s, 20);
  r.to = twin_units(t, 20);
  return r;
}

/* Gives a request two areas to keep out of, near its middle; `room` holds them [Size: 2]. */
static inline void add_areas(pathfan_request *r, pathfan_area *room) {
  static const pathfan_point corner[] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
  const double x = (r->from.x + r->to.x) / 2, y = (r->from.y + r->to.y) / 2;
  room[0] = (pathfan_area){.centre = {x + 1, y}, .radius = 1.5};
  room[1] = (pathfan_area){.corners = corner, .corner_count = 6};
  r->avoid = room;
  r->avoid_count = 2;
}

#endif
