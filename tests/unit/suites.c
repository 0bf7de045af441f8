/* suites.c - the unit tests as one program:
 *
 *   pathfan-tests SUITE [PATTERN]    runs a suite, or its tests whose names match PATTERN, in
 *                                    which * and ? are wildcards
 *   pathfan-tests --list             names the suites
 *
 * One run executes one suite, since a suite may change its process (signals, limits, threads).
 * CMake generates the table of suites. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

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

int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "--list") == 0) {
    for (int i = 0; i < SUITES; i++) puts(suites[i].name);
    return 0;
  }
  for (int i = 0; i < SUITES && count >= 2 && count <= 3; i++) {
    if (strcmp(words[1], suites[i].name) != 0) continue;
    if (count == 3) cmocka_set_test_filter(words[2]);
    return suites[i].run() ? 1 : 0;
  }
  if (count == 2 || count == 3) fprintf(stderr, "no suite %s; --list names them\n", words[1]);
  fprintf(stderr, "usage: %s SUITE [PATTERN] | --list\n", words[0]);
  return 2;
}
