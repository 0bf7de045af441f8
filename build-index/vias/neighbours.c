/* neighbours.c - finds which regions touch.
 *
 * Regions are the leaves of a tree of cuts, so their areas are cut out of the plane on the way
 * down. Regions are few, so all pairs are tested. */
#include "neighbours.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* An area of the plane, borders included. */
typedef struct area {
  int64_t low[2], high[2];
} area;

static bool meet(const area *a, const area *b) {
  return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
         b->low[1] <= a->high[1];
}

static pathfan_status add(pf_region_neighbours *of, int32_t region) {
  const pathfan_status status = pf_grow(&of->list, &of->capacity, of->count + 1);
  if (!status) of->list[of->count++] = region;
  return status;
}

pathfan_status pf_neighbours_find(const pf_regions *regions, pf_neighbours *neighbours) {
  const int32_t count = regions->count;
  area *areas = pf_alloc(2 * (uint64_t)count, sizeof *areas); /* of nodes of the tree */
  neighbours->of = pf_alloc_zero((uint64_t)count, sizeof *neighbours->of);
  if (neighbours->of) neighbours->count = count;
  pathfan_status status = areas && neighbours->of ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (areas) areas[1] = (area){{INT64_MIN, INT64_MIN}, {INT64_MAX, INT64_MAX}};
  for (int32_t node = 1; node < count && !status; node++) {
    const int axis = regions->cuts[node] & 1;
    areas[2 * node] = areas[2 * node + 1] = areas[node];
    areas[2 * node].high[axis] = areas[2 * node + 1].low[axis] = regions->cuts[node] >> 1;
  }
  for (int32_t a = 0; a < count && !status; a++) {
    status = add(&neighbours->of[a], a);
    for (int32_t b = 0; b < count && !status; b++)
      if (b != a && meet(&areas[count + a], &areas[count + b])) status = add(&neighbours->of[a], b);
  }
  free(areas);
  return status;
}

void pf_neighbours_free(pf_neighbours *neighbours) {
  for (int32_t a = 0; a < neighbours->count; a++) free(neighbours->of[a].list);
  free(neighbours->of);
  memset(neighbours, 0, sizeof *neighbours);
}
