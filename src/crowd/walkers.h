/* walkers.h - agents that are present: where they are, what their way costs, moving.
 *
 * All costs are those of the densities of now, the agent's own left out. */
#ifndef PATHFAN_CROWD_WALKERS_H
#define PATHFAN_CROWD_WALKERS_H

#include "crowd/state.h"

pathfan_point pathfan_walker_at(const pathfan_crowd *crowd, const pathfan_walker *walker);

/* What is left of a walker's way. */
double pathfan_walker_cost(const pathfan_crowd *crowd, const pathfan_walker *walker);

/* Whether what is left of a walker's way enters a polygon that is closed. */
bool pathfan_walker_is_barred(const pathfan_crowd *crowd, const pathfan_walker *walker);

/* A course from the centre of a walker's cell, as a way for it: straight to where the course leaves
 * the cell, and on along it. */
typedef struct pathfan_change {
  int32_t course;
  int32_t piece; /* that leaves the cell */
  double lead;   /* length of the straight way */
  double cost;   /* INFINITY: it can't be taken, or costs as much as `bound` */
} pathfan_change;

/* Of a walker who is at that point. */
pathfan_change pathfan_walker_try(const pathfan_crowd *crowd, const pathfan_walker *walker,
                                  pathfan_point at, int32_t course, double bound);

/* Lets a walker take it. */
void pathfan_walker_take(pathfan_crowd *crowd, pathfan_walker *walker,
                         const pathfan_change *change);

/* Adds one at the start of a course, which it holds from now on. Errors: NO_MEMORY. */
pathfan_status pathfan_walker_add(pathfan_crowd *crowd, int32_t flow, int32_t course,
                                  pathfan_walker **walker);

/* Moves all by a step; those who arrive are gone. */
void pathfan_walkers_move(pathfan_crowd *crowd);

#endif
