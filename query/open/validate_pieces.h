/* validate_pieces.h - what is wrong with the meaning of a piece (pieces.h), whose offsets are in
 * order and whose bytes are those that were written; pieces.c asks for it. */
#ifndef PF_QUERY_OPEN_VALIDATE_PIECES_H
#define PF_QUERY_OPEN_VALIDATE_PIECES_H

#include "index_view.h"

typedef enum pf_fault {
  PF_FAULT_NONE = 0,
  PF_FAULT_DIGEST,
  PF_FAULT_EXIT_ID,
  PF_FAULT_EXIT_ENDS,
  PF_FAULT_EXIT_LABELS,
  PF_FAULT_LABEL_ID,
  PF_FAULT_NEXT,
  PF_FAULT_HUB_LISTS,
  PF_FAULT_HUB_ID,
  PF_FAULT_WALK,
  PF_FAULT_CONES,
  PF_FAULT_CUT,
  PF_FAULT_SETS,
  PF_FAULT_VIA,
  PF_FAULT_PARTNERS,
  PF_FAULT_LISTED_CUT,
  PF_FAULT_LISTED_ORDER,
  PF_FAULT_LISTED_ID,
  PF_FAULT_LISTED_ENTRY,
  PF_FAULT_LISTED_PAIRS,
  PF_FAULT_LISTED_SLOT,
  PF_FAULTS
} pf_fault;

/* Of the vertices of a piece: their exits, labels and hubs; of its cells: their lists of cones. */
pf_fault pf_fault_of_vertices(const pf_index_view *view, pf_piece_span p);
pf_fault pf_fault_of_cells(const pf_index_view *view, pf_piece_span p);

/* Of the tree of regions, and of some of their via nodes. */
pf_fault pf_fault_of_tree(const pf_index_view *view);
pf_fault pf_fault_of_vias(const pf_index_view *view, pf_piece_span vias);

#endif
