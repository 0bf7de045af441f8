/* moves.c - grows one canonical tree per source, which gives the first move to every vertex. */
#include "moves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

typedef struct moves_job {
  const pf_graph *graph;
  pf_moves *moves;
  pf_tree *trees;
  int32_t *scratch;   /* [Size: threads * n] first edge */
  int64_t *run_count; /* [Size: threads] */
} moves_job;

/* Codes the runs of equal first moves; the source itself and unreached vertices belong to none. */
static pathfan_status code_row(const pf_graph *graph, int32_t source, const int32_t *move,
                               pf_move_row *row, int64_t *run_count) {
  const int32_t n = graph->vertex_count;
  const int32_t base = pf_graph_first(graph, source);
  const int32_t degree = pf_graph_end(graph, source) - base;
  row->first = pf_alloc_zero((uint64_t)degree + 2, sizeof *row->first);
  if (!row->first) return PATHFAN_ERR_NO_MEMORY;
  int32_t count = 0;
  for (int32_t v = 0, before = -1; v < n; before = move[v++])
    if (move[v] >= 0 && move[v] != before) {
      row->first[move[v] - base + 2]++;
      count++;
    }
  for (int32_t i = 0; i < degree; i++) row->first[i + 1] += row->first[i];
  row->runs = pf_alloc((uint64_t)count, sizeof *row->runs);
  if (!row->runs) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n;) {
    int32_t end = v + 1;
    while (end < n && move[end] == move[v]) end++;
    if (move[v] >= 0) row->runs[row->first[move[v] - base + 1]++] = (pf_vertex_run){v, end};
    v = end;
  }
  *run_count += count;
  return PATHFAN_OK;
}

static pathfan_status find_moves(const moves_job *job, const pf_tree *tree, int32_t *move,
                                 int32_t thread) {
  const int32_t n = job->graph->vertex_count, source = tree->source;
  for (int32_t v = 0; v < n; v++) move[v] = -1;
  for (int32_t i = 1; i < tree->count; i++) {
    const int32_t v = tree->order[i], parent = tree->parent[v];
    assert(parent == source || move[parent] >= 0); /* parents come first */
    move[v] = parent == source ? tree->parent_edge[v] : move[parent];
  }
  return code_row(job->graph, source, move, &job->moves->rows[source], &job->run_count[thread]);
}

static pathfan_status survey(void *context, int64_t item, int32_t thread) {
  const moves_job *job = context;
  pf_tree *tree = &job->trees[thread];
  const pathfan_status status = pf_tree_grow(tree, job->graph, (int32_t)item);
  if (status) return status;
  return find_moves(job, tree, job->scratch + (int64_t)thread * job->graph->vertex_count, thread);
}

pathfan_status pf_moves_build(const pf_graph *graph, pf_tree *trees, int32_t threads,
                              pf_moves *moves, const pf_limits *limits) {
  const int32_t n = graph->vertex_count;
  moves_job job = {.graph = graph, .moves = moves, .trees = trees};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  memset(moves, 0, sizeof *moves);
  moves->graph = graph;
  moves->vertex_count = n;
  moves->rows = pf_alloc_zero((uint64_t)n, sizeof *moves->rows);
  job.scratch = pf_alloc((uint64_t)threads * (uint64_t)n, sizeof *job.scratch);
  job.run_count = pf_alloc_zero((uint64_t)threads, sizeof *job.run_count);
  if (moves->rows && job.scratch && job.run_count)
    status = pf_parallel_for(n, threads, survey, &job, limits);
  if (!status)
    for (int32_t t = 0; t < threads; t++) moves->run_count += job.run_count[t];
  free(job.scratch);
  free(job.run_count);
  if (status) pf_moves_free(moves);
  return status;
}

void pf_moves_free(pf_moves *moves) {
  for (int32_t v = 0; moves->rows && v < moves->vertex_count; v++) {
    free(moves->rows[v].first);
    free(moves->rows[v].runs);
  }
  free(moves->rows);
  memset(moves, 0, sizeof *moves);
}
