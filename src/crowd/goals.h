/* goals.h - where the agents of a flow go: cells, and points in them.
 *
 *   status = pathfan_goal_of(&goal, &floor, &cells, places, count, &unreachable);
 *   pathfan_goal_free(&goal); */
#ifndef PATHFAN_CROWD_GOALS_H
#define PATHFAN_CROWD_GOALS_H

#include "crowd/cells.h"
#include "crowd/places.h"

typedef struct pathfan_goal {
  int32_t count;
  int32_t *cells;    /* [Size: count] squares that are goals */
  int32_t *place;    /* [Size: count] of which place, ascending */
  pathfan_point *at; /* [Size: count] where one stops: the point, or the centre where the cell lies
                        in a polygon */
  double *after;     /* [Size: count] from the centre to there */
  int32_t *number;   /* [Size: squares] the nearest goal in each; -1 */
  double *ahead;     /* [Size: squares] straight distance to any goal, at least */
  bool *is_inside;   /* [Size: cells] who comes there has arrived */
} pathfan_goal;

/* The square whose centre is nearest to a point of all that see it; -1: there is none. Errors:
 * NO_MEMORY. */
pathfan_status pathfan_square_near(const pathfan_floor *floor, const pathfan_cells *cells,
                                   pathfan_point at, int32_t *square);

/* Zero the goal first. *blocked: the number of a place without free space that is seen from a
 * square, or -1; then the goal isn't made. Errors: NO_MEMORY. */
pathfan_status pathfan_goal_of(pathfan_goal *goal, const pathfan_floor *floor,
                               const pathfan_cells *cells, const pathfan_crowd_place *places,
                               int32_t count, int32_t *blocked);

void pathfan_goal_free(pathfan_goal *goal);

#endif
