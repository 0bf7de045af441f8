/* hub_lists.h - the results of the trees of hubs: which vertices have a label for a hub, and which
 * see it. The lists are packed, a batch of hubs at a time (batches.h), and read in sequence:
 *
 *   pf_hub_reader read = pf_hub_labels(&lists, hub);
 *   for (pf_hub_label label; pf_hub_next_label(&read, &label);) ...
 *
 * Vertices are build numbers, in ascending order. */
#ifndef PF_BUILD_INDEX_LABELS_HUB_LISTS_H
#define PF_BUILD_INDEX_LABELS_HUB_LISTS_H

#include "build-index/run/batches.h"
#include "graph/trees.h"

/* A distance label as found by the tree of its hub. */
typedef struct pf_hub_label {
  int64_t length;
  int32_t vertex; /* v */
  int32_t next;   /* the vertex after v on the path to the hub */
} pf_hub_label;

typedef struct pf_hub_lists {
  const pf_results *results; /* holds the lists */
} pf_hub_lists;

/* Finds the lists of all vertices and puts them into results, except those already there. rank_of:
 * [Size: n] 0 is highest. trees: one per thread. Counts batches done. Errors: NO_MEMORY, CANCELLED;
 * IO, with a message in the results; those of the process group. */
pathfan_status pf_hub_lists_find(const pf_graph *graph, pf_tree *trees, const int32_t *rank_of,
                                 const pf_batches *batches, pf_hub_lists *lists,
                                 const pf_limits *limits);

/* Returns the number of batches. */
int64_t pf_hub_lists_batches(int32_t vertex_count);

/* A hub's list while it is read. */
typedef struct pf_hub_reader {
  const uint8_t *at;
  int32_t left;   /* elements still to read */
  int32_t vertex; /* the one read last */
} pf_hub_reader;

/* Reads the vertices that have a label for the hub; they don't see it. */
pf_hub_reader pf_hub_labels(const pf_hub_lists *lists, int32_t hub);

/* Reads the vertices whose path to the hub is straight. */
pf_hub_reader pf_hub_viewers(const pf_hub_lists *lists, int32_t hub);

/* Returns the next vertex; INT32_MAX: none. */
int32_t pf_hub_peek(const pf_hub_reader *read);

/* False: the list has ended. */
bool pf_hub_next_label(pf_hub_reader *read, pf_hub_label *label);
bool pf_hub_next_viewer(pf_hub_reader *read, int32_t *vertex);

#endif
