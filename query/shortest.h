/* shortest.h - path 1 by labels: exactly shortest, whatever else a request asks for. */
#ifndef PATHFAN_QUERY_SHORTEST_H
#define PATHFAN_QUERY_SHORTEST_H

#include "recover.h"

/* Finds the shortest path between ordered ends that have scattered, and makes it the only track;
 * of equally long ones the first by points. space: the view's. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_find_shortest(const pathfan_index_view *view, const pathfan_space *space,
                                     pathfan_ends *ends, pathfan_tracks *tracks,
                                     pathfan_error *error);

/* For those who want path 1 alone, of ends that need not have scattered. First whether they see
 * each other: then the straight line is the only track. */
pathfan_status pathfan_find_straight(const pathfan_index_view *view, const pathfan_space *space,
                                     pathfan_ends *ends, pathfan_tracks *tracks, bool *found);

/* Where they don't, the same as pathfan_find_shortest. */
pathfan_status pathfan_find_shortest_alone(const pathfan_index_view *view, pathfan_ends *ends,
                                           pathfan_tracks *tracks, pathfan_error *error);

#endif
