/* link_set.h - the links of a snapshot: those of the map, some of them closed, and those that were
 * added.
 *
 *   status = pf_links_begin(space, &next_id, &set);         the map's, all of them open
 *   status = pf_links_add(set, space, &link, id, reach, &other, &flaw);
 *   status = pf_links_switch(set, i, closed, &other);
 *   status = pf_links_remove(set, i, &other);
 *
 * Immutable and counted. There are few links, so a change copies the set. The map's come first, in
 * its order. */
#ifndef PF_QUERY_OBSTACLES_LINK_SET_H
#define PF_QUERY_OBSTACLES_LINK_SET_H

#include <stdatomic.h>

#include "format/layout.h"
#include "space/space.h"

typedef struct pf_set_link {
  pf_layout_link link;
  pf_fixed_point at[2]; /* its ends, placed */
  int32_t component[2];
  int64_t id;
  bool is_closed;
  bool is_own; /* of the map: it has the same number there */
} pf_set_link;

typedef struct pf_link_set {
  atomic_int holders;
  int32_t count;
  pf_set_link list[]; /* [Size: count] */
} pf_link_set;

/* Makes the set of a map's links, with ids from *next_id on, which moves past them; NULL: it has
 * none. The space's location must be good. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_links_begin(const pf_space *space, atomic_int_fast64_t *last_id,
                              pf_link_set **set);

/* Makes a set with one link more. An end that isn't on free ground moves by at most `reach` map
 * units. *flaw becomes a sentence if the link can't be. set may be NULL. Errors: NO_MEMORY, LIMIT
 * (more than PF_LAYOUT_LINKS_MAX). */
pathfan_status pf_links_add(const pf_link_set *set, const pf_space *space,
                            const pf_layout_link *link, int64_t id, double reach,
                            pf_link_set **other, const char **flaw);

/* Makes a set in which link i is closed or open, or one without it. Errors: NO_MEMORY. */
pathfan_status pf_links_switch(const pf_link_set *set, int32_t i, bool is_closed,
                               pf_link_set **other);
pathfan_status pf_links_remove(const pf_link_set *set, int32_t i, pf_link_set **other);

/* Returns the first link from number `from` on of a name or, if that is NULL, of an id; -1: none.
 * set may be NULL. */
int32_t pf_links_find(const pf_link_set *set, int32_t from, const char *name, int64_t id);

pf_link_set *pf_links_retain(pf_link_set *set);
void pf_links_release(pf_link_set *set); /* NULL is allowed */

#endif
