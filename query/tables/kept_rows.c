/* kept_rows.c - units that come from one side see the same vertices. For each of these with each
 * vertex that the common end sees, the tables say the same to all units: few via nodes, each named
 * by many pairs. Units differ in which pairs are near enough. */
#include "kept_rows.h"

#include <assert.h>
#include <stdlib.h>

#include "query/open/row_reader.h"

/* The most words of all sets together, 64 MB; vertices beyond that aren't kept. */
#ifndef PF_KEPT_WORDS_MOST /* tests use fewer */
#define PF_KEPT_WORDS_MOST (1 << 23)
#endif

pathfan_status pf_kept_rows_begin(pf_kept_rows *rows, const pf_index_view *view,
                                  const pf_ends *ends, int32_t tables) {
  assert(pf_ends_kept(ends) >= 0);
  assert(ends->kept.state == PF_ENDS_SCATTERED);
  assert(tables >= 0 && tables <= view->header->table_count);
  if (rows->end == ends->kept.number && rows->tables == tables) return PATHFAN_OK;
  const int32_t words = ends->end[pf_ends_kept(ends)].visible.count / 64 + 1;
  pathfan_status status = pf_stamp_fit(&rows->known, view->n);
  if (!status) status = pf_grow(&rows->span, &rows->span_capacity, view->n);
  if (!status) status = pf_grow(&rows->near, &rows->near_capacity, words);
  if (status) return status;
  pf_stamp_next(&rows->known);
  rows->end = ends->kept.number;
  rows->tables = tables;
  rows->words = words;
  rows->count = 0;
  return PATHFAN_OK;
}

/* Notes that the pair with `slot` names a via node. */
static pathfan_status note(pf_kept_rows *rows, int32_t first, uint32_t via, int32_t slot) {
  int32_t i = first;
  assert(slot >= 0 && slot / 64 < rows->words);
  while (i < rows->count && rows->vias[i] != via) i++;
  if (i == rows->count) {
    pathfan_status status = pf_grow(&rows->vias, &rows->via_capacity, i + 1);
    if (!status) status = pf_grow(&rows->sets, &rows->set_capacity, (int64_t)(i + 1) * rows->words);
    if (status) return status;
    rows->vias[i] = via;
    memset(rows->sets + (int64_t)i * rows->words, 0, (size_t)rows->words * sizeof *rows->sets);
    rows->count++;
  }
  rows->sets[(int64_t)i * rows->words + slot / 64] |= UINT64_C(1) << slot % 64;
  return PATHFAN_OK;
}

/* Looks up a vertex. Half rows: a pair is in the row of the higher ranked vertex. */
static pathfan_status look_up(pf_kept_rows *rows, const pf_index_view *view,
                              const pf_visible_vertices *seen, int32_t vertex) {
  const int32_t first = rows->count;
  const uint32_t rank = view->vertices[vertex].rank;
  pathfan_status status = PATHFAN_OK;
  for (int32_t t = 0; t < rows->tables && !status; t++) {
    const pf_row own = pf_row_of(view, t, vertex);
    for (int32_t slot = 0; slot < seen->count && !status; slot++) {
      const int32_t other = seen->list[slot].vertex;
      const uint32_t its = view->vertices[other].rank;
      if (!seen->list[slot].useful || its == rank) continue;
      const bool is_own = its > rank;
      const pf_row row = is_own ? own : pf_row_of(view, t, other);
      const uint32_t via = pf_row_at(&row, (uint32_t)(is_own ? other : vertex));
      if (via < (uint32_t)view->n) status = note(rows, first, via, slot);
    }
  }
  if (status)
    rows->count = first;
  else
    rows->span[vertex] = (pf_kept_span){first, rows->count - first};
  return status;
}

pathfan_status pf_kept_rows_of(pf_kept_rows *rows, const pf_index_view *view,
                               const pf_visible_vertices *seen, int32_t vertex,
                               pf_kept_vias *vias) {
  assert(rows->end); /* pf_kept_rows_begin */
  assert(pf_is_vertex(view, vertex));
  *vias = (pf_kept_vias){.count = -1, .words = rows->words};
  if (!pf_stamp_has(&rows->known, vertex)) {
    if ((int64_t)rows->count * rows->words > PF_KEPT_WORDS_MOST) return PATHFAN_OK;
    const pathfan_status status = look_up(rows, view, seen, vertex);
    if (status) return status;
    pf_stamp_add(&rows->known, vertex);
  }
  const pf_kept_span span = rows->span[vertex];
  vias->count = span.count;
  if (span.count) {
    vias->list = rows->vias + span.first;
    vias->sets = rows->sets + (int64_t)span.first * rows->words;
  }
  return PATHFAN_OK;
}

void pf_kept_rows_free(pf_kept_rows *rows) {
  pf_stamp_free(&rows->known);
  free(rows->span);
  free(rows->vias);
  free(rows->sets);
  free(rows->near);
  memset(rows, 0, sizeof *rows);
}
