/* thorough.h - candidates from all convex vertices, for PATHFAN_EFFORT_THOROUGH. */
#ifndef PATHFAN_QUERY_METHODS_THOROUGH_H
#define PATHFAN_QUERY_METHODS_THOROUGH_H

#include "base/stamp.h"
#include "candidates.h"
#include "task.h"

/* Distances from both ends to a vertex, side by side, in the form that thorough.c uses. */
typedef struct pathfan_packed_lengths {
  double of[2];
} pathfan_packed_lengths;

/* How a vertex is reached from the two ends. */
typedef struct pathfan_reach {
  int64_t length[2]; /* PATHFAN_FAR: it isn't reached */
  int32_t hub[2];
  int32_t before[2]; /* the vertex before it; -1: the end itself, -2: not known */
  bool head_on[2];   /* the path arrives head-on, and hub is the vertex itself */
} pathfan_reach;

/* Zero it first. */
typedef struct pathfan_thorough_scratch {
  pathfan_packed_lengths *packed; /* [Size: n + 1] once it is needed */
  pathfan_reach *reach;           /* [Size: n + 1] once it is needed */
} pathfan_thorough_scratch;

/* The same as pathfan_collect_from_tables, but from all vertices. */
pathfan_status pathfan_collect_from_all(const pathfan_task *task, int64_t limit,
                                        pathfan_thorough_scratch *scratch, pathfan_stamp *tried,
                                        pathfan_candidate_list *found);

void pathfan_thorough_scratch_free(pathfan_thorough_scratch *scratch);

#endif
