/* crossed.h - which rivers legs cross, as chains that share their beginnings: each river appears
 * once after the same ones.
 *
 *   status = pf_crossed_take(&set, from, from_count, legs, leg_count);
 *   ... set.chains[legs[i].crossed] ... */
#ifndef PF_BUILD_INDEX_TERRAIN_CROSSED_H
#define PF_BUILD_INDEX_TERRAIN_CROSSED_H

#include "base/memory_limit.h"
#include "pathfan/status.h"
#include "terrain/ways.h"

/* Zero it first. */
typedef struct pf_crossed_set {
  pf_memory_limit *memory_limit; /* what it takes memory from; NULL: no limit */
  pf_crossed *chains;            /* each refers to lower numbers only */
  int32_t *next;                 /* in the same bucket; -1: none */
  int32_t *buckets;              /* -1: empty */
  int32_t *marks;                /* scratch memory */
  int32_t count, capacity, next_capacity, bucket_count, mark_capacity;
} pf_crossed_set;

/* Copies into the set the chains of legs [Size: leg_count], which refer to `from` [Size: count],
 * and makes the legs refer to the set. In `from`, too, each chain must refer to lower numbers only.
 * Errors: NO_MEMORY, LIMIT (of the memory limit). */
pathfan_status pf_crossed_take(pf_crossed_set *set, const pf_crossed *from, int32_t count,
                               pf_way_leg *legs, int32_t leg_count);

/* Empties the set but keeps its memory. */
void pf_crossed_clear(pf_crossed_set *set);

/* Hands the chains over to the caller, who frees them, and empties the set. */
pf_crossed *pf_crossed_hand_over(pf_crossed_set *set, int32_t *count);

/* Returns the bytes that the set holds. */
uint64_t pf_crossed_bytes(const pf_crossed_set *set);

/* Frees the set and zeroes the struct; fine on an all-zero one. */
void pf_crossed_free(pf_crossed_set *set);

#endif
