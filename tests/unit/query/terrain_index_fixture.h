/* terrain_index_fixture.h - a terrain as a map and as an index, queried in the same way.
 *
 *   terrain_pair pair = terrain_pair_make(text, NULL);
 *   ... pair.map, pair.index, twin_scratch("terrain.pathfan") ...
 *   terrain_pair_free(&pair); */
#ifndef PF_TESTS_TERRAIN_INDEX_FIXTURE_H
#define PF_TESTS_TERRAIN_INDEX_FIXTURE_H

#include <stdio.h>
#include <string.h>

#include "pathfan/build.h"
#include "pathfan/inspect.h"
#include "pathfan/terrain.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

/* Everything that a terrain can have: crossing roads, rivers that cross, that end and that can't be
 * crossed, a road along a river, bridges of both kinds, a tunnel through an obstacle, a link
 * between two components, names. */
#define TERRAIN_OF_ALL                                                                             \
  "{\"type\":\"FeatureCollection\",\"background_rate\":1.5,\"features\":["                         \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\","   \
  "\"coordinates\":[[[0,0],[90,0],[90,70],[0,70],[0,0]]]}},"                                       \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\","   \
  "\"coordinates\":[[[100,0],[120,0],[120,70],[100,70],[100,0]]]}},"                               \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"obstacle\"},\"geometry\":{\"type\":"           \
  "\"Polygon\",\"coordinates\":[[[50,40],[64,38],[66,52],[54,56],[50,40]]]}},"                     \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.5,\"name\":\"Main\"},"       \
  "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[5,10],[40,14],[85,12]]}},"              \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.75,\"name\":\"Lane\"},"      \
  "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[20,2],[24,30],[22,65]]}},"              \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":1},\"geometry\":{\"type\":"    \
  "\"LineString\",\"coordinates\":[[30,35],[46,33],[60,25]]}},"                                    \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"river\",\"cost\":9,\"name\":\"Brook\"},"       \
  "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[0,24],[30,35],[46,33],[90,30]]}},"      \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"river\",\"cost\":3},\"geometry\":{\"type\":"   \
  "\"LineString\",\"coordinates\":[[46,33],[48,20],[55,18]]}},"                                    \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"river\",\"cost\":\"inf\"},\"geometry\":"       \
  "{\"type\":\"LineString\",\"coordinates\":[[10,45],[38,60]]}},"                                  \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"bridge\"},\"geometry\":{\"type\":\"Point\","   \
  "\"coordinates\":[46,33]}},"                                                                     \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.6,\"bridge\":true,"          \
  "\"name\":\"Span\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[70,20],[72,30],"     \
  "[74,44]]}},"                                                                                    \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.7,\"tunnel\":true},"         \
  "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[50,46],[66,47]]}},"                     \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":2,\"bridge\":true},"           \
  "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[85,12],[110,14]]}}]}\n"

typedef struct terrain_pair {
  pathfan_map *map;
  pathfan_index *index;
} terrain_pair;

/* Builds "terrain.pathfan" from a text. options may be NULL. */
static inline void terrain_build(const char *text, const pathfan_build_options *options) {
  pathfan_build_options one;
  pathfan_error error = {""};
  pathfan_build_options_init(&one);
  one.threads = 1;
  twin_scratch_write("terrain.geojson", text);
  if (pathfan_build_index(twin_scratch("terrain.geojson"), twin_scratch("terrain.pathfan"),
                          options ? options : &one, NULL, &error))
    fail_msg("%s", error.text);
}

static inline pathfan_index *terrain_open(int policy) {
  const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
  pathfan_index *index;
  pathfan_error error = {""};
  if (pathfan_index_open(twin_scratch("terrain.pathfan"), &options, &index, &error))
    fail_msg("%s", error.text);
  return index;
}

static inline terrain_pair terrain_pair_make(const char *text,
                                             const pathfan_build_options *options) {
  terrain_pair pair = {0};
  pathfan_error error = {""};
  terrain_build(text, options);
  pair.index = terrain_open(PATHFAN_OPEN_LAZY);
  if (pathfan_map_parse(text, strlen(text), "terrain", options ? &options->map : NULL, &pair.map,
                        &error))
    fail_msg("%s", error.text);
  return pair;
}

static inline void terrain_pair_free(terrain_pair *pair) {
  pathfan_index_close(pair->index);
  pathfan_map_free(pair->map);
}

static inline pathfan_request terrain_request(pathfan_point from, pathfan_point to) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_TERRAIN;
  request.paths = 1;
  request.from = from;
  request.to = to;
  return request;
}

/* Asks for a path in an index that may be damaged; said: of an error. */
static inline pathfan_status terrain_ask(pathfan_index *index, pathfan_point from, pathfan_point to,
                                         char said[256]) {
  const pathfan_request request = terrain_request(from, to);
  const pathfan_answer *answer;
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  const pathfan_status status = pathfan_query_paths(query, &request, &answer);
  snprintf(said, 256, "%s", pathfan_query_error(query));
  pathfan_query_free(query);
  return status;
}

/* Compares an answer with what the suite expects of it. */
typedef void terrain_expect(pathfan_query *query, pathfan_algorithm algorithm, pathfan_point from,
                            pathfan_point to, const void *expected);

/* Asks between two points there and back, by search over the map and over the index, and by the
 * index's stored ways. */
static inline void terrain_pair_expect(const terrain_pair *pair, pathfan_point a, pathfan_point b,
                                       terrain_expect *expect, const void *there,
                                       const void *back) {
  pathfan_query *map, *index;
  assert_int_equal(pathfan_query_create_online(pair->map, &map), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(pair->index, &index), PATHFAN_OK);
  expect(map, PATHFAN_ALGORITHM_TERRAIN, a, b, there);
  expect(map, PATHFAN_ALGORITHM_TERRAIN, b, a, back);
  expect(index, PATHFAN_ALGORITHM_TERRAIN, a, b, there);
  expect(index, PATHFAN_ALGORITHM_TERRAIN, b, a, back);
  expect(index, PATHFAN_ALGORITHM_INDEX, a, b, there);
  expect(index, PATHFAN_ALGORITHM_INDEX, b, a, back);
  pathfan_query_free(map);
  pathfan_query_free(index);
}

#endif
