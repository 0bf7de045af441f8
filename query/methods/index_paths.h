/* index_paths.h - the index's own method: Algorithm 1 of the paper, section 4.2.1. */
#ifndef PF_QUERY_METHODS_INDEX_PATHS_H
#define PF_QUERY_METHODS_INDEX_PATHS_H

#include "query/paths/scratch.h"
#include "query/tables/tables.h"
#include "thorough.h"

/* Zero it first. */
typedef struct pf_index_scratch {
  pf_candidate_list found;
  pf_stamp tried; /* via nodes; n stands for "-" */
  pf_table_scratch tables;
  pf_thorough_scratch thorough;
} pf_index_scratch;

/* Finds all paths of a task by labels and via sets or tables; ignores areas. Errors: NO_MEMORY,
 * DAMAGED. */
pathfan_status pf_find_by_index(pf_method_scratch *scratch, const pf_task *task);

/* Adds the other paths to path 1. Errors: as above. */
pathfan_status pf_find_alternatives(pf_index_scratch *scratch, const pf_task *task);

void pf_index_scratch_free(pf_index_scratch *scratch);

#endif
