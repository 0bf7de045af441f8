/* wide_path.h - names of files and errors, from one side of Windows to the other. */
#ifndef PATHFAN_BASE_WIDE_PATH_H
#define PATHFAN_BASE_WIDE_PATH_H

#include "base/platform.h"

#if PATHFAN_WITH_WINDOWS

#include <stddef.h>

/* A path of UTF-8 as Windows takes it, to be freed; NULL, and errno: it is no UTF-8 (ENOENT), or
 * memory is out. */
wchar_t *pathfan_wide_path(const char *path);

/* The errno that comes nearest to what a call of Windows failed for, by GetLastError(). */
int pathfan_windows_errno(void);

#endif
#endif
