/* status.h - how a failing function reports the reason; the codes are public (pathfan/status.h). */
#ifndef PF_BASE_STATUS_H
#define PF_BASE_STATUS_H

#include "base/portable.h"
#include "pathfan/status.h"

/* Writes a printf-style message to error (which may be NULL) and returns status, so that a failing
 * function can end with `return pf_fail(...)`. */
pathfan_status pf_fail(pathfan_error *error, pathfan_status status, const char *format, ...)
    PF_PRINTF(3, 4);

#endif
