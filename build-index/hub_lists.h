/* hub_lists.h - what the trees of hubs give: which vertices have a label for a hub, and which see
 * it. They are packed, a batch of hubs at a time (batches.h), and read one after the other:
 *
 *   pathfan_hub_reader read = pathfan_hub_labels(&lists, hub);
 *   for (pathfan_hub_label label; pathfan_hub_next_label(&read, &label);) ...
 *
 * Vertices carry build numbers, and ascend. */
#ifndef PATHFAN_BUILD_HUB_LISTS_H
#define PATHFAN_BUILD_HUB_LISTS_H

#include "batches.h"
#include "graph/trees.h"

/* A distance label as the tree of its hub gives it. */
typedef struct pathfan_hub_label {
  int64_t length;
  int32_t vertex; /* v */
  int32_t next;   /* the vertex after v on the way to the hub */
} pathfan_hub_label;

typedef struct pathfan_hub_lists {
  int32_t vertex_count;
  const pathfan_results *results; /* that hold them */
} pathfan_hub_lists;

/* Finds the lists of all vertices and puts them into results, but for those that are there.
 * rank_of: [Size: n] 0 is highest. trees: one per thread. done: see parallel.h; it counts batches.
 * Errors: NO_MEMORY, CANCELLED; IO, with a sentence; those of the crew. */
pathfan_status pathfan_hub_lists_find(const pathfan_graph *graph, pathfan_tree *trees,
                                      const int32_t *rank_of, const pathfan_batches *batches,
                                      pathfan_hub_lists *lists, pathfan_done_function *done,
                                      void *done_context);

/* How many batches there are. */
int64_t pathfan_hub_lists_batches(int32_t vertex_count);

/* A list of a hub that is being read. */
typedef struct pathfan_hub_reader {
  const uint8_t *at;
  int32_t left;   /* elements */
  int32_t vertex; /* that was read last */
} pathfan_hub_reader;

/* Those that have a label for the hub; they don't see it. */
pathfan_hub_reader pathfan_hub_labels(const pathfan_hub_lists *lists, int32_t hub);

/* Those whose way to the hub is straight. */
pathfan_hub_reader pathfan_hub_seen(const pathfan_hub_lists *lists, int32_t hub);

/* The vertex that comes next; INT32_MAX: none. */
int32_t pathfan_hub_peek(const pathfan_hub_reader *read);

/* False at the end. */
bool pathfan_hub_next_label(pathfan_hub_reader *read, pathfan_hub_label *label);
bool pathfan_hub_next_seen(pathfan_hub_reader *read, int32_t *vertex);

#endif
