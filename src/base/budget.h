/* budget.h - how much work a request may do, and how much it has done. */
#ifndef PF_BASE_BUDGET_H
#define PF_BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pf_budget {
  uint64_t limit; /* 0: none */
  uint64_t spent;
  bool stopped; /* stopped by the limit */
} pf_budget;

/* Spends work; if that would exceed the limit, stops and returns false. */
static inline bool pf_budget_spend(pf_budget *budget, uint64_t work) {
  if (budget->limit && budget->spent + work > budget->limit) {
    budget->stopped = true;
    return false;
  }
  budget->spent += work;
  return true;
}

#endif
