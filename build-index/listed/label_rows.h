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

#include <string.h>

#include "base/limits.h"
#include "build-index/labels/labels.h"

/* A row's elements are taken in blocks; those beyond n are PF_ROW_FAR. */
enum { PF_ROW_BLOCK = 64 };

/* No way. */
#define PF_ROW_FAR 1e30F

/* Exits of a vertex are numbered from 1. 0: one that isn't known, or has a larger number. */
enum { PF_EXIT_ANY = 0, PF_EXIT_MOST = 63 };

/* In place of a hub's slot: none, several, or a larger one. */
enum { PF_ROW_MANY = UINT16_MAX };

typedef struct pf_label_rows {
  int32_t n, blocks;
  int64_t stride;         /* blocks * PF_ROW_BLOCK */
  float *length;          /* [Size: n * stride] lattice units */
  int64_t *leaving_first; /* [Size: n + 1] */
  uint64_t *leaving;      /* bits: pf_label_rows_leaving */
  float *least, *most;    /* [Size: n * blocks] lengths of a block; PF_ROW_FAR isn't the most */
  double longest;
  uint16_t *slot; /* [Size: n * (n - 1) / 2] pf_label_rows_slot */
  pf_spill_array arrays[3];
} pf_label_rows;

/* Lengths are in units of 2^-length_bits. Counts blocks of vertices done. Errors: NO_MEMORY,
 * CANCELLED. */
pathfan_status pf_label_rows_make(const pf_label_lists *lists, const pf_lattice_point *at,
                                  int id_bytes, int length_bits, int32_t n, int32_t threads,
                                  pf_spill *spill, pf_label_rows *rows, const pf_limits *limits);

/* Frees all but slots. */
void pf_label_rows_keep_slots(pf_label_rows *rows);

/* Fine on a zeroed struct. */
void pf_label_rows_free(pf_label_rows *rows);

/* Returns bits for the vertices w to which the shortest ways from u leave by an exit, by a sharper
 * one of its side, or by PF_EXIT_ANY; a word for each block. */
static inline const uint64_t *pf_label_rows_leaving(const pf_label_rows *rows, int32_t u,
                                                    uint32_t exit) {
  return rows->leaving + (rows->leaving_first[u] + exit) * rows->blocks;
}

/* Returns the only hub by which the ways between u and w < u are shortest, except for rounding: one
 * more than its number among w's labels; 0: w itself; PF_ROW_MANY. */
static inline uint16_t pf_label_rows_slot(const pf_label_rows *rows, int64_t u, int64_t w) {
  return rows->slot[u * (u - 1) / 2 + w];
}

/* Packs 64 bytes of 0 or 1 into bits. */
static inline uint64_t pf_pack_bytes(const uint8_t bytes[PF_ROW_BLOCK]) {
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++) {
    uint64_t eight;
    memcpy(&eight, bytes + 8 * i, 8);
    bits |= (eight * UINT64_C(0x0102040810204080) >> 56) << (8 * i);
  }
  return bits;
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
