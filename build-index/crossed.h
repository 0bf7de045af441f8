/* crossed.h - which rivers legs cross, as chains that share their beginnings: each river after the
 * same ones once.
 *
 *   status = pathfan_crossed_take(&set, from, from_count, legs, leg_count);
 *   ... set.chains[legs[i].crossed] ... */
#ifndef PATHFAN_BUILD_CROSSED_H
#define PATHFAN_BUILD_CROSSED_H

#include "base/allowance.h"
#include "pathfan/status.h"
#include "terrain/ways.h"

/* Zero it first. */
typedef struct pathfan_crossed_set {
  pathfan_allowance *allowance; /* of which it takes; NULL */
  pathfan_crossed *chains;      /* each refers to lower numbers only */
  int32_t *next;                /* of the same bucket; -1 */
  int32_t *buckets;             /* -1: empty */
  int32_t *marks;               /* scratch */
  int32_t count, capacity, next_capacity, bucket_count, mark_capacity;
} pathfan_crossed_set;

/* Takes over the chains of legs [Size: leg_count], which refer to `from` [Size: count] and now
 * refer to the set. In `from`, too, each refers to lower numbers only. Errors: NO_MEMORY, LIMIT
 * (allowance). */
pathfan_status pathfan_crossed_take(pathfan_crossed_set *set, const pathfan_crossed *from,
                                    int32_t count, pathfan_way_leg *legs, int32_t leg_count);

/* Empties it and keeps its memory. */
void pathfan_crossed_clear(pathfan_crossed_set *set);

/* Hands over the chains, which the caller frees; it is empty then. */
pathfan_crossed *pathfan_crossed_hand_over(pathfan_crossed_set *set, int32_t *count);

/* Bytes that it keeps. */
uint64_t pathfan_crossed_bytes(const pathfan_crossed_set *set);

/* Frees it and zeroes the struct; fine for an all-zero one. */
void pathfan_crossed_free(pathfan_crossed_set *set);

#endif
