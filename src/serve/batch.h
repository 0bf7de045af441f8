/* batch.h - a batch as bytes; docs/serve.md has the layout. */
#ifndef PF_SERVE_BATCH_H
#define PF_SERVE_BATCH_H

#include "serve/state.h"

/* Answers x, whose subject is the index, on a worker of the lane. Returns -1, or the later lane
 * that is to answer instead. */
int pf_serve_batch(pf_serve_state *serve, pf_serve_lane lane, pf_worker *worker, pf_exchange *x);

#endif
