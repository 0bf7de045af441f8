/* twin_areas.h - the shortest path that avoids areas, by plain distances: it stays `gap` away from
 * areas, a few times the library's margin, and turns at points placed around their corners. Lengths
 * are right to within a few gaps a corner.
 *
 * Lattice units throughout. */
#ifndef PF_TWIN_AREAS_H
#define PF_TWIN_AREAS_H

#include "pathfan/query.h"
#include "twin_dense.h"

enum { TWIN_AREA_CORNERS = 32 };

typedef struct twin_area {
  int32_t count; /* number of corners; a circle's are those of 32 tangents */
  pathfan_point corners[TWIN_AREA_CORNERS];
  bool is_circle;
  pathfan_point centre;
  double radius;
} twin_area;

twin_area twin_area_circle(pathfan_point centre, double radius);

/* A simple area of a random kind, on or off the map. */
twin_area twin_area_random(pf_random *random, const twin_map *map);

/* The area as the library takes it; points into *area, which must outlive it. */
pathfan_area twin_area_given(const twin_area *area);

/* Distance between a segment and an area; 0 if it touches or enters it. */
double twin_area_distance(const twin_area *area, pathfan_point a, pathfan_point b);

/* The margin by which the library enlarges areas; its paths keep at least a third of it away. */
double twin_area_margin(int bits);

/* The length of the shortest path, INFINITY if there is none. Neither s nor t may be within gap of
 * an area. */
double twin_round(const twin_map *map, const twin_dense *dense, int bits, pf_fixed_point s,
                  pf_fixed_point t, const twin_area *areas, int32_t count, double gap);

#endif
