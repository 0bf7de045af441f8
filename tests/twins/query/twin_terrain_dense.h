/* twin_terrain_dense.h - paths over a terrain, cheapest but for the spacing of points: every road
 * is a row of points, every vertex of a river or wall a ring of copies beside it, and each pair of
 * points is joined, at the cost of the rivers crossed. Uses no theory of the angles at which paths
 * enter roads, nor of where they turn. */
#ifndef PF_TWIN_TERRAIN_DENSE_H
#define PF_TWIN_TERRAIN_DENSE_H

#include "twin_terrain.h"

/* Spacing of points on roads in units (twin_terrain_unit): the specification's, and one that is a
 * hundred times as fast. */
#define TWIN_SPACING 0.02
#define TWIN_SPACING_COARSE 0.1

/* The cost of the cheapest path, INFINITY if there is none, and the path if `way` isn't NULL. Below
 * the true cost by no more than the points beside rivers save, 1e-7 units of ground at most. */
double twin_terrain_dense(const twin_terrain *terrain, pathfan_point from, pathfan_point to,
                          double spacing, twin_way *way);

#endif
