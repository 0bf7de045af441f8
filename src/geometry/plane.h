/* plane.h - maps places in degrees to a plane in metres, and back.
 *
 *   pf_plane about = pf_plane_about(longitude, latitude);     its middle
 *   pf_plane_point(&about, (pf_place){longitude, latitude}, &x, &y);
 *   place = pf_plane_place(&about, x, y);
 *   error = pf_plane_error(&about, least_latitude, most_latitude);
 *
 * x points east, y south, as in maps. Straight lines stay straight; lengths are slightly off, the
 * more so the farther north or south of the middle. */
#ifndef PF_GEOMETRY_PLANE_H
#define PF_GEOMETRY_PLANE_H

/* Degrees on the ellipsoid WGS 84. */
typedef struct pf_place {
  double longitude, latitude;
} pf_place;

typedef struct pf_plane {
  pf_place middle;
  double east, north; /* metres per degree of longitude and of latitude at the middle */
} pf_plane;

/* The latitude must not be a pole's. */
pf_plane pf_plane_about(double longitude, double latitude);

static inline void pf_plane_point(const pf_plane *about, pf_place place, double *x, double *y) {
  *x = (place.longitude - about->middle.longitude) * about->east;
  *y = (about->middle.latitude - place.latitude) * about->north;
}

static inline pf_place pf_plane_place(const pf_plane *about, double x, double y) {
  return (pf_place){about->middle.longitude + x / about->east,
                    about->middle.latitude - y / about->north};
}

/* Returns the largest relative error of a length between these latitudes, on the ellipsoid. They
 * must be about equally far from the middle. */
double pf_plane_error(const pf_plane *about, double least_latitude, double most_latitude);

#endif
