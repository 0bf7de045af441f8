/* pieces.h - labels, cone lists and via sets of an open index, checked piece by piece
 * (format/pieces.h) when a query first reads them: so that its first answer doesn't wait for what
 * it never looks at.
 *
 *   status = pathfan_touch_vertex(view, v);     then v's exits, labels and hubs can be read
 *   status = pathfan_touch_cell(view, polygon); then its cone list
 *
 * Who reads them all asks for the part instead (generation.h). What was touched is in range by
 * itself; that a label's next one is there, for the same hub, is asked where a walk gets to it
 * (recover.c), or once for all (validate.c). */
#ifndef PATHFAN_QUERY_PIECES_H
#define PATHFAN_QUERY_PIECES_H

#include "format/reader.h"
#include "index_view.h"
#include "pathfan/status.h"

/* What is known of a piece; others are faults. Of many pieces it is asked at once whether any isn't
 * 0. Announced: nothing either, but there is no need to announce it any more. */
enum { PATHFAN_PIECE_GOOD = 0, PATHFAN_PIECE_UNKNOWN, PATHFAN_PIECE_ANNOUNCED };

/* Two threads may check a piece at the same time: they come to the same verdict, of bytes that
 * never change. */
struct pathfan_pieces {
  const uint64_t *digests; /* NULL: trusted */
  pathfan_piece_source source;
  pathfan_piece_numbers numbers;
  atomic_uchar state[];
};

/* The sections of a view that pieces are of. */
pathfan_piece_source pathfan_pieces_source(const pathfan_index_view *view);

/* Gives a view its pieces: nothing is known of any. trusts: digests aren't looked at. False: no
 * memory. */
bool pathfan_pieces_create(pathfan_index_view *view, bool trusts);
void pathfan_pieces_free(pathfan_index_view *view);

/* Checks a piece. Errors: DAMAGED; pathfan_pieces_explain says why. */
pathfan_status pathfan_piece_check(const pathfan_index_view *view, uint32_t piece);

/* Announces a piece of vertices (format/pieces.h), if nothing is known of it. */
void pathfan_announce_piece(const pathfan_index_view *view, uint32_t piece);

/* A byte of a list of states. Relaxed: it carries no other data, and what it speaks of was there
 * before the file was opened. */
static inline unsigned pathfan_piece_state(const atomic_uchar *states, uint32_t piece) {
  return atomic_load_explicit(&states[piece], memory_order_relaxed);
}

/* Not 0: it must be touched. For loops over many that would rather ask once. */
static inline unsigned pathfan_peek_vertex(const pathfan_index_view *view, int32_t v) {
  return pathfan_piece_state(view->vertex_state, (uint32_t)v / PATHFAN_PIECE_VERTICES);
}

static inline pathfan_status pathfan_touch_vertex(const pathfan_index_view *view, int32_t v) {
  return pathfan_peek_vertex(view, v) == PATHFAN_PIECE_GOOD
             ? PATHFAN_OK
             : pathfan_piece_check(view, (uint32_t)v / PATHFAN_PIECE_VERTICES);
}

/* Of a vertex that will be touched, behind others that aren't in memory yet either: all of them are
 * announced to the system first, so that the disk reads them side by side. */
static inline void pathfan_announce_vertex(const pathfan_index_view *view, int32_t v) {
  if (pathfan_peek_vertex(view, v) == PATHFAN_PIECE_UNKNOWN)
    pathfan_announce_piece(view, (uint32_t)v / PATHFAN_PIECE_VERTICES);
}

/* Of an index with cone lists. */
static inline pathfan_status pathfan_touch_cell(const pathfan_index_view *view, int32_t polygon) {
  const uint32_t piece = (uint32_t)polygon / PATHFAN_PIECE_CELLS;
  return pathfan_piece_state(view->cell_state, piece) == PATHFAN_PIECE_GOOD
             ? PATHFAN_OK
             : pathfan_piece_check(view, view->pieces->numbers.cells + piece);
}

/* The tree of regions; then the via nodes between two of its nodes, and which pair these are. */
pathfan_status pathfan_touch_regions(const pathfan_index_view *view);
pathfan_status pathfan_touch_pair(const pathfan_index_view *view, pathfan_node_pair nodes,
                                  uint64_t *pair);

/* A walk along labels that came to a vertex doesn't get on: its piece is bad from now on. Returns
 * DAMAGED. */
pathfan_status pathfan_walk_fails(const pathfan_index_view *view, int32_t v);

/* All pieces of a part of labels, cones or regions. Errors: DAMAGED. */
pathfan_status pathfan_pieces_check(const pathfan_index_view *view, int part);

/* Whether the section's digests are those of the content, whatever policy. */
bool pathfan_pieces_agree(const pathfan_index_view *view, const uint64_t *digests);

/* Says what is wrong with a bad piece, the first of those that are known. */
void pathfan_pieces_explain(const pathfan_index_view *view, const pathfan_reader *reader,
                            pathfan_error *error);

#endif
