/* Paths that differ in the plane (evaluate/separations.h): its sums against answers evaluated one
 * by one, where nearness is found in small steps along the paths. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/methods.h"
#include "evaluate/separations.h"
#include "pathfan/inspect.h"
#include "suite.h"
#include "twin_answer.h"
#include "twin_index.h"
#include "twin_loops.h"
#include "twin_maps.h"

/* Steps along a path. Each path makes a sum wrong by a step at either end of the few parts that lie
 * in a corridor. */
#define STEPS 1000
#define ROUGHLY (12. / STEPS)

#define LINES 24
#define EVERY 2

static double from_leg(pathfan_point p, pathfan_point a, pathfan_point b) {
  const double x = b.x - a.x, y = b.y - a.y, all = x * x + y * y;
  const double along = all > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / all : 0;
  const double at = fmin(fmax(along, 0), 1);
  return hypot(p.x - a.x - at * x, p.y - a.y - at * y);
}

static bool is_near(pathfan_point p, const pathfan_path *path, double width) {
  for (int32_t i = 0; i + 1 < path->point_count; i++)
    if (from_leg(p, path->points[i], path->points[i + 1]) <= width + 1e-6) return true;
  return false;
}

/* Returns the middle of step `number` of a path. */
static pathfan_point step_of(const pathfan_path *path, int number) {
  double left = (number + 0.5) / STEPS * path->length;
  for (int32_t i = 0; i + 1 < path->point_count; i++) {
    const pathfan_point a = path->points[i], b = path->points[i + 1];
    const double leg = hypot(b.x - a.x, b.y - a.y);
    if (left <= leg)
      return (pathfan_point){a.x + left / leg * (b.x - a.x), a.y + left / leg * (b.y - a.y)};
    left -= leg;
  }
  return path->points[path->point_count - 1];
}

/* Measures of the paths of one answer, found in steps. */
typedef struct slow {
  double apart[PF_EVALUATE_PATHS], backup;
  double shared[PF_EVALUATE_PATHS][PF_EVALUATE_PATHS]; /* length of one near another */
} slow;

static slow walk(const pathfan_answer *answer, double width) {
  slow s = {{0}, 0, {{0}}};
  for (int32_t a = 0; a < answer->path_count; a++)
    for (int i = 0; i < STEPS; i++) {
      const pathfan_point p = step_of(&answer->paths[a], i);
      int others = 0;
      for (int32_t b = 0; b < answer->path_count; b++) {
        if (b == a || !is_near(p, &answer->paths[b], width)) continue;
        s.shared[a][b] += answer->paths[a].length / STEPS;
        others++;
      }
      s.apart[a] += others ? 0 : 1. / STEPS;
      if (!a) s.backup += others < answer->path_count - 1 ? 1. / STEPS : 0;
    }
  return s;
}

/* Returns the similarity of a path to the one nearest to it. */
static double nearness(const pathfan_answer *answer, const slow *s, int32_t a) {
  double most = 0;
  for (int32_t b = 0; b < answer->path_count; b++) {
    if (b == a) continue;
    const double both = (s->shared[a][b] + s->shared[b][a]) / 2;
    most = fmax(most, both / (answer->paths[a].length + answer->paths[b].length - both));
  }
  return most;
}

/* An answer with a separation has the measures that the library computes for its paths, to the last
 * bit. */
static void check_own(pathfan_query *query, const pathfan_answer *answer) {
  double apart[PF_EVALUATE_PATHS], backup;
  const double said = answer->backup;
  assert_true(answer->separation == PF_SEPARATION_MEASURED * answer->paths[0].length);
  assert_int_equal(pathfan_query_apart(query, answer->paths, answer->path_count, answer->separation,
                                       apart, &backup),
                   PATHFAN_OK);
  assert_memory_equal(apart, answer->apart, (size_t)answer->path_count * sizeof *apart);
  assert_true(backup == said && answer->backup == said);
}

/* Whether a path has a loop above `most`, by every pair of its points. */
static bool loops(const twin_map *map, int bits, const pathfan_answer *answer, int32_t path,
                  double most, double *doubtful) {
  twin_track track = twin_track_of(&answer->paths[path], bits);
  bool close;
  const bool found = twin_has_loop(map, bits, &track, answer->paths[0].length, most, &close);
  free(track.points);
  *doubtful += close;
  return found;
}

typedef struct tally {
  int64_t alternatives, near, doubtful, loops;
} tally;

static void check_sums(const twin_map *map, int bits, pathfan_query *query,
                       const pathfan_scenario *scenario, const pf_separation *it,
                       const pf_separation_sums *sums, tally *seen) {
  double count[4] = {0}, alternatives = 0, apart = 0, backup = 0, stretch = 0;
  double near = 0, doubtful = 0, over[2] = {0}, close[2] = {0};
  for (int32_t q = 0; q < scenario->count; q += EVERY) {
    pathfan_request request = pf_separation_request(it);
    const pathfan_answer *answer;
    request.apart = true;
    request.from = (pathfan_point){scenario->lines[q].from_x, scenario->lines[q].from_y};
    request.to = (pathfan_point){scenario->lines[q].to_x, scenario->lines[q].to_y};
    assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
    assert_in_range(answer->path_count, 0, 3);
    count[answer->path_count]++;
    if (answer->path_count < 2) continue;
    const slow s = walk(answer, PF_SEPARATION_MEASURED * answer->paths[0].length);
    for (int32_t i = 1; i < answer->path_count; i++) {
      const double much = nearness(answer, &s, i) - (1 - request.dissimilarity);
      alternatives++;
      apart += s.apart[i];
      stretch += answer->paths[i].length / answer->paths[0].length;
      near += much > ROUGHLY;
      doubtful += fabs(much) <= ROUGHLY;
      over[0] += loops(map, bits, answer, i, PF_LOOP_COUNTED, &close[0]);
      over[1] += loops(map, bits, answer, i, PF_LONG_LOOP_COUNTED, &close[1]);
    }
    backup += s.backup;
    if (it->share > 0) check_own(query, answer);
  }
  if (sums->queries != count[1] + count[2] + count[3] || sums->one != count[1] ||
      sums->two != count[2] || sums->three != count[3] || sums->alternatives != alternatives)
    twin_fail(map, "%s %s: %g queries with %g, %g, %g ways, not %g, %g, %g", it->method, it->asked,
              sums->queries, sums->one, sums->two, sums->three, count[1], count[2], count[3]);
  if (fabs(sums->apart - apart) > ROUGHLY * alternatives ||
      fabs(sums->backup - backup) > ROUGHLY * sums->queries ||
      fabs(sums->stretch - stretch) > 1e-9 * (1 + stretch))
    twin_fail(map, "%s %s: apart %g, backup %g, stretch %g, not %g, %g, %g", it->method, it->asked,
              sums->apart, sums->backup, sums->stretch, apart, backup, stretch);
  if (sums->near < near || sums->near > near + doubtful)
    twin_fail(map, "%s %s: %g near, not %g to %g", it->method, it->asked, sums->near, near,
              near + doubtful);
  if (it->share > 0 && !it->fill) assert_true(sums->near == 0);
  if (fabs(sums->loops - over[0]) > close[0] || fabs(sums->long_loops - over[1]) > close[1])
    twin_fail(map, "%s %s: %g loops, %g long ones, not %g, %g", it->method, it->asked, sums->loops,
              sums->long_loops, over[0], over[1]);
  assert_true(sums->loop >= alternatives + 0.5 * over[0] + 0.5 * over[1] - close[0] - close[1]);
  if (it->max_loop > 0 && it->max_loop <= PF_LOOP_COUNTED) assert_true(sums->loops == 0);
  seen->loops += (int64_t)over[0];
  seen->alternatives += (int64_t)alternatives;
  seen->near += (int64_t)near;
  seen->doubtful += (int64_t)doubtful;
}

/* Draws centres of free cells as ends. */
static void draw_lines(const twin_map *map, pathfan_scenario *scenario, uint64_t seed) {
  pf_random random = pf_random_from(seed);
  for (int32_t i = 0; i < scenario->count; i++) {
    double at[4];
    for (int k = 0; k < 4; k += 2) {
      int32_t x, y;
      do {
        x = (int32_t)pf_random_below(&random, (uint32_t)map->grid.width);
        y = (int32_t)pf_random_below(&random, (uint32_t)map->grid.height);
      } while (!map->grid.free[(int64_t)y * map->grid.width + x]);
      at[k] = x + 0.5;
      at[k + 1] = y + 0.5;
    }
    scenario->lines[i] = (pathfan_scenario_line){
        .number = i, .line = i + 2, .from_x = at[0], .from_y = at[1], .to_x = at[2], .to_y = at[3]};
  }
}

static void sums_are_those_of_answers(void **state) {
  (void)state;
  const int count = twin_scaled(12);
  tally seen = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 32);
    pathfan_scenario_line lines[LINES];
    pathfan_scenario scenario = {.count = LINES, .lines = lines};
    pathfan_index *index = twin_index(&map, NULL);
    pathfan_query *query;
    pathfan_index_info info;
    pathfan_index_info_get(index, &info);
    draw_lines(&map, &scenario, map.seed);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int s = 0; s < PF_SEPARATIONS; s++) {
      const pf_separation *it = &pf_separations[s];
      pf_separation_trial trial = {.query = query, .scenario = &scenario, .every = EVERY};
      pf_separation_sums sums, timed;
      assert_int_equal(pf_separation_run(&trial, it, &sums), PATHFAN_OK);
      assert_true(isnan(sums.us));
      check_sums(&map, info.fraction_bits, query, &scenario, it, &sums, &seen);
      trial.passes = 2;
      assert_int_equal(pf_separation_run(&trial, it, &timed), PATHFAN_OK);
      assert_true(timed.us >= 0);
      timed.us = sums.us;
      assert_memory_equal(&timed, &sums, sizeof sums);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld alternatives, %lld near, %lld doubtful, %lld with loops\n", count,
                (long long)seen.alternatives, (long long)seen.near, (long long)seen.doubtful,
                (long long)seen.loops);
  assert_true(seen.loops > 0 && seen.near > 0 && seen.doubtful * 10 < seen.alternatives);
}

static void requests_are_all_different(void **state) {
  (void)state;
  int defaults = 0;
  pathfan_request plain;
  pathfan_request_init(&plain);
  assert_true(plain.separation_share == PF_SEPARATION_MEASURED);
  for (int s = 0; s < PF_SEPARATIONS; s++) {
    const pf_separation *it = &pf_separations[s];
    const pathfan_request asked = pf_separation_request(it);
    assert_int_equal(asked.paths, plain.paths);
    assert_int_equal(asked.tables, plain.tables);
    assert_int_equal(asked.splices, plain.splices);
    assert_true(asked.dissimilarity == plain.dissimilarity && asked.stretch == plain.stretch);
    defaults += asked.algorithm == plain.algorithm && asked.effort == plain.effort &&
                asked.separation_share == plain.separation_share && asked.fill == plain.fill &&
                asked.max_loop == plain.max_loop;
    for (int k = 0; k < s; k++)
      assert_false(strcmp(it->method, pf_separations[k].method) == 0 &&
                   strcmp(it->asked, pf_separations[k].asked) == 0);
  }
  assert_int_equal(defaults, 1);
}

/* Requests that the library doesn't answer have no figures; without lines all figures are zero. */
static void what_is_not_answered_is_absent(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("open", "...\n...\n");
  pathfan_scenario_line line = {.from_x = 0.5, .from_y = 0.5, .to_x = 2.5, .to_y = 0.5};
  const pathfan_scenario scenario = {.count = 1, .lines = &line}, none = {.count = 0};
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_query *query;
  pf_separation_sums sums;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  pf_separation_trial trial = {.query = query, .scenario = &scenario, .every = 3, .passes = 1};
  pf_separation of_cells = pf_separations[1];
  of_cells.algorithm = PATHFAN_ALGORITHM_ASTAR; /* an index doesn't support it */
  assert_int_equal(pf_separation_run(&trial, &of_cells, &sums), PATHFAN_OK);
  assert_true(isnan(sums.queries) && isnan(sums.near) && isnan(sums.us));
  assert_int_equal(pf_separation_run(&trial, &pf_separations[1], &sums), PATHFAN_OK);
  assert_true(sums.queries == 1 && sums.one == 1 && sums.alternatives == 0 && sums.backup == 0);
  trial.scenario = &none;
  assert_int_equal(pf_separation_run(&trial, &pf_separations[1], &sums), PATHFAN_OK);
  assert_true(sums.queries == 0 && sums.us == 0);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_separations) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sums_are_those_of_answers),
                                     cmocka_unit_test(requests_are_all_different),
                                     cmocka_unit_test(what_is_not_answered_is_absent)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
