/* raise.h - raises the bounds of a pass to the highest that are valid, joint by joint. */
#ifndef PF_WEIGHTED_RAISE_H
#define PF_WEIGHTED_RAISE_H

#include "weighted/pass.h"

/* Zero it first. */
typedef struct pf_raise {
  double *loose; /* [Size: joints] by how much what leads to a joint is above its bound */
  int32_t *lead; /* [Size: joints] the interval over a face from which that leads; NONE */
  struct pf_raise_entry *order;
  int32_t loose_capacity, lead_capacity, order_capacity;
} pf_raise;

/* Raises the bounds of a pass that is whole, at joints where they and those of the way back cost no
 * more than `most` together; back NULL: where they cost no more. Errors: NO_MEMORY. */
pathfan_status pf_raise_bounds(pf_raise *raise, pf_pass *pass, const pf_pass *back, double most);

/* By how much what leads to the middle of an interval is above the bound there. */
double pf_loose_in_the_middle(const pf_pass *pass, int32_t number);

void pf_raise_free(pf_raise *raise);

#endif
