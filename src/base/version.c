/* version.c - the version as which the library was compiled. */
#include "pathfan/version.h"

const char *pathfan_version(void) {
  return PATHFAN_VERSION;
}
