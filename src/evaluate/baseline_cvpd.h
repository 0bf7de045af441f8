/* baseline_cvpd.h - CVPD^1 and DL. */
#ifndef PATHFAN_EVALUATE_BASELINE_CVPD_H
#define PATHFAN_EVALUATE_BASELINE_CVPD_H

#include "evaluate/baseline_ground.h"
#include "evaluate/baseline_rows.h"

/* Fill it by adding the tree of every vertex, in order, with its best (pathfan_baseline_best). Both
 * ends of a distance must be connected. Errors: NO_MEMORY. */
typedef struct pathfan_plain_cvpd {
  const pathfan_baseline_ground *ground;
  pathfan_plain_rows rows;
  pathfan_plain_labels labels; /* DL(h) is the list of h */
  int32_t *cells;              /* [Size: n] scratch */
  uint8_t *straight;           /* [Size: n] scratch */
} pathfan_plain_cvpd;

pathfan_status pathfan_plain_cvpd_init(pathfan_plain_cvpd *cvpd,
                                       const pathfan_baseline_ground *ground);
pathfan_status pathfan_plain_cvpd_add(pathfan_plain_cvpd *cvpd, const pathfan_tree *tree,
                                      const int32_t *best);
double pathfan_plain_cvpd_distance(const pathfan_plain_cvpd *cvpd, int32_t u, int32_t v);
void pathfan_plain_cvpd_free(pathfan_plain_cvpd *cvpd);

#endif
