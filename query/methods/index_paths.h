/* index_paths.h - the index's own method: Algorithm 1 of the paper, section 4.2.1. */
#ifndef PATHFAN_QUERY_METHODS_INDEX_PATHS_H
#define PATHFAN_QUERY_METHODS_INDEX_PATHS_H

#include "methods/scratch.h"
#include "methods/tables.h"
#include "methods/thorough.h"

/* Zero it first. */
typedef struct pathfan_index_scratch {
  pathfan_candidate_list found;
  pathfan_stamp tried; /* via nodes; n stands for "-" */
  pathfan_table_scratch tables;
  pathfan_thorough_scratch thorough;
} pathfan_index_scratch;

/* Finds all paths of a task by labels and via sets or tables; ignores areas. Errors: NO_MEMORY,
 * DAMAGED. */
pathfan_status pathfan_find_by_index(pathfan_method_scratch *scratch, const pathfan_task *task);

/* Adds the other paths to path 1. Errors: as above. */
pathfan_status pathfan_find_alternatives(pathfan_index_scratch *scratch, const pathfan_task *task);

void pathfan_index_scratch_free(pathfan_index_scratch *scratch);

#endif
