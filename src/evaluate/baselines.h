/* baselines.h - other ways than CVPD+DL to keep d(u,v) for all pairs of convex vertices: first
 * moves (paper, table 2 and 4.1.3) and hub labels (4.1.4).
 *
 * All three are made from the same canonical trees, with the index's own ranks and column order,
 * and coded as plainly as in the paper: a run is its first column and a vertex, 2 bytes each;
 * lengths are doubles. So the comparison is one of methods; the size of CVPD+DL in the index's own
 * coding is reported beside it. */
#ifndef PF_EVALUATE_BASELINES_H
#define PF_EVALUATE_BASELINES_H

#include "evaluate/map_file.h"

/* More vertices don't fit into 2 bytes. */
#define PF_BASELINE_VERTICES_MAX 65534

/* Builds all three for a map and its index, looks up random pairs, and sets the facts from cpd_runs
 * on, which stay NAN if n is above the limit. times: whether look-ups are timed. Errors: NO_MEMORY,
 * DAMAGED. */
pathfan_status pf_baselines_run(const pathfan_index *index, const pathfan_map *map, bool times,
                                pf_map_facts *facts);

#endif
