/* doors.h - the doors of a map of polygons, as section doors of the index holds them. */
#ifndef PF_BUILD_INDEX_MAPS_DOORS_H
#define PF_BUILD_INDEX_MAPS_DOORS_H

#include "base/limits.h"
#include "map/polygons.h"
#include "space/ground.h"

/* The most doors of a map, with all parts. */
#define PF_DOORS_MAX 4096

/* Writes the doors among polygons to ground->doors; its frame must be known. Errors: NO_MEMORY,
 * MALFORMED (of one name one is open and one is closed, or one crosses itself), LIMIT. */
pathfan_status pf_doors_take(const pf_polygons *polygons, pf_ground *ground, pathfan_error *error);

/* Whether there is one. */
bool pf_doors_are_there(const pf_polygons *polygons);

#endif
