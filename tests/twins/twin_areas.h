/* twin_areas.h - the shortest path that keeps out of areas, by plain distances: areas
 * are kept clear of by `gap`, a few times what the library keeps, and turned round at
 * points set about their corners. Lengths are right but for a few gaps a corner.
 *
 * Lattice units throughout. */
#ifndef PATHFAN_TWIN_AREAS_H
#define PATHFAN_TWIN_AREAS_H

#include "twin_dense.h"

enum { TWIN_AREA_CORNERS = 32 };

typedef struct twin_area {
  int32_t count; /* of corners; a circle's are those of 32 tangents */
  pathfan_point corners[TWIN_AREA_CORNERS];
  bool is_circle;
  pathfan_point centre;
  double radius;
} twin_area;

twin_area twin_area_circle(pathfan_point centre, double radius);

/* An area of one of many kinds, simple, on and off the map. */
twin_area twin_area_random(pathfan_random *random, const twin_map *map);

/* As the library wants it; lives as long as area. */
pathfan_area twin_area_given(const twin_area *area);

/* Distance of a segment from an area; 0: it touches or enters it. */
double twin_area_distance(const twin_area *area, pathfan_point a, pathfan_point b);

/* What the library keeps clear of areas, at least a third of it. */
double twin_area_margin(int bits);

/* Length of the shortest path; INFINITY: there is none. Neither s nor t is within gap
 * of an area. *corners: of all areas together. */
double twin_round(const twin_map *map, const twin_dense *dense, int bits, pathfan_fixed_point s,
                  pathfan_fixed_point t, const twin_area *areas, int32_t count, double gap);

#endif
