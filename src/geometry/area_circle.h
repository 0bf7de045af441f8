/* area_circle.h - circles as areas (area.h). The area is the regular polygon of 32 corners round
 * the circle, but most queries are answered without drawing it.
 *
 *   pf_area_circle circle = {x, y, radius};                map units
 *   if (pf_area_circle_place(&circle, frame, bits, margin))
 *     switch (pf_area_circle_meets(&circle, a, b)) ...     and only if it is GRAZED:
 *   pf_area_circle_draw(&circle, frame, bits, corners)     the polygon itself
 */
#ifndef PF_GEOMETRY_AREA_CIRCLE_H
#define PF_GEOMETRY_AREA_CIRCLE_H

#include "geometry/frame.h"

typedef struct pf_area_circle {
  double x, y, radius; /* map units */

  /* Steps of the fixed-point grid: a point nearer to the centre than inner is in the polygon; none
     farther off than outer is in the polygon grown by the margin. */
  pf_fixed_point centre;
  double inner, outer;
} pf_area_circle;

typedef enum pf_circle_meeting {
  PF_CIRCLE_MISSED,
  PF_CIRCLE_GRAZED, /* the polygon itself must decide */
  PF_CIRCLE_HIT
} pf_circle_meeting;

/* Sets the fields in steps. False: the circle is too far off, or so small against the grid that
 * rounding may distort its polygon. */
bool pf_area_circle_place(pf_area_circle *circle, const pf_frame *frame, int fraction_bits,
                          int64_t margin);

/* Whether the segment from a to b, which may be one point, meets the grown polygon. */
pf_circle_meeting pf_area_circle_meets(const pf_area_circle *circle, pf_fixed_point a,
                                       pf_fixed_point b);

/* Computes the regular polygon of 32 corners round a circle, counter-clockwise. Its sides touch the
 * circle, four of them where the normal is parallel to an axis. */
#define PF_CIRCLE_CORNERS 32
void pf_circle_corners(double x, double y, double radius, double corners[PF_CIRCLE_CORNERS][2]);

/* The same on the fixed-point grid. False: a corner is too far off to be represented. */
bool pf_area_circle_draw(const pf_area_circle *circle, const pf_frame *frame, int fraction_bits,
                         pf_fixed_point corners[PF_CIRCLE_CORNERS]);

#endif
