/* lines.h - a batch as JSON Lines, docs/serve.md says how they look. */
#ifndef PATHFAN_SERVE_LINES_H
#define PATHFAN_SERVE_LINES_H

#include "serve/state.h"

/* Answers x, whose subject is the index, on a desk of the lane; or returns the later lane that is
 * to, -1 where it is answered. */
int pathfan_serve_lines(pathfan_serve_state *serve, pathfan_serve_lane lane, pathfan_desk *desk,
                        pathfan_exchange *x);

#endif
