/* A request's trace against its answer and against definitions: the paths are those without a
 * trace, each was reported as taken, each refusal was right, and the numbers agree with the
 * counts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "query_fixture.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_region.h"

#define MOST 4000 /* reported candidates that are kept */

typedef struct heard {
  int32_t made, lost; /* candidates whose paths were made; others */
  int32_t known[PATHFAN_FATE_LOOPING + 1], lost_known[PATHFAN_FATE_LOOPING + 1];
  pathfan_trace_event told[MOST];
  bool too_many;
} heard;

static void hear(void *context, const pathfan_trace_event *told) {
  heard *h = context;
  assert_in_range(told->fate, PATHFAN_FATE_CHOSEN, PATHFAN_FATE_LOOPING);
  assert_true((told->point_count > 0) == (told->points != NULL));
  if (!told->point_count) {
    assert_true(told->has_via && told->rival == -1);
    h->lost++;
    h->lost_known[told->fate]++;
    return;
  }
  h->too_many = h->made == MOST;
  if (h->too_many) return;
  pathfan_trace_event *mine = &h->told[h->made++];
  const size_t bytes = (size_t)told->point_count * sizeof *told->points;
  pathfan_point *points = malloc(bytes);
  assert_non_null(points);
  memcpy(points, told->points, bytes);
  *mine = *told;
  mine->points = points;
  h->known[told->fate]++;
}

static void never(void *context, bool all) {
  (void)context, (void)all;
  fail_msg("nothing is withdrawn");
}

static void clear(heard *h) {
  for (int32_t i = 0; i < h->made; i++) free((void *)h->told[i].points);
  memset(h, 0, sizeof *h);
}

static bool is_same(const pathfan_point *a, int32_t a_count, const pathfan_point *b,
                    int32_t b_count) {
  return a_count == b_count && memcmp(a, b, (size_t)a_count * sizeof *a) == 0;
}

/* Returns a copy of an answer's paths, owned. */
static pathfan_path *copy_paths(const pathfan_answer *answer) {
  pathfan_path *paths = calloc((size_t)answer->path_count + 1, sizeof *paths);
  assert_non_null(paths);
  for (int32_t i = 0; i < answer->path_count; i++) {
    const size_t bytes = (size_t)answer->paths[i].point_count * sizeof(pathfan_point);
    pathfan_point *points = malloc(bytes);
    assert_non_null(points);
    memcpy(points, answer->paths[i].points, bytes);
    paths[i] = answer->paths[i];
    paths[i].points = points;
  }
  return paths;
}

static void free_paths(pathfan_path *paths, int32_t count) {
  for (int32_t i = 0; i < count; i++) free((void *)paths[i].points);
  free(paths);
}

/* Returns the path that a candidate is reported to be too similar to: path 1, or one reported as
 * taken. */
static pathfan_path rival_of(const heard *h, const pathfan_path *first, int32_t rival) {
  if (!rival) return *first;
  int32_t number = 0;
  for (int32_t i = 0; i < h->made; i++)
    if (h->told[i].fate == PATHFAN_FATE_CHOSEN && ++number == rival)
      return (pathfan_path){.length = h->told[i].length,
                            .point_count = h->told[i].point_count,
                            .points = h->told[i].points};
  fail_msg("nothing was told of path %d", rival);
  return *first;
}

#define SLACK 1e-6

/* Checks that a refusal is right. */
static void check_refusal(pathfan_query *query, const pathfan_request *r, const heard *h,
                          const pathfan_trace_event *told, const pathfan_path *first,
                          double separation) {
  pathfan_measures all;
  const pathfan_path own = {
      .length = told->length, .point_count = told->point_count, .points = told->points};
  if (told->fate == PATHFAN_FATE_LOOPING) {
    const pathfan_path pair[] = {*first, own}; /* sight is tested by the first one's length */
    assert_int_equal(pathfan_query_measure(query, pair, 2, NULL, &all), PATHFAN_OK);
    assert_true(all.loop > r->max_loop);
    assert_true(hypot(told->loop[1].x - told->loop[0].x, told->loop[1].y - told->loop[0].y) *
                    r->max_loop <
                told->length);
  }
  if (told->rival < 0) return;
  const pathfan_path rival = rival_of(h, first, told->rival);
  assert_int_equal(
      pathfan_query_measure_at(query, (pathfan_path[]){own, rival}, 2, separation, NULL, &all),
      PATHFAN_OK);
  if (told->fate == PATHFAN_FATE_TOO_SIMILAR)
    assert_true(all.similarity > 1 - r->dissimilarity - SLACK);
  if (told->fate == PATHFAN_FATE_TOO_NEAR) assert_true(all.nearness > 1 - r->dissimilarity - SLACK);
  if (told->fate == PATHFAN_FATE_TOO_NEAR)
    assert_true(all.similarity < 1 - r->dissimilarity + SLACK);
}

typedef struct seen {
  int64_t answers, taken, refused, rivals, filled, spliced, known, looping;
} seen;

/* Checks that every discarded candidate was reported, except splices discarded at once. */
static void check_counts(const pathfan_answer *answer, const heard *h, bool splices) {
  const pathfan_candidates *c = &answer->candidates;
  const int32_t too_long = h->known[PATHFAN_FATE_TOO_LONG] + h->lost_known[PATHFAN_FATE_TOO_LONG];
  const int32_t not_taut = h->known[PATHFAN_FATE_NOT_TAUT] + h->lost_known[PATHFAN_FATE_NOT_TAUT];
  assert_int_equal(h->known[PATHFAN_FATE_NOT_SIMPLE], c->not_simple);
  assert_int_equal(h->known[PATHFAN_FATE_UNFIT], c->unfit);
  assert_int_equal(h->known[PATHFAN_FATE_ENTERING], c->entering);
  assert_int_equal(h->known[PATHFAN_FATE_LOOPING], c->looping);
  if (splices) {
    assert_true(too_long <= c->too_long && not_taut <= c->not_taut);
  } else {
    assert_int_equal(too_long, c->too_long);
    assert_int_equal(not_taut, c->not_taut);
  }
}

static void check(pathfan_query *query, const pathfan_request *request, seen *s) {
  static heard h;
  const pathfan_trace trace = {.tell = hear, .forget = never, .context = &h};
  const pathfan_answer *answer;
  pathfan_request traced = *request;
  assert_int_equal(pathfan_query_paths(query, request, &answer), PATHFAN_OK);
  const int32_t count = answer->path_count;
  pathfan_path *paths = copy_paths(answer);
  clear(&h);
  traced.trace = &trace;
  assert_int_equal(pathfan_query_paths(query, &traced, &answer), PATHFAN_OK);

  /* The same paths, all of them reported. */
  assert_int_equal(answer->path_count, count);
  for (int32_t i = 0; i < count; i++)
    assert_true(is_same(answer->paths[i].points, answer->paths[i].point_count, paths[i].points,
                        paths[i].point_count));
  assert_false(h.too_many);
  int32_t taken = 0;
  for (int32_t i = 0; i < h.made; i++) {
    const pathfan_trace_event *told = &h.told[i];
    const pathfan_point ends[2] = {told->points[0], told->points[told->point_count - 1]};
    assert_memory_equal(&ends[0], &answer->from, sizeof answer->from);
    assert_memory_equal(&ends[1], &answer->to, sizeof answer->to);
    s->spliced += told->spliced;
    s->filled += told->filled && told->fate == PATHFAN_FATE_CHOSEN;
    if (told->fate != PATHFAN_FATE_CHOSEN) continue;
    int32_t places = 0;
    for (int32_t k = 1; k < count; k++)
      places += is_same(told->points, told->point_count, paths[k].points, paths[k].point_count);
    assert_int_equal(places, 1);
    taken++;
  }
  assert_int_equal(taken, count > 1 ? count - 1 : 0);
  const bool splices =
      pathfan_algorithm_is_indexed(request->algorithm) && request->splices != PATHFAN_SPLICES_NEVER;
  const bool fills = request->fill && answer->separation > 0;
  const bool searches_on = request->algorithm == PATHFAN_ALGORITHM_PENALTY;
  if (count > 1 && !fills && !searches_on) check_counts(answer, &h, splices);
  const double separation = answer->separation;
  for (int32_t i = 0; i < h.made; i++) {
    check_refusal(query, request, &h, &h.told[i], &paths[0], separation);
    s->rivals += h.told[i].rival >= 0;
  }
  s->answers++;
  s->taken += taken;
  s->refused += h.made - taken + h.lost;
  s->known += h.known[PATHFAN_FATE_KNOWN];
  s->looping += h.known[PATHFAN_FATE_LOOPING];
  clear(&h);
  free_paths(paths, count);
}

static const pathfan_algorithm algorithms[] = {
    PATHFAN_ALGORITHM_INDEX, PATHFAN_ALGORITHM_INDEX, PATHFAN_ALGORITHM_PLATEAUS,
    PATHFAN_ALGORITHM_DISSIMILARITY, PATHFAN_ALGORITHM_PENALTY};

static void test_requests(void **state) {
  (void)state;
  seen s = {0};
  for (int number = 0; number < twin_scaled(24); number++) {
    twin_map map = twin_map_number(number % 3 ? twin_drawn_count() + number : number, 60);
    pathfan_index *index = twin_index(&map, NULL);
    pf_random random = pf_random_from(map.seed);
    pathfan_query *query;
    pathfan_area room[2];
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 25; k++) {
      pf_fixed_point from, to;
      if (!twin_random_plain_point(&random, &map.grid, 20, &from) ||
          !twin_random_plain_point(&random, &map.grid, 20, &to))
        break;
      pathfan_request r;
      pathfan_request_init(&r);
      r.from = twin_units(from, 20);
      r.to = twin_units(to, 20);
      r.algorithm = algorithms[k % 5];
      r.paths = 1 + k % 8;
      r.stretch = k % 2 ? 3 : 1.5;
      r.bind_dissimilarity = true;
      r.separation_share = k % 3 ? 0.02 : 0;
      r.bind_separation = k % 3 == 1;
      r.max_loop = (double[]){0, 1.1, 1.5}[k % 3];
      r.bind_loop = true;
      r.fill = k % 4 == 1;
      r.splices = (pathfan_splices)(k / 2 % 3);
      r.effort = k % 7 == 3 ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
      if (k % 5 == 0 && k % 3 == 0) r.max_bounded_stretch = 1.4;
      if (k % 11 == 5) r.objective.length = 1;
      if (k % 13 == 6) {
        add_areas(&r, room);
        if (number % 2) r.effort = PATHFAN_EFFORT_THOROUGH;
      }
      check(query, &r, &s);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%lld answers, %lld taken, %lld refused, %lld with a rival, %lld filled in, %lld "
                "splices, %lld known\n",
                (long long)s.answers, (long long)s.taken, (long long)s.refused, (long long)s.rivals,
                (long long)s.filled, (long long)s.spliced, (long long)s.known);
  if (twin_is_whole())
    assert_true(s.answers > 100 && s.taken > 50 && s.refused > 500 && s.rivals > 50);
  if (twin_is_whole()) assert_true(s.filled > 0 && s.spliced > 0 && s.known > 0 && s.looping > 0);
}

/* Tables name the via nodes by what the ends see: an index without via sets, on an open map, where
 * a request without a trace evaluates the shorter ways first. */
static void test_tables(void **state) {
  (void)state;
  enum { WIDTH = 38, HEIGHT = 35 };
  seen s = {0};
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.tables = 2;
  options.regions = false;
  for (int number = 0; number < twin_scaled(12); number++) {
    pf_random random = pf_random_from((uint64_t)number);
    char rows[(WIDTH + 1) * HEIGHT + 1] = "", *at = rows;
    for (int y = 0; y < HEIGHT; y++, *at++ = '\n')
      for (int x = 0; x < WIDTH; x++)
        *at++ = x % 4 == 1 && y % 4 == 1 && pf_random_chance(&random, 0.8) ? '@' : '.';
    *at = 0;
    twin_map map = twin_map_drawn("pillars", rows);
    pathfan_index *index = twin_index(&map, &options);
    pathfan_query *query;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 30; k++) {
      const pathfan_request r = plain_request(&map, &random);
      check(query, &r, &s);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  if (twin_is_whole()) assert_true(s.answers > 100 && s.taken > 50);
}

static void test_names(void **state) {
  (void)state;
  assert_string_equal(pathfan_fate_name(PATHFAN_FATE_CHOSEN), "chosen");
  assert_string_equal(pathfan_fate_name(PATHFAN_FATE_TOO_NEAR), "too_near");
  assert_string_equal(pathfan_fate_name(PATHFAN_FATE_KNOWN), "known");
  assert_string_equal(pathfan_fate_name(PATHFAN_FATE_LOOPING), "looping");
  assert_string_equal(pathfan_fate_name((pathfan_fate)(PATHFAN_FATE_LOOPING + 1)), "unknown");
}

SUITE(test_trace) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_requests),
      cmocka_unit_test(test_tables),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
