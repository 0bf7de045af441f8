/* Participants and ratings on the disk: what is kept, replaced, refused; after a kill;
 * files of other versions; and what results come of them. */
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suite.h"
#include "twin_maps.h"
#include "viewer/study.h"

static pathfan_study_store *open_at(const char *name) {
  pathfan_study_store *store;
  pathfan_error error = {""};
  if (pathfan_study_store_open(twin_scratch(name), &store, &error)) fail_msg("%s", error.text);
  return store;
}

static pathfan_response response(const char *participant, const char *map, int32_t query, int a,
                                 int b, int c) {
  pathfan_response r = {.query = query, .from = {1.5, 2}, .to = {3, 4.25}, .ratings = {a, b, c}};
  snprintf(r.participant, sizeof r.participant, "%s", participant);
  snprintf(r.map, sizeof r.map, "%s", map);
  return r;
}

static void add(pathfan_study_store *store, pathfan_response r) {
  pathfan_error error = {""};
  if (pathfan_study_store_add(store, &r, &error)) fail_msg("%s", error.text);
}

typedef struct kept {
  int count;
  pathfan_response last;
} kept;

static void keep(void *context, const pathfan_response *r) {
  kept *k = context;
  k->count++;
  k->last = *r;
}

static kept all_of(pathfan_study_store *store, const char *participant) {
  kept k = {.count = 0};
  assert_int_equal(pathfan_study_store_each(store, participant, &k, keep, NULL), PATHFAN_OK);
  return k;
}

static void test_responses(void **state) {
  char a[40], b[40];
  (void)state;
  pathfan_study_store *store = open_at("responses.sqlite");
  assert_int_equal(pathfan_study_store_join(store, "games", a, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_study_store_join(store, "'); DROP TABLE responses; --", b, NULL),
                   PATHFAN_OK);
  assert_string_not_equal(a, b);
  assert_true(pathfan_study_store_knows(store, a) && pathfan_study_store_knows(store, b));
  assert_false(pathfan_study_store_knows(store, "nobody"));
  assert_false(pathfan_study_store_knows(store, "' OR 1 --"));
  add(store, response(a, "rooms", 0, 1, 2, 3));
  add(store, response(a, "rooms", 1, 1, 2, 3));
  add(store, response(a, "rooms", PATHFAN_QUERY_FREE, 1, 2, 3));
  add(store, response(b, "rooms", 0, 5, 5, 5));
  assert_int_equal(all_of(store, NULL).count, 4);
  assert_int_equal(all_of(store, a).count, 3);
  /* Again: replaced. Other ends of one's own: another response. */
  add(store, response(b, "rooms", 0, 4, 3, 2));
  const kept of_b = all_of(store, b);
  assert_int_equal(of_b.count, 1);
  assert_int_equal(of_b.last.ratings[0], 4);
  assert_int_equal(of_b.last.ratings[2], 2);
  assert_true(of_b.last.from.x == 1.5 && of_b.last.to.y == 4.25);
  assert_string_equal(of_b.last.map, "rooms");
  assert_int_equal(strlen(of_b.last.time), strlen("2026-01-01T00:00:00.000Z"));
  add(store, response(a, "rooms", PATHFAN_QUERY_FREE, 5, 5, 5));
  pathfan_response other = response(a, "rooms", PATHFAN_QUERY_FREE, 5, 5, 5);
  other.to.x = 7;
  add(store, other);
  assert_int_equal(all_of(store, a).count, 4);
  pathfan_study_store_close(store);
  store = open_at("responses.sqlite");
  assert_int_equal(all_of(store, NULL).count, 5);
  pathfan_study_store_close(store);
}

static void test_refused(void **state) {
  char a[40];
  pathfan_error error = {""};
  (void)state;
  pathfan_study_store *store = open_at("refused.sqlite");
  pathfan_response r = response("nobody", "rooms", 0, 1, 1, 1);
  assert_int_equal(pathfan_study_store_add(store, &r, &error), PATHFAN_ERR_ARGUMENT);
  assert_true(*error.text);
  assert_int_equal(pathfan_study_store_join(store, "", a, NULL), PATHFAN_OK);
  static const int bad[][4] = {{0, 0, 1, 1}, {0, 1, 6, 1}, {3, 1, 1, 1}, {-2, 1, 1, 1}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    r = response(a, "rooms", bad[i][0], bad[i][1], bad[i][2], bad[i][3]);
    assert_int_not_equal(pathfan_study_store_add(store, &r, &error), PATHFAN_OK);
  }
  assert_int_equal(all_of(store, NULL).count, 0);
  pathfan_study_store_close(store);
}

static void test_other_files(void **state) {
  const char *path = twin_scratch("newer.sqlite");
  pathfan_study_store *store;
  pathfan_error error = {""};
  sqlite3 *file;
  (void)state;
  assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
  assert_int_equal(sqlite3_exec(file, "PRAGMA user_version = 2", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(file);
  assert_int_equal(pathfan_study_store_open(path, &store, &error), PATHFAN_ERR_VERSION);
  assert_null(store);
  path = twin_scratch("text.sqlite");
  FILE *text = fopen(path, "w");
  assert_non_null(text);
  for (int i = 0; i < 1000; i++) fputs("this is no database\n", text);
  fclose(text);
  assert_int_equal(pathfan_study_store_open(path, &store, &error), PATHFAN_ERR_DAMAGED);
  assert_int_equal(pathfan_study_store_open("/nowhere/at/all", &store, &error), PATHFAN_ERR_IO);
}

/* What was acknowledged before a kill is there afterwards. */
static void test_killed(void **state) {
  (void)state;
  for (int round = 0; round < 5; round++) {
    int pipes[2], told = 0;
    char name[40], byte;
    snprintf(name, sizeof name, "killed-%d.sqlite", round);
    assert_int_equal(pipe(pipes), 0);
    const pid_t child = fork();
    if (!child) {
      char a[40];
      pathfan_study_store *store = open_at(name);
      if (pathfan_study_store_join(store, "", a, NULL)) _exit(1);
      for (int i = 0;; i++) {
        pathfan_response r = response(a, "rooms", PATHFAN_QUERY_FREE, 1, 2, 3);
        r.from.x = i;
        if (pathfan_study_store_add(store, &r, NULL) || write(pipes[1], "x", 1) != 1) _exit(1);
      }
    }
    close(pipes[1]);
    while (told < 7 * round + 3 && read(pipes[0], &byte, 1) == 1) told++;
    kill(child, SIGKILL);
    while (read(pipes[0], &byte, 1) == 1) told++;
    close(pipes[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    pathfan_study_store *store = open_at(name);
    const int there = all_of(store, NULL).count;
    assert_true(there == told || there == told + 1); /* the last one wasn't told of */
    pathfan_study_store_close(store);
  }
}

static void test_results(void **state) {
  /* The matrix of nine subjects in test_anova, as ratings. */
  static const int nine[][3] = {{2, 3, 4}, {3, 4, 3}, {4, 2, 4}, {2, 3, 1}, {2, 5, 3},
                                {3, 4, 4}, {3, 3, 1}, {2, 2, 3}, {4, 2, 5}};
  pathfan_study_results results;
  char id[40];
  (void)state;
  pathfan_study_store *store = open_at("results.sqlite");
  assert_int_equal(pathfan_study_results_of(store, &results, NULL), PATHFAN_OK);
  assert_int_equal(results.responses[PATHFAN_CATEGORY_ALL], 0);
  assert_true(isnan(results.means[PATHFAN_CATEGORY_ALL][0]) && !results.has_anova);
  for (int s = 0; s < 9; s++) {
    assert_int_equal(pathfan_study_store_join(store, "", id, NULL), PATHFAN_OK);
    /* Two responses whose mean is the row; one of each kind. */
    int more[3], less[3];
    for (int m = 0; m < 3; m++) {
      const int apart = nine[s][m] > 1 && nine[s][m] < 5;
      more[m] = nine[s][m] + apart;
      less[m] = nine[s][m] - apart;
    }
    add(store, response(id, "rooms", 1, more[0], more[1], more[2]));
    add(store, response(id, "caves", PATHFAN_QUERY_FREE, less[0], less[1], less[2]));
  }
  assert_int_equal(pathfan_study_results_of(store, &results, NULL), PATHFAN_OK);
  assert_int_equal(results.responses[PATHFAN_CATEGORY_PREDEFINED], 9);
  assert_int_equal(results.responses[PATHFAN_CATEGORY_USER], 9);
  assert_int_equal(results.responses[PATHFAN_CATEGORY_ALL], 18);
  assert_true(fabs(results.means[PATHFAN_CATEGORY_ALL][0] - 25.0 / 9) < 1e-12);
  assert_true(fabs(results.means[PATHFAN_CATEGORY_ALL][1] - 28.0 / 9) < 1e-12);
  assert_true(fabs(results.means[PATHFAN_CATEGORY_ALL][2] - 28.0 / 9) < 1e-12);
  assert_true(fabs(results.means[PATHFAN_CATEGORY_PREDEFINED][0] - 34.0 / 9) < 1e-12);
  assert_true(fabs(results.means[PATHFAN_CATEGORY_USER][0] - 16.0 / 9) < 1e-12);
  assert_true(results.has_anova);
  assert_int_equal(results.anova.subjects, 9);
  assert_true(fabs(results.anova.f - 0.26666666666666661) < 1e-12);
  assert_true(fabs(results.anova.p - 0.76926590994384403) < 1e-12);
  pathfan_study_store_close(store);
}

SUITE(test_study_store) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_responses),   cmocka_unit_test(test_refused),
      cmocka_unit_test(test_other_files), cmocka_unit_test(test_killed),
      cmocka_unit_test(test_results),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
