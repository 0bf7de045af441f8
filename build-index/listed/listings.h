/* listings.h - lists of hubs: sets while they are found, then one after the other. */
#ifndef PF_BUILD_INDEX_LISTED_LISTINGS_H
#define PF_BUILD_INDEX_LISTED_LISTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

/* An entry or a record. */
typedef struct pf_listing {
  int32_t hub, vertex; /* first vertex; of a record 0 */
} pf_listing;

/* Lists, one after the other. */
typedef struct pf_listings {
  pf_listing *all;
  int64_t *first; /* [Size: count + 1] */
  int64_t count;
} pf_listings;

/* Room for `most` listings. False: no memory; `l` can be freed then, too. */
bool pf_listings_make(pf_listings *l, int64_t count, int64_t most);

/* Fine on a zeroed struct. */
void pf_listings_free(pf_listings *l);

/* Sorts each list by hub, then vertex, and drops what it has twice. */
void pf_listings_end(pf_listings *l);

/* Unites each two lists, of regions below one node, into one that is ended. Errors: NO_MEMORY, and
 * nothing is changed. */
pathfan_status pf_listings_halve(pf_listings *l);

/* The same for the lists of pairs of `districts`. */
pathfan_status pf_listings_halve_pairs(pf_listings *l, int32_t districts);

/* A hub of a set. */
typedef struct pf_hub_member {
  int32_t hub, next; /* -1: the last one */
} pf_hub_member;

/* Small sets of hubs, in any order. */
typedef struct pf_hub_sets {
  int32_t *head; /* [Size: count] the first member; -1: empty */
  int64_t count;
  pf_hub_member *nodes;
  int32_t node_count, capacity;
} pf_hub_sets;

/* False: out of memory. */
bool pf_hub_sets_make(pf_hub_sets *sets, int64_t count);

/* Fine on a zeroed struct. */
void pf_hub_sets_free(pf_hub_sets *sets);

/* Adds a hub, or all of other sets, unless they are there. Errors: NO_MEMORY. */
pathfan_status pf_hub_sets_add(pf_hub_sets *sets, int64_t set, int32_t hub);
pathfan_status pf_hub_sets_add_all(pf_hub_sets *to, const pf_hub_sets *from);

/* Makes a list of records of each set. Errors: NO_MEMORY. */
pathfan_status pf_hub_sets_list(const pf_hub_sets *sets, pf_listings *l);

#endif
