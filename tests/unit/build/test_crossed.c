/* Chains of crossed rivers: legs keep theirs, in order, and chains store common parts once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "build-index/terrain/crossed.h"
#include "suite.h"

enum { RIVERS = 4, RECORDS = 200, LEGS = 60, TREES = 50, LONGEST = RECORDS };

typedef struct listed {
  int32_t rivers[LONGEST], count;
} listed;

/* Lists the rivers of a leg, the last one first. */
static listed list_of(const pf_crossed *chains, int32_t last) {
  listed l = {.count = 0};
  for (int32_t c = last; c >= 0; c = chains[c].before) l.rivers[l.count++] = chains[c].river;
  return l;
}

static void expect_set(const pf_crossed_set *set) {
  for (int32_t i = 0; i < set->count; i++) {
    assert_in_range(set->chains[i].before + 1, 0, i);
    for (int32_t k = 0; k < i; k++)
      assert_true(set->chains[i].river != set->chains[k].river ||
                  set->chains[i].before != set->chains[k].before);
  }
}

static void take_trees(pf_crossed_set *set, uint64_t seed) {
  static pf_way_leg legs[TREES][LEGS];
  static listed lists[TREES][LEGS];
  pf_random random = pf_random_from(seed);
  for (int t = 0; t < TREES; t++) {
    pf_crossed tree[RECORDS];
    for (int32_t i = 0; i < RECORDS; i++)
      tree[i] = (pf_crossed){(int32_t)pf_random_below(&random, RIVERS),
                             (int32_t)pf_random_below(&random, i + 1) - 1};
    for (int i = 0; i < LEGS; i++) {
      legs[t][i].crossed = (int32_t)pf_random_below(&random, RECORDS + 1) - 1;
      lists[t][i] = list_of(tree, legs[t][i].crossed);
    }
    assert_int_equal(pf_crossed_take(set, tree, RECORDS, legs[t], LEGS), PATHFAN_OK);
  }
  for (int t = 0; t < TREES; t++)
    for (int i = 0; i < LEGS; i++) {
      const listed got = list_of(set->chains, legs[t][i].crossed);
      assert_int_equal(got.count, lists[t][i].count);
      assert_memory_equal(got.rivers, lists[t][i].rivers, (size_t)got.count * sizeof *got.rivers);
    }
  expect_set(set);
}

static void test_random_trees(void **state) {
  (void)state;
  pf_crossed_set set = {0};
  take_trees(&set, 1);
  const int32_t count = set.count;
  assert_in_range(count, 1, TREES * LEGS * LONGEST / 10);
  for (uint64_t seed = 2; seed < 6; seed++) {
    pf_crossed_clear(&set);
    take_trees(&set, seed);
  }
  pf_crossed_clear(&set);
  take_trees(&set, 1);
  assert_int_equal(set.count, count);
  pf_crossed_free(&set);
}

static void test_what_is_common(void **state) {
  (void)state;
  /* Legs that cross 5 6 7, 5 6, nothing, and 5 8; no leg crosses 9. */
  const pf_crossed from[] = {{5, -1}, {9, -1}, {6, 0}, {7, 2}, {5, -1}, {8, 4}};
  pf_way_leg legs[] = {
      {.crossed = 3}, {.crossed = 2}, {.crossed = PF_TERRAIN_NONE}, {.crossed = 5}};
  pf_crossed_set set = {0};
  assert_int_equal(pf_crossed_take(&set, from, 6, legs, 4), PATHFAN_OK);
  const pf_crossed expected[] = {{5, -1}, {6, 0}, {7, 1}, {8, 0}};
  assert_int_equal(set.count, 4);
  assert_memory_equal(set.chains, expected, sizeof expected);
  assert_int_equal(legs[0].crossed, 2);
  assert_int_equal(legs[1].crossed, 1);
  assert_int_equal(legs[2].crossed, PF_TERRAIN_NONE);
  assert_int_equal(legs[3].crossed, 3);
  assert_int_equal(pf_crossed_take(&set, NULL, 0, &legs[2], 1), PATHFAN_OK);
  assert_int_equal(set.count, 4);
  pf_crossed_free(&set);
}

SUITE(test_crossed) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_trees),
      cmocka_unit_test(test_what_is_common),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
