/* permit.h - permission for long work to go on and to hold memory. It is handed down to every loop
 * and every growing list; NULL permits everything.
 *
 *   const pathfan_permit permit = {pathfan_stage_go_on, &stage, &allowance};
 *   status = pathfan_arrange(..., &permit, &a); */
#ifndef PATHFAN_BASE_PERMIT_H
#define PATHFAN_BASE_PERMIT_H

#include "base/allowance.h"
#include "base/parallel.h"

typedef struct pathfan_permit {
  pathfan_done_function *done; /* always called with 0 items; may be NULL */
  void *done_context;
  pathfan_allowance *allowance; /* may be NULL */
} pathfan_permit;

/* OK, or CANCELLED. */
static inline pathfan_status pathfan_permit_go_on(const pathfan_permit *permit) {
  return permit ? pathfan_go_on(permit->done, permit->done_context, 0) : PATHFAN_OK;
}

static inline pathfan_allowance *pathfan_permit_allowance(const pathfan_permit *permit) {
  return permit ? permit->allowance : NULL;
}

/* Like the functions of allowances. Errors: LIMIT. */
static inline pathfan_status pathfan_permit_take(const pathfan_permit *permit, uint64_t bytes) {
  return pathfan_allowance_take(pathfan_permit_allowance(permit), bytes);
}

static inline uint64_t pathfan_permit_held(const pathfan_permit *permit) {
  return pathfan_allowance_held(pathfan_permit_allowance(permit));
}

static inline void pathfan_permit_return(const pathfan_permit *permit, uint64_t held) {
  pathfan_allowance_return(pathfan_permit_allowance(permit), held);
}

#endif
