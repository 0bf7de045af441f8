/* test_terrain_coincidences.c - terrains with rare coincidences: roads left exactly along the line
 * of others, ends where rivers and borders meet, costs at the limits of doubles. Each was wrong
 * once. */
#include "suite.h"
#include "terrain_fixture.h"
#include "terrain_index_fixture.h"
#include "twin_terrain_tight.h"

/* Compares the search with the exact twin, there and back. */
static void check_twin(const twin_terrain *t, double ax, double ay, double bx, double by,
                       double expected) {
  const pathfan_point a = {ax, ay}, b = {bx, by};
  const double cost = twin_terrain_exact(t, a, b, NULL);
  assert_true(fabs(cost - expected) <= 1e-9 * expected);
  twin_guide guide = twin_guide_make(t, NULL);
  check_cost(&guide, a, b, cost, COST_SLACK, true);
  twin_guide_free(&guide);
}

/* A road left at half a right angle: the outermost way that leaves it touches the bend at its end,
 * and once went round it, back to where it came from. */
static void test_strip_round_bend(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(6, 6, 1);
  LINE(&t, TWIN_ROAD, 0.25, 2, 3, 4, 1);
  LINE(&t, TWIN_ROAD, sqrt(0.5), 1, 1, 1, 2, 0, 1);
  check_twin(&t, 0.957, 1.27, 6, 1, 4.48420450647);
  check_twin(&t, 0.8, 1.27, 6, 1, 4.61944899954);
}

/* Roads that are almost free are left at almost a right angle: where two of them meet at one,
 * almost along the other. A point on the other was once seen from behind. */
static void test_behind_road(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(6, 4, 1);
  LINE(&t, TWIN_ROAD, 1e-9, 4, 4, 2, 2, 0, 4);
  check_twin(&t, 2.5, 2.5, 0, 2, sqrt(2) + 1.5e-9 * sqrt(2));
}

/* A river that touches the border only from outside, where an obstacle touches it too: the part
 * that rounding let in bent the obstacle's side, and one bank of that point belonged to no
 * sector. */
static void test_stub_at_border(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(7, 5, 1);
  LINE(&t, TWIN_OBSTACLE, 0, 6, 0, 7, 1, 6, 2);
  LINE(&t, TWIN_RIVER, 1, 8, 3, 7, 1);
  check_twin(&t, 5, 1, 7, 1, sqrt(8));
}

/* Next to a river's huge cost, doubles round all others by more than the tolerance for ties: two
 * ways were each left out in favour of the other. The costs besides the river's must be right. */
static void test_dear_river(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(5, 3, 0.3);
  const pathfan_answer *answer;
  LINE(&t, TWIN_RIVER, 1e9, 4, 2, 2, 0, 1, 3);
  LINE(&t, TWIN_RIVER, 1, 2, 0, 1, 2, 3, 2, 3, 3, 2, 0);
  LINE(&t, TWIN_RIVER, 2, 3, 2, 5, 0);
  twin_guide guide = twin_guide_make(&t, NULL);
  const double cost =
      ask_both_ways(&guide, (pathfan_point){0.871, 0.177}, (pathfan_point){4, 1}, true, &answer);
  const double length = hypot(1 - 0.871, 2 - 0.177) + 3 + 1;
  assert_true(fabs(cost - 1e9 - (2 + 0.3 * length)) < 1e-4);
  twin_guide_free(&guide);
}

/* An almost free road whose ends are reached at the same cost: neither was left along the road,
 * since the other end would have done as well, and no way led beyond. */
static void test_free_road(void **state) {
  (void)state;
  static const double rates[] = {1e-300, 1e-13, 1e-12, 1e-6};
  for (int i = 0; i < 4; i++) {
    twin_terrain t = twin_terrain_blank(20, 9, 1);
    LINE(&t, TWIN_OBSTACLE, 0, 3, 3, 17, 3, 17, 4, 3, 4);
    LINE(&t, TWIN_ROAD, rates[i], 5, 2, 15, 2);
    check_once(&t, 10, 6, 10.3, 0, hypot(7, 2) + 1 + hypot(2, 1) + 4.7 * rates[i] + 2);
  }
}

typedef struct asked {
  pathfan_index *index;
  pathfan_query *query;
  const pathfan_answer *answer;
} asked;

/* Queries the index of a terrain with bounds so wide that nearly anything is an alternative. */
static asked ask_index(const twin_terrain *t, double ax, double ay, double bx, double by) {
  asked a;
  pathfan_request request;
  char *text = twin_terrain_geojson(t);
  terrain_build(text, NULL);
  free(text);
  a.index = terrain_open(PATHFAN_OPEN_EAGER);
  pathfan_request_init(&request);
  request.from = (pathfan_point){ax, ay};
  request.to = (pathfan_point){bx, by};
  request.effort = PATHFAN_EFFORT_THOROUGH;
  request.paths = 6;
  request.stretch = 3;
  request.dissimilarity = 0.2;
  request.separation_share = 0;
  assert_int_equal(pathfan_query_create(a.index, &a.query), PATHFAN_OK);
  assert_int_equal(pathfan_query_paths(a.query, &request, &a.answer), PATHFAN_OK);
  assert_int_equal(a.answer->outcome, PATHFAN_OUTCOME_OK);
  return a;
}

static void asked_free(asked *a) {
  pathfan_query_free(a->query);
  pathfan_index_close(a->index);
}

/* Compares the cheapest of an index's paths with the exact twin. */
static void check_index(const twin_terrain *t, double ax, double ay, double bx, double by) {
  const pathfan_point from = {ax, ay}, to = {bx, by};
  const double cost = twin_terrain_exact(t, from, to, NULL);
  asked a = ask_index(t, ax, ay, bx, by);
  if (fabs(a.answer->paths[0].cost - cost) > COST_SLACK * cost) {
    twin_terrain_show(t, from, to);
    fail_msg("by labels %.12g, not %.12g", a.answer->paths[0].cost, cost);
  }
  asked_free(&a);
}

/* A node that is left at its road's angle in only one direction, since all others are nearer to
 * roads: that leg was missing in the index. */
static void test_only_direction(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(6, 5, 1);
  LINE(&t, TWIN_ROAD, sqrt(0.5), 2, 0, 0, 2, 0, 3);
  LINE(&t, TWIN_ROAD, 0.25, 2, 0, 3, 2);
  check_index(&t, 0, 3, 0, 0);
  check_index(&t, 0, 2.5, 0, 0);
  t = twin_terrain_blank(3, 4, 1);
  LINE(&t, TWIN_ROAD, 1e-20, 2, 4, 2, 3);
  check_index(&t, 0.5, 0, 3, 4);
  t = twin_terrain_blank(7, 3, 1);
  LINE(&t, TWIN_RIVER, 1, 2, 2, 0, 2);
  LINE(&t, TWIN_ROAD, sqrt(0.5), 2, 1, 0, 3, 4, 0);
  check_index(&t, 1, 2, 3.5, 2);
}

/* Straight along the border from the end of a road on it: at almost a right angle, which the road's
 * own ways miss by less than a node noticed. */
static void test_along_border(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(3, 3, 1);
  LINE(&t, TWIN_ROAD, 0.25, 2, 3, 0, 3);
  LINE(&t, TWIN_ROAD, 1e-12, 0, 1, 1, 1);
  check_twin(&t, 0, 3, 0, 1, 2);
}

/* A river crosses a road at a right angle except for rounding, and the road is left at one:
 * reaching the river by the road or beside it costs the same, and the way on was left out. */
static void test_all_but_straight(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(5, 3, 0.3);
  LINE(&t, TWIN_ROAD, 3e-13, 1, 2, 0, 2, 2, 1);
  LINE(&t, TWIN_RIVER, 1, 1, 3, 0, 1);
  check_twin(&t, 1, 2, 0, 1, 0.3 * hypot(0.5, 1));
  check_index(&t, 1, 2, 0, 1);
}

static bool have_same_points(const pathfan_path *a, const pathfan_path *b) {
  bool same = a->point_count == b->point_count;
  for (int32_t i = 0; i < a->point_count && same; i++)
    same = a->points[i].x == b->points[i].x && a->points[i].y == b->points[i].y;
  return same;
}

/* On the other bank of a river at more cost, or beside a road at the ground's rate: an alternative
 * with the points of another path is the same path. */
static void test_same_points(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(5, 4, 1);
  LINE(&t, TWIN_ROAD, 0.25, 2, 2, 1, 4, 2, 3, 0, 3);
  LINE(&t, TWIN_RIVER, 1, 0, 3, 2, 3, 1, 4);
  asked a = ask_index(&t, 3, 0, 1.5, 3.5);
  for (int32_t i = 0; i < a.answer->path_count; i++)
    for (int32_t k = 0; k < i; k++)
      assert_false(have_same_points(&a.answer->paths[i], &a.answer->paths[k]));
  asked_free(&a);
  t = twin_terrain_blank(5, 6, 1);
  LINE(&t, TWIN_ROAD, 0.8, 0, 0, 1, 0, 2, 0);
  a = ask_index(&t, 1.5, 0, 0.5, 0);
  assert_int_equal(a.answer->path_count, 1);
  asked_free(&a);
}

/* ---- At random ---- */

/* The twin may find an end blocked that is on an obstacle's side for the library. */
static bool agree(const twin_guide *guide, const pathfan_answer *answer, double cost,
                  double expected) {
  const bool is_blocked = answer->outcome == PATHFAN_OUTCOME_START_BLOCKED ||
                          answer->outcome == PATHFAN_OUTCOME_GOAL_BLOCKED;
  return (is_blocked && isinf(expected)) ||
         fabs(twin_guide_difference(guide, cost, expected)) <= COST_SLACK;
}

/* Searches and indexes against the exact twin, from and to places where features meet. */
static void test_tight(void **state) {
  (void)state;
  const int count = twin_scaled(150);
  int ways = 0;
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_tight(i);
    pf_random random = pf_random_from(t.seed + 3);
    pathfan_point from = twin_terrain_tight_end(&t, &random), to[6];
    double costs[6];
    const pathfan_answer *answer;
    pathfan_query *query;
    for (int k = 0; k < 6; k++) to[k] = twin_terrain_tight_end(&t, &random);
    twin_terrain_exact_many(&t, from, to, 6, costs);
    twin_guide guide = twin_guide_make(&t, NULL);
    char *text = twin_terrain_geojson(&t);
    terrain_build(text, NULL);
    free(text);
    pathfan_index *index = terrain_open(PATHFAN_OPEN_LAZY);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 6; k++) {
      const double cost = ask_both_ways(&guide, from, to[k], true, &answer);
      if (!agree(&guide, answer, cost, costs[k])) {
        twin_terrain_show(&t, from, to[k]);
        twin_guide_show(answer);
        fail_msg("cost %.12g, not %.12g", cost, costs[k]);
      }
      pathfan_request request = terrain_request(from, to[k]);
      request.algorithm = PATHFAN_ALGORITHM_INDEX;
      assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
      assert_int_equal(answer->outcome == PATHFAN_OUTCOME_OK, isfinite(cost));
      if (isinf(cost)) continue;
      if (fabs(twin_guide_difference(&guide, answer->paths[0].cost, cost)) > FORMULA_SLACK) {
        twin_terrain_show(&t, from, to[k]);
        fail_msg("by labels %.12g, by a search %.12g", answer->paths[0].cost, cost);
      }
      ways++;
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_guide_free(&guide);
  }
  print_message("%d terrains, %d ways\n", count, ways);
  assert_true(ways > 5 * count);
}

SUITE(test_terrain_coincidences) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_strip_round_bend), cmocka_unit_test(test_behind_road),
      cmocka_unit_test(test_stub_at_border),   cmocka_unit_test(test_dear_river),
      cmocka_unit_test(test_free_road),        cmocka_unit_test(test_only_direction),
      cmocka_unit_test(test_along_border),     cmocka_unit_test(test_all_but_straight),
      cmocka_unit_test(test_same_points),      cmocka_unit_test(test_tight)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
