/* Areas to keep out of, on small maps of all kinds: path 1 against a twin that knows only plain
 * distances, every path against map and areas, and changes that must not change an answer. Areas at
 * chosen places: test_avoid_room.c. */
#include <math.h>

#include "generation_fixture.h"
#include "geometry/polyline.h"
#include "query/calls/query_object.h"
#include "suite.h"
#include "twin_answer.h"
#include "twin_areas.h"
#include "twin_ask.h"
#include "twin_check.h"
#include "twin_index.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

enum { AREAS = 4 };

typedef struct tally {
  int64_t asked, clear, searched, none, blocked, several, skipped;
} tally;

/* A map, its query and twin, and the areas its requests must keep out of. */
typedef struct scene {
  const twin_map *map;
  const twin_dense *dense;
  pathfan_query *query;
  int bits;
  twin_area areas[AREAS];
  pathfan_area given[AREAS];
  int32_t count;
  int32_t corners; /* of all areas */
} scene;

static void choose_areas(pf_random *random, scene *s) {
  s->count = pf_random_between(random, 1, AREAS);
  s->corners = 0;
  for (int32_t i = 0; i < s->count; i++) {
    s->areas[i] = twin_area_random(random, s->map);
    s->given[i] = twin_area_given(&s->areas[i]);
    s->corners += s->areas[i].count;
  }
}

static double clearance(const scene *s, pathfan_point a, pathfan_point b) {
  double least = INFINITY;
  for (int32_t i = 0; i < s->count; i++) {
    const twin_area *area = &s->areas[i];
    least = fmin(least, twin_area_distance(area, a, b));
  }
  return least;
}

static double path_clearance(const scene *s, const pathfan_path *path) {
  double least = clearance(s, path->points[0], path->points[0]);
  for (int32_t i = 0; i + 1 < path->point_count; i++)
    least = fmin(least, clearance(s, path->points[i], path->points[i + 1]));
  return least;
}

static const pathfan_answer *ask(const scene *s, const pathfan_request *request) {
  const pathfan_answer *answer;
  if (pathfan_query_paths(s->query, request, &answer))
    fail_msg("%s", pathfan_query_error(s->query));
  return answer;
}

/* ---- One answer ---- */

/* The point `step` away from a on the way to b, on the grid. */
static pf_fixed_point on_the_way(const scene *s, pathfan_point a, pathfan_point b, double step) {
  const double share = step / hypot(b.x - a.x, b.y - a.y);
  return (pf_fixed_point){llrint(ldexp(a.x + share * (b.x - a.x), s->bits)),
                          llrint(ldexp(a.y + share * (b.y - a.y), s->bits))};
}

/* Checks that a path can't be made shorter near a turn: that the straight line between the points
 * shortly before and after it leads through a wall or an area. */
static void check_taut(const scene *s, const pathfan_path *path, int32_t turn) {
  const double margin = twin_area_margin(s->bits);
  const pathfan_point *at = &path->points[turn];
  const double in = hypot(at[0].x - at[-1].x, at[0].y - at[-1].y);
  const double out = hypot(at[1].x - at[0].x, at[1].y - at[0].y);
  const double step = fmin(0.125, fmin(in, out) / 2);
  const pf_fixed_point before = on_the_way(s, at[0], at[-1], step);
  const pf_fixed_point after = on_the_way(s, at[0], at[1], step);
  const pathfan_point a = twin_units(before, s->bits), b = twin_units(after, s->bits);
  const double depth = hypot((a.x + b.x) / 2 - at[0].x, (a.y + b.y) / 2 - at[0].y);
  if (depth < 16 * margin) return; /* hardly a turn, or too near another one */
  if (clearance(s, a, b) > 4 * margin &&
      twin_map_sees_turning(s->map, s->bits, before, false, after, false))
    twin_fail(s->map, "a path isn't taut at %.17g,%.17g", at[0].x, at[0].y);
}

/* Checks that a path is free, simple, clear of areas, and turns only at convex vertices or near
 * corners of areas. */
static void check_path(const scene *s, const pathfan_path *path) {
  const double margin = twin_area_margin(s->bits);
  const twin_track t = twin_track_of(path, s->bits);
  if (path_clearance(s, path) < margin / 4) twin_fail(s->map, "a path touches an area");
  for (int32_t i = 0; i + 1 < t.count; i++)
    for (int two = 0; two < 2; two++) { /* A corner may be at a pinch by chance. */
      if (twin_map_sees_turning(s->map, s->bits, t.points[i], i > 0 && !two, t.points[i + 1],
                                i + 2 < t.count && !two))
        break;
      if (two) twin_fail(s->map, "a segment isn't free");
    }
  assert_true(pf_polyline_is_simple(t.points, t.count));
  for (int32_t i = 1; i + 1 < t.count; i++) {
    const int64_t unit = INT64_C(1) << s->bits;
    pf_wedge wedge;
    bool turns = !(t.points[i].x % unit) && !(t.points[i].y % unit) &&
                 twin_map_convex(s->map, t.points[i].x / unit, t.points[i].y / unit, &wedge);
    for (int32_t a = 0; a < s->count && !turns; a++)
      for (int32_t c = 0; c < s->areas[a].count && !turns; c++) {
        const pathfan_point corner = s->areas[a].corners[c];
        turns = hypot(path->points[i].x - corner.x, path->points[i].y - corner.y) < 3 * margin;
      }
    if (!turns) twin_fail(s->map, "a path turns at %g,%g", path->points[i].x, path->points[i].y);
    check_taut(s, path, i);
  }
  assert_true(fabs(twin_track_length(&t, s->bits) - path->length) <= 1e-9 * (1 + path->length));
  free(t.points);
}

static void check_paths(const scene *s, const pathfan_request *request,
                        const pathfan_answer *answer) {
  const bool bound = request->algorithm == PATHFAN_ALGORITHM_INDEX ||
                     request->algorithm == PATHFAN_ALGORITHM_DISSIMILARITY;
  for (int32_t i = 0; i < answer->path_count; i++) {
    const pathfan_path *path = &answer->paths[i];
    check_path(s, path);
    if (path->length > answer->paths[0].length * request->stretch * (1 + 1e-9))
      twin_fail(s->map, "%s: a path is too long", pathfan_algorithm_name(request->algorithm));
    assert_true(!i || path->length >= answer->paths[i - 1].length);
    twin_track one = twin_track_of(path, s->bits);
    for (int32_t k = 0; k < i && bound; k++) {
      twin_track other = twin_track_of(&answer->paths[k], s->bits);
      assert_true(twin_similarity(&one, &other, s->bits) <= 1 - request->dissimilarity + 1e-9);
      free(other.points);
    }
    free(one.points);
  }
}

/* Checks that the answer with the ends swapped is the same but for direction. */
static void check_swapped(const scene *s, pathfan_request request, const pathfan_answer *answer) {
  enum { POINTS = 400 };
  pathfan_point points[POINTS];
  int32_t counts[8], total = 0, paths = answer->path_count;
  const pathfan_outcome outcome = answer->outcome;
  const pathfan_proof proof = answer->proof;
  assert_true(paths <= 8);
  for (int32_t i = 0; i < paths; i++) {
    counts[i] = answer->paths[i].point_count;
    for (int32_t k = 0; k < counts[i]; k++) {
      assert_true(total < POINTS);
      points[total++] = answer->paths[i].points[counts[i] - 1 - k];
    }
  }
  const pathfan_point from = request.from;
  request.from = request.to;
  request.to = from;
  answer = ask(s, &request);
  assert_true(answer->outcome == outcome || outcome == PATHFAN_OUTCOME_START_BLOCKED ||
              outcome == PATHFAN_OUTCOME_GOAL_BLOCKED);
  assert_int_equal(answer->path_count, paths);
  assert_int_equal(answer->proof, proof);
  total = 0;
  for (int32_t i = 0; i < paths; i++) {
    assert_int_equal(answer->paths[i].point_count, counts[i]);
    assert_memory_equal(answer->paths[i].points, points + total,
                        (size_t)counts[i] * sizeof *points);
    total += counts[i];
  }
}

/* Whether an end is at a clearance where it may or may not be blocked. */
static bool is_doubtful(double clear, double gap) {
  return clear > 1e-12 * (1 + gap) && clear < 2 * gap;
}

static void check_request(scene *s, pathfan_request request, tally *t) {
  const double margin = twin_area_margin(s->bits), gap = 8 * margin;
  const double from = clearance(s, request.from, request.from);
  const double to = clearance(s, request.to, request.to);
  if (is_doubtful(from, gap) || is_doubtful(to, gap)) {
    t->skipped++;
    return;
  }
  /* The answer without areas. */
  request.avoid_count = 0;
  const pathfan_answer *answer = ask(s, &request);
  const pathfan_outcome plain = answer->outcome;
  assert_true(!answer->path_count ||
              answer->proof == (request.algorithm != PATHFAN_ALGORITHM_INDEX));
  const double clear = answer->path_count ? path_clearance(s, &answer->paths[0]) : INFINITY;
  const double length = answer->path_count ? answer->paths[0].length : INFINITY;
  request.avoid_count = s->count;
  request.avoid = s->given;
  answer = ask(s, &request);
  t->asked++;
  if (from < gap || to < gap) {
    t->blocked++;
    assert_int_equal(answer->outcome,
                     from < gap ? PATHFAN_OUTCOME_START_BLOCKED : PATHFAN_OUTCOME_GOAL_BLOCKED);
    assert_int_equal(answer->path_count, 0);
    return;
  }
  if (plain == PATHFAN_OUTCOME_NO_PATH) {
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_NO_PATH);
    return;
  }
  const pf_fixed_point a = {llrint(ldexp(request.from.x, s->bits)),
                            llrint(ldexp(request.from.y, s->bits))};
  const pf_fixed_point b = {llrint(ldexp(request.to.x, s->bits)),
                            llrint(ldexp(request.to.y, s->bits))};
  const double expected = twin_round(s->map, s->dense, s->bits, a, b, s->areas, s->count, gap);
  if (isinf(expected)) {
    t->none++;
    if (answer->outcome != PATHFAN_OUTCOME_NO_PATH)
      twin_fail(s->map, "there is no way round, but an answer of length %.17g",
                answer->path_count ? answer->paths[0].length : -1);
    assert_int_equal(answer->path_count, 0);
    assert_int_equal(answer->proof, PATHFAN_PROOF_SEARCH);
    check_swapped(s, request, answer);
    return;
  }
  if (answer->outcome != PATHFAN_OUTCOME_OK) twin_fail(s->map, "no way, but %.17g", expected);
  const double found = answer->paths[0].length;
  if (fabs(found - expected) > 4 * gap * (s->corners + 2) + 1e-9 * expected)
    twin_fail(s->map, "%s: %.17g,%.17g to %.17g,%.17g: length %.17g, not %.17g",
              pathfan_algorithm_name(request.algorithm), request.from.x, request.from.y,
              request.to.x, request.to.y, found, expected);
  if (clear > 2 * gap) {
    t->clear++;
    assert_true(found == length);
    assert_int_equal(answer->proof, request.algorithm != PATHFAN_ALGORITHM_INDEX);
  } else if (clear < margin / 4) {
    t->searched++;
    assert_true(found >= length - 1e-9 * length);
    assert_int_equal(answer->proof, PATHFAN_PROOF_SEARCH);
  }
  t->several += answer->path_count > 1;
  check_paths(s, &request, answer);
  check_swapped(s, request, answer);
}

/* Thorough answers have at least as many paths as Dissimilarity's. */
static void check_thorough(const scene *s, pathfan_request request, tally *t) {
  request.avoid = s->given;
  request.avoid_count = s->count;
  request.effort = PATHFAN_EFFORT_THOROUGH;
  request.paths = 4;
  request.stretch = 2;
  request.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY;
  const int32_t least = ask(s, &request)->path_count;
  request.algorithm = PATHFAN_ALGORITHM_INDEX;
  const pathfan_answer *answer = ask(s, &request);
  if (answer->path_count < least)
    twin_fail(s->map, "%d paths, not %d; proof %d, reason %d; %g,%g to %g,%g", answer->path_count,
              least, answer->proof, answer->reason, request.from.x, request.from.y, request.to.x,
              request.to.y);
  check_paths(s, &request, answer);
  t->several += answer->path_count > 1;
  check_swapped(s, request, answer);
}

static void check_scene(scene *s, pf_random *random, const pathfan_algorithm *algorithms,
                        int algorithm_count, tally *t) {
  for (int set = 0; set < 3; set++) {
    choose_areas(random, s);
    for (int i = 0; i < 3; i++) {
      pf_fixed_point a, b;
      pathfan_request request = twin_some_request(random, 0);
      if (!twin_map_random_point(random, s->map, s->bits, true, &a) ||
          !twin_map_random_point(random, s->map, s->bits, true, &b) || (a.x == b.x && a.y == b.y))
        continue;
      request.from = twin_units(a, s->bits);
      request.to = twin_units(b, s->bits);
      request.paths = 1 + i;
      request.work_limit = 0;
      if (set == 2) request.max_bounded_stretch = 1.5; /* measured through corners of areas, too */
      for (int k = 0; k < algorithm_count; k++) {
        request.algorithm = algorithms[k];
        check_request(s, request, t);
      }
      if (!i) check_thorough(s, request, t);
    }
  }
}

static void show(const char *what, const tally *t) {
  print_message("%s: %lld asked, %lld clear, %lld searched, %lld without a way, %lld blocked, %lld "
                "with several paths; %lld skipped\n",
                what, (long long)t->asked, (long long)t->clear, (long long)t->searched,
                (long long)t->none, (long long)t->blocked, (long long)t->several,
                (long long)t->skipped);
}

static const pathfan_algorithm of_indexes[] = {
    PATHFAN_ALGORITHM_INDEX, PATHFAN_ALGORITHM_POLYANYA, PATHFAN_ALGORITHM_PLATEAUS,
    PATHFAN_ALGORITHM_DISSIMILARITY, PATHFAN_ALGORITHM_PENALTY};
enum { OF_INDEXES = sizeof of_indexes / sizeof *of_indexes };

static void run_over(int count, bool outlines, tally *t) {
  for (int i = 0; i < count; i++) {
    twin_map map = outlines ? twin_outline_map(i, 6) : twin_map_number(i, 10);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_index *index =
        outlines ? twin_outline_index(&map, &options) : twin_index(&map, &options);
    twin_dense dense = twin_dense_make(&map, 0);
    pf_random random = pf_random_from(map.seed + 77);
    scene s = {.map = &map, .dense = &dense, .bits = generation_of(index)->space.fraction_bits};
    assert_int_equal(pathfan_query_create(index, &s.query), PATHFAN_OK);
    check_scene(&s, &random, of_indexes, OF_INDEXES, t);
    pathfan_query_free(s.query);
    pathfan_index_close(index);
    twin_dense_free(&dense);
    twin_map_free(&map);
  }
}

static void test_grids(void **state) {
  (void)state;
  tally t = {0};
  run_over(twin_drawn_count() + twin_scaled(120), false, &t);
  show("grids", &t);
  if (twin_is_whole())
    assert_true(t.clear > 500 && t.searched > 100 && t.none > 100 && t.several > 10);
}

static void test_outlines(void **state) {
  (void)state;
  tally t = {0};
  run_over(twin_scaled(100), true, &t);
  show("outlines", &t);
  if (twin_is_whole())
    assert_true(t.clear > 300 && t.searched > 50 && t.none > 30 && t.several > 5);
}

SUITE(test_avoid) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_grids), cmocka_unit_test(test_outlines)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
