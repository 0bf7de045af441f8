/* pieces.h - labels, cone lists and via sets of an open index, checked piece by piece
 * (format/pieces.h) when a query first reads them: so the first answer doesn't wait for pieces that
 * it never reads.
 *
 *   status = pf_touch_vertex(view, v);     then v's exits, labels and hubs can be read
 *   status = pf_touch_cell(view, polygon); then its cone list
 *
 * To read all pieces, check the part instead (generation.h). In a touched piece all numbers are in
 * range. That a label's next one is there, for the same hub, is checked when a walk gets to it
 * (recover.c), or once for all (validate.c). */
#ifndef PF_QUERY_OPEN_PIECES_H
#define PF_QUERY_OPEN_PIECES_H

#include <assert.h>

#include "format/reader.h"
#include "index_view.h"
#include "pathfan/status.h"

/* The states of a piece; larger values are faults. GOOD is 0, so that the states of many pieces can
 * be tested at once. ANNOUNCED means unknown, too, but needs no announcement any more. */
enum { PF_PIECE_GOOD = 0, PF_PIECE_UNKNOWN, PF_PIECE_ANNOUNCED };

/* Two threads may check a piece at the same time: they reach the same verdict, since its bytes
 * never change. */
struct pf_pieces {
  bool trusts; /* digests aren't checked */
  pf_piece_source source;
  pf_piece_numbers numbers;
  atomic_uchar state[];
};

/* Returns the sections of a view that consist of pieces. */
pf_piece_source pf_pieces_source(const pf_index_view *view);

/* Gives a view its pieces, all unknown. trusts: digests aren't checked. False: out of memory. */
bool pf_pieces_create(pf_index_view *view, bool trusts);
void pf_pieces_free(pf_index_view *view);

/* Checks a piece. Errors: DAMAGED; pf_pieces_explain says why. */
pathfan_status pf_piece_check(const pf_index_view *view, uint32_t piece);

/* Announces a piece of vertices (format/pieces.h), if it is unknown. */
void pf_announce_piece(const pf_index_view *view, uint32_t piece);

/* Returns the state of a piece. A relaxed load suffices: it publishes no other data, and the bytes
 * of the piece were there before the file was opened. */
static inline unsigned pf_piece_state(const atomic_uchar *states, uint32_t piece) {
  return atomic_load_explicit(&states[piece], memory_order_relaxed);
}

/* Returns 0 if a vertex needs no touch. For loops over many vertices that branch only once. */
static inline unsigned pf_peek_vertex(const pf_index_view *view, int32_t v) {
  assert(pf_is_vertex(view, v));
  return pf_piece_state(view->vertex_state, (uint32_t)v / PF_PIECE_VERTICES);
}

/* Whether a vertex has been touched, and is good: for assertions of what reads its labels. */
static inline bool pf_is_touched(const pf_index_view *view, int32_t v) {
  return pf_peek_vertex(view, v) == PF_PIECE_GOOD;
}

static inline pathfan_status pf_touch_vertex(const pf_index_view *view, int32_t v) {
  return pf_peek_vertex(view, v) == PF_PIECE_GOOD
             ? PATHFAN_OK
             : pf_piece_check(view, (uint32_t)v / PF_PIECE_VERTICES);
}

/* Announces the piece of a vertex that will be touched after others that aren't in memory yet
 * either: if the system knows of all of them first, the disk reads them side by side. */
static inline void pf_announce_vertex(const pf_index_view *view, int32_t v) {
  if (pf_peek_vertex(view, v) == PF_PIECE_UNKNOWN)
    pf_announce_piece(view, (uint32_t)v / PF_PIECE_VERTICES);
}

/* Requires an index with cone lists. */
static inline pathfan_status pf_touch_cell(const pf_index_view *view, int32_t polygon) {
  const uint32_t piece = (uint32_t)polygon / PF_PIECE_CELLS;
  assert(view->header->has_cones);
  assert(polygon >= 0 && polygon < view->header->polygon_count);
  return pf_piece_state(view->cell_state, piece) == PF_PIECE_GOOD
             ? PATHFAN_OK
             : pf_piece_check(view, view->pieces->numbers.cells + piece);
}

/* The first checks the tree of regions. The second, after it, checks the via nodes between two of
 * the tree's nodes, and finds the number of their pair. */
pathfan_status pf_touch_regions(const pf_index_view *view);
pathfan_status pf_touch_pair(const pf_index_view *view, pf_node_pair nodes, uint64_t *pair);

/* The first checks the tree of listed hubs, whose digests must have been checked
 * (PF_PART_LISTED_PIECES). The second, after it, checks what is listed of two districts and between
 * them. */
pathfan_status pf_touch_listed_tree(const pf_index_view *view);
pathfan_status pf_touch_listed(const pf_index_view *view, uint32_t a, uint32_t b);

/* Marks the piece of a vertex as bad: a walk along labels from there fails. Returns DAMAGED. */
pathfan_status pf_walk_fails(const pf_index_view *view, int32_t v);

/* Checks all pieces of a part: labels, cones, regions or listed hubs. Errors: DAMAGED. */
pathfan_status pf_pieces_check(const pf_index_view *view, int part);

/* Whether the stored digests are those of the content, whatever the policy. */
bool pf_pieces_agree(const pf_index_view *view);

/* Sets the error text for the first piece that is known to be bad. */
void pf_pieces_explain(const pf_index_view *view, const pathfan_reader *reader,
                       pathfan_error *error);

#endif
