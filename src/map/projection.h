/* projection.h - converts maps in longitudes and latitudes to maps in metres.
 *
 *   pf_centre centre;
 *   status = pf_features_project(&features, &centre, &error);
 *
 * The plane is a transverse Mercator projection about the map's centre, WGS 84, scale 1 there: x is
 * metres east of it, y north. Angles are true everywhere; at a distance d east or west of the
 * centre, lengths are too large by d^2 / 2R^2: 3 parts in ten million at 5 km, 3 in a hundred
 * thousand at 50 km, 1 in 1,000 at 285 km. In PROJ's notation: "+proj=tmerc +lat_0=LATITUDE
 * +lon_0=LONGITUDE +ellps=WGS84". */
#ifndef PF_MAP_PROJECTION_H
#define PF_MAP_PROJECTION_H

#include "map/features.h"

/* Largest width and height of a map, and its largest distance from the equator, in degrees. */
#define PF_DEGREES_WIDE 6
#define PF_DEGREES_NORTH 84

typedef struct pf_centre {
  double longitude, latitude; /* degrees, multiples of 1/10,000 */
} pf_centre;

/* Converts to metres from the centre, rounded to millimetres. */
void pf_project(const pf_centre *centre, double longitude, double latitude, double metres[2]);

/* The same, not rounded. */
void pf_project_exactly(const pf_centre *centre, double longitude, double latitude,
                        double metres[2]);

/* The inverse of pf_project_exactly within half a width of a map (PF_DEGREES_WIDE), to 1e-12
 * degrees. */
void pf_unproject(const pf_centre *centre, const double metres[2], double *longitude,
                  double *latitude);

/* Whether all coordinates may be longitudes and latitudes of a map that can be converted. */
bool pf_features_are_degrees(pf_features *features);

/* Converts all points from degrees to metres; the centre is that of their box. Points closer
 * together than a millimetre may become one. Errors: MALFORMED (not degrees), LIMIT (too wide, or
 * too near to a pole). Nothing is changed then. */
pathfan_status pf_features_project(pf_features *features, pf_centre *centre, pathfan_error *error);

#endif
