/* linking.h - a request over links on its way to an answer (linked.h).
 *
 *   ... k.l->paths has the paths that were taken ...
 *   status = pf_linked_write(&k);
 *   if (!status) status = pf_linked_state(&k, &plain); */
#ifndef PF_QUERY_CALLS_LINKING_H
#define PF_QUERY_CALLS_LINKING_H

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

/* Writes the paths that were taken, and their legs, in map units. Errors: NO_MEMORY. */
pathfan_status pf_linked_write(pf_linking *k);

/* Makes the answer of them; `plain` is the one without links. Errors: NO_MEMORY. */
pathfan_status pf_linked_state(pf_linking *k, const pathfan_answer *plain);

#endif
