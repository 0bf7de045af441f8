/* test_shards.c - dividing maps among shards, their catalogues, merging through the library; names
 * of temporaries. The command: tests/cli/test_shards.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/publish.h"
#include "base/random.h"
#include "base/temporary.h"
#include "build-index/folder/catalogue.h"
#include "build-index/folder/maps.h"
#include "build-index/folder/shard.h"
#include "pathfan/folder.h"
#include "suite.h"
#include "twin_scratch.h"

enum { MAPS = 60 };

static pathfan_error error;

static void test_names(void **state) {
  (void)state;
  static const char *const bad[] = {"",
                                    "catalogue.json",
                                    "catalogue.0-of-2.json",
                                    "catalogue.3-of-2.json",
                                    "catalogue.1-of-10000.json",
                                    "catalogue.01-of-2.json",
                                    "catalogue.1-of-2.json2",
                                    "catalogue.1-of-2.jso",
                                    "catalogue. 1-of-2.json",
                                    "catalogue.+1-of-2.json",
                                    "catalogue.1-of-02.json",
                                    "x/catalogue.1-of-2.json"};
  char name[PF_SHARD_NAME_BYTES];
  int32_t number, shards;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_false(pf_shard_is_name(bad[i], &number, &shards));
  for (int32_t k = 1; k <= PATHFAN_SHARDS_MAX; k += 97) {
    assert_true(pf_shard_is_name(pf_shard_name(k, PATHFAN_SHARDS_MAX, name), &number, &shards));
    assert_int_equal(number, k);
    assert_int_equal(shards, PATHFAN_SHARDS_MAX);
  }
}

static void list_of(pathfan_folder_list *list) {
  assert_int_equal(pathfan_folder_maps(twin_scratch("maps"), list, &error), PATHFAN_OK);
  assert_int_equal(list->count, MAPS);
}

/* The slow twin: gives the largest remaining map, found by examining all, to the lightest shard. */
static void divide_slowly(const uint64_t *bytes, const pathfan_folder_list *list, int32_t shards,
                          int32_t *shard) {
  uint64_t loads[16] = {0};
  for (int32_t i = 0; i < MAPS; i++) shard[i] = 0;
  for (int32_t round = 0; round < MAPS; round++) {
    int32_t largest = -1, least = 0;
    for (int32_t i = 0; i < MAPS; i++)
      if (!shard[i] && (largest < 0 || bytes[i] > bytes[largest])) largest = i;
    for (int32_t s = 1; s < shards; s++)
      if (loads[s] < loads[least]) least = s;
    shard[largest] = least + 1;
    loads[least] += bytes[largest] + 1024;
  }
  (void)list;
}

/* Each map belongs to one shard, the twin's; all shards compute the same division. */
static void test_divide(void **state) {
  (void)state;
  pf_random random = pf_random_from(5);
  pathfan_folder_list list;
  uint64_t bytes[MAPS];
  uint8_t divisions[16][16];
  assert_int_equal(mkdir(twin_scratch("maps"), 0777), 0);
  for (int i = 0; i < MAPS; i++) {
    char name[40], text[5001];
    const size_t length = (size_t)pf_random_below(&random, i % 3 ? 5000 : 3);
    memset(text, 'x', length);
    text[length] = 0;
    snprintf(name, sizeof name, "maps/%03d.map", i);
    twin_scratch_write(name, text);
    bytes[i] = length;
  }
  for (int32_t shards = 1; shards <= 16; shards++) {
    int32_t slowly[MAPS], found = 0;
    list_of(&list);
    divide_slowly(bytes, &list, shards, slowly);
    pathfan_folder_free(&list);
    for (int32_t k = 1; k <= shards; k++) {
      list_of(&list);
      assert_int_equal(
          pf_shard_divide(twin_scratch("maps"), "o", k, shards, &list, divisions[k - 1], &error),
          PATHFAN_OK);
      assert_memory_equal(divisions[k - 1], divisions[0], 16);
      found += list.count;
      for (int32_t i = 0; i < list.count; i++) assert_int_equal(slowly[atoi(list.items[i].map)], k);
      pathfan_folder_free(&list);
    }
    assert_int_equal(found, MAPS);
  }
  /* Another size, name, option or number of shards gives another division. */
  uint8_t before[16], after[16];
  list_of(&list);
  assert_int_equal(pf_shard_divide(twin_scratch("maps"), "o", 1, 3, &list, before, &error), 0);
  pathfan_folder_free(&list);
  for (int change = 0; change < 4; change++) {
    if (change == 2) twin_scratch_write("maps/001.map", "another size");
    if (change == 3)
      assert_int_equal(rename(twin_scratch("maps/007.map"), twin_scratch("maps/7.map")), 0);
    list_of(&list);
    assert_int_equal(pf_shard_divide(twin_scratch("maps"), change ? "o" : "p", 1,
                                     change == 1 ? 4 : 3, &list, after, &error),
                     0);
    assert_true(memcmp(before, after, 16) != 0);
    pathfan_folder_free(&list);
  }
}

/* Invalid options are reported before anything is done. */
static void test_refused(void **state) {
  (void)state;
  static const int32_t bad[][2] = {{0, 1}, {2, 1}, {1, 0}, {-1, 2}, {1, -1}, {1, 10000}};
  pathfan_folder_options options;
  pathfan_merge_options merging;
  pathfan_folder_list list;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    pathfan_folder_options_init(&options);
    options.shard = bad[i][0];
    options.shards = bad[i][1];
    assert_int_equal(
        pathfan_build_folder(twin_scratch("maps"), twin_scratch("none"), &options, &list, &error),
        PATHFAN_ERR_ARGUMENT);
    assert_int_equal(list.count, 0);
  }
  options.shard = options.shards = 1;
  options.prune = true;
  assert_int_equal(
      pathfan_build_folder(twin_scratch("maps"), twin_scratch("none"), &options, &list, &error),
      PATHFAN_ERR_ARGUMENT);
  assert_int_equal(access(twin_scratch("none"), F_OK), -1);
  pathfan_merge_options_init(&merging);
  assert_int_equal(pathfan_folder_merge(NULL, &merging, &list, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_folder_merge(twin_scratch("none"), &merging, NULL, NULL),
                   PATHFAN_ERR_IO);
  assert_int_equal(pathfan_folder_merge(twin_scratch("maps"), NULL, &list, &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "no catalogue of a shard"));
  merging.shards = PATHFAN_SHARDS_MAX + 1;
  assert_int_equal(pathfan_folder_merge(twin_scratch("maps"), &merging, &list, &error),
                   PATHFAN_ERR_ARGUMENT);
  merging.shards = 0;
  merging.reserved[7] = 1;
  assert_int_equal(pathfan_folder_merge(twin_scratch("maps"), &merging, &list, &error),
                   PATHFAN_ERR_ARGUMENT);
}

static bool always(void *context) {
  ++*(int *)context;
  return true;
}

/* Merging can be cancelled; then nothing is written. */
static void test_cancelled(void **state) {
  (void)state;
  pathfan_map_recipe recipe;
  pathfan_folder_options options;
  pathfan_merge_options merging;
  pathfan_folder_list list;
  int asked = 0;
  pathfan_map_recipe_init(&recipe);
  recipe.width = recipe.height = 20;
  assert_int_equal(mkdir(twin_scratch("good"), 0777), 0);
  assert_int_equal(pathfan_map_make(&recipe, twin_scratch("good/a.map"), &error), PATHFAN_OK);
  pathfan_folder_options_init(&options);
  options.shard = options.shards = 1;
  assert_int_equal(
      pathfan_build_folder(twin_scratch("good"), twin_scratch("idx"), &options, NULL, &error),
      PATHFAN_OK);
  pathfan_merge_options_init(&merging);
  merging.is_cancelled = always;
  merging.context = &asked;
  assert_int_equal(pathfan_folder_merge(twin_scratch("idx"), &merging, &list, &error),
                   PATHFAN_ERR_CANCELLED);
  assert_int_equal(list.count, 0);
  assert_true(asked > 0);
  assert_int_equal(access(twin_scratch("idx/catalogue.json"), F_OK), -1);
  assert_int_equal(pathfan_folder_merge(twin_scratch("idx"), NULL, &list, &error), PATHFAN_OK);
  assert_true(list.has_catalogue);
  assert_int_equal(list.count, 1);
  assert_int_equal(list.items[0].state, PATHFAN_FOLDER_OK);
  pathfan_folder_free(&list);
}

/* A temporary's name tells its target, and no two names are the same. */
static void test_temporaries(void **state) {
  (void)state;
  static const char *const bad[] = {"",
                                    "a.tmp",
                                    "a.host-1-1234567.tmp",
                                    "a.host-1-123456789.tmp",
                                    "a.host-1-1234567G.tmp",
                                    "a.host--12345678.tmp",
                                    "a.host1-12345678.tmp",
                                    ".host-1-12345678.tmp",
                                    "a.-1-12345678.tmp",
                                    "host-1-12345678.tmp",
                                    "a.ho st-1-12345678.tmp",
                                    "a.host-1-12345678.tmq",
                                    "a.host-12345678901-12345678.tmp"};
  size_t stem;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_false(pf_temporary_is_name(bad[i], &stem));
  assert_true(pf_temporary_is_name("x.y.pathfan.n-1-2-12345678.tmp", &stem));
  assert_int_equal(stem, strlen("x.y.pathfan"));
  char long_name[256];
  for (int length = 1; length <= 250; length++) { /* letters of two bytes */
    for (int i = 0; i < length; i++) long_name[i] = i % 2 ? '\xb6' : '\xc3';
    long_name[length] = 0;
    char *name = pf_temporary_name(long_name), *again = pf_temporary_name(long_name);
    assert_non_null(name);
    assert_string_not_equal(name, again);
    assert_true(strlen(name) <= 255);
    assert_true(pf_temporary_is_name(name, &stem));
    assert_memory_equal(name, long_name, stem);
    assert_true((int)stem == length || (stem % 2 == 0 && strlen(name) > 251));
    free(name);
    free(again);
  }
  /* Files without the mark are left alone, however old. */
  twin_scratch_write("m.svg.far-1-12345678.tmp", "mine");
  assert_false(pf_temporary_remove(twin_scratch("m.svg.far-1-12345678.tmp")));
  assert_false(pf_temporary_remove_all(twin_scratch("m.svg")));
  assert_int_equal(access(twin_scratch("m.svg.far-1-12345678.tmp"), F_OK), 0);
  assert_true(pf_temporary_remove_all(twin_scratch("m")));
}

/* A temporary that was mistaken for a dead writer's and replaced by another file of its name isn't
 * published. */
static void test_taken_for_dead(void **state) {
  (void)state;
  pf_temporary temporary;
  twin_scratch_write("target", "old");
  assert_int_equal(pf_temporary_create(twin_scratch("target"), 0600, &temporary, &error),
                   PATHFAN_OK);
  assert_int_equal(unlink(temporary.path), 0);
  FILE *other = fopen(temporary.path, "w");
  assert_non_null(other);
  assert_int_equal(fclose(other), 0);
  assert_int_equal(pf_temporary_settle(&temporary, 0444, &error), PATHFAN_OK);
  assert_int_equal(pf_temporary_publish(&temporary, &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "can't be renamed"));
  assert_int_equal(twin_scratch_count("target"), 1);
  struct stat info;
  assert_int_equal(stat(twin_scratch("target"), &info), 0);
  assert_int_equal(info.st_size, 3);
}

SUITE(test_shards) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),       cmocka_unit_test(test_divide),
      cmocka_unit_test(test_refused),     cmocka_unit_test(test_cancelled),
      cmocka_unit_test(test_temporaries), cmocka_unit_test(test_taken_for_dead)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove_all);
}
