/* stored.h - alternatives from the index for each cell and flow, requested once and kept.
 *
 *   status = pf_stored_get(&stored, cell, flow, &set);
 *   for (i = 0; i < set->count; i++) ... set->courses[i] ...
 *   pf_stored_forget(&stored);                              after a closure
 *   pf_stored_free(&stored); */
#ifndef PF_CROWD_STORED_H
#define PF_CROWD_STORED_H

#include "crowd/courses.h"
#include "crowd/goals.h"

#define PF_STORED_MOST 16
#define PF_LANES_MOST 4

typedef struct pf_stored_set {
  int32_t count;
  int32_t courses[PF_STORED_MOST * PF_LANES_MOST]; /* from the centre of the cell, shortest first */
} pf_stored_set;

/* Must be zeroed first, and the fields before `of` be set. */
typedef struct pf_stored {
  pathfan_query *query;
  pf_courses *courses;
  const pf_floor *floor;
  const pf_cells *cells;
  const pf_goal *goals; /* [Size: flow_count] */
  int32_t flow_count;
  int32_t paths; /* k */
  int32_t lanes; /* for each path, including itself */
  double stretch;
  const pf_crowd_links *links; /* NULL: none */
  uint64_t link_flags;         /* which requests may use */
  const pathfan_area *avoid;   /* [Size: avoid_count] closed areas, for lanes */
  int32_t avoid_count;
  pathfan_obstacles *obstacles; /* the same as a snapshot, which requests share; NULL: none */
  int32_t *of; /* [Size: flows * squares] number of the set + 1; 0: not requested yet */
  pf_stored_set *sets;
  int32_t count, capacity;
  pathfan_point *points; /* scratch */
  int32_t *ways;         /* scratch */
  int32_t point_capacity, way_capacity;
  int64_t requests;
} pf_stored;

/* Returns the set of a square for a flow: up to k paths and their lanes, none longer than `stretch`
 * times the shortest. It is valid until the next call. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_stored_get(pf_stored *stored, int32_t square, int32_t flow,
                             const pf_stored_set **set);

void pf_stored_forget(pf_stored *stored);

void pf_stored_free(pf_stored *stored);

#endif
