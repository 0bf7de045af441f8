/* reserved.h - public structs have room for the members of later versions, `reserved`, which is 0
 * in all that a program passes. What isn't was set by a program that was compiled for a later
 * version: it is refused, since leaving it out in silence would give another answer than the one
 * asked for (docs/decisions/structs.md). */
#ifndef PATHFAN_BASE_RESERVED_H
#define PATHFAN_BASE_RESERVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool pathfan_reserved_is_zero(const uint64_t *reserved, size_t count) {
  uint64_t any = 0;
  for (size_t i = 0; i < count; i++) any |= reserved[i];
  return !any;
}

/* Whether all members that are set in a struct are known here. */
#define PATHFAN_KNOWS(given)                                                                       \
  pathfan_reserved_is_zero((given)->reserved, sizeof(given)->reserved / sizeof *(given)->reserved)

#define PATHFAN_UNKNOWN_MEMBER "a member is set that this version of pathfan doesn't know"

#endif
