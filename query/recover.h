/* recover.h - paths from labels: a hub or a candidate becomes a track. */
#ifndef PATHFAN_QUERY_RECOVER_H
#define PATHFAN_QUERY_RECOVER_H

#include "candidates.h"
#include "ends.h"
#include "tracks.h"

/* Those that go by hubs need ends that have scattered. path is scratch. Errors: NO_MEMORY,
 * DAMAGED. */

/* From end 0 to hub, and from there to end 1. */
pathfan_status pathfan_recover_by_hub(const pathfan_index_view *view, pathfan_ends *ends,
                                      int32_t hub, pathfan_vertex_path *path, pathfan_track *track);

/* Between the ends by the vertices in `path`, whatever they are. */
pathfan_status pathfan_recover_by_vertices(const pathfan_index_view *view, pathfan_ends *ends,
                                           pathfan_vertex_path *path, pathfan_track *track);

/* Between the ends by points from the first to the last, which must be taut. */
pathfan_status pathfan_recover_by_points(const pathfan_index_view *view,
                                         const pathfan_fixed_point *points, int32_t count,
                                         pathfan_track *track);

/* A candidate's via-path. *taut: whether it wraps the obstacle at the via node; if not, the track
 * is unset, but `path` has its vertices. */
pathfan_status pathfan_recover_via(const pathfan_index_view *view, pathfan_ends *ends,
                                   const pathfan_candidate *candidate, pathfan_vertex_path *path,
                                   pathfan_track *track, bool *taut);

/* The two end points alone. */
pathfan_status pathfan_recover_straight(const pathfan_index_view *view, pathfan_ends *ends,
                                        pathfan_vertex_path *path, pathfan_track *track);

/* Returns the vertex before hub on the shortest path to it from a vertex of which it is a hub; that
 * vertex itself if it sees the hub. */
int32_t pathfan_before_hub(const pathfan_index_view *view, int32_t from, int32_t hub);

/* Whether a path from `before` to `after` wraps the obstacle at a vertex. */
bool pathfan_taut_at(const pathfan_index_view *view, int32_t vertex, pathfan_fixed_point before,
                     pathfan_fixed_point after);

#endif
