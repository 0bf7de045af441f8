/* corridor.h - how much of one path runs within a width of another.
 *
 *   status = pathfan_corridor_set(&a, points, count);     and b
 *   near = pathfan_corridor_near(&a, &b, width);
 *
 * The corridor of a path is the closed set of points at most `width` from it. Widths are widened
 * by a hair, so that what lies exactly that far off, as the walls of grids do, is in it whatever
 * is rounded on the way. */
#ifndef PATHFAN_GEOMETRY_CORRIDOR_H
#define PATHFAN_GEOMETRY_CORRIDOR_H

#include "geometry/box.h"
#include "pathfan/status.h"

/* A segment, from its end that comes first in (x, y) order: which way a path was drawn makes no
 * difference then, not in the last bit. */
typedef struct pathfan_corridor_leg {
  pathfan_fixed_point from;
  double x, y;   /* direction: a unit vector */
  double length; /* fixed-point steps */
  int64_t steps; /* the same, rounded */
  pathfan_box box;
  double end;     /* where it ends along the path that it is of, fixed-point steps */
  bool is_turned; /* the path begins it at its other end */
} pathfan_corridor_leg;

/* A part of a leg: distances from its beginning. */
typedef struct pathfan_span {
  double low, high;
} pathfan_span;

/* Legs whose boxes are told apart together. */
#define PATHFAN_LEG_BLOCK 4

/* A path made ready to be compared. Zero it first. */
typedef struct pathfan_corridor {
  pathfan_corridor_leg *legs;
  pathfan_box *blocks; /* [Size: capacity] of PATHFAN_LEG_BLOCK legs each */
  pathfan_span *spans; /* [Size: capacity] room for what is near to one leg of another path */
  int32_t count, capacity;
  double length; /* of all legs, fixed-point steps */
  int64_t steps; /* the same, each leg's rounded */
} pathfan_corridor;

/* Makes it the leg between two points that aren't the same, of no path. */
void pathfan_leg_set(pathfan_corridor_leg *leg, pathfan_fixed_point from, pathfan_fixed_point to);

/* Its other end. */
static inline pathfan_fixed_point pathfan_leg_to(const pathfan_corridor_leg *leg) {
  const bool falls = leg->from.y != leg->box.low.y;
  return (pathfan_fixed_point){leg->box.high.x, falls ? leg->box.low.y : leg->box.high.y};
}

/* Whether a path has leg k of another one too, as far from its beginning or from its end:
 * alternatives mostly share both. */
bool pathfan_corridor_has(const pathfan_corridor *path, const pathfan_corridor *other, int32_t k);

/* What two legs have within the widened `width` of each other; false: nothing. */
bool pathfan_leg_spans(const pathfan_corridor_leg *a, const pathfan_corridor_leg *b, double width,
                       pathfan_span *on_a, pathfan_span *on_b);

/* The box of all that is within the widened `width` of another. */
static inline pathfan_box pathfan_box_widened(const pathfan_box *box, double width) {
  const int64_t margin = (int64_t)(width < 0x1p61 ? width : 0x1p61) + 1;
  return (pathfan_box){{box->low.x - margin, box->low.y - margin},
                       {box->high.x + margin, box->high.y + margin}};
}

/* Makes it that of a polyline. Errors: NO_MEMORY. */
pathfan_status pathfan_corridor_set(pathfan_corridor *corridor, const pathfan_fixed_point *points,
                                    int32_t count);

/* One more leg, which need not begin where the last one ended. Errors: NO_MEMORY. */
pathfan_status pathfan_corridor_add(pathfan_corridor *corridor, pathfan_fixed_point from,
                                    pathfan_fixed_point to);

/* How far along the path its first legs lead, so many; fixed-point steps. */
static inline double pathfan_corridor_end(const pathfan_corridor *corridor, int32_t legs) {
  return legs ? corridor->legs[legs - 1].end : 0;
}

/* Makes it that of no leg, with the room that it has. */
void pathfan_corridor_clear(pathfan_corridor *corridor);
void pathfan_corridor_free(pathfan_corridor *corridor);

/* The width of a corridor, widened by a hair. */
static inline double pathfan_corridor_width(double width) {
  return width * (1 + 0x1p-40) + 4;
}

/* Length of the parts of path a within the widened `width` of path b, fixed-point steps, each leg's
 * rounded. Uses b's spans. */
int64_t pathfan_corridor_near(const pathfan_corridor *a, pathfan_corridor *b, double width);

/* Whether the parts that two paths have near each other are together longer than `limit`. Uses the
 * spans of both. */
bool pathfan_corridors_share(pathfan_corridor *a, pathfan_corridor *b, double width, int64_t limit);

/* Length of what a segment has outside of the widened `width` of a path, fixed-point steps. Uses
 * the path's spans. */
double pathfan_corridor_outside(pathfan_corridor *path, pathfan_fixed_point from,
                                pathfan_fixed_point to, double width);

/* The parts of a leg within the widened `width` of a path, ascending and apart from each other,
 * into spans [Size: path->count]; returns how many there are. */
int32_t pathfan_corridor_spans(const pathfan_corridor_leg *leg, const pathfan_corridor *path,
                               double width, pathfan_span *spans);

static inline double pathfan_spans_length(const pathfan_span *spans, int32_t count) {
  double length = 0;
  for (int32_t i = 0; i < count; i++) length += spans[i].high - spans[i].low;
  return length;
}

/* Sorts spans and joins those that meet; returns how many are left. */
int32_t pathfan_spans_join(pathfan_span *spans, int32_t count);

#endif
