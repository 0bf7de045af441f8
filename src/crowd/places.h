/* places.h - polygons, and points and segments beside them. */
#ifndef PATHFAN_CROWD_PLACES_H
#define PATHFAN_CROWD_PLACES_H

#include "pathfan/crowd.h"

/* The mean of a place's corners, which may lie outside of it. */
pathfan_point pathfan_place_middle(const pathfan_crowd_place *place);

/* Whether a point lies in a polygon. */
bool pathfan_place_holds(const pathfan_crowd_place *place, pathfan_point at);

/* How much of a box lies in a polygon that doesn't cross itself. */
double pathfan_place_area_in(const pathfan_crowd_place *place, double x, double y, double width,
                             double height);

/* Whether one may go straight from a to b where nobody enters a polygon: it holds a, or nothing of
 * the way. */
bool pathfan_place_lets(const pathfan_crowd_place *place, pathfan_point a, pathfan_point b);

#endif
