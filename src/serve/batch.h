/* batch.h - a batch as bytes, docs/serve.md says how they look. */
#ifndef PATHFAN_SERVE_BATCH_H
#define PATHFAN_SERVE_BATCH_H

#include "serve/state.h"

/* Answers x, whose subject is the index, on a desk of the lane; or returns the later lane that is
 * to, -1 where it is answered. */
int pathfan_serve_batch(pathfan_serve_state *serve, pathfan_serve_lane lane, pathfan_desk *desk,
                        pathfan_exchange *x);

#endif
