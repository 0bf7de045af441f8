/* work_limit.h - how much work a request may do, and how much it has done. */
#ifndef PF_BASE_WORK_LIMIT_H
#define PF_BASE_WORK_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pf_work_limit {
  uint64_t limit; /* 0: none */
  uint64_t spent;
  bool stopped; /* stopped by the limit */
} pf_work_limit;

/* Spends work; if that would exceed the limit, stops and returns false. */
static inline bool pf_work_limit_spend(pf_work_limit *work_limit, uint64_t work) {
  if (work_limit->limit && work_limit->spent + work > work_limit->limit) {
    work_limit->stopped = true;
    return false;
  }
  work_limit->spent += work;
  return true;
}

#endif
