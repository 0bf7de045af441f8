/* Openings: answers are those of the map built again without the walls, which is done by clearing
 * the cells of grids, some of them sheared. */
#include "answer_sum.h"
#include "mesh/segment.h"
#include "opening_scene.h"

enum { AREAS = 4 };

/* What was compared. */
typedef struct tally {
  int64_t found, shorter, joined, several, longer;
} tally;

/* Compares path 1 with that of the map built again. */
static void compare(const scene *s, pathfan_request request, tally *t) {
  const pathfan_answer *answer = ask(s->anew, &request);
  const int32_t paths = answer->path_count;
  const pathfan_outcome outcome = answer->outcome;
  const double length = paths ? answer->paths[0].length : INFINITY;
  answer = ask(s->query, &request);
  const double before = answer->path_count ? answer->paths[0].length : INFINITY;
  request.obstacles = s->now;
  answer = ask(s->query, &request);
  const double ours = answer->path_count ? answer->paths[0].length : INFINITY;
  if (answer->outcome != outcome || !(ours == length || fabs(ours - length) <= 1e-9 * length)) {
    show(s);
    twin_fail(&s->map, "outcome %d, not %d; length %.17g, not %.17g: %g,%g to %g,%g",
              answer->outcome, outcome, ours, length, request.from.x, request.from.y, request.to.x,
              request.to.y);
  }
  t->found += paths > 0;
  t->shorter += length < before - 1e-9;
  t->joined += paths > 0 && before == INFINITY;
}

/* No two corners of a path that see each other in the map built again may be farther apart on it
 * than max_loop allows. */
static void check_loops(const scene *s, const pathfan_path *path, double most) {
  const pf_space *space = &generation_of(s->rebuilt)->space;
  for (int32_t i = 0; i < path->point_count; i++) {
    double along = 0;
    int32_t from, to;
    const pf_fixed_point a = placed_anew(s, path->points[i], &from);
    for (int32_t k = i + 1; k < path->point_count; k++) {
      const pathfan_point before = path->points[k - 1], at = path->points[k];
      const double far = hypot(at.x - path->points[i].x, at.y - path->points[i].y);
      along += hypot(at.x - before.x, at.y - before.y);
      if (along <= most * far * (1 + 1e-6)) continue;
      const pf_fixed_point b = placed_anew(s, at, &to);
      if (!pf_mesh_sees(space->mesh, a, from, b, to, space->fraction_bits)) continue;
      show(s);
      twin_fail(&s->map, "a loop from %g,%g to %g,%g", path->points[i].x, path->points[i].y, at.x,
                at.y);
    }
  }
}

/* All paths must be free in the map built again, and no longer than allowed. */
static void check_paths(const scene *s, pathfan_request request, tally *t) {
  const pf_space *space = &generation_of(s->rebuilt)->space;
  request.obstacles = s->now;
  const pathfan_answer *answer = ask(s->query, &request);
  for (int32_t i = 0; i < answer->path_count; i++) {
    const pathfan_path *path = &answer->paths[i];
    assert_true(path->length <= answer->paths[0].length * request.stretch * (1 + 1e-9));
    if (i) check_loops(s, path, request.max_loop);
    for (int32_t k = 0; k + 1 < path->point_count; k++) {
      int32_t from, to;
      const pf_fixed_point a = placed_anew(s, path->points[k], &from);
      const pf_fixed_point b = placed_anew(s, path->points[k + 1], &to);
      if (!pf_mesh_sees(space->mesh, a, from, b, to, space->fraction_bits)) {
        show(s);
        twin_fail(&s->map, "path %d isn't free from %g,%g to %g,%g", i, path->points[k].x,
                  path->points[k].y, path->points[k + 1].x, path->points[k + 1].y);
      }
    }
  }
  t->several += answer->path_count > 1;
}

static void test_burn_in(void **state) {
  (void)state;
  const int maps = maps_to_try(60);
  tally t = {.found = 0};
  for (int number = 0; number < maps; number++) {
    pf_random random = pf_random_from((uint64_t)number + 77);
    scene s = open_scene(number, 24, &random);
    for (int i = 0; i < 40 && s.count; i++) compare(&s, some_request(&random, &s, 1), &t);
    for (int i = 0; i < 10 && s.count; i++) check_paths(&s, some_request(&random, &s, 3), &t);
    close_scene(&s);
  }
  print_message("%d found, %d shorter, %d joined, %d several\n", (int)t.found, (int)t.shorter,
                (int)t.joined, (int)t.several);
  if (!twin_is_whole()) return;
  assert_true(t.found > 20 * maps && t.shorter > 5 * maps && t.joined > maps && t.several > maps);
}

/* ---- Areas in openings ---- */

static void put_areas(const scene *s, const pathfan_area *areas, pathfan_index *index,
                      const pathfan_obstacles *from, pathfan_obstacles **to) {
  pathfan_obstacles *none = NULL;
  pathfan_change changes[AREAS];
  if (!from) assert_int_equal(pathfan_obstacles_create(index, &none, NULL), PATHFAN_OK);
  for (int i = 0; i < AREAS; i++) changes[i] = (pathfan_change){.area = areas[i]};
  if (pathfan_obstacles_change(from ? from : none, changes, AREAS, to, NULL, NULL))
    twin_fail(&s->map, "areas");
  pathfan_obstacles_release(none);
}

static bool is_close(const pathfan_answer *answer, double length) {
  const double ours = answer->path_count ? answer->paths[0].length : INFINITY;
  return ours == length || fabs(ours - length) <= 1e-7 * length;
}

/* Areas near openings and in them, by snapshot and to avoid. */
static void test_areas(void **state) {
  (void)state;
  const int maps = maps_to_try(30);
  int64_t touched = 0;
  for (int number = 0; number < maps; number++) {
    pf_random random = pf_random_from((uint64_t)number + 5);
    scene s = open_scene(number, 20, &random);
    pathfan_area areas[AREAS];
    pathfan_obstacles *both, *anew;
    if (!s.count) {
      close_scene(&s);
      continue;
    }
    for (int i = 0; i < AREAS; i++) {
      const box b = s.boxes[pf_random_below(&random, s.count)];
      const double x = b.x + b.width * (double)pf_random_below(&random, 9) / 8;
      const double y = b.y + b.height * (double)pf_random_below(&random, 9) / 8;
      areas[i] = (pathfan_area){.centre = mapped(&s, x + 0.1, y + 0.07),
                                .radius = 0.1 + (double)pf_random_below(&random, 9) / 8};
    }
    put_areas(&s, areas, s.index, s.now, &both);
    put_areas(&s, areas, s.rebuilt, NULL, &anew);
    for (int i = 0; i < 30; i++) {
      pathfan_request request = some_request(&random, &s, 1);
      const pathfan_answer *answer = ask(s.anew, &request);
      const double without = answer->path_count ? answer->paths[0].length : INFINITY;
      request.obstacles = anew;
      answer = ask(s.anew, &request);
      const double length = answer->path_count ? answer->paths[0].length : INFINITY;
      request.obstacles = both;
      const bool equal = is_close(ask(s.query, &request), length);
      request.obstacles = s.now;
      request.avoid = areas;
      request.avoid_count = AREAS;
      if (!equal || !is_close(ask(s.query, &request), length)) {
        show(&s);
        for (int k = 0; k < AREAS; k++)
          fprintf(stderr, "area %g,%g,%g\n", areas[k].centre.x, areas[k].centre.y, areas[k].radius);
        twin_fail(&s.map, "%s: not %.17g: %g,%g to %g,%g", equal ? "avoid" : "areas", length,
                  request.from.x, request.from.y, request.to.x, request.to.y);
      }
      touched += length > without;
    }
    pathfan_obstacles_release(both);
    pathfan_obstacles_release(anew);
    close_scene(&s);
  }
  if (twin_is_whole()) assert_true(touched > maps);
}

/* ---- Sets of openings ---- */

static pathfan_obstacles *changed(const pathfan_obstacles *from, const pathfan_change *changes,
                                  size_t count, int64_t *ids) {
  pathfan_obstacles *to;
  pathfan_error error;
  if (pathfan_obstacles_change(from, changes, count, &to, ids, &error)) fail_msg("%s", error.text);
  return to;
}

static bool is_same(pathfan_point a, pathfan_point b) {
  return a.x == b.x && a.y == b.y;
}

/* Openings in reverse order and with others that come and go give the same answers, to the last
 * bit; more of them never lengthen a path. */
static void test_sets(void **state) {
  (void)state;
  const int maps = maps_to_try(10);
  for (int number = 0; number < maps; number++) {
    pf_random random = pf_random_from((uint64_t)number + 9);
    scene s = open_scene(number, 20, &random);
    pathfan_change changes[2 * OPENINGS];
    int64_t ids[OPENINGS];
    for (int32_t i = 0; i < s.count; i++)
      changes[s.count - 1 - i] =
          (pathfan_change){.kind = PATHFAN_CHANGE_ADD_OPENING,
                           .area = {.corners = s.corners[i], .corner_count = 4},
                           .off = i % 2};
    pathfan_obstacles *other = changed(s.none, changes, (size_t)s.count, ids);
    const int32_t half = s.count / 2;
    for (int32_t i = 0; i < s.count; i++)
      changes[i] = (pathfan_change){.kind = PATHFAN_CHANGE_SET, .id = ids[i], .on = i < half};
    pathfan_obstacles *fewer = changed(other, changes, (size_t)s.count, NULL);
    for (int32_t i = 0; i < half; i++) changes[i].on = false;
    pathfan_obstacles *same = changed(fewer, changes, (size_t)half, NULL);
    for (int32_t i = 0; i < s.count; i++)
      changes[i] = (pathfan_change){.kind = PATHFAN_CHANGE_REMOVE, .id = ids[i]};
    pathfan_obstacles *gone = changed(same, changes, (size_t)s.count, NULL);
    for (int i = 0; i < 20 && s.count; i++) {
      pathfan_request request = some_request(&random, &s, 1 + i % 3);
      const uint64_t plain = sum_of(ask(s.query, &request));
      request.obstacles = gone;
      assert_true(sum_of(ask(s.query, &request)) == plain);
      request.obstacles = s.now;
      const pathfan_answer *answer = ask(s.query, &request);
      const uint64_t sum = sum_of(answer);
      const double length = answer->path_count ? answer->paths[0].length : INFINITY;
      const pathfan_point ends[2] = {answer->from, answer->to};
      request.obstacles = same;
      assert_true(sum_of(ask(s.query, &request)) == sum);
      request.obstacles = fewer;
      answer = ask(s.query, &request);
      /* An end in a wall may be moved, on maps that were rounded. */
      if (answer->path_count && is_same(answer->from, ends[0]) && is_same(answer->to, ends[1]))
        assert_true(length <= answer->paths[0].length * (1 + 1e-12));
    }
    pathfan_obstacles_release(other);
    pathfan_obstacles_release(fewer);
    pathfan_obstacles_release(same);
    pathfan_obstacles_release(gone);
    close_scene(&s);
  }
}

/* ---- What is refused ---- */

static void check_refused(const pathfan_obstacles *from, const pathfan_change *changes,
                          size_t count, pathfan_status status, const char *text) {
  pathfan_obstacles *to;
  pathfan_error error;
  assert_int_equal(pathfan_obstacles_change(from, changes, count, &to, NULL, &error), status);
  assert_null(to);
  assert_string_equal(error.text, text);
}

static pathfan_change opening_at(const pathfan_point *corners) {
  return (pathfan_change){.kind = PATHFAN_CHANGE_ADD_OPENING,
                          .area = {.corners = corners, .corner_count = 4}};
}

static void test_refused(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("walls", "............\n"
                                         ".@@@@@@@@@@.\n"
                                         ".@@@@@@@@@@.\n"
                                         ".@@@@@@@@@@.\n"
                                         ".@@@@@@@@@@.\n"
                                         "............\n");
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_obstacles *none, *all;
  pathfan_query *query;
  pathfan_change changes[PATHFAN_OBSTACLES_OPENINGS_MAX + 1];
  static const pathfan_point inside[] = {{3, 2}, {4, 2}, {4, 4}, {3, 4}};
  static const pathfan_point free[] = {{3, 0}, {4, 0}, {4, 1}, {3, 1}};
  static const pathfan_point off[] = {{3, 2}, {4, 2}, {4, 7}, {3, 7}};
  static const pathfan_point bow[] = {{3, 0}, {4, 5}, {4, 0}, {3, 5}};
  static const pathfan_point good[] = {{3, 0}, {4, 0}, {4, 6}, {3, 6}};
  assert_int_equal(pathfan_obstacles_create(index, &none, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  const char *const meets_none =
      "change 0: an opening meets no wall beside free space: it opens nothing";
  changes[0] = opening_at(inside);
  check_refused(none, changes, 1, PATHFAN_ERR_ARGUMENT, meets_none);
  changes[0] = opening_at(free);
  check_refused(none, changes, 1, PATHFAN_ERR_ARGUMENT, meets_none);
  changes[0] = opening_at(off);
  check_refused(none, changes, 1, PATHFAN_ERR_ARGUMENT, "change 0: an opening must lie on the map");
  changes[0] = opening_at(bow);
  check_refused(none, changes, 1, PATHFAN_ERR_ARGUMENT,
                "change 0: a polygon must be simple, and have a surface");
  for (int i = 0; i <= PATHFAN_OBSTACLES_OPENINGS_MAX; i++) changes[i] = opening_at(good);
  check_refused(none, changes, PATHFAN_OBSTACLES_OPENINGS_MAX + 1, PATHFAN_ERR_LIMIT,
                "change 32: more than 32 openings");
  int64_t ids[PATHFAN_OBSTACLES_OPENINGS_MAX];
  all = changed(none, changes, PATHFAN_OBSTACLES_OPENINGS_MAX, ids);
  pathfan_request request;
  pathfan_request_init(&request);
  request.from = (pathfan_point){3.5, 0.5};
  request.to = (pathfan_point){3.5, 5.5};
  request.paths = 1;
  request.obstacles = all;
  const pathfan_answer *answer = ask(query, &request);
  assert_int_equal(answer->path_count, 1);
  assert_true(answer->paths[0].length == 5);
  request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_ERR_ARGUMENT);
  assert_string_equal(pathfan_query_error(query), "algorithm polyanya doesn't support openings");
  request.algorithm = PATHFAN_ALGORITHM_INDEX;
  for (int i = 0; i < 3; i++) { /* measures know no openings */
    pathfan_request measured = request;
    if (i == 0) measured.max_bounded_stretch = 1.3;
    if (i == 1) measured.min_local_optimality = 0.1;
    if (i == 2) measured.objective = (pathfan_objective){.length = 1, .similarity = 1};
    assert_int_equal(ask(query, &measured)->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
    measured.obstacles = none;
    assert_int_equal(ask(query, &measured)->outcome, PATHFAN_OUTCOME_OK);
  }
  request.objective = (pathfan_objective){.similarity = 1, .nearness = 1};
  request.paths = 3;
  assert_int_equal(ask(query, &request)->outcome, PATHFAN_OUTCOME_OK);
  pathfan_obstacle found;
  assert_true(pathfan_obstacles_find(all, NULL, ids[7], &found));
  assert_true(found.is_opening && !found.on && !found.is_door);
  pathfan_obstacles_release(all);
  pathfan_obstacles_release(none);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* ---- Rebasing ---- */

/* Openings that lie in free space of the new map are dropped. */
static void test_rebase(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("two walls", ".@.@.\n.@.@.\n.@.@.\n"),
           other = twin_map_drawn("one wall", "...@.\n...@.\n...@.\n");
  static const pathfan_point first[] = {{1, 1}, {2, 1}, {2, 2}, {1, 2}};
  static const pathfan_point second[] = {{3, 1}, {4, 1}, {4, 2}, {3, 2}};
  pathfan_change changes[] = {opening_at(first), opening_at(second)};
  pathfan_index *index = twin_index(&map, NULL), *later = twin_index(&other, NULL);
  pathfan_obstacles *none, *to;
  pathfan_obstacle found;
  int64_t ids[2];
  changes[1].name = "gap";
  assert_int_equal(pathfan_obstacles_create(index, &none, NULL), PATHFAN_OK);
  pathfan_obstacles *both = changed(none, changes, 2, ids);
  assert_int_equal(pathfan_obstacles_rebase(both, later, &to, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_count(to), 1);
  assert_true(pathfan_obstacles_find(to, "gap", 0, &found) && found.id == ids[1]);
  assert_true(found.is_opening && !found.on);
  pathfan_query *query;
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.from = (pathfan_point){0.5, 1.5};
  request.to = (pathfan_point){4.5, 1.5};
  request.obstacles = to;
  assert_int_equal(pathfan_query_create(later, &query), PATHFAN_OK);
  answer = ask(query, &request);
  assert_int_equal(answer->path_count, 1);
  assert_true(answer->paths[0].length == 4);
  pathfan_query_free(query);
  pathfan_obstacles_release(to);
  pathfan_obstacles_release(both);
  pathfan_obstacles_release(none);
  pathfan_index_close(index);
  pathfan_index_close(later);
  twin_map_free(&map);
  twin_map_free(&other);
}

SUITE(test_openings) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_burn_in), cmocka_unit_test(test_areas),
                                     cmocka_unit_test(test_sets), cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_rebase)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
