/* budget.h - how much work a request may take, and how much it took. */
#ifndef PATHFAN_BASE_BUDGET_H
#define PATHFAN_BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pathfan_budget {
  uint64_t limit; /* 0: none */
  uint64_t spent;
  bool stopped; /* the limit came first */
} pathfan_budget;

/* Spends work, unless that would be more than the limit: then it is stopped. */
static inline bool pathfan_budget_spend(pathfan_budget *budget, uint64_t work) {
  if (budget->limit && budget->spent + work > budget->limit) {
    budget->stopped = true;
    return false;
  }
  budget->spent += work;
  return true;
}

#endif
