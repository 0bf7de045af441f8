/* areas_fixture.h - grounds with areas, drawn by calls, opened as maps and asked.
 *
 *   begin(&g, 1);
 *   add_box(&g, "\"kind\":\"area\",\"rate\":3", 0, 0, 50, 100);
 *   end_ground(&g);
 *   ... ask(&g, from, to, gap, paths) ...
 *   close_ground(&g); */
#ifndef PF_TESTS_AREAS_FIXTURE_H
#define PF_TESTS_AREAS_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pathfan/build.h"
#include "pathfan/terrain.h"
#include "suite.h"

#define TEXT_BYTES 60000

typedef struct ground {
  char text[TEXT_BYTES];
  size_t used;
  pathfan_map *map;
  pathfan_query *query;
} ground;

static inline void begin(ground *g, double background) {
  memset(g, 0, sizeof *g);
  g->used =
      (size_t)snprintf(g->text, TEXT_BYTES,
                       "{\"type\":\"FeatureCollection\",\"background_rate\":%g,\"features\":["
                       "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":"
                       "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[100,0],[100,100],"
                       "[0,100],[0,0]]]}}",
                       background);
}

static inline void add(ground *g, const char *properties, const char *type,
                       const char *coordinates) {
  g->used += (size_t)snprintf(g->text + g->used, TEXT_BYTES - g->used,
                              ",{\"type\":\"Feature\",\"properties\":{%s},\"geometry\":{\"type\":"
                              "\"%s\",\"coordinates\":%s}}",
                              properties, type, coordinates);
  assert_true(g->used < TEXT_BYTES);
}

/* A rectangle as a polygon. */
static inline void add_box(ground *g, const char *properties, double x0, double y0, double x1,
                           double y1) {
  char coordinates[300];
  snprintf(coordinates, sizeof coordinates,
           "[[[%.9g,%.9g],[%.9g,%.9g],[%.9g,%.9g],[%.9g,%.9g],[%.9g,%.9g]]]", x0, y0, x1, y0, x1,
           y1, x0, y1, x0, y0);
  add(g, properties, "Polygon", coordinates);
}

static inline pathfan_status open_rounded(ground *g, double unit, pathfan_error *error) {
  pathfan_map_options options;
  pathfan_map_options_init(&options);
  options.unit = unit;
  snprintf(g->text + g->used, TEXT_BYTES - g->used, "]}");
  const pathfan_status status =
      pathfan_map_parse(g->text, strlen(g->text), "ground", &options, &g->map, error);
  if (!status) assert_int_equal(pathfan_query_create_online(g->map, &g->query), PATHFAN_OK);
  return status;
}

static inline pathfan_status open_ground(ground *g, pathfan_error *error) {
  return open_rounded(g, 0, error);
}

static inline void end_ground(ground *g) {
  pathfan_error error = {""};
  if (open_ground(g, &error)) fail_msg("%s", error.text);
}

static inline void close_ground(ground *g) {
  pathfan_query_free(g->query);
  pathfan_map_free(g->map);
}

static inline const pathfan_answer *ask(ground *g, pathfan_point from, pathfan_point to, double gap,
                                        uint64_t limit) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_TERRAIN;
  request.paths = 1;
  request.from = from;
  request.to = to;
  request.max_gap = gap;
  request.work_limit = limit;
  if (pathfan_query_paths(g->query, &request, &answer))
    fail_msg("%s", pathfan_query_error(g->query));
  return answer;
}

/* Checks the legs of a path: they cover it and add up to its cost. */
static inline void check_legs(const pathfan_path *path) {
  double cost = 0;
  int32_t at = 0;
  for (int32_t i = 0; i < path->leg_count; i++) {
    const pathfan_leg *leg = &path->legs[i];
    double length = 0, crossed = 0;
    assert_int_equal(leg->first, at);
    at = leg->last;
    for (int32_t k = leg->first; k < leg->last; k++)
      length += hypot(path->points[k + 1].x - path->points[k].x,
                      path->points[k + 1].y - path->points[k].y);
    for (int32_t k = 0; k < leg->crossing_count; k++) crossed += leg->crossings[k].cost;
    assert_true(fabs(length - leg->length) <= 1e-9 * (1 + length));
    assert_true(fabs(leg->length * leg->rate + crossed - leg->cost) <= 1e-9 * (1 + leg->cost));
    cost += leg->cost;
  }
  assert_int_equal(at, path->point_count - 1);
  assert_true(fabs(cost - path->cost) <= 1e-12 * (1 + cost));
}

/* The cost of the cheapest path; INFINITY: there is none. */
static inline double cost_of(ground *g, double ax, double ay, double bx, double by) {
  const pathfan_answer *a = ask(g, (pathfan_point){ax, ay}, (pathfan_point){bx, by}, 1e-9, 0);
  if (!a->path_count) return INFINITY;
  const pathfan_path *path = &a->paths[0];
  check_legs(path);
  assert_true(a->gap_reached && path->gap >= 0 && path->gap <= 1.01e-9 * path->cost);
  return path->cost;
}

static inline void assert_near(double cost, double expected) {
  if (!(fabs(cost - expected) <= 1e-8 * expected)) fail_msg("%.12g, not %.12g", cost, expected);
}

#endif
