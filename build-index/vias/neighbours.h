/* neighbours.h - the regions beside each region: via nodes of answers between two regions also
 * serve the regions beside them (docs/decisions/regions.md, "Votes of neighbours"). */
#ifndef PF_BUILD_INDEX_VIAS_NEIGHBOURS_H
#define PF_BUILD_INDEX_VIAS_NEIGHBOURS_H

#include "regions.h"

/* The regions that a region touches, if only at a corner. */
typedef struct pf_region_neighbours {
  int32_t *list; /* the region itself first */
  int32_t count, capacity;
} pf_region_neighbours;

typedef struct pf_neighbours {
  pf_region_neighbours *of; /* [Size: count] */
  int32_t count;            /* number of regions */
} pf_neighbours;

/* Zero *neighbours first. Errors: NO_MEMORY; free it then too. */
pathfan_status pf_neighbours_find(const pf_regions *regions, pf_neighbours *neighbours);

/* Frees the lists and zeroes the struct. */
void pf_neighbours_free(pf_neighbours *neighbours);

#endif
