/* plane.c - the equirectangular projection: a degree is everywhere as long as in the middle, where
 * the ellipsoid's two radii of curvature give its length. Other projections preserve lengths better
 * over places hundreds of kilometres wide; this one keeps lines straight that are straight in
 * degrees, so that a line that stays in an area in one system does so in the other.
 *
 * Both lengths are rounded to 1/1024 of a metre, 1e-8 of them, so that the last bits of sine and
 * cosine, which differ between systems, make no difference. */
#include "geometry/plane.h"

#include <math.h>

/* WGS 84: the semi-major axis in metres, and the square of the eccentricity. */
#define HALF_AXIS 6378137.0
#define ECCENTRICITY 0.00669437999014132
#define RADIANS 0.017453292519943295 /* radians per degree */

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

pf_plane pf_plane_about(double longitude, double latitude) {
  return (pf_plane){.middle = {longitude, latitude},
                    .east = rounded(east_at(latitude)),
                    .north = rounded(north_at(latitude))};
}

/* Both scales are monotone from the equator to a pole: the error is largest at an end. */
double pf_plane_error(const pf_plane *about, double least_latitude, double most_latitude) {
  const double latitudes[] = {least_latitude, most_latitude};
  double worst = 0;
  for (int i = 0; i < 2; i++) {
    worst = fmax(worst, fabs(about->east / east_at(latitudes[i]) - 1));
    worst = fmax(worst, fabs(about->north / north_at(latitudes[i]) - 1));
  }
  return worst;
}
