/* shortest.c - recovers the paths by up to 64 hubs at which both ends meet within rounding of the
 * least length, and compares them exactly. */
#include "shortest.h"

#include <assert.h>

#include "base/status.h"

/* The number of paths that may be the shortest, as far as rounded lengths show. */
#ifndef PF_TIES_MOST /* tests use fewer */
#define PF_TIES_MOST 64
#endif
enum { TIES = PF_TIES_MOST };

pathfan_status pf_find_straight(const pf_index_view *view, const pf_space *space, pf_ends *ends,
                                pf_tracks *tracks, bool *found) {
  pf_track *track;
  tracks->count = 0;
  *found = pf_ends_see(ends, space);
  if (!*found) return PATHFAN_OK;
  pathfan_status status = pf_tracks_next(tracks, &track);
  if (!status) status = pf_recover_straight(view, ends, &tracks->path, track);
  if (!status) tracks->count = 1;
  return status;
}

/* Hubs at which the ends meet, and the least length by one of them. */
typedef struct meetings {
  pf_meeting list[TIES];
  int32_t count;
  int64_t least;
} meetings;

static void join(const pf_ends *ends, meetings *m) {
  m->least =
      pf_join_hubs(&ends->end[0].distances, &ends->end[1].distances, m->list, TIES, &m->count);
}

/* Finds the path by a hub, between ends that don't see each other. */
static pathfan_status find_by_hubs(const pf_index_view *view, pf_ends *ends, const meetings *m,
                                   pf_tracks *tracks, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  tracks->count = 0;
  if (m->least == PF_FAR) /* the ends are in one component */
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: no path within a component", view->path);
  for (int32_t i = 0; i < m->count && !status; i++) {
    pf_track *track;
    status = pf_tracks_next(tracks, &track);
    if (!status) status = pf_recover_by_hub(view, ends, m->list[i].hub, &tracks->path, track);
    if (status) return status;
    if (i && pf_track_compare(track, &tracks->list[0]) < 0) pf_track_swap(track, &tracks->list[0]);
    tracks->count = 1;
  }
  return status;
}

pathfan_status pf_find_shortest(const pf_index_view *view, const pf_space *space, pf_ends *ends,
                                pf_tracks *tracks, pathfan_error *error) {
  meetings m;
  bool found;
  assert(ends->state == PF_ENDS_ONWARD || ends->state == PF_ENDS_SCATTERED);
  pathfan_status status = pf_find_straight(view, space, ends, tracks, &found);
  if (status || found) return status;
  join(ends, &m);
  if (ends->state == PF_ENDS_ONWARD && (m.least == PF_FAR || m.count >= TIES)) {
    status = pf_ends_scatter(ends, view);
    if (status) return status;
    join(ends, &m);
  }
  return find_by_hubs(view, ends, &m, tracks, error);
}

/* With as many hubs as can be listed some weren't counted: then both ends scatter. */
pathfan_status pf_find_shortest_listed(const pf_index_view *view, pf_ends *ends, pf_tracks *tracks,
                                       bool *found, pathfan_error *error) {
  meetings m;
  pathfan_status status = pf_ends_find_listed(ends, view, found);
  if (status || !*found) return status;
  join(ends, &m);
  *found = m.least < PF_FAR && m.count < TIES;
  return *found ? find_by_hubs(view, ends, &m, tracks, error) : PATHFAN_OK;
}

/* Dead ends are left out at first: a path by one of them turns only there, so both ends see it.
 * Both ends scatter fully after all if such a path may be as short; if as many hubs are within
 * twice the slack of the least length as can be listed; and if the list is full when both ends had
 * scattered already, so that hubs weren't counted. Which hubs a full list has depends on the order
 * in which they were reached. With fewer, all within the slack are listed, whatever the order. */
pathfan_status pf_find_shortest_alone(const pf_index_view *view, pf_ends *ends, pf_tracks *tracks,
                                      pathfan_error *error) {
  int32_t near_least = 0;
  bool again = false;
  meetings m;
  assert(!pf_ends_are_one(ends) || ends->end[0].polygon != ends->end[1].polygon);
  pathfan_status status = pf_ends_scatter_shortest(ends, view, &near_least);
  if (status) return status;
  join(ends, &m);
  if (m.least == PF_FAR || near_least >= TIES || m.count >= TIES)
    again = true;
  else
    status = pf_ends_ask_dead_ends(ends, view, m.least + 2 * PF_SLACK, &again);
  if (!status && again) {
    status = pf_ends_scatter(ends, view);
    join(ends, &m);
  }
  return status ? status : find_by_hubs(view, ends, &m, tracks, error);
}
