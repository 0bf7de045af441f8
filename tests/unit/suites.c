/* suites.c - the suites of a layer as one program:
 *
 *   test_X [PATTERN]    runs suite test_X, or its tests whose names match PATTERN, in which * and ?
 *                       are wildcards
 *
 * where test_X is a link to the program. A program of one suite runs it under any name. One run
 * executes one suite, since a suite may change its process (signals, limits, threads). CMake
 * generates the table of suites, and the links. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "suite.h"

#undef SUITE

#define SUITE(name) int suite_##name(void);
#include "suites.inc"
#undef SUITE

static const struct {
  const char *name;
  int (*run)(void); /* returns the number of failed tests, or less than 0 */
} suites[] = {
#define SUITE(name) {#name, suite_##name},
#include "suites.inc"
#undef SUITE
};

enum { SUITES = sizeof suites / sizeof suites[0] };

void suite_lacks(const char *what) {
  const char *ci = getenv("CI");
  if (ci && strcmp(ci, "true") == 0) fail_msg("there is no %s", what);
  print_message("skipped: there is no %s\n", what);
  skip();
}

int main(int count, char **words) {
  const char *slash = strrchr(words[0], '/'), *name = slash ? slash + 1 : words[0];
  for (int i = 0; i < SUITES && count <= 2; i++) {
    if (SUITES > 1 && strcmp(name, suites[i].name) != 0) continue;
    if (count == 2) cmocka_set_test_filter(words[1]);
    return suites[i].run() ? 1 : 0;
  }
  fprintf(stderr, "usage: SUITE [PATTERN], where SUITE is a link to %s:\n", name);
  for (int i = 0; i < SUITES; i++) fprintf(stderr, "  %s\n", suites[i].name);
  return 2;
}
