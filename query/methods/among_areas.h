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

/* Finds all paths of a task whose closed areas are obstacles. Its only track is the shortest path
 * without regard to areas. Errors: NO_MEMORY, DAMAGED, LIMIT, ARGUMENT. */
pathfan_status pf_find_among_areas(pf_method_scratch *scratch, const pf_task *task);

void pf_around_scratch_free(pf_around_scratch *scratch);

#endif
