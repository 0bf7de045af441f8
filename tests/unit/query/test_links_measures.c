/* Measures of paths over links and on floors: walks against those of the single floors, each of
 * which is built by itself; what paths share against sums over all pairs of their segments. */
#include "building_fixture.h"

typedef struct seen {
  int32_t paths, links, shared, suboptimal, walks;
} seen;

/* ---- The reference ---- */

/* How far p is from the segment a..b. */
static double off_segment(pathfan_point p, pathfan_point a, pathfan_point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, all = dx * dx + dy * dy;
  const double t = all > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / all : 0;
  const double at = fmin(fmax(t, 0), 1);
  return hypot(p.x - a.x - at * dx, p.y - a.y - at * dy);
}

/* Whether a path walks within `separation` of a point of a floor. */
static bool walks_near(const pathfan_path *path, pathfan_point p, double level, double separation) {
  for (int32_t k = 0; k < path->leg_count; k++) {
    const pathfan_leg *leg = &path->legs[k];
    for (int32_t i = leg->first; i < leg->last; i++)
      if (leg->kind == PATHFAN_LEG_WALK && leg->level == level &&
          off_segment(p, path->points[i], path->points[i + 1]) <= separation)
        return true;
  }
  return false;
}

enum { SAMPLES = 200 };

/* Length of a path's walks that is near another path, by samples of each segment. */
static double walked_near(const pathfan_path *a, const pathfan_path *b, double separation) {
  double sum = 0;
  for (int32_t k = 0; k < a->leg_count; k++) {
    const pathfan_leg *leg = &a->legs[k];
    for (int32_t i = leg->first; i < leg->last && leg->kind == PATHFAN_LEG_WALK; i++) {
      const pathfan_point u = a->points[i], v = a->points[i + 1];
      int32_t near = 0;
      for (int s = 0; s < SAMPLES; s++) {
        const double t = (s + 0.5) / SAMPLES;
        const pathfan_point p = {u.x + t * (v.x - u.x), u.y + t * (v.y - u.y)};
        near += walks_near(b, p, leg->level, separation);
      }
      sum += near * hypot(v.x - u.x, v.y - u.y) / SAMPLES;
    }
  }
  return sum;
}

static double share(const pathfan_path *a, const pathfan_path *b, double separation) {
  double shared = (walked_near(a, b, separation) + walked_near(b, a, separation)) / 2;
  for (int32_t i = 0; i < a->leg_count; i++)
    for (int32_t k = 0; k < b->leg_count; k++)
      if (a->legs[i].kind == PATHFAN_LEG_LINK && b->legs[k].kind == PATHFAN_LEG_LINK &&
          a->legs[i].feature == b->legs[k].feature)
        shared += fmin(a->legs[i].cost, b->legs[k].cost);
  return a->cost + b->cost > shared ? shared / (a->cost + b->cost - shared) : 1;
}

/* The worst measures of a path's walks, each on its own floor. */
static pathfan_measures measure_walks(const building *b, const pathfan_path *path) {
  pathfan_measures worst = {.bounded_stretch = 1, .local_optimality = INFINITY, .loop = 1}, one;
  for (int32_t k = 0; k < path->leg_count; k++) {
    const pathfan_leg *leg = &path->legs[k];
    if (leg->kind != PATHFAN_LEG_WALK) continue;
    const pathfan_path walk = {.points = path->points + leg->first,
                               .point_count = leg->last - leg->first + 1};
    assert_int_equal(pathfan_query_measure(b->alone[(int)leg->level], &walk, 1, NULL, &one),
                     PATHFAN_OK);
    worst.bounded_stretch = fmax(worst.bounded_stretch, one.bounded_stretch);
    worst.local_optimality = fmin(worst.local_optimality, one.local_optimality);
    worst.loop = fmax(worst.loop, one.loop);
  }
  if (isinf(worst.local_optimality)) worst.local_optimality = 1;
  return worst;
}

static bool is_close(double a, double b, double most) {
  return fabs(a - b) <= most * (1 + fabs(b));
}

static void check_measures(const building *b, const pathfan_answer *answer, seen *n) {
  pathfan_measures each[8], all, worst = {.local_optimality = INFINITY};
  const int32_t count = answer->path_count;
  const double separation = answer->separation;
  assert_int_equal(pathfan_query_measure_at(b->query, answer->paths, count, separation, each, &all),
                   PATHFAN_OK);
  for (int32_t i = 0; i < count; i++) {
    const pathfan_path *path = &answer->paths[i];
    const pathfan_measures walks = measure_walks(b, path);
    double similarity = 0, nearness = 0;
    for (int32_t k = 0; k < count; k++) {
      if (k == i) continue;
      similarity = fmax(similarity, share(path, &answer->paths[k], 1e-7));
      nearness = fmax(nearness, share(path, &answer->paths[k], fmax(separation, 1e-7)));
    }
    assert_true(is_close(each[i].bounded_stretch, walks.bounded_stretch, 1e-7));
    assert_true(is_close(each[i].local_optimality, walks.local_optimality, 1e-7));
    assert_true(is_close(each[i].loop, walks.loop, 1e-7));
    assert_true(is_close(each[i].length_ratio,
                         answer->paths[0].cost > 0 ? path->cost / answer->paths[0].cost : 1, 1e-9));
    assert_true(is_close(each[i].similarity, similarity, 0.01));
    assert_true(is_close(each[i].nearness, nearness, 0.01));
    worst.nearness = fmax(worst.nearness, each[i].nearness);
    worst.local_optimality = fmin(worst.local_optimality, each[i].local_optimality);
    n->paths++;
    n->shared += similarity > 0.02;
    n->suboptimal += walks.bounded_stretch > 1;
    for (int32_t k = 0; k < path->leg_count; k++)
      n->links += path->legs[k].kind == PATHFAN_LEG_LINK;
  }
  assert_true(all.nearness == worst.nearness && all.local_optimality == worst.local_optimality);
}

/* ---- Tests ---- */

static void draw_requests(building *b, pf_random *random, int pairs, seen *n) {
  const pathfan_answer *answer;
  for (int i = 0; i < pairs; i++) {
    const place from = draw_place(b, random), to = draw_place(b, random);
    pathfan_request request = request_of(from, to);
    request.paths = 4;
    request.stretch = 2;
    request.dissimilarity = 0.2;
    request.max_loop = 0;
    if (i % 2) request.separation_share = 0;
    assert_int_equal(pathfan_query_paths(b->query, &request, &answer), PATHFAN_OK);
    if (answer->path_count) check_measures(b, answer, n);
  }
}

static void test_buildings(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(29);
  seen n = {0};
  const int buildings = twin_is_whole() ? 12 : 3;
  for (int i = 0; i < buildings; i++) {
    draw(&b, &random);
    open_building(&b);
    draw_requests(&b, &random, 30, &n);
    close_building(&b);
  }
  assert_true(n.paths > 40 && n.links > 20 && n.shared > 5 && n.suboptimal > 5);
}

/* Paths that use no link are measured as those of a map without links; and the same answer in the
 * plane has the same measures as on floors. */
static void test_same(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(31);
  const pathfan_answer *answer;
  pathfan_measures each[8], again[8], all, other;
  pathfan_floor floor;
  double apart[8], backup;
  int32_t walks = 0, linked = 0;
  draw(&b, &random);
  open_building(&b);
  for (int i = 0; i < 60; i++) {
    const place from = draw_place(&b, &random), to = draw_place(&b, &random);
    pathfan_request request = request_of(from, to);
    request.stretch = 1.5;
    request.apart = true;
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    const int32_t count = answer->path_count;
    if (!count) continue;
    bool has_links = false;
    for (int32_t p = 0; p < count; p++)
      for (int32_t k = 0; k < answer->paths[p].leg_count; k++)
        has_links = has_links || answer->paths[p].legs[k].kind == PATHFAN_LEG_LINK;
    assert_int_equal(pathfan_query_measure(b.query, answer->paths, count, each, &all), PATHFAN_OK);
    assert_int_equal(
        pathfan_query_apart(b.query, answer->paths, count, answer->separation, apart, &backup),
        PATHFAN_OK);
    for (int32_t p = 0; p < count && answer->separation > 0; p++)
      assert_true(is_close(apart[p], answer->apart[p], 1e-12));
    if (!has_links) {
      pathfan_path plain[8];
      for (int32_t p = 0; p < count; p++) {
        plain[p] = answer->paths[p];
        plain[p].leg_count = 0;
      }
      assert_int_equal(pathfan_query_measure(b.alone[from.floor], plain, count, again, &other),
                       PATHFAN_OK);
      for (int32_t p = 0; p < count; p++) {
        assert_true(is_close(each[p].bounded_stretch, again[p].bounded_stretch, 1e-9));
        assert_true(is_close(each[p].local_optimality, again[p].local_optimality, 1e-9));
        assert_true(is_close(each[p].similarity, again[p].similarity, 1e-6));
        assert_true(is_close(each[p].length_ratio, again[p].length_ratio, 1e-9));
        assert_true(is_close(each[p].nearness, again[p].nearness, 1e-6));
        assert_true(is_close(each[p].loop, again[p].loop, 1e-9));
      }
      walks++;
    }
    linked += has_links;
    assert_true(pathfan_query_floor(b.query, from.floor, &floor));
    request.from = pathfan_floor_to_plane(&floor, request.from);
    assert_true(pathfan_query_floor(b.query, to.floor, &floor));
    request.to = pathfan_floor_to_plane(&floor, request.to);
    request.from_level = request.to_level = NAN;
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    assert_int_equal(answer->path_count, count);
    assert_int_equal(pathfan_query_measure(b.query, answer->paths, count, again, &other),
                     PATHFAN_OK);
    assert_true(is_close(all.nearness, other.nearness, 1e-9));
    assert_true(is_close(all.loop, other.loop, 1e-9));
    assert_true(is_close(all.local_optimality, other.local_optimality, 1e-9));
  }
  assert_true(walks > 2 && linked > 2);
  close_building(&b);
}

/* Legs that can't be are refused with a sentence. */
static void test_refusals(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(37);
  const pathfan_answer *answer;
  pathfan_measures all;
  pathfan_leg legs[8];
  draw(&b, &random);
  open_building(&b);
  for (;;) {
    const pathfan_request request = request_of(draw_place(&b, &random), draw_place(&b, &random));
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    if (answer->path_count && answer->paths[0].leg_count == 3) break;
  }
  const struct {
    const char *part;
    pathfan_leg leg;
  } flaws[] = {{"follow each other", {.kind = PATHFAN_LEG_WALK, .last = 99}},
               {"walks and links", {.kind = PATHFAN_LEG_ROAD}},
               {"one of the map", {.kind = PATHFAN_LEG_WALK, .level = 7}},
               {"number and its cost", {.kind = PATHFAN_LEG_LINK, .feature = 1, .cost = -1}},
               {"number and its cost", {.kind = PATHFAN_LEG_LINK, .feature = -1}}};
  for (size_t i = 0; i < sizeof flaws / sizeof *flaws; i++) {
    pathfan_path path = answer->paths[0];
    memcpy(legs, path.legs, (size_t)path.leg_count * sizeof *legs);
    const int32_t last = legs[0].last;
    legs[0] = flaws[i].leg;
    if (legs[0].last != 99) legs[0].last = last;
    path.legs = legs;
    assert_int_equal(pathfan_query_measure(b.query, &path, 1, NULL, &all), PATHFAN_ERR_ARGUMENT);
    assert_non_null(strstr(pathfan_query_error(b.query), flaws[i].part));
  }
  pathfan_path pair[2] = {answer->paths[0], answer->paths[0]};
  pair[1].points++;
  pair[1].point_count--;
  assert_int_equal(pathfan_query_measure(b.query, pair, 2, NULL, &all), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(pathfan_query_error(b.query), "differ in their ends"));
  close_building(&b);
}

SUITE(test_links_measures) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_buildings), cmocka_unit_test(test_same),
                                     cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
