/* pieces.h - labels, cone lists and via sets of an open index, checked piece by piece
 * (format/pieces.h) when a query first reads them: so the first answer doesn't wait for pieces that
 * it never reads.
 *
 *   status = pathfan_touch_vertex(view, v);     then v's exits, labels and hubs can be read
 *   status = pathfan_touch_cell(view, polygon); then its cone list
 *
 * To read all pieces, check the part instead (generation.h). In a touched piece all numbers are in
 * range. That a label's next one is there, for the same hub, is checked when a walk gets to it
 * (recover.c), or once for all (validate.c). */
#ifndef PATHFAN_QUERY_PIECES_H
#define PATHFAN_QUERY_PIECES_H

#include "format/reader.h"
#include "index_view.h"
#include "pathfan/status.h"

/* The states of a piece; larger values are faults. GOOD is 0, so that the states of many pieces can
 * be tested at once. ANNOUNCED means unknown, too, but needs no announcement any more. */
enum { PATHFAN_PIECE_GOOD = 0, PATHFAN_PIECE_UNKNOWN, PATHFAN_PIECE_ANNOUNCED };

/* Two threads may check a piece at the same time: they reach the same verdict, since its bytes
 * never change. */
struct pathfan_pieces {
  const uint64_t *digests; /* NULL: trusted */
  pathfan_piece_source source;
  pathfan_piece_numbers numbers;
  atomic_uchar state[];
};

/* Returns the sections of a view that consist of pieces. */
pathfan_piece_source pathfan_pieces_source(const pathfan_index_view *view);

/* Gives a view its pieces, all unknown. trusts: digests aren't checked. False: out of memory. */
bool pathfan_pieces_create(pathfan_index_view *view, bool trusts);
void pathfan_pieces_free(pathfan_index_view *view);

/* Checks a piece. Errors: DAMAGED; pathfan_pieces_explain says why. */
pathfan_status pathfan_piece_check(const pathfan_index_view *view, uint32_t piece);

/* Announces a piece of vertices (format/pieces.h), if it is unknown. */
void pathfan_announce_piece(const pathfan_index_view *view, uint32_t piece);

/* Returns the state of a piece. A relaxed load suffices: it publishes no other data, and the bytes
 * of the piece were there before the file was opened. */
static inline unsigned pathfan_piece_state(const atomic_uchar *states, uint32_t piece) {
  return atomic_load_explicit(&states[piece], memory_order_relaxed);
}

/* Returns 0 if a vertex needs no touch. For loops over many vertices that branch only once. */
static inline unsigned pathfan_peek_vertex(const pathfan_index_view *view, int32_t v) {
  return pathfan_piece_state(view->vertex_state, (uint32_t)v / PATHFAN_PIECE_VERTICES);
}

static inline pathfan_status pathfan_touch_vertex(const pathfan_index_view *view, int32_t v) {
  return pathfan_peek_vertex(view, v) == PATHFAN_PIECE_GOOD
             ? PATHFAN_OK
             : pathfan_piece_check(view, (uint32_t)v / PATHFAN_PIECE_VERTICES);
}

/* Announces the piece of a vertex that will be touched after others that aren't in memory yet
 * either: if the system knows of all of them first, the disk reads them side by side. */
static inline void pathfan_announce_vertex(const pathfan_index_view *view, int32_t v) {
  if (pathfan_peek_vertex(view, v) == PATHFAN_PIECE_UNKNOWN)
    pathfan_announce_piece(view, (uint32_t)v / PATHFAN_PIECE_VERTICES);
}

/* Requires an index with cone lists. */
static inline pathfan_status pathfan_touch_cell(const pathfan_index_view *view, int32_t polygon) {
  const uint32_t piece = (uint32_t)polygon / PATHFAN_PIECE_CELLS;
  return pathfan_piece_state(view->cell_state, piece) == PATHFAN_PIECE_GOOD
             ? PATHFAN_OK
             : pathfan_piece_check(view, view->pieces->numbers.cells + piece);
}

/* The first checks the tree of regions. The second, after it, checks the via nodes between two of
 * the tree's nodes, and finds the number of their pair. */
pathfan_status pathfan_touch_regions(const pathfan_index_view *view);
pathfan_status pathfan_touch_pair(const pathfan_index_view *view, pathfan_node_pair nodes,
                                  uint64_t *pair);

/* Marks the piece of a vertex as bad: a walk along labels from there fails. Returns DAMAGED. */
pathfan_status pathfan_walk_fails(const pathfan_index_view *view, int32_t v);

/* Checks all pieces of a part: labels, cones or regions. Errors: DAMAGED. */
pathfan_status pathfan_pieces_check(const pathfan_index_view *view, int part);

/* Whether these digests are those of the content, whatever the policy. */
bool pathfan_pieces_agree(const pathfan_index_view *view, const uint64_t *digests);

/* Sets the error text for the first piece that is known to be bad. */
void pathfan_pieces_explain(const pathfan_index_view *view, const pathfan_reader *reader,
                            pathfan_error *error);

#endif
