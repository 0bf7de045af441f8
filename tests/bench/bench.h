/* bench.h - shared by the programs that measure: a clock, the lines of a scenario, medians. Errors
 * end the program with a message. */
#ifndef PF_TESTS_BENCH_H
#define PF_TESTS_BENCH_H

#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "pathfan/query.h"

typedef struct bench_line {
  pathfan_point from, to;
} bench_line;

static inline double bench_microseconds(void) {
  return 1e6 * pf_seconds();
}

/* All lines of a MovingAI scenario, at least one; the caller frees them. */
static inline bench_line *bench_scenario(const char *path, size_t *count) {
  FILE *file = fopen(path, "r");
  char text[4096];
  bench_line *lines = NULL;
  size_t capacity = 0;
  *count = 0;
  if (!file) err(1, "%s", path);
  while (fgets(text, sizeof text, file)) {
    bench_line one;
    if (sscanf(text, "%*s %*s %*s %*s %lf %lf %lf %lf", &one.from.x, &one.from.y, &one.to.x,
               &one.to.y) != 4)
      continue; /* version, blank */
    if (*count == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      lines = realloc(lines, capacity * sizeof *lines);
      if (!lines) errx(1, "out of memory");
    }
    lines[(*count)++] = one;
  }
  fclose(file);
  if (!*count) errx(1, "%s: no lines of a scenario", path);
  return lines;
}

static inline int bench_ascending(const void *a, const void *b) {
  const double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

/* Sorts the times and returns their median. */
static inline double bench_median(double *times, int count) {
  qsort(times, (size_t)count, sizeof *times, bench_ascending);
  return times[count / 2];
}

#endif
