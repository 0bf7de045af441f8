/* places.h - relations of points, boxes and segments to polygons. */
#ifndef PF_CROWD_PLACES_H
#define PF_CROWD_PLACES_H

#include "pathfan/crowd.h"

/* Twice the area of a triangle: > 0 if c is on the left of the direction from a to b. */
static inline double pf_place_turn(pathfan_point a, pathfan_point b, pathfan_point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* The mean of a place's corners, which may lie outside it. */
pathfan_point pf_place_middle(const pathfan_crowd_place *place);

/* Whether a point lies in a polygon. */
bool pf_place_holds(const pathfan_crowd_place *place, pathfan_point at);

/* The area that a box shares with a polygon that doesn't cross itself. */
double pf_place_area_in(const pathfan_crowd_place *place, double x, double y, double width,
                        double height);

/* Whether the straight line from a to b doesn't enter a polygon: it starts inside, or stays
 * outside. */
bool pf_place_lets(const pathfan_crowd_place *place, pathfan_point a, pathfan_point b);

/* Writes a polygon whose sides are `by` farther out, [Size: place->corner_count] corners; less
 * where a corner is sharper than 60 degrees. */
void pf_place_grow(const pathfan_crowd_place *place, double by, pathfan_point *corners);

/* Where the walk from a to b comes into a polygon, 0..1; INFINITY: it doesn't, or the place is a
 * point. */
double pf_place_met(const pathfan_crowd_place *place, pathfan_point a, pathfan_point b);

#endif
