/* mesh_frame.c - the coarsest power of two that all coordinates are multiples of is a
 * unit that rounds nothing. */
#include "mesh/mesh_frame.h"

/* No unit is finer, map units; without it the extent would be the limit, and might
 * be almost nothing. */
#define UNIT_EXPONENT_MIN (-200)

/* The exponent of the lowest bit of a number, so that it is an odd multiple of that
 * power of two; large for 0. */
static int lowest_bit(double value) {
  int exponent;
  if (value == 0) return INT32_MAX;
  const int64_t digits = (int64_t)ldexp(frexp(value, &exponent), 53);
  return exponent - 53 + __builtin_ctzll((uint64_t)digits);
}

void pathfan_mesh_frame(const double *at, const uint8_t *used, int32_t count,
                        pathfan_frame *frame) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  int unit = 0;
  *frame = (pathfan_frame){0};
  for (int32_t v = 0; v < count; v++)
    for (int axis = 0; axis < 2 && used[v]; axis++) {
      const double value = at[2 * (size_t)v + (size_t)axis];
      low[axis] = value < low[axis] ? value : low[axis];
      high[axis] = value > high[axis] ? value : high[axis];
      const int bit = lowest_bit(value);
      unit = bit < unit ? bit : unit;
    }
  if (low[0] > high[0]) return; /* no vertex at all */
  const double extent = fmax(high[0] - low[0], high[1] - low[1]);
  const bool rounded = unit < UNIT_EXPONENT_MIN || ldexp(extent, -unit) > PATHFAN_EXTENT_MAX;
  if (rounded) {
    /* Room for a point more at each end, which rounding may take. */
    unit = UNIT_EXPONENT_MIN;
    while (ldexp(extent, -unit) > PATHFAN_EXTENT_MAX - 2) unit++;
    for (int axis = 0; axis < 2; axis++) low[axis] = ldexp(floor(ldexp(low[axis], -unit)), unit);
  }
  frame->unit_exponent = unit;
  frame->is_rounded = rounded;

  /* The origin is (0,0), as on grid maps, where that costs no fractions of a unit. */
  const double reach = ldexp(fmax(high[0], high[1]), -unit);
  const bool zero =
      low[0] >= 0 && low[1] >= 0 && reach <= PATHFAN_EXTENT_MAX &&
      pathfan_fraction_bits((int32_t)reach) >= pathfan_fraction_bits((int32_t)ldexp(extent, -unit));
  frame->origin_x = zero ? 0 : low[0];
  frame->origin_y = zero ? 0 : low[1];
}
