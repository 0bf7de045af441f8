/* Participants and ratings on disk: kept, replaced, refused; after a kill; files of other versions;
 * and the results computed from them. */
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
#include "twin_scratch.h"
#include "viewer/study_results.h"

static pf_study_store *open_plan(const char *name, const char *plan) {
  pf_study_store *store;
  pathfan_error error = {""};
  if (pf_study_store_open(twin_scratch(name), plan, "0.1", &store, &error))
    fail_msg("%s", error.text);
  return store;
}

static pf_study_store *open_at(const char *name) {
  return open_plan(name, "a plan");
}

static pf_response response(const char *participant, const char *map, int32_t query, int a, int b,
                            int c) {
  pf_response r = {.query = query,
                   .from = {1.5, 2},
                   .to = {3, 4.25},
                   .ratings = {a, b, c},
                   .paths = {4, 3, -1},
                   .seconds = 2.5,
                   .digest = "0123456789abcdef"};
  snprintf(r.participant, sizeof r.participant, "%s", participant);
  snprintf(r.map, sizeof r.map, "%s", map);
  return r;
}

static void add(pf_study_store *store, pf_response r) {
  pathfan_error error = {""};
  if (pf_study_store_add(store, &r, &error)) fail_msg("%s", error.text);
}

typedef struct kept {
  int count;
  pf_response last;
} kept;

static void keep(void *context, const pf_response *r) {
  kept *k = context;
  k->count++;
  k->last = *r;
}

static kept all_of(pf_study_store *store, const char *participant) {
  kept k = {.count = 0};
  assert_int_equal(pf_study_store_each(store, false, participant, &k, keep, NULL), PATHFAN_OK);
  return k;
}

static void test_responses(void **state) {
  char a[40], b[40];
  (void)state;
  pf_study_store *store = open_at("responses.sqlite");
  assert_int_equal(pf_study_store_join(store, "games", a, NULL), PATHFAN_OK);
  assert_int_equal(pf_study_store_join(store, "'); DROP TABLE responses; --", b, NULL), PATHFAN_OK);
  assert_string_not_equal(a, b);
  assert_true(pf_study_store_knows(store, a, NULL) && pf_study_store_knows(store, b, NULL));
  assert_false(pf_study_store_knows(store, "nobody", NULL));
  assert_false(pf_study_store_knows(store, "' OR 1 --", NULL));
  add(store, response(a, "rooms", 0, 1, 2, 3));
  add(store, response(a, "rooms", 1, 1, 2, 3));
  add(store, response(a, "rooms", PF_QUERY_FREE, 1, 2, 3));
  add(store, response(b, "rooms", 0, 5, 5, 5));
  assert_int_equal(all_of(store, NULL).count, 4);
  assert_int_equal(all_of(store, a).count, 3);
  /* A second rating replaces the first. A free query with other ends is another response. */
  add(store, response(b, "rooms", 0, 4, 3, 2));
  const kept of_b = all_of(store, b);
  assert_int_equal(of_b.count, 1);
  assert_int_equal(of_b.last.ratings[0], 4);
  assert_int_equal(of_b.last.ratings[2], 2);
  assert_true(of_b.last.from.x == 1.5 && of_b.last.to.y == 4.25);
  assert_string_equal(of_b.last.map, "rooms");
  assert_string_equal(of_b.last.digest, "0123456789abcdef");
  assert_true(of_b.last.paths[0] == 4 && of_b.last.paths[1] == 3 && of_b.last.paths[2] == -1);
  assert_true(of_b.last.seconds == 2.5 && of_b.last.study == 1 && of_b.last.place == 1);
  assert_int_equal(strlen(of_b.last.time), strlen("2026-01-01T00:00:00.000Z"));
  add(store, response(a, "rooms", PF_QUERY_FREE, 5, 5, 5));
  pf_response other = response(a, "rooms", PF_QUERY_FREE, 5, 5, 5);
  other.to.x = 7;
  add(store, other);
  assert_int_equal(all_of(store, a).count, 4);
  pf_study_store_close(store);
  store = open_at("responses.sqlite");
  assert_int_equal(all_of(store, NULL).count, 5);
  pf_study_store_close(store);
}

static void test_refused(void **state) {
  char a[40];
  pathfan_error error = {""};
  (void)state;
  pf_study_store *store = open_at("refused.sqlite");
  pf_response r = response("nobody", "rooms", 0, 1, 1, 1);
  assert_int_equal(pf_study_store_add(store, &r, &error), PATHFAN_ERR_ARGUMENT);
  assert_true(*error.text);
  assert_int_equal(pf_study_store_join(store, "", a, NULL), PATHFAN_OK);
  static const int bad[][4] = {{0, 0, 1, 1}, {0, 1, 6, 1}, {12, 1, 1, 1}, {-2, 1, 1, 1}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    r = response(a, "rooms", bad[i][0], bad[i][1], bad[i][2], bad[i][3]);
    assert_int_not_equal(pf_study_store_add(store, &r, &error), PATHFAN_OK);
  }
  assert_int_equal(all_of(store, NULL).count, 0);
  pf_study_store_close(store);
}

static void test_other_files(void **state) {
  const char *path = twin_scratch("newer.sqlite");
  pf_study_store *store;
  pathfan_error error = {""};
  sqlite3 *file;
  (void)state;
  assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
  assert_int_equal(sqlite3_exec(file, "PRAGMA user_version = 3", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(file);
  assert_int_equal(pf_study_store_open(path, "", "", &store, &error), PATHFAN_ERR_VERSION);
  assert_null(store);
  path = twin_scratch("text.sqlite");
  FILE *text = fopen(path, "w");
  assert_non_null(text);
  for (int i = 0; i < 1000; i++) fputs("this is no database\n", text);
  fclose(text);
  assert_int_equal(pf_study_store_open(path, "", "", &store, &error), PATHFAN_ERR_DAMAGED);
  assert_int_equal(pf_study_store_open("/nowhere/at/all", "", "", &store, &error), PATHFAN_ERR_IO);
}

/* Answers belong to the plan under which they were given, and are back when that plan is. */
static void test_other_plans(void **state) {
  char a[40], b[40];
  int32_t place;
  (void)state;
  pf_study_store *store = open_plan("plans.sqlite", "a map");
  assert_int_equal(pf_study_store_number(store), 1);
  assert_int_equal(pf_study_store_join(store, "", a, NULL), PATHFAN_OK);
  add(store, response(a, "rooms", 0, 1, 2, 3));
  pf_study_store_close(store);

  store = open_plan("plans.sqlite", "another map of the same name");
  assert_int_equal(pf_study_store_number(store), 2);
  assert_int_equal(all_of(store, NULL).count, 0);
  assert_int_equal(pf_study_store_others(store), 1);
  assert_false(pf_study_store_knows(store, a, NULL));
  pf_response r = response(a, "rooms", 0, 1, 2, 3);
  assert_int_equal(pf_study_store_add(store, &r, NULL), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pf_study_store_join(store, "", b, NULL), PATHFAN_OK);
  assert_true(pf_study_store_knows(store, b, &place) && place == 0);
  add(store, response(b, "rooms", 0, 5, 5, 5));
  kept k = {.count = 0};
  assert_int_equal(pf_study_store_each(store, true, NULL, &k, keep, NULL), PATHFAN_OK);
  assert_int_equal(k.count, 2);
  assert_int_equal(k.last.study, 2);
  pf_study_store_close(store);

  store = open_plan("plans.sqlite", "a map");
  assert_int_equal(pf_study_store_number(store), 1);
  assert_true(pf_study_store_knows(store, a, &place) && place == 0);
  assert_int_equal(all_of(store, NULL).count, 1);
  pf_study_store_close(store);
}

/* A file made by version 1: its answers stay, as those of a study whose plan is unknown. */
static void test_version_1(void **state) {
  static const char made[] =
      "CREATE TABLE participants (id TEXT PRIMARY KEY NOT NULL, background TEXT NOT NULL, time "
      "TEXT "
      "NOT NULL) STRICT;"
      "CREATE TABLE responses (participant TEXT NOT NULL REFERENCES participants (id), map TEXT "
      "NOT "
      "NULL, query INTEGER NOT NULL CHECK (query BETWEEN -1 AND 2), from_x REAL NOT NULL, from_y "
      "REAL NOT NULL, to_x REAL NOT NULL, to_y REAL NOT NULL, a INTEGER NOT NULL CHECK (a BETWEEN "
      "1 "
      "AND 5), b INTEGER NOT NULL CHECK (b BETWEEN 1 AND 5), c INTEGER NOT NULL CHECK (c BETWEEN 1 "
      "AND 5), time TEXT NOT NULL, PRIMARY KEY (participant, map, query, from_x, from_y, to_x, "
      "to_y)) STRICT;"
      "PRAGMA user_version = 1;"
      "INSERT INTO participants VALUES ('p', 'games', '2026-01-01'), ('o', 'none', '2025-01-01');"
      "INSERT INTO responses VALUES ('p', 'rooms', -1, 1, 2, 3, 4, 5, 4, 3, '2026-01-02');";
  sqlite3 *file;
  (void)state;
  assert_int_equal(sqlite3_open(twin_scratch("old.sqlite"), &file), SQLITE_OK);
  assert_int_equal(sqlite3_exec(file, made, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(file);
  for (int again = 0; again < 2; again++) {
    pf_study_store *store = open_at("old.sqlite");
    assert_int_equal(pf_study_store_number(store), 2);
    assert_int_equal(all_of(store, NULL).count, 0);
    kept k = {.count = 0};
    assert_int_equal(pf_study_store_each(store, true, NULL, &k, keep, NULL), PATHFAN_OK);
    assert_true(k.count == 1 && k.last.study == 1 && k.last.place == 1 && k.last.ratings[0] == 5);
    assert_true(isnan(k.last.seconds) && k.last.paths[0] == -1 && !*k.last.digest);
    assert_string_equal(k.last.time, "2026-01-02");
    pf_study_store_close(store);
  }
}

/* Six consecutive participants see each order once; each method follows each other equally
 * often. */
static void test_orders(void **state) {
  int seen[6] = {0}, after[3][3] = {{0}};
  (void)state;
  for (int32_t place = 6; place < 12; place++) {
    int order[3];
    for (int letter = 0; letter < 3; letter++) order[letter] = pf_study_method(place, letter);
    assert_int_equal(1 << order[0] | 1 << order[1] | 1 << order[2], 7);
    seen[2 * order[0] + (order[1] > order[2])]++;
    for (int i = 0; i < 2; i++) after[order[i]][order[i + 1]]++;
  }
  for (int i = 0; i < 6; i++) assert_int_equal(seen[i], 1);
  for (int i = 0; i < 9; i++) assert_int_equal(after[i / 3][i % 3], i % 4 ? 2 : 0);
  for (int letter = 0; letter < 3; letter++)
    assert_int_equal(pf_study_method(0, letter), letter); /* the first as in the paper */
}

/* Responses acknowledged before a kill are there afterwards. */
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
      pf_study_store *store = open_at(name);
      if (pf_study_store_join(store, "", a, NULL)) _exit(1);
      for (int i = 0;; i++) {
        pf_response r = response(a, "rooms", PF_QUERY_FREE, 1, 2, 3);
        r.from.x = i;
        if (pf_study_store_add(store, &r, NULL) || write(pipes[1], "x", 1) != 1) _exit(1);
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
    pf_study_store *store = open_at(name);
    const int there = all_of(store, NULL).count;
    assert_true(there == told || there == told + 1); /* the last one may be unacknowledged */
    pf_study_store_close(store);
  }
}

static void test_results(void **state) {
  /* The matrix of nine subjects in test_anova, as ratings. */
  static const int nine[][3] = {{2, 3, 4}, {3, 4, 3}, {4, 2, 4}, {2, 3, 1}, {2, 5, 3},
                                {3, 4, 4}, {3, 3, 1}, {2, 2, 3}, {4, 2, 5}};
  pf_study_results results;
  char id[40];
  (void)state;
  pf_study study = {.map_count = 2,
                    .maps = {{.id = "rooms", .query_count = 1}, {.id = "caves", .query_count = 2}}};
  study.store = open_at("results.sqlite");
  assert_int_equal(pf_study_results_of(&study, false, &results, NULL), PATHFAN_OK);
  const pf_study_row *all = &results.rows[PF_CATEGORY_ALL];
  assert_int_equal(all->responses, 0);
  assert_true(isnan(all->means[0]) && isnan(all->sds[0]) && !all->has_anova);
  for (int s = 0; s < 9; s++) {
    assert_int_equal(pf_study_store_join(study.store, "", id, NULL), PATHFAN_OK);
    /* Two responses whose mean is the row, one of each kind. */
    int more[3], less[3];
    for (int m = 0; m < 3; m++) {
      const int apart = nine[s][m] > 1 && nine[s][m] < 5;
      more[m] = nine[s][m] + apart;
      less[m] = nine[s][m] - apart;
    }
    add(study.store, response(id, "rooms", 0, more[0], more[1], more[2]));
    add(study.store, response(id, "caves", PF_QUERY_FREE, less[0], less[1], less[2]));
    if (s > 1) continue;
    /* Two participants have rated everything. */
    add(study.store, response(id, "rooms", PF_QUERY_FREE, 3, 3, 3));
    add(study.store, response(id, "caves", 0, 3, 3, 3));
    add(study.store, response(id, "caves", 1, 3, 3, s + 3));
  }
  assert_int_equal(pf_study_results_of(&study, true, &results, NULL), PATHFAN_OK);
  assert_true(results.participants == 2 && results.complete == 2);
  assert_int_equal(all->responses, 10);
  assert_int_equal(all->anova.subjects, 2);
  assert_int_equal(pf_study_results_of(&study, false, &results, NULL), PATHFAN_OK);
  assert_true(results.participants == 9 && results.complete == 2);
  const pf_study_row *given = &results.rows[PF_CATEGORY_PREDEFINED];
  assert_int_equal(given->responses, 13);
  assert_int_equal(results.rows[PF_CATEGORY_USER].responses, 11);
  assert_int_equal(all->responses, 24);
  assert_true(fabs(given->means[0] - (34.0 + 12) / 13) < 1e-12);
  assert_int_equal(results.maps[0].responses, 11);
  assert_int_equal(results.maps[1].responses, 13);
  /* In R: sd(c(3,4,5,3,3,4,4,3,5, 3,3,3,3)), the first method's ratings for given queries. */
  assert_true(fabs(given->sds[0] - 0.77625002580618326) < 1e-12);
  pf_study_store_close(study.store);
}

/* Means of participants: the matrix of nine in test_anova, against R as there. */
static void test_means_of_participants(void **state) {
  static const int nine[][3] = {{2, 3, 4}, {3, 4, 3}, {4, 2, 4}, {2, 3, 1}, {2, 5, 3},
                                {3, 4, 4}, {3, 3, 1}, {2, 2, 3}, {4, 2, 5}};
  pf_study study = {.map_count = 1, .maps = {{.id = "rooms", .query_count = 1}}};
  pf_study_results results;
  char id[40];
  (void)state;
  study.store = open_at("means.sqlite");
  for (int s = 0; s < 9; s++) {
    assert_int_equal(pf_study_store_join(study.store, "", id, NULL), PATHFAN_OK);
    for (int i = 0; i <= s; i++) { /* participants with more answers count no more */
      pf_response r = response(id, "rooms", PF_QUERY_FREE, nine[s][0], nine[s][1], nine[s][2]);
      r.from.x = i;
      add(study.store, r);
    }
  }
  assert_int_equal(pf_study_results_of(&study, false, &results, NULL), PATHFAN_OK);
  const pf_study_row *row = &results.rows[PF_CATEGORY_USER];
  assert_true(row->has_anova && row->anova.subjects == 9);
  assert_true(fabs(row->anova.f - 0.26666666666666661) < 1e-12);
  assert_true(fabs(row->anova.p - 0.76926590994384403) < 1e-12);
  assert_true(fabs(row->of_participants[0].low - 2.13722107355439839) < 1e-12);
  assert_true(fabs(row->pairs[1].p - 0.43785162180451864) < 1e-12);
  pf_study_store_close(study.store);
}

SUITE(test_study_store) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_responses),   cmocka_unit_test(test_refused),
      cmocka_unit_test(test_other_files), cmocka_unit_test(test_killed),
      cmocka_unit_test(test_results),     cmocka_unit_test(test_means_of_participants),
      cmocka_unit_test(test_other_plans), cmocka_unit_test(test_version_1),
      cmocka_unit_test(test_orders),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
