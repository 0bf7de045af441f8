/* budget.h - how much work a request may do, and how much it has done. */
#ifndef PATHFAN_BASE_BUDGET_H
#define PATHFAN_BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pathfan_budget {
  uint64_t limit; /* 0: none */
  uint64_t spent;
  bool stopped; /* stopped by the limit */
} pathfan_budget;

/* Spends work; if that would exceed the limit, stops and returns false. */
static inline bool pathfan_budget_spend(pathfan_budget *budget, uint64_t work) {
  if (budget->limit && budget->spent + work > budget->limit) {
    budget->stopped = true;
    return false;
  }
  budget->spent += work;
  return true;
}

#endif
