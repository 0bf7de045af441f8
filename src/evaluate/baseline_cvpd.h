/* baseline_cvpd.h - CVPD^1 and DL. */
#ifndef PF_EVALUATE_BASELINE_CVPD_H
#define PF_EVALUATE_BASELINE_CVPD_H

#include "evaluate/baseline_ground.h"
#include "evaluate/baseline_rows.h"

/* Fill it by adding the tree of every vertex, in order, with its best (pf_baseline_best). Both
 * ends of a distance must be connected. Errors: NO_MEMORY. */
typedef struct pf_plain_cvpd {
  const pf_baseline_ground *ground;
  pf_plain_rows rows;
  pf_plain_labels labels; /* DL(h) is the list of h */
  int32_t *cells;         /* [Size: n] scratch */
  uint8_t *straight;      /* [Size: n] scratch */
} pf_plain_cvpd;

pathfan_status pf_plain_cvpd_init(pf_plain_cvpd *cvpd, const pf_baseline_ground *ground);
pathfan_status pf_plain_cvpd_add(pf_plain_cvpd *cvpd, const pf_tree *tree, const int32_t *best);
double pf_plain_cvpd_distance(const pf_plain_cvpd *cvpd, int32_t u, int32_t v);
void pf_plain_cvpd_free(pf_plain_cvpd *cvpd);

#endif
