/* test_crowd_standards.c - the tests that guidelines for evacuation models require of a model
 * without avoidance: the fundamental diagram, and RiMEA's tests 9, 11 and 14. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "crowd_fixture.h"

#define SEEDS 5
#define POLYGON(kind, points)                                                                      \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"" kind "\"},\"geometry\":{\"type\":"           \
  "\"Polygon\",\"coordinates\":[[" points "]]}}"

static pathfan_crowd_options metres(void) {
  pathfan_crowd_options options;
  pathfan_crowd_options_init(&options);
  options.law = PATHFAN_CROWD_WEIDMANN;
  options.seed = 3;
  return options;
}

/* ---- The fundamental diagram ---- */

#define MOST_AGENTS 30000

/* Returns the mean speed of the agents that are present for all of 2 seconds. */
static double mean_speed(const crowd_map *map, double density, double length, double width) {
  static pathfan_crowd_agent before[MOST_AGENTS], after[MOST_AGENTS];
  static int32_t number[MOST_AGENTS * 4];
  const pathfan_point all[] = {{0, 0}, {0.875 * length, 0}, {0.875 * length, width}, {0, width}};
  const pathfan_point end[] = {
      {0.875 * length, 0}, {length, 0}, {length, width}, {0.875 * length, width}};
  const pathfan_crowd_place goal = {end, 4};
  const pathfan_crowd_flow flow = {.from = {all, 4}, .to = &goal, .to_count = 1};
  pathfan_crowd_options options = metres();
  double sum = 0;
  int32_t count = 0;
  options.flows = &flow;
  options.flow_count = 1;
  options.strategy = PATHFAN_CROWD_NONE;
  options.spawn = PATHFAN_CROWD_KEEP;
  options.agents = (int32_t)(density * 0.875 * length * width);
  assert_in_range(options.agents, 1, MOST_AGENTS);
  pathfan_crowd *crowd = crowd_of(map, &options);
  assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
  const int32_t had = pathfan_crowd_agents(crowd, before, MOST_AGENTS);
  for (int i = 0; i < MOST_AGENTS * 4; i++) number[i] = -1;
  for (int32_t i = 0; i < had; i++)
    if (before[i].id < MOST_AGENTS * 4) number[before[i].id] = i;
  const int steps = 4;
  for (int i = 0; i < steps; i++) assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
  const int32_t have = pathfan_crowd_agents(crowd, after, MOST_AGENTS);
  for (int32_t i = 0; i < have; i++) {
    if (after[i].id >= MOST_AGENTS * 4 || number[after[i].id] < 0) continue;
    const pathfan_crowd_agent *was = &before[number[after[i].id]];
    sum += hypot(after[i].x - was->x, after[i].y - was->y) / (steps * 0.5);
    count++;
  }
  assert_true(count > have / 2);
  pathfan_crowd_free(crowd);
  return sum / count;
}

/* In a corridor in which as many agents start as arrive, speeds follow Weidmann's curve. */
static void test_fundamental_diagram(void **state) {
  (void)state;
  static const double densities[] = {0.05, 0.25, 0.5, 1, 1.5, 2, 3, 4};
  crowd_map map = crowd_map_of(MAP(POLYGON("free", "[0,0],[400,0],[400,16],[0,16],[0,0]")));
  for (size_t i = 0; i < sizeof densities / sizeof *densities; i++) {
    const double r = densities[i];
    const double wanted = 1.34 * (1 - exp(-1.913 * (1 / r - 1 / 5.4)));
    const double speed = mean_speed(&map, r, 400, 16);
    print_message("%.2f a square metre: %.3f m/s, Weidmann %.3f\n", r, speed, wanted);
    assert_true(fabs(speed - wanted) < 0.08 * wanted + 0.02);
  }
  crowd_map_free(&map);
}

/* ---- Rooms ---- */

/* 30 m x 20 m with four doors 1 m wide, 2 m deep, two in each long side; the lower side's first. */
#define ROOM                                                                                       \
  POLYGON("free",                                                                                  \
          "[0,2],[7,2],[7,0],[8,0],[8,2],[22,2],[22,0],[23,0],[23,2],[30,2],[30,22],[23,22],"      \
          "[23,24],[22,24],[22,22],[8,22],[8,24],[7,24],[7,22],[0,22],[0,2]")

static int64_t time_out_of_room(const crowd_map *map, int32_t doors,
                                pathfan_crowd_strategy strategy) {
  static const pathfan_point room[] = {{0, 2}, {30, 2}, {30, 22}, {0, 22}};
  static const pathfan_point door[] = {{7.5, 0.1}, {22.5, 0.1}, {7.5, 23.9}, {22.5, 23.9}};
  pathfan_crowd_place goals[4];
  for (int i = 0; i < 4; i++) goals[i] = (pathfan_crowd_place){&door[i], 1};
  const pathfan_crowd_flow flow = {.from = {room, 4}, .to = goals, .to_count = doors};
  pathfan_crowd_options options = metres();
  options.flows = &flow;
  options.flow_count = 1;
  options.agents = 1000;
  options.spawn = PATHFAN_CROWD_AT_ONCE;
  options.strategy = strategy;
  pathfan_crowd *crowd = crowd_of(map, &options);
  const pathfan_crowd_statistics end = crowd_run(crowd, 20000);
  int64_t passed = 0; /* nobody gets round a gate, even where squares and gates meet at a point */
  for (int32_t i = 0; i < pathfan_crowd_gate_count(crowd); i++) {
    pathfan_crowd_gate gate;
    assert_int_equal(pathfan_crowd_gate_get(crowd, i, &gate), PATHFAN_OK);
    passed += gate.passed;
  }
  assert_int_equal(end.arrived, 1000);
  assert_int_equal(passed, 1000);
  pathfan_crowd_free(crowd);
  return end.step;
}

/* RiMEA 9: 1,000 people leave a room by four doors; with two of them closed it takes about twice as
 * long. */
static void test_rimea_9(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(ROOM));
  for (int s = 0; s <= PATHFAN_CROWD_ALTERNATIVES; s++) {
    const int64_t four = time_out_of_room(&map, 4, (pathfan_crowd_strategy)s);
    const int64_t two = time_out_of_room(&map, 2, (pathfan_crowd_strategy)s);
    const double ratio = (double)two / (double)four;
    print_message("%s: %.0f s by four doors, %.0f s by two, ratio %.2f\n",
                  pathfan_crowd_strategy_name((pathfan_crowd_strategy)s), 0.5 * (double)four,
                  0.5 * (double)two, ratio);
    assert_true(ratio > 1.75 && ratio < 2.25);
    assert_in_range(four / 2, 200, 245); /* 1000 / (4 x 1.225): 204 s */
  }
  crowd_map_free(&map);
}

/* Counts how many of 600 in the left third of the room leave by its left doors; the right ones are
 * farther. */
static int32_t left_by_near_doors(const crowd_map *map, pathfan_crowd_strategy strategy) {
  static const pathfan_point third[] = {{0, 2}, {10, 2}, {10, 22}, {0, 22}};
  static const pathfan_point door[] = {{7.5, 0.1}, {22.5, 0.1}};
  const pathfan_crowd_place goals[] = {{&door[0], 1}, {&door[1], 1}};
  const pathfan_crowd_flow flow = {.from = {third, 4}, .to = goals, .to_count = 2};
  pathfan_crowd_options options = metres();
  bool seen[600] = {false};
  int32_t near = 0;
  options.flows = &flow;
  options.flow_count = 1;
  options.agents = 600;
  options.spawn = PATHFAN_CROWD_AT_ONCE;
  options.strategy = strategy;
  pathfan_crowd *crowd = crowd_of(map, &options);
  for (int i = 0; i < 20000 && !pathfan_crowd_is_done(crowd); i++) {
    pathfan_crowd_agent agents[600];
    assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
    const int32_t count = pathfan_crowd_agents(crowd, agents, 600);
    for (int32_t k = 0; k < count; k++) {
      if (agents[k].y >= 2 || seen[agents[k].id]) continue;
      seen[agents[k].id] = true;
      near += agents[k].x < 15;
    }
  }
  assert_true(pathfan_crowd_is_done(crowd));
  pathfan_crowd_free(crowd);
  return near;
}

/* RiMEA 11: people prefer the near door; strategies that avoid crowding use the other one too. */
static void test_rimea_11(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(ROOM));
  for (int s = 0; s <= PATHFAN_CROWD_ALTERNATIVES; s++) {
    const int32_t near = left_by_near_doors(&map, (pathfan_crowd_strategy)s);
    print_message("%s: %d of 600 leave by the near door\n",
                  pathfan_crowd_strategy_name((pathfan_crowd_strategy)s), near);
    if (s == PATHFAN_CROWD_NONE)
      assert_int_equal(near, 600);
    else
      assert_in_range(near, 200, 580);
  }
  crowd_map_free(&map);
}

/* Counts how many of 500 in a hall take the short way out, through a narrow corridor, rather than
 * the longer one through a wide corridor. */
static int32_t took_short_way(const crowd_map *map, pathfan_crowd_strategy strategy,
                              uint64_t seed) {
  static const pathfan_point hall[] = {{0, 8}, {16, 8}, {16, 30}, {0, 30}}, out = {58, 19};
  const pathfan_crowd_place goal = {&out, 1};
  const pathfan_crowd_flow flow = {.from = {hall, 4}, .to = &goal, .to_count = 1};
  pathfan_crowd_options options = metres();
  bool seen[500] = {false};
  int32_t shorter = 0;
  options.flows = &flow;
  options.flow_count = 1;
  options.agents = 500;
  options.spawn = PATHFAN_CROWD_AT_ONCE;
  options.strategy = strategy;
  options.seed = seed;
  pathfan_crowd *crowd = crowd_of(map, &options);
  for (int i = 0; i < 20000 && !pathfan_crowd_is_done(crowd); i++) {
    pathfan_crowd_agent agents[500];
    assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
    const int32_t count = pathfan_crowd_agents(crowd, agents, 500);
    for (int32_t k = 0; k < count; k++) {
      if (agents[k].x < 30 || seen[agents[k].id]) continue;
      seen[agents[k].id] = true;
      shorter += agents[k].y < 27;
    }
  }
  assert_true(pathfan_crowd_is_done(crowd));
  pathfan_crowd_free(crowd);
  return shorter;
}

/* RiMEA 14: without a strategy all take the short way; strategies that avoid crowding use both.
 * Event asks all agents when a cell becomes dense, then none for a while: with some seeds all
 * stay. */
static void test_rimea_14(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(POLYGON("free", "[0,0],[60,0],[60,40],[0,40],[0,0]") "," POLYGON(
      "obstacle", "[20,0],[40,0],[40,18],[20,18],[20,0]") "," POLYGON("obstacle",
                                                                      "[20,20],[40,20],[40,34],[20,"
                                                                      "34],[20,20]")));
  for (int s = 0; s <= PATHFAN_CROWD_ALTERNATIVES; s++) {
    int32_t least = 500, most = 0, sum = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      const int32_t count = took_short_way(&map, (pathfan_crowd_strategy)s, seed);
      least = count < least ? count : least;
      most = count > most ? count : most;
      sum += count;
    }
    print_message("%s: %d to %d of 500 take the short way, %d in the mean\n",
                  pathfan_crowd_strategy_name((pathfan_crowd_strategy)s), least, most, sum / SEEDS);
    if (s == PATHFAN_CROWD_NONE)
      assert_int_equal(least, 500);
    else if (s == PATHFAN_CROWD_EVENT)
      assert_in_range(sum / SEEDS, 100, 498);
    else
      assert_true(least > 100 && most < 450);
  }
  crowd_map_free(&map);
}

SUITE(test_crowd_standards) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fundamental_diagram), cmocka_unit_test(test_rimea_9),
      cmocka_unit_test(test_rimea_11), cmocka_unit_test(test_rimea_14)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
