/* reserved.h - public structs have room for members of later versions, `reserved`, which must be 0
 * in every struct that a program passes. A non-zero value was set by a program compiled for a later
 * version. It is refused, because ignoring it silently would give another answer than the one asked
 * for (docs/decisions/structs.md). */
#ifndef PF_BASE_RESERVED_H
#define PF_BASE_RESERVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool pf_reserved_is_zero(const uint64_t *reserved, size_t count) {
  uint64_t any = 0;
  for (size_t i = 0; i < count; i++) any |= reserved[i];
  return !any;
}

/* Whether this version knows all members that are set in a struct. */
#define PF_KNOWS(given)                                                                            \
  pf_reserved_is_zero((given)->reserved, sizeof(given)->reserved / sizeof *(given)->reserved)

#define PF_UNKNOWN_MEMBER "a member is set that this version of pathfan doesn't know"

#endif
