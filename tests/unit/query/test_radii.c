/* An index of several radii is, for each of them, the index of that radius alone: section for
 * section and answer for answer; also on the ways there, and when anything goes wrong. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "answer_sum.h"
#include "pathfan/obstacles.h"
#include "radii_fixture.h"
#include "format/sections.h"
#include "suite.h"

/* ---- The file ---- */

/* Each section of a radius has the bytes of that section in the index of that radius alone; the map
 * is there once; and nothing else is. */
static void test_sections(void **state) {
  (void)state;
  pathfan_reader *all, *one;
  uint32_t found = 0, wanted = 1;
  assert_int_equal(pathfan_reader_open(twin_scratch("all.pathfan"), NULL, &all, NULL), PATHFAN_OK);
  for (int k = 0; k < RADII; k++) {
    assert_int_equal(pathfan_reader_open(twin_scratch(alone[k]), NULL, &one, NULL), PATHFAN_OK);
    for (uint32_t i = 0; i < pathfan_reader_section_count(one); i++) {
      const pathfan_section *s = pathfan_reader_section(one, i);
      const pf_section_id id = pf_section_named(s->name);
      const int32_t table = strncmp(s->name, "cvpd", 4) == 0 ? s->name[4] - '1' : 0;
      const pf_section_name name = pf_section_name_at(k, id, table);
      const pathfan_section *same = pathfan_reader_find(all, name.text);
      if (!same) fail_msg("no section %s", name.text);
      assert_memory_equal(same->digest, s->digest, sizeof s->digest);
      assert_int_equal(same->count, s->count);
      assert_int_equal(same->flags, s->flags);
      found += !pf_section_is_shared(id);
    }
    pathfan_reader_close(one);
  }
  while (pathfan_reader_section(all, wanted)) wanted++;
  assert_int_equal(wanted, found + 1); /* the source */
  pathfan_reader_close(all);
}

/* One radius in a list is that radius; and an index of several is built again as it was. */
static void test_same_files(void **state) {
  (void)state;
  build_well("rooms.map", "listed.pathfan", radii + 1, 1);
  assert_same_file("listed.pathfan", alone[1]);
  build_well("all.pathfan", "again.pathfan", NULL, 0);
  assert_same_file("again.pathfan", "all.pathfan");
  build_well("all.pathfan", "other.pathfan", radii + 2, 1);
  assert_same_file("other.pathfan", alone[2]);
}

/* ---- Answers ---- */

static void assert_measured(pathfan_query *all, const pathfan_answer *a, pathfan_query *one,
                            const pathfan_answer *b) {
  pathfan_measures x = {0}, y = {0};
  pathfan_query *of;
  if (!a->path_count) return;
  assert_int_equal(pathfan_query_at_radius(all, a->radius, &of), PATHFAN_OK);
  assert_int_equal(pathfan_query_measure(of, a->paths, a->path_count, NULL, &x), PATHFAN_OK);
  assert_int_equal(pathfan_query_measure(one, b->paths, b->path_count, NULL, &y), PATHFAN_OK);
  assert_memory_equal(&x, &y, sizeof x);
}

static void test_answers(void **state) {
  (void)state;
  pathfan_index *all = open_at("all.pathfan", 0), *index[RADII];
  pathfan_query *query = query_of(all), *one[RADII];
  for (int k = 0; k < RADII; k++) one[k] = query_of(index[k] = open_at(alone[k], 0));
  for (int i = 0; i < REQUESTS; i++)
    for (int k = RADII - 1; k >= 0; k--) {
      const pathfan_answer *b = ask(one[k], i, 0);
      const uint64_t wanted = sum_of(b);
      /* The radius itself, and one just above that of the next smaller agents. */
      const double between = nextafter(k ? radii[k - 1] : 0, 1);
      const pathfan_answer *a = ask(query, i, between);
      assert_int_equal(sum_of(a), wanted);
      assert_true(a->radius == radii[k]);
      a = ask(query, i, radii[k]);
      assert_int_equal(sum_of(a), wanted);
      assert_measured(query, a, one[k], b);
      if (!k) { /* asked for or not */
        a = ask(query, i, 0);
        assert_int_equal(sum_of(a), wanted);
        assert_true(a->radius == 0);
      }
      /* The index of one radius knows it, too. */
      assert_int_equal(sum_of(ask(one[k], i, radii[k] / 2)), wanted);
    }
  for (int k = 0; k < RADII; k++) {
    pathfan_query_free(one[k]);
    pathfan_index_close(index[k]);
  }
  pathfan_query_free(query);
  pathfan_index_close(all);
}

typedef struct visited {
  uint64_t sum;
  pathfan_query *query;
} visited;

static bool visit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  visited *v = context;
  const uint64_t sum = sum_of(answer);
  const pathfan_answer *none;
  pathfan_request r = request_of((int)i);
  v->sum = mix(mix(v->sum, &sum, sizeof sum), &chosen, sizeof chosen);
  /* The query object is in use, whatever the radius. */
  assert_int_equal(pathfan_query_paths(v->query, &r, &none), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(pathfan_query_error(v->query), "visit"));
  return true;
}

static void test_group(void **state) {
  (void)state;
  const pathfan_point points[] = {{2, 2}, {20, 3}, {12.5, 9.5}, {3, 15}, {22, 16}};
  pathfan_index *all = open_at("all.pathfan", 0);
  pathfan_query *query = query_of(all);
  for (int k = 0; k < RADII; k++) {
    pathfan_index *index = open_at(alone[k], 0);
    visited a = {0, query}, b = {0, query_of(index)};
    pathfan_shares shares = {.seed = 5};
    pathfan_group group = {
        .request = request_of(0), .points = points, .count = 5, .shares = &shares};
    group.request.snap = 3;
    assert_int_equal(pathfan_query_group(b.query, &group, visit, &b), PATHFAN_OK);
    shares = (pathfan_shares){.seed = 5};
    group.request.radius = radii[k];
    assert_int_equal(pathfan_query_group(query, &group, visit, &a), PATHFAN_OK);
    assert_int_equal(a.sum, b.sum);
    pathfan_query_free(b.query);
    pathfan_index_close(index);
  }
  pathfan_query_free(query);
  pathfan_index_close(all);
}

/* An index that was opened for a radius is that of the radius for every call. */
static void test_opened_for(void **state) {
  (void)state;
  for (int k = 0; k < RADII; k++) {
    pathfan_index *all = open_at("all.pathfan", radii[k]), *index = open_at(alone[k], 0);
    pathfan_query *query = query_of(all), *one = query_of(index), *same;
    pathfan_index_info a, b;
    pathfan_index_info_get(all, &a);
    pathfan_index_info_get(index, &b);
    assert_int_equal(a.radius_count, RADII);
    assert_int_equal(b.radius_count, 1);
    assert_true(a.agent_radius == radii[k] && b.agent_radius == radii[k]);
    assert_memory_equal(a.radii, radii, sizeof radii);
    assert_int_equal(a.vertex_count, b.vertex_count);
    assert_int_equal(a.label_bytes, b.label_bytes);
    assert_int_equal(a.mesh_bytes, b.mesh_bytes);
    assert_int_equal(pathfan_query_at_radius(query, radii[k], &same), PATHFAN_OK);
    assert_ptr_equal(same, query);
    for (int i = 0; i < REQUESTS; i++) {
      double x = -1, y = -1;
      pathfan_outcome p, q;
      const pathfan_request r = request_of(i);
      assert_int_equal(sum_of(ask(query, i, 0)), sum_of(ask(one, i, 0)));
      assert_int_equal(pathfan_query_distance(query, r.from, r.to, &x, &p), PATHFAN_OK);
      assert_int_equal(pathfan_query_distance(one, r.from, r.to, &y, &q), PATHFAN_OK);
      assert_true(x == y && p == q);
    }
    assert_int_equal(pathfan_index_verify(all, NULL), PATHFAN_OK);
    pathfan_query_free(query);
    pathfan_query_free(one);
    pathfan_index_close(all);
    pathfan_index_close(index);
  }
}

/* Other calls of a query object are for the radius that its index was opened for, whatever was
 * asked before; and the answer of another radius lives on meanwhile. */
static void test_other_calls(void **state) {
  (void)state;
  pathfan_index *all = open_at("all.pathfan", 0), *index = open_at(alone[0], 0);
  pathfan_query *query = query_of(all), *one = query_of(index);
  for (int i = 0; i < REQUESTS; i++) {
    double x = -1, y = -1;
    pathfan_outcome p, q;
    pathfan_sight s, t;
    int32_t m, n;
    const pathfan_request r = request_of(i);
    const pathfan_answer *answer = ask(query, i, radii[2]);
    const uint64_t sum = sum_of(answer);
    assert_int_equal(pathfan_query_distance(query, r.from, r.to, &x, &p), PATHFAN_OK);
    assert_int_equal(pathfan_query_distance(one, r.from, r.to, &y, &q), PATHFAN_OK);
    assert_true(x == y && p == q);
    assert_int_equal(pathfan_query_visible(query, r.from, &s, NULL, 0, &m), PATHFAN_OK);
    assert_int_equal(pathfan_query_visible(one, r.from, &t, NULL, 0, &n), PATHFAN_OK);
    assert_int_equal(m, n);
    assert_int_equal(sum_of(answer), sum);
  }
  pathfan_query_free(query);
  pathfan_query_free(one);
  pathfan_index_close(all);
  pathfan_index_close(index);
}

/* ---- Threads and reloads ---- */

typedef struct worker {
  const pathfan_index *index;
  uint64_t sums[RADII];
  int first;
} worker;

static void *work(void *context) {
  worker *w = context;
  pathfan_query *query;
  const pathfan_answer *answer;
  if (pathfan_query_create(w->index, &query)) return NULL;
  for (int i = 0; i < REQUESTS; i++)
    for (int j = 0; j < RADII; j++) {
      const int k = (w->first + j) % RADII;
      pathfan_request r = request_of(i);
      r.radius = radii[k];
      if (pathfan_query_paths(query, &r, &answer)) break;
      const uint64_t sum = sum_of(answer);
      w->sums[k] = mix(w->sums[k], &sum, sizeof sum);
    }
  pathfan_query_free(query);
  return NULL;
}

/* Threads open the radii of a shared index when they first ask for them. */
static void test_threads(void **state) {
  (void)state;
  pathfan_index *all = open_at("all.pathfan", 0);
  pthread_t threads[THREADS];
  worker workers[THREADS];
  for (int t = 0; t < THREADS; t++) {
    workers[t] = (worker){.index = all, .first = t};
    assert_int_equal(pthread_create(&threads[t], NULL, work, &workers[t]), 0);
  }
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (int t = 1; t < THREADS; t++)
    assert_memory_equal(workers[t].sums, workers[0].sums, sizeof workers[0].sums);
  for (int k = 0; k < RADII; k++) {
    pathfan_index *index = open_at(alone[k], 0);
    pathfan_query *one = query_of(index);
    uint64_t wanted = 0;
    for (int i = 0; i < REQUESTS; i++) {
      const uint64_t sum = sum_of(ask(one, i, 0));
      wanted = mix(wanted, &sum, sizeof sum);
    }
    assert_int_equal(wanted, workers[0].sums[k]);
    pathfan_query_free(one);
    pathfan_index_close(index);
  }
  pathfan_index_close(all);
}

static void publish(const char *from, const char *to) {
  char path[300];
  snprintf(path, sizeof path, "%s", twin_scratch(from));
  (void)unlink(twin_scratch(to));
  assert_int_equal(link(path, twin_scratch(to)), 0);
}

static void test_reload(void **state) {
  (void)state;
  pathfan_error error;
  publish("all.pathfan", "now.pathfan");
  pathfan_index *index = open_at("now.pathfan", 0), *large = open_at("now.pathfan", radii[2]);
  pathfan_query *query = query_of(index), *of_large = query_of(large);
  const uint64_t first = sum_of(ask(query, 5, radii[2]));
  const uint64_t least = sum_of(ask(query, 5, 0));
  publish(alone[1], "now.pathfan");
  assert_int_equal(pathfan_index_reload(index, &error), PATHFAN_OK);
  /* The new file has radius 1 alone, so that of `large` is gone. */
  assert_int_equal(ask(query, 5, radii[2])->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  const pathfan_answer *answer = ask(query, 5, radii[0]);
  assert_true(answer->radius == radii[1] && answer->generation == 2);
  const uint64_t second = sum_of(answer);
  assert_int_equal(sum_of(ask(query, 5, 0)), second);
  assert_int_equal(pathfan_index_reload(large, &error), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(error.text, "no index for a radius of 0.45"));
  assert_int_equal(sum_of(ask(of_large, 5, 0)), first);
  publish("all.pathfan", "now.pathfan");
  assert_int_equal(pathfan_index_reload(index, &error), PATHFAN_OK);
  assert_int_equal(sum_of(ask(query, 5, radii[2])), first);
  assert_int_equal(sum_of(ask(query, 5, radii[1])), second);
  assert_int_equal(sum_of(ask(query, 5, 0)), least);
  pathfan_query_free(query);
  pathfan_query_free(of_large);
  pathfan_index_close(index);
  pathfan_index_close(large);
  assert_int_equal(unlink(twin_scratch("now.pathfan")), 0);
}

/* ---- Obstacles ---- */

/* Makes some changes, for which `from` is given back. */
static pathfan_obstacles *changed(pathfan_obstacles *from, const pathfan_change *list, size_t count,
                                  int64_t *ids) {
  pathfan_obstacles *to;
  pathfan_error error;
  if (pathfan_obstacles_change(from, list, count, &to, ids, &error)) fail_msg("%s", error.text);
  pathfan_obstacles_release(from);
  return to;
}

static pathfan_obstacles *obstacles_of(const pathfan_index *index) {
  pathfan_obstacles *made;
  assert_int_equal(pathfan_obstacles_create(index, &made, NULL), PATHFAN_OK);
  return made;
}

/* Compares answers, of paths and of places, by one snapshot with those by another, of the index of
 * a radius alone. */
static void check_obstacles(pathfan_query *all, const pathfan_obstacles *of_all, pathfan_query *one,
                            const pathfan_obstacles *of_one, int k) {
  const pathfan_answer *answer;
  pathfan_query *other;
  assert_int_equal(pathfan_query_at_radius(all, radii[k], &other), PATHFAN_OK);
  for (int i = 0; i < REQUESTS; i++) {
    pathfan_request r = request_of(i);
    if (i % 5 > 1) r.algorithm = PATHFAN_ALGORITHM_INDEX; /* others know no openings */
    r.obstacles = of_one;
    assert_int_equal(pathfan_query_paths(one, &r, &answer), PATHFAN_OK);
    assert_string_equal(pathfan_query_error(one), "");
    const uint64_t wanted = sum_of(answer);
    r.obstacles = of_all;
    r.radius = radii[k];
    assert_int_equal(pathfan_query_paths(all, &r, &answer), PATHFAN_OK);
    if (sum_of(answer) != wanted) fail_msg("radius %g: request %d differs", radii[k], i);
    pathfan_hit ours = {0}, theirs = {0};
    const pathfan_status status = pathfan_query_move(one, r.from, r.to, of_one, &theirs);
    assert_int_equal(pathfan_query_move(other, r.from, r.to, of_all, &ours), status);
    assert_int_equal(ours.outcome, theirs.outcome);
    assert_int_equal(ours.obstacle, theirs.obstacle);
    assert_true(ours.at.x == theirs.at.x && ours.at.y == theirs.at.y);
  }
}

static bool is_through(const pathfan_answer *answer) {
  return answer->path_count && answer->paths[0].length == 5;
}

/* A snapshot serves all radii of its file, whether it was asked for one before its changes or
 * after, and also if an opening opens nothing for some. */
static void test_obstacles(void **state) {
  (void)state;
  static const pathfan_point breach[] = {{9, 5}, {11, 5}, {11, 8}, {9, 8}};
  static const pathfan_point notch[] = {{13, 5.7}, {13.5, 5.7}, {13.5, 5.9}, {13, 5.9}};
  static const pathfan_change first[] = {
      {.name = "fire", .area = {.centre = {7, 9}, .radius = 1.2}},
      {.name = "gate", .area = {.centre = {14, 6}, .radius = 0.7}, .off = true}};
  static const pathfan_change then[] = {{.kind = PATHFAN_CHANGE_SET, .name = "gate", .on = true},
                                        {.name = "ruin", .area = {.centre = {17, 12}, .radius = 1}},
                                        {.kind = PATHFAN_CHANGE_REMOVE, .name = "fire"}};
  static const pathfan_change last[] = {{.kind = PATHFAN_CHANGE_ADD_OPENING,
                                         .name = "breach",
                                         .area = {.corners = breach, .corner_count = 4}},
                                        {.kind = PATHFAN_CHANGE_ADD_OPENING,
                                         .name = "notch",
                                         .area = {.corners = notch, .corner_count = 4}}};
  pathfan_index *index = open_at("all.pathfan", 0);
  pathfan_query *query = query_of(index);
  for (int asked = 0; asked < 2; asked++) { /* before the changes, and not */
    for (int k = 0; k < RADII; k++) {
      pathfan_index *single = open_at(alone[k], 0);
      pathfan_query *one = query_of(single);
      int64_t ids[2][3];
      pathfan_obstacles *all = changed(obstacles_of(index), first, 2, NULL);
      pathfan_obstacles *same = changed(obstacles_of(single), first, 2, NULL);
      if (asked) check_obstacles(query, all, one, same, k);
      all = changed(all, then, 3, ids[0]);
      same = changed(same, then, 3, ids[1]);
      assert_memory_equal(ids[0], ids[1], sizeof ids[0]);
      assert_int_equal(pathfan_obstacles_version(all), 2);
      check_obstacles(query, all, one, same, k);
      pathfan_obstacles *moved;
      assert_int_equal(pathfan_obstacles_rebase(all, index, &moved, NULL), PATHFAN_OK);
      check_obstacles(query, moved, one, same, k);
      pathfan_obstacles_release(moved);
      all = changed(all, last, 2, ids[0]);
      assert_int_equal(ids[0][1], 5);
      same = changed(same, last, k ? 1 : 2, NULL); /* the notch lies in the wall for others */
      pathfan_request r;
      const pathfan_answer *answer;
      pathfan_request_init(&r);
      r.from = (pathfan_point){10, 4};
      r.to = (pathfan_point){10, 9};
      r.obstacles = all;
      r.radius = radii[k];
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      assert_true(is_through(answer));
      check_obstacles(query, all, one, same, k);
      pathfan_obstacles_release(all);
      pathfan_obstacles_release(same);
      pathfan_query_free(one);
      pathfan_index_close(single);
    }
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
}

SUITE(test_radii) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sections),   cmocka_unit_test(test_same_files),
      cmocka_unit_test(test_answers),    cmocka_unit_test(test_group),
      cmocka_unit_test(test_opened_for), cmocka_unit_test(test_other_calls),
      cmocka_unit_test(test_threads),    cmocka_unit_test(test_reload),
      cmocka_unit_test(test_obstacles),
  };
  return cmocka_run_group_tests(tests, make_files, twin_scratch_remove);
}
