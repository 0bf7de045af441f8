/* generate_blocks.h - fills the blocks between the streets of a made-up city. For
 * src/map/generate_*.c only. */
#ifndef PF_MAP_GENERATE_BLOCKS_H
#define PF_MAP_GENERATE_BLOCKS_H

#include "map/generate_bend.h"

typedef struct pf_city_rectangle {
  int32_t x, y, width, height; /* on the plan */
} pf_city_rectangle;

/* Fills a block between streets; outskirts: 0 in the middle of the city, 1000 at its edge. All
 * space that stays free is joined to the streets. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_city_fill(pf_city *city, pf_city_rectangle block, int32_t outskirts);

/* The longest side of a block, in scales; the remainder of a district's side is shared out. */
#define PF_CITY_LONGEST 3

/* Scales of a city, metres. Below, houses have no room; above, a block would have too many. */
#define PF_CITY_SCALE_MIN 20
#define PF_CITY_SCALE_MAX 300

#endif
