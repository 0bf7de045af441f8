/* What saves looks for loops (mesh/loop_legs.h) is exact: legs that are left out make no loop with
 * each other, by closer points and by sight by definition; and the verdict on a path is the same
 * without what is known of obstacles, or of pieces that are shortest. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/loops.h"
#include "pathfan/inspect.h"
#include "query/calls/query_object.h"
#include "query/choose/loop_path.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_loops.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

enum { LEGS_MOST = 400 };

/* ---- Sectors ---- */

/* Draws a path that turns by at most `turn` at a corner. */
static int32_t draw(pf_random *random, double turn, pf_fixed_point *points, double *length) {
  const int32_t count = pf_random_between(random, 3, 9);
  double way = pf_random_between(random, 0, 628) / 100.;
  points[0] = (pf_fixed_point){0, 0};
  *length = 0;
  for (int32_t i = 1; i < count; i++) {
    const double leg = pf_random_between(random, 1, 1000) * 1000.;
    points[i] = (pf_fixed_point){points[i - 1].x + llrint(leg * cos(way)),
                                 points[i - 1].y + llrint(leg * sin(way))};
    *length += pf_fixed_length(points[i - 1], points[i]);
    way += turn * pf_random_between(random, -1000, 1000) / 1000.;
  }
  return count;
}

/* Whether the part between two points at thirds of legs is longer than `most` times the distance.
 */
static bool is_too_long(const pf_fixed_point *p, const double *along, int32_t a, int32_t b,
                        double most) {
  const double from = a % 3 / 3., to = b % 3 / 3.;
  const int32_t i = a / 3, k = b / 3;
  const double ax = (double)p[i].x + from * (double)(p[i + 1].x - p[i].x);
  const double ay = (double)p[i].y + from * (double)(p[i + 1].y - p[i].y);
  const double bx = (double)p[k].x + to * (double)(p[k + 1].x - p[k].x);
  const double by = (double)p[k].y + to * (double)(p[k + 1].y - p[k].y);
  const double part =
      along[k] + to * (along[k + 1] - along[k]) - along[i] - from * (along[i + 1] - along[i]);
  return part > most * (1 + 1e-9) * hypot(bx - ax, by - ay); /* not by rounding */
}

static void test_sectors(void **state) {
  (void)state;
  pf_random random = pf_random_from(1);
  pf_loop_legs legs = {0};
  static pf_loop_places places;
  int64_t none = 0, left_out = 0, loops = 0;
  const int trials = 10000 * twin_scaled(10);
  pf_loop_places_begin(&places, (pf_loop_ground){.fraction_bits = 8});
  for (int k = 0; k < trials; k++) {
    pf_fixed_point points[9];
    double along[9] = {0}, length;
    bool any;
    const double most = 1 + pf_random_between(&random, 0, 100) / 100.;
    const int32_t count = draw(&random, pf_random_between(&random, 1, 20) / 10., points, &length);
    const pf_loop_path path = {.points = points, .count = count, .length = length};
    for (int32_t i = 1; i < count; i++)
      along[i] = along[i - 1] + pf_fixed_length(points[i - 1], points[i]);
    assert_int_equal(pf_loop_legs_find(&legs, &path, most, &places, &any), PATHFAN_OK);
    none += !any;
    for (int32_t a = 0; a < 3 * (count - 1); a++)
      for (int32_t b = a + 1; b < 3 * (count - 1); b++) {
        const bool too_long = is_too_long(points, along, a, b, most);
        if (any && b / 3 >= legs.safe[a / 3]) {
          loops += too_long;
          continue;
        }
        assert_false(too_long);
        left_out++;
      }
  }
  print_message("%lld pairs left out, %lld paths without any, %lld too long\n", (long long)left_out,
                (long long)none, (long long)loops);
  if (twin_is_whole()) assert_true(none > trials / 10 && loops > trials && left_out > trials);
  pf_loop_legs_free(&legs);
}

/* ---- Candidates of random requests ---- */

/* A path, and the number of its via node; 0: it has none. */
typedef struct candidate {
  twin_track track;
  int32_t via;
} candidate;

typedef struct heard {
  int bits;
  candidate *list;
  int32_t count, capacity;
} heard;

static pf_fixed_point fixed(pathfan_point p, int bits) {
  return (pf_fixed_point){llrint(ldexp(p.x, bits)), llrint(ldexp(p.y, bits))};
}

/* Keeps what is judged by loops: paths that nothing else speaks against. */
static void hear(void *context, const pathfan_trace_event *told) {
  heard *h = context;
  if (told->fate != PATHFAN_FATE_CHOSEN && told->fate != PATHFAN_FATE_LOOPING) return;
  if (told->point_count > LEGS_MOST) return;
  assert_int_equal(pf_grow(&h->list, &h->capacity, (int64_t)h->count + 1), PATHFAN_OK);
  candidate *c = &h->list[h->count++];
  *c = (candidate){.track = {told->length, told->point_count, NULL}};
  c->track.points = malloc((size_t)told->point_count * sizeof *c->track.points);
  assert_non_null(c->track.points);
  for (int32_t i = 0; i < told->point_count; i++)
    c->track.points[i] = fixed(told->points[i], h->bits);
  for (int32_t i = 1; i + 1 < told->point_count && told->has_via; i++)
    if (pf_same_point(c->track.points[i], fixed(told->via, h->bits))) c->via = i;
}

/* What was compared. */
typedef struct tally {
  int64_t paths, loops, left_out;
} tally;

/* Legs that are left out make no loop: of the pairs of points whose part is too long none sees each
 * other. */
static void check_left_out(const twin_map *map, int bits, const candidate *c, double shortest,
                           const pf_loop_legs *legs, bool any, tally *t) {
  twin_loop_points p = twin_loop_points_of(&c->track, bits, shortest / 40);
  static int32_t leg[16384], corner[LEGS_MOST];
  int32_t own = -1;
  assert_true(p.count <= 16384);
  for (int32_t i = 0; i < p.count; i++) {
    if (own + 1 < c->track.count && pf_same_point(p.at[i], c->track.points[own + 1]))
      corner[++own] = i;
    leg[i] = own;
  }
  for (int32_t a = 0; a < p.count; a++) {
    const int32_t last =
        any && leg[a] + 1 < c->track.count ? corner[legs->safe[leg[a]]] : p.count - 1;
    for (int32_t b = a + 1; b <= last; b++) {
      twin_loop_points pair = {.at = (pf_fixed_point[]){p.at[a], p.at[b]},
                               .along = (double[]){p.along[a], p.along[b]},
                               .count = 2};
      const double distance = ldexp(pf_fixed_length(p.at[a], p.at[b]), -bits);
      if (p.along[b] - p.along[a] <= 1.5 * (1 + 1e-6) * distance) continue;
      t->left_out++;
      if (twin_loop(map, bits, &pair, 1.5) > 1.5)
        twin_fail(map, "points %d and %d of a path of %.17g make a loop that is left out", a, b,
                  c->track.length);
    }
  }
  twin_loop_points_free(&p);
}

/* Verdicts with and without what saves looks. */
static void check_path(const twin_map *map, const pathfan_query *q, const candidate *c,
                       double shortest, tally *t) {
  static pf_loops loops[4];
  const pf_space *space = q->space;
  const double to_steps = ldexp(1, space->fraction_bits);
  const pf_obstacles *obstacles = NULL;
  bool found[4], any;
  assert_int_equal(pf_space_need_obstacles(space, &obstacles, NULL), PATHFAN_OK);
  for (int way = 0; way < 4; way++) {
    const pf_loop_ground ground = {.mesh = space->mesh,
                                   .locator = space->locator,
                                   .fraction_bits = space->fraction_bits,
                                   .polygon = {-1, -1},
                                   .obstacles = way & 1 ? NULL : obstacles};
    pf_loop_path path = {
        .points = c->track.points, .count = c->track.count, .length = c->track.length * to_steps};
    path.cut[0] = c->via;
    path.cuts = c->via && !(way & 2);
    pf_loops_begin(&loops[way], ground, 1.5, shortest * to_steps);
    assert_int_equal(pf_loops_find(&loops[way], &path, &found[way]), PATHFAN_OK);
    if (found[way] != found[0])
      twin_fail(map, "a path of %.17g is a loop once only, way %d", c->track.length, way);
    assert_int_equal(pf_loop_legs_find(&loops[way].legs, &path, 1.5, &loops[way].places, &any),
                     PATHFAN_OK);
    if (!way) check_left_out(map, space->fraction_bits, c, shortest, &loops[0].legs, any, t);
    pf_loops_free(&loops[way]);
  }
  t->paths++;
  t->loops += found[0];
}

static void check_map(const twin_map *map, const pathfan_index *index, int requests, tally *t) {
  pf_random random = pf_random_from(map->seed + 11);
  heard h = {0};
  const pathfan_trace trace = {.tell = hear, .context = &h};
  pathfan_index_info info;
  pathfan_query *query;
  pathfan_index_info_get(index, &info);
  h.bits = info.fraction_bits;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int k = 0; k < requests; k++) {
    const pathfan_answer *answer;
    pathfan_request r;
    pf_fixed_point s, u;
    if (!twin_map_random_point(&random, map, h.bits, true, &s) ||
        !twin_map_random_point(&random, map, h.bits, true, &u))
      continue;
    pathfan_request_init(&r);
    r.from = twin_units(s, h.bits);
    r.to = twin_units(u, h.bits);
    r.paths = 60;
    r.dissimilarity = r.separation_share = 0;
    r.effort = PATHFAN_EFFORT_THOROUGH;
    r.trace = &trace;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    const double shortest = answer->path_count ? answer->paths[0].length : 0;
    for (int32_t i = 0; i < h.count; i++) {
      check_path(map, query, &h.list[i], shortest, t);
      free(h.list[i].track.points);
    }
    h.count = 0;
  }
  free(h.list);
  pathfan_query_free(query);
}

static void test_candidates(void **state) {
  (void)state;
  tally t = {0};
  for (int number = 0; number < twin_scaled(24); number++) {
    const bool outlines = number % 3 == 0;
    twin_map map =
        outlines ? twin_outline_map(number, 24) : twin_map_number(twin_drawn_count() + number, 60);
    pathfan_index *index = outlines ? twin_outline_index(&map, NULL) : twin_index(&map, NULL);
    check_map(&map, index, 12, &t);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%lld paths, %lld with a loop, %lld pairs of points left out\n", (long long)t.paths,
                (long long)t.loops, (long long)t.left_out);
  if (twin_is_whole()) assert_true(t.paths > 1000 && t.loops > 100 && t.left_out > 1000);
}

SUITE(test_loop_legs) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sectors),
      cmocka_unit_test(test_candidates),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
