/* radii_fixture.h - a map's index of several radii, "all.pathfan", and the indexes of each alone,
 * and how they are asked. */
#ifndef PF_TESTS_RADII_FIXTURE_H
#define PF_TESTS_RADII_FIXTURE_H

#include <stdio.h>

#include "parts_fixture.h"
#include "pathfan/build.h"
#include "pathfan/inspect.h"
#include "pathfan/map.h"
#include "suite.h"
#include "twin_scratch.h"

enum { RADII = 3, REQUESTS = 40, THREADS = 4 };
static const double radii[RADII] = {0.2, 0.35, 0.45};
static const char *const alone[RADII] = {"r0.pathfan", "r1.pathfan", "r2.pathfan"};

static inline pathfan_build_options options_of(const double *list, int32_t count) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.tables = 2;
  options.radii = list;
  options.radius_count = count;
  return options;
}

static inline pathfan_status build(const char *map, const char *name,
                                   const pathfan_build_options *options, pathfan_error *error) {
  char from[300];
  snprintf(from, sizeof from, "%s", twin_scratch(map));
  return pathfan_build_index(from, twin_scratch(name), options, NULL, error);
}

static inline void build_well(const char *map, const char *name, const double *list,
                              int32_t count) {
  const pathfan_build_options options = options_of(list, count);
  pathfan_error error = {""};
  if (build(map, name, &options, &error)) fail_msg("%s", error.text);
}

static inline int make_files(void **state) {
  pathfan_map_recipe recipe;
  twin_scratch_make(state);
  pathfan_map_recipe_init(&recipe);
  recipe.kind = PATHFAN_MAP_ROOMS;
  recipe.width = 24;
  recipe.height = 18;
  recipe.scale = 5;
  recipe.seed = 3;
  if (pathfan_map_make(&recipe, twin_scratch("rooms.map"), NULL)) return -1;
  for (int i = 0; i < RADII; i++) {
    pathfan_build_options options = options_of(NULL, 0);
    options.map.agent_radius = radii[i];
    if (build("rooms.map", alone[i], &options, NULL)) return -1;
  }
  const pathfan_build_options options = options_of(radii, RADII);
  return build("rooms.map", "all.pathfan", &options, NULL) ? -1 : 0;
}

static inline pathfan_index *open_at(const char *name, double radius) {
  const pathfan_open_options how = {.radius = radius};
  pathfan_index *index;
  pathfan_error error = {""};
  if (pathfan_index_open(twin_scratch(name), &how, &index, &error)) fail_msg("%s", error.text);
  return index;
}

static inline pathfan_query *query_of(const pathfan_index *index) {
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  return query;
}

/* Returns request i: of several kinds, some with blocked ends, areas or another algorithm. */
static inline pathfan_request request_of(int i) {
  static const pathfan_area area = {.centre = {12, 9}, .radius = 1};
  pathfan_request r;
  pathfan_request_init(&r);
  r.from = (pathfan_point){1.37 * (i % 17), 0.5 + 2.29 * (i % 8)};
  r.to = (pathfan_point){23 - 1.91 * (i % 11), 17.5 - 1.83 * (i % 9)};
  r.snap = i % 3 ? 2 : 0;
  r.effort = i % 4 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
  if (i % 5 == 1) r.algorithm = PATHFAN_ALGORITHM_CVPD;
  if (i % 5 == 2) r.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  if (i % 5 == 3) r.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY;
  if (i % 7 == 4) r.avoid = &area, r.avoid_count = 1;
  return r;
}

static const pathfan_answer *ask(pathfan_query *query, int i, double radius) {
  const pathfan_answer *answer;
  pathfan_request r = request_of(i);
  r.radius = radius;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  return answer;
}

static inline void assert_same_file(const char *a, const char *b) {
  const parts x = parts_of(twin_scratch(a)), y = parts_of(twin_scratch(b));
  assert_int_equal(x.size, y.size);
  assert_memory_equal(x.bytes, y.bytes, x.size);
  parts_free((parts *)&x);
  parts_free((parts *)&y);
}

#endif
