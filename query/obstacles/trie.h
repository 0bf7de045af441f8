/* trie.h - sets of obstacles that snapshots share: a change copies only the nodes on its way.
 *
 *   pf_trie *set = NULL;                            the empty set
 *   status = pf_trie_add(&set, key, obstacle);
 *   pf_trie *other = pf_trie_retain(set);           another set, the same so far
 *   status = pf_trie_remove(&other, key, obstacle); `set` still has it
 *   blocker = pf_trie_meet(set, a, b);
 *   pf_trie_release(set), pf_trie_release(other);
 *
 * A set consists of pairs of a key and an obstacle. Its nodes depend only on the set, and neither
 * on the order nor on the history of changes. Sets are immutable for all but who changes them; any
 * number of threads may ask and release sets that share nodes. */
#ifndef PF_QUERY_OBSTACLES_TRIE_H
#define PF_QUERY_OBSTACLES_TRIE_H

#include "obstacle.h"

typedef struct pf_trie pf_trie;

/* Adds a pair, which must be new, or removes one, which must be there. On failure the set stays as
 * it was. Errors: NO_MEMORY. */
pathfan_status pf_trie_add(pf_trie **set, uint64_t key, pf_obstacle *obstacle);
pathfan_status pf_trie_remove(pf_trie **set, uint64_t key, const pf_obstacle *obstacle);

/* NULL is the empty set. */
pf_trie *pf_trie_retain(pf_trie *set);
void pf_trie_release(pf_trie *set);

/* Returns an obstacle of a key for which `is` says yes; NULL: none. */
pf_obstacle *pf_trie_find(const pf_trie *set, uint64_t key, const void *context,
                          bool (*is)(const void *context, const pf_obstacle *obstacle));

/* Returns an obstacle whose area holds a point, or meets the segment between two points that none
 * holds; the first by place. NULL: none. */
const pf_obstacle *pf_trie_hold(const pf_trie *set, pf_fixed_point point);
const pf_obstacle *pf_trie_meet(const pf_trie *set, pf_fixed_point a, pf_fixed_point b);

/* Returns one whose area surely holds all points up to `reach` steps from one by each coordinate;
 * NULL: perhaps none. */
const pf_obstacle *pf_trie_hold_round(const pf_trie *set, pf_fixed_point point, int64_t reach);

/* Calls `each` for all obstacles in order of keys until it fails; returns its status. */
pathfan_status pf_trie_walk(const pf_trie *set, void *context,
                            pathfan_status (*each)(void *context, pf_obstacle *obstacle));

/* Does the same for those by whose boxes a way from a to b may be no longer than `most` steps of
 * the fixed-point grid. */
pathfan_status pf_trie_walk_near(const pf_trie *set, pf_fixed_point a, pf_fixed_point b,
                                 double most, void *context,
                                 pathfan_status (*each)(void *context, pf_obstacle *obstacle));

/* Does the same for those whose boxes the segment from a to b may enter. */
pathfan_status pf_trie_walk_line(const pf_trie *set, pf_fixed_point a, pf_fixed_point b,
                                 void *context,
                                 pathfan_status (*each)(void *context, pf_obstacle *obstacle));

#endif
