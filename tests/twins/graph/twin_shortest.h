/* twin_shortest.h - the distance between two points: straight, or by way of convex vertices that
 * see each other (twin_dense.h). */
#ifndef PF_TWIN_SHORTEST_H
#define PF_TWIN_SHORTEST_H

#include "twin_dense.h"

typedef struct twin_roads {
  twin_dense dense;
  double *between; /* [Size: n * n] lattice units; INFINITY: no path */
} twin_roads;

twin_roads twin_roads_make(const twin_map *map);
void twin_roads_free(twin_roads *roads);

/* Lattice units; INFINITY: no path. s and t must be free. */
double twin_shortest(const twin_map *map, const twin_roads *roads, int bits, pf_fixed_point s,
                     pf_fixed_point t);

#endif
