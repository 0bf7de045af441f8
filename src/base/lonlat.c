/* lonlat.c - the series of the transverse Mercator projection about the central meridian (J. P.
 * Snyder, Map Projections: A Working Manual, 1987, equations 3-21 and 8-9 to 8-15). Within three
 * degrees of it the omitted terms are less than a millimetre.
 *
 * Sine and cosine are summed up here: those of the C library differ in the last bit from machine to
 * machine, and the same map must give the same index on all of them. */
#include "base/lonlat.h"

#include <math.h>

/* WGS 84: the equatorial radius in metres, the square of the eccentricity. */
#define RADIUS 6378137.0
#define E2 0.0066943799901413165
#define RADIAN (3.14159265358979323846 / 180)

#define STEPS_PER_METRE 1000

/* The alternating sum of a^k / k! over every other k from `first`: 0 cosine, 1 sine. Has as many
 * terms as matter up to a right angle. */
static double series(double a, int first) {
  double sum = 0;
  for (int k = first + 24; k >= 2; k -= 2) sum = a * a / (k * (k - 1.0)) * (1 - sum);
  return (first ? a : 1) * (1 - sum);
}

/* The distance from the equator to a latitude along a meridian, metres. */
static double meridian(double latitude, double sine, double cosine) {
  const double e4 = E2 * E2, e6 = e4 * E2;
  const double sine2 = 2 * sine * cosine, cosine2 = 1 - 2 * sine * sine;
  const double sine4 = 2 * sine2 * cosine2, cosine4 = 1 - 2 * sine2 * sine2;
  const double sine6 = sine4 * cosine2 + cosine4 * sine2;
  return RADIUS * ((1 - E2 / 4 - 3 * e4 / 64 - 5 * e6 / 256) * latitude -
                   (3 * E2 / 8 + 3 * e4 / 32 + 45 * e6 / 1024) * sine2 +
                   (15 * e4 / 256 + 45 * e6 / 1024) * sine4 - 35 * e6 / 3072 * sine6);
}

static double meridian_of(double latitude) {
  return meridian(latitude, series(latitude, 1), series(latitude, 0));
}

static double in_steps(double value, double steps) {
  return nearbyint(value * steps) / steps + 0.0; /* -0 is 0 */
}

void pf_project_exactly(const pf_centre *centre, double longitude, double latitude,
                        double metres[2]) {
  const double angle = latitude * RADIAN, sine = series(angle, 1), cosine = series(angle, 0);
  const double ep2 = E2 / (1 - E2), tangent = sine / cosine;
  const double n = RADIUS / sqrt(1 - E2 * sine * sine), t = tangent * tangent;
  const double c = ep2 * cosine * cosine, a = (longitude - centre->longitude) * RADIAN * cosine;
  const double a2 = a * a;
  const double along =
      n * a * (1 + a2 * ((1 - t + c) / 6 + a2 * (5 - 18 * t + t * t + 72 * c - 58 * ep2) / 120));
  const double beside = n * tangent * a2 *
                        (0.5 + a2 * ((5 - t + 9 * c + 4 * c * c) / 24 +
                                     a2 * (61 - 58 * t + t * t + 600 * c - 330 * ep2) / 720));
  const double up = meridian(angle, sine, cosine) - meridian_of(centre->latitude * RADIAN);
  metres[0] = along;
  metres[1] = up + beside;
}

void pf_project(const pf_centre *centre, double longitude, double latitude, double metres[2]) {
  pf_project_exactly(centre, longitude, latitude, metres);
  for (int i = 0; i < 2; i++) metres[i] = in_steps(metres[i], STEPS_PER_METRE);
}

/* Each step corrects by the error of the last one, as on a sphere. */
void pf_unproject(const pf_centre *centre, const double metres[2], double *longitude,
                  double *latitude) {
  *longitude = centre->longitude;
  *latitude = centre->latitude;
  for (int step = 0; step < 60; step++) {
    double there[2];
    pf_project_exactly(centre, *longitude, *latitude, there);
    const double east = metres[0] - there[0], north = metres[1] - there[1];
    const double cosine = series(*latitude * RADIAN, 0);
    *longitude += east / (RADIUS * cosine * RADIAN);
    *latitude += north / (RADIUS * RADIAN);
    if (fabs(east) + fabs(north) < 1e-9) break;
  }
}
