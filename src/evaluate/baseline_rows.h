/* baseline_rows.h - runs and labels in plain arrays, as in the paper. */
#ifndef PF_EVALUATE_BASELINE_ROWS_H
#define PF_EVALUATE_BASELINE_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

/* Rows of runs, one row after the other. */
typedef struct pf_plain_rows {
  uint32_t *begin;         /* [Size: n + 1] first run of a row */
  uint16_t *first, *value; /* [Size: begin[n]] */
  uint32_t room;
} pf_plain_rows;

/* A cell that may hold anything. */
#define PF_PLAIN_WILDCARD (-1)

/* Errors: NO_MEMORY. */
pathfan_status pf_plain_rows_init(pf_plain_rows *rows, int32_t n);
/* Appends a row; rows come in order. cells: [Size: n]. Errors: NO_MEMORY. */
pathfan_status pf_plain_rows_add(pf_plain_rows *rows, int32_t row, const int32_t *cells, int32_t n);
void pf_plain_rows_free(pf_plain_rows *rows);

/* Looks up a column by binary search; the row must have a run. */
static inline int32_t pf_plain_rows_at(const pf_plain_rows *rows, int32_t row, int32_t column) {
  uint32_t low = rows->begin[row], high = rows->begin[row + 1];
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (rows->first[middle] <= column)
      low = middle;
    else
      high = middle;
  }
  return rows->value[low];
}

/* Lists of (vertex, length), one after the other, in ascending order of vertices. */
typedef struct pf_plain_labels {
  uint32_t *begin;         /* [Size: n + 1] */
  uint16_t *vertex, *next; /* next: the next vertex on the way to the list's owner */
  double *length;          /* lattice units */
  uint32_t room;
} pf_plain_labels;

/* Errors: NO_MEMORY. */
pathfan_status pf_plain_labels_init(pf_plain_labels *lists, int32_t n);
/* Appends to the list of `owner`, which is the last list or a new one: lists come in order. */
pathfan_status pf_plain_labels_add(pf_plain_labels *lists, int32_t owner, int32_t vertex,
                                   int32_t next, double length);
void pf_plain_labels_free(pf_plain_labels *lists);

#endif
