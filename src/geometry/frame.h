/* frame.h - how lattice points and map units are related.
 *
 * A point of the lattice stands for origin + lattice * 2^unit_exponent. On grid
 * maps the lattice is that of the cells' corners: origin (0,0), exponent 0.
 * Other maps are rounded to the lattice; the exponent is chosen so that the map
 * is at most PATHFAN_EXTENT_MAX units wide and high, and the origin is a multiple
 * of the unit, so that both ways of the conversion are exact for lattice points. */
#ifndef PATHFAN_GEOMETRY_FRAME_H
#define PATHFAN_GEOMETRY_FRAME_H

#include "geometry/predicates.h"

/* Lattice coordinates lie in 0..this: two bits of room are left below the 2^30
 * that the predicates bear, and some bits for fractions of a unit. */
#define PATHFAN_EXTENT_MAX (INT32_C(1) << 28)

typedef struct pathfan_frame {
  double origin_x, origin_y; /* map units */
  int32_t unit_exponent;     /* a lattice unit is 2^unit_exponent map units */
  int32_t width, height;     /* lattice units: the map lies in [0,width] x [0,height] */
  int32_t is_rounded;        /* 0: the lattice holds the map exactly; 1: it was rounded to it */
} pathfan_frame;

static inline int pathfan_frame_fraction_bits(const pathfan_frame *frame) {
  return pathfan_fraction_bits(frame->width > frame->height ? frame->width : frame->height);
}

/* Map units to the fixed-point grid, rounded to nearest. False, and *at is not
 * set, for points so far off the map that they can't be told; NaN included. */
static inline bool pathfan_frame_place(const pathfan_frame *frame, int fraction_bits, double x,
                                       double y, pathfan_fixed *at) {
  const double fx = ldexp(x - frame->origin_x, fraction_bits - frame->unit_exponent);
  const double fy = ldexp(y - frame->origin_y, fraction_bits - frame->unit_exponent);
  if (!(fabs(fx) < 0x1p61 && fabs(fy) < 0x1p61)) return false;
  *at = (pathfan_fixed){llrint(fx), llrint(fy)};
  return true;
}

static inline double pathfan_frame_x(const pathfan_frame *frame, int fraction_bits, int64_t x) {
  return frame->origin_x + ldexp((double)x, frame->unit_exponent - fraction_bits);
}

static inline double pathfan_frame_y(const pathfan_frame *frame, int fraction_bits, int64_t y) {
  return frame->origin_y + ldexp((double)y, frame->unit_exponent - fraction_bits);
}

#endif
