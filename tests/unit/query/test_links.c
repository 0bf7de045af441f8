/* Floors and links: random buildings against single floors and Dijkstra; ends, names and levels of
 * requests. */
#include "building_fixture.h"

static void test_cheapest_paths(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(11);
  const int buildings = twin_is_whole() ? 100 : 6, pairs = twin_is_whole() ? 100 : 40;
  int32_t counts[5] = {0};
  for (int n = 0; n < buildings; n++) {
    draw(&b, &random);
    open_building(&b);
    assert_int_equal(pathfan_query_floor_count(b.query), FLOORS);
    assert_int_equal(pathfan_query_link_count(b.query), LINKS);
    for (int i = 0; i < pairs; i++) {
      const place from = draw_place(&b, &random), to = draw_place(&b, &random);
      pathfan_request request = request_of(from, to);
      request.paths = 1 + i % 4;
      request.link_flags = i / 4 % 2;
      request.stretch = i % 3 ? 1.5 : 3;
      if (i % 5 == 0) request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
      counts[check(&b, from, to, request)]++;
    }
    close_building(&b);
  }
  for (int i = 0; i < 5; i++) assert_true(counts[i] > 0);
}

/* A point of a floor and the same point in the plane are one; links that a request lacks the flags
 * for, or that cost more than the way, change nothing. */
static void test_levels(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(5);
  const pathfan_answer *answer;
  pathfan_floor floor;
  draw(&b, &random);
  open_building(&b);
  for (int i = 0; i < 20; i++) {
    const place from = draw_place(&b, &random), to = draw_place(&b, &random);
    pathfan_request request = request_of(from, to), plane = request;
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    const int32_t count = answer->path_count;
    const double cost = count ? answer->paths[0].cost : 0;
    plane.from_level = plane.to_level = NAN;
    assert_true(pathfan_query_floor(b.query, from.floor, &floor));
    plane.from = pathfan_floor_to_plane(&floor, request.from);
    assert_true(pathfan_query_floor(b.query, to.floor, &floor));
    plane.to = pathfan_floor_to_plane(&floor, request.to);
    assert_int_equal(pathfan_query_floor_at(b.query, plane.to), to.floor);
    assert_int_equal(pathfan_query_paths(b.query, &plane, &answer), PATHFAN_OK);
    assert_int_equal(answer->path_count, count);
    assert_true(!count || answer->paths[0].cost == cost);
    double length;
    pathfan_outcome outcome;
    assert_int_equal(pathfan_query_distance(b.query, plane.from, plane.to, &length, &outcome),
                     PATHFAN_OK);
    assert_true(count ? length == cost : outcome == PATHFAN_OUTCOME_NO_PATH);
  }
  pathfan_request request = request_of((place){{0, 0}, 0}, (place){{1, 1}, 0});
  request.from_level = 7;
  assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_non_null(strstr(pathfan_query_error(b.query), "no such level"));
  close_building(&b);
}

/* ---- Near ends ---- */

/* An end moves on its own floor, however far it may; without moving it is off the map. */
static void test_snapped_ends(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(3);
  const pathfan_answer *answer;
  pathfan_floor floor;
  draw(&b, &random);
  open_building(&b);
  for (int i = 0; i < 60; i++) {
    const int32_t f = i % FLOORS;
    pathfan_request request = request_of((place){.floor = f}, (place){.floor = f});
    request.from.x = pf_random_between(&random, -3 * SIDE, 4 * SIDE);
    request.from.y = pf_random_between(&random, 0, SIDE);
    request.to = request.from;
    const bool is_off = request.from.x < 0 || request.from.x > SIDE;
    const bool is_there =
        !is_off && is_free(&b, f, (int32_t)request.from.x, (int32_t)request.from.y);
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    if (is_there || (!is_off && !answer->outcome)) continue; /* on a wall, or free */
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_START_BLOCKED);
    assert_int_equal(answer->blocked_by,
                     is_off ? PATHFAN_BLOCKED_BY_BORDER : PATHFAN_BLOCKED_BY_OBSTACLE);
    request.snap = 1000;
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
    assert_true(answer->from_snapped);
    assert_true(answer->from.x >= 0 && answer->from.x <= SIDE);
    /* As near as any point of that floor. */
    assert_true(pathfan_query_floor(b.query, f, &floor));
    for (int32_t x = 0; x <= SIDE; x++)
      for (int32_t y = 0; y <= SIDE; y++)
        if (is_free(&b, f, x, y))
          assert_true(hypot(x - request.from.x, y - request.from.y) + 1e-6 >=
                      hypot(answer->from.x - request.from.x, answer->from.y - request.from.y));
    pathfan_point nearest;
    bool found;
    if (is_off) continue;
    assert_int_equal(pathfan_query_nearest_free(b.query,
                                                pathfan_floor_to_plane(&floor, request.from), 1000,
                                                &nearest, &found),
                     PATHFAN_OK);
    nearest = pathfan_floor_from_plane(&floor, nearest);
    assert_true(found &&
                fabs(nearest.x - answer->from.x) + fabs(nearest.y - answer->from.y) < 1e-9);
  }
  close_building(&b);
}

/* A partial path goes to the point of the goal's floor that is nearest to the goal, of all that
 * walks and links reach. */
static void test_partial_paths(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(8);
  const pathfan_answer *answer;
  int32_t near = 0, far = 0, none = 0;
  for (int n = 0; n < 4; n++) {
    draw(&b, &random);
    open_building(&b);
    for (int i = 0; i < 50; i++) {
      const place from = draw_place(&b, &random);
      place to = draw_place(&b, &random);
      if (i % 2) { /* perhaps in an obstacle */
        to.at[0] = pf_random_between(&random, 0, SIDE);
        to.at[1] = pf_random_between(&random, 0, SIDE);
      }
      pathfan_request request = request_of(from, to);
      request.partial = true;
      request.paths = 2;
      assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
      far += !answer->partial && answer->path_count;
      none += !answer->path_count;
      if (!answer->partial && answer->path_count) continue;
      double least = INFINITY;
      for (int32_t x = 0; x <= SIDE; x++)
        for (int32_t y = 0; y <= SIDE; y++) {
          const double away = hypot(x - to.at[0], y - to.at[1]);
          if (away >= least || !is_free(&b, to.floor, x, y)) continue;
          const place there = {{x, y}, to.floor};
          if (isfinite(least_cost(&b, from, there, 0))) least = away;
        }
      if (isinf(least)) {
        assert_false(answer->has_nearest);
        assert_int_equal(answer->path_count, 0);
        continue;
      }
      near++;
      assert_true(answer->partial && answer->has_nearest && answer->path_count);
      assert_memory_equal(&answer->to, &answer->nearest, sizeof answer->to);
      assert_true(hypot(answer->to.x - to.at[0], answer->to.y - to.at[1]) <= least + 1e-6);
      const pathfan_path *path = &answer->paths[0];
      assert_memory_equal(&path->points[path->point_count - 1], &answer->to, sizeof answer->to);
      assert_memory_equal(&answer->from, &path->points[0], sizeof answer->from);
    }
    close_building(&b);
  }
  assert_true(near > 20 && far > 20 && none > 5);
}

/* ---- Names, and areas on floors ---- */

static const char named_map[] =
    "{\"type\":\"FeatureCollection\",\"features\":["
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\",\"level\":\"%s\"},\"geometry\":"
    "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[20,0],[20,10],[0,10],[0,0]]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"link\",\"level\":[\"%s\",\"%s\"],"
    "\"flags\":%s,\"name\":\"stairs\",\"cost\":1},\"geometry\":"
    "{\"type\":\"LineString\",\"coordinates\":[[18,5],[18,6]]}}]}";

static pathfan_index *build_named(const char *all, const char *low, const char *high,
                                  const char *flags, pathfan_query **query) {
  char *map = strdup(twin_scratch("named.geojson"));
  FILE *file = fopen(map, "w");
  assert_non_null(file);
  fprintf(file, named_map, all, low, high, flags);
  assert_int_equal(fclose(file), 0);
  pathfan_index *index = build(map, NULL, "named.pathfan", query);
  free(map);
  return index;
}

static pathfan_outcome ask(pathfan_query *query, const pathfan_request *request, double *cost) {
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_paths(query, request, &answer), PATHFAN_OK);
  *cost = answer->path_count ? answer->paths[0].cost : NAN;
  return answer->outcome;
}

static void test_named_floors(void **state) {
  (void)state;
  pathfan_query *query;
  pathfan_index *index = build_named("0;Attic;Mezzanine", "0", "Mezzanine", "0", &query);
  pathfan_request request;
  const char *floors[2] = {"0", "Mezzanine"};
  const pathfan_answer *answer;
  double cost;
  assert_int_equal(pathfan_query_floor_named(query, "Mezzanine"), 2);
  assert_int_equal(pathfan_query_floor_named(query, "0.0"), 0);
  assert_int_equal(pathfan_query_floor_named(query, "Cellar"), -1);
  pathfan_request_init(&request);
  request.from = (pathfan_point){2, 5};
  request.to = (pathfan_point){2, 6};
  request.floors = floors;
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_true(answer->paths[0].cost == 16 + 1 + 16);
  assert_int_equal(answer->paths[0].leg_count, 3);
  assert_string_equal(answer->paths[0].legs[0].floor, "0");
  assert_string_equal(answer->paths[0].legs[2].floor, "Mezzanine");
  assert_true(answer->to.x == 2 && answer->to.y == 6);
  /* A name counts before a level; alone it is that of both ends. */
  request.from_level = request.to_level = 0;
  floors[0] = NULL;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_OK);
  assert_true(cost == 33);
  request.from_level = request.to_level = NAN;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_OK);
  assert_true(cost == 1);
  floors[0] = "Cellar";
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_string_equal(pathfan_query_error(query), "from_level: the map has no such level");

  /* Areas on floors: in a request and in a snapshot. */
  const pathfan_point wall[4] = {{10, 0}, {11, 0}, {11, 10}, {10, 10}};
  pathfan_area area = {.corners = wall, .corner_count = 4, .floor = "Mezzanine"};
  floors[0] = "0";
  request.avoid = &area;
  request.avoid_count = 1;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_NO_PATH);
  floors[0] = "Attic";
  floors[1] = NULL;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_OK);
  area.floor = "Cellar";
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_INVALID_REQUEST);
  request.avoid_count = 0;
  pathfan_obstacles *none, *some;
  pathfan_error error;
  pathfan_obstacle found;
  pathfan_change change = {.kind = PATHFAN_CHANGE_ADD_AREA, .name = "fire", .area = area};
  assert_int_equal(pathfan_obstacles_create(index, &none, &error), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_change(none, &change, 1, &some, NULL, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_string_equal(error.text, "change 0: an area is on a level that the map doesn't have");
  change.area.floor = "Mezzanine";
  assert_int_equal(pathfan_obstacles_change(none, &change, 1, &some, NULL, &error), PATHFAN_OK);
  assert_true(pathfan_obstacles_find(some, "fire", 0, &found));
  assert_true(found.area.corners[0].x == 10 + 2 * 25 && !found.area.floor);
  request.obstacles = some;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_OK);
  floors[0] = "0";
  floors[1] = "Mezzanine";
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_NO_PATH);
  pathfan_obstacles_release(some);
  pathfan_obstacles_release(none);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* Flags of links may have bits above the 32nd. */
static void test_high_flags(void **state) {
  (void)state;
  pathfan_query *query;
  pathfan_index *index = build_named("0;1", "0", "1", "4294967297", &query);
  pathfan_request request;
  pathfan_link link;
  double cost;
  assert_true(pathfan_query_link(query, 0, &link));
  assert_true(link.flags == UINT64_C(0x100000001));
  pathfan_request_init(&request);
  request.from_level = 0;
  request.to_level = 1;
  request.from = request.to = (pathfan_point){2, 5};
  request.link_flags = 1;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_NO_PATH);
  request.link_flags = UINT64_C(0x1000000ff);
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_OK);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* A map without floors has level 0 only. */
static void test_no_floors(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(2);
  double cost;
  draw(&b, &random);
  open_building(&b);
  pathfan_request request = request_of((place){{0, 0}, 3}, (place){{0, 0}, 3});
  assert_int_equal(ask(b.alone[0], &request, &cost), PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_string_equal(pathfan_query_error(b.alone[0]),
                      "from_level: the map has no floors, only level 0");
  request.from_level = request.to_level = 0;
  assert_int_not_equal(ask(b.alone[0], &request, &cost), PATHFAN_OUTCOME_INVALID_REQUEST);
  close_building(&b);
}

/* With one end of a request to be shared, answers are the same. */
static bool visit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  double *costs = context;
  (void)chosen;
  costs[i] = answer->path_count ? answer->paths[answer->path_count - 1].cost : 0;
  return true;
}

static void test_groups(void **state) {
  (void)state;
  static building b;
  enum { UNITS = 12 };
  pf_random random = pf_random_from(9);
  const pathfan_answer *answer;
  double costs[UNITS];
  pathfan_point points[UNITS];
  draw(&b, &random);
  open_building(&b);
  const place goal = draw_place(&b, &random);
  place units[UNITS];
  for (int i = 0; i < UNITS; i++) {
    do units[i] = draw_place(&b, &random);
    while (units[i].floor != 1);
    points[i] = (pathfan_point){units[i].at[0], units[i].at[1]};
  }
  const pathfan_group group = {
      .request = request_of((place){{0, 0}, 1}, goal), .points = points, .count = UNITS};
  assert_int_equal(pathfan_query_group(b.query, &group, visit, costs), PATHFAN_OK);
  for (int i = 0; i < UNITS; i++) {
    pathfan_request request = request_of(units[i], goal);
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    assert_true(costs[i] == (answer->path_count ? answer->paths[answer->path_count - 1].cost : 0));
  }
  close_building(&b);
}

/* Made-up buildings are read back without a word of theirs ignored; all floors are joined. */
static void test_made_building(void **state) {
  (void)state;
  pathfan_map_recipe recipe;
  pathfan_query *query;
  const pathfan_answer *answer;
  pathfan_ignored ignored;
  pathfan_link link;
  pathfan_map_recipe_init(&recipe);
  recipe.kind = PATHFAN_MAP_BUILDING;
  recipe.width = 40;
  recipe.height = 30;
  char *map = strdup(twin_scratch("made.geojson"));
  assert_int_equal(pathfan_map_make(&recipe, map, NULL), PATHFAN_OK);
  pathfan_index *index = build(map, NULL, "made.pathfan", &query);
  free(map);
  assert_false(pathfan_index_ignored(index, 0, &ignored));
  assert_int_equal(pathfan_query_floor_count(query), 3);
  const int32_t links = pathfan_query_link_count(query);
  assert_true(links >= 6);
  assert_true(pathfan_query_link(query, links - 1, &link));
  assert_string_equal(link.name, "lift");
  assert_int_equal(link.floor[1], 2);
  pathfan_request request;
  pathfan_request_init(&request);
  request.from = link.at[0];
  assert_true(pathfan_query_link(query, 0, &link));
  request.to = link.at[0];
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  pathfan_query_free(query);
  pathfan_index_close(index);
  recipe.floors = 65;
  assert_int_equal(pathfan_map_make(&recipe, twin_scratch("none.geojson"), NULL),
                   PATHFAN_ERR_ARGUMENT);
}

SUITE(test_links) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cheapest_paths), cmocka_unit_test(test_levels),
      cmocka_unit_test(test_groups),         cmocka_unit_test(test_made_building),
      cmocka_unit_test(test_snapped_ends),   cmocka_unit_test(test_partial_paths),
      cmocka_unit_test(test_named_floors),   cmocka_unit_test(test_high_flags),
      cmocka_unit_test(test_no_floors)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
