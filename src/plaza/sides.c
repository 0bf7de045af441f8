/* sides.c - the sides of areas, sorted by their left ends: those near a place are among the ones
 * that begin at most the widest side to its left.
 *
 * What is found here becomes entries, which are placed on the map's lattice afterwards, and
 * messages: doubles suffice. */
#include "plaza/sides.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

pathfan_status pf_sides_add(pf_sides *sides, pathfan_point a, pathfan_point b) {
  if (!isfinite(a.x - b.x) || !isfinite(a.y - b.y)) return PATHFAN_OK;
  const pathfan_status status = pf_grow(&sides->side, &sides->capacity, (int64_t)sides->count + 1);
  if (status) return status;
  sides->side[sides->count++] = a.x <= b.x ? (pf_plaza_side){a, b} : (pf_plaza_side){b, a};
  sides->widest = fmax(sides->widest, fabs(a.x - b.x));
  return PATHFAN_OK;
}

static int compare(const void *a, const void *b) {
  const pf_plaza_side *s = a, *t = b;
  const double keys[4][2] = {
      {s->a.x, t->a.x}, {s->a.y, t->a.y}, {s->b.x, t->b.x}, {s->b.y, t->b.y}};
  for (int i = 0; i < 4; i++)
    if (keys[i][0] != keys[i][1]) return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

void pf_sides_sort(pf_sides *sides) {
  if (sides->count) qsort(sides->side, (size_t)sides->count, sizeof *sides->side, compare);
}

/* The first side that may reach x. */
static int32_t first_from(const pf_sides *sides, double x) {
  int32_t low = 0, high = sides->count;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (sides->side[middle].a.x < x - sides->widest)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static double away_from(const pf_plaza_side *side, pathfan_point at) {
  const double x = side->b.x - side->a.x, y = side->b.y - side->a.y;
  const double square = x * x + y * y;
  const double along = (at.x - side->a.x) * x + (at.y - side->a.y) * y;
  const double share = square > 0 ? fmax(0, fmin(1, along / square)) : 0;
  return hypot(side->a.x + share * x - at.x, side->a.y + share * y - at.y);
}

bool pf_sides_touch(const pf_sides *sides, pathfan_point at, double most) {
  for (int32_t i = first_from(sides, at.x - most);
       i < sides->count && sides->side[i].a.x <= at.x + most; i++)
    if (away_from(&sides->side[i], at) <= most) return true;
  return false;
}

/* Twice the area of a triangle, above 0 if c is to the left of a to b. */
static double turn(pathfan_point a, pathfan_point b, pathfan_point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Whether a segment crosses a side. A corner on the segment counts as to its right: where it goes
 * through, one side is crossed; where it only touches, none or both. */
static bool crosses(const pf_plaza_side *side, pathfan_point from, pathfan_point to,
                    pathfan_point *where) {
  const double a = turn(from, to, side->a), b = turn(from, to, side->b);
  const double f = turn(side->a, side->b, from), t = turn(side->a, side->b, to);
  if ((a > 0) == (b > 0) || (f > 0) == (t > 0)) return false;
  const double share = a / (a - b);
  *where = (pathfan_point){side->a.x + share * (side->b.x - side->a.x),
                           side->a.y + share * (side->b.y - side->a.y)};
  return true;
}

int32_t pf_sides_cross(const pf_sides *sides, pathfan_point from, pathfan_point to, double most,
                       pathfan_point *where) {
  const double right = fmax(from.x, to.x);
  int32_t count = 0;
  pathfan_point at;
  for (int32_t i = first_from(sides, fmin(from.x, to.x));
       i < sides->count && sides->side[i].a.x <= right; i++) {
    if (!crosses(&sides->side[i], from, to, &at) || hypot(at.x - from.x, at.y - from.y) <= most ||
        hypot(at.x - to.x, at.y - to.y) <= most)
      continue;
    if (!count++) *where = at;
  }
  return count;
}

void pf_sides_free(pf_sides *sides) {
  free(sides->side);
  *sides = (pf_sides){0};
}
