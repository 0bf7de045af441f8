/* goals.h - the goals of a flow: cells, and points in them.
 *
 *   status = pf_goal_of(&goal, &floor, &cells, places, count, &unreachable);
 *   pf_goal_free(&goal); */
#ifndef PF_CROWD_GOALS_H
#define PF_CROWD_GOALS_H

#include "crowd/cells.h"
#include "crowd/places.h"

typedef struct pf_goal {
  int32_t count;
  int32_t *cells;    /* [Size: count] squares with a goal */
  int32_t *place;    /* [Size: count] number of the goal's place, ascending */
  pathfan_point *at; /* [Size: count] where agents stop: the point, or the cell's centre if that
                        lies in the polygon */
  double *after;     /* [Size: count] distance from the centre to that point */
  int32_t *number;   /* [Size: squares] the nearest goal in each; -1: none */
  double *ahead;     /* [Size: squares] lower bound of the distance to any goal */
  bool has_polygon;  /* one of the places is a polygon */
  bool *is_inside;   /* [Size: cells] an agent that enters it has arrived */
} pf_goal;

/* Finds the square that holds a point, or else the nearest one whose centre sees it; -1: there is
 * none. Errors: NO_MEMORY. */
pathfan_status pf_square_near(const pf_floor *floor, const pf_cells *cells, pathfan_point at,
                              int32_t *square);

/* Makes a goal of places. *goal must be zeroed first. *blocked: the number of a place that no
 * square sees, or -1; the goal is incomplete if there is one. Errors: NO_MEMORY. */
pathfan_status pf_goal_of(pf_goal *goal, const pf_floor *floor, const pf_cells *cells,
                          const pathfan_crowd_place *places, int32_t count, int32_t *blocked);

/* Measures its ends anew, which closures change. */
void pf_goal_measure(pf_goal *goal, const pf_cells *cells);

void pf_goal_free(pf_goal *goal);

#endif
