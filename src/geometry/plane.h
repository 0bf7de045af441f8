/* plane.h - maps places in degrees to a plane in metres, and back.
 *
 *   pathfan_plane about = pathfan_plane_about(longitude, latitude);     its middle
 *   pathfan_plane_point(&about, (pathfan_place){longitude, latitude}, &x, &y);
 *   place = pathfan_plane_place(&about, x, y);
 *   error = pathfan_plane_error(&about, least_latitude, most_latitude);
 *
 * x points east, y south, as in maps. Straight lines stay straight; lengths are slightly off, the
 * more so the farther north or south of the middle. */
#ifndef PATHFAN_GEOMETRY_PLANE_H
#define PATHFAN_GEOMETRY_PLANE_H

/* Degrees on the ellipsoid WGS 84. */
typedef struct pathfan_place {
  double longitude, latitude;
} pathfan_place;

typedef struct pathfan_plane {
  pathfan_place middle;
  double east, north; /* metres per degree of longitude and of latitude at the middle */
} pathfan_plane;

/* The latitude must not be a pole's. */
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

/* Returns the largest relative error of a length between these latitudes, on the ellipsoid. They
 * must be about equally far from the middle. */
double pathfan_plane_error(const pathfan_plane *about, double least_latitude, double most_latitude);

#endif
