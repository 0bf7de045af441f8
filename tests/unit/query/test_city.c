/* test_city.c - generated cities: the same everywhere, in one piece, nothing touching anything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "format/digest.h"
#include "map/generate.h"
#include "map/polygons.h"
#include "pathfan/build.h"
#include "pathfan/map.h"
#include "suite.h"
#include "twin_scratch.h"

static pf_polygons make(int32_t width, int32_t height, uint64_t seed, double density,
                        int32_t scale) {
  pf_polygons areas;
  pathfan_error error;
  if (pf_generate_city(&(pf_recipe){width, height, seed, density, scale}, &areas, &error))
    fail_msg("%d x %d: %s", (int)width, (int)height, error.text);
  return areas;
}

/* Digests of recipes' files. A changed digest means that every user's recipe makes another city. */
static void test_golden(void **state) {
  (void)state;
  static const struct {
    int32_t width, height, scale;
    double density;
    uint64_t seed;
    const char *digest;
  } golden[] = {{600, 400, 0, -1, 1, "92b6232b4a4da755305a902bc4bb459b"},
                {2100, 1700, 0, -1, UINT64_MAX, "fa3d068d87125524dcde66965d6ca91e"},
                {900, 1300, 45, 0.6, 7, "c7d09317086bb6e3f2f783aede5ab269"}};
  const char *path = twin_scratch("city.geojson");
  for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
    pathfan_map_recipe recipe;
    pathfan_map_recipe_init(&recipe);
    recipe.kind = PATHFAN_MAP_CITY;
    recipe.width = golden[i].width;
    recipe.height = golden[i].height;
    recipe.scale = golden[i].scale;
    recipe.density = golden[i].density;
    recipe.seed = golden[i].seed;
    pathfan_error error = {""};
    if (pathfan_map_make(&recipe, path, &error)) fail_msg("%s", error.text);
    char *text, digest[2 * PF_DIGEST_BYTES + 1];
    size_t bytes;
    uint8_t sum[PF_DIGEST_BYTES];
    assert_int_equal(pf_read_file(path, SIZE_MAX, &text, &bytes, &error), PATHFAN_OK);
    pf_digest_of(text, bytes, sum);
    for (int k = 0; k < PF_DIGEST_BYTES; k++) snprintf(digest + 2 * k, 3, "%02x", sum[k]);
    free(text);
    if (strcmp(digest, golden[i].digest) != 0) fail_msg("city %zu: digest %s", i, digest);
  }
}

static void test_seeds_differ(void **state) {
  (void)state;
  pf_polygons a = make(500, 400, 1, -1, 0), b = make(500, 400, 2, -1, 0);
  pf_polygons again = make(500, 400, 1, -1, 0);
  assert_int_equal(a.point_count, again.point_count);
  assert_memory_equal(a.points, again.points, 2 * sizeof(double) * (size_t)a.point_count);
  assert_true(a.point_count != b.point_count ||
              memcmp(a.points, b.points, 2 * sizeof(double) * (size_t)a.point_count) != 0);
  pf_polygons_free(&a);
  pf_polygons_free(&again);
  pf_polygons_free(&b);
}

/* Counts the rings of an outline; 0 if a vertex lies on two. */
static int32_t count_rings(const pf_outline *outline) {
  const size_t count = (size_t)outline->vertex_count;
  int32_t *next = malloc(count * sizeof *next), rings = 0;
  assert_non_null(next);
  for (size_t i = 0; i < count; i++) next[i] = -1;
  for (int32_t i = 0; i < outline->edge_count && rings >= 0; i++) {
    if (next[outline->edges[i].from] >= 0) rings = -1;
    next[outline->edges[i].from] = outline->edges[i].to;
  }
  for (int32_t i = 0; i < outline->vertex_count && rings >= 0; i++) {
    rings += next[i] >= 0;
    for (int32_t at = i; next[at] >= 0;) {
      const int32_t to = next[at];
      next[at] = -1;
      at = to;
    }
  }
  free(next);
  return rings < 0 ? 0 : rings;
}

/* Counts the rings that touch the left or right border, where the river comes in and goes out. */
static int32_t count_mouths(const pf_polygons *areas, int32_t width) {
  int32_t count = 0;
  for (int32_t r = 1; r < areas->ring_count; r++) {
    bool is_mouth = false;
    for (int32_t p = areas->rings[r].first_point; p < pf_ring_end(areas, r); p++)
      is_mouth |= areas->points[2 * p] == 0 || areas->points[2 * p] == width;
    count += is_mouth;
  }
  return count;
}

/* Nothing crosses or touches: the reader finds the rings that were drawn. All is in one piece:
 * courtyards have passages, rivers bridges. */
static void check(int32_t width, int32_t height, uint64_t seed, double density, int32_t scale) {
  pf_polygons areas = make(width, height, seed, density, scale);
  pf_snap_options options = {0};
  pf_frame frame;
  pf_outline outline;
  pathfan_error error = {""};
  for (int32_t i = 0; i < areas.point_count; i++) {
    const double *at = areas.points + 2 * i;
    assert_true(at[0] >= 0 && at[0] <= width && at[1] >= 0 && at[1] <= height);
  }
  assert_int_equal(pf_polygons_outline(&areas, &options, &frame, &outline, &error), PATHFAN_OK);
  const int32_t drawn = areas.ring_count - count_mouths(&areas, width);
  if (count_rings(&outline) != drawn)
    fail_msg("%d x %d, seed %d: %d rings drawn, %d found", (int)width, (int)height, (int)seed,
             (int)drawn, (int)count_rings(&outline));
  pf_outline_free(&outline);
  pf_polygons_free(&areas);

  pathfan_map_recipe recipe;
  pathfan_map_recipe_init(&recipe);
  recipe.kind = PATHFAN_MAP_CITY;
  recipe.width = width;
  recipe.height = height;
  recipe.seed = seed;
  recipe.density = density;
  recipe.scale = scale;
  const char *path = twin_scratch("city.geojson");
  pathfan_map *map;
  pathfan_mesh_metrics metrics;
  assert_int_equal(pathfan_map_make(&recipe, path, &error), PATHFAN_OK);
  if (pathfan_map_open(path, NULL, &map, &error)) fail_msg("%s", error.text);
  pathfan_map_metrics(map, &metrics);
  pathfan_map_free(map);
  if (metrics.components != 1)
    fail_msg("%d x %d, seed %d: %d parts", (int)width, (int)height, (int)seed,
             (int)metrics.components);
}

static void test_sound(void **state) {
  (void)state;
  static const int32_t sizes[][3] = {{1, 1, 0},       {3, 900, 0},      {900, 20, 60},
                                     {120, 90, 0},    {380, 420, 0},    {700, 500, 30},
                                     {500, 700, 20},  {900, 900, 120},  {1200, 300, 40},
                                     {300, 1200, 50}, {1500, 1500, 300}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (uint64_t seed = 1; seed <= 4; seed++) {
      check(sizes[i][0], sizes[i][1], seed, -1, sizes[i][2]);
      check(sizes[i][0], sizes[i][1], seed, seed % 2 ? 0 : 1, sizes[i][2]);
    }
}

/* The number of corners is as the header says, whatever the size. */
static void test_grows_with_area(void **state) {
  (void)state;
  static const int32_t sides[] = {1000, 2000, 4000};
  for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
    pf_polygons areas = make(sides[i], sides[i], 5, -1, 0);
    const double each = (double)sides[i] * sides[i] / areas.point_count;
    if (!(each > 140 && each < 210)) fail_msg("%d: %g square metres a corner", (int)sides[i], each);
    pf_polygons_free(&areas);
  }
}

static void test_refused(void **state) {
  (void)state;
  pf_polygons areas;
  pathfan_error error;
  static const int32_t bad[][3] = {{0, 5, 0}, {5, -1, 0}, {16385, 5, 0}, {5, 5, 19}, {5, 5, 301}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(
        pf_generate_city(&(pf_recipe){bad[i][0], bad[i][1], 1, -1, bad[i][2]}, &areas, &error),
        PATHFAN_ERR_ARGUMENT);
    assert_null(areas.points);
  }
  assert_int_equal(pf_generate_city(&(pf_recipe){5, 5, 1, 1.5, 0}, &areas, NULL),
                   PATHFAN_ERR_ARGUMENT);
}

SUITE(test_city) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),  cmocka_unit_test(test_seeds_differ),
      cmocka_unit_test(test_sound),   cmocka_unit_test(test_grows_with_area),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
