/* area_circle.h - circles as areas (area.h). The area is the regular polygon of 32 corners round
 * the circle, but most queries are answered without drawing it.
 *
 *   pathfan_area_circle circle = {x, y, radius};                map units
 *   if (pathfan_area_circle_place(&circle, frame, bits, margin))
 *     switch (pathfan_area_circle_meets(&circle, a, b)) ...     and only if it is GRAZED:
 *   pathfan_area_circle_draw(&circle, frame, bits, corners)     the polygon itself
 */
#ifndef PATHFAN_GEOMETRY_AREA_CIRCLE_H
#define PATHFAN_GEOMETRY_AREA_CIRCLE_H

#include "geometry/frame.h"

typedef struct pathfan_area_circle {
  double x, y, radius; /* map units */

  /* Steps of the fixed-point grid: a point nearer to the centre than inner is in the polygon; none
     farther off than outer is in the polygon grown by the margin. */
  pathfan_fixed_point centre;
  double inner, outer;
} pathfan_area_circle;

typedef enum pathfan_circle_meeting {
  PATHFAN_CIRCLE_MISSED,
  PATHFAN_CIRCLE_GRAZED, /* the polygon itself must decide */
  PATHFAN_CIRCLE_HIT
} pathfan_circle_meeting;

/* Sets the fields in steps. False: the circle is too far off, or so small against the grid that
 * rounding may distort its polygon. */
bool pathfan_area_circle_place(pathfan_area_circle *circle, const pathfan_frame *frame,
                               int fraction_bits, int64_t margin);

/* Whether the segment from a to b, which may be one point, meets the grown polygon. */
pathfan_circle_meeting pathfan_area_circle_meets(const pathfan_area_circle *circle,
                                                 pathfan_fixed_point a, pathfan_fixed_point b);

/* Computes the regular polygon of 32 corners round a circle, counter-clockwise. Its sides touch the
 * circle, four of them where the normal is parallel to an axis. */
#define PATHFAN_CIRCLE_CORNERS 32
void pathfan_circle_corners(double x, double y, double radius,
                            double corners[PATHFAN_CIRCLE_CORNERS][2]);

/* The same on the fixed-point grid. False: a corner is too far off to be represented. */
bool pathfan_area_circle_draw(const pathfan_area_circle *circle, const pathfan_frame *frame,
                              int fraction_bits,
                              pathfan_fixed_point corners[PATHFAN_CIRCLE_CORNERS]);

#endif
