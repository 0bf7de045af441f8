/* Crowds while places are closed, by options or by hand: no agent enters a closed place, none is
 * lost, and those that wait there stay. */
#include <math.h>

#include "crowd/state.h"
#include "crowd/walkers.h"
#include "crowd_fixture.h"

/* A door closed during the run sends all later agents round, and none walks through it. */
static void test_closure(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(
      MAP(FREE(0, 0, 640, 320) OBSTACLE(300, 0, 340, 140) OBSTACLE(300, 180, 340, 300)));
  const pathfan_point from = {40, 160}, to = {600, 160};
  const pathfan_point door[] = {{310, 130}, {330, 130}, {330, 190}, {310, 190}};
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {&from, 1}, .to = &goal, .to_count = 1};
  const pathfan_crowd_closure closure = {.area = {door, 4}, .at_step = 250};
  for (int s = 0; s < CROWD_STRATEGIES; s++) {
    int32_t through = 0, round = 0;
    double was[400], at[400];
    pathfan_crowd_options options = crowd_options_with(&flow);
    options.closures = &closure;
    options.closure_count = 1;
    options.agents = 400;
    options.per_step = 1;
    options.agent_area = 1;
    options.strategy = crowd_strategies[s];
    pathfan_crowd *c = crowd_of(&map, &options);
    for (int i = 0; i < 400; i++) was[i] = 0;
    for (int step = 0; step < 5000 && !pathfan_crowd_is_done(c); step++) {
      pathfan_crowd_agent agents[400];
      assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
      const int32_t count = pathfan_crowd_agents(c, agents, 400);
      for (int32_t i = 0; i < count; i++) {
        at[agents[i].id] = agents[i].x;
        const bool passes = was[agents[i].id] < 310 && agents[i].x >= 310;
        if (step > 252 && passes) {
          assert_true(agents[i].y > 290);
          round++;
        }
        through += step <= 252 && passes && agents[i].y < 190;
        was[agents[i].id] = at[agents[i].id];
      }
    }
    assert_true(pathfan_crowd_is_done(c));
    print_message("%s: %d through the door, %d round after it was closed\n",
                  pathfan_crowd_strategy_name(crowd_strategies[s]), through, round);
    assert_true(through > 50 && round > 200);
    pathfan_crowd_free(c);
  }
  crowd_map_free(&map);
}

/* A closure cuts a room off from the goal: agents that would start there don't, the others do. */
static void test_closure_of_a_part(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 640, 320) OBSTACLE(300, 0, 340, 300)));
  const pathfan_point hall[] = {{0, 0}, {640, 0}, {640, 320}, {0, 320}}, to = {600, 160};
  const pathfan_point door[] = {{310, 290}, {330, 290}, {330, 330}, {310, 330}};
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {hall, 4}, .to = &goal, .to_count = 1};
  const pathfan_crowd_closure closure = {.area = {door, 4}, .at_step = 0};
  for (int s = 0; s < CROWD_STRATEGIES; s++) {
    pathfan_crowd_agent agents[400];
    pathfan_crowd_options options = crowd_options_with(&flow);
    options.closures = &closure;
    options.closure_count = 1;
    options.agents = 400;
    options.agent_area = 1;
    options.strategy = crowd_strategies[s];
    pathfan_crowd *c = crowd_of(&map, &options);
    crowd_run(c, 1);
    const int32_t count = pathfan_crowd_agents(c, agents, 400);
    assert_int_equal(count, 3);
    for (int32_t i = 0; i < count; i++) assert_true(agents[i].x > 340);
    const pathfan_crowd_statistics end = crowd_run(c, 5000);
    assert_int_equal(end.arrived, 400);
    assert_true(end.kept_out == 0 && end.stuck == 0);
    pathfan_crowd_free(c);
  }
  crowd_map_free(&map);
}

/* Whether an agent waits at the end of its piece, left of x. */
static bool is_waiting_before(const pathfan_crowd *c, const pf_walker *w, double x) {
  return w->along >= w->end && pf_walker_at(c, w).x < x;
}

/* Agents that wait before a full cell when it is closed stay where they are. */
static void test_closed_while_they_wait(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(
      MAP(FREE(0, 0, 640, 320) OBSTACLE(300, 0, 340, 140) OBSTACLE(300, 180, 340, 320)));
  const pathfan_point from = {40, 160}, to = {600, 160};
  const pathfan_point shut[] = {{310, 130}, {650, 130}, {650, 190}, {310, 190}};
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {&from, 1}, .to = &goal, .to_count = 1};
  pathfan_crowd_options options = crowd_options_with(&flow);
  options.agents = 1500;
  options.agent_area = 20;
  options.most_density = 0.3;
  pathfan_crowd *c = crowd_of(&map, &options);
  int32_t waiting = 0, still = 0;
  for (int step = 0; step < 1000 && waiting < 5; step++) {
    waiting = 0;
    crowd_run(c, 1);
    for (int32_t i = 0; i < c->count; i++) waiting += is_waiting_before(c, &c->walkers[i], 310);
  }
  assert_true(waiting >= 5);
  assert_int_equal(pathfan_crowd_close(c, (pathfan_crowd_place){shut, 4}), PATHFAN_OK);
  for (int step = 0; step < 100; step++) assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
  assert_true(pathfan_crowd_is_done(c));
  for (int32_t i = 0; i < c->count; i++) still += is_waiting_before(c, &c->walkers[i], 310);
  assert_int_equal(still, waiting);
  pathfan_crowd_free(c);
  crowd_map_free(&map);
}

/* Checks that the agents of two crowds are at the same places. */
static void check_same_places(const pathfan_crowd *a, const pathfan_crowd *b) {
  assert_int_equal(a->count, b->count);
  for (int32_t i = 0; i < a->count; i++) {
    const pathfan_point at = pf_walker_at(a, &a->walkers[i]);
    const pathfan_point there = pf_walker_at(b, &b->walkers[i]);
    assert_int_equal(a->walkers[i].id, b->walkers[i].id);
    assert_true(at.x == there.x && at.y == there.y);
  }
}

/* A door closed by hand acts like one closed by options at the same step; agents report speeds. */
static void test_closed_while_it_runs(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(pathfan_crowd_environment_find("medium")->geojson);
  static const pathfan_point wall[] = {{600, 0}, {620, 0}, {620, 700}, {600, 700}};
  static const pathfan_point line[] = {{0, 0}, {10, 10}, {20, 20}};
  static const pathfan_point nowhere[] = {{0, 0}, {10, NAN}, {20, 0}};
  const pathfan_crowd_closure closure = {.area = {wall, 4}, .at_step = 150};
  for (int s = 0; s < CROWD_STRATEGIES; s++) {
    pathfan_crowd_agent agents[2000];
    pathfan_crowd_options options = crowd_options_of("medium");
    options.strategy = crowd_strategies[s];
    pathfan_crowd *by_hand = crowd_of(&map, &options);
    options.closures = &closure;
    options.closure_count = 1;
    pathfan_crowd *told = crowd_of(&map, &options);
    crowd_run(by_hand, 150);
    crowd_run(told, 150);
    check_same_places(by_hand, told);
    assert_int_equal(pathfan_crowd_close(by_hand, (pathfan_crowd_place){line, 3}),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(pathfan_crowd_close(by_hand, (pathfan_crowd_place){nowhere, 3}),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(pathfan_crowd_close(by_hand, (pathfan_crowd_place){wall, 1}),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(pathfan_crowd_close(by_hand, closure.area), PATHFAN_OK);
    crowd_run(by_hand, 250);
    crowd_run(told, 250);
    check_same_places(by_hand, told);
    const int32_t count = pathfan_crowd_agents(told, agents, 2000);
    for (int32_t i = 0; i < count; i++)
      assert_true(agents[i].speed ==
                      (told->walkers[i].is_stuck ? 0 : told->density.speed[agents[i].cell]) &&
                  agents[i].speed <= 1);
    pathfan_crowd_free(told);
    pathfan_crowd_free(by_hand);
  }
  crowd_map_free(&map);
}

#define SHAPE(properties, ring)                                                                    \
  "{\"type\":\"Feature\",\"properties\":{" properties "},\"geometry\":{\"type\":\"Polygon\","      \
  "\"coordinates\":[[" ring "]]}}"

/* Courses that follow the side of a door in an oblique wall don't go on once it is closed, by name
 * or by its polygon. */
static void test_courses_along_a_side(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(SHAPE(
      "\"kind\":\"free\"",
      "[-18.692,-16.602],[21.171,-13.296],[18.692,16.602],"
      "[-21.171,13.296],[-18.692,-16.602]") "," SHAPE("",
                                                      "[1.223,-15.954],[1.422,-15.937],[-1.223,15."
                                                      "954],[-1.422,15.937],"
                                                      "[1.223,-15.954]") "," SHAPE("\"kind\":"
                                                                                   "\"door\","
                                                                                   "\"name\":"
                                                                                   "\"gate\"",
                                                                                   "[-0.745,5.356],"
                                                                                   "[-0.147,5.406],"
                                                                                   "[-0.23,6.402],"
                                                                                   "[-0.828,6.353],"
                                                                                   "[-0.745,5."
                                                                                   "356]")));
  const pathfan_point hall[] = {
      {-18.109, -11.536}, {-3.16, -10.296}, {-4.813, 9.635}, {-19.761, 8.396}};
  const pathfan_point gate[] = {{-0.745, 5.356}, {-0.147, 5.406}, {-0.23, 6.402}, {-0.828, 6.353}};
  const pathfan_point to = {14.502, 6.621};
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {hall, 4}, .to = &goal, .to_count = 1};
  const pathfan_crowd_closure closures[] = {{.area = {gate, 4}, .at_step = 1},
                                            {.door = "gate", .at_step = 1}};
  for (int i = 0; i < 2 * CROWD_STRATEGIES; i++) {
    pathfan_crowd_options options = crowd_options_with(&flow);
    options.closures = &closures[i % 2];
    options.closure_count = 1;
    options.agents = 40;
    options.strategy = crowd_strategies[i / 2];
    pathfan_crowd *c = crowd_of(&map, &options);
    const pathfan_crowd_statistics statistics = crowd_run(c, 100);
    assert_true(statistics.started > 0);
    assert_int_equal(statistics.arrived, 0);
    pathfan_crowd_free(c);
  }
  crowd_map_free(&map);
}

/* A map without an index knows which of its doors are closed, too. */
static void test_closed_door_of_a_map(void **state) {
  (void)state;
  static const char text[] = MAP(FREE(0, 0, 64, 32) OBSTACLE(
      30, 0, 34, 29) ",{\"type\":\"Feature\",\"properties\":"
                     "{\"kind\":\"door\",\"name\":\"gate\",\"closed\":true},\"geometry\":{\"type\":"
                     "\"Polygon\","
                     "\"coordinates\":[[[30,14],[34,14],[34,18],[30,18],[30,14]]]}}");
  const pathfan_crowd_law laws[] = {PATHFAN_CROWD_NONLINEAR, PATHFAN_CROWD_WEIDMANN};
  const pathfan_point from = {5, 16}, to = {60, 16};
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {&from, 1}, .to = &goal, .to_count = 1};
  pathfan_map *map;
  assert_int_equal(pathfan_map_parse(text, sizeof text - 1, "map.geojson", NULL, &map, NULL),
                   PATHFAN_OK);
  for (int l = 0; l < 2; l++) {
    pathfan_crowd_options options = crowd_options_with(&flow);
    pathfan_crowd *c;
    pathfan_crowd_agent agents[20];
    options.map = map;
    options.law = laws[l];
    options.agents = 20;
    assert_int_equal(pathfan_crowd_create(&options, &c, NULL), PATHFAN_OK);
    for (int step = 0; step < 2000 && !pathfan_crowd_is_done(c); step++) {
      assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
      const int32_t count = pathfan_crowd_agents(c, agents, 20);
      for (int32_t i = 0; i < count; i++)
        assert_true(agents[i].x < 30 || agents[i].x > 34 || agents[i].y >= 29);
    }
    assert_true(pathfan_crowd_is_done(c));
    pathfan_crowd_free(c);
  }
  pathfan_map_free(map);
}

SUITE(test_crowd_closures) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_closure),
                                     cmocka_unit_test(test_closure_of_a_part),
                                     cmocka_unit_test(test_closed_while_they_wait),
                                     cmocka_unit_test(test_closed_while_it_runs),
                                     cmocka_unit_test(test_closed_door_of_a_map),
                                     cmocka_unit_test(test_courses_along_a_side)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
