/* answer_measures.c - measures of any paths between two points, for the public header. */
#include <assert.h>
#include <string.h>

#include "base/status.h"
#include "given_paths.h"
#include "linked_measures.h"
#include "query/choose/difference.h"
#include "query/choose/loop_path.h"
#include "query_object.h"

/* Makes all paths tracks. */
static pathfan_status open_tracks(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                  const pf_given_ends *given) {
  pf_tracks *tracks = &q->tracks;
  assert(q->ends.state >= PF_ENDS_PLACED);
  for (tracks->count = 0; tracks->count < count; tracks->count++) {
    pf_track *track;
    pathfan_status status = pf_tracks_next(tracks, &track);
    if (!status) status = pf_given_track(q, &paths[tracks->count], given, track);
    if (status) return status;
  }
  return PATHFAN_OK;
}

/* Finds each track's nearness to the one nearest to it, at a separation in map units. */
static pathfan_status measure_nearness(pathfan_query *q, double separation) {
  const pf_difference d = pf_difference_at(q->space, separation);
  pf_track *list = q->tracks.list;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < q->tracks.count && !status; i++) {
    list[i].measures.nearness = 0;
    status = pf_track_open(&list[i]);
    for (int32_t j = 0; j < i && !status; j++) {
      const double nearness = pf_track_nearness(&d, &list[i], &list[j]);
      list[i].measures.nearness = fmax(list[i].measures.nearness, nearness);
      list[j].measures.nearness = fmax(list[j].measures.nearness, nearness);
    }
  }
  return status;
}

/* Measures all tracks. separation: below 0: the usual share of the shortest path's length. */
static pathfan_status measure_tracks(pathfan_query *q, double separation, pathfan_measures *each,
                                     pathfan_measures *all) {
  const pf_scene scene = pf_query_scene(q);
  const pf_track *list = q->tracks.list;
  const int32_t count = q->tracks.count;
  assert(count > 0);
  pathfan_measures worst = {.bounded_stretch = 1, .local_optimality = INFINITY, .loop = 1};
  double least = INFINITY;
  for (int32_t i = 0; i < count; i++) least = fmin(least, list[i].length);
  pathfan_request usual;
  pathfan_request_init(&usual);
  pathfan_status status = pf_meter_begin(&q->meter, &scene, least);
  if (!status)
    status = measure_nearness(
        q, separation >= 0 ? separation
                           : pf_separation(&usual, q->meter.shortest / q->space->frame.scale));
  const int bits = q->space->fraction_bits;
  pf_loops_begin(&q->choice.entries.loops, pf_loop_ground_of(&scene, NULL, NULL), 0,
                 q->meter.shortest * pf_power_of_two(bits));
  for (int32_t i = 0; i < count && !status; i++) {
    pathfan_measures one;
    status = pf_meter_measure(&q->meter, &scene, &list[i], &one);
    const pf_loop_path path = pf_loop_path_of(&list[i], bits);
    if (!status) status = pf_loops_measure(&q->choice.entries.loops, &path, &one.loop);
    for (int32_t j = 0; j < count; j++)
      if (j != i)
        one.similarity =
            fmax(one.similarity, pf_track_similarity(&list[i], &list[j], q->space->fraction_bits));
    one.nearness = list[i].measures.nearness;
    worst.nearness = fmax(worst.nearness, one.nearness);
    worst.loop = fmax(worst.loop, one.loop);
    worst.bounded_stretch = fmax(worst.bounded_stretch, one.bounded_stretch);
    worst.local_optimality = fmin(worst.local_optimality, one.local_optimality);
    worst.similarity = fmax(worst.similarity, one.similarity);
    worst.length_ratio += one.length_ratio / count;
    if (each) each[i] = one;
  }
  if (!status) *all = worst;
  return status;
}

/* Whether there are paths, all with points. */
static pathfan_status check_paths(pathfan_query *q, const pathfan_path *paths, int32_t count) {
  q->error.text[0] = 0;
  if (count < 1) return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "no path to be measured");
  for (int32_t i = 0; i < count; i++)
    if (paths[i].point_count < 1 || !paths[i].points)
      return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "a path to be measured has no points");
  return PATHFAN_OK;
}

/* Makes the given paths the tracks. */
static pathfan_status take_paths(pathfan_query *q, const pathfan_path *paths, int32_t count) {
  pf_given_ends given = {0};
  const pathfan_status status = pf_given_place(q, &paths[0], &given);
  return status ? status : open_tracks(q, paths, count, &given);
}

/* Drops the tracks, and ends the call. */
static pathfan_status leave(pathfan_query *q, pathfan_status status) {
  q->tracks.count = 0;
  return pf_query_end(q, status);
}

static pathfan_status refuse_separation(pathfan_query *q) {
  return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "separation must be a number of at least 0");
}

/* separation: as for measure_tracks. */
static pathfan_status measure(pathfan_query *q, const pathfan_path *paths, int32_t count,
                              double separation, pathfan_measures *each, pathfan_measures *all) {
  if (!q || !paths || !all) return pf_refuse_null(q);
  pathfan_status status = check_paths(q, paths, count);
  if (!status && pf_query_terrain(q))
    return pf_query_end(
        q, pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "measures are of lengths: paths of a terrain, which are chosen by cost, "
                   "can't be measured"));
  if (!status && pf_are_linked(q->space, paths, count))
    return leave(q, pf_linked_measure(q, paths, count, separation, each, all));
  if (!status) status = take_paths(q, paths, count);
  if (!status) status = measure_tracks(q, separation, each, all);
  return leave(q, status);
}

pathfan_status pathfan_query_measure(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                     pathfan_measures *each, pathfan_measures *all) {
  return measure(q, paths, count, -1, each, all);
}

pathfan_status pathfan_query_measure_at(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                        double separation, pathfan_measures *each,
                                        pathfan_measures *all) {
  if (q && (!(separation >= 0) || !isfinite(separation))) return refuse_separation(q);
  return measure(q, paths, count, separation, each, all);
}

static pathfan_status spread_walks(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                   double separation, pf_spread *spread) {
  pathfan_status status = take_paths(q, paths, count);
  for (int32_t i = 0; i < count && !status; i++) status = pf_track_open(&q->tracks.list[i]);
  if (status) return status;
  const pf_difference d = pf_difference_at(q->space, separation);
  return pf_spread_measure(spread, &d, q->tracks.list, count);
}

pathfan_status pathfan_query_apart(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                   double separation, double *apart, double *backup) {
  pf_spread spread = {0}; /* the query object's own is part of the last answer */
  if (!q || !paths || !apart || !backup) return pf_refuse_null(q);
  if (!(separation >= 0) || !isfinite(separation)) return refuse_separation(q);
  pathfan_status status = check_paths(q, paths, count);
  if (!status)
    status = pf_are_linked(q->space, paths, count)
                 ? pf_linked_apart(q, paths, count, separation, &spread)
                 : spread_walks(q, paths, count, separation, &spread);
  if (!status) {
    memcpy(apart, spread.apart, (size_t)count * sizeof *apart);
    *backup = spread.backup;
  }
  pf_spread_free(&spread);
  return leave(q, status);
}
