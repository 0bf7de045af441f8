/* breach.h - what openings do to the map near them: new walls, mouths and jambs.
 *
 *   breach.points, first, ring_count = ...;               the openings, as rings
 *   status = pf_breach_find(&breach, space);
 *   opening = pf_breach_hold(&breach, point);
 *   if (pf_breach_sees(&breach, ...)) ...                 breach_sight.h
 *   pf_breach_free(&breach);
 *
 * Let P be the union of the openings, F the free space of the map. Where P's border runs through an
 * obstacle, there is a new wall; where a side of an obstacle lies in P, there is a mouth, through
 * which one goes out of F. The corners of obstacles that this makes are jambs. */
#ifndef PF_QUERY_OBSTACLES_BREACH_H
#define PF_QUERY_OBSTACLES_BREACH_H

#include "space/space.h"

/* A part of a side of an obstacle that lies in an opening: from at[0] to at[1] with free space of
 * the map on its left. Both points lie in the polygon. */
typedef struct pf_mouth {
  pf_fixed_point at[2];
  int32_t polygon;
  uint32_t corner; /* the side begins there */
  int32_t opening;
  double reach; /* half its length, or a little more */
} pf_mouth;

/* A new wall, with the obstacle on its right. */
typedef struct pf_new_wall {
  pf_fixed_point at[2];
} pf_new_wall;

/* What is closed at a point where walls end: from direction `first` counter-clockwise to `second`.
 */
typedef struct pf_closed_angle {
  pf_fixed_point at, first, second;
} pf_closed_angle;

/* A jamb: the wedge that is closed there, and a polygon that it lies in; -1: none. */
typedef struct pf_jamb {
  pf_fixed_point at, first, second;
  int32_t polygon;
} pf_jamb;

/* A component of the map that an opening meets. */
typedef struct pf_joined {
  int32_t component, opening;
} pf_joined;

/* What a set of openings does to the map near them. */
typedef struct pf_breach {
  pf_fixed_point *points; /* of all rings, counter-clockwise */
  int32_t *first;         /* [Size: rings + 1] in points */
  int32_t *group;         /* [Size: rings] rings that meet are in one group */
  int32_t ring_count;
  pf_mouth *mouths;
  pf_new_wall *walls;
  pf_closed_angle *angles;
  pf_jamb *jambs;
  int32_t *gone; /* convex vertices that lie in an opening, ascending; jambs take their place */
  pf_joined *joined;
  int32_t mouth_count, wall_count, angle_count, jamb_count, gone_count, joined_count;
  pf_fixed_point low, high; /* a box round all */
} pf_breach;

/* Finds the breach of rings, whose points and number are set. Errors: NO_MEMORY; free it then,
 * too. */
pathfan_status pf_breach_find(pf_breach *breach, const pf_space *space);
void pf_breach_free(pf_breach *breach);

/* Returns the opening that a point lies in, borders included; -1: none. */
int32_t pf_breach_hold(const pf_breach *breach, pf_fixed_point at);

/* Whether a side of the map, which begins at a corner, has a mouth. */
static inline bool pf_breach_has_mouth(const pf_breach *breach, uint32_t corner) {
  for (int32_t i = 0; i < breach->mouth_count; i++)
    if (breach->mouths[i].corner == corner) return true;
  return false;
}

/* Whether one gets from a point to another by openings, or else along the map: each lies in a
 * component of the map or, if that is below 0, in an opening. */
bool pf_breach_joins(const pf_breach *breach, const int32_t component[2],
                     const pf_fixed_point at[2]);

#endif
