/* corridor.h - how much of one path runs within a width of another.
 *
 *   status = pathfan_corridor_set(&a, points, count);     and b
 *   near = pathfan_corridor_near(&a, &b, width);
 *
 * The corridor of a path is the closed set of points at most `width` from it. Widths are widened
 * slightly, so that a point exactly that far off, as on the walls of grids, is in it in spite of
 * rounding. */
#ifndef PATHFAN_GEOMETRY_CORRIDOR_H
#define PATHFAN_GEOMETRY_CORRIDOR_H

#include "geometry/box.h"
#include "pathfan/status.h"

/* A segment, starting at its end that is first in (x, y) order, so that results don't depend on
 * which way a path was drawn, not even in the last bit. */
typedef struct pathfan_corridor_leg {
  pathfan_fixed_point from;
  double x, y;   /* direction: a unit vector */
  double length; /* fixed-point steps */
  int64_t steps; /* the same, rounded */
  pathfan_box box;
  double end;     /* where it ends along its path, fixed-point steps */
  bool is_turned; /* the path runs through it from its other end */
} pathfan_corridor_leg;

/* A part of a leg: distances from the leg's start. */
typedef struct pathfan_span {
  double low, high;
} pathfan_span;

/* The number of legs that share one box for ruling out pairs. */
#define PATHFAN_LEG_BLOCK 4

/* A path prepared for comparison. Zero it first. */
typedef struct pathfan_corridor {
  pathfan_corridor_leg *legs;
  pathfan_box *blocks; /* [Size: capacity] boxes of PATHFAN_LEG_BLOCK legs each */
  pathfan_span *spans; /* [Size: capacity] scratch: the parts near one leg of another path */
  int32_t count, capacity;
  double length; /* total of all legs, fixed-point steps */
  int64_t steps; /* the same, summed after rounding each leg */
} pathfan_corridor;

/* Sets a leg between two different points, without a path. */
void pathfan_leg_set(pathfan_corridor_leg *leg, pathfan_fixed_point from, pathfan_fixed_point to);

/* The leg's other end. */
static inline pathfan_fixed_point pathfan_leg_to(const pathfan_corridor_leg *leg) {
  const bool falls = leg->from.y != leg->box.low.y;
  return (pathfan_fixed_point){leg->box.high.x, falls ? leg->box.low.y : leg->box.high.y};
}

/* Whether a path also has leg k of `other`, at the same position counted in legs from the start or
 * from the end: alternatives mostly share both. */
bool pathfan_corridor_has(const pathfan_corridor *path, const pathfan_corridor *other, int32_t k);

/* Finds the parts of two legs within the widened `width` of each other; false: there are none. */
bool pathfan_leg_spans(const pathfan_corridor_leg *a, const pathfan_corridor_leg *b, double width,
                       pathfan_span *on_a, pathfan_span *on_b);

/* The box of all points within the widened `width` of a box. */
static inline pathfan_box pathfan_box_widened(const pathfan_box *box, double width) {
  const int64_t margin = (int64_t)(width < 0x1p61 ? width : 0x1p61) + 1;
  return (pathfan_box){{box->low.x - margin, box->low.y - margin},
                       {box->high.x + margin, box->high.y + margin}};
}

/* Sets the corridor's path to a polyline. Errors: NO_MEMORY. */
pathfan_status pathfan_corridor_set(pathfan_corridor *corridor, const pathfan_fixed_point *points,
                                    int32_t count);

/* Appends a leg, which need not begin where the last one ended. Errors: NO_MEMORY. */
pathfan_status pathfan_corridor_add(pathfan_corridor *corridor, pathfan_fixed_point from,
                                    pathfan_fixed_point to);

/* Length of the path's first `legs` legs, fixed-point steps. */
static inline double pathfan_corridor_end(const pathfan_corridor *corridor, int32_t legs) {
  return legs ? corridor->legs[legs - 1].end : 0;
}

/* Removes all legs but keeps the memory. */
void pathfan_corridor_clear(pathfan_corridor *corridor);
void pathfan_corridor_free(pathfan_corridor *corridor);

/* A corridor's width, widened slightly. */
static inline double pathfan_corridor_width(double width) {
  return width * (1 + 0x1p-40) + 4;
}

/* Length of the parts of path a within the widened `width` of path b, fixed-point steps, rounded
 * leg by leg. Uses b's spans. */
int64_t pathfan_corridor_near(const pathfan_corridor *a, pathfan_corridor *b, double width);

/* Whether the parts that two paths have near each other, added up over both, are longer than
 * `limit`. Uses the spans of both. */
bool pathfan_corridors_share(pathfan_corridor *a, pathfan_corridor *b, double width, int64_t limit);

/* Length of the part of a segment outside the widened `width` of a path, fixed-point steps. Uses
 * the path's spans. */
double pathfan_corridor_outside(pathfan_corridor *path, pathfan_fixed_point from,
                                pathfan_fixed_point to, double width);

/* Writes the parts of a leg within the widened `width` of a path, disjoint and in ascending order,
 * to spans [Size: path->count]; returns their number. */
int32_t pathfan_corridor_spans(const pathfan_corridor_leg *leg, const pathfan_corridor *path,
                               double width, pathfan_span *spans);

static inline double pathfan_spans_length(const pathfan_span *spans, int32_t count) {
  double length = 0;
  for (int32_t i = 0; i < count; i++) length += spans[i].high - spans[i].low;
  return length;
}

/* Sorts spans and joins those that meet; returns the number left. */
int32_t pathfan_spans_join(pathfan_span *spans, int32_t count);

#endif
