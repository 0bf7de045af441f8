/* Indexes of polygon maps against a plain implementation of Algorithm 1 and against every edge of
 * the map; changes that turning, mirroring or scaling a map must not cause. */
#include <math.h>
#include <stdlib.h>

#include "look_fixture.h"
#include "pathfan/inspect.h"
#include "suite.h"
#include "twin_answer.h"
#include "twin_ask.h"
#include "twin_outline_maps.h"
#include "twin_outlines.h"
#include "twin_region.h"
#include "twin_shortest.h"
#include "twin_sight.h"

/* Returns the largest number of bits for which the twin's sums fit into 64 bits. */
static int32_t twin_bits(const twin_map *map) {
  double sum = 1;
  for (int32_t v = 0; v < map->outline.vertex_count; v++)
    sum += map->outline.vertices[v].x + map->outline.vertices[v].y;
  int32_t bits = 36;
  while (bits > 0 && ldexp(sum, bits) > 0x1p60) bits--;
  return bits;
}

static void test_answers(void **state) {
  (void)state;
  const int count = twin_scaled(400);
  twin_asked asked = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, i % 5 ? 8 : 12);
    pathfan_build_options options = twin_some_options(i);
    pathfan_index_info info;
    if (i % 5 == 2) options.map.mesh = PATHFAN_MESH_CDT;
    pathfan_index *index = twin_outline_index(&map, &options);
    pathfan_index_info_get(index, &info);
    assert_true(info.unit == 1 && info.origin_x == 0 && info.origin_y == 0);
    twin_dense d = twin_dense_make(&map, twin_bits(&map));
    assert_int_equal(info.vertex_count, d.n);
    twin_dense_take_ranks(&d, index);
    twin_ask_some(&map, &d, index, options.tables, &asked);
    pathfan_index_close(index);
    twin_dense_free(&d);
    twin_map_free(&map);
  }
  twin_asked_show(&asked, count);
  assert_true(asked.compared * 3 > asked.asked);
}

/* Distances of all pairs of vertices. On the last map an edge along which no path goes on improves
 * the length to a vertex after that vertex was expanded. */
static void test_pairs(void **state) {
  (void)state;
  const int count = twin_scaled(40);
  int64_t pairs = 0;
  for (int i = 0; i <= count; i++) {
    twin_map map = twin_outline_map(i < count ? i : 1755, 12);
    pathfan_index *index = twin_outline_index(&map, NULL);
    twin_roads roads = twin_roads_make(&map);
    const pf_generation *inside = generation_of(index);
    const int32_t n = roads.dense.n;
    int32_t twin_of[4096];
    assert_true(n == inside->view.n && n <= 4096);
    for (int32_t v = 0; v < n; v++)
      for (int32_t t = 0; t < n; t++)
        if (roads.dense.at[t].x == inside->view.vertices[v].x &&
            roads.dense.at[t].y == inside->view.vertices[v].y)
          twin_of[v] = t;
    for (int32_t u = 0; u < n; u++)
      for (int32_t v = 0; v < u; v++, pairs++) {
        const double wanted = roads.between[twin_at(&roads.dense, twin_of[u], twin_of[v])];
        pathfan_pair_info info;
        assert_int_equal(pathfan_index_pair(index, u, v, &info), PATHFAN_OK);
        assert_int_equal(info.reachable, wanted < INFINITY);
        if (info.reachable && fabs(info.length - wanted) > 1e-9 * wanted)
          twin_fail(&map, "vertices %d and %d: %.17g apart, not %.17g", u, v, info.length, wanted);
      }
    twin_roads_free(&roads);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld pairs\n", count + 1, (long long)pairs);
}

/* Whether p sees v and a path from p can pass it. */
static bool is_listed(const twin_map *map, const pf_generation *index, int bits, pf_fixed_point p,
                      int32_t v) {
  const pf_fixed_point at = pf_vertex_fixed(&index->view, v);
  const pf_fixed_point in = pf_fixed_from_to(p, at);
  pf_wedge wedge;
  assert_true(twin_map_convex(map, index->view.vertices[v].x, index->view.vertices[v].y, &wedge));
  return (in.x || in.y) && twin_passable(wedge, in) &&
         twin_map_sees_turning(map, bits, p, false, at, true);
}

static void test_seen_sets(void **state) {
  (void)state;
  const int count = twin_scaled(250);
  int64_t points = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, 12);
    for (int form = 0; form < 2; form++) {
      pathfan_build_options options;
      pathfan_build_options_init(&options);
      options.threads = options.tables = 1;
      options.cone_cap = form ? 0 : PATHFAN_CONE_CAP_DEFAULT;
      pathfan_index *index = twin_outline_index(&map, &options);
      check_looks(&map, index, 25, is_listed, NULL, &points);
      pathfan_index_close(index);
    }
    twin_map_free(&map);
  }
  print_message("%d maps, %lld points\n", count, (long long)points);
}

/* Arbitrary doubles: an end is the nearest point of the fixed-point grid, or lies on a wall less
 * than a unit and a half away; all other points inside obstacles are blocked. */
static void test_doubles(void **state) {
  (void)state;
  const int count = twin_scaled(120);
  int64_t answered = 0, moved = 0, blocked = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, 9);
    pf_random random = pf_random_from(map.seed + 41);
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = options.tables = 1;
    pathfan_index *index = twin_outline_index(&map, &options);
    pathfan_query *query;
    pathfan_index_info info;
    pathfan_index_info_get(index, &info);
    const int bits = info.fraction_bits;
    const double step = ldexp(1, -bits);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 60; k++) {
      pathfan_point ends[2];
      for (int e = 0; e < 2; e++) {
        pf_fixed_point near;
        ends[e].x = info.width * ((double)pf_random_below(&random, 1 << 30) / (1 << 30));
        ends[e].y = info.height * ((double)pf_random_below(&random, 1 << 30) / (1 << 30));
        if (k % 2 || !twin_map_random_point(&random, &map, bits, false, &near)) continue;
        ends[e] = twin_units(near, bits);
        ends[e].x += (double)pf_random_between(&random, -3000, 3000) / 1000;
        ends[e].y += (double)pf_random_between(&random, -3000, 3000) / 1000;
      }
      pathfan_request r;
      const pathfan_answer *answer;
      pathfan_request_init(&r);
      r.from = ends[0];
      r.to = ends[1];
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      if (answer->outcome == PATHFAN_OUTCOME_START_BLOCKED) {
        const pf_fixed_point at = {llrint(ldexp(r.from.x, bits)), llrint(ldexp(r.from.y, bits))};
        if (twin_map_is_free(&map, bits, at)) twin_fail(&map, "a free start is blocked");
        blocked++;
        continue;
      }
      if (answer->outcome == PATHFAN_OUTCOME_GOAL_BLOCKED) continue;
      const double dx = fabs(answer->from.x - r.from.x), dy = fabs(answer->from.y - r.from.y);
      assert_false(answer->from_snapped || answer->to_snapped);
      if (dx > step / 2 || dy > step / 2) {
        const pf_fixed_point at = {llrint(ldexp(r.from.x, bits)), llrint(ldexp(r.from.y, bits))};
        moved++;
        if (twin_map_is_free(&map, bits, at)) twin_fail(&map, "a free start is moved");
        if (hypot(dx, dy) > 1.4143 + 4 * step) twin_fail(&map, "moved by %g, %g", dx, dy);
      }
      if (answer->outcome != PATHFAN_OUTCOME_OK) continue;
      if (answer->from.x == answer->to.x && answer->from.y == answer->to.y) continue;
      twin_check_answer(&map, bits, &r, answer);
      answered++;
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%lld answered, %lld starts moved to a wall, %lld blocked\n", (long long)answered,
                (long long)moved, (long long)blocked);
  assert_true(answered > 10 * count && moved > count / 4 && blocked > count);
}

/* ---- The same map otherwise ---- */

static double ask_length(pathfan_query *query, pathfan_point s, pathfan_point t) {
  pathfan_request r;
  const pathfan_answer *answer;
  pathfan_request_init(&r);
  r.paths = 1;
  r.from = s;
  r.to = t;
  if (pathfan_query_paths(query, &r, &answer))
    fail_msg("%.17g,%.17g to %.17g,%.17g: %s", s.x, s.y, t.x, t.y, pathfan_query_error(query));
  if (answer->outcome == PATHFAN_OUTCOME_NO_PATH) return INFINITY;
  if (answer->outcome != PATHFAN_OUTCOME_OK) return -1;
  double length;
  pathfan_outcome outcome;
  assert_int_equal(pathfan_query_distance(query, s, t, &length, &outcome), PATHFAN_OK);
  assert_true(outcome == PATHFAN_OUTCOME_OK && length == answer->paths[0].length);
  return length;
}

/* How points of another form of a map come from those of the map: times a matrix, plus an offset,
 * times 2^exponent. */
typedef struct form {
  int a, b, c, d, exponent;
  double x, y;
} form;

static pathfan_point move_point(const form *f, pathfan_point p) {
  return (pathfan_point){ldexp(f->a * p.x + f->b * p.y + f->x, f->exponent),
                         ldexp(f->c * p.x + f->d * p.y + f->y, f->exponent)};
}

static void test_other_forms(void **state) {
  (void)state;
  static const form forms[] = {{0, -1, 1, 0, 0, 0, 0}, {-1, 0, 0, -1, 0, 0, 0},
                               {0, 1, -1, 0, 0, 0, 0}, {-1, 0, 0, 1, 0, 0, 0},
                               {0, 1, 1, 0, 0, 0, 0},  {1, 0, 0, 1, -7, 0, 0},
                               {1, 0, 0, 1, 12, 0, 0}, {1, 0, 0, 1, -90, 0, 0}};
  const int count = twin_scaled(120);
  int64_t pairs = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, 9), other = {.seed = map.seed};
    form f = forms[i % 8];
    pf_random random = pf_random_from(map.seed + 23);
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = options.tables = 1;
    pathfan_index *index = twin_outline_index(&map, &options), *turned;
    pathfan_query *query, *turned_query;
    pathfan_error error;
    pathfan_index_info info;
    const int bits = generation_of(index)->view.header->fraction_bits;

    other.outline = twin_outline_mapped(&map.outline, f.a, f.b, f.c, f.d);
    for (int32_t v = 0; v < map.outline.vertex_count; v++) {
      const pf_lattice_point at = map.outline.vertices[v];
      f.x = fmax(f.x, -((double)f.a * at.x + (double)f.b * at.y));
      f.y = fmax(f.y, -((double)f.c * at.x + (double)f.d * at.y));
    }
    twin_outline_write(&other, f.exponent, twin_scratch("other.poly"));
    /* Every second form uses the finest lattice, where lengths are rounded differently. */
    options.map.unit = i % 2 ? ldexp(1, f.exponent) : 0;
    if (pathfan_build_index(twin_scratch("other.poly"), twin_scratch("other.pathfan"), &options,
                            NULL, &error) ||
        pathfan_index_open(twin_scratch("other.pathfan"), NULL, &turned, &error))
      twin_fail(&other, "%s", error.text);
    pathfan_index_info_get(turned, &info);
    /* Both ends are rounded to steps that may be coarser in the other form. */
    const double step = 2 * ldexp(info.unit, -info.fraction_bits);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(turned, &turned_query), PATHFAN_OK);
    for (int k = 0; k < 40; k++) {
      pf_fixed_point s, t;
      if (!twin_map_random_point(&random, &map, bits, true, &s) ||
          !twin_map_random_point(&random, &map, bits, true, &t))
        continue;
      /* A point on a pinch belongs to another sector when turned: points on the border aren't
       * compared. */
      const pathfan_point p = twin_units(s, bits), q = twin_units(t, bits);
      const pathfan_point mp = move_point(&f, p), mq = move_point(&f, q);
      const double length = ask_length(query, p, q), back = ask_length(query, q, p);
      const double there = ask_length(turned_query, mp, mq);
      if (length != back) twin_fail(&map, "%.17g one way, %.17g the other", length, back);
      const bool border = (twin_place_of(&map.outline, bits, s) == TWIN_ON_BORDER ||
                           twin_place_of(&map.outline, bits, t) == TWIN_ON_BORDER) &&
                          f.exponent == 0;
      const double expected = ldexp(length, f.exponent);
      if (!border && !(expected == there || fabs(expected - there) <= 1e-9 * expected + step))
        twin_fail(&map, "%.17g,%.17g to %.17g,%.17g: %.17g, and %.17g in form %d", p.x, p.y, q.x,
                  q.y, expected, there, i % 8);
      pairs++;
    }
    pathfan_query_free(query);
    pathfan_query_free(turned_query);
    pathfan_index_close(index);
    pathfan_index_close(turned);
    twin_map_free(&map);
    twin_map_free(&other);
  }
  print_message("%d maps, %lld pairs\n", count, (long long)pairs);
}

SUITE(test_polygon_index) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_answers),     cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_seen_sets),   cmocka_unit_test(test_doubles),
      cmocka_unit_test(test_other_forms),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
