/* shortest.c - of the hubs at which both ends meet within rounding of the least length, up to 64
 * are recovered and compared exactly. */
#include "shortest.h"

#include "base/status.h"

/* Ways that may be the shortest, as far as rounded lengths tell. */
enum { TIES = 64 };

pathfan_status pathfan_find_shortest(const pathfan_index_view *view, const pathfan_space *space,
                                     const pathfan_ends *ends, pathfan_tracks *tracks,
                                     pathfan_error *error) {
  pathfan_meeting ties[TIES];
  int32_t tie_count = 0;
  pathfan_track *track;
  tracks->count = 0;
  pathfan_status status = pathfan_tracks_next(tracks, &track);
  if (status) return status;
  if (pathfan_ends_see(ends, space)) {
    status = pathfan_recover_straight(view, ends, &tracks->path, track);
    if (!status) tracks->count = 1;
    return status;
  }
  if (pathfan_join_hubs(&ends->end[0].distances, &ends->end[1].distances, ties, TIES, &tie_count) ==
      PATHFAN_FAR) /* components say otherwise */
    return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: no path within a component", view->path);
  for (int32_t i = 0; i < tie_count && !status; i++) {
    status = pathfan_tracks_next(tracks, &track);
    if (!status) status = pathfan_recover_by_hub(view, ends, ties[i].hub, &tracks->path, track);
    if (status) return status;
    if (i && pathfan_track_compare(track, &tracks->list[0]) < 0)
      pathfan_track_swap(track, &tracks->list[0]);
    tracks->count = 1;
  }
  return status;
}
