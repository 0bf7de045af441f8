/* budget.c - a sum, and a list of each client's part. Clients that hold something are few, as the
 * number of connections is bounded; so the list is searched from end to end. */
#include "server/budget.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void pf_budget_begin(pf_budget *budget, uint64_t most, uint64_t most_of_one) {
  memset(budget, 0, sizeof *budget);
  pthread_mutex_init(&budget->lock, NULL);
  budget->most = most;
  budget->most_of_one = most_of_one;
}

/* Returns the client's share; NULL: it has none. The lock must be held. */
static pf_budget_share *share_of(const pf_budget *budget, uint64_t client) {
  for (int32_t i = 0; i < budget->count; i++)
    if (budget->shares[i].client == client) return &budget->shares[i];
  return NULL;
}

bool pf_budget_take(pf_budget *budget, uint64_t client, uint64_t bytes) {
  pthread_mutex_lock(&budget->lock);
  pf_budget_share *share = share_of(budget, client);
  const uint64_t own = share ? share->bytes : 0;
  const uint64_t most_of_one = client ? budget->most_of_one : budget->most;
  bool fits =
      bytes <= budget->most - budget->held && own <= most_of_one && bytes <= most_of_one - own;
  if (fits && !share) {
    fits = !pf_grow(&budget->shares, &budget->capacity, (int64_t)budget->count + 1);
    if (fits) {
      share = &budget->shares[budget->count++];
      *share = (pf_budget_share){client, 0};
    }
  }
  if (fits) {
    share->bytes += bytes;
    budget->held += bytes;
  }
  pthread_mutex_unlock(&budget->lock);
  return fits;
}

void pf_budget_give(pf_budget *budget, uint64_t client, uint64_t bytes) {
  if (!bytes) return;
  pthread_mutex_lock(&budget->lock);
  pf_budget_share *share = share_of(budget, client);
  assert(share && share->bytes >= bytes && budget->held >= bytes);
  if (share) {
    share->bytes -= bytes;
    budget->held -= bytes;
    if (!share->bytes) *share = budget->shares[--budget->count];
  }
  pthread_mutex_unlock(&budget->lock);
}

uint64_t pf_budget_held(pf_budget *budget) {
  pthread_mutex_lock(&budget->lock);
  const uint64_t held = budget->held;
  pthread_mutex_unlock(&budget->lock);
  return held;
}

void pf_budget_end(pf_budget *budget) {
  assert(!budget->held && !budget->count);
  free(budget->shares);
  pthread_mutex_destroy(&budget->lock);
  memset(budget, 0, sizeof *budget);
}
