/* answer_measures.c - measures of any paths between two points, for the public header. */
#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "query/choose/difference.h"
#include "query/choose/loop_path.h"
#include "geometry/polyline.h"
#include "query/ends/points.h"
#include "query_object.h"

/* The two ends of a set of paths, from its first path. */
typedef struct given_ends {
  pf_fixed_point from, to;
  bool turned; /* from and to are ends 1 and 0 of the query object */
} given_ends;

static bool place(const pf_space *space, pathfan_point point, int bits, pf_fixed_point *at) {
  return pf_frame_place(&space->frame, bits, point.x, point.y, at);
}

/* Makes the ends of the paths those of the query object, unless they are already. */
static pathfan_status place_ends(pathfan_query *q, const pathfan_path *path, given_ends *given) {
  const pf_space *space = q->space;
  const pathfan_point from = path->points[0], to = path->points[path->point_count - 1];
  const pf_end *const end = q->ends.end;
  if (!place(space, from, space->fraction_bits, &given->from) ||
      !place(space, to, space->fraction_bits, &given->to))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "an end of a path to be measured lies off the map");
  if (q->ends.state >= PF_ENDS_PLACED) { /* not placed again: they may have been snapped */
    given->turned = !pf_same_point(given->from, end[0].at);
    if (pf_same_point(given->from, end[given->turned].at) &&
        pf_same_point(given->to, end[!given->turned].at))
      return PATHFAN_OK;
  }
  pf_ends_forget(&q->ends);
  const pathfan_status status = pf_space_need_location(space, &q->error);
  if (status) return status;
  if (!pf_ends_place(&q->ends, 0, space, from, 0).is_free ||
      !pf_ends_place(&q->ends, 1, space, to, 0).is_free)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "an end of a path to be measured is blocked");
  if (pf_ends_outcome(&q->ends, space, false, false))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s", pf_not_joined);
  pf_ends_order(&q->ends);
  given->turned = q->ends.turned;
  return PATHFAN_OK;
}

/* Places an interior point of a path. Even where the fixed-point grid is finer than doubles
 * resolve, a lattice point stays one. */
static bool place_inside(const pf_space *space, pathfan_point point, pf_fixed_point *at) {
  pf_fixed_point on_lattice;
  if (!place(space, point, space->fraction_bits, at) || !place(space, point, 0, &on_lattice) ||
      on_lattice.x < 0 || on_lattice.y < 0 || on_lattice.x > PF_EXTENT_MAX ||
      on_lattice.y > PF_EXTENT_MAX)
    return false;
  const pf_fixed_point lifted = pf_lift(
      (pf_lattice_point){(int32_t)on_lattice.x, (int32_t)on_lattice.y}, space->fraction_bits);
  const pathfan_point same = pf_point_at(space, lifted);
  if (same.x == point.x && same.y == point.y) *at = lifted;
  return true;
}

/* Makes a path a track from end 0 to end 1. */
static pathfan_status to_track(pathfan_query *q, const pathfan_path *path, const given_ends *given,
                               pf_track *track) {
  const pf_space *space = q->space;
  const int bits = space->fraction_bits;
  const int32_t last = path->point_count - 1;
  const pathfan_status status = pf_grow(&track->points, &track->capacity, last + 1);
  if (status) return status;
  pf_fixed_point from, to;
  if (!place(space, path->points[0], bits, &from) || !pf_same_point(from, given->from) ||
      !place(space, path->points[last], bits, &to) || !pf_same_point(to, given->to))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "paths to be measured together differ in their ends");
  track->points[0] = q->ends.end[0].at;
  track->points[last] = q->ends.end[1].at;
  for (int32_t i = 1; i < last; i++)
    if (!place_inside(space, path->points[i], &track->points[given->turned ? last - i : i]))
      return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "a path to be measured leaves the map");
  track->count = last + 1;
  track->length = pf_polyline_length(track->points, track->count, bits);
  return PATHFAN_OK;
}

/* Makes all paths tracks. */
static pathfan_status open_tracks(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                  const given_ends *given) {
  pf_tracks *tracks = &q->tracks;
  assert(q->ends.state >= PF_ENDS_PLACED);
  for (tracks->count = 0; tracks->count < count; tracks->count++) {
    pf_track *track;
    pathfan_status status = pf_tracks_next(tracks, &track);
    if (!status) status = to_track(q, &paths[tracks->count], given, track);
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

/* Makes the given paths the tracks. */
static pathfan_status take_paths(pathfan_query *q, const pathfan_path *paths, int32_t count) {
  q->error.text[0] = 0;
  if (count < 1) return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "no path to be measured");
  for (int32_t i = 0; i < count; i++)
    if (paths[i].point_count < 1 || !paths[i].points)
      return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "a path to be measured has no points");
  for (int32_t i = 0; i < count; i++)
    for (int32_t k = 0; k < paths[i].leg_count; k++)
      if (paths[i].legs[k].kind == PATHFAN_LEG_LINK)
        return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                       "measures are of walks: a path over links can't be measured");
  given_ends given = {0};
  const pathfan_status status = place_ends(q, &paths[0], &given);
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
  pathfan_status status = take_paths(q, paths, count);
  if (!status && q->space->terrain)
    status = pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                     "measures are of lengths: paths of a terrain, which are chosen by cost, "
                     "can't be measured");
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

pathfan_status pathfan_query_apart(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                   double separation, double *apart, double *backup) {
  pf_spread spread = {0}; /* the query object's own is part of the last answer */
  if (!q || !paths || !apart || !backup) return pf_refuse_null(q);
  if (!(separation >= 0) || !isfinite(separation)) return refuse_separation(q);
  pathfan_status status = take_paths(q, paths, count);
  for (int32_t i = 0; i < count && !status; i++) status = pf_track_open(&q->tracks.list[i]);
  if (!status) {
    const pf_difference d = pf_difference_at(q->space, separation);
    status = pf_spread_measure(&spread, &d, q->tracks.list, count);
  }
  if (!status) {
    memcpy(apart, spread.apart, (size_t)count * sizeof *apart);
    *backup = spread.backup;
  }
  pf_spread_free(&spread);
  return leave(q, status);
}
