/* twin_terrain_exact.h - exactly cheapest paths over a terrain, slowly: sectors of all vertices and
 * all ports on roads, every pair joined by brute force, nothing pruned, Dijkstra's algorithm. */
#ifndef PF_TWIN_TERRAIN_EXACT_H
#define PF_TWIN_TERRAIN_EXACT_H

#include "twin_terrain.h"

/* The cost of the cheapest path, INFINITY if there is none, and the path if `way` isn't NULL. */
double twin_terrain_exact(const twin_terrain *terrain, pathfan_point from, pathfan_point to,
                          twin_way *way);

/* Costs [Size: count] from one point to many. */
void twin_terrain_exact_many(const twin_terrain *terrain, pathfan_point from,
                             const pathfan_point *to, int32_t count, double *costs);

#endif
