/* test_crowd_weidmann.c - walking by Weidmann's law: speeds, room, gates, starts, areas, closures.
 * What is expected follows from Weidmann's curve: at most 1.225 people a second and metre. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_fixture.h"

#define CAPACITY 1.225
#define MOST 600
#define POINTS(...) ((const pathfan_point[]){__VA_ARGS__})
#define PLACE(...)                                                                                 \
  ((pathfan_crowd_place){POINTS(__VA_ARGS__), sizeof POINTS(__VA_ARGS__) / sizeof(pathfan_point)})

/* Two rooms of 12 m joined by a door at x = 12..13. */
#define ROOMS(low, high) FREE(0, 0, 12, 12) "," FREE(12, low, 13, high) "," FREE(13, 0, 20, 12)

typedef struct track {
  double x, y;
  bool is_there;
} track;

typedef struct watched {
  double fastest; /* of all moves, m/s */
  double densest; /* of all cells, share of 5.4 a square metre */
  int32_t over;   /* that went from x <= line to beyond */
  double flow;    /* over the line, of the middle 80%, a second */
  int64_t steps;
  pathfan_crowd_statistics end;
} watched;

static pathfan_crowd_options metres(const pathfan_crowd_flow *flows, int32_t count) {
  pathfan_crowd_options options;
  pathfan_crowd_options_init(&options);
  options.law = PATHFAN_CROWD_WEIDMANN;
  options.flows = flows;
  options.flow_count = count;
  options.spawn = PATHFAN_CROWD_AT_ONCE;
  options.strategy = PATHFAN_CROWD_NONE;
  options.seed = 5;
  return options;
}

/* Runs a crowd and checks at every step what must always hold. */
static watched watch(pathfan_crowd *crowd, double seconds, double line, int64_t most) {
  static pathfan_crowd_agent agents[MOST];
  static track before[MOST];
  static double times[MOST];
  watched w = {.fastest = 0};
  memset(before, 0, sizeof before);
  assert_int_equal(pathfan_crowd_start(crowd), PATHFAN_OK);
  for (; w.steps <= most; w.steps++) {
    pathfan_crowd_statistics now;
    pathfan_crowd_cell cell;
    const int32_t count = pathfan_crowd_agents(crowd, agents, MOST);
    pathfan_crowd_statistics_get(crowd, &now);
    assert_int_equal(now.started, now.arrived + count);
    for (int32_t i = 0; i < count; i++) {
      track *was = &before[agents[i].id];
      const double move = hypot(agents[i].x - was->x, agents[i].y - was->y);
      if (was->is_there) w.fastest = fmax(w.fastest, move / seconds);
      if (was->is_there && was->x <= line && agents[i].x > line)
        times[w.over++] = (double)w.steps * seconds;
      *was = (track){agents[i].x, agents[i].y, true};
    }
    for (int32_t i = 0; !pathfan_crowd_cell_get(crowd, i, &cell); i++)
      w.densest = fmax(w.densest, cell.density);
    if (pathfan_crowd_is_done(crowd)) break;
    assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
  }
  const int32_t from = w.over / 10, to = w.over - 1 - from;
  if (to > from) w.flow = (to - from) / (times[to] - times[from]);
  pathfan_crowd_statistics_get(crowd, &w.end);
  return w;
}

/* ---- Doors ---- */

static const char *const rooms[] = {MAP(ROOMS(5.6, 6.4)), MAP(ROOMS(5.4, 6.6)),
                                    MAP(ROOMS(4.5, 7.5))};
static const double widths[] = {0.8, 1.2, 3};

static watched through_door(const crowd_map *map, pathfan_crowd_strategy strategy, double step,
                            int32_t depth) {
  const pathfan_crowd_place to = PLACE({18, 0}, {20, 0}, {20, 12}, {18, 12});
  const pathfan_crowd_flow flow = {
      .from = PLACE({0, 0}, {11, 0}, {11, 12}, {0, 12}), .to = &to, .to_count = 1, .agents = 200};
  pathfan_crowd_options options = metres(&flow, 1);
  options.strategy = strategy;
  options.step_seconds = step;
  options.depth = depth;
  pathfan_crowd *crowd = crowd_of(map, &options);
  const watched w = watch(crowd, step, 12.5, 4000);
  int64_t passed = 0;
  for (int32_t i = 0; i < pathfan_crowd_gate_count(crowd); i++) {
    pathfan_crowd_gate gate;
    assert_int_equal(pathfan_crowd_gate_get(crowd, i, &gate), PATHFAN_OK);
    assert_true(gate.passed == 200 && gate.waiting == 0);
    passed += gate.passed;
  }
  assert_int_equal(passed, 400); /* both ends of the door */
  pathfan_crowd_free(crowd);
  return w;
}

/* A door's flow is its capacity, whatever the strategy, the step and the depth. */
static void test_doors(void **state) {
  (void)state;
  for (int d = 0; d < 3; d++) {
    crowd_map map = crowd_map_of(rooms[d]);
    for (int i = 0; i < CROWD_STRATEGIES; i++) {
      static const double steps[] = {0.5, 1, 0.25, 0.5, 0.5};
      static const int32_t depths[] = {6, 6, 6, 7, 5};
      const watched w = through_door(&map, crowd_strategies[i], steps[i], depths[i]);
      print_message("%g m, %s, step %g s, depth %d: %.3f P/(m s)\n", widths[d],
                    pathfan_crowd_strategy_name(crowd_strategies[i]), steps[i], depths[i],
                    w.flow / widths[d]);
      assert_int_equal(w.over, 200);
      assert_int_equal(w.end.arrived, 200);
      assert_true(w.fastest <= 1.341);
      assert_true(w.densest <= 1 + 1e-9);
      assert_true(fabs(w.flow / widths[d] - CAPACITY) < 0.06 * CAPACITY);
    }
    crowd_map_free(&map);
  }
}

/* Doors of the scenario stand in for the map's gates. */
static void test_given_doors(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(rooms[1]);
  const pathfan_crowd_place to = PLACE({18, 0}, {20, 0}, {20, 12}, {18, 12});
  const pathfan_crowd_flow flow = {
      .from = PLACE({0, 0}, {11, 0}, {11, 12}, {0, 12}), .to = &to, .to_count = 1, .agents = 100};
  const pathfan_crowd_door door = {.a = {12.5, 5.4}, .b = {12.5, 6.6}, .capacity = 0.5};
  pathfan_crowd_options options = metres(&flow, 1);
  options.doors = &door;
  options.door_count = 1;
  pathfan_crowd *crowd = crowd_of(&map, &options);
  const watched w = watch(crowd, 0.5, 13.5, 4000);
  assert_int_equal(w.end.arrived, 100);
  assert_true(fabs(w.flow - 0.5) < 0.02);
  pathfan_crowd_free(crowd);
  options.law = PATHFAN_CROWD_LINEAR;
  pathfan_error error;
  assert_int_equal(pathfan_crowd_create(&options, &crowd, &error), PATHFAN_ERR_ARGUMENT);
  crowd_map_free(&map);
}

/* A door with times: nobody passes while it is shut, and then it has its flow again. */
static void test_door_times(void **state) {
  (void)state;
  static pathfan_crowd_agent agents[MOST];
  static const double open[] = {0, 20, 60, 1000}, wrong[] = {0, 20, 10, 30};
  crowd_map map = crowd_map_of(rooms[1]);
  const pathfan_crowd_place to = PLACE({18, 0}, {20, 0}, {20, 12}, {18, 12});
  const pathfan_crowd_flow flow = {
      .from = PLACE({0, 0}, {11, 0}, {11, 12}, {0, 12}), .to = &to, .to_count = 1, .agents = 100};
  pathfan_crowd_door door = {.a = {12.5, 5.4}, .b = {12.5, 6.6}, .open = open, .open_count = 2};
  pathfan_crowd_options options = metres(&flow, 1);
  options.doors = &door;
  options.door_count = 1;
  for (int s = 0; s < CROWD_STRATEGIES; s++) {
    options.strategy = crowd_strategies[s];
    pathfan_crowd *crowd = crowd_of(&map, &options);
    int32_t upto[4] = {0};
    for (int step = 1; !pathfan_crowd_is_done(crowd); step++) {
      pathfan_crowd_statistics now;
      assert_true(step < 1000);
      assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
      pathfan_crowd_statistics_get(crowd, &now);
      const int32_t count = pathfan_crowd_agents(crowd, agents, MOST);
      int32_t over = now.arrived;
      for (int32_t i = 0; i < count; i++) over += agents[i].x > 12.5;
      if (step == 40) upto[0] = over; /* it shuts after 20 s */
      if (step > 40 && step <= 120) assert_int_equal(over, upto[0]);
      if (step == 140) upto[1] = over;
      if (step == 160) upto[2] = over;
      if (step == 120) assert_int_equal(now.stuck, count);
    }
    assert_true(upto[0] > 5 && upto[1] > upto[0]);
    assert_true(abs(upto[2] - upto[1] - 15) <= 1); /* 10 s of 1.225 P/(m s), 1.2 m wide */
    pathfan_crowd_free(crowd);
  }
  /* Shut from the beginning: they wait outside. Never opened again: they are stuck. */
  pathfan_crowd_statistics end;
  door.open = open + 2;
  door.open_count = 1;
  pathfan_crowd *crowd = crowd_of(&map, &options);
  assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
  pathfan_crowd_statistics_get(crowd, &end);
  assert_true(end.started == 0 && end.waiting == 100);
  assert_int_equal(crowd_run(crowd, 2000).arrived, 100);
  pathfan_crowd_free(crowd);
  door.open = open;
  crowd = crowd_of(&map, &options);
  end = crowd_run(crowd, 2000);
  assert_true(end.arrived + end.stuck == 100 && end.stuck > 50 && end.step < 100);
  pathfan_crowd_free(crowd);
  pathfan_error error;
  door.open = wrong;
  door.open_count = 2;
  assert_int_equal(pathfan_crowd_create(&options, &crowd, &error), PATHFAN_ERR_ARGUMENT);
  crowd_map_free(&map);
}

/* Halving the step, or the order of agents, changes a flow by less than 3%. */
static void test_independence(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(rooms[1]);
  const pathfan_crowd_place to = PLACE({18, 0}, {20, 0}, {20, 12}, {18, 12});
  const pathfan_crowd_flow flows[2][2] = {
      {{.from = PLACE({0, 0}, {11, 0}, {11, 6}, {0, 6}), .to = &to, .to_count = 1, .agents = 90},
       {.from = PLACE({0, 6}, {11, 6}, {11, 12}, {0, 12}),
        .to = &to,
        .to_count = 1,
        .agents = 110}},
      {{.from = PLACE({0, 6}, {11, 6}, {11, 12}, {0, 12}), .to = &to, .to_count = 1, .agents = 110},
       {.from = PLACE({0, 0}, {11, 0}, {11, 6}, {0, 6}), .to = &to, .to_count = 1, .agents = 90}}};
  double flow = 0;
  for (int i = 0; i < 4; i++) {
    pathfan_crowd_options options = metres(flows[i & 1], 2);
    options.step_seconds = i & 2 ? 0.25 : 0.5;
    pathfan_crowd *crowd = crowd_of(&map, &options);
    const watched w = watch(crowd, options.step_seconds, 12.5, 4000);
    assert_int_equal(w.end.arrived, 200);
    if (!i) flow = w.flow;
    assert_true(fabs(w.flow - flow) < 0.03 * flow);
    pathfan_crowd_free(crowd);
  }
  crowd_map_free(&map);
}

/* The straight line from each step's point to the next one leads through no wall, though people
 * turn round corners within steps. */
static void test_no_corner_is_cut(void **state) {
  (void)state;
  static pathfan_crowd_agent agents[MOST];
  static track before[MOST];
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 12, 2) "," FREE(10, 2, 12, 12)));
  const pathfan_crowd_place to = PLACE({10, 11}, {12, 11}, {12, 12}, {10, 12});
  const pathfan_crowd_flow flow = {
      .from = PLACE({0, 0}, {9, 0}, {9, 2}, {0, 2}), .to = &to, .to_count = 1, .agents = 60};
  pathfan_crowd_options options = metres(&flow, 1);
  pathfan_crowd *crowd = crowd_of(&map, &options);
  int32_t turns = 0;
  memset(before, 0, sizeof before);
  while (!pathfan_crowd_is_done(crowd)) {
    assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
    const int32_t count = pathfan_crowd_agents(crowd, agents, MOST);
    for (int32_t i = 0; i < count; i++) {
      track *was = &before[agents[i].id];
      const double x = agents[i].x, y = agents[i].y;
      assert_true(y <= 2 || x >= 10);
      if (was->is_there && was->y < 2 && y > 2) {
        assert_true(was->x + (2 - was->y) / (y - was->y) * (x - was->x) > 10 - 1e-3);
        turns++;
      }
      *was = (track){x, y, true};
    }
  }
  assert_int_equal(turns, 60);
  pathfan_crowd_free(crowd);
  crowd_map_free(&map);
}

/* Patches count all agents, and none is too dense; their pieces cover the floor. */
static void test_patches(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(rooms[1]);
  const pathfan_crowd_place to = PLACE({18, 0}, {20, 0}, {20, 12}, {18, 12});
  const pathfan_crowd_flow flow = {
      .from = PLACE({0, 0}, {11, 0}, {11, 12}, {0, 12}), .to = &to, .to_count = 1, .agents = 300};
  pathfan_crowd_options options = metres(&flow, 1);
  pathfan_crowd *crowd = crowd_of(&map, &options);
  pathfan_crowd_patch patch;
  pathfan_point corners[16];
  double area = 0;
  for (int32_t i = 0; i < pathfan_crowd_piece_count(crowd); i++) {
    int32_t of, count = pathfan_crowd_piece_get(crowd, i, &of, corners, 16);
    assert_in_range(count, 3, 16);
    assert_int_equal(pathfan_crowd_patch_get(crowd, of, &patch), PATHFAN_OK);
    for (int32_t k = 0; k < count; k++) {
      const pathfan_point p = corners[k], q = corners[(k + 1) % count];
      area += (p.x * q.y - q.x * p.y) / 2;
    }
  }
  assert_true(fabs(fabs(area) - (12 * 12 + 1.2 + 7 * 12)) < 1e-6);
  for (int step = 0; step < 60; step++) {
    int32_t count = 0;
    double all = 0;
    assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
    for (int32_t i = 0; !pathfan_crowd_patch_get(crowd, i, &patch); i++) {
      assert_true(patch.density <= 5.4 || patch.agents == 1);
      assert_true(fabs(patch.density * patch.area - patch.agents) < 1e-9);
      count += patch.agents;
      all += patch.area;
    }
    assert_int_equal(count, pathfan_crowd_agents(crowd, NULL, 0));
    assert_true(fabs(all - fabs(area)) < 1e-6);
  }
  assert_int_equal(pathfan_crowd_patch_get(crowd, -1, &patch), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_crowd_piece_get(crowd, -1, NULL, NULL, 0), 0);
  pathfan_crowd_free(crowd);
  crowd_map_free(&map);
}

/* ---- Corridors ---- */

/* People who walk against each other get past. */
static void test_counterflow(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 60, 3)));
  const pathfan_crowd_place left = PLACE({0, 0}, {2, 0}, {2, 3}, {0, 3});
  const pathfan_crowd_place right = PLACE({58, 0}, {60, 0}, {60, 3}, {58, 3});
  const pathfan_crowd_flow flows[] = {
      {.from = PLACE({2, 0}, {27, 0}, {27, 3}, {2, 3}), .to = &right, .to_count = 1, .agents = 150},
      {.from = PLACE({33, 0}, {58, 0}, {58, 3}, {33, 3}),
       .to = &left,
       .to_count = 1,
       .agents = 150}};
  pathfan_crowd_options options = metres(flows, 2);
  pathfan_crowd *crowd = crowd_of(&map, &options);
  const watched w = watch(crowd, 0.5, 30, 3000);
  print_message("counterflow: %d steps\n", (int)w.steps);
  assert_int_equal(w.end.arrived, 300);
  assert_true(w.fastest <= 1.341 && w.densest <= 1 + 1e-9);
  pathfan_crowd_free(crowd);
  crowd_map_free(&map);
}

/* Stairs up: the foot is a gate with the flow of the stairs, and people are slower on them. */
static void test_stairs(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 60, 2)));
  const pathfan_crowd_place to = PLACE({58, 0}, {60, 0}, {60, 2}, {58, 2});
  const pathfan_crowd_zone zone = {
      .area = PLACE({30, -1}, {38, -1}, {38, 3}, {30, 3}), .speed = 0.67, .flow = 0.88};
  const pathfan_crowd_flow one = {.from = PLACE({1, 1}), .to = &to, .to_count = 1, .agents = 1};
  const pathfan_crowd_flow many = {
      .from = PLACE({0, 0}, {28, 0}, {28, 2}, {0, 2}), .to = &to, .to_count = 1, .agents = 150};
  pathfan_crowd_options options = metres(&one, 1);
  options.zones = &zone;
  options.zone_count = 1;
  pathfan_crowd *crowd = crowd_of(&map, &options);
  watched w = watch(crowd, 0.5, 34, 1000);
  assert_true(fabs((double)w.steps * 0.5 - (49 / 1.34 + 8 / (0.67 * 1.34))) < 1);
  pathfan_crowd_free(crowd);
  options.flows = &many;
  crowd = crowd_of(&map, &options);
  w = watch(crowd, 0.5, 34, 2000);
  print_message("stairs: %.3f P/(m s)\n", w.flow / 2);
  assert_true(w.flow / 2 < 0.88 * 1.05 && w.flow / 2 > 0.88 * 0.9);
  pathfan_crowd_free(crowd);
  crowd_map_free(&map);
}

/* ---- Starts ---- */

static void test_starts(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 40, 12)));
  const pathfan_crowd_place to = PLACE({38, 0}, {40, 0}, {40, 12}, {38, 12});
  pathfan_crowd_flow flow = {
      .from = PLACE({0, 0}, {6, 0}, {6, 6}, {0, 6}), .to = &to, .to_count = 1, .agents = 195};
  pathfan_crowd_options options = metres(&flow, 1);
  pathfan_crowd *crowd;
  pathfan_error error;
  options.index = map.index;
  assert_int_equal(pathfan_crowd_create(&options, &crowd, &error), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(error.text, "flow 0: 195 agents start at once on 36.0 m2, 5.4 on each"));
  flow.agents = 190;
  crowd = crowd_of(&map, &options);
  watched w = watch(crowd, 0.5, 20, 2000);
  assert_int_equal(w.end.arrived, 190);
  assert_true(w.densest <= 1 + 1e-9);
  pathfan_crowd_free(crowd);
  /* At a point few have room: others wait outside. */
  flow.from = PLACE({1, 1});
  assert_int_equal(pathfan_crowd_create(&options, &crowd, &error), PATHFAN_ERR_ARGUMENT);
  options.spawn = PATHFAN_CROWD_PER_STEP;
  options.per_step = 20;
  crowd = crowd_of(&map, &options);
  pathfan_crowd_statistics now;
  for (int i = 0; i < 4; i++) assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
  pathfan_crowd_statistics_get(crowd, &now);
  assert_true(now.waiting > 20 && now.waiting + now.started == 80);
  w = watch(crowd, 0.5, 20, 4000);
  assert_true(w.end.arrived == 190 && w.end.waiting == 0 && w.densest <= 1 + 1e-9);
  pathfan_crowd_free(crowd);
  /* Steps longer than a patch. */
  options.step_seconds = 2;
  assert_int_equal(pathfan_crowd_create(&options, &crowd, &error), PATHFAN_ERR_ARGUMENT);
  crowd_map_free(&map);
}

/* RiMEA 5 and 7: who waits before it walks, walks within a step of its time; speeds are drawn as
 * asked for. */
static void test_draws(void **state) {
  (void)state;
  static pathfan_crowd_agent agents[MOST];
  static double first_x[MOST], began[MOST], speed[MOST];
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 200, 60)));
  const pathfan_crowd_place to = PLACE({198, 0}, {200, 0}, {200, 60}, {198, 60});
  const pathfan_crowd_draw speeds = {
      .kind = PATHFAN_CROWD_NORMAL, .a = 1.34, .b = 0.26, .least = 0.58, .most = 1.61};
  const pathfan_crowd_draw delays = {.kind = PATHFAN_CROWD_UNIFORM, .a = 10, .b = 20};
  const pathfan_crowd_flow flow = {.from = PLACE({0, 0}, {50, 0}, {50, 60}, {0, 60}),
                                   .to = &to,
                                   .to_count = 1,
                                   .agents = 500,
                                   .speed = &speeds,
                                   .start_after = &delays};
  pathfan_crowd_options options = metres(&flow, 1);
  pathfan_crowd *crowd = crowd_of(&map, &options);
  double mean = 0, square = 0, late = 0;
  for (int32_t i = 0; i < 500; i++) began[i] = -1;
  for (int step = 0; step <= 60; step++) {
    const int32_t count = pathfan_crowd_agents(crowd, agents, MOST);
    for (int32_t i = 0; i < count; i++) {
      const int32_t id = agents[i].id;
      if (step == 1) first_x[id] = agents[i].x;
      if (step > 1 && began[id] < 0 && agents[i].x != first_x[id]) began[id] = 0.5 * (step - 1);
      if (step == 59) speed[id] = agents[i].x;
      if (step == 60) speed[id] = (agents[i].x - speed[id]) / 0.5;
    }
    assert_int_equal(pathfan_crowd_step(crowd), PATHFAN_OK);
  }
  for (int32_t i = 0; i < 500; i++) {
    assert_true(began[i] >= 9.5 && began[i] <= 20);
    assert_true(speed[i] <= 1.611);
    mean += speed[i] / 500;
    late += began[i] / 500;
  }
  for (int32_t i = 0; i < 500; i++) square += (speed[i] - mean) * (speed[i] - mean) / 499;
  print_message("speed %.3f +- %.3f, first move %.2f s\n", mean, sqrt(square), late);
  assert_true(mean > 1.2 && mean < 1.33); /* cut off above; a few have others beside them */
  assert_true(sqrt(square) > 0.17 && sqrt(square) < 0.27);
  assert_true(fabs(late - 14.75) < 0.4);
  pathfan_crowd_free(crowd);
  crowd_map_free(&map);
}

/* ---- Results ---- */

static void test_arrivals(void **state) {
  (void)state;
  static pathfan_crowd_arrival list[MOST];
  crowd_map map = crowd_map_of(rooms[0]);
  const pathfan_crowd_place to[] = {PLACE({18, 0}, {20, 0}, {20, 12}, {18, 12}), PLACE({0.5, 0.5})};
  const pathfan_crowd_flow flow = {
      .from = PLACE({4, 0}, {10, 0}, {10, 12}, {4, 12}), .to = to, .to_count = 2, .agents = 60};
  pathfan_crowd_options options = metres(&flow, 1);
  pathfan_crowd *crowd = crowd_of(&map, &options);
  const watched w = watch(crowd, 0.5, 12.5, 2000);
  int32_t by_door = 0;
  double sum = 0;
  assert_int_equal(pathfan_crowd_arrivals(crowd, 0, list, MOST), 60);
  for (int32_t i = 0; i < 60; i++) {
    if (i) assert_true(list[i].egress >= list[i - 1].egress);
    assert_true(list[i].travel > 0 && list[i].travel <= list[i].egress);
    assert_in_range(list[i].place, 0, 1);
    by_door += list[i].place == 0;
    sum += list[i].travel / 0.5;
  }
  assert_int_equal(by_door, w.over);
  assert_true(by_door > 0 && by_door < 60);
  assert_true(fabs(sum / 60 - w.end.mean_travel) < 1e-9);
  assert_int_equal(pathfan_crowd_arrivals(crowd, 1, list, MOST), 0);
  assert_int_equal(pathfan_crowd_gate_get(crowd, 99, NULL), PATHFAN_ERR_ARGUMENT);
  pathfan_crowd_free(crowd);
  crowd_map_free(&map);
}

/* ---- Closures ---- */

/* Nobody stays stuck beside an open way, wherever and whenever one of two exits is closed. */
static void test_closings(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(
      MAP(FREE(0, 0, 24, 8) "," FREE(0, 8, 2, 12) "," FREE(22, 8, 24, 12) "," FREE(0, 12, 24, 16)));
  const pathfan_crowd_place to[] = {PLACE({1, 13}), PLACE({23, 13})};
  const pathfan_crowd_flow flow = {
      .from = PLACE({0, 0}, {24, 0}, {24, 7}, {0, 7}), .to = to, .to_count = 2, .agents = 60};
  for (int i = 0; i < 20; i++) {
    const double x = i % 2 ? -0.5 : 21.5, y = 8 + (i / 4) * 0.7;
    const pathfan_crowd_closure closure = {
        .area = PLACE({x, y}, {x + 3, y}, {x + 3, y + 0.6}, {x, y + 0.6}), .at_step = 3 + 5 * i};
    pathfan_crowd_options options = metres(&flow, 1);
    options.closures = &closure;
    options.closure_count = 1;
    options.strategy = crowd_strategies[i % CROWD_STRATEGIES];
    options.seed = (uint64_t)i;
    pathfan_crowd *crowd = crowd_of(&map, &options);
    const watched w = watch(crowd, 0.5, 12, 2000);
    assert_int_equal(w.end.arrived, 60);
    pathfan_crowd_free(crowd);
  }
  crowd_map_free(&map);
}

/* Cells are square, and no wider than a patch. */
static void test_cells(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 300, 10)));
  const pathfan_crowd_place to = PLACE({299, 5});
  const pathfan_crowd_flow flow = {.from = PLACE({1, 5}), .to = &to, .to_count = 1, .agents = 1};
  pathfan_crowd_options options = metres(&flow, 1);
  pathfan_crowd *crowd = crowd_of(&map, &options);
  pathfan_crowd_cell cell;
  for (int32_t i = 0; !pathfan_crowd_cell_get(crowd, i, &cell); i++) {
    assert_true(fabs(cell.width - cell.height) < 1e-9);
    assert_true(cell.width <= 2 + 1e-9);
  }
  pathfan_crowd_free(crowd);
  crowd_map_free(&map);
}

SUITE(test_crowd_weidmann) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_doors),
                                     cmocka_unit_test(test_given_doors),
                                     cmocka_unit_test(test_door_times),
                                     cmocka_unit_test(test_independence),
                                     cmocka_unit_test(test_no_corner_is_cut),
                                     cmocka_unit_test(test_patches),
                                     cmocka_unit_test(test_counterflow),
                                     cmocka_unit_test(test_stairs),
                                     cmocka_unit_test(test_starts),
                                     cmocka_unit_test(test_draws),
                                     cmocka_unit_test(test_arrivals),
                                     cmocka_unit_test(test_closings),
                                     cmocka_unit_test(test_cells)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
