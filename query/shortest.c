/* shortest.c - recovers the paths by up to 64 hubs at which both ends meet within rounding of the
 * least length, and compares them exactly. */
#include "shortest.h"

#include "base/status.h"

/* The number of paths that may be the shortest, as far as rounded lengths show. */
#ifndef PATHFAN_TIES_MOST /* tests use fewer */
#define PATHFAN_TIES_MOST 64
#endif
enum { TIES = PATHFAN_TIES_MOST };

pathfan_status pathfan_find_straight(const pathfan_index_view *view, const pathfan_space *space,
                                     pathfan_ends *ends, pathfan_tracks *tracks, bool *found) {
  pathfan_track *track;
  tracks->count = 0;
  *found = pathfan_ends_see(ends, space);
  if (!*found) return PATHFAN_OK;
  pathfan_status status = pathfan_tracks_next(tracks, &track);
  if (!status) status = pathfan_recover_straight(view, ends, &tracks->path, track);
  if (!status) tracks->count = 1;
  return status;
}

/* Hubs at which the ends meet, and the least length by one of them. */
typedef struct meetings {
  pathfan_meeting list[TIES];
  int32_t count;
  int64_t least;
} meetings;

static void join(const pathfan_ends *ends, meetings *m) {
  m->least =
      pathfan_join_hubs(&ends->end[0].distances, &ends->end[1].distances, m->list, TIES, &m->count);
}

/* Finds the path by a hub, between ends that don't see each other. */
static pathfan_status find_by_hubs(const pathfan_index_view *view, pathfan_ends *ends,
                                   const meetings *m, pathfan_tracks *tracks,
                                   pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  tracks->count = 0;
  if (m->least == PATHFAN_FAR) /* the ends are in one component */
    return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: no path within a component", view->path);
  for (int32_t i = 0; i < m->count && !status; i++) {
    pathfan_track *track;
    status = pathfan_tracks_next(tracks, &track);
    if (!status) status = pathfan_recover_by_hub(view, ends, m->list[i].hub, &tracks->path, track);
    if (status) return status;
    if (i && pathfan_track_compare(track, &tracks->list[0]) < 0)
      pathfan_track_swap(track, &tracks->list[0]);
    tracks->count = 1;
  }
  return status;
}

pathfan_status pathfan_find_shortest(const pathfan_index_view *view, const pathfan_space *space,
                                     pathfan_ends *ends, pathfan_tracks *tracks,
                                     pathfan_error *error) {
  meetings m;
  bool found;
  pathfan_status status = pathfan_find_straight(view, space, ends, tracks, &found);
  if (status || found) return status;
  join(ends, &m);
  if (ends->state == PATHFAN_ENDS_ONWARD && (m.least == PATHFAN_FAR || m.count >= TIES)) {
    status = pathfan_ends_scatter(ends, view);
    if (status) return status;
    join(ends, &m);
  }
  return find_by_hubs(view, ends, &m, tracks, error);
}

/* Dead ends are left out at first: a path by one of them turns only there, so both ends see it.
 * Both ends scatter fully after all if such a path may be as short; if as many hubs are within
 * twice the slack of the least length as can be listed; and if the list is full when both ends had
 * scattered already, so that hubs weren't counted. Which hubs a full list has depends on the order
 * in which they were reached. With fewer, all within the slack are listed, whatever the order. */
pathfan_status pathfan_find_shortest_alone(const pathfan_index_view *view, pathfan_ends *ends,
                                           pathfan_tracks *tracks, pathfan_error *error) {
  int32_t near_least = 0;
  bool again = false;
  meetings m;
  pathfan_status status = pathfan_ends_scatter_shortest(ends, view, &near_least);
  if (status) return status;
  join(ends, &m);
  if (m.least == PATHFAN_FAR || near_least >= TIES || m.count >= TIES)
    again = true;
  else
    status = pathfan_ends_ask_dead_ends(ends, view, m.least + 2 * PATHFAN_SLACK, &again);
  if (!status && again) {
    status = pathfan_ends_scatter(ends, view);
    join(ends, &m);
  }
  return status ? status : find_by_hubs(view, ends, &m, tracks, error);
}
