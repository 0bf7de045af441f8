/* pathfan/version.h - the pathfan version that a program was compiled for, and the one it runs
 * with.
 *
 * Versions are MAJOR.MINOR.PATCH. A program runs with every library of the same MAJOR version and,
 * while that is 0, the same MINOR version; the name that loaders look for, such as
 * libpathfan.so.0.2, ensures this. Structs have room for future members, `reserved`. It must be 0
 * in structs that a program passes (call the struct's init function, or zero the struct first), and
 * is 0 in structs that it receives. A library refuses a struct with a member set that is newer than
 * the library. Index files have their own version (docs/format.md). */
#ifndef PATHFAN_VERSION_H
#define PATHFAN_VERSION_H

#include "pathfan/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PATHFAN_VERSION_MAJOR 0
#define PATHFAN_VERSION_MINOR 2
#define PATHFAN_VERSION_PATCH 0
#define PATHFAN_VERSION "0.2.0"

/* The version as a number, to compare in #if: 1.2.3 is 10203. */
#define PATHFAN_VERSION_NUMBER                                                                     \
  ((PATHFAN_VERSION_MAJOR * 100 + PATHFAN_VERSION_MINOR) * 100 + PATHFAN_VERSION_PATCH)

/* Returns the version of the running library, in the form of PATHFAN_VERSION. Static storage; any
 * thread. */
PATHFAN_API const char *pathfan_version(void);

#ifdef __cplusplus
}
#endif

#endif
