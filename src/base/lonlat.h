/* lonlat.h - converts longitudes and latitudes to metres, and back.
 *
 *   pf_project(&centre, 11.57, 49.94, metres);
 *
 * The plane is a transverse Mercator projection about a centre, WGS 84, scale 1 there: x is metres
 * east of it, y north. Angles are true everywhere; at a distance d east or west of the centre,
 * lengths are too large by d^2 / 2R^2: 3 parts in ten million at 5 km, 3 in a hundred thousand at
 * 50 km, 1 in 1,000 at 285 km. In PROJ's notation: "+proj=tmerc +lat_0=LATITUDE +lon_0=LONGITUDE
 * +ellps=WGS84". */
#ifndef PF_BASE_LONLAT_H
#define PF_BASE_LONLAT_H

typedef struct pf_centre {
  double longitude, latitude; /* degrees, multiples of 1/10,000 */
} pf_centre;

/* Converts to metres from the centre, rounded to millimetres. */
void pf_project(const pf_centre *centre, double longitude, double latitude, double metres[2]);

/* The same, not rounded. */
void pf_project_exactly(const pf_centre *centre, double longitude, double latitude,
                        double metres[2]);

/* The inverse of pf_project_exactly within three degrees of the centre, to 1e-12 degrees. */
void pf_unproject(const pf_centre *centre, const double metres[2], double *longitude,
                  double *latitude);

#endif
