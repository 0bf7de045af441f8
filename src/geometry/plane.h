/* plane.h - a place given in degrees as a plane in metres, and back.
 *
 *   pathfan_plane about = pathfan_plane_about(longitude, latitude);     its middle
 *   pathfan_plane_point(&about, (pathfan_place){longitude, latitude}, &x, &y);
 *   place = pathfan_plane_place(&about, x, y);
 *   error = pathfan_plane_error(&about, least_latitude, most_latitude);
 *
 * x points east, y south, as in maps. What is straight stays straight; lengths are a little off,
 * the more the farther north or south of the middle. */
#ifndef PATHFAN_GEOMETRY_PLANE_H
#define PATHFAN_GEOMETRY_PLANE_H

/* Degrees of the ellipsoid WGS 84. */
typedef struct pathfan_place {
  double longitude, latitude;
} pathfan_place;

typedef struct pathfan_plane {
  pathfan_place middle;
  double east, north; /* metres in a degree of longitude, of latitude, there */
} pathfan_plane;

/* latitude: not a pole. */
pathfan_plane pathfan_plane_about(double longitude, double latitude);

static inline void pathfan_plane_point(const pathfan_plane *about, pathfan_place place, double *x,
                                       double *y) {
  *x = (place.longitude - about->middle.longitude) * about->east;
  *y = (about->middle.latitude - place.latitude) * about->north;
}

static inline pathfan_place pathfan_plane_place(const pathfan_plane *about, double x, double y) {
  return (pathfan_place){about->middle.longitude + x / about->east,
                         about->middle.latitude - y / about->north};
}

/* By what share a length between these latitudes, which are about as far from the middle, may be
 * off at most, on the ellipsoid. */
double pathfan_plane_error(const pathfan_plane *about, double least_latitude, double most_latitude);

#endif
