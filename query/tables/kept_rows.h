/* kept_rows.h - the via nodes in rows of tables for a vertex and those that a kept end sees
 * (ends.h): looked up once, for all requests that have that end.
 *
 *   status = pf_kept_rows_begin(&rows, view, ends, tables);
 *   status = pf_kept_rows_of(&rows, view, seen, vertex, &vias);
 *   for (i = 0; i < vias.count; i++)
 *     if (pf_kept_via_has(&vias, i, slots)) vias.list[i] is named by one of these
 */
#ifndef PF_QUERY_TABLES_KEPT_ROWS_H
#define PF_QUERY_TABLES_KEPT_ROWS_H

#include <assert.h>

#include "base/stamp.h"
#include "query/ends/ends.h"

/* Places in a list. */
typedef struct pf_kept_span {
  int32_t first, count;
} pf_kept_span;

/* Scratch; zero it first. A slot is a number in the kept end's list of visible vertices; a set has
 * a bit for each. */
typedef struct pf_kept_rows {
  uint64_t end;          /* number of the kept end that the rest is about; 0: none */
  int32_t tables, words; /* tables that are looked up; 64-bit words of a set */
  pf_stamp known;        /* vertices that have been looked up */
  pf_kept_span *span;    /* [Size: n] their places in vias and sets */
  uint32_t *vias;        /* via nodes */
  uint64_t *sets;        /* [Size: words] each: the slots whose pair names the via node */
  uint64_t *near;        /* [Size: words] a set for the caller's use */
  int32_t count, span_capacity, via_capacity, set_capacity, near_capacity;
} pf_kept_rows;

/* The via nodes that tables name for a vertex; count -1: there are too many to be kept. */
typedef struct pf_kept_vias {
  const uint32_t *list;
  const uint64_t *sets;
  int32_t count, words;
} pf_kept_vias;

/* Forgets everything unless it is about this kept end, which must have scattered, and as many
 * tables. Errors: NO_MEMORY. */
pathfan_status pf_kept_rows_begin(pf_kept_rows *rows, const pf_index_view *view,
                                  const pf_ends *ends, int32_t tables);

/* Looks up a vertex with all that the kept end sees, unless that was done. *vias is valid until the
 * next call. Errors: NO_MEMORY. */
pathfan_status pf_kept_rows_of(pf_kept_rows *rows, const pf_index_view *view,
                               const pf_visible_vertices *seen, int32_t vertex, pf_kept_vias *vias);

/* Whether a pair with one of these slots names via node i. */
static inline bool pf_kept_via_has(const pf_kept_vias *vias, int32_t i, const uint64_t *slots) {
  assert(i >= 0 && i < vias->count);
  const uint64_t *set = vias->sets + (int64_t)i * vias->words;
  uint64_t both = 0;
  for (int32_t w = 0; w < vias->words; w++) both |= set[w] & slots[w];
  return both != 0;
}

void pf_kept_rows_free(pf_kept_rows *rows);

#endif
