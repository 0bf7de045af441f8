/* crowd_frame.h - a crowd's state after a step, as bytes: at 30 pictures a second of 12,000 agents,
 * JSON would keep both sides busy. docs/openapi.json has the layout. */
#ifndef PF_VIEWER_CROWD_FRAME_H
#define PF_VIEWER_CROWD_FRAME_H

#include <stddef.h>

#include "viewer/crowds.h"

/* Makes a frame of a crowd, whose turn the caller must have; step_ms: mean of this request's steps.
 * The caller frees it; NULL: out of memory. */
char *pf_crowd_frame(const pf_live_crowd *live, double step_ms, size_t *bytes);

/* Whether the crowd makes no more steps: all have arrived, or it has made the most allowed. */
bool pf_crowd_frame_is_last(const pf_live_crowd *live);

#endif
