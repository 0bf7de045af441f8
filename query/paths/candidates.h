/* candidates.h - via nodes that may become paths. */
#ifndef PF_QUERY_PATHS_CANDIDATES_H
#define PF_QUERY_PATHS_CANDIDATES_H

#include "base/memory.h"
#include "pathfan/query.h"

/* A via node. */
typedef struct pf_candidate {
  int64_t order; /* candidates are judged in ascending order of this: the length of the via-path,
                    unless a method sets another order */
  int32_t via;
  int32_t hubs[2]; /* of the paths from the two ends */
  int32_t from[2]; /* the visible vertices of these paths; -1: the usual ones of the hubs */
  const struct pf_candidate *same; /* another candidate, whose path has the same points */
} pf_candidate;

/* Scratch; zero it first. */
typedef struct pf_candidate_list {
  pf_candidate *list;
  int32_t count, capacity;
} pf_candidate_list;

static inline pathfan_status pf_candidate_add(pf_candidate_list *candidates,
                                              pf_candidate candidate) {
  const pathfan_status status =
      pf_grow(&candidates->list, &candidates->capacity, candidates->count + 1);
  if (!status) candidates->list[candidates->count++] = candidate;
  return status;
}

#endif
