/* Alternatives that turn back in plain sight: what is left of them, by points closer to each other
 * than the library's and by sight by definition; and what is refused. That the library refuses what
 * its rule says, and nothing else, is compared request by request in test_query_twin. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_answer.h"
#include "twin_areas.h"
#include "twin_loops.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

/* Loops by points at every 60th of path 1. */
typedef struct found {
  int64_t alternatives, loops, long_loops; /* above 1.5, above 2 */
  double worst;
} found;

static void count_loops(const twin_map *map, int bits, const pathfan_answer *answer, found *f) {
  for (int32_t i = 1; i < answer->path_count; i++) {
    twin_track track = twin_track_of(&answer->paths[i], bits);
    twin_loop_points points = twin_loop_points_of(&track, bits, answer->paths[0].length / 60);
    const double worst = twin_loop(map, bits, &points, 1.5);
    f->alternatives++;
    f->loops += worst > 1.5 * (1 + 1e-9);
    f->long_loops += worst > 2;
    f->worst = fmax(f->worst, worst);
    twin_loop_points_free(&points);
    free(track.points);
  }
}

/* What a trace tells of refused loops. */
typedef struct refused {
  const twin_map *map;
  int bits;
  int64_t count;
} refused;

static pf_fixed_point fixed(pathfan_point p, int bits) {
  return (pf_fixed_point){llrint(ldexp(p.x, bits)), llrint(ldexp(p.y, bits))};
}

/* The chord's ends see each other, and the path is too long for them. */
static void hear(void *context, const pathfan_trace_event *told) {
  refused *r = context;
  if (told->fate != PATHFAN_FATE_LOOPING) return;
  const pf_fixed_point a = fixed(told->loop[0], r->bits), b = fixed(told->loop[1], r->bits);
  r->count++;
  if (twin_map_is_free(r->map, r->bits, a) && twin_map_is_free(r->map, r->bits, b))
    assert_true(twin_map_sees(r->map, r->bits, a, b));
  assert_true(told->length >
              1.5 * ldexp(hypot((double)(b.x - a.x), (double)(b.y - a.y)), -r->bits));
}

/* Loops of answers with and without a bound. */
typedef struct census {
  found before, after;
  refused refused;
} census;

/* Asks random requests, and closes the index and frees the map. */
static void count_on(twin_map *map, pathfan_index *index, int requests, census *c) {
  pf_random random = pf_random_from(map->seed + 5);
  pathfan_query *query;
  const pathfan_trace trace = {.tell = hear, .context = &c->refused};
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  c->refused.map = map;
  c->refused.bits = info.fraction_bits;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int k = 0; k < requests; k++) {
    const pathfan_answer *answer;
    pathfan_request request;
    pf_fixed_point s = {0, 0}, t = {0, 0};
    pathfan_request_init(&request);
    assert_true(request.max_loop == 1.5);
    if (!twin_map_random_point(&random, map, info.fraction_bits, true, &s) ||
        !twin_map_random_point(&random, map, info.fraction_bits, true, &t))
      continue;
    request.from = twin_units(s, info.fraction_bits);
    request.to = twin_units(t, info.fraction_bits);
    request.max_loop = 0;
    assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
    assert_true(answer->max_loop == 0);
    assert_int_equal(answer->candidates.looping, 0);
    count_loops(map, info.fraction_bits, answer, &c->before);
    request.max_loop = 1.5;
    request.trace = k % 4 ? NULL : &trace;
    assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
    assert_true(answer->max_loop == 1.5);
    count_loops(map, info.fraction_bits, answer, &c->after);
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
}

static void tell(const char *what, const census *c) {
  const found *all[] = {&c->before, &c->after};
  for (int i = 0; i < 2; i++)
    print_message("%s, %s a bound: %lld alternatives, %lld with a loop above 1.5, %lld above 2, up "
                  "to %.2f\n",
                  what, i ? "with" : "without", (long long)all[i]->alternatives,
                  (long long)all[i]->loops, (long long)all[i]->long_loops, all[i]->worst);
}

/* Maps of cells, and of sloping walls. */
static void test_what_is_left(void **state) {
  (void)state;
  static census c[2];
  for (int kind = 0; kind < 2; kind++) {
    c[kind] = (census){.refused.count = 0};
    for (int number = 0; number < twin_scaled(kind ? 30 : 50); number++) {
      twin_map map =
          kind ? twin_outline_map(number, 24) : twin_map_number(twin_drawn_count() + number, 90);
      count_on(&map, kind ? twin_outline_index(&map, NULL) : twin_index(&map, NULL), 40, &c[kind]);
      twin_map_free(&map);
    }
    tell(kind ? "outlines" : "grids", &c[kind]);
  }
  if (!twin_is_whole()) return;
  for (int kind = 0; kind < 2; kind++) {
    assert_true(c[kind].before.loops > 30 && c[kind].refused.count > 5);
    assert_true(c[kind].after.loops * 20 <= c[kind].before.loops);
    assert_true(c[kind].after.worst <= 1.1 * 1.5);
  }
}

static census published;

static void count_on_published(const pf_grid *grid, const char *path) {
  twin_map map = {.grid = *grid, .seed = 38};
  pathfan_index *index;
  pathfan_error error;
  snprintf(map.name, sizeof map.name, "%.290s", path);
  if (pathfan_build_index(path, twin_scratch("map.pathfan"), NULL, NULL, &error) ||
      pathfan_index_open(twin_scratch("map.pathfan"), NULL, &index, &error))
    fail_msg("%s", error.text);
  count_on(&map, index, twin_scaled(15), &published);
}

static void test_published_maps(void **state) {
  (void)state;
  published = (census){.refused.count = 0};
  assert_true(twin_benchmark_maps(count_on_published) > 0);
  tell("maps of cells in the folder", &published);
  assert_true(published.after.loops * 100 <= published.after.alternatives + 200);
}

/* By the goal, in plain sight of it, a path walks round a block and comes back. */
static void test_hook(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("hook", "............\n............\n......@@@@..\n......@@@@..\n"
                                        "......@@@@..\n............\n");
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_query *query;
  const pathfan_answer *answer;
  pathfan_measures all;
  pathfan_request r;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  pathfan_request_init(&r);
  r.from = (pathfan_point){1, 1};
  r.to = (pathfan_point){11, 1};
  r.stretch = 2;
  r.max_loop = 0;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->path_count, 2);
  assert_int_equal(pathfan_query_measure(query, answer->paths, 2, NULL, &all), PATHFAN_OK);
  const double loop = answer->paths[1].length / 10; /* the ends see each other */
  assert_true(all.loop >= loop - 1e-9 && loop > 1.2);
  r.max_loop = 1.2;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->path_count, 1);
  assert_int_equal(answer->candidates.looping, 1);
  /* An area between the two hides them from each other: the way round the block stays. */
  const pathfan_area area = {.centre = {8, 1}, .radius = 1.2};
  r.avoid = &area;
  r.avoid_count = 1;
  r.effort = PATHFAN_EFFORT_THOROUGH;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_true(answer->max_loop == 1.2);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* Areas in an open field: they alone hide. */
enum { AREAS = 12 };
typedef struct field {
  twin_map map;
  int bits;
  twin_area areas[AREAS];
  pathfan_area given[AREAS];
  int32_t count;
} field;

static bool areas_hide(const void *context, pf_fixed_point from, pf_fixed_point to) {
  const field *f = context;
  const pathfan_point a = twin_units(from, f->bits), b = twin_units(to, f->bits);
  for (int32_t i = 0; i < f->count; i++)
    if (twin_area_distance(&f->areas[i], a, b) < twin_area_margin(f->bits)) return true;
  return false;
}

/* Returns a disc, or a slanted bar. */
static twin_area small_area(pf_random *random) {
  const pathfan_point at = {pf_random_between(random, 8, 152) / 4.,
                            pf_random_between(random, 8, 112) / 4.};
  if (pf_random_below(random, 2))
    return twin_area_circle(at, pf_random_between(random, 2, 16) / 4.);
  const double x = pf_random_between(random, -32, 32) / 4.;
  const double y = pf_random_between(random, 2, 32) / 4.;
  const double length = hypot(x, y), across_x = y / length, across_y = -x / length;
  return (twin_area){.count = 4,
                     .corners = {at,
                                 {at.x + across_x, at.y + across_y},
                                 {at.x + across_x + x, at.y + across_y + y},
                                 {at.x + x, at.y + y}}};
}

/* Returns the greatest loop of a path by points at so many parts of path 1; 1.4 if it is less. */
static double loop_in_field(const field *f, const pathfan_answer *answer, int32_t path, int parts) {
  twin_track track = twin_track_of(&answer->paths[path], f->bits);
  const double spacing = fmax(answer->paths[0].length / parts, track.length / (8 * parts));
  twin_loop_points points = twin_loop_points_of(&track, f->bits, spacing);
  points.hides = areas_hide;
  points.context = f;
  const double worst = twin_loop(&f->map, f->bits, &points, 1.4);
  twin_loop_points_free(&points);
  free(track.points);
  return worst;
}

/* By the library's points no path among areas has a loop; by closer ones hardly any. */
static void test_among_areas(void **state) {
  (void)state;
  enum { WIDTH = 40, HEIGHT = 30 };
  field f = {.count = 0};
  char rows[HEIGHT * (WIDTH + 1) + 1] = {0};
  memset(rows, '.', sizeof rows - 1);
  for (int i = 1; i <= HEIGHT; i++) rows[i * (WIDTH + 1) - 1] = '\n';
  f.map = twin_map_drawn("field", rows);
  pathfan_index *index = twin_index(&f.map, NULL);
  pathfan_query *query;
  pathfan_index_info info;
  pf_random random = pf_random_from(38);
  int64_t alternatives = 0, looping = 0, left = 0;
  pathfan_index_info_get(index, &info);
  f.bits = info.fraction_bits;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int k = 0; k < twin_scaled(2500); k++) {
    const pathfan_answer *answer;
    pathfan_request r = plain_request(&f.map, &random);
    f.count = 3 + k % 10;
    for (int32_t i = 0; i < f.count; i++) {
      f.areas[i] = small_area(&random);
      f.given[i] = twin_area_given(&f.areas[i]);
    }
    r.avoid = f.given;
    r.avoid_count = f.count;
    r.effort = PATHFAN_EFFORT_THOROUGH;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    looping += answer->candidates.looping;
    for (int32_t i = 1; i < answer->path_count; i++) {
      alternatives++;
      if (loop_in_field(&f, answer, i, 24) > 1.5 * (1 + 1e-9))
        twin_fail(&f.map, "request %d: path %d turns back", k, i);
      left += loop_in_field(&f, answer, i, 60) > 1.5;
    }
  }
  print_message("among areas %lld alternatives, %lld with a loop by closer points, %lld refused\n",
                (long long)alternatives, (long long)left, (long long)looping);
  if (twin_is_whole()) assert_true(alternatives > 500 && looping > 20);
  assert_true(left * 100 <= alternatives + 100);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&f.map);
}

/* Returns the measure of a path; 0 if it can't be measured: a point at which two obstacles touch
 * belongs to one side of them, which isn't where the path passes. */
static double loop_of(pathfan_query *query, const pathfan_path *path) {
  pathfan_measures one;
  const pathfan_status status = pathfan_query_measure(query, path, 1, NULL, &one);
  assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_ARGUMENT);
  return status ? 0 : one.loop;
}

/* ---- Symmetry ---- */

/* Ways to lay a map out anew, in any combination. */
enum { TRANSPOSED = 1, MIRRORED_X = 2, MIRRORED_Y = 4, WAYS = 8 };

/* Returns where a point of the map comes to lie. */
static pathfan_point image_of(const twin_map *map, int way, pathfan_point p) {
  const bool swaps = way & TRANSPOSED;
  const double width = swaps ? map->grid.height : map->grid.width;
  const double height = swaps ? map->grid.width : map->grid.height;
  const double x = swaps ? p.y : p.x, y = swaps ? p.x : p.y;
  return (pathfan_point){way & MIRRORED_X ? width - x : x, way & MIRRORED_Y ? height - y : y};
}

/* Returns the map laid out anew; the caller frees its cells. */
static twin_map image_of_map(const twin_map *map, int way) {
  twin_map image = *map;
  const int32_t width = map->grid.width, height = map->grid.height;
  image.grid.width = way & TRANSPOSED ? height : width;
  image.grid.height = way & TRANSPOSED ? width : height;
  image.grid.free = malloc((size_t)width * (size_t)height * sizeof *image.grid.free);
  assert_non_null(image.grid.free);
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; x < width; x++) {
      const pathfan_point to = image_of(map, way, (pathfan_point){x + 0.5, y + 0.5});
      image.grid.free[(int64_t)to.y * image.grid.width + (int64_t)to.x] =
          map->grid.free[(int64_t)y * width + x];
    }
  return image;
}

/* A candidate that nothing but a loop speaks against. */
typedef struct verdict {
  pathfan_path path; /* owns its points */
  bool loops;
} verdict;

typedef struct verdicts {
  verdict *list;
  int32_t count, capacity;
} verdicts;

static void keep_verdict(void *context, const pathfan_trace_event *told) {
  verdicts *v = context;
  if (told->fate != PATHFAN_FATE_CHOSEN && told->fate != PATHFAN_FATE_LOOPING) return;
  const size_t bytes = (size_t)told->point_count * sizeof *told->points;
  pathfan_point *points = malloc(bytes);
  assert_non_null(points);
  memcpy(points, told->points, bytes);
  assert_int_equal(pf_grow(&v->list, &v->capacity, (int64_t)v->count + 1), PATHFAN_OK);
  v->list[v->count++] =
      (verdict){{.length = told->length, .point_count = told->point_count, .points = points},
                told->fate == PATHFAN_FATE_LOOPING};
}

static void forget_verdicts(verdicts *v) {
  for (int32_t i = 0; i < v->count; i++) free((void *)v->list[i].path.points);
  v->count = 0;
}

/* Asks for all paths, and keeps the verdict on each of them. */
static void ask_verdicts(pathfan_query *query, pathfan_point from, pathfan_point to, verdicts *v) {
  const pathfan_trace trace = {.tell = keep_verdict, .context = v};
  const pathfan_answer *answer;
  pathfan_request r;
  forget_verdicts(v);
  pathfan_request_init(&r);
  r.from = from;
  r.to = to;
  r.paths = 1000;
  r.dissimilarity = r.separation_share = 0;
  r.effort = PATHFAN_EFFORT_THOROUGH;
  r.trace = &trace;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
}

static bool is_near(pathfan_point a, pathfan_point b) {
  return fabs(a.x - b.x) + fabs(a.y - b.y) < 1e-9;
}

/* Whether `other` is the image of a path, from its end to its beginning if it is reversed. */
static bool is_image(const twin_map *map, int way, bool reversed, const pathfan_path *path,
                     const pathfan_path *other) {
  const int32_t count = path->point_count;
  bool same = other->point_count == count;
  for (int32_t i = 0; i < count && same; i++)
    same =
        is_near(image_of(map, way, path->points[i]), other->points[reversed ? count - 1 - i : i]);
  return same;
}

/* What was compared. */
typedef struct tally {
  int64_t asked, paths, loops, alone; /* alone: a path that only one of both requests has */
} tally;

/* Compares verdicts on paths and their images, where both are candidates: of two via-paths of the
 * same length either may be. */
static void compare_verdicts(const twin_map *map, int way, bool reversed, const verdicts *own,
                             const verdicts *others, pathfan_query *query, tally *t) {
  t->asked++;
  for (int32_t i = 0; i < own->count; i++) {
    const verdict *v = &own->list[i], *image = NULL;
    for (int32_t k = 0; k < others->count && !image; k++)
      if (is_image(map, way, reversed, &v->path, &others->list[k].path)) image = &others->list[k];
    t->paths++;
    t->loops += v->loops;
    t->alone += !image;
    if (!image || image->loops == v->loops) continue;
    if (fabs(loop_of(query, &v->path) - 1.5) > 1e-5)
      twin_fail(map, "way %d, reversed %d: a path of %.17g with %d points is a loop once only", way,
                reversed, v->path.length, v->path.point_count);
  }
}

/* Compares the measure of a path with those of its reverse and of its image. */
static void compare_measures(const twin_map *map, int way, const pathfan_path *path,
                             pathfan_query *query, pathfan_query *other) {
  enum { POINTS_MOST = 1000 };
  static pathfan_point points[POINTS_MOST];
  const int32_t count = path->point_count;
  pathfan_path copy = *path;
  copy.points = points;
  assert_true(count <= POINTS_MOST);
  const double loop = loop_of(query, path);
  for (int32_t m = 0; m < count; m++) points[m] = path->points[count - 1 - m];
  assert_true(fabs(loop_of(query, &copy) - loop) <= 1e-9 * loop);
  for (int32_t m = 0; m < count; m++) points[m] = image_of(map, way, path->points[m]);
  const double other_loop = loop_of(other, &copy);
  if (loop > 0 && other_loop > 0 && fabs(other_loop - loop) > 1e-5 * loop)
    twin_fail(map, "way %d: %g, its image %g", way, loop, other_loop);
}

/* From and to exchanged, and the map laid out anew. */
static void test_direction_and_symmetry(void **state) {
  (void)state;
  tally turned = {0}, reversed = {0};
  verdicts own = {0}, others = {0};
  for (int number = 0; number < twin_scaled(2 * (WAYS - 1)); number++) {
    const int way = 1 + number % (WAYS - 1);
    twin_map map = twin_map_number(twin_drawn_count() + number, 60),
             image = image_of_map(&map, way);
    pathfan_index *index = twin_index(&map, NULL), *other = twin_index(&image, NULL);
    pathfan_query *query, *other_query;
    pf_random random = pf_random_from(map.seed + 9);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(other, &other_query), PATHFAN_OK);
    for (int k = 0; k < 12; k++) {
      const pathfan_request r = plain_request(&map, &random);
      ask_verdicts(query, r.from, r.to, &own);
      ask_verdicts(other_query, image_of(&map, way, r.from), image_of(&map, way, r.to), &others);
      compare_verdicts(&map, way, false, &own, &others, query, &turned);
      ask_verdicts(query, r.to, r.from, &others);
      compare_verdicts(&map, 0, true, &own, &others, query, &reversed);
      for (int32_t i = 0; i < own.count && i < 10; i++)
        compare_measures(&map, way, &own.list[i].path, query, other_query);
    }
    pathfan_query_free(query);
    pathfan_query_free(other_query);
    pathfan_index_close(index);
    pathfan_index_close(other);
    free(image.grid.free);
    twin_map_free(&map);
  }
  for (int i = 0; i < 2; i++) {
    const tally *t = i ? &reversed : &turned;
    print_message("%s: %lld requests, %lld paths, %lld with a loop, %lld of one request only\n",
                  i ? "reversed" : "laid out anew", (long long)t->asked, (long long)t->paths,
                  (long long)t->loops, (long long)t->alone);
    if (twin_is_whole())
      assert_true(t->paths > 1000 && t->loops * 20 > t->paths && t->alone * 10 < t->paths);
  }
  forget_verdicts(&own);
  forget_verdicts(&others);
  free(own.list);
  free(others.list);
}

SUITE(test_loops) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_is_left),
      cmocka_unit_test(test_hook),
      cmocka_unit_test(test_among_areas),
      cmocka_unit_test(test_direction_and_symmetry),
  };
  const struct CMUnitTest maps[] = {cmocka_unit_test(test_published_maps)}; /* by `nightly` */
  int failed = cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
  if (getenv("PATHFAN_BENCHMARK_DIR"))
    failed += cmocka_run_group_tests(maps, twin_scratch_make, twin_scratch_remove);
  return failed;
}
