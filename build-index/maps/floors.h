/* floors.h - the floors of a building, laid out beside each other in one plane; and its links.
 *
 *   status = pf_floors_lay_out(&areas, widen, context, ground, &error);    several levels
 *   ... the mesh and its locator are made ...
 *   status = pf_links_take(&features, radius, ground, &error); */
#ifndef PF_BUILD_INDEX_MAPS_FLOORS_H
#define PF_BUILD_INDEX_MAPS_FLOORS_H

#include "map/features.h"
#include "space/ground.h"

/* Turns the walls of one floor into obstacles. */
typedef pathfan_status pf_widen_walls(void *context, pf_polygons *areas);

/* Moves the polygons of each level beside those of the level below, so that no two floors meet; one
 * without a level is on every floor. If no polygon is free, the box of all of them is free on each
 * floor. ground->floors says where the floors are. Errors: NO_MEMORY, LIMIT, those of widen. */
pathfan_status pf_floors_lay_out(pf_polygons *areas, pf_widen_walls *widen, void *context,
                                 pf_ground *ground, pathfan_error *error);

/* Writes the links of a map to ground->links. An end that the agent's radius has put into a wall
 * moves by at most that radius. Errors: NO_MEMORY, LIMIT, MALFORMED (an end isn't on free ground,
 * with its feature; a level without a floor). */
pathfan_status pf_links_take(const pf_features *features, double radius, pf_ground *ground,
                             pathfan_error *error);

#endif
