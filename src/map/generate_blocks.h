/* generate_blocks.h - fills the blocks between the streets of a made-up city. For
 * src/map/generate_*.c only. */
#ifndef PATHFAN_MAP_GENERATE_BLOCKS_H
#define PATHFAN_MAP_GENERATE_BLOCKS_H

#include "map/generate_bend.h"

typedef struct pathfan_city_rectangle {
  int32_t x, y, width, height; /* on the plan */
} pathfan_city_rectangle;

/* Fills a block between streets; outskirts: 0 in the middle of the city, 1000 at its edge. All
 * space that stays free is joined to the streets. Errors: NO_MEMORY, LIMIT. */
pathfan_status pathfan_city_fill(pathfan_city *city, pathfan_city_rectangle block,
                                 int32_t outskirts);

/* The longest side of a block, in scales; the remainder of a district's side is shared out. */
#define PATHFAN_CITY_LONGEST 3

/* Scales of a city, metres. Below, houses have no room; above, a block would have too many. */
#define PATHFAN_CITY_SCALE_MIN 20
#define PATHFAN_CITY_SCALE_MAX 300

#endif
