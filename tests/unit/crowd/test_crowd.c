/* test_crowd.c - crowds: no agent is lost, lone agents walk at their free speed, densities return
 * to zero, strategies do what they promise, and the same seed gives the same run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crowd/state.h"
#include "crowd/walkers.h"
#include "crowd_fixture.h"

/* Checks that the counts of agents in all cells are right. */
static void check_counts(const pathfan_crowd *c) {
  int32_t *agents = calloc((size_t)c->cells.count, sizeof *agents);
  assert_non_null(agents);
  for (int32_t i = 0; i < c->count; i++) agents[c->walkers[i].cell]++;
  assert_memory_equal(agents, c->density.agents, (size_t)c->cells.count * sizeof *agents);
  free(agents);
}

/* In all environments, under all strategies: started = arrived + present = counted, all arrive, and
 * all densities end at zero. */
static void test_nobody_is_lost(void **state) {
  (void)state;
  static const char *const names[] = {"big", "narrow", "medium"};
  for (int e = 0; e < 3; e++) {
    crowd_map map = crowd_map_of(pathfan_crowd_environment_find(names[e])->geojson);
    for (int s = 0; s < CROWD_STRATEGIES; s++) {
      pathfan_crowd_options options = crowd_options_of(names[e]);
      options.strategy = crowd_strategies[s];
      pathfan_crowd *c = crowd_of(&map, &options);
      pathfan_crowd_statistics now;
      while (!pathfan_crowd_is_done(c)) {
        assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
        pathfan_crowd_statistics_get(c, &now);
        assert_int_equal(now.started, now.arrived + now.present);
        assert_true(now.step < 30000);
        if (now.step % 100 == 0) check_counts(c);
      }
      assert_int_equal(now.arrived, 1500);
      for (int32_t i = 0; i < c->cells.count; i++) {
        assert_int_equal(c->density.agents[i], 0);
        assert_true(c->density.speed[i] == 1 && c->density.factor[i] == 1);
      }
      if (crowd_strategies[s] == PATHFAN_CROWD_NONE) {
        assert_int_equal(now.searches, 3);
        assert_int_equal(now.changes, 0);
      }
      if (crowd_strategies[s] == PATHFAN_CROWD_ALTERNATIVES) {
        assert_int_equal(now.searches, 3);
        assert_true(now.evaluations > 1500 && now.requests > 3);
      }
      pathfan_crowd_free(c);
    }
    crowd_map_free(&map);
  }
}

/* A lone agent takes the length of its way divided by the free speed; with alternatives, the length
 * of the shortest path. */
static void test_free_flow(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(pathfan_crowd_environment_find("medium")->geojson);
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(map.index, &query), PATHFAN_OK);
  for (int s = 0; s < CROWD_STRATEGIES; s++)
    for (int law = 0; law <= PATHFAN_CROWD_WEIDMANN; law++) {
      pathfan_crowd_options options = crowd_options_of("medium");
      pathfan_outcome outcome;
      double shortest;
      options.strategy = crowd_strategies[s];
      options.law = (pathfan_crowd_law)law;
      options.agents = 1;
      options.flow_count = 1;
      options.spread = 0;
      options.speed = 2;
      options.step_seconds = 1;
      options.agent_area = 8;
      pathfan_crowd *c = crowd_of(&map, &options);
      const pathfan_crowd_statistics end = crowd_run(c, 5000);
      const pathfan_crowd_flow *flow = options.flows;
      assert_int_equal(pathfan_query_distance(query, flow->from.corners[0], flow->to->corners[0],
                                              &shortest, &outcome),
                       PATHFAN_OK);
      assert_int_equal(end.arrived, 1);
      assert_true(end.mean_travel >= shortest / 2 - 1);
      /* Ways from centre to centre are a little longer. */
      assert_true(end.mean_travel <=
                  shortest / 2 * (crowd_strategies[s] == PATHFAN_CROWD_ALTERNATIVES ? 1.01 : 1.12) +
                      2);
      pathfan_crowd_free(c);
    }
  pathfan_query_free(query);
  crowd_map_free(&map);
}

/* Dijkstra and A* find ways of the same cost at the same densities, from every square. */
static void test_same_costs(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(pathfan_crowd_environment_find("big")->geojson);
  pathfan_crowd_options options = crowd_options_of("big");
  pathfan_crowd *c = crowd_of(&map, &options);
  (void)crowd_run(c, 600);
  int64_t expanded[2] = {0, 0};
  for (int32_t v = 0; v < c->cells.square_count; v++)
    for (int32_t f = 0; f < c->stream_count; f++) {
      double cost[2];
      for (int k = 0; k < 2; k++) {
        c->router.expanded = 0;
        assert_int_equal(pf_router_find(&c->router, &c->graph, c->cells.square_count,
                                        c->density.factor, v, &c->goals[f],
                                        (pathfan_crowd_search)k),
                         PATHFAN_OK);
        cost[k] = c->router.result;
        expanded[k] += c->router.expanded;
      }
      assert_true(isfinite(cost[0]) && fabs(cost[0] - cost[1]) <= 1e-9 * cost[1]);
    }
  assert_true(expanded[PATHFAN_CROWD_ASTAR] < expanded[PATHFAN_CROWD_DIJKSTRA]);
  pathfan_crowd_free(c);
  crowd_map_free(&map);
}

/* The same seed gives the same run, another seed another run. */
static void test_same_again(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(pathfan_crowd_environment_find("narrow")->geojson);
  for (int s = 0; s < CROWD_STRATEGIES; s++) {
    double sum[3] = {0, 0, 0};
    for (int run = 0; run < 3; run++) {
      pathfan_crowd_options options = crowd_options_of("narrow");
      pathfan_crowd_agent agents[2000];
      options.strategy = crowd_strategies[s];
      if (run == 2) options.seed = 8;
      pathfan_crowd *c = crowd_of(&map, &options);
      (void)crowd_run(c, 700);
      const int32_t count = pathfan_crowd_agents(c, agents, 2000);
      assert_in_range(count, 100, 1500);
      for (int32_t i = 0; i < count; i++)
        sum[run] += (agents[i].id + 1) * agents[i].x + agents[i].y * agents[i].cell;
      pathfan_crowd_free(c);
    }
    assert_true(sum[0] == sum[1] && sum[0] != sum[2]);
  }
  crowd_map_free(&map);
}

/* Two equal corridors: without a strategy all agents take one; with the others they share both. */
static void test_two_corridors(void **state) {
  (void)state;
  /* The middle between both is the centre of a cell. */
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 640, 320) OBSTACLE(160, 0, 480, 40)
                                       OBSTACLE(160, 80, 480, 200) OBSTACLE(160, 240, 480, 320)));
  const pathfan_point from = {40, 140}, to = {600, 140};
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {&from, 1}, .to = &goal, .to_count = 1};
  for (int s = 0; s < CROWD_STRATEGIES; s++) {
    int32_t upper = 0;
    bool seen[600] = {false};
    pathfan_crowd_options options = crowd_options_with(&flow);
    options.agents = 600;
    options.per_step = 1;
    options.spread = 8;
    options.strategy = crowd_strategies[s];
    if (s == PATHFAN_CROWD_EVENT) options.trigger_density = 0.2;
    pathfan_crowd *c = crowd_of(&map, &options);
    for (int step = 0; step < 6000 && !pathfan_crowd_is_done(c); step++) {
      pathfan_crowd_agent agents[600];
      assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
      const int32_t count = pathfan_crowd_agents(c, agents, 600);
      for (int32_t i = 0; i < count; i++) {
        if (agents[i].x < 320 || seen[agents[i].id]) continue;
        seen[agents[i].id] = true;
        upper += agents[i].y < 140;
      }
    }
    assert_true(pathfan_crowd_is_done(c));
    print_message("%s: %d of 600 take the upper corridor\n",
                  pathfan_crowd_strategy_name(crowd_strategies[s]), upper);
    if (crowd_strategies[s] == PATHFAN_CROWD_NONE)
      assert_true(upper == 0 || upper == 600);
    else if (crowd_strategies[s] == PATHFAN_CROWD_INITIAL ||
             crowd_strategies[s] == PATHFAN_CROWD_ALTERNATIVES)
      assert_in_range(upper, 240, 360);
    else
      assert_in_range(upper, 60, 540);
    pathfan_crowd_free(c);
  }
  crowd_map_free(&map);
}

/* A passage lets no more agents through than its width at the best density allows. */
static void test_bottleneck(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(
      MAP(FREE(0, 0, 640, 320) OBSTACLE(300, 0, 340, 140) OBSTACLE(300, 180, 340, 320)));
  const pathfan_point from[] = {{10, 10}, {250, 10}, {250, 310}, {10, 310}}, to = {600, 160};
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {from, 4}, .to = &goal, .to_count = 1};
  for (int s = 0; s < CROWD_STRATEGIES; s++) {
    pathfan_crowd_statistics before, after;
    pathfan_crowd_options options = crowd_options_with(&flow);
    options.agents = 3000;
    options.spawn = PATHFAN_CROWD_AT_ONCE;
    options.agent_area = 16;
    options.most_density = 1;
    options.patience = 1000000;
    options.strategy = crowd_strategies[s];
    pathfan_crowd *c = crowd_of(&map, &options);
    for (int step = 0; step < 400; step++) assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
    pathfan_crowd_statistics_get(c, &before);
    for (int step = 0; step < 600; step++) assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
    pathfan_crowd_statistics_get(c, &after);
    const double flowing = (after.arrived - before.arrived) / 600.;
    print_message("%s: %.3f agents a step through a passage that lets through %.3f\n",
                  pathfan_crowd_strategy_name(crowd_strategies[s]), flowing, 0.25 * 2 * 40 / 16);
    assert_true(flowing > 0 && flowing <= 0.25 * 2 * 40 / 16);
    pathfan_crowd_free(c);
  }
  crowd_map_free(&map);
}

/* Agents of a polygon start at any point of it with the same chance, though cells are larger, their
 * centres lie outside it, and its sides are slanted. */
static void test_starts_everywhere(void **state) {
  (void)state;
  static const pathfan_point triangle[] = {{10, 10}, {130, 10}, {10, 170}};
  static const pathfan_point hook[] = {{130, 10}, {10, 10}, {10, 130},
                                       {30, 130}, {30, 30}, {130, 30}};
  static const pathfan_crowd_place places[] = {{triangle, 3}, {hook, 6}};
  const pathfan_point to = {600, 160};
  const pathfan_crowd_place goal = {&to, 1};
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 640, 320)));
  for (int p = 0; p < 2; p++) {
    const pathfan_crowd_flow flow = {.from = places[p], .to = &goal, .to_count = 1};
    pathfan_crowd_agent *agents = test_malloc(20000 * sizeof *agents);
    int32_t started[9] = {0};
    pathfan_crowd_options options = crowd_options_with(&flow);
    options.agents = 20000;
    options.spawn = PATHFAN_CROWD_AT_ONCE;
    options.strategy = PATHFAN_CROWD_NONE;
    options.speed = 1e-9;
    pathfan_crowd *c = crowd_of(&map, &options);
    crowd_run(c, 1);
    assert_int_equal(pathfan_crowd_agents(c, agents, 20000), 20000);
    for (int32_t i = 0; i < 20000; i++) {
      assert_true(pf_place_holds(&places[p], (pathfan_point){agents[i].x, agents[i].y}));
      started[(int)(agents[i].y / 60) * 3 + (int)(agents[i].x / 60)]++;
    }
    const double all = pf_place_area_in(&places[p], 0, 0, 640, 320);
    assert_float_equal(all, p ? 4400 : 9600, 1e-9);
    for (int i = 0; i < 9; i++) {
      const double here = pf_place_area_in(&places[p], i % 3 * 60, (int)(i / 3) * 60, 60, 60);
      assert_float_equal(started[i], 20000 * here / all, 300);
    }
    pathfan_crowd_free(c);
    test_free(agents);
  }
  crowd_map_free(&map);
}

/* Agents that start at a point beside a wall are spread too, so that seeds differ. */
static void test_spread_beside_a_wall(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 640, 320) OBSTACLE(46, 40, 54, 300)));
  const pathfan_point from = {45, 160}, to = {600, 160};
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {&from, 1}, .to = &goal, .to_count = 1};
  pathfan_crowd_agent first = {.id = -1}, second = {.id = -1};
  pathfan_crowd_options options = crowd_options_with(&flow);
  options.agents = 2;
  options.spread = 10;
  options.speed = 1e-9;
  options.spawn = PATHFAN_CROWD_AT_ONCE;
  for (options.seed = 0; options.seed < 2; options.seed++) {
    pathfan_crowd_agent agents[2];
    pathfan_crowd *c = crowd_of(&map, &options);
    crowd_run(c, 1);
    assert_int_equal(pathfan_crowd_agents(c, agents, 2), 2);
    assert_true(agents[0].x != agents[1].x && agents[0].y != agents[1].y);
    for (int i = 0; i < 2; i++)
      assert_true(agents[i].x < 46 && hypot(agents[i].x - 45, agents[i].y - 160) < 40);
    *(options.seed ? &second : &first) = agents[0];
    pathfan_crowd_free(c);
  }
  assert_true(first.x != second.x && first.y != second.y);
  crowd_map_free(&map);
}

/* Steps once and returns the number of searches. */
static int64_t searches_of_step(pathfan_crowd *c) {
  pathfan_crowd_statistics before, after;
  pathfan_crowd_statistics_get(c, &before);
  assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
  pathfan_crowd_statistics_get(c, &after);
  return after.searches - before.searches;
}

/* A new strategy makes as many searches as one used from the start, unless options say how many. */
static void test_strategy_changes(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(pathfan_crowd_environment_find("medium")->geojson);
  pathfan_crowd_options options = crowd_options_of("medium");
  options.spawn = PATHFAN_CROWD_AT_ONCE;
  for (int told = 0; told < 2; told++) {
    options.strategy = PATHFAN_CROWD_NONE;
    options.replans = told ? 11 : 0;
    pathfan_crowd *c = crowd_of(&map, &options);
    crowd_run(c, 20);
    assert_int_equal(searches_of_step(c), 0);
    pathfan_crowd_set_strategy(c, PATHFAN_CROWD_PERIODIC);
    assert_int_equal(searches_of_step(c), told ? 11 : 6);
    pathfan_crowd_set_strategy(c, PATHFAN_CROWD_INITIAL);
    assert_int_equal(searches_of_step(c), told ? 11 : 3);
    pathfan_crowd_set_strategy(c, PATHFAN_CROWD_ALTERNATIVES);
    assert_int_equal(searches_of_step(c), 0);
    pathfan_crowd_set_strategy(c, PATHFAN_CROWD_PERIODIC);
    assert_int_equal(searches_of_step(c), told ? 11 : 6);
    assert_int_equal(pathfan_crowd_set_strategy(c, (pathfan_crowd_strategy)9),
                     PATHFAN_ERR_ARGUMENT);
    pathfan_crowd_free(c);
  }
  crowd_map_free(&map);
}

/* A new strategy event treats cells that are dense at its start as news, even if dense before. */
static void test_event_begins_anew(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(pathfan_crowd_environment_find("medium")->geojson);
  pathfan_crowd_options options = crowd_options_of("medium");
  int dense = 0;
  options.spawn = PATHFAN_CROWD_AT_ONCE;
  options.strategy = PATHFAN_CROWD_EVENT;
  options.agents = 12000;
  pathfan_crowd *c = crowd_of(&map, &options);
  crowd_run(c, 10);
  for (int32_t i = 0; i < c->cells.count; i++) dense += c->is_dense[i];
  assert_true(dense > 0);
  pathfan_crowd_set_strategy(c, PATHFAN_CROWD_NONE);
  pathfan_crowd_set_strategy(c, PATHFAN_CROWD_EVENT);
  for (int32_t i = 0; i < c->cells.count; i++) assert_false(c->is_dense[i]);
  pathfan_crowd_free(c);
  crowd_map_free(&map);
}

/* Requests that can't be run are refused with the reason. */
static void test_refused(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 640, 320) OBSTACLE(300, 0, 340, 320)));
  const pathfan_point here = {40, 160}, beyond = {600, 160}, wall = {320, 160};
  const pathfan_point bad = {NAN, 160};
  const struct {
    pathfan_point from, to;
    const char *text;
  } cases[] = {{here, beyond, "flow 0 has no way to its goal"},
               {wall, here, "flow 0 starts in a wall"},
               {here, wall, "flow 0: goal 0 lies in a wall"},
               {bad, here, "flow 0: from is neither a point nor a polygon"}};
  for (int i = 0; i < 4; i++) {
    const pathfan_crowd_place goal = {&cases[i].to, 1};
    const pathfan_crowd_flow flow = {.from = {&cases[i].from, 1}, .to = &goal, .to_count = 1};
    pathfan_crowd_options options;
    pathfan_crowd *crowd;
    pathfan_error error;
    pathfan_crowd_options_init(&options);
    options.index = map.index;
    options.flows = &flow;
    options.flow_count = 1;
    assert_int_equal(pathfan_crowd_create(&options, &crowd, &error), PATHFAN_ERR_ARGUMENT);
    assert_null(crowd);
    if (!strstr(error.text, cases[i].text)) fail_msg("%s", error.text);
    options.agent_area = -1;
    assert_int_equal(pathfan_crowd_create(&options, &crowd, &error), PATHFAN_ERR_ARGUMENT);
  }
  crowd_map_free(&map);
}

SUITE(test_crowd) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nobody_is_lost),
                                     cmocka_unit_test(test_free_flow),
                                     cmocka_unit_test(test_same_costs),
                                     cmocka_unit_test(test_same_again),
                                     cmocka_unit_test(test_two_corridors),
                                     cmocka_unit_test(test_bottleneck),
                                     cmocka_unit_test(test_starts_everywhere),
                                     cmocka_unit_test(test_spread_beside_a_wall),
                                     cmocka_unit_test(test_strategy_changes),
                                     cmocka_unit_test(test_event_begins_anew),
                                     cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
