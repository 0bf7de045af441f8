/* baseline_cpd.h - a compressed path database: first moves, in rows. */
#ifndef PF_EVALUATE_BASELINE_CPD_H
#define PF_EVALUATE_BASELINE_CPD_H

#include "evaluate/baseline_ground.h"
#include "evaluate/baseline_rows.h"

/* Fill it by adding the tree of every vertex, in order. Both ends of a distance must be connected.
 * Errors: NO_MEMORY. */
typedef struct pf_cpd {
  const pf_baseline_ground *ground;
  pf_plain_rows rows;
  int32_t *move; /* [Size: n] scratch */
} pf_cpd;

pathfan_status pf_cpd_init(pf_cpd *cpd, const pf_baseline_ground *ground);
pathfan_status pf_cpd_add(pf_cpd *cpd, const pf_tree *tree);
double pf_cpd_distance(const pf_cpd *cpd, int32_t u, int32_t v); /* lattice units */
void pf_cpd_free(pf_cpd *cpd);

#endif
