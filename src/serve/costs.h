/* costs.h - fields of costs and corridors of cheap ways over a terrain, for one request. */
#ifndef PF_SERVE_COSTS_H
#define PF_SERVE_COSTS_H

#include "serve/state.h"

/* Answers POST /indexes/NAME/field: {"to", "grid", "max_work"}. */
void pf_serve_field(pf_serve_state *serve, pf_worker *worker, pf_exchange *x);

/* Answers POST /indexes/NAME/corridor: {"from", "to", "within", "tolerance", "max_work"}. */
void pf_serve_corridor(pf_serve_state *serve, pf_worker *worker, pf_exchange *x);

#endif
