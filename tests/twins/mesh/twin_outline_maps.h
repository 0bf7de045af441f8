/* twin_outline_maps.h - maps that aren't grids: bent and sheared grids, needles, stars, rings,
 * combs, on small lattices and on the largest. */
#ifndef PF_TWIN_OUTLINE_MAPS_H
#define PF_TWIN_OUTLINE_MAPS_H

#include "twin_maps.h"

/* Map `number`, the same each time; grids have sides of at most side_max cells before they are
 * bent. Coordinates begin at 0 and are even. */
twin_map twin_outline_map(int number, int32_t side_max);

/* Writes the outline as a .poly file with coordinates times 2^exponent. */
void twin_outline_write(const twin_map *map, int exponent, const char *path);

#endif
