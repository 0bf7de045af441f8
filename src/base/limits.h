/* limits.h - how long work may go on, and how much memory it may hold. Handed down to every loop
 * and every growing list; NULL: no limits.
 *
 *   const pf_limits limits = {pf_stage_go_on, &stage, &memory_limit};
 *   status = pf_arrange(..., &limits, &a); */
#ifndef PF_BASE_LIMITS_H
#define PF_BASE_LIMITS_H

#include "base/memory_limit.h"
#include "base/parallel.h"

typedef struct pf_limits {
  pf_done_function *done; /* always called with 0 items; may be NULL */
  void *done_context;
  pf_memory_limit *memory_limit; /* may be NULL */
} pf_limits;

/* OK, or CANCELLED. */
static inline pathfan_status pf_limits_go_on(const pf_limits *limits) {
  return limits ? pf_go_on(limits->done, limits->done_context, 0) : PATHFAN_OK;
}

static inline pf_memory_limit *pf_limits_memory(const pf_limits *limits) {
  return limits ? limits->memory_limit : NULL;
}

/* Like the functions of memory limits. Errors: LIMIT. */
static inline pathfan_status pf_limits_take(const pf_limits *limits, uint64_t bytes) {
  return pf_memory_limit_take(pf_limits_memory(limits), bytes);
}

static inline uint64_t pf_limits_held(const pf_limits *limits) {
  return pf_memory_limit_held(pf_limits_memory(limits));
}

static inline void pf_limits_return(const pf_limits *limits, uint64_t held) {
  pf_memory_limit_return(pf_limits_memory(limits), held);
}

#endif
