/* Every allocation of reading roads, rivers and bridges, and of generating them, fails once: the
 * reader reports it, and nothing leaks. See failing_allocations.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <jansson.h>

#include "base/shortage.h"
#include "failing_allocations.h"
#include "map/features.h"
#include "map/generate.h"
#include "map/wishes.h"
#include "suite.h"

static void test_reading(void **state) {
  (void)state;
  static const pf_features empty;
  enum { PARTS = 40 }; /* of each kind: every list grows */
  static const char part[] =
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.5,\"name\":\"A\"},"
      "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[0,0],[1,1]]}},"
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"river\"},"
      "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[0,1],[1,0]]}},"
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"C\"},"
      "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]]]}},"
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"bridge\",\"name\":\"B\"},"
      "\"geometry\":{\"type\":\"Point\",\"coordinates\":[0.5,0.5]}},"
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"D\"},"
      "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[0,1],[1,0]]}},"
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"bush\"},\"geometry\":null}";
  char *text = malloc(100 + PARTS * sizeof part);
  assert_non_null(text);
  char *end = stpcpy(text, "{\"type\":\"FeatureCollection\",\"features\":[");
  for (int i = 0; i < PARTS; i++) end = stpcpy(stpcpy(end, i ? "," : ""), part);
  strcpy(end, "]}");
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      pf_features features;
      pathfan_error error = {{0}};
      memset(&features, 0x55, sizeof features);
      begin_shortage(&s);
      const pathfan_status status =
          pf_geojson_parse_features(text, strlen(text), "hills.json", NULL, &features, &error);
      end_shortage();
      if (status) {
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_non_null(strstr(error.text, "hills.json:"));
        assert_memory_equal(&features, &empty, sizeof empty);
        continue;
      }
      assert_int_equal(features.line_count, 2 * PARTS);
      assert_int_equal(features.bridge_count, PARTS);
      assert_int_equal(features.areas.polygon_count, 2 * PARTS);
      assert_int_equal(features.areas.ignored.count[PF_IGNORED_OTHER], PARTS);
      pf_features_free(&features);
    }
    print_message("%ld allocations failed in turn\n", s.failed);
    assert_true(s.failed > 3 * PARTS);
  }
  free(text);
}

/* A plan of a building: no wall, link or level is lost. */
static void test_plans(void **state) {
  (void)state;
#define ROOM "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]]]}}"
  static const char *const texts[] = {
      "{\"type\":\"FeatureCollection\",\"features\":["
      "{\"type\":\"Feature\",\"properties\":{\"indoor\":\"room\",\"level\":\"0\","
      "\"repeat_on\":\"1\",\"name\":\"A\"}," ROOM ","
      "{\"type\":\"Feature\",\"properties\":{\"door\":\"yes\",\"level\":\"0\"},"
      "\"geometry\":{\"type\":\"Point\",\"coordinates\":[4,0]}},"
      "{\"type\":\"Feature\",\"properties\":{\"highway\":\"elevator\",\"level\":\"0;1\"},"
      "\"geometry\":{\"type\":\"Point\",\"coordinates\":[6,3]}}]}",
      "{\"type\":\"FeatureCollection\",\"features\":["
      "{\"type\":\"Feature\",\"feature_type\":\"level\",\"id\":\"l\",\"properties\":{"
      "\"ordinal\":0},\"geometry\":null},"
      "{\"type\":\"Feature\",\"feature_type\":\"level\",\"id\":\"m\",\"properties\":{"
      "\"ordinal\":1},\"geometry\":null},"
      "{\"type\":\"Feature\",\"feature_type\":\"unit\",\"id\":\"u\",\"properties\":{"
      "\"level_id\":\"l\"}," ROOM ","
      "{\"type\":\"Feature\",\"feature_type\":\"unit\",\"id\":\"v\",\"properties\":{"
      "\"level_id\":\"m\"}," ROOM ","
      "{\"type\":\"Feature\",\"feature_type\":\"opening\",\"properties\":{\"level_id\":\"l\"},"
      "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[3,0],[4,0]]}},"
      "{\"type\":\"Feature\",\"feature_type\":\"relationship\",\"properties\":{\"origin\":{"
      "\"id\":\"u\"},\"destination\":{\"id\":\"v\"}},\"geometry\":null}]}"};
#undef ROOM
  static const pf_features empty;
  static const pf_wishes wishes = {.all_levels = true};
  json_set_alloc_funcs(pf_shortage_malloc, free);
  for (int i = 0; i < 4; i++) {
    const char *text = texts[i / 2];
    shortage s = {.alone = i % 2};
    while (starve(&s)) {
      pf_features features;
      pathfan_error error = {{0}};
      begin_shortage(&s);
      const pathfan_status status =
          pf_geojson_parse_features(text, strlen(text), "plan", &wishes, &features, &error);
      end_shortage();
      if (status) {
        if (status != PATHFAN_ERR_NO_MEMORY) fail_msg("%s", error.text);
        assert_memory_equal(&features, &empty, sizeof empty);
        continue;
      }
      /* A room, and its wall in two parts; of the second plan another, whose wall is whole. */
      assert_int_equal(features.areas.polygon_count, i < 2 ? 3 : 5);
      assert_int_equal(features.link_count, 1);
      assert_int_equal(features.areas.levels.count, 2);
      pf_features_free(&features);
    }
    print_message("%ld allocations failed in turn\n", s.failed);
    assert_true(s.failed > 40);
  }
  json_set_alloc_funcs(malloc, free);
}

static void test_making(void **state) {
  (void)state;
  static const pf_features empty;
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      pf_features features;
      pathfan_error error = {{0}};
      memset(&features, 0x55, sizeof features);
      begin_shortage(&s);
      const pathfan_status status =
          pf_generate_terrain(&(pf_recipe){60, 40, 1, -1, 0}, &features, &error);
      end_shortage();
      if (status) {
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_string_equal(error.text, "no memory for a terrain of 60 x 40");
        assert_memory_equal(&features, &empty, sizeof empty);
      }
      pf_features_free(&features);
    }
    print_message("%ld allocations failed in turn\n", s.failed);
    assert_true(s.failed > 40);
  }
}

SUITE(test_features_memory) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reading),
      cmocka_unit_test(test_plans),
      cmocka_unit_test(test_making),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
