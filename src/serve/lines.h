/* lines.h - a batch as JSON Lines; docs/serve.md describes them. */
#ifndef PATHFAN_SERVE_LINES_H
#define PATHFAN_SERVE_LINES_H

#include "serve/state.h"

/* Answers x, whose subject is the index, on a desk of the lane. Returns -1, or the later lane that
 * is to answer instead. */
int pathfan_serve_lines(pathfan_serve_state *serve, pathfan_serve_lane lane, pathfan_desk *desk,
                        pathfan_exchange *x);

#endif
