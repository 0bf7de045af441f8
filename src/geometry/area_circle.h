/* area_circle.h - circles as areas (area.h): the regular polygon of 32 corners round one, which
 * most questions are answered without.
 *
 *   pathfan_area_circle circle = {x, y, radius};                map units
 *   if (pathfan_area_circle_place(&circle, frame, bits, margin))
 *     switch (pathfan_area_circle_meets(&circle, a, b)) ...     and only where it is GRAZED:
 *   pathfan_area_circle_draw(&circle, frame, bits, corners)     the polygon itself
 */
#ifndef PATHFAN_GEOMETRY_AREA_CIRCLE_H
#define PATHFAN_GEOMETRY_AREA_CIRCLE_H

#include "geometry/frame.h"

typedef struct pathfan_area_circle {
  double x, y, radius; /* map units */

  /* Steps of the fixed-point grid: whatever is nearer to the centre than inner lies in the
     polygon, nothing farther off than outer in the polygon grown by the margin. */
  pathfan_fixed_point centre;
  double inner, outer;
} pathfan_area_circle;

typedef enum pathfan_circle_meeting {
  PATHFAN_CIRCLE_MISSED,
  PATHFAN_CIRCLE_GRAZED, /* the polygon itself must be asked */
  PATHFAN_CIRCLE_HIT
} pathfan_circle_meeting;

/* Sets what is in steps. False: it is too far off, or so small against the grid that its polygon
 * may be anything. */
bool pathfan_area_circle_place(pathfan_area_circle *circle, const pathfan_frame *frame,
                               int fraction_bits, int64_t margin);

/* Whether the segment from a to b, which may be one point, meets the grown polygon. */
pathfan_circle_meeting pathfan_area_circle_meets(const pathfan_area_circle *circle,
                                                 pathfan_fixed_point a, pathfan_fixed_point b);

/* The regular polygon of 32 corners round a circle, counter-clockwise; it touches the
 * circle where its normals are parallel to an axis, and 28 times between. */
#define PATHFAN_CIRCLE_CORNERS 32
void pathfan_circle_corners(double x, double y, double radius,
                            double corners[PATHFAN_CIRCLE_CORNERS][2]);

/* The same on the fixed-point grid. False: a corner is too far off to be told. */
bool pathfan_area_circle_draw(const pathfan_area_circle *circle, const pathfan_frame *frame,
                              int fraction_bits,
                              pathfan_fixed_point corners[PATHFAN_CIRCLE_CORNERS]);

#endif
