/* path.h - the two parts of a path: folder and name. */
#ifndef PF_BASE_PATH_H
#define PF_BASE_PATH_H

#include <string.h>

#include "base/allocate.h"
#include "base/platform.h"

/* Returns the last slash, on Windows of either kind; NULL: there is none. */
static inline char *pf_path_slash(const char *path) {
  char *slash = strrchr(path, '/');
  char *back = PATHFAN_WITH_WINDOWS ? strrchr(path, '\\') : NULL;
  return back && (!slash || back > slash) ? back : slash;
}

/* Returns the part behind the last slash. */
static inline const char *pf_path_name(const char *path) {
  const char *slash = pf_path_slash(path);
  return slash ? slash + 1 : path;
}

/* Returns the part before the last slash as a new string, "." if there is none; NULL: out of
 * memory. */
static inline char *pf_path_folder(const char *path) {
  const char *slash = pf_path_slash(path);
  if (!slash) return strdup(".");
  return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

#endif
