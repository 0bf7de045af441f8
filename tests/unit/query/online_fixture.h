/* online_fixture.h - one room in every format, maps read from it and requests to them, for the
 * suites test_online and test_online_files. */
#ifndef PF_TESTS_ONLINE_FIXTURE_H
#define PF_TESTS_ONLINE_FIXTURE_H

#include <string.h>

#include "pathfan/build.h"
#include "twin_maps.h"
#include "pathfan/map.h"

/* ---- A room of 9 x 9 with a block of 3 x 3 in the middle, in every format ---- */

static const char block_map[] = "type octile\nheight 9\nwidth 9\nmap\n"
                                ".........\n.........\n.........\n"
                                "...@@@...\n...@@@...\n...@@@...\n"
                                ".........\n.........\n.........\n";
static const char block_poly[] = "poly\n1\n2\n4 0 0 9 0 9 9 0 9\n4 3 3 6 3 6 6 3 6\n";
/* Obstacles only: a frame of width 1 and the block. */
static const char block_wkt[] =
    "MULTIPOLYGON (((-1 -1, 10 -1, 10 10, -1 10, -1 -1), (0 0, 0 9, 9 9, 9 0, 0 0)),"
    "((3 3, 6 3, 6 6, 3 6, 3 3)))";
static const char block_geojson[] =
    "{\"type\": \"FeatureCollection\", \"features\": ["
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"free\"}, \"geometry\": {\"type\": "
    "\"Polygon\", \"coordinates\": [[[0,0],[9,0],[9,9],[0,9],[0,0]]]}},"
    "{\"type\": \"Feature\", \"properties\": {}, \"geometry\": {\"type\": \"Polygon\", "
    "\"coordinates\": [[[3,3],[6,3],[6,6],[3,6],[3,3]]]}}]}";
static const char block_mesh[] =
    "mesh\n2\n8 4\n"
    "0 0 3 0 -1 3\n9 0 3 0 1 -1\n9 9 3 1 2 -1\n0 9 3 2 3 -1\n"
    "3 3 3 0 3 -1\n6 3 3 0 -1 1\n6 6 3 1 -1 2\n3 6 3 2 -1 3\n"
    "4 0 1 5 4 3 -1 1 -1\n4 1 2 6 5 0 -1 2 -1\n4 2 3 7 6 1 -1 3 -1\n4 3 0 4 7 2 -1 0 -1\n";

static const struct block_file {
  const char *name, *text;
  bool is_grid, is_mesh;
} block_files[] = {{"block.map", block_map, true, false},
                   {"block.poly", block_poly, false, false},
                   {"block.wkt", block_wkt, false, false},
                   {"block.geojson", block_geojson, false, false},
                   {"block.mesh", block_mesh, false, true}};

enum { FILES = sizeof block_files / sizeof block_files[0] };

static inline pathfan_map *parse(const char *text, const char *name,
                                 const pathfan_map_options *options) {
  pathfan_map *map;
  pathfan_error error;
  if (pathfan_map_parse(text, strlen(text), name, options, &map, &error))
    fail_msg("%s", error.text);
  return map;
}

static inline pathfan_query *query_of(const pathfan_map *map) {
  pathfan_query *query;
  assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
  return query;
}

static inline pathfan_request request_from(pathfan_algorithm algorithm, double fx, double fy,
                                           double tx, double ty) {
  pathfan_request r;
  pathfan_request_init(&r);
  r.algorithm = algorithm;
  r.from = (pathfan_point){fx, fy};
  r.to = (pathfan_point){tx, ty};
  return r;
}

static inline const pathfan_answer *ask(pathfan_query *query, const pathfan_request *r) {
  const pathfan_answer *answer;
  if (pathfan_query_paths(query, r, &answer)) fail_msg("%s", pathfan_query_error(query));
  assert_true((answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) !=
              !pathfan_query_error(query)[0]);
  return answer;
}

#endif
