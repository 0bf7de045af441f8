/* Measures of paths against their definitions, for answers and for walks that aren't sensible
 * paths; with an index, with one that lacks cone lists, and without an index. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/polyline.h"
#include "online_fixture.h"
#include "pathfan/inspect.h"
#include "suite.h"
#include "twin_answer.h"
#include "twin_ask.h"
#include "twin_index.h"
#include "twin_measures.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

typedef struct tally {
  int64_t sets, paths, suboptimal, certain;
} tally;

static bool near(double a, double b) {
  return fabs(a - b) <= 1e-7 * (1 + fabs(b));
}

/* Converts tracks to paths in map units; the caller frees the result with free(). */
static pathfan_path *paths_of(const twin_track *tracks, int32_t count, int bits) {
  size_t points = 0;
  for (int32_t i = 0; i < count; i++) points += (size_t)tracks[i].count;
  pathfan_path *paths = malloc((size_t)count * sizeof *paths + points * sizeof(pathfan_point));
  assert_non_null(paths);
  pathfan_point *out = (pathfan_point *)(void *)(paths + count);
  for (int32_t i = 0; i < count; i++) {
    paths[i] =
        (pathfan_path){.length = tracks[i].length, .point_count = tracks[i].count, .points = out};
    for (int32_t k = 0; k < tracks[i].count; k++) *out++ = twin_units(tracks[i].points[k], bits);
  }
  return paths;
}

/* Measures a set of paths and compares it with the twin; the similarity too if `simple`. */
static void check_set(pathfan_query *query, const twin_ends *ends, const twin_track *tracks,
                      int32_t count, bool simple, tally *seen) {
  pathfan_path *paths = paths_of(tracks, count, ends->bits);
  pathfan_measures each[16], all, alone;
  double stretch = 1, optimality = INFINITY, similarity = 0, ratio = 0;
  if (pathfan_query_measure(query, paths, count, each, &all))
    twin_fail(ends->map, "%s", pathfan_query_error(query));
  for (int32_t i = 0; i < count; i++) {
    const twin_measured twin = twin_measure(ends, &tracks[i]);
    const pathfan_measures *m = &each[i], *t = &twin.measures;
    if (!near(m->bounded_stretch, t->bounded_stretch) || !near(m->length_ratio, t->length_ratio) ||
        (!twin.ambiguous && !near(m->local_optimality, t->local_optimality)))
      twin_fail(ends->map,
                "path %d of %d, %.17g,%.17g to %.17g,%.17g: %.17g %.17g %.17g, not %.17g %.17g "
                "%.17g",
                i + 1, count, paths[i].points[0].x, paths[i].points[0].y,
                paths[i].points[tracks[i].count - 1].x, paths[i].points[tracks[i].count - 1].y,
                m->bounded_stretch, m->local_optimality, m->length_ratio, t->bounded_stretch,
                t->local_optimality, t->length_ratio);
    double most = 0;
    for (int32_t k = 0; k < count && simple; k++)
      if (k != i) most = fmax(most, twin_similarity(&tracks[i], &tracks[k], ends->bits));
    if (simple) assert_true(near(m->similarity, most));
    stretch = fmax(stretch, m->bounded_stretch);
    optimality = fmin(optimality, m->local_optimality);
    similarity = fmax(similarity, m->similarity);
    ratio += m->length_ratio;
    seen->paths++;
    seen->suboptimal += t->bounded_stretch > 1;
    seen->certain += !twin.ambiguous;
  }
  assert_true(all.bounded_stretch == stretch && all.local_optimality == optimality &&
              all.similarity == similarity && near(all.length_ratio, ratio / count));
  /* The summary is the same without the measures of each path. */
  assert_int_equal(pathfan_query_measure(query, paths, count, NULL, &alone), PATHFAN_OK);
  assert_memory_equal(&alone, &all, sizeof all);
  seen->sets++;
  free(paths);
}

/* The paths of an answer stay as they are while they and others are measured. */
static void check_answer(pathfan_query *query, const twin_ends *ends, const pathfan_answer *answer,
                         tally *seen) {
  twin_track tracks[16];
  pathfan_measures again[16], each[16], all;
  const int32_t count = answer->path_count;
  assert_true(count >= 1 && count <= 16);
  assert_int_equal(pathfan_query_measure(query, answer->paths, count, each, &all), PATHFAN_OK);
  assert_true(each[0].bounded_stretch == 1 && each[0].local_optimality == 1 &&
              each[0].length_ratio == 1);
  for (int32_t i = 0; i < count; i++) tracks[i] = twin_track_of(&answer->paths[i], ends->bits);
  check_set(query, ends, tracks, count, true, seen);
  /* Reversed paths have the same measures. */
  for (int32_t i = 0; i < count; i++)
    for (int32_t k = 0; k < tracks[i].count / 2; k++) {
      const pf_fixed_point swap = tracks[i].points[k];
      tracks[i].points[k] = tracks[i].points[tracks[i].count - 1 - k];
      tracks[i].points[tracks[i].count - 1 - k] = swap;
    }
  pathfan_path *turned = paths_of(tracks, count, ends->bits);
  assert_int_equal(pathfan_query_measure(query, turned, count, again, &all), PATHFAN_OK);
  assert_memory_equal(again, each, (size_t)count * sizeof *each);
  assert_int_equal(pathfan_query_measure(query, answer->paths, count, again, &all), PATHFAN_OK);
  assert_memory_equal(again, each, (size_t)count * sizeof *each);
  for (int32_t i = 0; i < count; i++) free(tracks[i].points);
  free(turned);
}

/* Measures random walks: each alone, and the simple ones together. */
static void check_walks(pathfan_query *query, pf_random *random, const twin_ends *ends,
                        tally *seen) {
  twin_track simple[8], walk;
  int32_t count = 0;
  for (int i = 0; i < 8; i++) {
    if (!twin_random_walk(random, ends, 7, &walk)) continue;
    check_set(query, ends, &walk, 1, false, seen);
    if (pf_polyline_is_simple(walk.points, walk.count))
      simple[count++] = walk;
    else
      free(walk.points);
  }
  if (count) check_set(query, ends, simple, count, true, seen);
  for (int32_t i = 0; i < count; i++) free(simple[i].points);
}

static void check_map(const twin_map *map, const pathfan_index *index, const pathfan_map *ground,
                      tally *seen) {
  pf_random random = pf_random_from(map->seed + 3);
  twin_roads roads = twin_roads_make(map);
  pathfan_index_info info;
  pathfan_query *query, *online;
  pathfan_index_info_get(index, &info);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  assert_int_equal(pathfan_query_create_online(ground, &online), PATHFAN_OK);
  for (int k = 0; k < 8; k++) {
    pf_fixed_point s, t;
    if (!twin_map_random_point(&random, map, info.fraction_bits, true, &s) ||
        !twin_map_random_point(&random, map, info.fraction_bits, true, &t) ||
        (s.x == t.x && s.y == t.y))
      continue;
    twin_ends ends = twin_ends_make(map, &roads, info.fraction_bits, s, t);
    if (ends.apart < INFINITY) {
      pathfan_request r = twin_some_request(&random, info.table_count);
      const pathfan_answer *answer;
      r.from = twin_units(s, info.fraction_bits);
      r.to = twin_units(t, info.fraction_bits);
      if (k % 2) check_walks(query, &random, &ends, seen); /* the ends are unknown so far */
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      check_answer(query, &ends, answer, seen);
      check_walks(query, &random, &ends, seen);
      check_walks(online, &random, &ends, seen);
    }
    twin_ends_free(&ends);
  }
  pathfan_query_free(query);
  pathfan_query_free(online);
  twin_roads_free(&roads);
}

static void show(const tally *seen, int maps) {
  print_message("%d maps, %lld sets, %lld paths, %lld of them longer than the shortest somewhere, "
                "%lld certain\n",
                maps, (long long)seen->sets, (long long)seen->paths, (long long)seen->suboptimal,
                (long long)seen->certain);
  assert_true(seen->suboptimal * 3 > seen->paths && seen->certain * 4 > seen->paths * 3);
}

static void test_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(150);
  tally seen = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 15 ? 14 : 24);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_map *ground;
    pathfan_index *index = twin_index(&map, &options);
    assert_int_equal(pathfan_map_open(twin_scratch("map.map"), NULL, &ground, NULL), PATHFAN_OK);
    check_map(&map, index, ground, &seen);
    pathfan_map_free(ground);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  show(&seen, count);
}

static void test_outlines(void **state) {
  (void)state;
  const int count = twin_scaled(120);
  tally seen = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, i % 5 ? 8 : 12);
    pathfan_build_options options = twin_some_options(i);
    pathfan_map *ground;
    pathfan_index *index = twin_outline_index(&map, &options);
    options.map.unit = 1;
    assert_int_equal(pathfan_map_open(twin_scratch("map.poly"), &options.map, &ground, NULL),
                     PATHFAN_OK);
    check_map(&map, index, ground, &seen);
    pathfan_map_free(ground);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  show(&seen, count);
}

/* Round a block of 3 x 3: the shorter path turns at two corners, the longer one at three. */
static void test_by_hand(void **state) {
  (void)state;
  static const pathfan_point near_side[] = {{1, 4.5}, {3, 3}, {6, 3}, {8, 4.5}};
  static const pathfan_point far_side[] = {{1, 4.5}, {3, 3}, {3, 6}, {6, 6}, {8, 4.5}};
  static const pathfan_point half[] = {{1, 4.5}, {3, 6}, {6, 6}, {6, 3}, {8, 4.5}};
  const pathfan_path paths[] = {{.length = 8, .point_count = 4, .points = near_side},
                                {.point_count = 5, .points = far_side},
                                {.point_count = 5, .points = half}};
  for (int i = 0; i < FILES; i++) {
    pathfan_map *map = parse(block_files[i].text, block_files[i].name, NULL);
    pathfan_query *query = query_of(map);
    pathfan_measures each[3], all;
    assert_int_equal(pathfan_query_measure(query, paths, 1, each, &all), PATHFAN_OK);
    assert_true(each[0].bounded_stretch == 1 && each[0].local_optimality == 1 &&
                each[0].similarity == 0 && each[0].length_ratio == 1);
    assert_memory_equal(each, &all, sizeof all);
    assert_int_equal(pathfan_query_measure(query, paths, 3, each, &all), PATHFAN_OK);
    /* 2.5 + 3 + 3 + 2.5; from (1,4.5) to (3,6) the path takes 5.5, the shortest one 2.5. */
    assert_true(near(each[1].bounded_stretch, 5.5 / 2.5) && near(each[1].length_ratio, 11. / 8));
    assert_true(near(each[1].local_optimality, 5.5 / 8));
    assert_true(near(each[1].similarity, 3. / 19)); /* with path 3; path 1: 2.5 / 16.5 */
    assert_true(near(all.bounded_stretch, 5.5 / 2.5) &&
                near(all.length_ratio, (8 + 11 + 11) / 24.));
    /* Paths 1 and 2 share their first leg, paths 1 and 3 their last one. */
    double apart[3], backup;
    assert_int_equal(pathfan_query_apart(query, paths, 2, 0, apart, &backup), PATHFAN_OK);
    assert_true(fabs(apart[0] - 5.5 / 8) < 1e-3 && fabs(apart[1] - 8.5 / 11) < 1e-3 &&
                fabs(backup - 5.5 / 8) < 1e-3);
    assert_int_equal(pathfan_query_apart(query, paths, 3, 0, apart, &backup), PATHFAN_OK);
    assert_true(fabs(apart[0] - 3. / 8) < 1e-3 && fabs(backup - 1) < 1e-3);
    assert_int_equal(pathfan_query_apart(query, paths, 3, 9, apart, &backup), PATHFAN_OK);
    assert_true(apart[0] == 0 && apart[1] == 0 && apart[2] == 0 && backup == 0);
    assert_int_equal(pathfan_query_apart(query, paths, 1, 9, apart, &backup), PATHFAN_OK);
    assert_true(apart[0] == 1 && backup == 0);
    pathfan_query_free(query);
    pathfan_map_free(map);
  }
}

static void refuse(pathfan_query *query, const pathfan_path *paths, int32_t count,
                   const char *words) {
  pathfan_measures all;
  assert_int_equal(pathfan_query_measure(query, paths, count, NULL, &all), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(pathfan_query_error(query), words));
}

static void test_refused(void **state) {
  (void)state;
  static const pathfan_point good[] = {{1, 4.5}, {3, 3}, {6, 3}, {8, 4.5}};
  static const pathfan_point bends[] = {{1, 4.5}, {3.5, 5}, {6, 3}, {8, 4.5}};
  static const pathfan_point angled[] = {{1, 4.5}, {1, 3}, {6, 3}, {8, 4.5}};
  static const pathfan_point other[] = {{1, 4.5}, {3, 3}, {6, 3}, {8, 4}};
  static const pathfan_point blocked[] = {{1, 4.5}, {3, 3}, {4.5, 4.5}};
  static const pathfan_point leaves[] = {{1, 4.5}, {NAN, 3}, {8, 4.5}};
  static const pathfan_point off[] = {{1, 4.5}, {3, 3}, {INFINITY, 3}};
  const pathfan_path path = {.length = 8, .point_count = 4, .points = good};
  for (int i = 0; i < 2; i++) {
    pathfan_map *map = parse(block_map, "block.map", NULL);
    twin_map block =
        twin_map_drawn("block", ".........\n.........\n.........\n...@@@...\n...@@@...\n"
                                "...@@@...\n.........\n.........\n.........\n");
    pathfan_index *index = twin_index(&block, NULL);
    pathfan_query *query;
    pathfan_measures all;
    assert_int_equal(i ? pathfan_query_create(index, &query)
                       : pathfan_query_create_online(map, &query),
                     PATHFAN_OK);
    refuse(query, &path, 0, "no path");
    refuse(query, &(pathfan_path){.length = 0, .point_count = 0, .points = good}, 1, "no points");
    refuse(query, &(pathfan_path){.length = 8, .point_count = 4, .points = bends}, 1,
           "blocked at 3.5,5");
    refuse(query, (pathfan_path[]){path, {.length = 8, .point_count = 4, .points = other}}, 2,
           "ends");
    refuse(query, &(pathfan_path){.length = 8, .point_count = 3, .points = blocked}, 1, "blocked");
    refuse(query, &(pathfan_path){.length = 8, .point_count = 3, .points = leaves}, 1, "leaves");
    refuse(query, &(pathfan_path){.length = 8, .point_count = 3, .points = off}, 1, "off the map");
    assert_int_equal(pathfan_query_measure(query, &path, 1, NULL, &all), PATHFAN_OK);
    assert_string_equal(pathfan_query_error(query), "");
    double apart, backup;
    const double widths[] = {-1, NAN, INFINITY};
    for (int k = 0; k < 3; k++) {
      assert_int_equal(pathfan_query_apart(query, &path, 1, widths[k], &apart, &backup),
                       PATHFAN_ERR_ARGUMENT);
      assert_non_null(strstr(pathfan_query_error(query), "separation"));
    }
    /* A path may turn at any free point. */
    assert_int_equal(
        pathfan_query_measure(
            query, &(pathfan_path){.length = 9, .point_count = 4, .points = angled}, 1, NULL, &all),
        PATHFAN_OK);
    assert_true(near(all.bounded_stretch, 6.5 / 5.5) && near(all.length_ratio, 9. / 8));
    assert_true(near(all.local_optimality, 6.5 / 8));
    /* A single point is a path. */
    assert_int_equal(
        pathfan_query_measure(query, &(pathfan_path){.length = 0, .point_count = 1, .points = good},
                              1, NULL, &all),
        PATHFAN_OK);
    assert_true(all.bounded_stretch == 1 && all.local_optimality == 1 && all.length_ratio == 1);
    pathfan_query_free(query);
    pathfan_index_close(index);
    pathfan_map_free(map);
    twin_map_free(&block);
  }
}

SUITE(test_measures) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_hand),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_grids),
      cmocka_unit_test(test_outlines),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
