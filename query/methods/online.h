/* online.h - path 1 by searching the mesh (Polyanya) or cells (A*), with or without an index. */
#ifndef PF_QUERY_METHODS_ONLINE_H
#define PF_QUERY_METHODS_ONLINE_H

#include "query/paths/scratch.h"
#include "search/grid_astar.h"
#include "search/polyanya.h"

/* Zero it first. */
typedef struct pf_online_scratch {
  pf_polyanya polyanya;
  pf_grid_astar astar;
} pf_online_scratch;

/* Find one path; Polyanya goes round areas. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pf_find_by_polyanya(pf_method_scratch *scratch, const pf_task *task);
pathfan_status pf_find_by_astar(pf_method_scratch *scratch, const pf_task *task);

void pf_online_scratch_free(pf_online_scratch *scratch);

#endif
