/* lines.h - a batch as JSON Lines; docs/serve.md describes them. */
#ifndef PF_SERVE_LINES_H
#define PF_SERVE_LINES_H

#include "serve/state.h"

/* Answers x, whose subject is the index, on a worker of the lane. Returns -1, or the later lane
 * that is to answer instead. */
int pf_serve_lines(pf_serve_state *serve, pf_serve_lane lane, pf_worker *worker, pf_exchange *x);

#endif
