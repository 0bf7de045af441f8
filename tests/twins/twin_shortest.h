/* twin_shortest.h - the length of the shortest path between two points: straight, or
 * by way of convex vertices that see each other (twin_dense.h). */
#ifndef PATHFAN_TWIN_SHORTEST_H
#define PATHFAN_TWIN_SHORTEST_H

#include "twin_dense.h"

typedef struct twin_roads {
  twin_dense dense;
  double *between; /* [Size: n * n] lattice units; INFINITY: no way */
} twin_roads;

twin_roads twin_roads_make(const twin_map *map);
void twin_roads_free(twin_roads *roads);

/* Lattice units; INFINITY: no way. s and t: free. */
double twin_shortest(const twin_map *map, const twin_roads *roads, int bits, pathfan_fixed_point s,
                     pathfan_fixed_point t);

#endif
