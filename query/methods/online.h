/* online.h - path 1 by searching the mesh (Polyanya) or cells (A*), with or without an index. */
#ifndef PATHFAN_QUERY_METHODS_ONLINE_H
#define PATHFAN_QUERY_METHODS_ONLINE_H

#include "methods/scratch.h"
#include "search/grid_astar.h"
#include "search/polyanya.h"

/* Zero it first. */
typedef struct pathfan_online_scratch {
  pathfan_polyanya polyanya;
  pathfan_grid_astar astar;
} pathfan_online_scratch;

/* Find one path; Polyanya goes round areas. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pathfan_find_by_polyanya(pathfan_method_scratch *scratch, const pathfan_task *task);
pathfan_status pathfan_find_by_astar(pathfan_method_scratch *scratch, const pathfan_task *task);

void pathfan_online_scratch_free(pathfan_online_scratch *scratch);

#endif
