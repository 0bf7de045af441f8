/* linking.h - a request over links on its way to an answer (linked.h).
 *
 *   ... k.l->paths has the paths that were taken ...
 *   status = pf_linked_write(&k);
 *   if (!status) status = pf_linked_state(&k, &plain); */
#ifndef PF_QUERY_CALLS_LINKING_H
#define PF_QUERY_CALLS_LINKING_H

#include <math.h>

#include "query/links/portals.h"
#include "query/obstacles/link_set.h"
#include "query_object.h"

/* A request on its way to an answer. */
typedef struct pf_linking {
  pathfan_query *q;
  pf_linked *l;
  const pathfan_request *request;
  const pf_link_set *set;    /* of the snapshot; NULL: the map's links */
  const pf_portals *portals; /* of the map; NULL: it has no links */
  pathfan_point ends[2];     /* as they were placed */
  int32_t component[2];
  double from_height; /* of the first, on a surface */
  bool has_openings;  /* which may shorten walks */
  uint64_t work;
  bool stopped; /* by the work limit */
} pf_linking;

/* The links of a set; set NULL: of the map. */
static inline int32_t pf_link_count(const pf_space *space, const pf_link_set *set) {
  return set ? set->count : space->link_count;
}

static inline const pf_layout_link *pf_link_at(const pf_space *space, const pf_link_set *set,
                                               int32_t i) {
  return set ? &set->list[i].link : &space->links[i];
}

/* Whether a link can be used with some flags, in one direction at least. */
static inline bool pf_link_is_usable(const pf_space *space, const pf_link_set *set, int32_t i,
                                     uint64_t flags) {
  const pf_layout_link *link = pf_link_at(space, set, i);
  if (set && set->list[i].is_closed) return false;
  return (link->flags & ~flags) == 0 && (isfinite(link->cost[0]) || isfinite(link->cost[1]));
}

/* Where a portal is: 2 i and 2 i + 1 are the ends of link i. */
static inline pf_portal pf_linking_portal(const pf_linking *k, int32_t portal) {
  if (!k->set) return k->portals->list[portal];
  const pf_set_link *link = &k->set->list[portal / 2];
  return (pf_portal){.at = link->at[portal % 2], .component = link->component[portal % 2]};
}

/* Whether the request may go from a portal to the other end of its link. */
static inline bool pf_linking_leads(const pf_linking *k, int32_t portal) {
  const pf_space *space = k->q->space;
  return pf_link_is_usable(space, k->set, portal / 2, k->request->link_flags) &&
         isfinite(pf_link_at(space, k->set, portal / 2)->cost[portal % 2]);
}

/* Lists the components that are reached from one, or from which it is reached, if nothing is
 * closed. reached: [Size: 1 + links]. Returns how many there are. */
int32_t pf_linking_reach(const pf_linking *k, int32_t component, bool is_back, int32_t *reached);

/* Writes the paths that were taken, and their legs, in map units. Errors: NO_MEMORY. */
pathfan_status pf_linked_write(pf_linking *k);

/* Makes the answer of them; `plain` is the one without links. Errors: NO_MEMORY. */
pathfan_status pf_linked_state(pf_linking *k, const pathfan_answer *plain);

#endif
