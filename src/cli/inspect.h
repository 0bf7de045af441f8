/* inspect.h - prints decoded parts of an index: a row, a vertex, a pair. Ids must be in range; each
 * function returns an exit code. JSON is left incomplete after a failure. */
#ifndef PF_CLI_INSPECT_H
#define PF_CLI_INSPECT_H

#include "cli/cli.h"
#include "pathfan/inspect.h"

/* Prints the row of vertex in one table (1-based), or in all if table is 0. */
int cli_inspect_row(const pathfan_index *index, const pathfan_index_info *info, int32_t vertex,
                    int32_t table, bool json);

int cli_inspect_vertex(const pathfan_index *index, int32_t vertex, bool json);

int cli_inspect_pair(const pathfan_index *index, const pathfan_index_info *info, int32_t u,
                     int32_t v, bool json);

#endif
