/* http_server.c - the memory that clients make a server hold, and its pools. */
#include "server/http_server.h"

#include "server/limits.h"

/* ---- Memory ---- */

bool pf_http_hold(pf_http *http, pf_exchange *x, uint64_t bytes) {
  if (bytes <= x->held) return true;
  if (!x->payer) x->payer = pf_exchange_client(x, http->client_header);
  if (!pf_budget_take(&http->budget, x->payer, bytes - x->held)) return false;
  x->held = bytes;
  return true;
}

void pf_http_let_go(pf_http *http, pf_exchange *x, uint64_t bytes) {
  if (bytes >= x->held) return;
  pf_budget_give(&http->budget, x->payer, x->held - bytes);
  x->held = bytes;
}

void pf_http_refuse_room(pf_exchange *x) {
  pf_exchange_fail(x, 503, "no_room",
                   "requests and answers of clients take all the memory that "
                   "there is for them; try again later");
}

uint64_t pf_http_held(pf_http *http) {
  return pf_budget_held(&http->budget);
}

/* ---- Pools ---- */

void pf_http_refuse_ending(pf_exchange *x) {
  pf_exchange_fail(x, 503, "stopping", "the server is about to end");
  x->closing = true;
}

bool pf_http_put(pf_http *http, int pool, pf_exchange *x) {
  const pf_pool_options *limits = &http->limits[pool];
  x->pool = pool;
  switch (pf_pool_put(http->pools[pool], x)) {
  case PF_POOL_TAKEN: return true;
  case PF_POOL_FULL:
    pf_exchange_fail(x, 429, "too_many", "%d requests are being answered already",
                     limits->requests);
    break;
  case PF_POOL_FULL_OF_ONE:
    pf_exchange_fail(x, 429, "too_many_of_one",
                     "%d requests of this client are being answered already",
                     limits->of_one_client);
    break;
  case PF_POOL_ENDED: pf_http_refuse_ending(x);
  }
  return false;
}

int32_t pf_http_in_hand(const pf_http *http, int pool) {
  return pf_pool_in_hand(http->pools[pool]);
}

int32_t pf_http_connections(pf_http *http) {
  return pf_peers_count(&http->peers);
}
