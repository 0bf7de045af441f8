/* limits.h - how long work may go on, and how much memory it may hold. Handed down to every loop
 * and every growing list; NULL: no limits.
 *
 *   const pf_limits limits = {pf_stage_go_on, &stage, &memory_limit};
 *   status = pf_arrange(..., &limits, &a); */
#ifndef PF_BASE_LIMITS_H
#define PF_BASE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory_limit.h"
#include "pathfan/status.h"

/* Receives the number of finished items, 0 from work that counts none; returns false if the rest
 * isn't wanted any more. */
typedef bool pf_done_function(void *context, int64_t items);

typedef struct pf_limits {
  pf_done_function *done; /* may be NULL */
  void *done_context;
  pf_memory_limit *memory_limit; /* may be NULL */
} pf_limits;

/* Reports how many items are finished, and asks whether to go on: OK, or CANCELLED. */
static inline pathfan_status pf_limits_done(const pf_limits *limits, int64_t items) {
  const bool goes_on = !limits || !limits->done || limits->done(limits->done_context, items);
  return goes_on ? PATHFAN_OK : PATHFAN_ERR_CANCELLED;
}

/* The same for work that counts nothing. */
static inline pathfan_status pf_limits_go_on(const pf_limits *limits) {
  return pf_limits_done(limits, 0);
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
