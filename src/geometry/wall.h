/* wall.h - sides of obstacles and areas, as seen from free space: where a line enters, and how far
 * a point is off. All decisions are exact.
 *
 *   if (pf_wall_crossing(&wall, from, to, &entry)) ...       at the share entry.at of the line
 *   pf_wall_distance(&wall, point, &near);
 *   if (pf_near_compare(&near, &best) < 0) best = near;
 */
#ifndef PF_GEOMETRY_WALL_H
#define PF_GEOMETRY_WALL_H

#include "geometry/predicates.h"
#include "geometry/wide.h"

/* A side; free space lies to the left, in file coordinates, of the way from a to b, which
 * differ. */
typedef struct pf_wall_line {
  pf_fixed_point a, b;
} pf_wall_line;

/* Where a line from a point meets a wall. */
typedef struct pf_wall_entry {
  double about; /* the share of the line before it, roughly */
  pf_ratio at;  /* exactly */
  pf_wall_line wall;
} pf_wall_entry;

/* The point of a wall that is nearest to a given one. */
typedef struct pf_near {
  double about;    /* steps of the fixed-point grid, roughly */
  pf_ratio square; /* the squared distance, exactly */
  double x, y;     /* the point, in steps from the given one */
  pf_wall_line wall;
} pf_near;

/* Finds where the way from one point to another crosses the line of a wall from its left to its
 * right, or arrives on it from the left. False: it doesn't cross in that direction, or `from`
 * lies to the right. */
bool pf_wall_crossing(const pf_wall_line *wall, pf_fixed_point from, pf_fixed_point to,
                      pf_wall_entry *entry);

/* States that the way from one point to another, which aren't the same, meets a wall at a point of
 * the way that is on the grid. */
pf_wall_entry pf_wall_entry_at(pf_fixed_point from, pf_fixed_point to, pf_fixed_point at,
                               pf_wall_line wall);

/* Returns < 0 if a line enters first at a, > 0 at b, 0: at the same point. */
int pf_wall_entry_compare(const pf_wall_entry *a, const pf_wall_entry *b);

/* Finds the nearest point of a wall. */
void pf_wall_distance(const pf_wall_line *wall, pf_fixed_point point, pf_near *near);

/* Returns < 0 if a is nearer; equal distances are put in order by the points' y and x, and the
 * walls'. */
int pf_near_compare(const pf_near *a, const pf_near *b);

#endif
