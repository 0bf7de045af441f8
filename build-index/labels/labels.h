/* labels.h - distance labels and hubs by vertex, coded as the file holds them.
 *
 * Folder labels/. In: the visibility graph by build numbers. First all vertices are ranked by how
 * many paths pass them (hub_order.h, on trees of hub_trees.h; kept_order.h keeps the ranks). Then a
 * tree of each hub, as far as no higher ranked vertex is on the way, gives the hub's lists, in
 * batches (hub_lists.h). Out: ranks, and these lists regrouped by vertex, by columns. */
#ifndef PF_BUILD_INDEX_LABELS_LABELS_H
#define PF_BUILD_INDEX_LABELS_LABELS_H

#include "format/layout.h"
#include "hub_lists.h"
#include "build-index/run/numbering.h"
#include "build-index/run/spill.h"

/* See format/layout.h, "Spans", "Labels" and "Hubs". Vertices are columns. */
typedef struct pf_label_lists {
  pf_layout_span *spans; /* [Size: n + 1] */
  uint64_t *labels;
  uint64_t label_count;
  uint8_t *exits, *next_labels, *hubs;
  uint64_t exits_size, next_labels_size, hubs_size; /* bytes, slack included */
  int end_bytes, next_bytes;
  int length_shift; /* bits that labels drop from the trees' lengths */
  pf_spill_array labels_array, next_array;
} pf_label_lists;

/* Builds all lists. Large arrays are spilled. Counts vertices
 * done. Errors: NO_MEMORY, LIMIT, CANCELLED; lists is all zero then. */
pathfan_status pf_label_lists_build(const pf_graph *graph, const pf_hub_lists *hubs,
                                    const pf_numbering *numbering, pf_spill *spill,
                                    pf_label_lists *lists, const pf_limits *limits,
                                    pathfan_error *error);

void pf_label_lists_free(pf_label_lists *lists);

#endif
