/* linked.h - answers over links: walks on the mesh, joined by links of the map, or of a snapshot.
 *
 *   if (pf_links_are_usable(q->space, set, request->link_flags))
 *     status = pf_answer_linked(q, set, request);
 *
 * Each walk is answered like a request of its own, by the request's method, so what holds for walks
 * holds for paths over links: closed areas are kept out of, and path 1 is exactly the cheapest. */
#ifndef PF_QUERY_CALLS_LINKED_H
#define PF_QUERY_CALLS_LINKED_H

#include "query/obstacles/link_set.h"
#include "query_object.h"

/* Whether a request with these flags may use a link. set: of a snapshot; NULL: the map's links. */
bool pf_links_are_usable(const pf_space *space, const pf_link_set *set, uint64_t flags);

/* Answers a request whose points are in the plane. Requires the same as pf_answer_request. Errors:
 * those of pathfan_query_paths. */
pathfan_status pf_answer_linked(pathfan_query *q, const pf_link_set *set,
                                const pathfan_request *request);

#endif
