/* stored.h - alternatives from the index for each cell and flow, requested once and kept.
 *
 *   status = pathfan_stored_get(&stored, cell, flow, &set);
 *   for (i = 0; i < set->count; i++) ... set->courses[i] ...
 *   pathfan_stored_forget(&stored);                              after a closure
 *   pathfan_stored_free(&stored); */
#ifndef PATHFAN_CROWD_STORED_H
#define PATHFAN_CROWD_STORED_H

#include "crowd/courses.h"
#include "crowd/goals.h"

#define PATHFAN_STORED_MOST 16
#define PATHFAN_LANES_MOST 4

typedef struct pathfan_stored_set {
  int32_t count;
  int32_t courses[PATHFAN_STORED_MOST *
                  PATHFAN_LANES_MOST]; /* from the centre of the cell, shortest first */
} pathfan_stored_set;

/* Must be zeroed first, and the fields before `of` be set. */
typedef struct pathfan_stored {
  pathfan_query *query;
  pathfan_courses *courses;
  const pathfan_floor *floor;
  const pathfan_cells *cells;
  const pathfan_goal *goals; /* [Size: flow_count] */
  int32_t flow_count;
  int32_t paths; /* k */
  int32_t lanes; /* for each path, including itself */
  double stretch;
  const pathfan_area *avoid; /* [Size: avoid_count] closed areas */
  int32_t avoid_count;
  int32_t *of; /* [Size: flows * squares] number of the set + 1; 0: not requested yet */
  pathfan_stored_set *sets;
  int32_t count, capacity;
  pathfan_point *points; /* scratch */
  int32_t point_capacity;
  int64_t requests;
} pathfan_stored;

/* Returns the set of a square for a flow: up to k paths and their lanes, none longer than `stretch`
 * times the shortest. It is valid until the next call. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_stored_get(pathfan_stored *stored, int32_t square, int32_t flow,
                                  const pathfan_stored_set **set);

void pathfan_stored_forget(pathfan_stored *stored);

void pathfan_stored_free(pathfan_stored *stored);

#endif
