/* recover.h - paths from labels: a hub or a candidate becomes a track. */
#ifndef PF_QUERY_PATHS_RECOVER_H
#define PF_QUERY_PATHS_RECOVER_H

#include "candidates.h"
#include "query/ends/ends.h"
#include "tracks.h"

/* Those that go by hubs need ends that have scattered. path is scratch. Errors: NO_MEMORY,
 * DAMAGED. */

/* From end 0 to hub, and from there to end 1. */
pathfan_status pf_recover_by_hub(const pf_index_view *view, pf_ends *ends, int32_t hub,
                                 pf_vertex_path *path, pf_track *track);

/* Between the ends by the vertices in `path`, whatever they are. */
pathfan_status pf_recover_by_vertices(const pf_index_view *view, pf_ends *ends,
                                      pf_vertex_path *path, pf_track *track);

/* Between the ends by points from the first to the last, which must be taut. */
pathfan_status pf_recover_by_points(const pf_index_view *view, const pf_fixed_point *points,
                                    int32_t count, pf_track *track);

/* A candidate's via-path. *taut: whether it wraps the obstacle at the via node; if not, the track
 * is unset, but `path` has its vertices. */
pathfan_status pf_recover_via(const pf_index_view *view, pf_ends *ends,
                              const pf_candidate *candidate, pf_vertex_path *path, pf_track *track,
                              bool *taut);

/* The two end points alone. */
pathfan_status pf_recover_straight(const pf_index_view *view, pf_ends *ends, pf_vertex_path *path,
                                   pf_track *track);

/* Returns the vertex before hub on the shortest path to it from a vertex of which it is a hub; that
 * vertex itself if it sees the hub. */
int32_t pf_before_hub(const pf_index_view *view, int32_t from, int32_t hub);

/* Whether a path from `before` to `after` wraps the obstacle at a vertex. */
bool pf_taut_at(const pf_index_view *view, int32_t vertex, pf_fixed_point before,
                pf_fixed_point after);

#endif
