/* baseline_cpd.h - a compressed path database: first moves, in rows. */
#ifndef PATHFAN_EVALUATE_BASELINE_CPD_H
#define PATHFAN_EVALUATE_BASELINE_CPD_H

#include "evaluate/baseline_ground.h"
#include "evaluate/baseline_rows.h"

/* Fill it by adding the tree of every vertex, in order. Both ends of a distance must be connected.
 * Errors: NO_MEMORY. */
typedef struct pathfan_cpd {
  const pathfan_baseline_ground *ground;
  pathfan_plain_rows rows;
  int32_t *move; /* [Size: n] scratch */
} pathfan_cpd;

pathfan_status pathfan_cpd_init(pathfan_cpd *cpd, const pathfan_baseline_ground *ground);
pathfan_status pathfan_cpd_add(pathfan_cpd *cpd, const pathfan_tree *tree);
double pathfan_cpd_distance(const pathfan_cpd *cpd, int32_t u, int32_t v); /* lattice units */
void pathfan_cpd_free(pathfan_cpd *cpd);

#endif
