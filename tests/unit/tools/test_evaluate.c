/* test_evaluate.c - the parts of an evaluation: files of maps are read as written, and statistics
 * of suites equal a slow recomputation. The command is tested in tests/cli/test_evaluate.sh. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "evaluate/csv.h"
#include "evaluate/evaluate.h"
#include "evaluate/suite.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

static void assert_close(double a, double b) {
  if (isnan(a) && isnan(b)) return;
  if (!(fabs(a - b) <= 1e-6 * (1 + fabs(b)))) fail_msg("%.12g is not %.12g", a, b);
}

/* ---- Numbers in tables ---- */

static void numbers_come_back(void **state) {
  (void)state;
  char text[1024];
  pf_random random = pf_random_from(3);
  for (int i = 0; i < 2000; i++) {
    const double wanted[3] = {(double)pf_random_between(&random, -2000000, 2000000) / 1000,
                              i % 3 ? (double)i : NAN, i % 5 ? NAN : -0.5};
    FILE *stream = fmemopen(text, sizeof text, "w");
    for (int k = 0; k < 3; k++) {
      if (k) putc(',', stream);
      pf_csv_number(stream, wanted[k], 6);
    }
    fclose(stream);
    pf_span line = {text, strlen(text)};
    for (int k = 0; k < 3; k++) {
      double value = 0;
      assert_true(pf_csv_take(&line, &value));
      assert_close(value, wanted[k]);
    }
    assert_null(line.at);
  }
}

static void other_things_are_no_numbers(void **state) {
  (void)state;
  static const char *const bad[] = {"x", "-", ".", "1.2.3", "1e5", "nan", "--1", "1-", " 1"};
  double value = 0;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    pf_span line = {bad[i], strlen(bad[i])};
    if (pf_csv_take(&line, &value)) fail_msg("'%s' was taken", bad[i]);
  }
}

/* ---- Files of maps ---- */

/* Lists the methods for indexes with `tables` tables. */
static pf_compared_methods list_of(int32_t tables) {
  pf_evaluate_options options;
  pf_compared_methods all;
  pf_evaluate_options_init(&options);
  options.tables = tables;
  options.paths_sample = 3;
  pf_compared_methods_list(&options, &all);
  return all;
}

static double some(pf_random *random, double most) {
  return (double)pf_random_below(random, 1000000) * most / 1e6;
}

/* Makes up figures, with ties, gaps and missing methods. */
static pf_map_result invent(const pf_compared_methods *all, int32_t queries, uint64_t seed) {
  pf_random random = pf_random_from(seed);
  pf_map_result map;
  assert_int_equal(pf_map_result_init(&map, queries, all->count), PATHFAN_OK);
  map.facts.queries = queries;
  map.facts.convex = (double)pf_random_below(&random, 500);
  map.facts.flaws = 1;
  for (int s = 0; s < PF_SEPARATIONS; s++) {
    map.facts.separations[s].near = s;
    map.facts.separations[s].apart = some(&random, 100);
  }
  for (int32_t q = 0; q < queries; q++) {
    pf_query_row *row = &map.queries[q];
    row->line = q + 2;
    row->length = pf_random_chance(&random, 0.1) ? -1 : floor(some(&random, 300));
    row->expanded = pf_random_chance(&random, 0.05) ? -1 : pf_random_below(&random, 40);
    row->via = pf_random_between(&random, 0, 40);
    for (int32_t c = 0; c < all->count; c++) {
      pf_measurement *at = &map.at[(int64_t)q * all->count + c];
      if (all->list[c].family == PF_FAMILY_PEN || q % all->list[c].every) continue;
      at->us = (float)floor(some(&random, 1e6)) / 1000;
      at->paths = pf_random_chance(&random, 0.8) ? 3 : pf_random_between(&random, 0, 2);
      if (all->list[c].sampled || all->list[c].paths != PF_EVALUATE_PATHS || at->paths != 3)
        continue;
      at->stretch = 1 + (float)some(&random, 1);
      at->similarity = (float)some(&random, 0.4);
      at->optimality = (float)some(&random, 1);
      at->length = (float)some(&random, 500);
    }
  }
  return map;
}

static const pf_map_entry entry = {.suite = "a,b", .name = "c\"d", .key = "a,b.c\"d"};
static const pf_map_identity identity = {"tables=3", "0123"};

static void write_map(const pf_compared_methods *all, const pf_map_result *map) {
  pathfan_error error = {""};
  if (pf_map_file_write(twin_scratch("m.csv"), &entry, &identity, all, map, &error))
    fail_msg("%s", error.text);
}

static pf_map_file_state read_map(const pf_map_identity *wanted, const pf_compared_methods *all,
                                  pf_map_result *map) {
  pf_map_file_state state;
  pf_map_identity found;
  assert_int_equal(pf_map_file_read(twin_scratch("m.csv"), wanted, all, &state, &found, map),
                   PATHFAN_OK);
  if (state == PF_MAP_FILE_OTHER_SETTINGS) assert_string_equal(found.settings, identity.settings);
  return state;
}

static void maps_come_back(void **state) {
  (void)state;
  for (int32_t tables = 1; tables <= 8; tables += 3) {
    const pf_compared_methods all = list_of(tables);
    pf_map_result map = invent(&all, 50, (uint64_t)tables), same;
    write_map(&all, &map);
    assert_int_equal(read_map(&identity, &all, &same), PF_MAP_FILE_READY);
    assert_int_equal(same.query_count, 50);
    assert_close(same.facts.convex, map.facts.convex);
    assert_true(isnan(same.facts.build_seconds));
    for (int s = 0; s < PF_SEPARATIONS; s++) {
      assert_close(same.facts.separations[s].near, s);
      assert_close(same.facts.separations[s].apart, map.facts.separations[s].apart);
      assert_true(isnan(same.facts.separations[s].us));
    }
    for (int32_t q = 0; q < 50; q++) {
      assert_int_equal(same.queries[q].line, map.queries[q].line);
      assert_int_equal(same.queries[q].expanded, map.queries[q].expanded);
      assert_int_equal(same.queries[q].via, map.queries[q].via);
      assert_close(same.queries[q].length, map.queries[q].length);
    }
    for (int32_t i = 0; i < 50 * all.count; i++) {
      assert_int_equal(same.at[i].paths, map.at[i].paths);
      assert_close(same.at[i].us, map.at[i].us);
      assert_close(same.at[i].stretch, map.at[i].stretch);
      assert_close(same.at[i].similarity, map.at[i].similarity);
      assert_close(same.at[i].optimality, map.at[i].optimality);
      assert_close(same.at[i].length, map.at[i].length);
    }
    pf_map_result_free(&map);
    pf_map_result_free(&same);
  }
}

static void other_files_are_not_used(void **state) {
  (void)state;
  const pf_compared_methods all = list_of(3), more = list_of(5);
  pf_map_result map = invent(&all, 8, 1), read;
  pf_map_identity other = identity;
  write_map(&all, &map);
  pf_map_result_free(&map);
  assert_int_equal(read_map(&identity, &all, NULL), PF_MAP_FILE_READY);
  strcpy(other.digest, "4567");
  assert_int_equal(read_map(&other, &all, NULL), PF_MAP_FILE_ABSENT);
  strcpy(other.digest, "");
  assert_int_equal(read_map(&other, &all, NULL), PF_MAP_FILE_READY);
  strcpy(other.settings, "tables=5");
  assert_int_equal(read_map(&other, &all, NULL), PF_MAP_FILE_OTHER_SETTINGS);
  assert_int_equal(read_map(&identity, &more, NULL), PF_MAP_FILE_ABSENT);

  /* Cut off anywhere, or with a byte changed in its table, the file counts as absent. */
  char *text;
  size_t bytes;
  assert_int_equal(pf_read_file(twin_scratch("m.csv"), 1 << 20, &text, &bytes, NULL), 0);
  for (size_t cut = 0; cut + 1 < bytes; cut += 1 + cut / 20) {
    FILE *file = fopen(twin_scratch("m.csv"), "w");
    fwrite(text, 1, cut, file);
    fclose(file);
    const pf_map_file_state found = read_map(&identity, &all, &read);
    if (found == PF_MAP_FILE_READY) fail_msg("cut to %zu of %zu bytes it was read", cut, bytes);
    pf_map_result_free(&read);
  }
  text[bytes - 3] = 'x';
  FILE *file = fopen(twin_scratch("m.csv"), "w");
  fwrite(text, 1, bytes, file);
  fclose(file);
  assert_int_equal(read_map(&identity, &all, NULL), PF_MAP_FILE_ABSENT);
  free(text);
  unlink(twin_scratch("m.csv"));
  assert_int_equal(read_map(&identity, &all, NULL), PF_MAP_FILE_ABSENT);
}

/* ---- Statistics, again and slowly ---- */

#define MAPS 3
#define QUERIES 211 /* no multiple of 10 or 20 */

/* The rows of all maps that have a path, in order. */
typedef struct flat {
  int32_t count;
  const pf_query_row *query[MAPS * QUERIES];
  const pf_measurement *at[MAPS * QUERIES];
} flat;

/* Counts the rows before row i when sorted by a number, ties in order. */
static int32_t rank_of(const flat *rows, int32_t i, double (*number)(const pf_query_row *)) {
  int32_t before = 0;
  if (number(rows->query[i]) < 0) return -1;
  for (int32_t k = 0; k < rows->count; k++) {
    const double mine = number(rows->query[i]), other = number(rows->query[k]);
    before += other >= 0 && (other < mine || (other == mine && k < i));
  }
  return before;
}

static double length_of(const pf_query_row *query) {
  return query->length;
}

static double expanded_of(const pf_query_row *query) {
  return (double)query->expanded;
}

/* Returns the mean time of the rows with ranks in part `part` of `parts`. */
static double slow_mean(const flat *rows, const int32_t *rank, int32_t ranked, int part, int parts,
                        int32_t c) {
  double sum = 0;
  int32_t count = 0;
  for (int32_t i = 0; i < rows->count; i++)
    if (rank[i] >= ranked * part / parts && rank[i] < ranked * (part + 1) / parts &&
        !isnan(rows->at[i][c].us)) {
      sum += rows->at[i][c].us;
      count++;
    }
  return count ? sum / count : NAN;
}

static void check_times(const pf_suite *suite, const flat *rows) {
  static int32_t by_length[MAPS * QUERIES], by_work[MAPS * QUERIES];
  int32_t ranked = 0;
  for (int32_t i = 0; i < rows->count; i++) {
    by_length[i] = rank_of(rows, i, length_of);
    by_work[i] = rank_of(rows, i, expanded_of);
    ranked += by_work[i] >= 0;
  }
  assert_int_equal(suite->ranked, ranked);
  for (int32_t c = 0; c < suite->methods->count; c++) {
    const pf_method_figures *it = &suite->at[c];
    assert_close(it->mean_us, slow_mean(rows, by_length, rows->count, 0, 1, c));
    for (int b = 0; b < PF_PERCENTILE_BINS; b++)
      assert_close(it->percentile_us[b],
                   slow_mean(rows, by_work, ranked, b, PF_PERCENTILE_BINS, c));
    for (int d = 0; d < PF_DECILES; d++)
      assert_close(it->decile_us[d], slow_mean(rows, by_length, rows->count, d, PF_DECILES, c));
    /* Fewer than half of the times are below the median, and at least half aren't above it. */
    int32_t timed = 0, below = 0, equal = 0;
    for (int32_t i = 0; i < rows->count; i++) {
      const double us = rows->at[i][c].us;
      timed += !isnan(us);
      below += us < it->median_us;
      equal += us == it->median_us;
    }
    if (timed) assert_true(equal > 0 && 2 * below < timed && 2 * (below + equal) >= timed);
  }
}

static void check_counts(const pf_suite *suite, const flat *rows) {
  for (int32_t c = 0; c < suite->methods->count; c++) {
    const pf_method_figures *it = &suite->at[c];
    int64_t found[4] = {0}, sum = 0, fewer = 0;
    const int32_t dissim = pf_compared_method_find(suite->methods, PF_FAMILY_DISSIM, 0, 3);
    for (int32_t i = 0; i < rows->count; i++) {
      if (rows->at[i][c].paths < 0) continue;
      found[rows->at[i][c].paths]++;
      if (rows->at[i][c].paths < rows->at[i][dissim].paths) fewer++;
    }
    assert_int_equal(it->fewer, fewer);
    for (int i = 0; i < 4; i++) {
      assert_int_equal(it->found[i], found[i]);
      sum += it->found[i];
    }
    assert_int_equal(it->asked, sum);
  }
  int64_t via = 0;
  for (int i = 0; i < PF_VIA_SHOWN + 2; i++) via += suite->via[i];
  assert_int_equal(via, rows->count);
}

/* Checks the methods of table 7 that are there: all CVPD, Pla, Dissim; Pen is missing. */
static void check_quality(const pf_suite *suite, const flat *rows) {
  const pf_compared_methods *all = suite->methods;
  double stretch = 0, worst = 0, similarity = 0, least = 2, length = 0;
  int64_t common = 0;
  const int32_t mine = pf_compared_method_find(all, PF_FAMILY_CVPD_15, 2, 3);
  for (int32_t i = 0; i < rows->count; i++) {
    bool every = true;
    for (int32_t c = 0; c < all->count; c++) {
      const pf_compared_method *it = &all->list[c];
      const bool compared =
          !it->sampled && ((it->family <= PF_FAMILY_CVPD_ALL && it->tables <= 3) ||
                           it->family == PF_FAMILY_PLA || it->family == PF_FAMILY_DISSIM);
      if (compared && rows->at[i][c].paths != 3) every = false;
    }
    if (!every) continue;
    const pf_measurement *at = &rows->at[i][mine];
    common++;
    stretch += at->stretch;
    if (at->stretch > worst) worst = at->stretch;
    similarity += at->similarity;
    if (at->optimality < least) least = at->optimality;
    length += at->length;
  }
  assert_true(common > 5);
  const pf_quality *q = &suite->at[mine].quality[PF_COMPARE_PAPER];
  assert_int_equal(suite->common[PF_COMPARE_PAPER], common);
  assert_int_equal(q->queries, common);
  assert_close(q->stretch_mean, stretch / (double)common);
  assert_close(q->stretch_max, worst);
  assert_close(q->similarity_mean, similarity / (double)common);
  assert_close(q->optimality_min, least);
  assert_close(q->length_mean, length / (double)common);
  assert_true(suite->common[PF_COMPARE_OWN] > common);
  const int32_t pen = pf_compared_method_find(all, PF_FAMILY_PEN, 0, 3);
  assert_int_equal(suite->at[pen].asked, 0);
  assert_int_equal(suite->at[pen].quality[PF_COMPARE_PAPER].queries, 0);
}

static void suites_add_up(void **state) {
  (void)state;
  for (int32_t tables = 3; tables <= 6; tables += 3) {
    const pf_compared_methods all = list_of(tables);
    pf_map_result kept[MAPS], given[MAPS];
    pf_suite suite;
    flat *rows = calloc(1, sizeof *rows);
    assert_non_null(rows);
    assert_int_equal(pf_suite_init(&suite, "s", &all), PATHFAN_OK);
    for (int m = 0; m < MAPS; m++) {
      kept[m] = invent(&all, QUERIES, (uint64_t)(m + tables));
      given[m] = invent(&all, QUERIES, (uint64_t)(m + tables));
      for (int32_t q = 0; q < QUERIES; q++)
        if (kept[m].queries[q].length >= 0) {
          rows->query[rows->count] = &kept[m].queries[q];
          rows->at[rows->count++] = &kept[m].at[(int64_t)q * all.count];
        }
      assert_int_equal(pf_suite_add(&suite, &given[m]), PATHFAN_OK);
    }
    assert_int_equal(pf_suite_finish(&suite), PATHFAN_OK);
    assert_int_equal(suite.queries, MAPS * QUERIES);
    assert_int_equal(suite.with_path, rows->count);
    assert_close(PF_SUITE_MEAN(&suite, convex),
                 (kept[0].facts.convex + kept[1].facts.convex + kept[2].facts.convex) / 3);
    for (int s = 0; s < PF_SEPARATIONS; s++)
      assert_close(suite.sum.separations[s].apart, kept[0].facts.separations[s].apart +
                                                       kept[1].facts.separations[s].apart +
                                                       kept[2].facts.separations[s].apart);
    check_counts(&suite, rows);
    check_times(&suite, rows);
    check_quality(&suite, rows);
    pf_suite_free(&suite);
    for (int m = 0; m < MAPS; m++) pf_map_result_free(&kept[m]);
    free(rows);
  }
}

static void methods_are_all_different(void **state) {
  (void)state;
  for (int32_t tables = 1; tables <= 8; tables++) {
    const pf_compared_methods all = list_of(tables);
    int defaults = 0;
    assert_true(all.count <= PF_COMPARED_METHODS_MAX);
    for (int32_t c = 0; c < all.count; c++) {
      defaults += all.list[c].is_default;
      assert_true(all.list[c].tables <= tables);
      for (int32_t d = 0; d < c; d++) assert_string_not_equal(all.list[c].name, all.list[d].name);
    }
    assert_int_equal(defaults, 1);
    for (int32_t c = 0; c < all.count; c++) {
      const pathfan_request r = pf_compared_method_request(&all.list[c]);
      assert_true(r.separation == 0 && r.separation_share == 0 && !r.fill && r.max_loop == 0);
      assert_int_equal(r.splices, PATHFAN_SPLICES_NEVER);
    }
    /* The default request sets nothing except that it does without separation. */
    pathfan_request plain, asked;
    pathfan_request_init(&plain);
    asked = pf_compared_method_request(&all.list[pf_compared_method_default(&all)]);
    assert_int_equal(asked.tables, plain.tables);
    assert_int_equal(asked.paths, plain.paths);
    assert_int_equal(asked.access, plain.access);
    assert_int_equal(asked.effort, plain.effort);
    assert_int_equal(asked.algorithm, plain.algorithm);
    assert_true(asked.stretch == plain.stretch && asked.dissimilarity == plain.dissimilarity);
  }
}

SUITE(test_evaluate) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_come_back), cmocka_unit_test(other_things_are_no_numbers),
      cmocka_unit_test(maps_come_back),    cmocka_unit_test(other_files_are_not_used),
      cmocka_unit_test(suites_add_up),     cmocka_unit_test(methods_are_all_different)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
