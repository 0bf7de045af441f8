/* crowd_fixture.h - maps for crowds, with their indexes, and crowds run to their end.
 *
 *   crowd_map map = crowd_map_of(text);             GeoJSON
 *   pathfan_crowd *crowd = crowd_of(&map, &options);
 *   crowd_run(crowd, 1000);
 *   crowd_map_free(&map); */
#ifndef PF_TESTS_CROWD_FIXTURE_H
#define PF_TESTS_CROWD_FIXTURE_H

#include "pathfan/build.h"
#include "pathfan/crowd.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

/* GeoJSON: MAP(FREE(0, 0, 640, 320) OBSTACLE(300, 0, 340, 140) ...). */
#define FREE(x, y, right, top)                                                                     \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\","   \
  "\"coordinates\":[[[" #x "," #y "],[" #right "," #y "],[" #right "," #top "],[" #x "," #top      \
  "],[" #x "," #y "]]]}}"
#define OBSTACLE(x, y, right, top)                                                                 \
  ",{\"type\":\"Feature\",\"properties\":{\"kind\":\"obstacle\"},\"geometry\":{\"type\":"          \
  "\"Polygon\",\"coordinates\":[[[" #x "," #y "],[" #right "," #y "],[" #right "," #top "],[" #x   \
  "," #top "],[" #x "," #y "]]]}}"
#define MAP(features) "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"

typedef struct crowd_map {
  pathfan_index *index;
} crowd_map;

static inline crowd_map crowd_map_of(const char *text) {
  crowd_map map;
  pathfan_build_options options;
  pathfan_error error = {""};
  pathfan_build_options_init(&options);
  options.threads = 1;
  twin_scratch_write("crowd.geojson", text);
  if (pathfan_build_index(twin_scratch("crowd.geojson"), twin_scratch("crowd.pathfan"), &options,
                          NULL, &error) ||
      pathfan_index_open(twin_scratch("crowd.pathfan"), NULL, &map.index, &error))
    fail_msg("%s", error.text);
  return map;
}

static inline void crowd_map_free(crowd_map *map) {
  pathfan_index_close(map->index);
}

static const pathfan_crowd_strategy crowd_strategies[] = {
    PATHFAN_CROWD_NONE, PATHFAN_CROWD_PERIODIC, PATHFAN_CROWD_INITIAL, PATHFAN_CROWD_EVENT,
    PATHFAN_CROWD_ALTERNATIVES};
#define CROWD_STRATEGIES ((int)(sizeof crowd_strategies / sizeof *crowd_strategies))

/* Returns options for 1500 agents in a named environment. */
static inline pathfan_crowd_options crowd_options_of(const char *environment) {
  const pathfan_crowd_environment *e = pathfan_crowd_environment_find(environment);
  pathfan_crowd_options options;
  assert_non_null(e);
  pathfan_crowd_options_init(&options);
  options.flows = e->flows;
  options.flow_count = e->flow_count;
  options.agents = 1500;
  options.spread = 10;
  options.seed = 7;
  return options;
}

/* Returns options with one flow, which the caller keeps. */
static inline pathfan_crowd_options crowd_options_with(const pathfan_crowd_flow *flow) {
  pathfan_crowd_options options;
  pathfan_crowd_options_init(&options);
  options.flows = flow;
  options.flow_count = 1;
  return options;
}

/* Creates a crowd; sets the index in its options to the map's. */
static inline pathfan_crowd *crowd_of(const crowd_map *map, pathfan_crowd_options *options) {
  pathfan_crowd *crowd;
  pathfan_error error;
  options->index = map->index;
  if (pathfan_crowd_create(options, &crowd, &error)) fail_msg("%s", error.text);
  return crowd;
}

/* Steps until all agents have arrived, but at most `most` times. */
static inline pathfan_crowd_statistics crowd_run(pathfan_crowd *crowd, int64_t most) {
  pathfan_crowd_statistics statistics;
  for (int64_t i = 0; i < most && !pathfan_crowd_is_done(crowd); i++)
    assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
  pathfan_crowd_statistics_get(crowd, &statistics);
  return statistics;
}

#endif
