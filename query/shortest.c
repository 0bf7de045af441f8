/* shortest.c - of the hubs at which both ends meet within rounding of the least length, up to 64
 * are recovered and compared exactly. */
#include "shortest.h"

#include "base/status.h"

/* Ways that may be the shortest, as far as rounded lengths tell. */
#ifndef PATHFAN_TIES_MOST /* tests have fewer */
#define PATHFAN_TIES_MOST 64
#endif
enum { TIES = PATHFAN_TIES_MOST };

static pathfan_status find_straight(const pathfan_index_view *view, const pathfan_ends *ends,
                                    pathfan_tracks *tracks) {
  pathfan_track *track;
  tracks->count = 0;
  pathfan_status status = pathfan_tracks_next(tracks, &track);
  if (!status) status = pathfan_recover_straight(view, ends, &tracks->path, track);
  if (!status) tracks->count = 1;
  return status;
}

/* By a hub, between ends that don't see each other. */
static pathfan_status find_by_hubs(const pathfan_index_view *view, const pathfan_ends *ends,
                                   pathfan_tracks *tracks, pathfan_error *error) {
  pathfan_meeting ties[TIES];
  int32_t tie_count = 0;
  pathfan_status status = PATHFAN_OK;
  tracks->count = 0;
  if (pathfan_join_hubs(&ends->end[0].distances, &ends->end[1].distances, ties, TIES, &tie_count) ==
      PATHFAN_FAR) /* components say otherwise */
    return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: no path within a component", view->path);
  for (int32_t i = 0; i < tie_count && !status; i++) {
    pathfan_track *track;
    status = pathfan_tracks_next(tracks, &track);
    if (!status) status = pathfan_recover_by_hub(view, ends, ties[i].hub, &tracks->path, track);
    if (status) return status;
    if (i && pathfan_track_compare(track, &tracks->list[0]) < 0)
      pathfan_track_swap(track, &tracks->list[0]);
    tracks->count = 1;
  }
  return status;
}

pathfan_status pathfan_find_shortest(const pathfan_index_view *view, const pathfan_space *space,
                                     const pathfan_ends *ends, pathfan_tracks *tracks,
                                     pathfan_error *error) {
  return pathfan_ends_see(ends, space) ? find_straight(view, ends, tracks)
                                       : find_by_hubs(view, ends, tracks, error);
}

/* Where more hubs are within twice the slack of the least length than can be listed, which of them
 * are hangs on the order in which they were reached: then both ends scatter as always. Where there
 * are fewer, none that is within the slack is left out, whatever the order. */
pathfan_status pathfan_find_shortest_alone(const pathfan_index_view *view,
                                           const pathfan_space *space, pathfan_ends *ends,
                                           pathfan_tracks *tracks, pathfan_error *error) {
  int32_t meetings = 0;
  if (pathfan_ends_see(ends, space)) return find_straight(view, ends, tracks);
  pathfan_status status = pathfan_ends_scatter_shortest(ends, view, &meetings);
  if (!status && (meetings == 0 || meetings >= TIES)) status = pathfan_ends_scatter(ends, view);
  return status ? status : find_by_hubs(view, ends, tracks, error);
}
