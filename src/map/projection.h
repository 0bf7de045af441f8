/* projection.h - converts maps in longitudes and latitudes to maps in metres (base/lonlat.h).
 *
 *   pf_centre centre;
 *   status = pf_features_project(&features, &centre, &error);
 */
#ifndef PF_MAP_PROJECTION_H
#define PF_MAP_PROJECTION_H

#include "base/lonlat.h"
#include "map/features.h"

/* Largest width and height of a map, and its largest distance from the equator, in degrees. */
#define PF_DEGREES_WIDE 6
#define PF_DEGREES_NORTH 84

/* Whether all coordinates may be longitudes and latitudes of a map that can be converted. */
bool pf_features_are_degrees(pf_features *features);

/* Converts all points from degrees to metres; the centre is that of their box. Points closer
 * together than a millimetre may become one. Errors: MALFORMED (not degrees), LIMIT (too wide, or
 * too near to a pole). Nothing is changed then. */
pathfan_status pf_features_project(pf_features *features, pf_centre *centre, pathfan_error *error);

#endif
