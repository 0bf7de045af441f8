/* test_crowd_trials.c - the paper's experiment at a small scale: the orderings of strategies that
 * its text states, intervals against values worked out by hand, lines of runs read as written. The
 * command is tested in tests/cli/test_crowd_trials.sh. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/file.h"
#include "evaluate/crowd_rows.h"
#include "evaluate/paired.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

/* ---- Orderings ---- */

#define STRATEGIES (PATHFAN_CROWD_ALTERNATIVES + 1)
#define AGENTS 3000

/* Runs a quarter of the paper's agents, each four times as large. Under a sanitizer there are too
 * few for the paper's orderings. */
static pf_trial_measures run(const pf_trial_ground *ground, pathfan_crowd_strategy strategy,
                             pathfan_crowd_search search) {
  pathfan_error error = {""};
  pf_trial trial = {.strategy = strategy,
                    .search = search,
                    .law = PATHFAN_CROWD_NONLINEAR,
                    .area = 64,
                    .agents = twin_scaled(AGENTS),
                    .seed = 5};
  if (pf_trial_run(&trial, ground, twin_scratch_folder(), &error)) fail_msg("%s", error.text);
  assert_int_equal(trial.measured.arrived, twin_scaled(AGENTS));
  return trial.measured;
}

/* Re-planning beats none everywhere; initial has the least product of travel time and searches;
 * event searches more than initial; A* and Dijkstra perform alike; and the gain in the narrow
 * passage is smaller than in big. */
static void strategies_do_as_the_paper_says(void **state) {
  (void)state;
  static const pf_trial_grounds_wanted wanted = {.paper = true};
  pf_trial_ground grounds[PF_TRIAL_GROUNDS_MAX];
  double gain[3];
  assert_int_equal(mkdir(twin_scratch("maps"), 0777), 0);
  assert_int_equal(pf_trial_grounds_list(grounds, &wanted), 3);
  for (int g = 0; g < 3; g++) {
    pathfan_error error = {""};
    pf_trial_measures m[STRATEGIES];
    if (pf_trial_ground_open(&grounds[g], twin_scratch_folder(), &error))
      fail_msg("%s", error.text);
    for (int s = 0; s < STRATEGIES; s++)
      m[s] = run(&grounds[g], (pathfan_crowd_strategy)s, PATHFAN_CROWD_ASTAR);
    const pf_trial_measures none = m[PATHFAN_CROWD_NONE], initial = m[PATHFAN_CROWD_INITIAL];
    for (int s = PATHFAN_CROWD_PERIODIC; s < STRATEGIES; s++)
      assert_true(!twin_is_whole() || m[s].travel < 0.85 * none.travel);
    for (int s = PATHFAN_CROWD_PERIODIC; s <= PATHFAN_CROWD_EVENT; s++)
      if (s != PATHFAN_CROWD_INITIAL)
        assert_true(!twin_is_whole() ||
                    initial.travel * initial.searches < m[s].travel * m[s].searches);
    assert_true(!twin_is_whole() || m[PATHFAN_CROWD_EVENT].searches > 1.2 * initial.searches);
    assert_true(m[PATHFAN_CROWD_ALTERNATIVES].searches == 3 && none.searches == 3);
    if (g < 2) {
      const double other = run(&grounds[g], PATHFAN_CROWD_INITIAL, PATHFAN_CROWD_DIJKSTRA).travel;
      assert_true(fabs(other / initial.travel - 1) < 0.1);
    }
    gain[g] = 1 - initial.travel / none.travel;
    pf_trial_ground_close(&grounds[g]);
  }
  assert_true(!twin_is_whole() || gain[1] < gain[0]);
}

/* On generated maps: three flows with a way each, and a run that ends. */
static void flows_are_found_on_any_map(void **state) {
  (void)state;
  static const pf_trial_grounds_wanted wanted = {.unseen = true, .seed = 3};
  pf_trial_ground grounds[PF_TRIAL_GROUNDS_MAX];
  const int32_t count = pf_trial_grounds_list(grounds, &wanted);
  (void)mkdir(twin_scratch("maps"), 0777);
  assert_int_equal(count, 5);
  for (int32_t g = 0; g < count; g++) {
    pathfan_error error = {""};
    if (pf_trial_ground_open(&grounds[g], twin_scratch_folder(), &error))
      fail_msg("%s", error.text);
    pf_trial trial = {.ground = g,
                      .strategy = PATHFAN_CROWD_ALTERNATIVES,
                      .law = PATHFAN_CROWD_LINEAR,
                      .area = 8,
                      .agents = 60};
    for (int f = 0; f < PF_TRIAL_FLOWS; f++) {
      assert_true(grounds[g].ends[f][0].x < 16 && grounds[g].ends[f][1].x > 48);
      for (int k = 0; k < f; k++)
        assert_memory_not_equal(&grounds[g].ends[f], &grounds[g].ends[k], sizeof(pathfan_point));
    }
    if (pf_trial_run(&trial, &grounds[g], twin_scratch_folder(), &error))
      fail_msg("%s", error.text);
    assert_int_equal(trial.measured.arrived, 60);
    assert_true(isnan(trial.measured.present_above) || trial.measured.present_above > 7);
    pf_trial_ground_close(&grounds[g]);
  }
}

/* ---- Intervals ---- */

static void assert_near(double a, double b) {
  if (!(fabs(a - b) <= 5e-4 * (1 + fabs(b)))) fail_msg("%.6g is not %.6g", a, b);
}

static void intervals_are_students(void **state) {
  (void)state;
  const double a[] = {10, 12, 11, 13, 14}, b[] = {9, 10, 10, 13, 11};
  const pf_confidence mean = pf_mean_of(a, 5);
  assert_near(mean.middle, 12);
  assert_near(mean.least, 12 - 2.776 * sqrt(2.5 / 5));
  const pf_confidence apart = pf_paired_difference(a, b, 5); /* -1 -2 -1 0 -3 */
  assert_near(apart.middle, -1.4);
  assert_near(apart.most, -1.4 + 2.776 * sqrt(1.3 / 5));
  assert_false(pf_confidence_is_below(apart, -0.5));
  assert_true(pf_confidence_is_below(apart, 0.1));
  const double c[] = {2, 8}, d[] = {1, 16};
  const pf_confidence ratio = pf_paired_ratio(c, d, 2);
  assert_near(ratio.middle, 1);
  assert_near(log(ratio.most), 12.706 * log(2)); /* logs -ln 2, ln 2: deviation ln 2 * sqrt(2) */
  assert_true(isnan(pf_mean_of(a, 1).most) && pf_mean_of(a, 1).middle == 10);
  assert_false(pf_confidence_is_below(pf_mean_of(a, 1), 1e9));
  double many[200];
  for (int i = 0; i < 200; i++) many[i] = i % 2 ? 1 : -1;
  assert_near(pf_mean_of(many, 200).most, 1.972 * sqrt(200.0 / 199 / 200));
}

/* ---- Lines ---- */

static pf_trial trial_of(uint64_t seed) {
  return (pf_trial){.search = PATHFAN_CROWD_DIJKSTRA,
                    .strategy = PATHFAN_CROWD_EVENT,
                    .law = PATHFAN_CROWD_LINEAR,
                    .area = 12.5,
                    .agents = 700,
                    .seed = seed,
                    .measured = {.steps = 10, .travel = 1.25, .present_above = NAN, .at_once = 2}};
}

static void lines_come_back_but_the_last_if_cut(void **state) {
  (void)state;
  const char *path = twin_scratch("rows.csv");
  pathfan_error error = {""};
  pf_trial_rows rows;
  for (uint64_t seed = 1; seed <= 3; seed++) { /* opened anew each time */
    const pf_trial trial = trial_of(seed);
    assert_int_equal(pf_trial_rows_open(&rows, path, &error), PATHFAN_OK);
    assert_int_equal(rows.count, seed - 1);
    assert_int_equal(pf_trial_rows_add(&rows, &trial, "big", &error), PATHFAN_OK);
    pf_trial_rows_close(&rows);
  }
  char *text;
  size_t bytes;
  assert_int_equal(pf_read_file(path, 1 << 20, &text, &bytes, &error), PATHFAN_OK);
  text[bytes - 3] = 0; /* the last line is cut */
  twin_scratch_write("rows.csv", text);
  assert_int_equal(pf_trial_rows_open(&rows, path, &error), PATHFAN_OK);
  assert_int_equal(rows.count, 2);
  pf_trial wanted = trial_of(2);
  wanted.measured = (pf_trial_measures){.steps = 0};
  assert_false(pf_trial_rows_take(&rows, &wanted, "narrow"));
  assert_true(pf_trial_rows_take(&rows, &wanted, "big"));
  assert_true(wanted.measured.steps == 10 && wanted.measured.travel == 1.25 &&
              isnan(wanted.measured.present_above) && wanted.measured.at_once == 2);
  wanted = trial_of(3);
  assert_false(pf_trial_rows_take(&rows, &wanted, "big"));
  assert_int_equal(pf_trial_rows_add(&rows, &wanted, "big", &error), PATHFAN_OK);
  pf_trial_rows_close(&rows);
  char *again;
  assert_int_equal(pf_read_file(path, 1 << 20, &again, &bytes, &error), PATHFAN_OK);
  assert_memory_equal(text, again, strlen(text));
  free(again);
  free(text);
}

static void other_files_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {{"a,b\n1,2\n", "rows.csv:1: these aren't the columns"},
               {NULL, "rows.csv:2: expected 23 columns"}};
  for (int i = 0; i < 2; i++) {
    pathfan_error error = {""};
    pf_trial_rows rows;
    if (cases[i].text) {
      twin_scratch_write("rows.csv", cases[i].text);
    } else {
      twin_scratch_write("rows.csv", "");
      assert_int_equal(pf_trial_rows_open(&rows, twin_scratch("rows.csv"), &error), PATHFAN_OK);
      fputs("big,astar,none\n", rows.file);
      pf_trial_rows_close(&rows);
    }
    assert_int_equal(pf_trial_rows_open(&rows, twin_scratch("rows.csv"), &error),
                     PATHFAN_ERR_MALFORMED);
    if (!strstr(error.text, cases[i].message)) fail_msg("%s", error.text);
    assert_null(rows.file);
  }
}

SUITE(test_crowd_trials) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(strategies_do_as_the_paper_says),
                                     cmocka_unit_test(flows_are_found_on_any_map),
                                     cmocka_unit_test(intervals_are_students),
                                     cmocka_unit_test(lines_come_back_but_the_last_if_cut),
                                     cmocka_unit_test(other_files_are_refused)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove_all);
}
