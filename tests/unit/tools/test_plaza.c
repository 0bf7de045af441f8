/* Plazas: their ways against another method of the library, their graphs against the ways that they
 * consist of, and all of it against the polygons' definition. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "pathfan/build.h"
#include "plaza/plaza.h"
#include "plaza/sides.h"
#include "polygons_fixture.h"
#include "suite.h"

/* Samples a way; a thousand would be slower and no better. */
#define SAMPLES 16

static pathfan_point somewhere(pf_random *random, const pf_polygons *p, const double box[4]) {
  const int32_t ring = (int32_t)pf_random_below(random, p->ring_count);
  const int32_t first = p->rings[ring].first_point, end = pf_ring_end(p, ring);
  const int32_t at = first + (int32_t)pf_random_below(random, end - first);
  const double *a = p->points + 2 * at, *b = p->points + 2 * (at + 1 < end ? at + 1 : first);
  const double share = uniform(random, 0, 1);
  switch (pf_random_below(random, 4)) {
  case 0: return (pathfan_point){a[0], a[1]};
  case 1: return (pathfan_point){(a[0] + b[0]) / 2, (a[1] + b[1]) / 2};
  case 2: return (pathfan_point){a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])};
  default: return (pathfan_point){uniform(random, box[0], box[2]), uniform(random, box[1], box[3])};
  }
}

/* Returns the length of the shortest path through the visibility graph. */
static double other_length(pathfan_query *query, pathfan_point from, pathfan_point to) {
  const pathfan_answer *answer;
  pathfan_request request;
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_PLATEAUS;
  request.paths = 1;
  request.from = from;
  request.to = to;
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  if (answer->outcome == PATHFAN_OUTCOME_NO_PATH) return INFINITY;
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  return answer->paths[0].length;
}

static bool about(double a, double b, double size) {
  return fabs(a - b) <= 1e-9 * size;
}

static double *lengths_of(const pf_net *net, int32_t n) {
  double *lengths = malloc((size_t)n * (size_t)n * sizeof *lengths);
  assert_non_null(lengths);
  for (int32_t i = 0; i < n * n; i++) lengths[i] = i % (n + 1) ? INFINITY : 0;
  for (int32_t w = 0; w < net->way_count; w++) {
    const int32_t from = net->steps[net->ways[w].first_step];
    const int32_t to = net->steps[pf_net_way_end(net, w) - 1];
    const double length = net->ways[w].length;
    assert_true(from < to && to < n);
    lengths[from * n + to] = lengths[to * n + from] = length;
  }
  return lengths;
}

/* The Floyd-Warshall algorithm. */
static void close_over(double *lengths, int32_t n) {
  for (int32_t via = 0; via < n; via++)
    for (int32_t i = 0; i < n; i++)
      for (int32_t j = 0; j < n; j++)
        lengths[i * n + j] = fmin(lengths[i * n + j], lengths[i * n + via] + lengths[via * n + j]);
}

static void check_pairs(const twin_polygon_map *map, const char *text, const pf_plaza *plaza,
                        const pf_net *net, double size) {
  pathfan_map *again;
  pathfan_query *query;
  pathfan_error error;
  const int32_t n = plaza->entry_count;
  assert_int_equal(pathfan_map_parse(text, strlen(text), "again", NULL, &again, &error),
                   PATHFAN_OK);
  assert_int_equal(pathfan_query_create_online(again, &query), PATHFAN_OK);
  double *lengths = lengths_of(net, n);
  for (int32_t i = 0; i < n; i++)
    for (int32_t j = i + 1; j < n; j++) {
      const double other = other_length(query, plaza->entries[i].at, plaza->entries[j].at);
      const double found = lengths[i * n + j];
      if (isfinite(other) ? !about(found, other, size) : found != other)
        fail_msg("%s %d: entries %d and %d are %.17g apart, not %.17g", map->style, (int)map->seed,
                 (int)i, (int)j, found, other);
    }
  assert_int_equal(net->way_count, net->pair_count);
  for (int32_t i = 0; i < n; i++)
    for (int32_t j = i + 1; j < n; j++)
      assert_true(isfinite(lengths[i * n + j]) == (net->areas[i] == net->areas[j]));
  free(lengths);
  pathfan_query_free(query);
  pathfan_map_free(again);
}

/* Checks that ways have the lengths they should, and lie in the area. */
static void check_ways(const twin_polygon_map *map, const pf_plaza *plaza, const pf_net *net,
                       double size) {
  for (int32_t w = 0; w < net->way_count; w++) {
    double length = 0;
    for (int32_t i = net->ways[w].first_step + 1; i < pf_net_way_end(net, w); i++) {
      const pathfan_point a = net->nodes[net->steps[i - 1]].at, b = net->nodes[net->steps[i]].at;
      length += hypot(b.x - a.x, b.y - a.y);
      for (int k = 1; k < SAMPLES; k++) {
        const double x = a.x + (b.x - a.x) * k / SAMPLES, y = a.y + (b.y - a.y) * k / SAMPLES;
        if (!twin_polygons_free_at(&map->polygons, x, y) &&
            twin_polygons_clearance(&map->polygons, x, y) > 4 * plaza->info.unit)
          fail_msg("%s: a way leaves the area at %.17g,%.17g", map->style, x, y);
      }
    }
    assert_true(about(length, net->ways[w].length, size));
  }
}

/* Checks that each edge is there once, with no node on it except its ends. */
static void check_edges(const pf_net *net) {
  for (int32_t w = 0; w < net->way_count; w++) {
    const int32_t *step = &net->steps[net->ways[w].first_step];
    assert_int_equal(pf_net_way_end(net, w) - net->ways[w].first_step, 2);
    assert_true(step[0] < step[1]);
    if (w) assert_true(step[-2] < step[0] || (step[-2] == step[0] && step[-1] < step[1]));
    const pf_fixed_point a = net->nodes[step[0]].fixed, b = net->nodes[step[1]].fixed;
    const pf_fixed_point along = pf_fixed_from_to(a, b);
    for (int32_t v = 0; v < net->node_count; v++) {
      const pf_fixed_point p = net->nodes[v].fixed;
      const pf_fixed_point from = pf_fixed_from_to(a, p);
      const pf_fixed_point to = pf_fixed_from_to(p, b);
      if ((from.x || from.y) && (to.x || to.y))
        assert_false(!pf_turn(along, from) && pf_points_along(along, from) &&
                     pf_points_along(along, to));
    }
  }
}

static void check_graph(const twin_polygon_map *map, const pf_plaza *plaza, const pf_net *pairs,
                        const pf_net *net, double size) {
  const int32_t n = net->node_count, entries = plaza->entry_count;
  double *wanted = lengths_of(pairs, entries), *lengths = lengths_of(net, n);
  close_over(lengths, n);
  for (int32_t i = 0; i < entries; i++)
    for (int32_t j = 0; j < entries; j++) {
      const double found = lengths[i * n + j], length = wanted[i * entries + j];
      if (isfinite(length) ? !about(found, length, size) : found != length)
        fail_msg("%s: in the graph entries %d and %d are %.17g apart, not %.17g", map->style,
                 (int)i, (int)j, found, length);
    }
  free(wanted);
  free(lengths);
}

static void test_twins(void **state) {
  (void)state;
  const int count = twin_scaled(40 * twin_polygon_styles());
  int64_t ways = 0, edges = 0, apart = 0, corners = 0;
  for (int i = 0; i < count; i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    char *text = twin_polygons_geojson(&map.polygons);
    double box[4];
    pathfan_point entries[12];
    pf_random random = pf_random_from(map.seed + 7);
    twin_polygons_box(&map.polygons, box);
    const double size = hypot(box[2] - box[0], box[3] - box[1]);
    pf_plaza_options options = {false, entries, 2 + i % 11, 0, 0};
    for (int k = 0; k < options.entry_count; k++)
      entries[k] = k && pf_random_chance(&random, 0.1) ? entries[k - 1]
                                                       : somewhere(&random, &map.polygons, box);
    pf_plaza plaza;
    pathfan_error error;
    assert_int_equal(pf_plaza_read(text, strlen(text), "plaza", &options, &plaza, &error),
                     PATHFAN_OK);
    assert_int_equal(pf_plaza_place(&plaza, 2 * size, &error), PATHFAN_OK);
    if (!plaza.blocked_count) { /* otherwise nothing is free */
      pf_net pairs, net;
      assert_int_equal(pf_net_find(&plaza, &pairs, &error), PATHFAN_OK);
      assert_int_equal(pf_net_find(&plaza, &net, &error), PATHFAN_OK);
      check_pairs(&map, text, &plaza, &pairs, size);
      check_ways(&map, &plaza, &pairs, size);
      assert_int_equal(pf_net_join(&plaza, &net, &error), PATHFAN_OK);
      check_edges(&net);
      check_ways(&map, &plaza, &net, size);
      check_graph(&map, &plaza, &pairs, &net, size);
      ways += pairs.way_count;
      edges += net.way_count;
      apart += plaza.entry_count * (plaza.entry_count - 1) / 2 - pairs.pair_count;
      corners += net.node_count - plaza.entry_count;
      pf_net_free(&pairs);
      pf_net_free(&net);
    }
    pf_plaza_free(&plaza);
    free(text);
    twin_polygon_map_free(&map);
  }
  print_message("%d maps, %lld ways, %lld edges, %lld pairs apart, %lld corners\n", count,
                (long long)ways, (long long)edges, (long long)apart, (long long)corners);
  assert_true(ways > 10 * count && edges > 5 * count && apart > 0 && corners > count);
}

/* ---- Radius and stretch ---- */

/* Checks that a disc fits wherever a way leads, but for its straight ends from an entry to its
 * foot: points of a slightly smaller circle are free. */
static void check_room(const twin_polygon_map *map, const pf_plaza *plaza, const pf_net *net) {
  const double radius = plaza->agent_radius;
  for (int32_t w = 0; w < net->way_count; w++)
    for (int32_t i = net->ways[w].first_step + 1; i < pf_net_way_end(net, w); i++) {
      const int32_t a = net->steps[i - 1], b = net->steps[i];
      const pathfan_point p = net->nodes[a].at, q = net->nodes[b].at;
      if (net->nodes[a].first == net->nodes[b].first) continue; /* entries that coincide */
      if ((a < plaza->entry_count && net->feet[a] == b) ||
          (b < plaza->entry_count && net->feet[b] == a)) {
        assert_true(hypot(q.x - p.x, q.y - p.y) <= 4.001 * radius);
        continue;
      }
      for (int k = 0; k < SAMPLES * 5; k++) {
        const double share = (k / 5 + 0.5) / SAMPLES, angle = 2 * 3.14159265358979323846 * k / 5;
        const double x = p.x + share * (q.x - p.x) + 0.99 * radius * cos(angle);
        const double y = p.y + share * (q.y - p.y) + 0.99 * radius * sin(angle);
        if (!twin_polygons_free_at(&map->polygons, x, y) &&
            twin_polygons_clearance(&map->polygons, x, y) > 4 * plaza->info.unit)
          fail_msg("%s %d: no room near %.17g,%.17g", map->style, (int)map->seed, x, y);
      }
    }
}

/* Checks that a thinned graph makes no pair's way too long, nor any shorter. */
static void check_stretch(const pf_plaza *plaza, const pf_net *pairs, const pf_net *net,
                          double stretch, double worst, double size) {
  const int32_t n = net->node_count, entries = plaza->entry_count;
  double *wanted = lengths_of(pairs, entries), *lengths = lengths_of(net, n), most = 1;
  close_over(lengths, n);
  for (int32_t i = 0; i < entries; i++)
    for (int32_t j = 0; j < entries; j++) {
      const double found = lengths[i * n + j], length = wanted[i * entries + j];
      assert_true(isfinite(found) == isfinite(length));
      if (!isfinite(length)) continue;
      assert_true(found <= stretch * length + 1e-9 * size && found >= length - 1e-9 * size);
      if (length > 1e-6 * size) most = fmax(most, found / length);
    }
  assert_true(worst <= stretch * (1 + 1e-9) && worst >= most - 1e-6);
  free(wanted);
  free(lengths);
}

/* Reads and places a plaza; those of its entries that are blocked are then taken out of options. */
static void make_plaza(const char *text, pf_plaza_options *options, pathfan_point *entries,
                       pf_plaza *plaza) {
  pathfan_error error;
  assert_int_equal(pf_plaza_read(text, strlen(text), "plaza", options, plaza, &error), PATHFAN_OK);
  assert_int_equal(pf_plaza_place(plaza, 0, &error), PATHFAN_OK);
  options->entry_count = 0;
  for (int32_t i = 0; i < plaza->entry_count; i++)
    if (!plaza->entries[i].is_blocked) entries[options->entry_count++] = plaza->entries[i].given;
}

static void test_room(void **state) {
  (void)state;
  static const double stretches[] = {1, 1.01, 1.3};
  const int count = twin_scaled(5 * twin_polygon_styles());
  int64_t ways = 0, legs = 0, before = 0, after = 0, narrow = 0;
  for (int i = 0; i < count; i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    char *text = twin_polygons_geojson(&map.polygons);
    double box[4];
    pathfan_point entries[11];
    pf_random random = pf_random_from(map.seed + 9);
    twin_polygons_box(&map.polygons, box);
    const double size = hypot(box[2] - box[0], box[3] - box[1]);
    pf_plaza_options options = {false, entries, 11, 0, i % 4 ? size * 0.003 * (i % 4) : 0};
    for (int k = 0; k < 11; k++) entries[k] = somewhere(&random, &map.polygons, box);
    pf_plaza plaza;
    make_plaza(text, &options, entries, &plaza);
    for (int32_t k = 0; k < plaza.entry_count; k++) narrow += plaza.entries[k].is_narrow;
    pf_plaza_free(&plaza);
    if (options.entry_count > 1) {
      const double stretch = stretches[i / 4 % 3];
      double worst;
      pf_net pairs, net;
      pathfan_error error;
      make_plaza(text, &options, entries, &plaza);
      assert_int_equal(plaza.blocked_count, 0);
      assert_int_equal(pf_net_find(&plaza, &pairs, &error), PATHFAN_OK);
      assert_int_equal(pf_net_find(&plaza, &net, &error), PATHFAN_OK);
      assert_int_equal(pf_net_join(&plaza, &net, &error), PATHFAN_OK);
      check_ways(&map, &plaza, &pairs, size);
      check_graph(&map, &plaza, &pairs, &net, size);
      if (options.agent_radius > 0) check_room(&map, &plaza, &pairs);
      for (int32_t k = 0; k < plaza.entry_count; k++) legs += net.feet[k] != k;
      before += net.way_count;
      assert_int_equal(pf_net_thin(&plaza, stretch, &net, &worst, &error), PATHFAN_OK);
      check_stretch(&plaza, &pairs, &net, stretch, worst, size);
      after += net.way_count;
      ways += pairs.way_count;
      pf_net_free(&pairs);
      pf_net_free(&net);
      pf_plaza_free(&plaza);
    }
    free(text);
    twin_polygon_map_free(&map);
  }
  print_message("%d maps, %lld ways, %lld legs, %lld narrow entries, %lld of %lld edges kept\n",
                count, (long long)ways, (long long)legs, (long long)narrow, (long long)after,
                (long long)before);
  assert_true(ways > 5 * count && legs > count && after < before);
  if (twin_is_whole()) assert_true(narrow > 0);
}

/* ---- Sides ---- */

/* What is found among sorted sides is what each of them alone gives. */
static void test_sides(void **state) {
  (void)state;
  pf_random random = pf_random_from(43);
  int64_t touched = 0, crossed = 0;
  for (int round = 0; round < 300; round++) {
    pf_sides all = {0}, each[12] = {{0}};
    for (int i = 0; i < 12; i++) { /* whole numbers: many meet, are upright, or are points */
      pathfan_point ends[2];
      for (int e = 0; e < 2; e++)
        ends[e] = (pathfan_point){(double)pf_random_below(&random, 9),
                                  (double)pf_random_below(&random, 9)};
      assert_int_equal(pf_sides_add(&all, ends[0], ends[1]), PATHFAN_OK);
      assert_int_equal(pf_sides_add(&each[i], ends[0], ends[1]), PATHFAN_OK);
    }
    pf_sides_sort(&all);
    for (int k = 0; k < 20; k++) {
      const pathfan_point from = {uniform(&random, -1, 9), (double)pf_random_below(&random, 9)};
      const pathfan_point to = {(double)pf_random_below(&random, 9), uniform(&random, -1, 9)};
      pathfan_point where;
      bool touches = false;
      int32_t count = 0;
      for (int i = 0; i < 12; i++) {
        touches |= pf_sides_touch(&each[i], from, 0.05);
        count += pf_sides_cross(&each[i], from, to, 0.05, &where);
      }
      assert_int_equal(pf_sides_touch(&all, from, 0.05), touches);
      assert_int_equal(pf_sides_cross(&all, from, to, 0.05, &where), count);
      if (count) assert_true(pf_sides_touch(&all, where, 1e-9));
      touched += touches;
      crossed += count;
    }
    for (int i = 0; i < 12; i++) pf_sides_free(&each[i]);
    pf_sides_free(&all);
  }
  assert_true(touched > 100 && crossed > 1000);
  pf_sides corner = {0}; /* through a corner once, not near the ends */
  pathfan_point where;
  assert_int_equal(pf_sides_add(&corner, (pathfan_point){0, 0}, (pathfan_point){5, 5}), 0);
  assert_int_equal(pf_sides_add(&corner, (pathfan_point){5, 5}, (pathfan_point){0, 9}), 0);
  pf_sides_sort(&corner);
  assert_int_equal(
      pf_sides_cross(&corner, (pathfan_point){5, 0}, (pathfan_point){5, 9}, 0, &where) % 2, 0);
  assert_int_equal(pf_sides_cross(&corner, (pathfan_point){1, 5}, (pathfan_point){9, 5}, 0, &where),
                   1);
  assert_int_equal(pf_sides_cross(&corner, (pathfan_point){1, 5}, (pathfan_point){5, 5}, 0, &where),
                   0);
  pf_sides_free(&corner);
}

/* ---- Degrees ---- */

/* Returns the length on the ellipsoid of a line that is straight in degrees, as a sum over small
 * pieces. */
static double on_ellipsoid(pf_place a, pf_place b) {
  const double axis = 6378137, flat = 1 / 298.257223563, e2 = flat * (2 - flat);
  const double radians = acos(-1) / 180;
  double sum = 0;
  for (int i = 0; i < 1000; i++) {
    const double latitude = (a.latitude + (b.latitude - a.latitude) * (i + 0.5) / 1000) * radians;
    const double w = sqrt(1 - e2 * sin(latitude) * sin(latitude));
    const double north = axis * (1 - e2) / (w * w * w), east = axis / w * cos(latitude);
    sum += hypot(north * (b.latitude - a.latitude), east * (b.longitude - a.longitude)) * radians /
           1000;
  }
  return sum;
}

static void test_projection(void **state) {
  (void)state;
  pf_random random = pf_random_from(5);
  for (int i = 0; i < 2000; i++) {
    const double latitude = uniform(&random, -80, 80), longitude = uniform(&random, -179, 179);
    const double half = uniform(&random, 0.0001, 0.05);
    const pf_plane about_it = pf_plane_about(longitude, latitude);
    const double error = pf_plane_error(&about_it, latitude - half, latitude + half);
    assert_true(error < 0.006);
    pf_place ends[2];
    double x[2], y[2];
    for (int k = 0; k < 2; k++) {
      ends[k] = (pf_place){longitude + uniform(&random, -half, half),
                           latitude + uniform(&random, -half, half)};
      pf_plane_point(&about_it, ends[k], &x[k], &y[k]);
      const pf_place back = pf_plane_place(&about_it, x[k], y[k]);
      assert_true(fabs(back.longitude - ends[k].longitude) < 1e-12 &&
                  fabs(back.latitude - ends[k].latitude) < 1e-12);
    }
    assert_true((x[1] > x[0]) == (ends[1].longitude > ends[0].longitude));
    assert_true((y[1] < y[0]) == (ends[1].latitude > ends[0].latitude));
    const double length = on_ellipsoid(ends[0], ends[1]);
    assert_true(fabs(hypot(x[1] - x[0], y[1] - y[0]) - length) <= (error + 1e-7) * length);
  }
  const pf_plane north = pf_plane_about(0, 0.25);
  assert_true(fabs(pf_plane_about(0, 0).east - 111319.49) < 0.01);
  const double error = pf_plane_error(&north, -0.25, 0.75);
  assert_true(error > 7.5e-5 && error < 7.7e-5);
}

SUITE(test_plaza) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_twins), cmocka_unit_test(test_room),
                                     cmocka_unit_test(test_sides),
                                     cmocka_unit_test(test_projection)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
