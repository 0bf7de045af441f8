/* plane.c - the equirectangular projection: a degree is as long everywhere as in the middle, where
 * the ellipsoid's two radii of curvature tell how long that is. Other projections keep lengths
 * better, over places that are hundreds of kilometres wide; this one keeps lines that are straight
 * in degrees straight, so that what doesn't leave an area here doesn't there.
 *
 * Both lengths are rounded to a 1,024th of a metre, 1e-8 of them, so that the last bits of sine and
 * cosine, which differ between systems, make no difference. */
#include "geometry/plane.h"

#include <math.h>

/* WGS 84: the longer half axis in metres, and the square of the eccentricity. */
#define HALF_AXIS 6378137.0
#define ECCENTRICITY 0.00669437999014132
#define RADIANS 0.017453292519943295 /* in a degree */

static double rounded(double metres) {
  return nearbyint(metres * 1024) / 1024;
}

static double north_at(double latitude) {
  const double s = sin(latitude * RADIANS), w = 1 - ECCENTRICITY * s * s;
  return RADIANS * HALF_AXIS * (1 - ECCENTRICITY) / (w * sqrt(w));
}

static double east_at(double latitude) {
  const double s = sin(latitude * RADIANS);
  return RADIANS * HALF_AXIS * cos(latitude * RADIANS) / sqrt(1 - ECCENTRICITY * s * s);
}

pathfan_plane pathfan_plane_about(double longitude, double latitude) {
  return (pathfan_plane){.middle = {longitude, latitude},
                         .east = rounded(east_at(latitude)),
                         .north = rounded(north_at(latitude))};
}

/* Both scales go one way from the equator to a pole: they differ most at an end. */
double pathfan_plane_error(const pathfan_plane *about, double least_latitude,
                           double most_latitude) {
  const double latitudes[] = {least_latitude, most_latitude};
  double worst = 0;
  for (int i = 0; i < 2; i++) {
    worst = fmax(worst, fabs(about->east / east_at(latitudes[i]) - 1));
    worst = fmax(worst, fabs(about->north / north_at(latitudes[i]) - 1));
  }
  return worst;
}
