/* mesh_frame.c - chooses a lattice for points given as numbers.
 *
 * The coarsest power of two that all coordinates are multiples of is a unit without rounding; for
 * decimals a power of ten is. */
#include "meshing/mesh_frame.h"

#include "base/portable.h"

/* No unit is finer than 2^this map units; otherwise only the extent would limit it, and that may be
 * almost nothing. */
#define UNIT_EXPONENT_MIN (-200)

/* Returns the exponent of a number's lowest bit: the number is an odd multiple of that power of
 * two. Large for 0. */
static int lowest_bit(double value) {
  int exponent;
  if (value == 0) return INT32_MAX;
  const int64_t digits = (int64_t)ldexp(frexp(value, &exponent), 53);
  return exponent - 53 + pf_lowest_bit((uint64_t)digits);
}

/* Whole numbers of lattice units up to this, and their quotients by the scale, are doubles with a
 * bit to spare. Powers of ten are doubles up to DECIMAL_SCALE_MAX. */
#define DECIMAL_REACH 0x1p51
#define DECIMAL_SCALE_MAX 1e22

/* Returns the least power of ten whose lattice contains all points in use and that the extent
 * allows, or 0 if there is none. largest: the largest coordinate by size. */
static double decimal_scale(const double *at, const uint8_t *used, int32_t count, double extent,
                            double largest) {
  for (double scale = 10; extent * scale <= PF_EXTENT_MAX && largest * scale <= DECIMAL_REACH &&
                          scale <= DECIMAL_SCALE_MAX;
       scale *= 10) {
    bool holds = true;
    for (int32_t v = 0; v < count && holds; v++)
      holds = !used[v] || (pf_scale_holds(scale, at[2 * (size_t)v]) &&
                           pf_scale_holds(scale, at[2 * (size_t)v + 1]));
    if (holds) return scale;
  }
  return 0;
}

void pf_mesh_frame(const double *at, const uint8_t *used, int32_t count, pf_frame *frame) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  int unit = 0;
  *frame = (pf_frame){.scale = 1};
  for (int32_t v = 0; v < count; v++)
    for (int axis = 0; axis < 2 && used[v]; axis++) {
      const double value = at[2 * (size_t)v + (size_t)axis];
      low[axis] = value < low[axis] ? value : low[axis];
      high[axis] = value > high[axis] ? value : high[axis];
      const int bit = lowest_bit(value);
      unit = bit < unit ? bit : unit;
    }
  if (low[0] > high[0]) return; /* no vertex in use */
  const double extent = fmax(high[0] - low[0], high[1] - low[1]);
  double scale = unit < UNIT_EXPONENT_MIN ? INFINITY : ldexp(1, -unit);
  if (!(extent * scale <= PF_EXTENT_MAX)) {
    const double largest = fmax(fmax(-low[0], high[0]), fmax(-low[1], high[1]));
    scale = decimal_scale(at, used, count, extent, largest);
  }
  frame->is_rounded = scale == 0;
  if (frame->is_rounded) {
    /* Leaves room for one more lattice point at each end, which rounding may need. */
    unit = UNIT_EXPONENT_MIN;
    while (ldexp(extent, -unit) > PF_EXTENT_MAX - 2) unit++;
    scale = ldexp(1, -unit);
  }
  frame->scale = scale;
  for (int axis = 0; axis < 2; axis++)
    low[axis] = frame->is_rounded ? floor(low[axis] * scale) : nearbyint(low[axis] * scale);

  /* Puts the origin at (0,0), as on grid maps, if that costs no fraction bits. */
  const double reach = fmax(high[0], high[1]) * scale;
  const bool zero = low[0] >= 0 && low[1] >= 0 && reach <= PF_EXTENT_MAX &&
                    pf_fraction_bits((int32_t)reach) >= pf_fraction_bits((int32_t)(extent * scale));
  frame->origin_x = zero ? 0 : low[0];
  frame->origin_y = zero ? 0 : low[1];
}
