/* tables.h - from plateaus to the coded rows of CVPD^1..CVPD^m.
 *
 * Folder tables/, used only if tables are wanted. In: the visibility graph by build numbers, and
 * ranks. First moves of all pairs (moves.h) let plateaus be found without trees of all vertices at
 * once (plateaus.h); columns are put in the order that makes the fewest runs (columns.h). Out:
 * columns, and for each vertex a coded row in each table (rows.h). */
#ifndef PF_BUILD_INDEX_TABLES_TABLES_H
#define PF_BUILD_INDEX_TABLES_TABLES_H

#include "base/limits.h"
#include "build-index/run/numbering.h"
#include "moves.h"
#include "plateaus.h"

/* The coded row of one vertex in one table. */
typedef struct pf_coded_row {
  uint8_t *bytes;
  uint32_t size; /* even */
} pf_coded_row;

typedef struct pf_tables {
  int32_t vertex_count, table_count;
  int id_bytes;
  pf_coded_row *rows; /* [Size: m * n] row of u in table i at i * n + u */
  int64_t run_count[8];
} pf_tables;

/* Codes the rows of every vertex in `count` tables, at least one. Values in rows are columns.
 * trees: one per thread. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_tables_build(const pf_moves *moves, const pf_numbering *numbering, int32_t count,
                               pf_tree *trees, int32_t threads, pf_tables *tables,
                               const pf_limits *limits);

void pf_tables_free(pf_tables *tables);

#endif
