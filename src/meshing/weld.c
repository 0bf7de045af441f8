/* weld.c - finds equal points by a hash with open addressing. */
#include "meshing/weld.h"

#include <stdlib.h>

#include "base/memory.h"

static uint64_t hash(pf_lattice_point at) {
  uint64_t h = ((uint64_t)(uint32_t)at.x << 32 | (uint32_t)at.y) * UINT64_C(0x9e3779b97f4a7c15);
  h = (h ^ h >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  return h ^ h >> 32;
}

pathfan_status pf_weld(const pf_lattice_point *points, int32_t count, int32_t *of,
                       int32_t *distinct) {
  uint64_t mask = 15;
  while (mask < (uint64_t)count * 2) mask = mask * 2 + 1;
  int32_t *first = pf_alloc_zero(mask + 1, sizeof *first); /* index + 1; 0: free */
  if (!first) return PATHFAN_ERR_NO_MEMORY;
  *distinct = 0;
  for (int32_t i = 0; i < count; i++) {
    uint64_t at = hash(points[i]) & mask;
    while (first[at] &&
           (points[first[at] - 1].x != points[i].x || points[first[at] - 1].y != points[i].y))
      at = (at + 1) & mask;
    if (!first[at]) {
      first[at] = i + 1;
      of[i] = (*distinct)++;
    } else {
      of[i] = of[first[at] - 1];
    }
  }
  free(first);
  return PATHFAN_OK;
}
