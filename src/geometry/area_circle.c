/* area_circle.c - a circle as an area, drawn when it is needed.
 *
 * A crowd is a thousand circles, few of which come near any path. So a circle is kept as such, and
 * its distance from a segment nearly always decides: only a segment that passes between the circle
 * and the corners round it must be tested against the polygon. Distances are doubles; the undecided
 * range is widened by more than their error. */
#include "geometry/area_circle.h"

/* Distance of the polygon's corners from the centre divided by that of its sides: 1 / cos(pi /
 * 32). */
#define CORNER_DISTANCE 1.0048385723763114

/* The least radius of a placed circle, divided by the error of a corner; smaller circles are drawn
 * and checked when they are added. */
#define RADIUS_BY_ERROR 1024

bool pf_area_circle_place(pf_area_circle *circle, const pf_frame *frame, int fraction_bits,
                          int64_t margin) {
  const double unit = pf_power_of_two(fraction_bits);
  const double radius = circle->radius * frame->scale * unit;
  /* The error of a corner: computed in doubles of this size, and rounded to a step. */
  const double largest = (fabs(circle->x) + fabs(circle->y) + circle->radius) * frame->scale +
                         fabs(frame->origin_x) + fabs(frame->origin_y);
  const double error = 1 + largest * unit * 0x1p-50;
  if (!(radius >= RADIUS_BY_ERROR * error) || !(radius < 0x1p60) ||
      !pf_frame_place(frame, fraction_bits, circle->x, circle->y, &circle->centre))
    return false;
  circle->inner = radius - 2 * error;
  circle->outer = radius * CORNER_DISTANCE + 2 * error + 2 * (double)margin;
  return true;
}

pf_circle_meeting pf_area_circle_meets(const pf_area_circle *circle, pf_fixed_point a,
                                       pf_fixed_point b) {
  const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
  const double px = (double)(circle->centre.x - a.x), py = (double)(circle->centre.y - a.y);
  const double along = px * dx + py * dy, square = dx * dx + dy * dy;
  const double t = along <= 0 ? 0 : along >= square ? 1 : along / square;
  const double x = px - t * dx, y = py - t * dy;
  const double error = (fabs(px) + fabs(py) + fabs(dx) + fabs(dy)) * 0x1p-48;
  const double inner = circle->inner - error, outer = circle->outer + error;
  const double distance = x * x + y * y;
  if (distance > outer * outer) return PF_CIRCLE_MISSED;
  return inner > 0 && distance < inner * inner ? PF_CIRCLE_HIT : PF_CIRCLE_GRAZED;
}

void pf_circle_corners(double x, double y, double radius, double corners[PF_CIRCLE_CORNERS][2]) {
  /* Cosines of 1, 3, 5, ... times pi/32, divided by that of pi/32; backwards, the sines. Written
   * out so that they are the same on all systems. */
  enum { QUARTER = PF_CIRCLE_CORNERS / 4 };
  static const double stretched[QUARTER] = {
      1.0,
      0.96157056080646086,
      0.88618850421611262,
      0.77675072038897786,
      0.63746284198411718,
      0.4736776240550874,
      0.29168924067509222,
      0.098491403357164414,
  };
  for (int i = 0; i < PF_CIRCLE_CORNERS; i++) {
    const int k = i % QUARTER;
    double c = stretched[k], s = stretched[QUARTER - 1 - k];
    for (int quarter = i / QUARTER; quarter > 0; quarter--) {
      const double swap = c;
      c = -s;
      s = swap;
    }
    corners[i][0] = x + radius * c;
    corners[i][1] = y + radius * s;
  }
}

bool pf_area_circle_draw(const pf_area_circle *circle, const pf_frame *frame, int fraction_bits,
                         pf_fixed_point corners[PF_CIRCLE_CORNERS]) {
  double drawn[PF_CIRCLE_CORNERS][2];
  pf_circle_corners(circle->x, circle->y, circle->radius, drawn);
  for (int i = 0; i < PF_CIRCLE_CORNERS; i++)
    if (!pf_frame_place(frame, fraction_bits, drawn[i][0], drawn[i][1], &corners[i])) return false;
  return true;
}
