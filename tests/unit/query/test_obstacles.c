/* Snapshots of obstacles: answers against those with the same areas to avoid, in any order and by
 * any changes; path 1 against a search in the whole graph; names, ids, versions; what is refused.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer_sum.h"
#include "generation_fixture.h"
#include "pathfan/obstacles.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_areas.h"
#include "twin_ask.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

enum { AREAS = 24 };

typedef struct scene {
  twin_map map;
  pathfan_index *index;
  pathfan_query *query;
  int bits;
  twin_area areas[AREAS];
  pathfan_area given[AREAS];
  pathfan_obstacles *none;
} scene;

static scene open_scene(int number) {
  const bool outlines = number % 3 == 2;
  scene s = {.map = outlines ? twin_outline_map(number, 12)
                             : twin_map_number(twin_drawn_count() + number, 30)};
  const pathfan_build_options options = twin_some_options(number);
  s.index = outlines ? twin_outline_index(&s.map, &options) : twin_index(&s.map, &options);
  s.bits = generation_of(s.index)->space.fraction_bits;
  assert_int_equal(pathfan_query_create(s.index, &s.query), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_create(s.index, &s.none, NULL), PATHFAN_OK);
  return s;
}

static void close_scene(scene *s) {
  pathfan_obstacles_release(s->none);
  pathfan_query_free(s->query);
  pathfan_index_close(s->index);
  twin_map_free(&s->map);
}

static void choose_areas(pf_random *random, scene *s) {
  for (int i = 0; i < AREAS; i++) {
    s->areas[i] = twin_area_random(random, &s->map);
    s->given[i] = twin_area_given(&s->areas[i]);
  }
}

static pathfan_obstacles *change(const pathfan_obstacles *from, const pathfan_change *changes,
                                 size_t count, int64_t *ids) {
  pathfan_obstacles *to;
  pathfan_error error;
  if (pathfan_obstacles_change(from, changes, count, &to, ids, &error)) fail_msg("%s", error.text);
  return to;
}

/* The snapshot of areas 0 .. count - 1, made in one of several ways. */
static pathfan_obstacles *make(const scene *s, int32_t count, int way) {
  pathfan_change changes[2 * AREAS] = {{.kind = PATHFAN_CHANGE_ADD_AREA}};
  int64_t ids[2 * AREAS];
  size_t n = 0;
  if (way < 2) { /* at once, in order or in reverse */
    for (int32_t i = 0; i < count; i++)
      changes[n++] = (pathfan_change){.area = s->given[way ? count - 1 - i : i]};
    return change(s->none, changes, n, ids);
  }
  pathfan_obstacles *now = (pathfan_obstacles *)pathfan_obstacles_retain(s->none);
  for (int32_t i = 0; i < (way == 2 ? count : AREAS); i++) { /* one by one, perhaps all of them */
    const pathfan_change one = {.area = s->given[i]};
    pathfan_obstacles *next = change(now, &one, 1, &ids[i]);
    pathfan_obstacles_release(now);
    now = next;
  }
  if (way == 2) return now;
  for (int32_t i = count; i < AREAS; i++) /* and the others removed, or switched off */
    changes[n++] = (pathfan_change){.kind = way == 3 ? PATHFAN_CHANGE_REMOVE : PATHFAN_CHANGE_SET,
                                    .id = ids[i]};
  pathfan_obstacles *to = change(now, changes, n, NULL);
  pathfan_obstacles_release(now);
  return to;
}

/* The snapshot of areas count / 2 .. count - 1. */
static pathfan_obstacles *make_rest(const scene *s, int32_t count) {
  pathfan_change changes[AREAS] = {{.kind = PATHFAN_CHANGE_ADD_AREA}};
  size_t n = 0;
  for (int32_t i = count / 2; i < count; i++) changes[n++].area = s->given[i];
  return change(s->none, changes, n, NULL);
}

static const pathfan_answer *ask(const scene *s, const pathfan_request *request) {
  const pathfan_answer *answer;
  if (pathfan_query_paths(s->query, request, &answer))
    fail_msg("%s", pathfan_query_error(s->query));
  if (answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST)
    fail_msg("%s", pathfan_query_error(s->query));
  return answer;
}

static pathfan_request some_request(pf_random *random, const scene *s) {
  pathfan_request request = twin_some_request(random, 0);
  pf_fixed_point at[2] = {{0, 0}, {0, 0}};
  if (pf_random_below(random, 2)) pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_INDEX;
  request.paths = pf_random_between(random, 1, 4);
  request.effort = pf_random_below(random, 2) ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
  request.work_limit = 0;
  for (int e = 0; e < 2; e++)
    assert_true(twin_map_random_point(random, &s->map, s->bits, true, &at[e]));
  request.from = twin_units(at[0], s->bits);
  request.to = twin_units(at[1], s->bits);
  return request;
}

/* Polyanya's way round areas is searched for in the visibility graph with the corners of areas and
 * ends attached, area by area: none of the code for obstacles is used. */
static bool check_length(const scene *s, pathfan_request request, const pathfan_answer *answer) {
  const int32_t paths = answer->path_count;
  const double length = paths ? answer->paths[0].length : 0;
  const bool searched = answer->proof == PATHFAN_PROOF_SEARCH;
  request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  request.paths = 1;
  answer = ask(s, &request);
  if ((answer->path_count > 0) != (paths > 0))
    twin_fail(&s->map, "%d paths, not %d", paths, answer->path_count);
  if (paths && fabs(answer->paths[0].length - length) > 1e-12 * (1 + length))
    twin_fail(&s->map, "length %.17g, not %.17g: %g,%g to %g,%g", length, answer->paths[0].length,
              request.from.x, request.from.y, request.to.x, request.to.y);
  return searched;
}

static void test_random(void **state) {
  (void)state;
  int asked = 0, searched = 0, several = 0;
  for (int number = 0; number < twin_scaled(60); number++) {
    scene s = open_scene(number);
    pf_random random = pf_random_from((uint64_t)number + 3);
    pf_fixed_point any;
    for (int set = 0; set < 3 && twin_map_random_point(&random, &s.map, s.bits, true, &any);
         set++) {
      pathfan_obstacles *ways[5];
      choose_areas(&random, &s);
      const int32_t count = pf_random_between(&random, 1, set ? AREAS : 4);
      for (int way = 0; way < 5; way++) ways[way] = make(&s, count, way);
      pathfan_obstacles *rest = make_rest(&s, count);
      for (int i = 0; i < 6; i++) {
        pathfan_request request = some_request(&random, &s);
        request.avoid = s.given;
        request.avoid_count = count;
        const pathfan_answer *answer = ask(&s, &request);
        const uint64_t expected = sum_of(answer);
        several += answer->path_count > 1 && answer->proof == PATHFAN_PROOF_SEARCH;
        searched += check_length(&s, request, answer);
        for (int way = 0; way < 5; way++) {
          request.avoid_count = 0;
          request.obstacles = ways[way];
          if (sum_of(ask(&s, &request)) != expected)
            twin_fail(&s.map, "made in way %d, obstacles give another answer than areas", way);
        }
        request.avoid_count = count / 2; /* the others are obstacles */
        request.obstacles = rest;
        if (sum_of(ask(&s, &request)) != expected)
          twin_fail(&s.map, "obstacles with areas give another answer than areas");
        check_length(&s, request, ask(&s, &request));
        asked++;
      }
      for (int way = 0; way < 5; way++) pathfan_obstacles_release(ways[way]);
      pathfan_obstacles_release(rest);
    }
    close_scene(&s);
  }
  print_message("%d requests, %d searched, %d with several paths\n", asked, searched, several);
  if (twin_is_whole()) assert_true(asked > 600 && searched > 60 && several > 5);
}

/* ---- One room ---- */

/* A block of 3 x 3 in the middle of 9 x 9. */
static const char room[] = ".........\n.........\n.........\n...@@@...\n...@@@...\n...@@@...\n"
                           ".........\n.........\n.........\n";
static const pathfan_point above[] = {{4, 0}, {5, 0}, {5, 3}, {4, 3}};
static const pathfan_point below[] = {{4, 9}, {4, 6}, {5, 6}, {5, 9}};
static const pathfan_point bow[] = {{1, 1}, {2, 2}, {2, 1}, {1, 2}};

static scene open_room(void) {
  scene s = {.map = twin_map_drawn("room", room)};
  s.index = twin_index(&s.map, NULL);
  assert_int_equal(pathfan_query_create(s.index, &s.query), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_create(s.index, &s.none, NULL), PATHFAN_OK);
  return s;
}

static const pathfan_answer *cross_room(const scene *s, const pathfan_obstacles *obstacles) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.from = (pathfan_point){1, 4.5};
  request.to = (pathfan_point){8, 4.5};
  request.obstacles = obstacles;
  return ask(s, &request);
}

static void check_refused(const pathfan_obstacles *from, pathfan_change change, const char *text) {
  pathfan_obstacles *to = NULL;
  pathfan_error error;
  const pathfan_change two[] = {{.area = {.centre = {1, 1}, .radius = 0.5}}, change};
  assert_int_equal(pathfan_obstacles_change(from, two, 2, &to, NULL, &error), PATHFAN_ERR_ARGUMENT);
  assert_null(to);
  assert_non_null(strstr(error.text, text));
}

static void test_names(void **state) {
  (void)state;
  scene s = open_room();
  const pathfan_change gates[] = {{.name = "north", .area = {.corners = above, .corner_count = 4}},
                                  {.name = "south", .area = {.corners = below, .corner_count = 4}}};
  pathfan_change one = {.kind = PATHFAN_CHANGE_SET, .name = "north"};
  pathfan_obstacle found;
  int64_t ids[2], id;
  pathfan_obstacles *both = change(s.none, gates, 2, ids);
  assert_true(ids[0] > 0 && ids[1] > 0 && ids[0] != ids[1]);
  assert_true(pathfan_obstacles_version(s.none) == 0 && pathfan_obstacles_version(both) == 1);
  assert_true(pathfan_obstacles_count(s.none) == 0 && pathfan_obstacles_count(both) == 2);
  assert_int_equal(cross_room(&s, both)->outcome, PATHFAN_OUTCOME_NO_PATH);
  assert_int_equal(cross_room(&s, s.none)->path_count, 2);
  pathfan_obstacles *open = change(both, &one, 1, &id);
  assert_true(id == ids[0]);
  const pathfan_answer *a = cross_room(&s, open);
  assert_true(a->path_count == 1 && a->paths[0].points[1].y == 3);
  assert_true(pathfan_obstacles_find(open, "north", 0, &found) && !found.on && found.id == ids[0]);
  assert_true(found.area.corner_count == 4 && !memcmp(found.area.corners, above, sizeof above));
  assert_true(pathfan_obstacles_find(open, NULL, ids[1], &found) && found.on);
  assert_string_equal(found.name, "south");
  assert_int_equal(cross_room(&s, both)->outcome, PATHFAN_OUTCOME_NO_PATH);
  one = (pathfan_change){.kind = PATHFAN_CHANGE_REMOVE, .id = ids[1]};
  pathfan_obstacles *less = change(open, &one, 1, &id);
  assert_true(id == ids[1] && !pathfan_obstacles_find(less, "south", 0, &found));
  assert_int_equal(cross_room(&s, less)->path_count, 2);
  pathfan_obstacles *again = change(less, &gates[1], 1, &id); /* ids aren't used again */
  assert_true(id != ids[0] && id != ids[1]);
  assert_true(pathfan_obstacles_version(again) == 4);

  const pathfan_change shut = {.name = "shut", .area = gates[0].area, .off = true};
  int64_t all[3];
  pathfan_obstacles *more = change(again, &shut, 1, &id);
  assert_true(pathfan_obstacles_find(more, "shut", 0, &found) && !found.on);
  assert_int_equal(pathfan_obstacles_count(more), 3);
  pathfan_obstacles_ids(more, all);
  assert_true(all[0] == ids[0] && all[1] < all[2] && all[2] == id);
  pathfan_obstacles_release(more);

  check_refused(both, gates[0], "change 1: there is an area named north already");
  check_refused(less, (pathfan_change){.kind = PATHFAN_CHANGE_REMOVE, .name = "south"},
                "change 1: there is no area named south");
  check_refused(less, (pathfan_change){.kind = PATHFAN_CHANGE_SET, .id = ids[1]}, "no area");
  check_refused(less, (pathfan_change){.kind = PATHFAN_CHANGE_REMOVE, .id = -1}, "no area -1");
  check_refused(less, (pathfan_change){.kind = (pathfan_change_kind)9}, "unknown kind");
  check_refused(less, (pathfan_change){.area = {.corners = bow, .corner_count = 4}},
                "change 1: a polygon must be simple");
  check_refused(less, (pathfan_change){.area = {.radius = -1}}, "change 1: a circle needs");
  check_refused(less, (pathfan_change){.area = {.centre = {1, 1}, .radius = 1}, .reserved = {1}},
                "a member is set");
  check_refused(less, (pathfan_change){.area = {.corners = NULL, .corner_count = 3}}, "three");
  assert_int_equal(cross_room(&s, less)->path_count, 2); /* it is as it was */
  pathfan_obstacles *to;
  pathfan_error error;
  assert_int_equal(pathfan_obstacles_change(NULL, NULL, 0, &to, NULL, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_obstacles_change(less, NULL, 1, &to, NULL, NULL), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_obstacles_create(NULL, &to, NULL), PATHFAN_ERR_ARGUMENT);
  pathfan_obstacles_release(NULL);
  assert_null(pathfan_obstacles_retain(NULL));
  pathfan_obstacles_release(both);
  pathfan_obstacles_release(open);
  pathfan_obstacles_release(less);
  pathfan_obstacles_release(again);
  close_scene(&s);
}

/* An end in an obstacle is blocked; one that is off or aside blocks nothing. */
static void test_ends(void **state) {
  (void)state;
  scene s = open_room();
  pathfan_change circle = {.area = {.centre = {1, 4.5}, .radius = 0.5}};
  pathfan_obstacles *closed = change(s.none, &circle, 1, NULL);
  const pathfan_answer *a = cross_room(&s, closed);
  assert_int_equal(a->outcome, PATHFAN_OUTCOME_START_BLOCKED);
  assert_int_equal(a->blocked_by, PATHFAN_BLOCKED_BY_AREA);
  circle.area.centre = (pathfan_point){4.5, 4.5};
  pathfan_obstacles *aside = change(s.none, &circle, 1, NULL);
  assert_int_equal(cross_room(&s, aside)->path_count, 2);
  pathfan_obstacles_release(closed);
  pathfan_obstacles_release(aside);
  close_scene(&s);
}

/* Another index is another generation; rebased, a snapshot keeps names, ids, states and version. */
static void test_rebase(void **state) {
  (void)state;
  scene s = open_room(), other = open_room();
  const pathfan_change gates[] = {{.name = "north", .area = {.corners = above, .corner_count = 4}},
                                  {.area = {.corners = below, .corner_count = 4}},
                                  {.kind = PATHFAN_CHANGE_SET, .name = "north", .on = false}};
  int64_t ids[3];
  pathfan_obstacle found;
  pathfan_request request;
  const pathfan_answer *a;
  pathfan_obstacles *from = change(s.none, gates, 3, ids), *to;
  pathfan_request_init(&request);
  request.obstacles = from;
  assert_int_equal(pathfan_query_paths(other.query, &request, &a), PATHFAN_OK);
  assert_int_equal(a->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_non_null(strstr(pathfan_query_error(other.query), "rebase"));
  assert_int_equal(pathfan_obstacles_rebase(from, other.index, &to, NULL), PATHFAN_OK);
  assert_true(pathfan_obstacles_version(to) == 1 && pathfan_obstacles_count(to) == 2);
  assert_true(pathfan_obstacles_find(to, "north", 0, &found) && !found.on && found.id == ids[0]);
  assert_true(pathfan_obstacles_find(to, NULL, ids[1], &found) && found.on && !found.name);
  a = cross_room(&other, to);
  assert_true(a->path_count == 1 && a->paths[0].points[1].y == 3);
  pathfan_obstacles_release(from);
  pathfan_obstacles_release(to);
  close_scene(&s);
  close_scene(&other);
}

/* Builds an index of a wall with doors, each at x, y. Returns its path. */
static const char *build_doors(const char *name, const char *first, int32_t y, bool has_second) {
  pathfan_build_options options;
  char *map = strdup(twin_scratch("doors.geojson"));
  FILE *file = fopen(map, "w");
  assert_non_null(file);
  const char *polygon =
      "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[%d,%d],[%d,%d],[%d,%d],"
      "[%d,%d],[%d,%d]]]}}";
  const int boxes[][4] = {{0, 0, 9, 9}, {4, 0, 5, 9}, {4, y, 5, y + 1}, {4, 1, 5, 2}};
  const char *properties[] = {"\"kind\":\"free\"", "\"kind\":\"obstacle\"", first,
                              "\"kind\":\"door\",\"name\":\"low\",\"closed\":true"};
  fputs("{\"type\":\"FeatureCollection\",\"features\":[", file);
  for (int i = 0; i < (has_second ? 4 : 3); i++) {
    const int *b = boxes[i];
    fprintf(file, "%s{\"type\":\"Feature\",\"properties\":{%s},", i ? "," : "", properties[i]);
    fprintf(file, polygon, b[0], b[1], b[2], b[1], b[2], b[3], b[0], b[3], b[0], b[1]); /* NOLINT */
  }
  fputs("]}\n", file);
  assert_int_equal(fclose(file), 0);
  pathfan_build_options_init(&options);
  const char *index = twin_scratch(name);
  pathfan_error error;
  if (pathfan_build_index(map, index, &options, NULL, &error)) fail_msg("%s", error.text);
  free(map);
  return index;
}

/* Doors are in every snapshot; a new map's replace the old one's, and those of the same name stay
 * as they were. */
static void test_doors(void **state) {
  (void)state;
  pathfan_index *before, *after;
  pathfan_obstacles *now, *to;
  pathfan_obstacle found;
  pathfan_error error;
  const char *door = "\"kind\":\"door\",\"name\":\"high\"";
  assert_int_equal(
      pathfan_index_open(build_doors("before.pathfan", door, 6, true), NULL, &before, NULL),
      PATHFAN_OK);
  assert_int_equal(
      pathfan_index_open(build_doors("after.pathfan", door, 3, false), NULL, &after, NULL),
      PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_create(before, &now, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_count(now), 2);
  assert_true(pathfan_obstacles_find(now, "low", 0, &found) && found.on && found.is_door);
  assert_true(pathfan_obstacles_find(now, "high", 0, &found) && !found.on && found.is_door);
  assert_true(found.id == 1 && found.area.corner_count == 4 && found.area.corners[2].y == 7);
  const pathfan_change less = {.kind = PATHFAN_CHANGE_REMOVE, .name = "high"};
  assert_int_equal(pathfan_obstacles_change(now, &less, 1, &to, NULL, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(error.text, "is a door"));
  const pathfan_change changes[] = {
      {.kind = PATHFAN_CHANGE_SET, .name = "high", .on = true},
      {.kind = PATHFAN_CHANGE_ADD_AREA, .name = "fire", .area = {.centre = {1, 1}, .radius = 1}}};
  to = change(now, changes, 2, NULL);
  pathfan_obstacles_release(now);
  assert_int_equal(pathfan_obstacles_rebase(to, after, &now, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_count(now), 2); /* without "low" */
  assert_true(pathfan_obstacles_find(now, "high", 0, &found) && found.on && found.id == 1);
  assert_true(found.area.corners[2].y == 4);
  assert_true(pathfan_obstacles_find(now, "fire", 0, &found) && found.on && !found.is_door);
  pathfan_obstacles_release(to);
  assert_int_equal(pathfan_obstacles_rebase(now, before, &to, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_count(to), 3);
  assert_true(pathfan_obstacles_find(to, "low", 0, &found) && found.on && found.id > 3);
  pathfan_obstacles_release(to);
  pathfan_obstacles_release(now);
  const pathfan_change own = {.name = "low", .area = {.centre = {1, 1}, .radius = 1}};
  assert_int_equal(pathfan_obstacles_create(after, &now, NULL), PATHFAN_OK);
  to = change(now, &own, 1, NULL);
  pathfan_obstacles_release(now);
  assert_int_equal(pathfan_obstacles_rebase(to, before, &now, &error), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(error.text, "named low already"));
  pathfan_obstacles_release(to);
  pathfan_index_close(before);
  pathfan_index_close(after);
}

/* Thousands of areas, added and removed again and again; and more than a snapshot may have. */
static void test_many(void **state) {
  (void)state;
  enum { MANY = 3000 };
  scene s = open_room();
  pf_random random = pf_random_from(5);
  pathfan_obstacles *now = (pathfan_obstacles *)pathfan_obstacles_retain(s.none), *to;
  int64_t *ids = calloc(MANY, sizeof *ids);
  assert_non_null(ids);
  for (int i = 0; i < MANY; i++) { /* on a small spot, many at the same place */
    const pathfan_change add = {
        .area = {.centre = {0.5 + (double)pf_random_below(&random, 20) / 100, 8.5},
                 .radius = 0.01}};
    to = change(now, &add, 1, &ids[i]);
    pathfan_obstacles_release(now);
    now = to;
  }
  assert_int_equal(pathfan_obstacles_count(now), MANY);
  assert_int_equal(cross_room(&s, now)->path_count, 2);
  for (int i = MANY; i-- > 0;) {
    const int k = (int)pf_random_below(&random, i + 1);
    const pathfan_change less = {.kind = PATHFAN_CHANGE_REMOVE, .id = ids[k]};
    ids[k] = ids[i];
    to = change(now, &less, 1, NULL);
    pathfan_obstacles_release(now);
    now = to;
  }
  assert_int_equal(pathfan_obstacles_count(now), 0);
  assert_true(pathfan_obstacles_version(now) == 2 * MANY);
  pathfan_change *more = calloc(PATHFAN_OBSTACLES_AREAS_MAX + 1, sizeof *more);
  assert_non_null(more);
  for (int i = 0; i <= PATHFAN_OBSTACLES_AREAS_MAX; i++)
    more[i].area = (pathfan_area){.centre = {0.01 * (i % 900), 0.01 * (i / 900)},
                                  .radius = 0.001}; /* NOLINT */
  pathfan_error error;
  assert_int_equal(pathfan_obstacles_change(now, more, 32770, &to, NULL, &error),
                   PATHFAN_ERR_LIMIT); /* a circle has 32 corners */
  assert_null(to);
  assert_non_null(strstr(error.text, "1048576 corners"));
  static const pathfan_point corner[] = {{0.1, 0.1}, {0.2, 0.1}, {0.1, 0.2}};
  for (int i = 0; i <= PATHFAN_OBSTACLES_AREAS_MAX; i++)
    more[i].area = (pathfan_area){.corners = corner, .corner_count = 3};
  if (twin_is_whole()) {
    assert_int_equal(
        pathfan_obstacles_change(now, more, PATHFAN_OBSTACLES_AREAS_MAX + 1, &to, NULL, &error),
        PATHFAN_ERR_LIMIT);
    assert_non_null(strstr(error.text, "65536 areas"));
  }
  free(more);
  free(ids);
  pathfan_obstacles_release(now);
  close_scene(&s);
}

SUITE(test_obstacles) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random), cmocka_unit_test(test_names), cmocka_unit_test(test_ends),
      cmocka_unit_test(test_rebase), cmocka_unit_test(test_doors), cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
