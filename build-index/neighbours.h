/* neighbours.h - the regions beside each region: via nodes of answers between two regions also
 * serve the regions beside them (docs/decisions/regions.md, "Votes of neighbours"). */
#ifndef PATHFAN_BUILD_NEIGHBOURS_H
#define PATHFAN_BUILD_NEIGHBOURS_H

#include "regions.h"

/* The regions that a region touches, if only at a corner. */
typedef struct pathfan_beside {
  int32_t *list; /* the region itself first */
  int32_t count, capacity;
} pathfan_beside;

typedef struct pathfan_neighbours {
  pathfan_beside *of; /* [Size: count] */
  int32_t count;      /* number of regions */
} pathfan_neighbours;

/* Zero *neighbours first. Errors: NO_MEMORY; free it then too. */
pathfan_status pathfan_neighbours_find(const pathfan_regions *regions,
                                       pathfan_neighbours *neighbours);

/* Frees the lists and zeroes the struct. */
void pathfan_neighbours_free(pathfan_neighbours *neighbours);

#endif
