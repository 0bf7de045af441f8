/* sides.h - the sides of areas and obstacles: whether a position lies on one, and where a line
 * crosses them.
 *
 *   status = pf_sides_add(&sides, a, b);       for each side
 *   pf_sides_sort(&sides);
 *   if (pf_sides_touch(&sides, at, 0.02)) ...
 *   crossings = pf_sides_cross(&sides, from, to, 0.02, &where);
 *   pf_sides_free(&sides); */
#ifndef PF_PLAZA_SIDES_H
#define PF_PLAZA_SIDES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "geometry/predicates.h"
#include "pathfan/map.h"

typedef struct pf_plaza_side {
  pathfan_point a, b; /* a.x <= b.x */
} pf_plaza_side;

typedef struct pf_sides {
  pf_plaza_side *side; /* [Size: count] by a.x, ascending, once sorted */
  int32_t count, capacity;
  double widest; /* the greatest b.x - a.x */
} pf_sides;

/* Adds a side; those of infinite extent are left out. Errors: NO_MEMORY. */
pathfan_status pf_sides_add(pf_sides *sides, pathfan_point a, pathfan_point b);
void pf_sides_sort(pf_sides *sides);

/* Whether a point lies on a side, or off it by at most `most`. */
bool pf_sides_touch(const pf_sides *sides, pathfan_point at, double most);

/* Counts the sides that a segment crosses, in a corner once, except within `most` of its ends;
 * *where is the first in the order of sides. */
int32_t pf_sides_cross(const pf_sides *sides, pathfan_point from, pathfan_point to, double most,
                       pathfan_point *where);

/* All-zero ones are allowed. */
void pf_sides_free(pf_sides *sides);

#endif
