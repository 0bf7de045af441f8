/* benchmark_fixture.h - where the files of the MovingAI benchmark are, for suites that
 * walk all of its folder. */
#ifndef PATHFAN_TESTS_BENCHMARK_FIXTURE_H
#define PATHFAN_TESTS_BENCHMARK_FIXTURE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool ends_with(const char *text, const char *end) {
  const size_t length = strlen(text), end_length = strlen(end);
  return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* The environment's PATHFAN_BENCHMARK_DIR, or else shared/data/movingai beside the
 * source tree; nothing need be there. */
static inline const char *benchmark_folder(void) {
  static char beside[4096];
  const char *folder = getenv("PATHFAN_BENCHMARK_DIR");
  if (folder) return folder;
  /* This file is SOURCE/tests/unit/benchmark_fixture.h. */
  snprintf(beside, sizeof beside, "%s", __FILE__);
  for (int i = 0; i < 3; i++) {
    char *slash = strrchr(beside, '/');
    if (slash) *slash = 0;
  }
  strncat(beside, "/../shared/data/movingai", sizeof beside - strlen(beside) - 1);
  return beside;
}

#endif
