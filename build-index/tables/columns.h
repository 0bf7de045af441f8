/* columns.h - the order of columns that makes the fewest runs. */
#ifndef PF_BUILD_INDEX_TABLES_COLUMNS_H
#define PF_BUILD_INDEX_TABLES_COLUMNS_H

#include "moves.h"
#include "plateaus.h"

/* Sets column_of[v] to the column of build number v (order.h). Starts from the build numbering and
 * improves it on a sample of rows of the m tables. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_columns_find(const pf_moves *moves, pf_tree *tree, int32_t table_count,
                               const int32_t *rank_of, int32_t *column_of, const pf_limits *limits);

#endif
