/* corridor.h - how much of one path runs within a width of another.
 *
 *   status = pf_corridor_set(&a, points, count);     and b
 *   near = pf_corridor_near(&a, &b, width);
 *
 * The corridor of a path is the closed set of points at most `width` from it. Widths are widened
 * slightly, so that a point exactly that far off, as on the walls of grids, is in it in spite of
 * rounding. */
#ifndef PF_GEOMETRY_CORRIDOR_H
#define PF_GEOMETRY_CORRIDOR_H

#include <math.h>

#include "base/portable.h"
#include "geometry/box.h"
#include "pathfan/status.h"

/* A segment, starting at its end that is first in (x, y) order, so that results don't depend on
 * which way a path was drawn, not even in the last bit. */
typedef struct pf_corridor_leg {
  pf_fixed_point from;
  double x, y;   /* direction: a unit vector */
  double length; /* fixed-point steps */
  int64_t steps; /* the same, rounded */
  pf_box box;
  double end;     /* where it ends along its path, fixed-point steps */
  bool is_turned; /* the path runs through it from its other end */
} pf_corridor_leg;

/* A part of a leg: distances from the leg's start. */
typedef struct pf_leg_span {
  double low, high;
} pf_leg_span;

/* The boxes of a few legs side by side, rounded outwards, so that all are compared at once. */
#define PF_LEG_BLOCK 4
typedef struct pf_leg_block {
  float low_x[PF_LEG_BLOCK], high_x[PF_LEG_BLOCK]; /* low above high: no leg */
  float low_y[PF_LEG_BLOCK], high_y[PF_LEG_BLOCK];
} pf_leg_block;

/* A coordinate rounded down or up. */
static inline float pf_float_below(int64_t v) {
  return (float)((double)v - fabs((double)v) * 0x1p-23);
}

static inline float pf_float_above(int64_t v) {
  return (float)((double)v + fabs((double)v) * 0x1p-23);
}

/* A path prepared for comparison. Zero it first. */
typedef struct pf_corridor {
  pf_corridor_leg *legs;
  pf_leg_block *blocks; /* the legs' boxes */
  pf_leg_span *spans;   /* [Size: capacity] scratch: the parts near one leg of another path */
  int32_t count, capacity, block_capacity;
  double length; /* total of all legs, fixed-point steps */
  int64_t steps; /* the same, summed after rounding each leg */
} pf_corridor;

/* Sets a leg between two different points, without a path. */
void pf_leg_set(pf_corridor_leg *leg, pf_fixed_point from, pf_fixed_point to);

/* The leg's other end. */
static inline pf_fixed_point pf_leg_to(const pf_corridor_leg *leg) {
  const bool falls = leg->from.y != leg->box.low.y;
  return (pf_fixed_point){leg->box.high.x, falls ? leg->box.low.y : leg->box.high.y};
}

/* Whether a path also has leg k of `other`, at the same position counted in legs from the start or
 * from the end: alternatives mostly share both. */
bool pf_corridor_has(const pf_corridor *path, const pf_corridor *other, int32_t k);

/* Finds the parts of two legs within the widened `width` of each other; false: there are none. */
bool pf_leg_spans(const pf_corridor_leg *a, const pf_corridor_leg *b, double width,
                  pf_leg_span *on_a, pf_leg_span *on_b);

/* The box of all points within the widened `width` of a box. */
static inline pf_box pf_box_widened(const pf_box *box, double width) {
  const int64_t margin = (int64_t)(width < 0x1p61 ? width : 0x1p61) + 1;
  return (pf_box){{box->low.x - margin, box->low.y - margin},
                  {box->high.x + margin, box->high.y + margin}};
}

/* Sets the corridor's path to a polyline. Errors: NO_MEMORY. */
pathfan_status pf_corridor_set(pf_corridor *corridor, const pf_fixed_point *points, int32_t count);

/* Appends a leg, which need not begin where the last one ended. Errors: NO_MEMORY. */
pathfan_status pf_corridor_add(pf_corridor *corridor, pf_fixed_point from, pf_fixed_point to);

/* The most legs that are listed at a time, a few blocks. */
#define PF_LEGS_LISTED 32

/* Lists the next legs of a path whose boxes meet a box, or nearly so, from leg *at on, which moves
 * on behind the last one that was looked at: until it is path->count. Returns how many. Which legs
 * meet the box can't be predicted, so there are no branches on it. */
static inline int32_t pf_corridor_list(const pf_corridor *path, const pf_box *box, int32_t *at,
                                       int32_t list[PF_LEGS_LISTED]) {
  const int32_t end = *at + PF_LEGS_LISTED < path->count ? *at + PF_LEGS_LISTED : path->count;
  const float low_x = pf_float_below(box->low.x), high_x = pf_float_above(box->high.x);
  const float low_y = pf_float_below(box->low.y), high_y = pf_float_above(box->high.y);
  int32_t count = 0;
  for (int32_t begin = *at; begin < end; begin += PF_LEG_BLOCK) {
    const pf_leg_block *b = &path->blocks[begin / PF_LEG_BLOCK];
    int32_t meets[PF_LEG_BLOCK];
    PF_AS_VECTORS
    for (int k = 0; k < PF_LEG_BLOCK; k++)
      meets[k] = (b->low_x[k] <= high_x) & (b->high_x[k] >= low_x) & (b->low_y[k] <= high_y) &
                 (b->high_y[k] >= low_y);
    for (int k = 0; k < PF_LEG_BLOCK; k++) {
      list[count] = begin + k;
      count += meets[k];
    }
  }
  *at = end;
  return count;
}

/* Length of the path's first `legs` legs, fixed-point steps. */
static inline double pf_corridor_end(const pf_corridor *corridor, int32_t legs) {
  return legs ? corridor->legs[legs - 1].end : 0;
}

/* Removes all legs but keeps the memory. */
void pf_corridor_clear(pf_corridor *corridor);
void pf_corridor_free(pf_corridor *corridor);

/* A corridor's width, widened slightly. */
static inline double pf_corridor_width(double width) {
  return width * (1 + 0x1p-40) + 4;
}

/* Length of the parts of path a within the widened `width` of path b, fixed-point steps, rounded
 * leg by leg. Uses b's spans. */
int64_t pf_corridor_near(const pf_corridor *a, pf_corridor *b, double width);

/* Whether the parts that two paths have near each other, added up over both, are longer than
 * `limit`. Uses the spans of both. */
bool pf_corridors_share(pf_corridor *a, pf_corridor *b, double width, int64_t limit);

/* Writes the parts of a leg within the widened `width` of a path, disjoint and in ascending order,
 * to spans [Size: path->count]; returns their number. */
int32_t pf_corridor_spans(const pf_corridor_leg *leg, const pf_corridor *path, double width,
                          pf_leg_span *spans);

static inline double pf_spans_length(const pf_leg_span *spans, int32_t count) {
  double length = 0;
  for (int32_t i = 0; i < count; i++) length += spans[i].high - spans[i].low;
  return length;
}

/* Sorts spans and joins those that meet; returns the number left. */
int32_t pf_spans_join(pf_leg_span *spans, int32_t count);

#endif
