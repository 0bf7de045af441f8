/* The memory of a build: sums, peaks and refusals; a terrain's build fails with one byte too
 * few. */
#include <stdlib.h>
#include <unistd.h>

#include "base/memory_limit.h"
#include "base/file.h"
#include "terrain_index_fixture.h"

static void test_sums(void **state) {
  (void)state;
  pf_memory_limit a = {.most = 100};
  assert_int_equal(pf_memory_limit_take(&a, 60), PATHFAN_OK);
  assert_int_equal(pf_memory_limit_take(&a, 41), PATHFAN_ERR_LIMIT);
  assert_true(a.is_spent && a.held == 60 && a.peak == 60);
  assert_int_equal(pf_memory_limit_take(&a, 40), PATHFAN_OK);
  pf_memory_limit_release(&a, 100);
  assert_int_equal(pf_memory_limit_take(&a, 10), PATHFAN_OK);
  assert_true(a.held == 10 && a.peak == 100);
  pf_memory_limit unlimited = {0};
  assert_int_equal(pf_memory_limit_take(&unlimited, UINT64_C(1) << 60), PATHFAN_OK);
  assert_int_equal(pf_memory_limit_take(NULL, 5), PATHFAN_OK);
  pf_memory_limit_release(NULL, 5);
  const uint64_t held = pf_memory_limit_held(&a);
  assert_int_equal(pf_memory_limit_take(&a, 30), PATHFAN_OK);
  pf_memory_limit_return(&a, held);
  assert_true(a.held == 10 && pf_memory_limit_held(NULL) == 0);
  pf_memory_limit_return(NULL, 5);
}

static void test_told(void **state) {
  static const struct {
    uint64_t most;
    const char *told;
  } cases[] = {{1, "1 byte"}, {1000, "1000 bytes"}, {512 << 20, "512 MB"}, {1 << 20, "1 MB"}};
  char text[32];
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const pf_memory_limit a = {.most = cases[i].most};
    assert_string_equal(pf_memory_limit_text(&a, text), cases[i].told);
  }
}

static void test_lists(void **state) {
  (void)state;
  pf_memory_limit a = {.most = 4000};
  int32_t *list = NULL, capacity = 0, count = 0;
  pathfan_status status = PATHFAN_OK;
  while (!status) {
    status = pf_memory_limit_grow(&a, &list, &capacity, (int64_t)count + 1);
    if (!status) list[count] = count, count++;
    assert_true(a.held == (uint64_t)capacity * sizeof *list);
    assert_true(a.peak <= a.most);
  }
  assert_int_equal(status, PATHFAN_ERR_LIMIT);
  assert_true(count == capacity && count > 100);
  for (int32_t i = 0; i < count; i++) assert_int_equal(list[i], i); /* unchanged */
  free(list);
}

/* Under every limit a build yields the same index, or a refusal and no file. */
static void test_builds(void **state) {
  (void)state;
  pathfan_build_options options;
  pathfan_build_report report;
  pathfan_error error;
  char *whole, *again;
  size_t whole_bytes, again_bytes;
  const char *map = twin_scratch("terrain.geojson"), *index = twin_scratch("terrain.pathfan");
  pathfan_build_options_init(&options);
  options.threads = 1;
  twin_scratch_write("terrain.geojson", TERRAIN_OF_ALL);
  assert_int_equal(pathfan_build_index(map, index, &options, &report, &error), PATHFAN_OK);
  const uint64_t peak = report.memory_peak;
  assert_true(peak > report.memory_estimate && peak > report.file_bytes / 2);
  assert_int_equal(pf_read_file(index, 1 << 30, &whole, &whole_bytes, &error), PATHFAN_OK);

  options.max_memory = peak;
  assert_int_equal(pathfan_build_index(map, index, &options, &report, &error), PATHFAN_OK);
  assert_true(report.memory_peak == peak);
  assert_int_equal(pf_read_file(index, 1 << 30, &again, &again_bytes, &error), PATHFAN_OK);
  assert_int_equal(whole_bytes, again_bytes);
  assert_memory_equal(whole, again, whole_bytes);
  free(whole);
  free(again);

  const uint64_t least = report.memory_estimate, step = (peak - least) / 200 + 1;
  remove(index);
  for (options.max_memory = peak - 1; options.max_memory > least - step;
       options.max_memory -= step) {
    assert_int_equal(pathfan_build_index(map, index, &options, &report, &error), PATHFAN_ERR_LIMIT);
    assert_true(report.memory_peak <= options.max_memory);
    assert_non_null(strstr(error.text, "a terrain's ways would need more memory than the limit, "));
    assert_int_not_equal(access(index, F_OK), 0);
  }
  /* Threads search in parallel, each in memory of its own. */
  options.threads = 3;
  options.max_memory = 0;
  assert_int_equal(pathfan_build_index(map, index, &options, &report, &error), PATHFAN_OK);
  assert_true(report.memory_peak >= peak);
}

SUITE(test_memory_limit) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sums), cmocka_unit_test(test_lists),
                                     cmocka_unit_test(test_told), cmocka_unit_test(test_builds)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
