/* status.h - how a failing function reports the reason; the codes are public (pathfan/status.h). */
#ifndef PF_BASE_STATUS_H
#define PF_BASE_STATUS_H

#include "base/platform.h"
#include "pathfan/status.h"

#if PATHFAN_WITH_WINDOWS /* with _GNU_SOURCE printf is mingw's, not Microsoft's */
#define PF_PRINTF(format_at, args_at) __attribute__((format(gnu_printf, format_at, args_at)))
#elif defined(__GNUC__)
#define PF_PRINTF(format_at, args_at) __attribute__((format(printf, format_at, args_at)))
#else
#define PF_PRINTF(format_at, args_at)
#endif

/* Writes a printf-style message to error (which may be NULL) and returns status, so that a failing
 * function can end with `return pf_fail(...)`. */
pathfan_status pf_fail(pathfan_error *error, pathfan_status status, const char *format, ...)
    PF_PRINTF(3, 4);

#endif
