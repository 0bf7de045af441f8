/* sort.h - sorting with a context. Elements that compare equal end up in any order, which differs
 * from system to system: the comparison should distinguish all elements. */
#ifndef PF_BASE_SORT_H
#define PF_BASE_SORT_H

#include <stddef.h>

/* Like qsort; compare gets the context last. */
void pf_sort(void *elements, size_t count, size_t size,
             int (*compare)(const void *a, const void *b, void *context), void *context);

#endif
