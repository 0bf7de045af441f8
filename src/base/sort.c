/* sort.c - one function that systems provide under two names, with two orders of arguments. */
#include "base/sort.h"

#include <stdlib.h>

#include "base/platform.h"

#if PATHFAN_WITH_WINDOWS

typedef struct comparison {
  int (*compare)(const void *, const void *, void *);
  void *context;
} comparison;

static int context_first(void *context, const void *a, const void *b) {
  const comparison *by = context;
  return by->compare(a, b, by->context);
}

void pf_sort(void *elements, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context) {
  comparison by = {compare, context};
  qsort_s(elements, count, size, context_first, &by);
}

#else

void pf_sort(void *elements, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context) {
  qsort_r(elements, count, size, compare, context);
}

#endif
