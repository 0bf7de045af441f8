/* Reading a map can be cancelled at any moment and keeps to its memory limit: maps of all kinds,
 * above all short texts with very many crossings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "build-index/maps/any_map.h"
#include "pathfan/build.h"
#include "pathfan/map.h"
#include "suite.h"

enum { BARS = 30 };

/* Returns a map with BARS thin obstacles, or roads, in each direction, all of which cross. */
static char *bars(bool are_roads) {
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  assert_non_null(out);
  fputs("{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{"
        "\"kind\":"
        "\"free\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[100,0],[100,100],[0,"
        "100],[0,0]]]}}",
        out);
  for (int i = 0; i < 2 * BARS; i++) {
    const bool across = i % 2;
    const double at = 3 * (i / 2) + 3;
    const double x = across ? 1 : at, y = across ? at : 1;
    const double right = across ? 99 : at + 1, bottom = across ? at + 1 : 99;
    if (are_roads)
      fprintf(
          out,
          ",{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.5},\"geometry\":{"
          "\"type\":\"LineString\",\"coordinates\":[[%g,%g],[%g,%g]]}}",
          x, y, across ? right : x, across ? y : bottom);
    else
      fprintf(out,
              ",{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\","
              "\"coordinates\":[[[%g,%g],[%g,%g],[%g,%g],[%g,%g],[%g,%g]]]}}",
              x, y, right, y, right, bottom, x, bottom, x, y);
  }
  fputs("]}", out);
  assert_int_equal(fclose(out), 0);
  return text;
}

/* Returns a map of one kind. */
static char *map_of(int kind) {
  static const char *const small[] = {
      "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n",
      "mesh\n2\n4 2\n0 0 2 0 -1\n2 0 3 0 1 -1\n2 2 2 1 -1\n0 2 3 0 1 -1\n"
      "3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n"};
  return kind < 2 ? bars(kind) : strdup(small[kind - 2]);
}

enum { KINDS = 4 };

typedef struct patience {
  int64_t questions, most;
} patience;

static bool is_patient(void *context, int64_t items) {
  patience *p = context;
  (void)items;
  return p->questions++ < p->most;
}

static pathfan_status read_map(const char *text, const pf_limits *limits, pathfan_error *error) {
  pathfan_map_options options;
  pf_ground ground;
  pathfan_map_options_init(&options);
  const pathfan_status status =
      pf_ground_read(text, strlen(text), "m", &options, NULL, limits, &ground, error);
  if (!status) pf_ground_free(&ground);
  return status;
}

static void test_questions(void **state) {
  (void)state;
  static const int64_t least[KINDS] = {50, 50, 1, 1};
  for (int kind = 0; kind < KINDS; kind++) {
    pathfan_error error = {""};
    char *text = map_of(kind);
    patience all = {0, INT64_MAX};
    const pf_limits limits = {is_patient, &all, NULL};
    assert_int_equal(read_map(text, &limits, &error), PATHFAN_OK);
    assert_true(all.questions >= least[kind]);
    for (int64_t most = 0; most < all.questions; most += 1 + all.questions / 40) {
      patience some = {0, most};
      const pf_limits less = {is_patient, &some, NULL};
      assert_int_equal(read_map(text, &less, &error), PATHFAN_ERR_CANCELLED);
      assert_int_equal(some.questions, most + 1);
    }
    free(text);
  }
}

/* Memory that suffices once suffices again; with less, reading is refused with a message. */
static void test_memory(void **state) {
  (void)state;
  static const uint64_t least[KINDS] = {64 * BARS * BARS, 64 * BARS * BARS, 1, 1};
  for (int kind = 0; kind < KINDS; kind++) {
    pathfan_error error = {""};
    char *text = map_of(kind);
    pf_memory_limit all = {0};
    const pf_limits limits = {NULL, NULL, &all};
    assert_int_equal(read_map(text, &limits, &error), PATHFAN_OK);
    assert_true(all.held == 0 && all.peak > least[kind] && !all.is_spent);
    for (uint64_t most = 1; most <= all.peak; most += 1 + all.peak / 100) {
      pf_memory_limit some = {.most = most == 1 ? all.peak : most - 1};
      const pf_limits less = {NULL, NULL, &some};
      const pathfan_status status = read_map(text, &less, &error);
      assert_int_equal(status, some.most == all.peak ? PATHFAN_OK : PATHFAN_ERR_LIMIT);
      assert_true(some.held == 0 && some.peak <= some.most);
      if (status) assert_non_null(strstr(error.text, "m: reading it would take more memory than "));
    }
    free(text);
  }
}

static bool is_cancelled(void *context) {
  ++*(int *)context;
  return true;
}

/* The same through the public options. */
static void test_options(void **state) {
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    pathfan_map_options options;
    pathfan_map *map;
    pathfan_error error;
    int asked = 0;
    char *text = map_of(kind);
    pathfan_map_options_init(&options);
    options.max_memory = 10;
    assert_int_equal(pathfan_map_parse(text, strlen(text), "m", &options, &map, &error),
                     PATHFAN_ERR_LIMIT);
    assert_string_equal(error.text,
                        "m: reading it would take more memory than the limit, 10 bytes; "
                        "fewer corners and crossings, or a higher limit, help");
    assert_null(map);
    options.max_memory = 64 << 20;
    options.is_cancelled = is_cancelled;
    options.cancel_context = &asked;
    assert_int_equal(pathfan_map_parse(text, strlen(text), "m", &options, &map, &error),
                     PATHFAN_ERR_CANCELLED);
    assert_string_equal(error.text, "m: reading it was cancelled");
    assert_true(asked == 1 && !map);
    options.is_cancelled = NULL;
    assert_int_equal(pathfan_map_parse(text, strlen(text), "m", &options, &map, &error),
                     PATHFAN_OK);
    pathfan_map_free(map);
    free(text);
  }
}

SUITE(test_reading_limits) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_questions),
                                     cmocka_unit_test(test_memory), cmocka_unit_test(test_options)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
