/* candidates.h - via nodes that may become paths. */
#ifndef PF_QUERY_PATHS_CANDIDATES_H
#define PF_QUERY_PATHS_CANDIDATES_H

#include "base/memory.h"
#include "pathfan/query.h"

/* What is tried only if the stages before give too few paths. A request may begin with a later one;
 * each via node bears the stage in which a fast request tries it. */
typedef enum pf_via_stage {
  PF_STAGE_FIRST = 0, /* via nodes that a fast request tries first */
  PF_STAGE_SET,       /* the other ones of its via set */
  PF_STAGE_ALL,       /* all vertices */
} pf_via_stage;
#define PF_STAGES (PF_STAGE_ALL + 1)

/* A via node. */
typedef struct pf_candidate {
  int64_t order; /* candidates are judged in ascending order of this: the length of the via-path,
                    unless a method sets another order */
  int32_t via;
  int32_t hubs[2]; /* of the paths from the two ends */
  int32_t from[2]; /* the visible vertices of these paths; -1: the usual ones of the hubs */
  pf_via_stage stage;
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
