/* twin_terrain_dense.h - ways over a terrain that are cheapest but for the spacing of points: every
 * road is a row of points, every vertex of a river or wall a ring of copies beside it, and each
 * pair of points a way, dearer by the rivers that it crosses. Knows nothing of angles at which
 * roads are entered, nor of what turns where. */
#ifndef PATHFAN_TWIN_TERRAIN_DENSE_H
#define PATHFAN_TWIN_TERRAIN_DENSE_H

#include "twin_terrain.h"

/* Spacing of points on roads in units (twin_terrain_unit), as the specification has it; and one
 * that is a hundred times as fast. */
#define TWIN_SPACING 0.02
#define TWIN_SPACING_COARSE 0.1

/* The cost, INFINITY without a way; the way, too, if `way` isn't NULL. Never below the cheapest but
 * for what points beside rivers save, 1e-7 units of ground at most. */
double twin_terrain_dense(const twin_terrain *terrain, pathfan_point from, pathfan_point to,
                          double spacing, twin_way *way);

#endif
