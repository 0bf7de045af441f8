/* twin_terrain_price.h - the cost of a given path over a terrain, from its points alone. */
#ifndef PF_TWIN_TERRAIN_PRICE_H
#define PF_TWIN_TERRAIN_PRICE_H

#include "twin_terrain.h"

/* The least cost of going along these points: on roads where the path lies on them, on the better
 * bank of rivers, round touched vertices on the better side. *length, if it isn't NULL, becomes
 * their length. INFINITY: the path is blocked. */
double twin_terrain_price(const twin_terrain *terrain, const pathfan_point *points, int32_t count,
                          double *length);

#endif
