/* thorough.h - candidates from all convex vertices, for PATHFAN_EFFORT_THOROUGH. */
#ifndef PF_QUERY_METHODS_THOROUGH_H
#define PF_QUERY_METHODS_THOROUGH_H

#include "base/stamp.h"
#include "query/paths/candidates.h"
#include "query/paths/task.h"

/* Distances from both ends to a vertex, side by side, in the form that thorough.c uses. */
typedef struct pf_packed_lengths {
  double of[2];
} pf_packed_lengths;

/* How a vertex is reached from the two ends. */
typedef struct pf_reach {
  int64_t length[2]; /* PF_FAR: it isn't reached */
  int32_t hub[2];
  int32_t before[2]; /* the vertex before it; -1: the end itself, -2: not known */
  bool head_on[2];   /* the path arrives head-on, and hub is the vertex itself */
} pf_reach;

/* Zero it first. */
typedef struct pf_thorough_scratch {
  pf_packed_lengths *packed; /* [Size: n + 1] once it is needed */
  pf_reach *reach;           /* [Size: n + 1] once it is needed */
} pf_thorough_scratch;

/* The same as pf_collect_from_tables, but from all vertices. */
pathfan_status pf_collect_from_all(const pf_task *task, int64_t limit, pf_thorough_scratch *scratch,
                                   pf_stamp *tried, pf_candidate_list *found);

void pf_thorough_scratch_free(pf_thorough_scratch *scratch);

#endif
