/* sort.c - one function that systems provide under two names, with two orders of arguments, or not
 * at all. */
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

#elif !PATHFAN_WITH_QSORT_R

static _Thread_local struct {
  int (*compare)(const void *, const void *, void *);
  void *context;
} sorts;

static int by_context(const void *a, const void *b) {
  return sorts.compare(a, b, sorts.context);
}

void pf_sort(void *elements, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context) {
  sorts.compare = compare;
  sorts.context = context;
  qsort(elements, count, size, by_context);
}

#else

void pf_sort(void *elements, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context) {
  qsort_r(elements, count, size, compare, context);
}

#endif
