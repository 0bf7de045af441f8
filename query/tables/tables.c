/* tables.c - via nodes from the tables (paper, Algorithm 1, lines 6 to 11).
 *
 * For each pair of a vertex visible from one end and a vertex visible from the other, the tables
 * name the highest ranked vertex on each of the m longest plateaus. Half rows: the pair is in the
 * row of the higher ranked vertex, which is decoded once for all partners; they come in column
 * order, so that their look-ups mostly stay in the same lines of memory.
 *
 * A pair is skipped if even straight lines by way of it are too long. A via node is evaluated once,
 * however many pairs name it. */
#include "tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "query/choose/gather.h"
#include "query/open/row_reader.h"

/* Whether the line from u to v, with the legs to the ends, is within the limit. Compares squares:
 * this is done for every pair, and a root would take most of the time. */
static inline bool within(const pf_access_vertex *u, const pf_access_vertex *v, double limit) {
  const double room = limit - u->length - v->length;
  const double dx = (double)(u->at.x - v->at.x), dy = (double)(u->at.y - v->at.y);
  return (room >= 0) & (dx * dx + dy * dy <= room * room);
}

/* The state of one collection. */
typedef struct gather {
  pf_gather all;
  pf_table_scratch *s;
  double lattice_limit; /* the longest via-path, lattice units */
  int32_t tables;
} gather;

/* Looks up all pairs (owner, partner) that are in the owner's row. */
static void look_up_row(gather *g, const pf_access_vertex *owner, const pf_access_vertex *partners,
                        int32_t partner_count) {
  pf_row rows[PF_LAYOUT_TABLES_MAX];
  /* Selects the partners first, without branches: ranks are as good as random. */
  int32_t count = 0;
  for (int32_t i = 0; i < partner_count; i++) {
    g->s->partners[count] = partners[i].vertex;
    count += (partners[i].rank > owner->rank) & within(owner, &partners[i], g->lattice_limit);
  }
  if (!count) return;
  for (int32_t t = 0; t < g->tables; t++) rows[t] = pf_row_of(g->all.view, t, owner->vertex);
  for (int32_t i = 0; i < count; i++) {
    if (!pf_work_limit_spend(g->all.work_limit, (uint64_t)g->tables)) return;
    for (int32_t t = 0; t < g->tables; t++) {
      const uint32_t via = pf_row_at(&rows[t], (uint32_t)g->s->partners[i]);
      if (!pf_stamp_has(g->all.tried, via)) pf_gather_via(&g->all, (int32_t)via);
      if (pf_gather_is_over(&g->all)) return;
    }
  }
}

/* Looks up the rows of both ends, one after the other. */
static void look_up_rows(gather *g) {
  for (int e = 0; e < 2; e++) {
    const pf_access *own = &g->s->access[e], *other = &g->s->access[1 - e];
    for (int32_t i = 0; i < own->count && !pf_gather_is_over(&g->all); i++)
      look_up_row(g, &own->list[i], other->list, other->count);
  }
}

/* Puts the slots of those access vertices of the kept end that are near enough to u into the set
 * `near`; returns how many. */
static int32_t find_near(const gather *g, int kept, const pf_access_vertex *u, uint64_t *near) {
  const pf_access *access = &g->s->access[kept];
  const pf_visible_vertex *seen = g->all.ends->end[kept].visible.list;
  int32_t count = 0;
  assert(kept == pf_ends_kept(g->all.ends));
  memset(near, 0, (size_t)g->s->kept.words * sizeof *near);
  for (int32_t i = 0, slot = 0; i < access->count; i++, slot++) {
    const pf_access_vertex *v = &access->list[i];
    while (seen[slot].vertex != v->vertex) slot++; /* both ascend */
    const bool is_near = v->rank != u->rank && (v->rank > u->rank ? within(u, v, g->lattice_limit)
                                                                  : within(v, u, g->lattice_limit));
    near[slot / 64] |= (uint64_t)is_near << slot % 64;
    count += is_near;
  }
  return count;
}

/* Looks up the same pairs as look_up_rows, at the same cost; for a kept end and without a limit. */
static void look_up_kept(gather *g, int kept) {
  pf_kept_rows *rows = &g->s->kept;
  const pf_access *own = &g->s->access[1 - kept], *other = &g->s->access[kept];
  g->all.status = pf_kept_rows_begin(rows, g->all.view, g->all.ends, g->tables);
  for (int32_t i = 0; i < own->count && !g->all.status; i++) {
    const pf_access_vertex *u = &own->list[i];
    const int32_t near = find_near(g, kept, u, rows->near);
    pf_kept_vias vias;
    if (!near) continue;
    g->all.status =
        pf_kept_rows_of(rows, g->all.view, &g->all.ends->end[kept].visible, u->vertex, &vias);
    if (g->all.status) return;
    if (vias.count < 0) {
      look_up_row(g, u, other->list, other->count);
      for (int32_t k = 0; k < other->count && !g->all.status; k++)
        look_up_row(g, &other->list[k], u, 1);
      continue;
    }
    (void)pf_work_limit_spend(g->all.work_limit, (uint64_t)near * (uint64_t)g->tables);
    for (int32_t k = 0; k < vias.count && !g->all.status; k++)
      if (!pf_stamp_has(g->all.tried, vias.list[k]) && pf_kept_via_has(&vias, k, rows->near))
        pf_gather_via(&g->all, (int32_t)vias.list[k]);
  }
}

static int by_estimate(const void *a, const void *b) {
  const pf_access_vertex *x = a, *y = b;
  if (x->estimate != y->estimate) return x->estimate < y->estimate ? -1 : 1;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static int by_vertex(const void *a, const void *b) {
  const pf_access_vertex *x = a, *y = b;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* Finds the access vertices of end e: useful visible vertices that aren't too far off, at most
 * `most` of them (0: all) by |end u| + |u other end|; ascending by vertex. */
static pathfan_status choose_access(gather *g, int e, int32_t most) {
  const pf_index_view *view = g->all.view;
  const pf_visible_vertices *visible = &g->all.ends->end[e].visible;
  const pf_fixed_point goal = g->all.ends->end[1 - e].at;
  const double to_lattice = pf_power_of_two(-view->header->length_bits);
  pf_access *access = &g->s->access[e];
  pathfan_status status = pf_grow(&access->list, &access->capacity, visible->count);
  if (!status) status = pf_grow(&g->s->partners, &g->s->partner_capacity, visible->count + 1);
  if (status) return status;
  assert(visible->dead_count >= 0); /* in ascending order then */
  pf_access_vertex *out = access->list;
  int32_t count = 0;
  for (int32_t i = 0; i < visible->count; i++) {
    const pf_visible_vertex *u = &visible->list[i];
    if (!u->useful) continue;
    const pf_lattice_point at = pf_vertex_at(view, u->vertex);
    const int64_t estimate =
        u->length + pf_units(view, pf_lift(at, view->header->fraction_bits), goal);
    if (estimate > g->all.limit) continue;
    out[count++] = (pf_access_vertex){u->vertex, view->vertices[u->vertex].rank, at,
                                      (double)u->length * to_lattice, estimate};
  }
  if (most && count > most) {
    qsort(out, (size_t)count, sizeof *out, by_estimate);
    count = most;
    qsort(out, (size_t)count, sizeof *out, by_vertex);
  }
  access->count = count;
  return PATHFAN_OK;
}

/* Prefetches the rows that are about to be read: most lie far apart in the file, and waiting for
 * them one by one would take most of the time. */
static void prefetch_rows(const gather *g) {
  const pf_table *tables = g->all.view->tables;
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < g->s->access[e].count; i++)
      for (int32_t t = 0; t < g->tables; t++)
        PF_PREFETCH(&tables[t].first[g->s->access[e].list[i].vertex]);
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < g->s->access[e].count; i++)
      for (int32_t t = 0; t < g->tables; t++) {
        const uint8_t *row = pf_table_row(&tables[t], g->s->access[e].list[i].vertex);
        PF_PREFETCH(row);
        PF_PREFETCH(row + 64);
      }
}

static pathfan_status need_tables(const pf_task *task, int32_t tables) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t t = 0; t < tables && !status; t++)
    status = pf_generation_need(task->generation, PF_PART_TABLE + t, task->scene.error);
  return status;
}

pathfan_status pf_collect_from_tables(const pf_task *task, int64_t limit, pf_table_scratch *scratch,
                                      pf_stamp *tried, pf_candidate_list *found) {
  const pathfan_request *request = task->request;
  const pf_index_view *view = task->scene.view;
  const int32_t m = view->header->table_count;
  assert(task->scene.ends->state == PF_ENDS_SCATTERED);
  gather g = {.all = pf_gather_begin(task, -1, limit, tried, found),
              .s = scratch,
              .lattice_limit = (double)limit * pf_power_of_two(-view->header->length_bits),
              .tables = request->tables && request->tables < m ? request->tables : m};
  pf_stamp_add(tried, view->n); /* "-" counts as tried */
  g.all.status = need_tables(task, g.tables);
  for (int e = 0; e < 2 && !g.all.status; e++) g.all.status = choose_access(&g, e, request->access);
  if (g.all.status) return g.all.status;
  const int kept = task->work_limit->limit ? -1 : pf_ends_kept(g.all.ends);
  if (kept < 0) prefetch_rows(&g);
  pf_gather_common(&g.all);
  if (g.all.status) return g.all.status;
  if (kept < 0)
    look_up_rows(&g);
  else
    look_up_kept(&g, kept);
  /* The pair of a vertex with itself needs no look-up: pf_gather_common has evaluated it. */
  return g.all.status;
}

void pf_table_scratch_free(pf_table_scratch *scratch) {
  for (int e = 0; e < 2; e++) free(scratch->access[e].list);
  free(scratch->partners);
  pf_kept_rows_free(&scratch->kept);
  memset(scratch, 0, sizeof *scratch);
}
