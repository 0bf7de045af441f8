/* near_spots.h - the points of the ground near one that isn't to be had, by rising distance: one of
 * them is the nearest of any part of the ground that walls and areas cut off.
 *
 *   status = pf_near_spots_try(&near, &ground, at, radius, context, takes, &spot, &found);
 *   pf_near_spots_free(&near);
 */
#ifndef PF_QUERY_PLACES_NEAR_SPOTS_H
#define PF_QUERY_PLACES_NEAR_SPOTS_H

#include "walkable.h"

/* A wall, or one side of a piece of an area. */
typedef struct pf_border_line {
  pf_wall_line line;
  int64_t low, high;       /* of x */
  int32_t area;            /* number of the area; -1: a wall */
  pf_fixed_point outer[2]; /* the piece's outer corners, which its neighbours have, too */
} pf_border_line;

typedef struct pf_near_spot {
  double square; /* the distance, in steps */
  pf_fixed_point at;
} pf_near_spot;

/* Scratch of one thread; zero it first. */
typedef struct pf_near_spots {
  pf_border_line *lines;
  pf_near_spot *list;
  int32_t line_count, line_capacity, count, capacity;
} pf_near_spots;

/* Whether a spot will do. */
typedef pathfan_status (*pf_spot_taker)(void *context, pf_position spot, bool *takes);

/* Finds the nearest spot that will do, at most `radius` steps from a point. Candidates are the
 * nearest point of each wall and each side of an area, and the crossings of these, all rounded to
 * the grid. Of equally near ones the one of smaller y comes first, then of smaller x. Errors:
 * NO_MEMORY, and those of `takes`. */
pathfan_status pf_near_spots_try(pf_near_spots *near, const pf_walkable *ground, pf_fixed_point at,
                                 double radius, void *context, pf_spot_taker takes,
                                 pf_position *spot, bool *found);

void pf_near_spots_free(pf_near_spots *near);

#endif
