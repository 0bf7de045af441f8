/* Every allocation of reading a plaza, of its ways and of their graph fails once: the call reports
 * it, and nothing leaks. See failing_allocations.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing_allocations.h"
#include "plaza/plaza.h"
#include "suite.h"

static const char square[] =
    "{\"type\":\"FeatureCollection\",\"features\":["
    "{\"type\":\"Feature\",\"properties\":{\"name\":\"A\",\"surface\":\"sett\",\"lit\":\"yes\"},"
    "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,9],[0,0]],"
    "[[3,3],[6,3],[6,6],[3,6],[3,3]]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"surface\":\"sett\"},"
    "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[20,0],[29,0],[29,9],[20,0]]]}},"
    "{\"type\":\"Feature\",\"id\":\"n7\",\"properties\":{\"name\":\"B\"},"
    "\"geometry\":{\"type\":\"Point\",\"coordinates\":[0,4]}},"
    "{\"type\":\"Feature\",\"id\":7,\"properties\":null,"
    "\"geometry\":{\"type\":\"Point\",\"coordinates\":[9,5]}},"
    "{\"type\":\"Feature\",\"properties\":{},"
    "\"geometry\":{\"type\":\"Point\",\"coordinates\":[9,5]}},"
    "{\"type\":\"Feature\",\"properties\":{},"
    "\"geometry\":{\"type\":\"Point\",\"coordinates\":[25,1]}}]}";

static const pathfan_point more = {4, 1};
static const pf_plaza_options options = {false, &more, 1, 0.05, 0.1};

static void test_reading(void **state) {
  (void)state;
  static const pf_plaza empty;
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      pf_plaza plaza;
      pathfan_error error = {{0}};
      begin_shortage(&s);
      const pathfan_status status =
          pf_plaza_read(square, strlen(square), "square.json", &options, &plaza, &error);
      end_shortage();
      if (status) {
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_non_null(strstr(error.text, "square.json:"));
        assert_memory_equal(&plaza, &empty, sizeof empty);
        continue;
      }
      assert_int_equal(plaza.entry_count, 5);
      assert_int_equal(plaza.tag_count, 1);
      pf_plaza_free(&plaza);
    }
    print_message("%ld allocations failed in turn\n", s.failed);
    assert_true(s.failed > 5); /* jansson has an allocator of its own */
  }
}

static void test_ways(void **state) {
  (void)state;
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      pf_plaza plaza;
      pf_net net = {0};
      pathfan_error error = {{0}};
      assert_int_equal(
          pf_plaza_read(square, strlen(square), "square.json", &options, &plaza, &error),
          PATHFAN_OK);
      assert_int_equal(pf_plaza_place(&plaza, 0, &error), PATHFAN_OK);
      begin_shortage(&s);
      pathfan_status status = pf_net_find(&plaza, &net, &error);
      double worst;
      if (!status) status = pf_net_join(&plaza, &net, &error);
      if (!status) status = pf_net_thin(&plaza, 1, &net, &worst, &error);
      end_shortage();
      if (status) {
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_non_null(strstr(error.text, "square.json:"));
      } else {
        assert_int_equal(net.area_count, 2);
        assert_int_equal(net.pair_count, 6);
        assert_true(net.way_count > 4 && net.nodes[2].first == 1);
      }
      pf_net_free(&net);
      pf_plaza_free(&plaza);
    }
    print_message("%ld allocations failed in turn\n", s.failed);
    assert_true(s.failed > 10);
  }
}

SUITE(test_plaza_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reading), cmocka_unit_test(test_ways)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
