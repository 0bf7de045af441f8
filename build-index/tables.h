/* tables.h - from plateaus to the coded rows of CVPD^1..CVPD^m. */
#ifndef PATHFAN_BUILD_TABLES_H
#define PATHFAN_BUILD_TABLES_H

#include "base/parallel.h"
#include "moves.h"
#include "plateaus.h"

/* The coded row of one vertex in one table. */
typedef struct pathfan_coded_row {
  uint8_t *bytes;
  uint32_t size; /* even */
} pathfan_coded_row;

typedef struct pathfan_tables {
  int32_t vertex_count, table_count;
  int id_bytes;
  pathfan_coded_row *rows; /* [Size: m * n] row of u in table i at i * n + u */
  int64_t run_count[8];
} pathfan_tables;

/* Codes the rows of every vertex, if there are tables. rank_of: [Size: n] 0 is highest; column_of:
 * [Size: n] each vertex's column. Values in rows are columns. done: see parallel.h. Errors:
 * NO_MEMORY, CANCELLED. */
pathfan_status pathfan_tables_build(const pathfan_graph *graph, const pathfan_moves *moves,
                                    pathfan_tree *trees, int32_t threads, int32_t table_count,
                                    int id_bytes, const int32_t *rank_of, const int32_t *column_of,
                                    pathfan_tables *tables, pathfan_done_function *done,
                                    void *done_context);

void pathfan_tables_free(pathfan_tables *tables);

#endif
