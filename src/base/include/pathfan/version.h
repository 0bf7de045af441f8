/* pathfan/version.h - which pathfan a program was compiled for, and which one it runs with.
 *
 * Versions are MAJOR.MINOR.PATCH. Programs go on with every library of the same MAJOR, while that
 * is 0 of the same MINOR too; the name that loaders look for, libpathfan.so.0.1, holds them to it.
 * Structs have room for members to come, `reserved`: 0 in what a program passes, by the init
 * function of that struct or by zeroing it first, and in what it gets. A member that the library
 * which runs doesn't know yet is refused where it is set. Index files have a version of their own
 * (docs/format.md). */
#ifndef PATHFAN_VERSION_H
#define PATHFAN_VERSION_H

#include "pathfan/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PATHFAN_VERSION_MAJOR 0
#define PATHFAN_VERSION_MINOR 1
#define PATHFAN_VERSION_PATCH 0
#define PATHFAN_VERSION "0.1.0"

/* To compare in #if: 102 * 100 + 3 is version 1.2.3. */
#define PATHFAN_VERSION_NUMBER                                                                     \
  ((PATHFAN_VERSION_MAJOR * 100 + PATHFAN_VERSION_MINOR) * 100 + PATHFAN_VERSION_PATCH)

/* The version of the library that runs, like PATHFAN_VERSION. Static storage; any thread. */
PATHFAN_API const char *pathfan_version(void);

#ifdef __cplusplus
}
#endif

#endif
