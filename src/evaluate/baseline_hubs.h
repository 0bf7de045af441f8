/* baseline_hubs.h - hub labels of every vertex. */
#ifndef PF_EVALUATE_BASELINE_HUBS_H
#define PF_EVALUATE_BASELINE_HUBS_H

#include "evaluate/baseline_ground.h"
#include "evaluate/baseline_rows.h"

/* Fill it by adding the tree of every vertex, in order, with its best (pf_baseline_best). Both
 * ends of a distance must be connected. Errors: NO_MEMORY. */
typedef struct pf_hubs {
  const pf_baseline_ground *ground;
  pf_plain_labels labels;
} pf_hubs;

pathfan_status pf_hubs_init(pf_hubs *hubs, const pf_baseline_ground *ground);
pathfan_status pf_hubs_add(pf_hubs *hubs, const pf_tree *tree, const int32_t *best);
double pf_hubs_distance(const pf_hubs *hubs, int32_t u, int32_t v);
void pf_hubs_free(pf_hubs *hubs);

#endif
