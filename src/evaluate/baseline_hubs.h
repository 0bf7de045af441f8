/* baseline_hubs.h - hub labels of every vertex. */
#ifndef PATHFAN_EVALUATE_BASELINE_HUBS_H
#define PATHFAN_EVALUATE_BASELINE_HUBS_H

#include "evaluate/baseline_ground.h"
#include "evaluate/baseline_rows.h"

/* Fill it by adding the tree of every vertex, in order, with its best (pathfan_baseline_best). Both
 * ends of a distance must be connected. Errors: NO_MEMORY. */
typedef struct pathfan_hubs {
  const pathfan_baseline_ground *ground;
  pathfan_plain_labels labels;
} pathfan_hubs;

pathfan_status pathfan_hubs_init(pathfan_hubs *hubs, const pathfan_baseline_ground *ground);
pathfan_status pathfan_hubs_add(pathfan_hubs *hubs, const pathfan_tree *tree, const int32_t *best);
double pathfan_hubs_distance(const pathfan_hubs *hubs, int32_t u, int32_t v);
void pathfan_hubs_free(pathfan_hubs *hubs);

#endif
