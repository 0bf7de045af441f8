/* budget.h - the bytes that clients make a server hold: bodies of requests until they are answered,
 * answers until they are sent. Bounded for all clients together, and for each, so that one can't
 * use up what others need. Any thread. */
#ifndef PF_SERVER_BUDGET_H
#define PF_SERVER_BUDGET_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct pf_budget_share {
  uint64_t client, bytes;
} pf_budget_share;

typedef struct pf_budget {
  pthread_mutex_t lock;
  uint64_t most, most_of_one; /* bytes */
  uint64_t held;
  pf_budget_share *shares; /* of clients that hold any */
  int32_t count, capacity;
} pf_budget;

/* Bounds what is held. */
void pf_budget_begin(pf_budget *budget, uint64_t most, uint64_t most_of_one);

/* Takes bytes for a client; 0, nobody in particular, is bounded like all together. False: there is
 * no room, or no memory to count it. */
bool pf_budget_take(pf_budget *budget, uint64_t client, uint64_t bytes);

/* Gives back bytes that were taken for this client. */
void pf_budget_give(pf_budget *budget, uint64_t client, uint64_t bytes);

uint64_t pf_budget_held(pf_budget *budget);

/* All must have been given back. */
void pf_budget_end(pf_budget *budget);

#endif
