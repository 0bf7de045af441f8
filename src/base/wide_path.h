/* wide_path.h - conversion of file names and errors between UTF-8 and errno and Windows. */
#ifndef PF_BASE_WIDE_PATH_H
#define PF_BASE_WIDE_PATH_H

#include "base/platform.h"

#if PATHFAN_WITH_WINDOWS

#include <stddef.h>

/* Converts a UTF-8 path for Windows; the caller frees it. NULL, and errno: not UTF-8 (ENOENT) or
 * out of memory. */
wchar_t *pf_wide_path(const char *path);

/* Returns the errno nearest to the error of the last Windows call, by GetLastError(). */
int pf_windows_errno(void);

#endif
#endif
