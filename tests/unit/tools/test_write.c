/* Numbers as JSON: reading gives the number written; it has at most 17 digits, and is a real number
 * if that is required. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "request/write.h"
#include "suite.h"
#include "twin_maps.h"

/* Returns the text written for a number; the caller frees it. */
static char *written(double value, bool compact) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  assert_non_null(out);
  pf_json_writer w = {.out = out, .compact = compact};
  pf_write_number(&w, NULL, value);
  assert_int_equal(fclose(out), 0);
  return text;
}

static void check_number(double value) {
  char plain[64];
  char *compact = written(value, true), *spaced = written(value, false);
  json_t *read = json_loads(compact, JSON_DECODE_ANY, NULL);
  snprintf(plain, sizeof plain, "%.17g", value);
  if (strtod(spaced, NULL) != value || strlen(spaced) > strlen(plain) + 4) /* an exponent */
    fail_msg("%s, not %s", spaced, plain);
  if (!json_is_real(read) || json_real_value(read) != value)
    fail_msg("%s isn't read as the real number %s", compact, plain);
  json_decref(read);
  free(compact);
  free(spaced);
}

static void check_both(double value) {
  if (!isfinite(value)) return;
  check_number(value);
  check_number(-value);
}

/* At the limits where digits begin to be searched for, and where exponents begin. */
static void test_numbers_at_bounds(void **state) {
  static const double some[] = {0,
                                1,
                                10,
                                100,
                                0.5,
                                1. / 1024,
                                1023. / 1024,
                                1. / 2048,
                                9999999,
                                9999999.9990234375,
                                1e7,
                                1e7 + 0.5,
                                1e15,
                                1e16,
                                1e17,
                                123456789012345678.,
                                1e300,
                                1e-4,
                                1e-5,
                                1e-300,
                                5e-324,
                                0.1,
                                1. / 3,
                                1.7976931348623157e308};
  (void)state;
  for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
    check_both(some[i]);
    check_both(nextafter(some[i], INFINITY));
    check_both(nextafter(some[i], 0));
  }
  char *text = written(NAN, true);
  assert_string_equal(text, "null");
  free(text);
}

static void test_numbers_by_chance(void **state) {
  uint64_t random = 88172645463325252;
  (void)state;
  for (int i = 0; i < 20000; i++) {
    double value;
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    check_both((double)(random >> 34) / (double)(1 << (random & 15)));
    memcpy(&value, &random, sizeof value);
    check_both(value);
  }
}

SUITE(test_write) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers_at_bounds),
                                     cmocka_unit_test(test_numbers_by_chance)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
