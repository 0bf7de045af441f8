/* The builder with failing allocations: its own and those of jansson. It ends with a status and a
 * sentence, leaks nothing (according to the address sanitizer), and leaves the existing index as it
 * was, with nothing beside it. See failing_allocations.h.
 *
 * On tiny maps every allocation fails in turn; on larger maps some, evenly spread. */
#include "failing_allocations.h"
#include "suite.h"
#include "twin_index.h"
#include "twin_outline_maps.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pathfan_error error;
static char map_path[600], index_path[600];

/* ---- Allocations of libraries ---- */

static void *json_malloc(size_t bytes) {
  return __wrap_malloc(bytes);
}

/* ---- Building ---- */

static uint8_t *read_index(size_t *bytes) {
  FILE *file = fopen(index_path, "rb");
  assert_non_null(file);
  uint8_t *all = __real_malloc(4 << 20);
  assert_non_null(all);
  *bytes = fread(all, 1, 4 << 20, file);
  fclose(file);
  assert_true(*bytes && *bytes < 4 << 20);
  return all;
}

static pathfan_build_options plain_options(void) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  return options;
}

/* Makes at most `most` of the allocations of a build fail in turn. */
static void fail_in_turn(const char *what, const pathfan_build_options *options, long most) {
  size_t before_bytes, bytes;
  long failed = 0, survived = 0, other = 0;
  assert_int_equal(pathfan_build_index(map_path, index_path, options, NULL, &error), PATHFAN_OK);
  uint8_t *before = read_index(&before_bytes);
  const int files = twin_scratch_count("");
  const long begin = allocations;
  assert_int_equal(pathfan_build_index(map_path, index_path, options, NULL, &error), PATHFAN_OK);
  const long all = allocations - begin;
  const double step = all > most ? (double)all / (double)most : 1;
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one, .step = step};
    while (starve(&s)) {
      error.text[0] = 0;
      begin_shortage(&s);
      const pathfan_status status =
          pathfan_build_index(map_path, index_path, options, NULL, &error);
      const bool short_of_it = end_shortage();
      uint8_t *now = read_index(&bytes);
      assert_int_equal(bytes, before_bytes);
      assert_memory_equal(now, before, bytes);
      free(now);
      assert_int_equal(twin_scratch_count(""), files);
      failed += status != PATHFAN_OK;
      survived += short_of_it && status == PATHFAN_OK;
      other += status && status != PATHFAN_ERR_NO_MEMORY;
      if (status) assert_true(error.text[0]);
      /* jansson reports a string that it can't allocate as malformed. */
      assert_true(!status || status == PATHFAN_ERR_NO_MEMORY ||
                  (status == PATHFAN_ERR_MALFORMED && strstr(map_path, ".geojson")));
    }
  }
  free(before);
  print_message("%s: %ld allocations, %ld builds ended, %ld of them for malformed JSON, %ld had "
                "no need of it\n",
                what, all, failed, other, survived);
  assert_true(failed > 20);
}

static void use_map(const char *name) {
  snprintf(map_path, sizeof map_path, "%s", twin_scratch(name));
  snprintf(index_path, sizeof index_path, "%s", twin_scratch("map.pathfan"));
}

static void test_grid(void **state) {
  (void)state;
  for (int large = 0; large < 2; large++) {
    pathfan_build_options options = plain_options();
    options.tables = large ? 0 : 2;
    twin_map map = large ? twin_map_number(twin_drawn_count() + 3, 24) : twin_map_number(3, 10);
    pathfan_index_close(twin_index(&map, &options));
    twin_map_free(&map);
    use_map("map.map");
    fail_in_turn(large ? "a grid" : "a tiny grid", &options,
                 large ? twin_scaled_harm(60) : twin_scaled_harm(400));
  }
}

/* A build continues from the work file of one that ran out of memory: in the end the index is the
 * same, with nothing beside it. Returns how many builds continued. */
static long goes_on(const pathfan_build_options *plain, bool spills) {
  pathfan_build_options options = *plain;
  pathfan_build_report report;
  size_t before_bytes, bytes;
  shortage s = {.step = 7};
  long went_on = 0;
  assert_int_equal(pathfan_build_index(map_path, index_path, &options, &report, &error), 0);
  uint8_t *before = read_index(&before_bytes);
  const int files = twin_scratch_count("");
  if (spills) options.max_memory = report.memory_estimate - 1;
  options.resume = true;
  while (starve(&s)) {
    error.text[0] = 0;
    begin_shortage(&s);
    const pathfan_status status =
        pathfan_build_index(map_path, index_path, &options, &report, &error);
    end_shortage();
    if (status && status != PATHFAN_ERR_NO_MEMORY) fail_msg("%s", error.text);
    assert_true(!status || error.text[0]);
    went_on += report.resumed > 0;
  }
  uint8_t *now = read_index(&bytes);
  assert_int_equal(bytes, before_bytes);
  assert_memory_equal(now, before, bytes);
  free(now);
  free(before);
  assert_int_equal(twin_scratch_count(""), files);
  return went_on;
}

static void test_resumed(void **state) {
  (void)state;
  pathfan_build_options labels = plain_options(), levels = labels;
  twin_map map = twin_map_number(twin_drawn_count() + 3, 24);
  labels.regions = false; /* their trees can't be spilled */
  levels.paired_regions = 1;
  pathfan_index_close(twin_index(&map, &labels));
  twin_map_free(&map);
  use_map("map.map");
  const long whole = goes_on(&labels, false), spilled = goes_on(&labels, true);
  const long with_levels = goes_on(&levels, false);
  print_message("%ld, %ld spilling and %ld with via sets by levels went on\n", whole, spilled,
                with_levels);
  assert_true(whole > 5 && spilled > 5 && with_levels > whole);
}

static void write_geojson(const char *path) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":"
        "{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[40,0],"
        "[40,30],[0,30],[0,0]]]}}",
        file);
  for (int i = 0; i < 3; i++)
    fprintf(file,
            ",{\"type\":\"Feature\",\"properties\":{\"kind\":\"obstacle\"},\"geometry\":{\"type\":"
            "\"Polygon\",\"coordinates\":[[[%d,5],[%d,6],[%d,20],[%d,5]]]}}",
            4 + 9 * i, 12 + 9 * i, 8 + 9 * i, 4 + 9 * i);
  fputs(",{\"type\":\"Feature\",\"properties\":{\"kind\":\"door\",\"name\":\"gate\"},\"geometry\":{"
        "\"type\":\"Polygon\",\"coordinates\":[[[3,8],[40,8],[40,9],[3,9],[3,8]]]}}",
        file);
  fputs("]}\n", file);
  assert_int_equal(fclose(file), 0);
}

static void test_polygons(void **state) {
  (void)state;
  pathfan_build_options options = plain_options();
  use_map("tiny.geojson");
  write_geojson(map_path);
  fail_in_turn("tiny polygons", &options, twin_scaled_harm(300));
  options.map.agent_radius = 0.5;
  fail_in_turn("tiny polygons, grown", &options, twin_scaled_harm(100));
  options.map.agent_radius = 0;
  twin_map map = twin_outline_map(4, 14);
  pathfan_index_close(twin_outline_index(&map, &options));
  twin_map_free(&map);
  use_map("map.poly");
  options.map.unit = 1;
  fail_in_turn("polygons", &options, twin_scaled_harm(60));
}

static void test_walls(void **state) {
  (void)state;
  pathfan_build_options options = plain_options();
  options.map.wall_width = 0.5;
  use_map("walls.geojson");
  FILE *file = fopen(map_path, "w");
  assert_non_null(file);
  fputs("{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{},"
        "\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,9]],[[0,"
        "9],"
        "[0,0]],[[4,0],[4,6]]]}}]}",
        file);
  assert_int_equal(fclose(file), 0);
  fail_in_turn("walls", &options, twin_scaled_harm(100));
}

static int setup(void **state) {
  json_set_alloc_funcs(json_malloc, free);
  return twin_scratch_make(state);
}

SUITE(test_build_memory) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grid),
      cmocka_unit_test(test_resumed),
      cmocka_unit_test(test_polygons),
      cmocka_unit_test(test_walls),
  };
  return cmocka_run_group_tests(tests, setup, twin_scratch_remove);
}
