/* inspect.h - prints an index as a whole, and decoded parts of it: a row, a vertex, a pair, of
 * which ids must be in range, and functions return an exit code. JSON is left incomplete after a
 * failure. */
#ifndef PF_CLI_INSPECT_H
#define PF_CLI_INSPECT_H

#include "cli/cli.h"
#include "pathfan/inspect.h"

/* Where the index lies. */
typedef struct cli_index_place {
  const char *path;
  const pathfan_open_options *open;
} cli_index_place;

/* Print the index, with its sections if they are wanted. */
void cli_inspect_json(const cli_index_place *at, pathfan_index *index,
                      const pathfan_index_info *info, bool sections);
void cli_inspect_text(const cli_index_place *at, pathfan_index *index,
                      const pathfan_index_info *info, bool sections);

/* Prints the row of vertex in one table (1-based), or in all if table is 0. */
int cli_inspect_row(const pathfan_index *index, const pathfan_index_info *info, int32_t vertex,
                    int32_t table, bool json);

int cli_inspect_vertex(const pathfan_index *index, int32_t vertex, bool json);

int cli_inspect_pair(const pathfan_index *index, const pathfan_index_info *info, int32_t u,
                     int32_t v, bool json);

#endif
