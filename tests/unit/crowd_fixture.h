/* crowd_fixture.h - maps for crowds, with an index, and crowds run to their end.
 *
 *   crowd_map map = crowd_map_of(text);             GeoJSON
 *   pathfan_crowd *crowd = crowd_of(&map, &options);
 *   crowd_run(crowd, 1000);
 *   crowd_map_free(&map); */
#ifndef PATHFAN_TESTS_CROWD_FIXTURE_H
#define PATHFAN_TESTS_CROWD_FIXTURE_H

#include "pathfan/build.h"
#include "pathfan/crowd.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

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

/* A crowd of options, whose index is set to the map's. */
static inline pathfan_crowd *crowd_of(const crowd_map *map, pathfan_crowd_options *options) {
  pathfan_crowd *crowd;
  pathfan_error error;
  options->index = map->index;
  if (pathfan_crowd_create(options, &crowd, &error)) fail_msg("%s", error.text);
  return crowd;
}

/* Steps until all have arrived, at most so many times. */
static inline pathfan_crowd_statistics crowd_run(pathfan_crowd *crowd, int64_t most) {
  pathfan_crowd_statistics statistics;
  for (int64_t i = 0; i < most && !pathfan_crowd_is_done(crowd); i++)
    assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
  pathfan_crowd_statistics_get(crowd, &statistics);
  return statistics;
}

#endif
