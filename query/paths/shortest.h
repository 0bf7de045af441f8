/* shortest.h - path 1 by labels: exactly shortest, whatever else a request asks for. */
#ifndef PF_QUERY_PATHS_SHORTEST_H
#define PF_QUERY_PATHS_SHORTEST_H

#include "recover.h"

/* Finds the shortest path between ordered ends that have scattered, at least without dead ends, and
 * makes it the only track; among equal-length paths the first by points. space: the view's. Errors:
 * NO_MEMORY, DAMAGED. */
pathfan_status pf_find_shortest(const pf_index_view *view, const pf_space *space, pf_ends *ends,
                                pf_tracks *tracks, pathfan_error *error);

/* For path 1 alone, between ends that need not have scattered. If the ends see each other, makes
 * the straight line the only track; *found: whether they do. Errors: NO_MEMORY. */
pathfan_status pf_find_straight(const pf_index_view *view, const pf_space *space, pf_ends *ends,
                                pf_tracks *tracks, bool *found);

/* The same between ends that don't see each other, if hubs are listed for them
 * (pf_ends_find_listed). *found: whether they are. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_find_shortest_listed(const pf_index_view *view, pf_ends *ends, pf_tracks *tracks,
                                       bool *found, pathfan_error *error);

/* Does the same as pf_find_shortest, between ends that don't see each other and need not have
 * scattered. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_find_shortest_alone(const pf_index_view *view, pf_ends *ends, pf_tracks *tracks,
                                      pathfan_error *error);

#endif
