/* moves.h - the first move of every pair, run-length coded.
 *
 * The build's working memory: row a holds, for every v, the edge that the shortest path from a to v
 * takes first, as runs of v grouped by edge. Rows take tens of runs where a dense table takes n
 * entries, so the whole stays far below the 2 n^2 bytes of a table of parents. */
#ifndef PF_BUILD_INDEX_TABLES_MOVES_H
#define PF_BUILD_INDEX_TABLES_MOVES_H

#include "base/limits.h"
#include "graph/graph.h"
#include "graph/trees.h"

/* Vertices low .. high-1. */
typedef struct pf_vertex_run {
  int32_t low, high;
} pf_vertex_run;

typedef struct pf_move_row {
  int32_t *first;      /* [Size: degree + 1] first run of each edge */
  pf_vertex_run *runs; /* in ascending order within an edge */
} pf_move_row;

typedef struct pf_moves {
  const pf_graph *graph; /* whose moves they are */
  int32_t vertex_count;
  pf_move_row *rows; /* [Size: vertex_count] */
  int64_t run_count;
} pf_moves;

/* Grows the tree of every vertex on `threads` threads; `trees` is scratch memory, one per thread.
 * Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_moves_build(const pf_graph *graph, pf_tree *trees, int32_t threads,
                              pf_moves *moves, const pf_limits *limits);

void pf_moves_free(pf_moves *moves);

#endif
