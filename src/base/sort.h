/* sort.h - sorting with a context. What compares equal may end in any order, and each system has
 * another: compare by something that tells all elements apart. */
#ifndef PATHFAN_BASE_SORT_H
#define PATHFAN_BASE_SORT_H

#include <stddef.h>

/* As qsort; compare gets the context last. */
void pathfan_sort(void *elements, size_t count, size_t size,
                  int (*compare)(const void *a, const void *b, void *context), void *context);

#endif
