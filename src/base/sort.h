/* sort.h - sorting with a context. Elements that compare equal end up in any order, which differs
 * from system to system: the comparison should distinguish all elements. */
#ifndef PF_BASE_SORT_H
#define PF_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Like qsort; compare gets the context last. */
void pf_sort(void *elements, size_t count, size_t size,
             int (*compare)(const void *a, const void *b, void *context), void *context);

/* Compares two int32_t, for qsort. */
static inline int pf_by_number(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

#endif
