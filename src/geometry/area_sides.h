/* area_sides.h - areas as walls (wall.h): where lines enter them, and how far points are off. */
#ifndef PF_GEOMETRY_AREA_SIDES_H
#define PF_GEOMETRY_AREA_SIDES_H

#include "geometry/area.h"
#include "geometry/wall.h"

/* Finds where the way from a point outside an area, to any other, first enters the grown shape.
 * False: it doesn't. */
bool pf_area_enter(const pf_areas *areas, int32_t ring, pf_fixed_point from, pf_fixed_point to,
                   pf_wall_entry *entry);

/* Finds the point of the grown shape's border that is nearest to one outside. */
void pf_area_nearest(const pf_areas *areas, int32_t ring, pf_fixed_point point, pf_near *near);

#endif
