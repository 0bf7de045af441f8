/* state.c - what a growing answer takes of the memory that there is for clients. */
#include "serve/state.h"

bool pf_serve_hold(pf_serve_state *serve, pf_exchange *x, uint64_t bytes, pf_refusal *refusal) {
  if (!serve->http || pf_http_hold(serve->http, x, x->body_bytes + bytes)) return true;
  return pf_refuse(refusal, 503, "no_room",
                   "requests and answers of clients take all the memory "
                   "that there is for them; try again later");
}
