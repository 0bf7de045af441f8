/* tables.c - grows one more tree per vertex u, now that ranks are known: its plateaus fill row u of
 * every table (only columns of lower rank: paper, Table 3). Rows are coded at once; nothing of size
 * n^2 is ever held. */
#include "tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "format/layout.h"
#include "rows.h"

typedef struct worker {
  pf_plateaus plateaus;
  pf_row_coder coder;
  uint32_t *cells; /* [Size: n] by column */
  int64_t run_count[8];
} worker;

typedef struct tables_job {
  const pf_moves *moves;
  const pf_numbering *numbering;
  pf_tree *trees;
  int32_t *column_of_rank; /* [Size: n] */
  pf_tables *tables;
  worker *workers;
} tables_job;

static pathfan_status worker_init(worker *w, int32_t n, int32_t tables, int id_bytes) {
  pathfan_status status = pf_plateaus_init(&w->plateaus, n, tables);
  if (!status) status = pf_row_coder_init(&w->coder, (uint32_t)n, id_bytes);
  if (status) return status;
  w->cells = pf_alloc((uint64_t)n, sizeof *w->cells);
  return w->cells ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

static void worker_free(worker *w) {
  pf_plateaus_free(&w->plateaus);
  pf_row_coder_free(&w->coder);
  free(w->cells);
}

static pathfan_status code_rows(const tables_job *job, worker *w, const pf_tree *tree) {
  const int32_t n = job->moves->vertex_count, u = tree->source;
  const int32_t *rank_of = job->numbering->rank_of, *column_of = job->numbering->column_of;
  pf_tables *tables = job->tables;
  for (int32_t i = 0; i < tables->table_count; i++) {
    for (int32_t c = 0; c < n; c++) w->cells[c] = PF_ROW_WILDCARD;
    for (int32_t k = 1; k < tree->count; k++) {
      const int32_t v = tree->order[k];
      assert(tree->length[v] >= 0);
      if (rank_of[v] < rank_of[u]) continue;
      const pf_plateau *p = &w->plateaus.top[(int64_t)v * tables->table_count + i];
      w->cells[column_of[v]] = p->length ? (uint32_t)job->column_of_rank[p->best] : PF_LAYOUT_NONE;
    }
    pf_row_code(&w->coder, w->cells);
    pf_coded_row *row = &tables->rows[(int64_t)i * n + u];
    assert(!row->bytes);
    assert(w->coder.size % 2 == 0);
    row->size = w->coder.size;
    row->bytes = pf_alloc(row->size, 1);
    if (!row->bytes) return PATHFAN_ERR_NO_MEMORY;
    memcpy(row->bytes, w->coder.bytes, row->size);
    w->run_count[i] += w->coder.runs;
  }
  return PATHFAN_OK;
}

static pathfan_status fill_rows(void *context, int64_t item, int32_t thread) {
  const tables_job *job = context;
  worker *w = &job->workers[thread];
  pf_tree *tree = &job->trees[thread];
  pathfan_status status = pf_tree_grow(tree, job->moves->graph, (int32_t)item);
  if (!status) status = pf_plateaus_find(&w->plateaus, job->moves, tree, job->numbering->rank_of);
  return status ? status : code_rows(job, w, tree);
}

pathfan_status pf_tables_build(const pf_moves *moves, const pf_numbering *numbering, int32_t count,
                               pf_tree *trees, int32_t threads, pf_tables *tables,
                               const pf_limits *limits) {
  const int32_t n = moves->vertex_count;
  assert(count >= 1 && count <= (int32_t)(sizeof tables->run_count / sizeof *tables->run_count));
  tables_job job = {.moves = moves, .numbering = numbering, .trees = trees, .tables = tables};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  memset(tables, 0, sizeof *tables);
  tables->vertex_count = n;
  tables->table_count = count;
  tables->id_bytes = numbering->id_bytes;
  tables->rows = pf_alloc_zero((uint64_t)count * (uint64_t)n, sizeof *tables->rows);
  job.column_of_rank = pf_alloc((uint64_t)n, sizeof *job.column_of_rank);
  job.workers = pf_alloc_zero((uint64_t)threads, sizeof *job.workers);
  if (!tables->rows || !job.column_of_rank || !job.workers) goto cleanup;
  for (int32_t v = 0; v < n; v++)
    job.column_of_rank[numbering->rank_of[v]] = numbering->column_of[v];
  status = PATHFAN_OK;
  for (int32_t t = 0; t < threads && !status; t++)
    status = worker_init(&job.workers[t], n, count, numbering->id_bytes);
  if (!status) status = pf_parallel_for(n, threads, fill_rows, &job, limits);

cleanup:
  for (int32_t t = 0; job.workers && t < threads; t++) {
    for (int32_t i = 0; i < count; i++) tables->run_count[i] += job.workers[t].run_count[i];
    worker_free(&job.workers[t]);
  }
  free(job.workers);
  free(job.column_of_rank);
  if (status) pf_tables_free(tables);
  return status;
}

void pf_tables_free(pf_tables *tables) {
  const int64_t n = tables->vertex_count;
  for (int64_t i = 0; tables->rows && i < n * tables->table_count; i++) free(tables->rows[i].bytes);
  free(tables->rows);
  memset(tables, 0, sizeof *tables);
}
