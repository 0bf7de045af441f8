/* Crowds that use the links of a building: they let through what their width does, hold no more
 * than have room, are used the right way only, and closing one sends people to another. */
#include <math.h>

#include "crowd_fixture.h"
#include "pathfan/floors.h"
#include "pathfan/obstacles.h"

#define FLOOR(level)                                                                               \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\",\"level\":" #level                      \
  "},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[40,0],[40,20],[0,20],[0,0]]]}}"
#define LINK(name, x, y, more)                                                                     \
  ",{\"type\":\"Feature\",\"properties\":{\"kind\":\"link\",\"level\":[1,0],\"name\":\"" name      \
  "\"" more "},\"geometry\":{\"type\":\"Point\",\"coordinates\":[" #x "," #y "]}}"
#define STAIRS LINK("stairs", 30, 10, ",\"cost\":12")

/* A point of a floor in the plane. */
static pathfan_point on(const crowd_map *map, double level, double x, double y) {
  pathfan_query *query;
  pathfan_floor floor;
  assert_int_equal(pathfan_query_create(map->index, &query), PATHFAN_OK);
  assert_true(pathfan_query_floor(query, pathfan_query_find_floor(query, level), &floor));
  pathfan_query_free(query);
  return pathfan_floor_to_plane(&floor, (pathfan_point){x, y});
}

static pathfan_crowd_options options_for(const pathfan_crowd_flow *flows, int32_t count) {
  pathfan_crowd_options options = crowd_options_with(flows);
  options.flow_count = count;
  options.law = PATHFAN_CROWD_WEIDMANN;
  options.seed = 3;
  return options;
}

/* Steps to the end; on every step nobody is lost, and no link holds more than have room. */
static pathfan_crowd_statistics run(pathfan_crowd *c, int64_t most) {
  pathfan_crowd_statistics s;
  for (int64_t i = 0; i < most && !pathfan_crowd_is_done(c); i++) {
    pathfan_crowd_link_use use;
    assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
    pathfan_crowd_statistics_get(c, &s);
    assert_int_equal(s.started, s.arrived + s.present);
    for (int32_t k = 0; !pathfan_crowd_link_get(c, k, &use); k++)
      assert_true(use.on >= 0 && use.on <= use.room);
  }
  pathfan_crowd_statistics_get(c, &s);
  return s;
}

/* One person takes the walks and the link at its own speed. */
static void test_alone(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FLOOR(0) "," FLOOR(1) STAIRS));
  const pathfan_point from = on(&map, 1, 10, 10), to = on(&map, 0, 5, 10);
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {&from, 1}, .to = &goal, .to_count = 1, .agents = 1};
  const pathfan_crowd_link slow = {.name = "stairs", .speed = 0.5};
  for (int s = 0; s < CROWD_STRATEGIES; s++)
    for (int k = 0; k < 2; k++) {
      pathfan_crowd_arrival arrival;
      pathfan_crowd_options options = options_for(&flow, 1);
      options.strategy = crowd_strategies[s];
      options.links = &slow;
      options.link_count = k;
      options.step_seconds = 0.25;
      pathfan_crowd *c = crowd_of(&map, &options);
      assert_int_equal(run(c, 2000).arrived, 1);
      assert_int_equal(pathfan_crowd_arrivals(c, 0, &arrival, 1), 1);
      const double expected = (20 + 25 + (k ? 24 : 12)) / 1.34;
      if (fabs(arrival.travel - expected) > 0.02 * expected)
        fail_msg("%s: %g s, expected %g", pathfan_crowd_strategy_name(options.strategy),
                 arrival.travel, expected);
      pathfan_crowd_free(c);
    }
  crowd_map_free(&map);
}

/* Many are let through at the rate of its width, by three strategies. */
static void test_capacity(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FLOOR(0) "," FLOOR(1) STAIRS));
  const pathfan_point corners[] = {on(&map, 1, 2, 2), on(&map, 1, 22, 2), on(&map, 1, 22, 18),
                                   on(&map, 1, 2, 18)};
  const pathfan_point to = on(&map, 0, 5, 10);
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {corners, 4}, .to = &goal, .to_count = 1, .agents = 300};
  for (int s = 0; s < CROWD_STRATEGIES; s += 2)
    for (int k = 0; k < 2; k++) {
      static pathfan_crowd_arrival arrivals[300];
      const pathfan_crowd_link link = {.width = k ? 2 : 1, .flow = 1.1};
      pathfan_crowd_options options = options_for(&flow, 1);
      options.strategy = crowd_strategies[s];
      options.spawn = PATHFAN_CROWD_AT_ONCE;
      options.links = &link;
      options.link_count = 1;
      pathfan_crowd *c = crowd_of(&map, &options);
      const pathfan_crowd_statistics end = run(c, 3000);
      assert_true(end.arrived == 300 && end.stuck == 0);
      assert_int_equal(pathfan_crowd_arrivals(c, 0, arrivals, 300), 300);
      const double rate = 240 / (arrivals[270].egress - arrivals[30].egress);
      if (fabs(rate - link.width * 1.1) > 0.03 * link.width * 1.1)
        fail_msg("%s: %g persons a second over %g m", pathfan_crowd_strategy_name(options.strategy),
                 rate, link.width);
      pathfan_crowd_link_use use;
      assert_int_equal(pathfan_crowd_link_get(c, 0, &use), PATHFAN_OK);
      assert_true(use.passed[0] + use.passed[1] == 300 && use.on == 0);
      assert_true((use.passed[0] == 300) != (use.passed[1] == 300));
      pathfan_crowd_free(c);
    }
  crowd_map_free(&map);
}

/* Two crowds that meet on the stairs all get past. */
static void test_both_ways(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FLOOR(0) "," FLOOR(1) STAIRS));
  const pathfan_point ends[] = {on(&map, 1, 10, 10), on(&map, 0, 10, 10)};
  const pathfan_crowd_place goals[] = {{&ends[1], 1}, {&ends[0], 1}};
  const pathfan_crowd_flow flows[] = {
      {.from = {&ends[0], 1}, .to = &goals[0], .to_count = 1, .agents = 120},
      {.from = {&ends[1], 1}, .to = &goals[1], .to_count = 1, .agents = 120}};
  for (int s = 0; s < CROWD_STRATEGIES; s++) {
    pathfan_crowd_options options = options_for(flows, 2);
    options.strategy = crowd_strategies[s];
    options.per_step = 4;
    pathfan_crowd *c = crowd_of(&map, &options);
    const pathfan_crowd_statistics end = run(c, 3000);
    if (end.arrived != 240)
      fail_msg("%s: %d arrived, %d stuck", pathfan_crowd_strategy_name(options.strategy),
               end.arrived, end.stuck);
    pathfan_crowd_free(c);
  }
  crowd_map_free(&map);
}

/* Of two one-way links each is used in its direction alone; and one that wants flags is used by
 * those who have them. */
static void test_directions_and_flags(void **state) {
  (void)state;
  crowd_map map =
      crowd_map_of(MAP(FLOOR(0) "," FLOOR(1) LINK("down", 20, 4, ",\"cost\":8,\"oneway\":true")
                           LINK("up", 20, 16, ",\"cost\":8,\"oneway\":-1")
                               LINK("lift", 20, 10, ",\"cost\":1,\"flags\":4")));
  const pathfan_point ends[] = {on(&map, 1, 10, 10), on(&map, 0, 10, 10)};
  const pathfan_crowd_place goals[] = {{&ends[1], 1}, {&ends[0], 1}};
  const pathfan_crowd_flow flows[] = {
      {.from = {&ends[0], 1}, .to = &goals[0], .to_count = 1, .agents = 20},
      {.from = {&ends[1], 1}, .to = &goals[1], .to_count = 1, .agents = 30}};
  for (int s = 0; s < CROWD_STRATEGIES; s++)
    for (int with = 0; with < 2; with++) {
      pathfan_crowd_options options = options_for(flows, 2);
      options.strategy = crowd_strategies[s];
      options.link_flags = with ? 4 : 0;
      pathfan_crowd *c = crowd_of(&map, &options);
      assert_int_equal(run(c, 2000).arrived, 50);
      assert_int_equal(pathfan_crowd_link_count(c), 2 + with);
      int64_t passed[3][2] = {{0}};
      for (int32_t i = 0; i < 2 + with; i++) {
        pathfan_crowd_link_use use;
        assert_int_equal(pathfan_crowd_link_get(c, i, &use), PATHFAN_OK);
        passed[use.link][0] = use.passed[0];
        passed[use.link][1] = use.passed[1];
      }
      /* `up` leads from its second end to its first. */
      assert_true(passed[0][1] == 0 && passed[1][0] == 0);
      assert_int_equal(passed[0][0] + passed[2][0], 20);
      assert_int_equal(passed[1][1] + passed[2][1], 30);
      if (with) assert_true(passed[2][0] + passed[2][1] > 0);
      pathfan_crowd_free(c);
    }
  crowd_map_free(&map);
}

/* A snapshot that closes the ground before the near stairs sends all to the far ones; without it
 * they come back. */
static void test_snapshots(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FLOOR(0) "," FLOOR(1) LINK("near", 14, 10, ",\"cost\":8")
                                       LINK("far", 34, 10, ",\"cost\":8")));
  const pathfan_point from = on(&map, 1, 6, 10), to = on(&map, 0, 6, 10);
  const pathfan_point fire = on(&map, 1, 14, 10);
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {&from, 1}, .to = &goal, .to_count = 1, .agents = 60};
  pathfan_obstacles *none, *now;
  const pathfan_change change = {.kind = PATHFAN_CHANGE_ADD_AREA,
                                 .area = {.centre = fire, .radius = 1.5}};
  assert_int_equal(pathfan_obstacles_create(map.index, &none, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_change(none, &change, 1, &now, NULL, NULL), PATHFAN_OK);
  for (int s = 0; s < CROWD_STRATEGIES; s++) {
    pathfan_crowd_link_use near, far;
    pathfan_crowd_options options = options_for(&flow, 1);
    options.strategy = crowd_strategies[s];
    options.per_step = 0.5;
    pathfan_crowd *c = crowd_of(&map, &options);
    assert_int_equal(pathfan_crowd_set_obstacles(c, now), PATHFAN_OK);
    for (int i = 0; i < 60; i++) assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
    assert_int_equal(pathfan_crowd_link_get(c, 0, &near), PATHFAN_OK);
    assert_int_equal(pathfan_crowd_link_get(c, 1, &far), PATHFAN_OK);
    print_message("%s: %d by the near stairs, %d by the far ones\n",
                  pathfan_crowd_strategy_name(options.strategy),
                  (int)(near.passed[0] + near.passed[1]), (int)(far.passed[0] + far.passed[1]));
    assert_true(near.passed[0] + near.passed[1] == 0 && far.passed[0] + far.passed[1] > 0);
    assert_int_equal(pathfan_crowd_set_obstacles(c, none), PATHFAN_OK);
    assert_int_equal(run(c, 3000).arrived, 60);
    assert_int_equal(pathfan_crowd_link_get(c, 0, &near), PATHFAN_OK);
    assert_true(near.passed[0] + near.passed[1] > 20);
    pathfan_crowd_free(c);
  }
  pathfan_obstacles_release(now);
  pathfan_obstacles_release(none);
  crowd_map_free(&map);
}

/* A link that a snapshot closes isn't got on, also by those who wait there; when it opens it is. */
static void test_closed_link(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FLOOR(0) "," FLOOR(1) LINK("near", 14, 10, ",\"cost\":8")
                                       LINK("far", 34, 10, ",\"cost\":8")));
  const pathfan_point from = on(&map, 1, 6, 10), to = on(&map, 0, 6, 10);
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {&from, 1}, .to = &goal, .to_count = 1, .agents = 120};
  const pathfan_change change = {.kind = PATHFAN_CHANGE_SET, .name = "near", .on = true};
  pathfan_obstacles *open, *closed;
  assert_int_equal(pathfan_obstacles_create(map.index, &open, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_change(open, &change, 1, &closed, NULL, NULL), PATHFAN_OK);
  for (int s = 0; s < CROWD_STRATEGIES; s++) {
    pathfan_crowd_link_use near, far;
    pathfan_crowd_options options = options_for(&flow, 1);
    options.strategy = crowd_strategies[s];
    options.per_step = 3;
    pathfan_crowd *c = crowd_of(&map, &options);
    for (int i = 0; i < 30; i++) assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
    assert_int_equal(pathfan_crowd_link_get(c, 0, &near), PATHFAN_OK);
    const int64_t before = near.passed[0] + near.passed[1];
    assert_true(before > 0);
    assert_int_equal(pathfan_crowd_set_obstacles(c, closed), PATHFAN_OK);
    for (int i = 0; i < 60; i++) assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
    assert_int_equal(pathfan_crowd_link_get(c, 0, &near), PATHFAN_OK);
    assert_int_equal(pathfan_crowd_link_get(c, 1, &far), PATHFAN_OK);
    assert_true(near.passed[0] + near.passed[1] == before && near.on == 0);
    assert_true(far.passed[0] + far.passed[1] > 0);
    assert_int_equal(pathfan_crowd_set_obstacles(c, open), PATHFAN_OK);
    assert_int_equal(run(c, 3000).arrived, 120);
    pathfan_crowd_free(c);
  }
  pathfan_obstacles_release(closed);
  pathfan_obstacles_release(open);
  crowd_map_free(&map);
}

/* Nobody comes down into an area that is closed round the foot of stairs; and two crowds get past
 * each other on stairs that hold few of them. */
static void test_foot_and_short(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FLOOR(0) "," FLOOR(1) LINK("near", 14, 10, ",\"cost\":1")
                                       LINK("far", 34, 10, ",\"cost\":8")));
  const pathfan_point ends[] = {on(&map, 1, 6, 10), on(&map, 0, 6, 10)};
  const pathfan_point head = on(&map, 1, 14, 10);
  const pathfan_point round[] = {on(&map, 0, 12, 8), on(&map, 0, 16, 8), on(&map, 0, 16, 12),
                                 on(&map, 0, 12, 12)};
  const pathfan_crowd_place goals[] = {{&ends[1], 1}, {&ends[0], 1}};
  const pathfan_crowd_closure closure = {.area = {round, 4}, .at_step = 20};
  const pathfan_crowd_flow flows[] = {
      {.from = {&ends[0], 1}, .to = &goals[0], .to_count = 1, .agents = 70},
      {.from = {&ends[1], 1}, .to = &goals[1], .to_count = 1, .agents = 70}};
  for (int s = 0; s < CROWD_STRATEGIES; s++)
    for (int closes = 0; closes < 2; closes++) {
      pathfan_crowd_link_use near;
      pathfan_crowd_options options = options_for(flows, 2);
      options.strategy = crowd_strategies[s];
      options.per_step = 4;
      options.closures = &closure;
      options.closure_count = closes;
      pathfan_crowd *c = crowd_of(&map, &options);
      for (int i = 0; i < 24; i++) assert_int_equal(pathfan_crowd_step(c), PATHFAN_OK);
      assert_int_equal(pathfan_crowd_link_get(c, 0, &near), PATHFAN_OK);
      const int down = fabs(near.at[0].x - head.x) > 1; /* the end at which people get on to it */
      const int64_t before = near.passed[down];
      const pathfan_crowd_statistics end = run(c, 3000);
      if (end.arrived != 140)
        fail_msg("%s: %d arrived", pathfan_crowd_strategy_name(options.strategy), end.arrived);
      assert_int_equal(pathfan_crowd_link_get(c, 0, &near), PATHFAN_OK);
      const int64_t after = near.passed[down];
      if (closes ? after != before : after <= 30)
        fail_msg("%s: %d before, %d after", pathfan_crowd_strategy_name(options.strategy),
                 (int)before, (int)after);
      pathfan_crowd_free(c);
    }
  crowd_map_free(&map);
}

/* What names no link, or is none, is refused with a sentence. */
static void test_refused(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(FLOOR(0) "," FLOOR(1) STAIRS));
  const pathfan_point from = on(&map, 1, 10, 10), to = on(&map, 0, 5, 10);
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {&from, 1}, .to = &goal, .to_count = 1};
  const struct {
    pathfan_crowd_link link;
    pathfan_crowd_law law;
    const char *text;
  } cases[] = {
      {{.name = "escalator"}, PATHFAN_CROWD_WEIDMANN, "the map has no link escalator"},
      {{.speed = 1.5}, PATHFAN_CROWD_WEIDMANN, "link 0: its length"},
      {{.width = NAN}, PATHFAN_CROWD_WEIDMANN, "link 0: its length"},
      {{.width = 1}, PATHFAN_CROWD_LINEAR, "only law weidmann has doors, areas and links"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pathfan_crowd_options options = options_for(&flow, 1);
    pathfan_crowd *c;
    pathfan_error error;
    options.index = map.index;
    options.law = cases[i].law;
    options.links = &cases[i].link;
    options.link_count = 1;
    assert_int_equal(pathfan_crowd_create(&options, &c, &error), PATHFAN_ERR_ARGUMENT);
    assert_non_null(strstr(error.text, cases[i].text));
    assert_null(c);
  }
  crowd_map_free(&map);
}

SUITE(test_crowd_links) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone),          cmocka_unit_test(test_capacity),
      cmocka_unit_test(test_both_ways),      cmocka_unit_test(test_directions_and_flags),
      cmocka_unit_test(test_snapshots),      cmocka_unit_test(test_closed_link),
      cmocka_unit_test(test_foot_and_short), cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
