/* test_portable.c - whole numbers of 128 bits, products, sums and bits are those of the compiler's
 * own arithmetic, in whichever form this is compiled (base/portable.h): both are. */
#include "base/portable.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/random.h"
#include "suite.h"

__extension__ typedef __int128 whole;
__extension__ typedef unsigned __int128 natural;

enum { TRIES = 20000 };

/* All sizes are equally likely, and so are the numbers beside powers of two. */
static uint64_t draw(pf_random *random) {
  const int bits = (int)pf_random_below(random, 65);
  if (bits == 0) return 0;
  const uint64_t top = UINT64_C(1) << (bits - 1);
  switch (pf_random_below(random, 4)) {
  case 0: return top;
  case 1: return top - 1;
  case 2: return top | 1;
  default: return top | (pf_random_bits(random) & (top - 1));
  }
}

static int64_t draw_signed(pf_random *random) {
  return (int64_t)draw(random);
}

static whole value_of(pf_int128 a) {
  uint64_t high;
  const uint64_t low = pf_int128_size(a, &high);
  const natural size = (natural)high << 64 | low;
  return pf_int128_sign(a) < 0 ? (whole)-size : (whole)size;
}

static pf_int128 made_of(int64_t high, uint64_t low) {
  const pf_int128 half = pf_int128_product(high, INT64_C(1) << 62);
  const pf_int128 top = pf_int128_plus(pf_int128_plus(half, half), pf_int128_plus(half, half));
  const pf_int128 rest = pf_int128_of((int64_t)(low >> 1));
  return pf_int128_plus(pf_int128_plus(top, pf_int128_plus(rest, rest)),
                        pf_int128_of((int64_t)(low & 1)));
}

static void test_bits(void **state) {
  (void)state;
  pf_random random = pf_random_from(1);
  for (int i = 0; i < TRIES; i++) {
    const uint64_t bits = draw(&random);
    int lowest = -1, highest = -1, count = 0;
    for (int k = 0; k < 64; k++)
      if (bits >> k & 1) {
        if (lowest < 0) lowest = k;
        highest = k;
        count++;
      }
    assert_int_equal(pf_count_bits(bits), count);
    if (!bits) continue;
    assert_int_equal(pf_lowest_bit(bits), lowest);
    assert_int_equal(pf_highest_bit(bits), highest);
  }
}

static void test_products_and_sums(void **state) {
  (void)state;
  pf_random random = pf_random_from(2);
  for (int i = 0; i < TRIES; i++) {
    const uint64_t a = draw(&random), b = draw(&random);
    const natural product = (natural)a * b, sum = (natural)a + b;
    uint64_t high, fits = 0;
    assert_true(pf_times(a, b, &high) == (uint64_t)product);
    assert_true(high == (uint64_t)(product >> 64));
    assert_int_equal(pf_times_fits(a, b, &fits), product >> 64 == 0);
    if (product >> 64 == 0) assert_true(fits == (uint64_t)product);
    assert_int_equal(pf_plus_fits(a, b, &fits), sum >> 64 == 0);
    if (sum >> 64 == 0) assert_true(fits == (uint64_t)sum);
  }
}

static void test_int128(void **state) {
  (void)state;
  pf_random random = pf_random_from(3);
  for (int i = 0; i < TRIES; i++) {
    const int64_t a = draw_signed(&random), b = draw_signed(&random);
    const whole x = (whole)a * b, y = (whole)draw_signed(&random);
    const pf_int128 p = pf_int128_product(a, b), q = pf_int128_of((int64_t)y);
    assert_true(value_of(p) == x);
    assert_int_equal(pf_int128_sign(p), (x > 0) - (x < 0));
    assert_int_equal(pf_int128_compare(p, q), (x > y) - (x < y));
    assert_int_equal(pf_int128_compare(p, p), 0);
    assert_true(value_of(pf_int128_plus(p, q)) == x + y);
    assert_true(value_of(pf_int128_minus(p, q)) == x - y);
    assert_true(pf_int128_double(p) == (double)x);
  }
}

/* Doubles: halfway between two, and a little beside. */
static void test_doubles(void **state) {
  (void)state;
  pf_random random = pf_random_from(4);
  for (int i = 0; i < TRIES; i++) {
    const int64_t high = draw_signed(&random) / 2;
    const uint64_t low = draw(&random);
    const pf_int128 p = made_of(high, low);
    const whole x = (whole)high * ((whole)1 << 64) + low;
    assert_true(value_of(p) == x);
    assert_true(pf_int128_double(p) == (double)x);
  }
}

static void test_quotients(void **state) {
  (void)state;
  pf_random random = pf_random_from(5);
  for (int i = 0; i < TRIES; i++) {
    const int64_t b = (int64_t)(draw(&random) >> 1);
    const int64_t a = draw_signed(&random) / 2, c = (int64_t)(draw(&random) >> 1);
    if (b == 0) continue;
    const whole x = (whole)a * b + c % b; /* the quotient is a */
    const pf_int128 p = pf_int128_plus(pf_int128_product(a, b), pf_int128_of(c % b));
    int64_t rest;
    assert_true(pf_int128_quotient(p, b, &rest) == a);
    assert_true(rest == c % b);
    assert_true((whole)a * b + rest == x);
    assert_true(pf_int128_rounded(p, b) == a + ((whole)2 * rest >= b));
  }
}

/* A list of each kind of counter grows, and stays what it is if it can't. */
static void test_growing(void **state) {
  (void)state;
  int16_t *list = NULL;
  int32_t narrow = 0;
  int64_t wide = 0;
  uint32_t natural_count = 0;
  double *numbers = NULL, *more = NULL;
  for (int32_t i = 0; i < 1000; i++) {
    assert_int_equal(pf_grow(&list, &narrow, i + 1), PATHFAN_OK);
    assert_int_equal(pf_grow(&numbers, &wide, i + 1), PATHFAN_OK);
    assert_int_equal(pf_grow(&more, &natural_count, i + 1), PATHFAN_OK);
    assert_true(narrow > i && wide > i && natural_count > (uint32_t)i);
    list[i] = (int16_t)i;
    numbers[i] = more[i] = i;
  }
  for (int32_t i = 0; i < 1000; i++) assert_true(list[i] == i && numbers[i] == i && more[i] == i);
  const int16_t *old = list;
  const int32_t room = narrow;
  assert_int_equal(pf_grow(&list, &narrow, (int64_t)INT32_MAX + 1), PATHFAN_ERR_NO_MEMORY);
  assert_int_equal(pf_grow(&numbers, &wide, INT64_MAX), PATHFAN_ERR_NO_MEMORY);
  assert_ptr_equal(list, old);
  assert_int_equal(narrow, room);
  free(list);
  free(numbers);
  free(more);
}

SUITE(test_portable) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bits),      cmocka_unit_test(test_products_and_sums),
      cmocka_unit_test(test_int128),    cmocka_unit_test(test_doubles),
      cmocka_unit_test(test_quotients), cmocka_unit_test(test_growing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
