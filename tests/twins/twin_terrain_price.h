/* twin_terrain_price.h - what a given way over a terrain costs, told from its points alone. */
#ifndef PATHFAN_TWIN_TERRAIN_PRICE_H
#define PATHFAN_TWIN_TERRAIN_PRICE_H

#include "twin_terrain.h"

/* What going along these points costs at the least: on roads where it lies on them, on the better
 * bank of rivers, round vertices that it touches on the better side. *length, if it isn't NULL, is
 * their length. INFINITY: nobody can go there. */
double twin_terrain_price(const twin_terrain *terrain, const pathfan_point *points, int32_t count,
                          double *length);

#endif
