/* Bounds and objectives against their definition: the paths they choose from all candidates, which
 * a request for very many paths without dissimilarity lists. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query_fixture.h"
#include "pathfan/inspect.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

/* All candidates of a request with their measures, shortest first; owned. */
typedef struct pool {
  int32_t count;
  pathfan_path *paths;
  pathfan_measures *measures; /* similarity: to path 1 */
} pool;

static pool pool_of(pathfan_query *query, const pathfan_request *request) {
  pathfan_request r = *request;
  const pathfan_answer *answer;
  pathfan_measures all;
  r.paths = 100000;
  r.dissimilarity = 0;
  r.max_bounded_stretch = r.min_local_optimality = 0;
  memset(&r.objective, 0, sizeof r.objective);
  /* Without an objective, paths of the fast effort may take precedence. */
  if (r.effort == PATHFAN_EFFORT_THOROUGH) r.objective.length = 1;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  pool p = {answer->path_count, calloc((size_t)answer->path_count + 1, sizeof *p.paths),
            calloc((size_t)answer->path_count + 1, sizeof *p.measures)};
  assert_true(p.paths && p.measures);
  if (p.count)
    assert_int_equal(pathfan_query_measure(query, answer->paths, p.count, p.measures, &all),
                     PATHFAN_OK);
  for (int32_t i = 0; i < p.count; i++) {
    const size_t bytes = (size_t)answer->paths[i].point_count * sizeof(pathfan_point);
    pathfan_point *points = malloc(bytes);
    assert_non_null(points);
    memcpy(points, answer->paths[i].points, bytes);
    p.paths[i] = (pathfan_path){.length = answer->paths[i].length,
                                .point_count = answer->paths[i].point_count,
                                .points = points};
    p.measures[i].similarity = 0;
  }
  return p;
}

static void pool_free(pool *p) {
  for (int32_t i = 0; i < p->count; i++) free((void *)p->paths[i].points);
  free(p->paths);
  free(p->measures);
}

static double similarity(pathfan_query *query, const pathfan_path *a, const pathfan_path *b) {
  pathfan_measures all;
  assert_int_equal(pathfan_query_measure(query, (pathfan_path[]){*a, *b}, 2, NULL, &all),
                   PATHFAN_OK);
  return all.similarity;
}

static double cost_of(const pathfan_objective *o, int32_t place, const pathfan_measures *m) {
  if (o->length + o->bounded_stretch + o->similarity + o->local_optimality == 0) return place;
  return o->length * m->length_ratio + o->bounded_stretch * m->bounded_stretch +
         o->similarity * m->similarity - o->local_optimality * m->local_optimality;
}

/* Finds the paths that a request chooses by definition: numbers into the pool, in ascending
 * order. */
static int32_t choose(pathfan_query *query, const pool *p, const pathfan_request *r,
                      int32_t *chosen) {
  int32_t count = 0;
  if (!p->count) return 0;
  chosen[count++] = 0;
  while (count < r->paths) {
    int32_t best = -1;
    double least = INFINITY;
    for (int32_t i = 1; i < p->count; i++) {
      pathfan_measures m = p->measures[i];
      bool good = (r->max_bounded_stretch == 0 || m.bounded_stretch <= r->max_bounded_stretch) &&
                  m.local_optimality >= r->min_local_optimality;
      for (int32_t k = 0; k < count && good; k++) {
        const double s = similarity(query, &p->paths[i], &p->paths[chosen[k]]);
        good = i != chosen[k] && (r->dissimilarity == 0 || s <= 1 - r->dissimilarity);
        m.similarity = fmax(m.similarity, s);
      }
      if (good && cost_of(&r->objective, i, &m) < least) {
        least = cost_of(&r->objective, i, &m);
        best = i;
      }
    }
    if (best < 0) break;
    chosen[count++] = best;
  }
  for (int32_t i = 1; i < count; i++)
    for (int32_t k = i; k > 0 && chosen[k] < chosen[k - 1]; k--) {
      const int32_t swap = chosen[k];
      chosen[k] = chosen[k - 1];
      chosen[k - 1] = swap;
    }
  return count;
}

static bool same_path(const pathfan_path *a, const pathfan_path *b) {
  return a->length == b->length && a->point_count == b->point_count &&
         memcmp(a->points, b->points, (size_t)a->point_count * sizeof *a->points) == 0;
}

static void compare(const twin_map *map, const pathfan_request *r, const pool *p,
                    const int32_t *chosen, int32_t count, const pathfan_answer *answer) {
  bool equal = answer->path_count == count;
  for (int32_t i = 0; i < count && equal; i++)
    equal = same_path(&answer->paths[i], &p->paths[chosen[i]]);
  if (equal) return;
  for (int32_t i = 0; i < answer->path_count; i++)
    fprintf(stderr, "library %.17g\n", answer->paths[i].length);
  for (int32_t i = 0; i < count; i++) fprintf(stderr, "twin %.17g\n", p->paths[chosen[i]].length);
  for (int32_t i = 0; i < p->count; i++)
    fprintf(stderr, "candidate %.17g, stretch %.17g, optimality %.17g\n", p->paths[i].length,
            p->measures[i].bounded_stretch, p->measures[i].local_optimality);
  twin_fail(map,
            "%.17g,%.17g to %.17g,%.17g, %s, effort %d, theta %g, bounds %g %g, weights %g %g %g "
            "%g: %d paths, not %d, or others; %d too similar, %d unfit, %d not taut",
            r->from.x, r->from.y, r->to.x, r->to.y, pathfan_algorithm_name(r->algorithm), r->effort,
            r->dissimilarity, r->max_bounded_stretch, r->min_local_optimality, r->objective.length,
            r->objective.bounded_stretch, r->objective.similarity, r->objective.local_optimality,
            answer->path_count, count, answer->candidates.too_similar, answer->candidates.unfit,
            answer->candidates.not_taut);
}

/* An objective's weights as a callback, which counts its calls. */
typedef struct witness {
  const twin_map *map;
  const pathfan_request *request;
  const pathfan_objective *weights;
  const pool *pool;
  int64_t asked;
} witness;

static double weigh(void *context, const pathfan_path *path, const pathfan_measures *measures) {
  witness *w = context;
  int32_t i = 1;
  while (i < w->pool->count && !same_path(path, &w->pool->paths[i])) i++;
  if (i == w->pool->count)
    twin_fail(w->map,
              "%.17g,%.17g to %.17g,%.17g, %s, effort %d: asked for a path of %.17g that "
              "is no candidate",
              w->request->from.x, w->request->from.y, w->request->to.x, w->request->to.y,
              pathfan_algorithm_name(w->request->algorithm), w->request->effort, path->length);
  const pathfan_measures *m = &w->pool->measures[i];
  assert_true(measures->bounded_stretch == m->bounded_stretch &&
              measures->local_optimality == m->local_optimality &&
              measures->length_ratio == m->length_ratio);
  assert_true(measures->similarity >= 0 && measures->similarity <= 1);
  w->asked++;
  return cost_of(w->weights, i, measures);
}

/* Returns a request with random fields; the weights of the objective may all be 0. */
static pathfan_request some_request(pf_random *random, int32_t tables) {
  static const double bounds[] = {0, 0, 0, 1.1, 1.5, 3}, parts[] = {0, 0, 0, 0.1, 0.3};
  static const double weights[] = {0, 0.5, 1, 3};
  static const double stretches[] = {1.2, 1.5, 2, 3}, thetas[] = {0, 0.05, 0.2, 0.6};
  pathfan_request r = twin_some_request(random, tables);
  r.separation = r.separation_share = 0;
  r.stretch = stretches[pf_random_below(random, 4)];
  r.dissimilarity = thetas[pf_random_below(random, 4)];
  r.paths = pf_random_between(random, 2, 5);
  r.max_bounded_stretch = bounds[pf_random_below(random, 6)];
  r.min_local_optimality = parts[pf_random_below(random, 5)];
  r.objective.length = weights[pf_random_below(random, 4)];
  r.objective.bounded_stretch = weights[pf_random_below(random, 4)];
  r.objective.similarity = weights[pf_random_below(random, 4)];
  r.objective.local_optimality = weights[pf_random_below(random, 4)];
  if (pf_random_chance(random, 0.2)) memset(&r.objective, 0, sizeof r.objective);
  /* Without an objective, thorough requests keep the fast paths if those suffice. */
  if (cost_of(&r.objective, -1, &(pathfan_measures){0}) == -1) r.effort = PATHFAN_EFFORT_FAST;
  return r;
}

typedef struct tally {
  int64_t asked, changed, bounded, callbacks;
} tally;

static void check_request(const twin_map *map, pathfan_query *query, pathfan_request r,
                          tally *seen) {
  const pathfan_answer *answer;
  int32_t chosen[8] = {0}, by_length[8] = {0};
  pool p = pool_of(query, &r);
  if (p.count > 1 && p.paths[1].length < p.paths[0].length * (1 + 1e-9)) {
    pool_free(&p); /* two shortest paths: either may be path 1 */
    return;
  }
  const int32_t count = choose(query, &p, &r, chosen);
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  compare(map, &r, &p, chosen, count, answer);
  seen->asked++;
  seen->bounded += answer->candidates.unfit > 0;
  if (count) assert_true((answer->reason == PATHFAN_REASON_COMPLETE) == (count == r.paths));

  pathfan_request plain = r;
  memset(&plain.objective, 0, sizeof plain.objective);
  const int32_t plain_count = choose(query, &p, &plain, by_length);
  seen->changed +=
      plain_count != count || memcmp(chosen, by_length, (size_t)count * sizeof *chosen) != 0;

  /* The same paths with the weights as a callback, and from the other end. */
  witness w = {map, &r, &r.objective, &p, 0};
  pathfan_request asks = r;
  asks.objective = (pathfan_objective){.cost = weigh, .context = &w};
  assert_int_equal(pathfan_query_paths(query, &asks, &answer), PATHFAN_OK);
  compare(map, &r, &p, chosen, count, answer);
  seen->callbacks += w.asked;
  pathfan_request back = r;
  back.from = r.to;
  back.to = r.from;
  assert_int_equal(pathfan_query_paths(query, &back, &answer), PATHFAN_OK);
  assert_int_equal(answer->path_count, count);
  for (int32_t i = 0; i < count; i++)
    assert_true(answer->paths[i].length == p.paths[chosen[i]].length);
  pool_free(&p);
}

static void check_map(const twin_map *map, const pathfan_index *index, const pathfan_map *ground,
                      tally *seen) {
  pf_random random = pf_random_from(map->seed + 5);
  pathfan_index_info info;
  pathfan_query *query, *online;
  pathfan_index_info_get(index, &info);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  assert_int_equal(pathfan_query_create_online(ground, &online), PATHFAN_OK);
  for (int k = 0; k < 8; k++) {
    pf_fixed_point s, t;
    if (!twin_map_random_point(&random, map, info.fraction_bits, true, &s) ||
        !twin_map_random_point(&random, map, info.fraction_bits, true, &t) ||
        (s.x == t.x && s.y == t.y))
      continue;
    pathfan_request r = some_request(&random, info.table_count);
    r.from = twin_units(s, info.fraction_bits);
    r.to = twin_units(t, info.fraction_bits);
    check_request(map, query, r, seen);
    if (k % 4) continue;
    r.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY;
    check_request(map, query, r, seen);
    check_request(map, online, r, seen);
  }
  pathfan_query_free(query);
  pathfan_query_free(online);
}

static void show(const tally *seen, int maps) {
  print_message("%d maps, %lld requests, %lld chosen otherwise than by length, %lld with "
                "candidates out of bounds, %lld callbacks\n",
                maps, (long long)seen->asked, (long long)seen->changed, (long long)seen->bounded,
                (long long)seen->callbacks);
  if (twin_is_whole())
    assert_true(seen->changed > seen->asked / 40 && seen->bounded > seen->asked / 40 &&
                seen->callbacks > seen->asked);
}

static void test_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(60);
  tally seen = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 36);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_map *ground;
    pathfan_index *index = twin_index(&map, &options);
    assert_int_equal(pathfan_map_open(twin_scratch("map.map"), NULL, &ground, NULL), PATHFAN_OK);
    check_map(&map, index, ground, &seen);
    pathfan_map_free(ground);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  show(&seen, count);
}

static void test_outlines(void **state) {
  (void)state;
  const int count = twin_scaled(40);
  tally seen = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, 32);
    pathfan_build_options options = twin_some_options(i);
    pathfan_map *ground;
    pathfan_index *index = twin_outline_index(&map, &options);
    options.map.unit = 1;
    assert_int_equal(pathfan_map_open(twin_scratch("map.poly"), &options.map, &ground, NULL),
                     PATHFAN_OK);
    check_map(&map, index, ground, &seen);
    pathfan_map_free(ground);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  show(&seen, count);
}

/* ---- What callbacks may say ---- */

typedef struct refusal {
  double says;
  int64_t asked;
} refusal;

static double refuse(void *context, const pathfan_path *path, const pathfan_measures *measures) {
  refusal *r = context;
  (void)measures;
  r->asked++;
  return path->length > 0 ? r->says : 0;
}

static void test_callbacks(void **state) {
  (void)state;
  const double says[] = {INFINITY, NAN, -INFINITY, 7};
  twin_map map = twin_map_number(twin_drawn_count() + 5, 80);
  pathfan_index *index = twin_index(&map, NULL);
  pf_random random = pf_random_from(7);
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  int64_t asked = 0, complete = 0;
  for (int k = 0; k < 60; k++) {
    pathfan_request r = plain_request(&map, &random);
    r.separation_share = 0;
    const pathfan_answer *answer;
    refusal context = {says[k % 4], 0};
    r.stretch = 2;
    r.dissimilarity = 0.2;
    r.objective.cost = refuse;
    r.objective.context = &context;
    r.effort = k % 3 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    asked += context.asked;
    if (k % 4 < 2) {
      assert_true(answer->path_count <= 1);
      assert_int_equal(answer->candidates.unfit, context.asked);
    } else {
      assert_int_equal(answer->candidates.unfit, 0);
      complete += answer->path_count > 1;
    }
  }
  assert_true(asked > 100 && complete > 5);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* ---- Requests ---- */

static void test_invalid_requests(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 1, 14);
  pathfan_index *index = twin_index(&map, NULL);
  pf_random random = pf_random_from(3);
  const pathfan_request good = plain_request(&map, &random);
  pathfan_query *query;
  refusal context = {0, 0};
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int i = 0; i < 14; i++) {
    pathfan_request r = good;
    const pathfan_answer *answer;
    switch (i) {
    case 0: r.max_bounded_stretch = 0.99; break;
    case 1: r.max_bounded_stretch = -1; break;
    case 2: r.max_bounded_stretch = NAN; break;
    case 3: r.max_bounded_stretch = INFINITY; break;
    case 4: r.min_local_optimality = -0.1; break;
    case 5: r.min_local_optimality = NAN; break;
    case 6: r.min_local_optimality = INFINITY; break;
    case 7: r.objective.length = -1; break;
    case 8: r.objective.similarity = INFINITY; break;
    case 9: r.objective.local_optimality = NAN; break;
    case 10: r.objective.bounded_stretch = -0.5; break;
    case 11:
      r.objective.length = 1;
      r.algorithm = PATHFAN_ALGORITHM_PLATEAUS;
      break;
    case 12:
      r.objective.cost = refuse;
      r.objective.context = &context;
      r.algorithm = PATHFAN_ALGORITHM_PENALTY;
      break;
    default: r.objective.similarity = 1; r.algorithm = PATHFAN_ALGORITHM_POLYANYA;
    }
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  }
  assert_int_equal(context.asked, 0);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* Bounds hold for the competing methods too. */
static void test_bounds_of_all_methods(void **state) {
  (void)state;
  int64_t unfit = 0, paths = 0;
  for (int i = 0; i < twin_scaled(12); i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 24);
    pathfan_index *index = twin_index(&map, NULL);
    pf_random random = pf_random_from(map.seed);
    pathfan_query *query;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 24; k++) {
      static const pathfan_algorithm methods[] = {
          PATHFAN_ALGORITHM_INDEX, PATHFAN_ALGORITHM_PLATEAUS, PATHFAN_ALGORITHM_DISSIMILARITY,
          PATHFAN_ALGORITHM_PENALTY};
      pathfan_request r = plain_request(&map, &random);
      r.separation_share = 0;
      const pathfan_answer *answer;
      pathfan_measures each[8], all;
      r.algorithm = methods[k % 4];
      r.paths = 4;
      r.max_bounded_stretch = 1.25;
      r.min_local_optimality = 0.15;
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      unfit += answer->candidates.unfit;
      if (!answer->path_count) continue;
      assert_int_equal(pathfan_query_measure(query, answer->paths, answer->path_count, each, &all),
                       PATHFAN_OK);
      for (int32_t p = 1; p < answer->path_count; p++, paths++)
        assert_true(each[p].bounded_stretch <= 1.25 && each[p].local_optimality >= 0.15);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%lld paths, %lld unfit\n", (long long)paths, (long long)unfit);
  assert_true(paths > twin_scaled(20) && unfit > twin_scaled(20));
}

SUITE(test_objective) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_invalid_requests),
      cmocka_unit_test(test_callbacks),
      cmocka_unit_test(test_bounds_of_all_methods),
      cmocka_unit_test(test_grids),
      cmocka_unit_test(test_outlines),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
