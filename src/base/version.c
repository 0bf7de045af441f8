/* version.c - the version that the library was compiled as. */
#include "pathfan/version.h"

const char *pathfan_version(void) {
  return PATHFAN_VERSION;
}
