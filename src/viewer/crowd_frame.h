/* crowd_frame.h - what a crowd looks like after a step, as bytes: at 30 pictures a second of 12,000
 * agents JSON would keep both sides busy. docs/openapi.json has the layout. */
#ifndef PATHFAN_VIEWER_CROWD_FRAME_H
#define PATHFAN_VIEWER_CROWD_FRAME_H

#include <stddef.h>

#include "viewer/crowds.h"

/* A frame of a crowd whose turn it is; step_ms: a step's mean of this request. The caller frees it;
 * NULL: memory is out. */
char *pathfan_crowd_frame(const pathfan_live_crowd *live, double step_ms, size_t *bytes);

/* Whether it makes no more steps: all have arrived, or it has made as many as it may. */
bool pathfan_crowd_frame_is_last(const pathfan_live_crowd *live);

#endif
