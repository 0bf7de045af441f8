/* among_areas.h - the index's method where a path without regard to areas touches one. */
#ifndef PF_QUERY_METHODS_AMONG_AREAS_H
#define PF_QUERY_METHODS_AMONG_AREAS_H

#include "query/choose/choose.h"
#include "query/obstacles/bypass.h"
#include "query/paths/candidates.h"
#include "query/paths/scratch.h"

/* Zero it first. */
typedef struct pf_around_scratch {
  pf_bypass way;
  pf_candidate_list found;
  pf_tracks tracks; /* those by trees, the choice that gave them, and the via nodes refused */
  pf_choice choice;
  pf_refused_vias refused;
} pf_around_scratch;

/* Finds out whether a way through openings may matter: be shorter than path 1, the task's first
 * track, or, if other paths are wanted, short enough for one of them. Errors: NO_MEMORY, DAMAGED.
 */
pathfan_status pf_may_go_through(pf_method_scratch *scratch, const pf_task *task,
                                 const pf_openings *openings, bool *may);

/* Finds all paths of a task whose closed areas are obstacles. Its only track is the shortest path
 * without regard to areas and openings; there may be none if there are openings. Errors: NO_MEMORY,
 * DAMAGED, LIMIT, ARGUMENT. */
pathfan_status pf_find_among_areas(pf_method_scratch *scratch, const pf_task *task);

void pf_around_scratch_free(pf_around_scratch *scratch);

#endif
