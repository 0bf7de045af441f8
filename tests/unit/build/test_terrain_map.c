/* test_terrain_map.c - made-up terrains: the same on every machine, of any size, with bridges where
 * they belong, and unchanged when read from the file written. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "map/generate.h"
#include "map/geojson_write.h"
#include "pathfan/build.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

static pf_features make(int32_t width, int32_t height, uint64_t seed, double density,
                        int32_t scale) {
  pf_features features;
  pathfan_error error = {{0}};
  if (pf_generate_terrain(&(pf_recipe){width, height, seed, density, scale}, &features, &error))
    fail_msg("%d x %d: %s", (int)width, (int)height, error.text);
  return features;
}

static int64_t hundredths(double value) {
  return llround(value * 100);
}

/* FNV-1a over coordinates and values, in hundredths, and the kinds of lines. */
static uint64_t digest(const pf_features *f) {
  uint64_t hash = 0xcbf29ce484222325u;
#define TAKE(number) hash = (hash ^ (uint64_t)(number)) * 0x100000001b3u
  for (int32_t i = 0; i < 2 * f->areas.point_count; i++) TAKE(hundredths(f->areas.points[i]));
  for (int32_t i = 0; i < 2 * f->point_count; i++) TAKE(hundredths(f->points[i]));
  for (int32_t i = 0; i < f->line_count; i++) {
    TAKE(f->lines[i].first_point);
    TAKE(f->lines[i].kind);
    TAKE(hundredths(f->lines[i].value));
    TAKE(f->lines[i].is_apart);
  }
  for (int32_t i = 0; i < f->bridge_count; i++) TAKE(hundredths(f->bridges[i].x));
#undef TAKE
  return hash;
}

/* A changed digest means that existing recipes make other terrains. */
static void test_golden(void **state) {
  (void)state;
  static const uint64_t golden[4] = {0xf1791f665357a651, 0x824488a10a33d80b, 0xda3e80e1208cf309,
                                     0xfa01e45db53de57b};
  pf_features made[4] = {make(20, 20, 1, -1, 0), make(300, 170, 7, 0.9, 20),
                         make(1000, 800, UINT64_MAX, -1, 0), make(4000, 16384, 3, 0, 1500)};
  for (int i = 0; i < 4; i++) {
    if (digest(&made[i]) != golden[i])
      fail_msg("terrain %d: digest 0x%016llx", i, (unsigned long long)digest(&made[i]));
    pf_features_free(&made[i]);
  }
}

static void test_seeds_differ(void **state) {
  (void)state;
  pf_features a = make(200, 200, 1, -1, 0), b = make(200, 200, 1, -1, 0),
              c = make(200, 200, 2, -1, 0);
  assert_true(digest(&a) == digest(&b));
  assert_true(digest(&a) != digest(&c));
  pf_features_free(&a);
  pf_features_free(&b);
  pf_features_free(&c);
}

/* Checks that everything lies on the map, lines have at least two points, and values suit their
 * kinds. */
static void check_sound(const pf_features *f, int32_t width, int32_t height) {
  const double *corners = f->areas.points;
  assert_true(f->background_rate == 1);
  assert_int_equal(f->areas.polygons[0].kind, PF_POLYGON_FREE);
  assert_true(corners[4] == width && corners[5] == height);
  for (int32_t i = 0; i < f->areas.point_count; i++)
    assert_true(f->areas.points[2 * i] >= 0 && f->areas.points[2 * i] <= width &&
                f->areas.points[2 * i + 1] >= 0 && f->areas.points[2 * i + 1] <= height);
  for (int32_t i = 0; i < f->point_count; i++)
    assert_true(f->points[2 * i] >= 0 && f->points[2 * i] <= width && f->points[2 * i + 1] >= 0 &&
                f->points[2 * i + 1] <= height);
  for (int32_t i = 0; i < f->line_count; i++) {
    const pf_line *line = &f->lines[i];
    assert_true(pf_line_end(f, i) - line->first_point >= 2);
    assert_non_null(line->name);
    assert_int_equal(line->place, f->areas.polygon_count + i);
    if (line->kind == PF_LINE_ROAD)
      assert_true(line->value == 0.3 || (line->value == 0.5 && !line->is_apart) ||
                  (line->value == 0.75 && !line->is_apart));
    else
      assert_true(line->value >= 0 && isfinite(line->value) && !line->is_apart);
  }
}

static void test_sizes(void **state) {
  (void)state;
  static const int32_t sizes[] = {1, 2, 3, 5, 20, 21, 150, 1000};
  enum { COUNT = sizeof sizes / sizeof sizes[0] };
  for (int w = 0; w < COUNT; w++)
    for (int h = 0; h < COUNT; h++)
      for (int32_t scale = 0; scale <= 40; scale += 20) {
        pf_features f = make(sizes[w], sizes[h], (uint64_t)(w + h), -1, scale);
        check_sound(&f, sizes[w], sizes[h]);
        assert_true(f.line_count > 0);
        pf_features_free(&f);
      }
  pf_features f = make(1, PF_GRID_MAX, 1, 1, 2);
  check_sound(&f, 1, PF_GRID_MAX);
  pf_features_free(&f);
}

static int side(const double *a, const double *b, const double *c) {
  const int64_t turn =
      (hundredths(b[0]) - hundredths(a[0])) * (hundredths(c[1]) - hundredths(a[1])) -
      (hundredths(b[1]) - hundredths(a[1])) * (hundredths(c[0]) - hundredths(a[0]));
  return (turn > 0) - (turn < 0);
}

/* Whether segments cross with no end of one on the other. */
static bool cross(const double *a, const double *b) {
  return side(a, a + 2, b) * side(a, a + 2, b + 2) < 0 &&
         side(b, b + 2, a) * side(b, b + 2, a + 2) < 0;
}

static bool has_point(const pf_features *f, pf_line_kind kind, double x, double y) {
  for (int32_t i = 0; i < f->line_count; i++)
    for (int32_t p = f->lines[i].first_point; p < pf_line_end(f, i); p++)
      if (f->lines[i].kind == kind && f->points[2 * p] == x && f->points[2 * p + 1] == y)
        return true;
  return false;
}

/* Counts the crossings of a road with rivers that aren't at their points. */
static int32_t count_crossed(const pf_features *f, const pf_line *road, int32_t end) {
  int32_t count = 0;
  for (int32_t i = 0; i < f->line_count; i++) {
    if (f->lines[i].kind != PF_LINE_RIVER) continue;
    for (int32_t p = f->lines[i].first_point; p + 1 < pf_line_end(f, i); p++)
      for (int32_t q = road->first_point; q + 1 < end; q++)
        count += cross(f->points + 2 * p, f->points + 2 * q);
  }
  return count;
}

/* Main roads cross rivers on bridges of their own; other roads, except tracks, on a bridge that is
 * a point of both. Rounding may leave one crossing in a hundred without. */
static void test_bridges(void **state) {
  (void)state;
  int32_t apart = 0, points = 0, fords = 0, left = 0, rivers = 0, lakes = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    pf_features f = make(600, 400, seed, -1, 0);
    for (int32_t i = 0; i < f.line_count; i++) {
      const pf_line *line = &f.lines[i];
      rivers += line->kind == PF_LINE_RIVER;
      if (line->kind != PF_LINE_ROAD) continue;
      const int32_t crossed = count_crossed(&f, line, pf_line_end(&f, i));
      if (line->is_apart)
        assert_true(crossed > 0);
      else if (line->value < 0.75)
        left += crossed;
      else
        fords += crossed;
      apart += line->is_apart;
    }
    for (int32_t i = 0; i < f.bridge_count; i++) {
      assert_true(has_point(&f, PF_LINE_RIVER, f.bridges[i].x, f.bridges[i].y));
      assert_true(has_point(&f, PF_LINE_ROAD, f.bridges[i].x, f.bridges[i].y));
    }
    points += f.bridge_count;
    lakes += f.areas.polygon_count - 1;
    pf_features_free(&f);
  }
  print_message("%d rivers, %d lakes; %d bridges of roads, %d that are points, %d fords, %d left\n",
                (int)rivers, (int)lakes, (int)apart, (int)points, (int)fords, (int)left);
  assert_true(rivers > 100 && lakes > 20 && apart > 20 && points > 8 && fords > 10);
  assert_true(100 * left <= apart + points);
}

static bool is_inside(const pf_polygons *areas, int32_t ring, const double *at) {
  const int32_t first = areas->rings[ring].first_point, end = pf_ring_end(areas, ring);
  bool inside = false;
  for (int32_t i = first, j = end - 1; i < end; j = i++) {
    const double *a = areas->points + 2 * i, *b = areas->points + 2 * j;
    if ((a[1] > at[1]) != (b[1] > at[1]) &&
        at[0] < a[0] + (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1]))
      inside = !inside;
  }
  return inside;
}

static void test_roads_keep_off_lakes(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    pf_features f = make(600, 400, seed, 1, 0);
    for (int32_t i = 0; i < f.line_count; i++)
      for (int32_t p = f.lines[i].first_point;
           f.lines[i].kind == PF_LINE_ROAD && p < pf_line_end(&f, i); p++)
        for (int32_t ring = 1; ring < f.areas.ring_count; ring++)
          assert_false(is_inside(&f.areas, ring, f.points + 2 * p));
    pf_features_free(&f);
  }
}

/* A higher density makes more roads, a smaller scale more of everything. */
static void test_recipe(void **state) {
  (void)state;
  int32_t last = 0;
  for (int density = 0; density <= 2; density++) {
    pf_features f = make(800, 800, 5, density / 2.0, 0);
    int32_t roads = 0;
    for (int32_t i = 0; i < f.line_count; i++)
      roads += f.lines[i].name[0] == 'R' && f.lines[i].name[1] == 'o';
    assert_true(roads > last);
    last = roads;
    pf_features_free(&f);
  }
  pf_features coarse = make(800, 800, 5, -1, 200), fine = make(800, 800, 5, -1, 50);
  assert_true(fine.point_count > 6 * coarse.point_count);
  pf_features_free(&coarse);
  pf_features_free(&fine);
}

static void test_refused(void **state) {
  (void)state;
  static const pf_features empty;
  static const struct {
    int32_t width, height;
    double density;
    int32_t scale;
    const char *message;
  } bad[] = {
      {0, 5, -1, 0, "width and height of a map must be 1 to 16384, not 0 and 5"},
      {5, 16385, -1, 0, "width and height of a map must be 1 to 16384, not 5 and 16385"},
      {5, 5, 1.5, 0, "the density of a map must be 0 to 1"},
      {5, 5, NAN, 0, "the density of a map must be 0 to 1"},
      {5, 5, -1, -2, "the scale of this kind of map must be 1 to 16384, not -2"},
      {10000, 10000, -1, 5, "the scale of a terrain of 10000 x 10000 must be 79 or more, not 5"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    pf_features f;
    pathfan_error error;
    memset(&f, 0x55, sizeof f);
    assert_int_equal(
        pf_generate_terrain(
            &(pf_recipe){bad[i].width, bad[i].height, 1, bad[i].density, bad[i].scale}, &f, &error),
        PATHFAN_ERR_ARGUMENT);
    assert_string_equal(error.text, bad[i].message);
    assert_memory_equal(&f, &empty, sizeof empty);
  }
}

static void check_read(const char *path, const pf_features *expected) {
  char *text;
  size_t bytes;
  pf_features f;
  pathfan_error error = {{0}};
  assert_int_equal(pf_read_file(path, 1 << 30, &text, &bytes, &error), PATHFAN_OK);
  if (pf_geojson_parse_features(text, bytes, path, NULL, &f, &error)) fail_msg("%s", error.text);
  assert_int_equal(f.line_count, expected->line_count);
  assert_int_equal(f.bridge_count, expected->bridge_count);
  assert_int_equal(f.areas.polygon_count, expected->areas.polygon_count);
  assert_true(f.background_rate == expected->background_rate);
  assert_true(digest(&f) == digest(expected));
  if (f.point_count)
    assert_memory_equal(f.points, expected->points, 2 * (size_t)f.point_count * sizeof *f.points);
  for (int32_t i = 0; i < f.line_count; i++) {
    assert_string_equal(f.lines[i].name, expected->lines[i].name);
    assert_true(f.lines[i].value == expected->lines[i].value);
    assert_int_equal(f.lines[i].place, expected->lines[i].place);
  }
  for (int32_t i = 0; i < f.bridge_count; i++) {
    assert_string_equal(f.bridges[i].name, expected->bridges[i].name);
    assert_int_equal(f.bridges[i].place, expected->bridges[i].place);
  }
  pf_features_free(&f);
  free(text);
}

static void test_file(void **state) {
  (void)state;
  const char *path = twin_scratch("made.geojson");
  pathfan_error error;
  pathfan_map_recipe recipe;
  pathfan_map_recipe_init(&recipe);
  recipe.kind = PATHFAN_MAP_TERRAIN;
  recipe.width = 90;
  recipe.seed = 12;
  assert_int_equal(pathfan_map_make(&recipe, path, &error), PATHFAN_OK);
  pf_features f = make(90, recipe.height, 12, -1, 0);
  check_read(path, &f);
  pf_features_free(&f);
  assert_int_equal(pathfan_map_make(&recipe, "/nowhere/a.geojson", &error), PATHFAN_ERR_IO);
  recipe.width = 0;
  assert_int_equal(pathfan_map_make(&recipe, path, &error), PATHFAN_ERR_ARGUMENT);

  /* Features that recipes don't make: names that need escaping, a river that is never crossed, no
   * area. */
  f = (pf_features){.background_rate = 2.5};
  assert_int_equal(pf_features_bridge(&f, 1.25, -3, 1, "a\"b\\c\n\xc3\xbc"), PATHFAN_OK);
  const pf_line wall = {.kind = PF_LINE_RIVER, .value = INFINITY, .name = (char[]){"\x01\t"}};
  assert_int_equal(pf_features_line(&f, &wall), PATHFAN_OK);
  assert_int_equal(pf_features_point(&f, 0, 0), PATHFAN_OK);
  assert_int_equal(pf_features_point(&f, -1e6, 0.01), PATHFAN_OK);
  assert_int_equal(pf_geojson_write(&f, path, &error), PATHFAN_OK);
  check_read(path, &f);
  pf_features_free(&f);
}

SUITE(test_terrain_map) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_seeds_differ),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_bridges),
      cmocka_unit_test(test_roads_keep_off_lakes),
      cmocka_unit_test(test_recipe),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_file),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
