/* frame.h - the relation between lattice points and map units.
 *
 * Lattice point n stands for (origin + n) / scale. On grid maps the lattice is that of the cells'
 * corners: origin (0,0), scale 1. Other maps are rounded to a lattice at most PF_EXTENT_MAX
 * units wide and high. The scale is a power of two, or a power of ten if that holds the map's
 * coordinates exactly and a power of two doesn't: maps are drawn in decimals, and a quotient of
 * whole numbers is the same double as the decimal in the file. */
#ifndef PF_GEOMETRY_FRAME_H
#define PF_GEOMETRY_FRAME_H

#include "geometry/predicates.h"

/* Lattice coordinates lie in 0..PF_EXTENT_MAX: two bits below the 2^30 that the predicates
 * allow, which leaves some bits for fractions of a unit. */
#define PF_EXTENT_MAX (INT32_C(1) << 28)

typedef struct pf_frame {
  double origin_x, origin_y; /* lattice units: whole numbers, below 2^53 */
  double scale;              /* lattice units per map unit */
  int32_t width, height;     /* lattice units: the map lies in [0,width] x [0,height] */
  int32_t is_rounded;        /* 0: the lattice holds the map exactly; 1: it was rounded to it */
} pf_frame;

static inline int pf_frame_fraction_bits(const pf_frame *frame) {
  return pf_fraction_bits(frame->width > frame->height ? frame->width : frame->height);
}

/* Converts map units to the fixed-point grid, rounded to nearest. False, with *at unset, for points
 * too far off the map to be represented, and for NaN. */
static inline bool pf_frame_place(const pf_frame *frame, int fraction_bits, double x, double y,
                                  pf_fixed_point *at) {
  const double fx = (x * frame->scale - frame->origin_x) * pf_power_of_two(fraction_bits);
  const double fy = (y * frame->scale - frame->origin_y) * pf_power_of_two(fraction_bits);
  if (!(fabs(fx) < 0x1p61 && fabs(fy) < 0x1p61)) return false;
  *at = (pf_fixed_point){llrint(fx), llrint(fy)};
  return true;
}

static inline double pf_frame_x(const pf_frame *frame, int fraction_bits, int64_t x) {
  return (frame->origin_x + (double)x * pf_power_of_two(-fraction_bits)) / frame->scale;
}

static inline double pf_frame_y(const pf_frame *frame, int fraction_bits, int64_t y) {
  return (frame->origin_y + (double)y * pf_power_of_two(-fraction_bits)) / frame->scale;
}

/* Whether a coordinate in map units lies on the lattice of a scale. */
static inline bool pf_scale_holds(double scale, double value) {
  return nearbyint(value * scale) / scale == value;
}

#endif
