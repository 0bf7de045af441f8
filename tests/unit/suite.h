/* suite.h - a file of unit tests, test_X.c, is a suite. It ends with
 *
 *   SUITE(test_X) {
 *     const struct CMUnitTest tests[] = {cmocka_unit_test(...), ...};
 *     return cmocka_run_group_tests(tests, setup, teardown);
 *   }
 *
 * and is found by its name (suites.c). ctest runs each suite in its own process. */
#ifndef PF_TESTS_SUITE_H
#define PF_TESTS_SUITE_H

/* Ends the running test, since something that it needs isn't here: skipped, but failed where
 * CI=true. */
void suite_lacks(const char *what);

#define SUITE(name)                                                                                \
  int suite_##name(void);                                                                          \
  int suite_##name(void)

#endif
