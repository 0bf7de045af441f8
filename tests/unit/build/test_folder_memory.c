/* Every allocation of a folder's build and look fails once: the call reports it or does without,
 * nothing leaks (according to the address sanitizer), and what is on disk is whole. jansson's own
 * allocations don't fail: it then loses letters. See failing_allocations.h. */
#include "failing_allocations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "build-index/folder/catalogue.h"
#include "pathfan/folder.h"
#include "suite.h"
#include "twin_scratch.h"

static pathfan_error error;

static void write_map(const char *name, const char *rows) {
  FILE *file = fopen(twin_scratch(name), "w");
  assert_non_null(file);
  fprintf(file, "type octile\nheight 3\nwidth 3\nmap\n%s", rows);
  assert_int_equal(fclose(file), 0);
}

static pathfan_status build(bool force, bool prune, pathfan_folder_list *list) {
  char maps[600], indexes[600]; /* the buffers of twin_scratch are reused */
  pathfan_folder_options options;
  snprintf(maps, sizeof maps, "%s", twin_scratch("maps"));
  snprintf(indexes, sizeof indexes, "%s", twin_scratch("indexes"));
  pathfan_folder_options_init(&options);
  options.build.threads = 1;
  options.force = force;
  options.prune = prune;
  return pathfan_build_folder(maps, indexes, &options, list, &error);
}

/* Counts the indexes in the catalogue on disk, which must be whole. */
static int32_t listed(void) {
  pf_catalogue catalogue;
  assert_int_equal(pf_catalogue_read(twin_scratch("indexes"), &catalogue, &error), PATHFAN_OK);
  const int32_t count = catalogue.exists ? catalogue.count : -1;
  pf_catalogue_free(&catalogue);
  return count;
}

static void test_build(void **state) {
  (void)state;
  pathfan_folder_list list;
  assert_int_equal(mkdir(twin_scratch("maps"), 0777), 0);
  assert_int_equal(mkdir(twin_scratch("maps/deep"), 0777), 0);
  write_map("maps/a.map", "...\n.@.\n...\n");
  write_map("maps/deep/b.map", "...\n...\n...\n");
  write_map("maps/deep/gone.map", "...\n...\n...\n");
  assert_int_equal(build(false, false, &list), PATHFAN_OK);
  pathfan_folder_free(&list);
  assert_int_equal(listed(), 3);
  assert_int_equal(remove(twin_scratch("maps/deep/gone.map")), 0);
  long refused = 0, did = 0;
  for (int prune = 0; prune < 2; prune++) {
    shortage s = {.alone = true};
    while (starve(&s)) {
      begin_shortage(&s);
      const pathfan_status status = build(false, prune, &list);
      const bool short_of_it = end_shortage();
      if (status && status != PATHFAN_ERR_NO_MEMORY)
        fail_msg("%ld: %d, %s", s.failed, status, error.text);
      if (status) assert_true(error.text[0] != 0);
      refused += status != PATHFAN_OK;
      did += short_of_it && status == PATHFAN_OK;
      const int32_t there = listed(); /* an index that couldn't be opened is not listed */
      assert_true(there >= 1 && there <= 3);
      pathfan_folder_free(&list);
    }
  }
  print_message("build: %ld allocations refused, %ld done without\n", refused, did);
  assert_true(refused > 50);
  assert_int_equal(build(false, false, &list), PATHFAN_OK);
  pathfan_folder_free(&list);
  assert_int_equal(listed(), 2);
}

static void test_look(void **state) {
  (void)state;
  pathfan_folder_list list;
  char indexes[600];
  snprintf(indexes, sizeof indexes, "%s", twin_scratch("indexes"));
  long refused = 0;
  shortage s = {0};
  while (starve(&s)) {
    begin_shortage(&s);
    const pathfan_status status = pathfan_folder_look(indexes, &list, &error);
    const bool failed = end_shortage();
    assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
    if (!status && list.catalogue_status)
      assert_int_equal(list.catalogue_status, PATHFAN_ERR_NO_MEMORY);
    refused += status != PATHFAN_OK;
    if (!failed) {
      assert_int_equal(status, PATHFAN_OK);
      assert_int_equal(list.count, 2);
      for (int32_t i = 0; i < 2; i++) assert_int_equal(list.items[i].state, PATHFAN_FOLDER_OK);
    }
    pathfan_folder_free(&list);
  }
  print_message("look: %ld allocations refused\n", refused);
  assert_true(refused > 20);
}

/* A shard, and merging two. */
static void test_shards(void **state) {
  (void)state;
  pathfan_folder_list list;
  pathfan_folder_options options;
  char maps[600], indexes[600];
  snprintf(maps, sizeof maps, "%s", twin_scratch("maps"));
  snprintf(indexes, sizeof indexes, "%s", twin_scratch("parts"));
  pathfan_folder_options_init(&options);
  options.build.threads = 1;
  options.shards = 2;
  for (options.shard = 1; options.shard <= 2; options.shard++)
    assert_int_equal(pathfan_build_folder(maps, indexes, &options, NULL, &error), PATHFAN_OK);
  long refused = 0;
  options.shard = 2;
  for (int merging = 0; merging < 2; merging++) {
    shortage s = {.alone = true};
    while (starve(&s)) {
      begin_shortage(&s);
      const pathfan_status status =
          merging ? pathfan_folder_merge(indexes, NULL, &list, &error)
                  : pathfan_build_folder(maps, indexes, &options, &list, &error);
      (void)end_shortage();
      if (status && status != PATHFAN_ERR_NO_MEMORY)
        fail_msg("%ld: %d, %s", s.failed, status, error.text);
      if (status) assert_true(error.text[0] != 0);
      refused += status != PATHFAN_OK;
      pathfan_folder_free(&list);
    }
  }
  print_message("shards: %ld allocations refused\n", refused);
  assert_true(refused > 50);
  assert_int_equal(pathfan_build_folder(maps, indexes, &options, NULL, &error), PATHFAN_OK);
  assert_int_equal(pathfan_folder_merge(indexes, NULL, &list, &error), PATHFAN_OK);
  assert_true(list.has_catalogue);
  assert_int_equal(list.count, 2);
  pathfan_folder_free(&list);
}

SUITE(test_folder_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_build), cmocka_unit_test(test_look),
                                     cmocka_unit_test(test_shards)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove_all);
}
