/* regions.h - via sets: for each pair of regions a few via nodes of good alternatives
 * from one to the other.
 *
 * A region is a stretch of consecutive columns, neighbours on the map since columns are
 * a tour. Tables know the plateaus between two vertices; what they leave out is mostly
 * paths that turn at a single vertex between two others, which the Dissimilarity method
 * finds. Between regions such a vertex is worth a try for all vertices of both. The
 * idea is that of Luxen and Schieferdecker, "Candidate sets for alternative routes in
 * road networks" (SEA 2012).
 *
 * Ways that share no edge may still run side by side, which requests with a separation don't take
 * for two. For them there are some via nodes more, of ways that run elsewhere. */
#ifndef PATHFAN_BUILD_REGIONS_H
#define PATHFAN_BUILD_REGIONS_H

#include "base/parallel.h"
#include "graph/trees.h"

typedef struct pathfan_regions {
  int32_t size;  /* columns of a region; the last one may have fewer */
  int32_t count; /* of regions; 0: none were made */
  int32_t slots; /* via nodes of a pair */
  int32_t *via;  /* [Size: pathfan_layout_region_pairs(count) * slots] build numbers, -1: none */
  int32_t apart_slots;
  int32_t *apart; /* [Size: pairs * apart_slots] those of ways that run elsewhere */
} pathfan_regions;

/* How many regions a map of n vertices has. */
int32_t pathfan_regions_count(int32_t n);

/* Finds the via sets. rank_of, column_of: [Size: n] by build number. trees: one per thread.
 * done (parallel.h) counts to twice the number of regions: the trees first, then the
 * pairs. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pathfan_regions_find(const pathfan_graph *graph, pathfan_tree *trees,
                                    int32_t threads, const int32_t *rank_of,
                                    const int32_t *column_of, pathfan_regions *regions,
                                    pathfan_done_function *done, void *done_context);

/* Frees the arrays and zeroes the struct. */
void pathfan_regions_free(pathfan_regions *regions);

#endif
