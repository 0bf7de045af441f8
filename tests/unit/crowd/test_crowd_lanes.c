/* test_crowd_lanes.c - lanes beside shortest paths: where they lie, that they are free and keep out
 * of closed places, and what they are good for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd/lanes.h"
#include "crowd/state.h"
#include "crowd_fixture.h"

/* A corridor along the lower side of a block, as wide as a third of the block's height. */
static const char corridor[] =
    "{\"type\":\"FeatureCollection\",\"features\":["
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\","
    "\"coordinates\":[[[0,0],[640,0],[640,320],[0,320],[0,0]]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"obstacle\"},\"geometry\":{\"type\":"
    "\"Polygon\",\"coordinates\":[[[80,80],[560,80],[560,320],[80,320],[80,80]]]}}]}";

/* The cells of a map, as a crowd of depth 6 has them. */
typedef struct ground {
  crowd_map map;
  pf_floor floor;
  pf_cells cells;
  pf_lane_ground of;
} ground;

static void ground_make(ground *g, const char *text) {
  memset(g, 0, sizeof *g);
  g->map = crowd_map_of(text);
  assert_int_equal(pf_floor_of(&g->floor, NULL, g->map.index), PATHFAN_OK);
  assert_int_equal(pf_cells_of(&g->cells, &g->floor, 6, 0), PATHFAN_OK);
  g->of = (pf_lane_ground){.floor = &g->floor, .cells = &g->cells};
}

static void ground_free(ground *g) {
  pf_cells_free(&g->cells);
  pf_floor_free(&g->floor);
  crowd_map_free(&g->map);
}

static int32_t cell_of(const ground *g, pathfan_point at) {
  return pf_cells_at(&g->cells, at);
}

/* Cells are 80 x 40. Turns move out by one cell, not by two, since the second lies in the wall; a
 * straight path has a lane on its free side. */
static void test_lanes_lie_beside(void **state) {
  (void)state;
  ground g;
  pathfan_point points[10];
  ground_make(&g, corridor);
  const pathfan_point path[] = {{45, 300}, {80, 80}, {560, 80}, {595, 300}};
  assert_int_equal(pf_lane_of(&g.of, path, 4, 1, points), 4);
  assert_memory_equal(&points[0], &path[0], sizeof *path);
  assert_memory_equal(&points[3], &path[3], sizeof *path);
  assert_int_equal(cell_of(&g, points[1]), cell_of(&g, (pathfan_point){40, 20}));
  assert_int_equal(cell_of(&g, points[2]), cell_of(&g, (pathfan_point){600, 20}));
  assert_int_equal(pf_lane_of(&g.of, path, 4, 2, points), 0);
  const pathfan_point straight[] = {{15, 60}, {625, 60}};
  assert_int_equal(pf_lane_of(&g.of, straight, 2, 2, points), 4);
  assert_int_equal(cell_of(&g, points[1]), cell_of(&g, (pathfan_point){40, 20}));
  assert_int_equal(cell_of(&g, points[2]), cell_of(&g, (pathfan_point){600, 20}));
  assert_int_equal(pf_lane_of(&g.of, straight, 2, 1, points), 0); /* the block is there */
  const pathfan_point brief[] = {{45, 60}, {60, 60}};
  assert_int_equal(pf_lane_of(&g.of, brief, 2, 2, points), 0);
  ground_free(&g);
}

/* Lanes of random paths on random maps: each point sees the next and is free, the ends stay, a lane
 * isn't shorter than its path, and none enters the closed area. */
static void test_lanes_are_free(void **state) {
  (void)state;
  static const pathfan_point corners[] = {{700, 300}, {1100, 300}, {1100, 700}, {700, 700}};
  static const pathfan_area closed = {.corners = corners, .corner_count = 4};
  static const pathfan_crowd_place area = {corners, 4};
  static const char *const names[] = {"big", "narrow", "medium"};
  pf_random random = pf_random_from(11);
  int32_t lanes = 0;
  for (int e = 0; e < 3; e++) {
    ground g;
    pathfan_query *query;
    ground_make(&g, pathfan_crowd_environment_find(names[e])->geojson);
    assert_int_equal(pathfan_query_create(g.map.index, &query), PATHFAN_OK);
    for (int i = 0; i < 400; i++) {
      pathfan_request request;
      const pathfan_answer *answer;
      pathfan_request_init(&request);
      request.from =
          (pathfan_point){pf_random_between(&random, 1, 1919), pf_random_between(&random, 1, 1079)};
      request.to =
          (pathfan_point){pf_random_between(&random, 1, 1919), pf_random_between(&random, 1, 1079)};
      request.paths = 3;
      const bool is_closed = i % 2;
      request.avoid = g.of.avoid = is_closed ? &closed : NULL;
      request.avoid_count = g.of.avoid_count = is_closed;
      assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
      for (int32_t p = 0; p < answer->path_count; p++) {
        const pathfan_path *path = &answer->paths[p];
        pathfan_point points[512];
        if (path->point_count < 2) continue;
        assert_true(path->point_count < 255);
        const int32_t count = pf_lane_of(&g.of, path->points, path->point_count, 1 + i % 3, points);
        if (!count) continue;
        lanes++;
        double length = 0;
        assert_true(count <= 2 * path->point_count + 2);
        assert_memory_equal(&points[0], &path->points[0], sizeof *points);
        assert_memory_equal(&points[count - 1], &path->points[path->point_count - 1],
                            sizeof *points);
        for (int32_t k = 1; k < count; k++) {
          pathfan_outcome outcome;
          double shortest;
          const double straight =
              hypot(points[k].x - points[k - 1].x, points[k].y - points[k - 1].y);
          assert_true(!is_closed || pf_place_lets(&area, points[k - 1], points[k]));
          assert_int_equal(
              pathfan_query_distance(query, points[k - 1], points[k], &shortest, &outcome),
              PATHFAN_OK);
          assert_int_equal(outcome, PATHFAN_OUTCOME_OK);
          assert_true(shortest < straight + 1e-3);
          length += straight;
        }
        assert_true(length > path->length - 1e-6);
      }
    }
    pathfan_query_free(query);
    ground_free(&g);
  }
  assert_true(lanes > 1000);
}

/* Where there is a single path, lanes give a crowd a choice. */
static void test_lanes_spread_a_crowd(void **state) {
  (void)state;
  const pathfan_crowd_environment *medium = pathfan_crowd_environment_find("medium");
  crowd_map map = crowd_map_of(medium->geojson);
  double travel[2];
  for (int i = 0; i < 2; i++) {
    pathfan_crowd_options options;
    pathfan_crowd_options_init(&options);
    options.flows = &medium->flows[1];
    options.flow_count = 1;
    options.agents = 1500;
    options.agent_area = 48;
    options.spread = 10;
    options.strategy = PATHFAN_CROWD_ALTERNATIVES;
    options.alternatives = 1;
    options.lanes = i ? 3 : 1;
    pathfan_crowd *crowd = crowd_of(&map, &options);
    travel[i] = crowd_run(crowd, 30000).mean_travel;
    assert_true(pathfan_crowd_is_done(crowd));
    pathfan_crowd_free(crowd);
  }
  if (!(travel[1] < 0.8 * travel[0])) fail_msg("%g, with lanes %g", travel[0], travel[1]);
  crowd_map_free(&map);
}

SUITE(test_crowd_lanes) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lanes_lie_beside),
                                     cmocka_unit_test(test_lanes_are_free),
                                     cmocka_unit_test(test_lanes_spread_a_crowd)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
