/* Answers with a separation: any two of their paths differ, splices are valid paths and never cost
 * one, and filling keeps the strict ones. twin_check_answer checks every path against the map,
 * every pair against plain geometry, and the counts of candidates against each other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_algorithm.h"
#include "twin_answer.h"
#include "twin_check.h"
#include "twin_corridor.h"
#include "twin_outline_maps.h"

/* A map with its index and a query object. */
typedef struct asked {
  twin_map map;
  pathfan_index *index;
  pathfan_query *query;
  pathfan_index_info info;
  pf_random random;
} asked;

static asked open_map(int number, int32_t side) {
  asked a = {.random = pf_random_from((uint64_t)number)};
  const bool is_outline = number % 4 == 3;
  a.map = is_outline ? twin_outline_map(number, side / 2) : twin_map_number(number, side);
  a.index = is_outline ? twin_outline_index(&a.map, NULL) : twin_index(&a.map, NULL);
  pathfan_index_info_get(a.index, &a.info);
  assert_int_equal(pathfan_query_create(a.index, &a.query), PATHFAN_OK);
  return a;
}

static void close_map(asked *a) {
  pathfan_query_free(a->query);
  pathfan_index_close(a->index);
  twin_map_free(&a->map);
}

static pathfan_point random_point(asked *a) {
  return (pathfan_point){
      a->info.origin_x + pf_random_below(&a->random, 1000) / 999.0 * a->info.width,
      a->info.origin_y + pf_random_below(&a->random, 1000) / 999.0 * a->info.height};
}

static pathfan_request random_request(asked *a) {
  pathfan_request r;
  pathfan_request_init(&r);
  r.apart = true;
  r.from = random_point(a);
  r.to = random_point(a);
  r.snap = 2;
  r.paths = pf_random_between(&a->random, 2, 6);
  r.dissimilarity = (double[]){0.6, 0.6, 0.3, 0.8}[pf_random_below(&a->random, 4)];
  r.separation_share = (double[]){0.02, 0.02, 0.05, 0.001}[pf_random_below(&a->random, 4)];
  r.separation = (double[]){0, 0, 0, 1}[pf_random_below(&a->random, 4)];
  r.stretch = (double[]){1.5, 2}[pf_random_below(&a->random, 2)];
  return r;
}

/* An answer, kept beyond the next one. */
typedef struct kept {
  pathfan_answer answer;
  twin_track *tracks;
  bool filled[64];
} kept;

static kept ask(asked *a, const pathfan_request *r) {
  const pathfan_answer *answer;
  pathfan_request bound = *r;
  kept k = {0};
  assert_int_equal(pathfan_query_paths(a->query, r, &answer), PATHFAN_OK);
  k.answer = *answer;
  if (answer->outcome != PATHFAN_OUTCOME_OK) return k;
  bound.dissimilarity = answer->dissimilarity;
  if (a->info.unit == 1) twin_check_answer(&a->map, a->info.fraction_bits, &bound, answer);
  k.tracks = calloc((size_t)answer->path_count, sizeof *k.tracks);
  for (int32_t i = 0; i < answer->path_count; i++) {
    k.tracks[i] = twin_track_of(&answer->paths[i], a->info.fraction_bits);
    if (answer->filled && i < 64) k.filled[i] = answer->filled[i];
  }
  return k;
}

static void let_go(kept *k) {
  for (int32_t i = 0; i < k->answer.path_count && k->tracks; i++) free(k->tracks[i].points);
  free(k->tracks);
}

static bool has(const kept *k, const twin_track *track) {
  for (int32_t i = 0; i < k->answer.path_count; i++)
    if (twin_same_points(&k->tracks[i], track)) return true;
  return false;
}

static void expect_same(const kept *a, const kept *b) {
  assert_int_equal(a->answer.path_count, b->answer.path_count);
  for (int32_t i = 0; i < a->answer.path_count; i++)
    assert_true(twin_same_points(&a->tracks[i], &b->tracks[i]));
}

/* Runs a check over many maps and requests. */
static void over_maps(int maps, int32_t side, int requests,
                      void (*check)(asked *a, pathfan_request *r)) {
  for (int m = 0; m < twin_scaled(maps); m++) {
    asked a = open_map(m, side);
    for (int k = 0; k < requests; k++) {
      pathfan_request r = random_request(&a);
      check(&a, &r);
    }
    close_map(&a);
  }
}

static long more_by_splices, splices_given;

static void check_splices(asked *a, pathfan_request *r) {
  for (int effort = 0; effort < 2; effort++) {
    r->effort = (pathfan_effort)effort;
    r->splices = PATHFAN_SPLICES_NEVER;
    kept without = ask(a, r);
    r->splices = PATHFAN_SPLICES_AUTO;
    kept with = ask(a, r);
    assert_int_equal(with.answer.outcome, without.answer.outcome);
    if (with.tracks) {
      assert_true(with.answer.path_count >= without.answer.path_count);
      assert_true(twin_same_points(&with.tracks[0], &without.tracks[0]));
      more_by_splices += with.answer.path_count > without.answer.path_count;
      for (int32_t i = 0; i < with.answer.path_count; i++)
        splices_given += !has(&without, &with.tracks[i]);
    }
    let_go(&with);
    let_go(&without);
  }
}

static void test_splices(void **state) {
  (void)state;
  over_maps(40, 70, 12, check_splices);
  print_message("%ld answers have more ways, %ld others\n", more_by_splices, splices_given);
  if (twin_is_whole()) assert_true(more_by_splices > 8 && splices_given > more_by_splices);
}

/* With an end at a vertex, which may be a via node, no path returns to it. */
static void check_at_vertex(asked *a, pathfan_request *r) {
  pathfan_vertex_info vertex;
  if (!a->info.vertex_count) return;
  const int32_t v = pf_random_between(&a->random, 0, a->info.vertex_count - 1);
  assert_int_equal(pathfan_index_vertex(a->index, v, &vertex), PATHFAN_OK);
  *(pf_random_below(&a->random, 2) ? &r->from : &r->to) = vertex.at;
  r->dissimilarity = 0;
  r->paths = 40;
  r->stretch = 3;
  kept k = ask(a, r);
  let_go(&k);
}

static void test_at_vertex(void **state) {
  (void)state;
  over_maps(40, 24, 20, check_at_vertex);
}

static void check_efforts(asked *a, pathfan_request *r) {
  kept fast = ask(a, r);
  r->effort = PATHFAN_EFFORT_THOROUGH;
  kept thorough = ask(a, r);
  r->algorithm = PATHFAN_ALGORITHM_DISSIMILARITY;
  kept rival = ask(a, r);
  r->algorithm = PATHFAN_ALGORITHM_INDEX;
  r->fill = true;
  kept filled = ask(a, r);
  /* Filled paths come last: no strict path gives way to one unless it would cost a path.
   */
  int32_t strict = 0;
  for (int32_t i = 0; i < filled.answer.path_count; i++) strict += !filled.filled[i];
  assert_true(strict >= thorough.answer.path_count ||
              filled.answer.path_count > thorough.answer.path_count);
  let_go(&filled);
  assert_true(thorough.answer.path_count >= fast.answer.path_count);
  assert_true(thorough.answer.path_count >= rival.answer.path_count);
  let_go(&fast);
  let_go(&thorough);
  let_go(&rival);
}

static void test_efforts(void **state) {
  (void)state;
  over_maps(60, 40, 10, check_efforts);
}

static long fuller, none_lost;

static void check_fill(asked *a, pathfan_request *r) {
  r->effort = (pathfan_effort)pf_random_below(&a->random, 2);
  kept strict = ask(a, r);
  r->fill = true;
  kept filled = ask(a, r);
  pathfan_request plain = *r;
  plain.separation = plain.separation_share = 0;
  kept without = ask(a, &plain);
  if (strict.tracks) {
    bool keeps = true;
    int32_t marked = 0;
    for (int32_t i = 0; i < strict.answer.path_count; i++)
      keeps = keeps && has(&filled, &strict.tracks[i]);
    for (int32_t i = 0; i < filled.answer.path_count; i++) marked += filled.filled[i];
    assert_true(filled.answer.path_count >= strict.answer.path_count);
    assert_true(filled.answer.path_count >= without.answer.path_count);
    /* Otherwise a strict one would have cost a path. */
    if (keeps) assert_true(marked <= filled.answer.path_count - strict.answer.path_count);
    none_lost += keeps;
    fuller += filled.answer.path_count > strict.answer.path_count;
    for (int32_t i = 0; i < filled.answer.path_count; i++)
      for (int32_t k = 0; k < i; k++)
        assert_true(twin_similarity(&filled.tracks[i], &filled.tracks[k], a->info.fraction_bits) <=
                    1 - r->dissimilarity + 1e-9);
  }
  let_go(&strict);
  let_go(&filled);
  let_go(&without);
}

static void test_fill(void **state) {
  (void)state;
  over_maps(60, 40, 12, check_fill);
  print_message("%ld answers were filled, %ld kept all they had\n", fuller, none_lost);
  if (twin_is_whole()) assert_true(fuller > 20 && none_lost > 400);
}

/* Takes shorter paths first, each if it differs from those before. The library must choose as well
 * from all its candidates, which it lists if no difference is required. */
static void check_greedy(asked *a, pathfan_request *r) {
  /* By default some via nodes are enough; with splices named, all are tried. */
  if (r->separation_share > 0 || r->separation > 0) r->splices = PATHFAN_SPLICES_ALWAYS;
  pathfan_request all = *r;
  all.paths = 4000;
  all.dissimilarity = 0;
  kept listed = ask(a, &all);
  kept given = ask(a, r);
  const int bits = a->info.fraction_bits;
  bool close = false;
  int32_t count = 0;
  twin_track chosen[8];
  for (int32_t i = 0; listed.tracks && i < listed.answer.path_count && count < r->paths; i++) {
    bool good = true;
    for (int32_t k = 0; k < count && good; k++) {
      const double excess =
          twin_nearness(&listed.tracks[i], &chosen[k], listed.answer.separation, bits) -
          (1 - r->dissimilarity);
      close = close || fabs(excess) < 1e-6;
      good = excess <= 0;
    }
    if (good) chosen[count++] = listed.tracks[i];
  }
  assert_true(close || !listed.tracks || given.answer.path_count >= count);
  for (int32_t i = 0; i < count && !close && given.answer.path_count == count; i++)
    assert_true(has(&given, &chosen[i]));
  let_go(&listed);
  let_go(&given);
}

static void test_greedy(void **state) {
  (void)state;
  over_maps(60, 30, 8, check_greedy);
}

/* Compares with the request reversed, and checks separations that leave path 1 alone. */
static void check_laws(asked *a, pathfan_request *r) {
  kept there = ask(a, r);
  pathfan_request other = *r;
  other.from = r->to;
  other.to = r->from;
  kept back = ask(a, &other);
  assert_int_equal(there.answer.path_count, back.answer.path_count);
  for (int32_t i = 0; there.tracks && i < there.answer.path_count; i++) {
    twin_track *t = &back.tracks[i];
    for (int32_t k = 0; k < t->count / 2; k++) {
      const pf_fixed_point swap = t->points[k];
      t->points[k] = t->points[t->count - 1 - k];
      t->points[t->count - 1 - k] = swap;
    }
    assert_true(twin_same_points(&there.tracks[i], t));
  }
  assert_memory_equal(&there.answer.candidates, &back.answer.candidates,
                      sizeof there.answer.candidates);
  assert_true(there.answer.backup == back.answer.backup);
  /* A separation as long as the path leaves no other path; a huge one changes nothing more. */
  other = *r;
  other.separation_share = 1;
  other.separation = 0;
  kept one = ask(a, &other);
  if (one.tracks && one.tracks[0].count > 1) assert_int_equal(one.answer.path_count, 1);
  if (one.answer.reason == PATHFAN_REASON_REJECTED) assert_true(one.answer.candidates.tried > 0);
  other.separation = 1e300;
  kept huge = ask(a, &other);
  if (one.tracks) expect_same(&one, &huge);
  let_go(&there);
  let_go(&back);
  let_go(&one);
  let_go(&huge);
}

static void test_laws(void **state) {
  (void)state;
  over_maps(80, 24, 10, check_laws);
}

/* The rivals: plateaus and penalty keep the separation only if bound to it. */
static void check_rivals(asked *a, pathfan_request *r) {
  for (int k = 0; k < 2; k++) {
    r->algorithm = k ? PATHFAN_ALGORITHM_PENALTY : PATHFAN_ALGORITHM_PLATEAUS;
    r->bind_separation = false;
    kept free_of_it = ask(a, r);
    if (free_of_it.tracks)
      assert_true(free_of_it.answer.separation == 0 && free_of_it.answer.dissimilarity == 0);
    r->bind_separation = true;
    kept bound = ask(a, r);
    const int bits = a->info.fraction_bits;
    for (int32_t i = 0; bound.tracks && i < bound.answer.path_count; i++)
      for (int32_t j = 0; j < i; j++)
        assert_true(twin_nearness(&bound.tracks[i], &bound.tracks[j], bound.answer.separation,
                                  bits) <= 1 - r->dissimilarity + 1e-9);
    let_go(&free_of_it);
    let_go(&bound);
  }
}

static void test_rivals(void **state) {
  (void)state;
  over_maps(60, 24, 6, check_rivals);
}

/* With an objective: ask() checks every pair against plain geometry. */
static void check_objective(asked *a, pathfan_request *r) {
  r->effort = (pathfan_effort)pf_random_below(&a->random, 2);
  r->algorithm =
      pf_random_below(&a->random, 4) ? PATHFAN_ALGORITHM_INDEX : PATHFAN_ALGORITHM_DISSIMILARITY;
  r->fill = pf_random_below(&a->random, 2);
  kept by_length = ask(a, r);
  r->objective.length = 1;
  r->objective.nearness = 3;
  kept chosen = ask(a, r);
  assert_int_equal(by_length.answer.outcome, chosen.answer.outcome);
  if (chosen.tracks) assert_true(twin_same_points(&chosen.tracks[0], &by_length.tracks[0]));
  /* Splices never cost a path, whatever the paths are chosen by. */
  r->splices = PATHFAN_SPLICES_NEVER;
  kept plain = ask(a, r);
  assert_true(chosen.answer.path_count >= plain.answer.path_count || r->fill);
  let_go(&by_length);
  let_go(&chosen);
  let_go(&plain);
}

static void test_objective(void **state) {
  (void)state;
  over_maps(60, 30, 8, check_objective);
}

SUITE(test_difference) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_splices),   cmocka_unit_test(test_efforts),
      cmocka_unit_test(test_fill),      cmocka_unit_test(test_greedy),
      cmocka_unit_test(test_laws),      cmocka_unit_test(test_rivals),
      cmocka_unit_test(test_objective), cmocka_unit_test(test_at_vertex),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
