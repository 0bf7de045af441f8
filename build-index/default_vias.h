/* default_vias.h - which via nodes of a set are tried by requests with default options: those used
 * by answers between samples of the two regions and of regions beside them.
 *
 *   status = pathfan_default_vias_find(graph, &regions, fraction_bits, threads, PATHFAN_PAIRS_FEW,
 *                                      &sets, done, context); */
#ifndef PATHFAN_BUILD_DEFAULT_VIAS_H
#define PATHFAN_BUILD_DEFAULT_VIAS_H

#include "via_sets.h"

/* Fills sets->by_default. The regions must still have their trees. few: up to this many pairs of
 * regions all samples are asked. done: see parallel.h; it counts regions. Errors: NO_MEMORY,
 * CANCELLED. */
pathfan_status pathfan_default_vias_find(const pathfan_graph *graph, const pathfan_regions *regions,
                                         int fraction_bits, int32_t threads, uint64_t few,
                                         pathfan_via_sets *sets, pathfan_done_function *done,
                                         void *done_context);

#endif
