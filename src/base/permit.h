/* permit.h - permission for long work to go on and to hold memory. It is handed down to every loop
 * and every growing list; NULL permits everything.
 *
 *   const pf_permit permit = {pf_stage_go_on, &stage, &allowance};
 *   status = pf_arrange(..., &permit, &a); */
#ifndef PF_BASE_PERMIT_H
#define PF_BASE_PERMIT_H

#include "base/allowance.h"
#include "base/parallel.h"

typedef struct pf_permit {
  pf_done_function *done; /* always called with 0 items; may be NULL */
  void *done_context;
  pf_allowance *allowance; /* may be NULL */
} pf_permit;

/* OK, or CANCELLED. */
static inline pathfan_status pf_permit_go_on(const pf_permit *permit) {
  return permit ? pf_go_on(permit->done, permit->done_context, 0) : PATHFAN_OK;
}

static inline pf_allowance *pf_permit_allowance(const pf_permit *permit) {
  return permit ? permit->allowance : NULL;
}

/* Like the functions of allowances. Errors: LIMIT. */
static inline pathfan_status pf_permit_take(const pf_permit *permit, uint64_t bytes) {
  return pf_allowance_take(pf_permit_allowance(permit), bytes);
}

static inline uint64_t pf_permit_held(const pf_permit *permit) {
  return pf_allowance_held(pf_permit_allowance(permit));
}

static inline void pf_permit_return(const pf_permit *permit, uint64_t held) {
  pf_allowance_return(pf_permit_allowance(permit), held);
}

#endif
