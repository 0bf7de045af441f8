/* columns.h - the order of columns that makes the fewest runs. */
#ifndef PATHFAN_BUILD_COLUMNS_H
#define PATHFAN_BUILD_COLUMNS_H

#include "moves.h"
#include "plateaus.h"

/* Sets column_of[v] to the column of build number v (order.h). Starts from the build numbering and
 * improves it on a sample of rows of the m tables. done (parallel.h) is asked whether to go on, and
 * counts nothing. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pathfan_columns_find(const pathfan_graph *graph, const pathfan_moves *moves,
                                    pathfan_tree *tree, int32_t table_count, const int32_t *rank_of,
                                    int32_t *column_of, pathfan_done_function *done,
                                    void *done_context);

#endif
