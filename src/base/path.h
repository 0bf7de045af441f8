/* path.h - the two parts of a path: folder and name. */
#ifndef PATHFAN_BASE_PATH_H
#define PATHFAN_BASE_PATH_H

#include <string.h>

/* What is behind the last slash. */
static inline const char *pathfan_path_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* What is before it as a new string, "." when there is nothing; NULL: no memory. */
static inline char *pathfan_path_folder(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return strdup(".");
  return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

#endif
