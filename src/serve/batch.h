/* batch.h - a batch as bytes; docs/serve.md has the layout. */
#ifndef PATHFAN_SERVE_BATCH_H
#define PATHFAN_SERVE_BATCH_H

#include "serve/state.h"

/* Answers x, whose subject is the index, on a desk of the lane. Returns -1, or the later lane that
 * is to answer instead. */
int pathfan_serve_batch(pathfan_serve_state *serve, pathfan_serve_lane lane, pathfan_desk *desk,
                        pathfan_exchange *x);

#endif
