/* label_rows.h - the distances between all vertices, and by which exits the shortest ways leave,
 * as labels say. Vertices are columns.
 *
 *   pf_label_rows rows;
 *   status = pf_label_rows_make(&lists, at, id_bytes, length_bits, n, threads, &spill, &rows,
 *                               &limits);
 *
 * Ways that arrive head-on are left out, as from labels: no path goes on from there. */
#ifndef PF_BUILD_INDEX_LISTED_LABEL_ROWS_H
#define PF_BUILD_INDEX_LISTED_LABEL_ROWS_H

#include "base/limits.h"
#include "build-index/labels/labels.h"

/* A row's elements are taken in blocks; those beyond n are PF_ROW_FAR. */
enum { PF_ROW_BLOCK = 64 };

/* No way. */
#define PF_ROW_FAR 1e30F

/* In place of an exit's number: any exit. */
enum { PF_EXIT_ANY = 255 };

typedef struct pf_label_rows {
  int32_t n, blocks;
  int64_t stride;   /* blocks * PF_ROW_BLOCK */
  float *length;    /* [Size: n * stride] lattice units */
  uint8_t *exit[2]; /* [Size: n * stride] exits of u on the ways from u to w: numbers among u's */
  float *least, *most; /* [Size: n * blocks] lengths of a block; PF_ROW_FAR isn't the most */
  double longest;
  pf_spill_array arrays[3];
} pf_label_rows;

/* Lengths are in units of 2^-length_bits. Counts vertices done. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_label_rows_make(const pf_label_lists *lists, const pf_lattice_point *at,
                                  int id_bytes, int length_bits, int32_t n, int32_t threads,
                                  pf_spill *spill, pf_label_rows *rows, const pf_limits *limits);

/* Fine on a zeroed struct. */
void pf_label_rows_free(pf_label_rows *rows);

/* The most by which the length of a way differs from its labels', lattice units. */
static inline double pf_label_rows_rounding(const pf_label_rows *rows) {
  return rows->longest * 0x1p-23;
}

/* ---- Labels as later stages read them ---- */

typedef struct pf_exit_of {
  uint32_t next, end; /* vertex; one past its last label, counted from the vertex's first */
} pf_exit_of;

static inline pf_exit_of pf_exit_number(const pf_label_lists *l, int id_bytes, uint32_t i) {
  const uint8_t *at = l->exits + (uint64_t)i * (uint32_t)(id_bytes + l->end_bytes);
  const uint32_t end = pf_load_count(at + id_bytes, 0, (uint32_t)l->end_bytes);
  return (pf_exit_of){pf_load_id(at, 0, id_bytes), end};
}

#endif
