/* linked_measures.c - measures of paths over links. A walk is measured like a path of its own; of
 * those of a path the worst counts. What two paths share is what the choice among such paths takes
 * it to be (links/linked_paths.h), and a path's length is its cost. */
#include "linked_measures.h"

#include <assert.h>
#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "given_paths.h"
#include "query/choose/loop_path.h"
#include "query/open/floor_names.h"

/* What the paths are measured by. */
typedef struct cheapest {
  double cost, length; /* map units; length: of its walks */
} cheapest;

static pathfan_status refuse(pathfan_query *q, const char *why) {
  return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s", why);
}

bool pf_are_linked(const pf_space *space, const pathfan_path *paths, int32_t count) {
  for (int32_t i = 0; i < count; i++)
    for (int32_t k = 0; k < paths[i].leg_count && paths[i].legs; k++)
      if (paths[i].legs[k].kind == PATHFAN_LEG_LINK || space->floor_count) return true;
  return false;
}

/* ---- Walks ---- */

/* How far a point is from the middle of a floor's box in the plane. */
static double off_middle(const pf_layout_floor *f, double x, double y) {
  return hypot(x - (f->low[0] + f->high[0]) / 2, y - (f->low[1] + f->high[1]) / 2);
}

/* Makes a walk a path of its own, whose points are in the plane. Those given are there, or on the
 * floor: boxes of floors lie farther from each other than they are large. */
static pathfan_status walk_in_plane(pathfan_query *q, const pathfan_path *path,
                                    const pathfan_leg *leg, pathfan_path *walk) {
  const int32_t count = leg->last - leg->first + 1;
  *walk = (pathfan_path){.point_count = count,
                         .points = path->points + leg->first,
                         .heights = path->heights ? path->heights + leg->first : NULL};
  if (!q->space->floor_count) return PATHFAN_OK;
  const pf_found_floor found = pf_floor_of_level(q->space, leg->level);
  if (!found.exists) return refuse(q, "a leg's level isn't one of the map");
  if (found.number < 0) return PATHFAN_OK;
  pf_linked *l = &q->linked;
  const pf_layout_floor *floor = &q->space->floors[found.number];
  const pathfan_status status = pf_grow(&l->walk, &l->walk_capacity, count);
  for (int32_t i = 0; i < count && !status; i++) {
    const pathfan_point p = walk->points[i];
    const pathfan_point moved = {p.x + floor->offset[0], p.y + floor->offset[1]};
    l->walk[i] = off_middle(floor, p.x, p.y) <= off_middle(floor, moved.x, moved.y) ? p : moved;
  }
  walk->points = l->walk;
  return status;
}

/* Measures a track alone, between the placed ends. */
static pathfan_status measure_walk(pathfan_query *q, const pf_track *track, pathfan_measures *m) {
  const pf_scene scene = pf_query_scene(q);
  const int bits = q->space->fraction_bits;
  pf_loops *loops = &q->choice.entries.loops;
  const pf_loop_path path = pf_loop_path_of(track, bits);
  pathfan_status status = pf_meter_begin(&q->meter, &scene, track->length);
  if (!status) status = pf_meter_measure(&q->meter, &scene, track, m);
  if (status) return status;
  pf_loops_begin(loops, pf_loop_ground_of(&scene, NULL, NULL), 0,
                 q->meter.shortest * pf_power_of_two(bits));
  return pf_loops_measure(loops, &path, &m->loop);
}

/* Adds a walk to the path that is being made. m: NULL, or its measures. */
static pathfan_status add_walk(pathfan_query *q, const pathfan_path *path, const pathfan_leg *leg,
                               pathfan_measures *m) {
  pathfan_path walk;
  pf_given_ends given;
  pf_track *track;
  pathfan_status status = walk_in_plane(q, path, leg, &walk);
  q->tracks.count = 0;
  if (q->space->is_surface) pf_ends_forget(&q->ends); /* of equal points, at other heights */
  if (!status) status = pf_given_place(q, &walk, &given);
  if (!status) status = pf_tracks_next(&q->tracks, &track);
  if (!status) status = pf_given_track(q, &walk, &given, track);
  if (!status && m) status = measure_walk(q, track, m);
  if (status) return status;
  return pf_linked_path_walk(&q->linked.paths, track->points, track->count, given.turned,
                             track->length / q->space->frame.scale);
}

/* ---- Paths ---- */

/* Goes nowhere, where a link begins a path, follows another one, or ends the path. Nothing is
 * compared there, so it doesn't matter where this is. */
static pathfan_status stay(pf_linked_paths *l) {
  const pf_fixed_point here = {0};
  return l->point_count && !l->awaits_walk ? PATHFAN_OK
                                           : pf_linked_path_walk(l, &here, 1, false, 0);
}

static pathfan_status add_link(pathfan_query *q, const pathfan_leg *leg) {
  if (leg->feature < 0 || !(leg->cost >= 0) || !isfinite(leg->cost))
    return refuse(q, "a leg over a link has its number and its cost");
  const pathfan_status status = stay(&q->linked.paths);
  return status ? status : pf_linked_path_link(&q->linked.paths, leg->feature, false, leg->cost);
}

/* Adds a path to the linked ones. m: NULL, or the worst measures of its walks. */
static pathfan_status add_path(pathfan_query *q, const pathfan_path *path, double level,
                               pathfan_measures *m) {
  const pathfan_leg all = {.kind = PATHFAN_LEG_WALK, .last = path->point_count - 1, .level = level};
  const char *flaw = path->leg_count ? pf_flaw_of_legs(path) : NULL;
  const int32_t legs = path->leg_count ? path->leg_count : 1;
  if (flaw) return refuse(q, flaw);
  if (m) *m = (pathfan_measures){.bounded_stretch = 1, .local_optimality = INFINITY, .loop = 1};
  pathfan_status status = pf_linked_path_begin(&q->linked.paths);
  for (int32_t k = 0; k < legs && !status; k++) {
    const pathfan_leg *leg = path->leg_count ? &path->legs[k] : &all;
    pathfan_measures walk;
    const bool is_link = leg->kind == PATHFAN_LEG_LINK;
    status = is_link ? add_link(q, leg) : add_walk(q, path, leg, m ? &walk : NULL);
    if (status || is_link || !m) continue;
    m->bounded_stretch = fmax(m->bounded_stretch, walk.bounded_stretch);
    m->local_optimality = fmin(m->local_optimality, walk.local_optimality);
    m->loop = fmax(m->loop, walk.loop);
  }
  if (m && isinf(m->local_optimality)) m->local_optimality = 1; /* it has no walks */
  if (!status) status = stay(&q->linked.paths);
  return status ? status : pf_linked_path_end(&q->linked.paths);
}

/* The level of a path's start; NAN: it has no legs that tell it. */
static double level_of(const pathfan_path *path) {
  return path->leg_count && path->legs ? path->legs[0].level : NAN;
}

static bool is_near(const pathfan_query *q, pathfan_point a, pathfan_point b) {
  return hypot(a.x - b.x, a.y - b.y) <= 2 / q->space->steps;
}

/* Whether paths begin and end at the same points. *level: of the start. */
static bool have_same_ends(const pathfan_query *q, const pathfan_path *paths, int32_t count,
                           double *level) {
  const pathfan_path *first = &paths[0];
  *level = NAN;
  for (int32_t i = 0; i < count; i++) {
    const pathfan_path *path = &paths[i];
    const double here = level_of(path);
    if (isnan(*level)) *level = here;
    if (!is_near(q, path->points[0], first->points[0]) ||
        !is_near(q, path->points[path->point_count - 1], first->points[first->point_count - 1]) ||
        (!q->space->is_surface && here < *level) || (!q->space->is_surface && here > *level))
      return false;
  }
  if (isnan(*level)) *level = 0;
  return true;
}

/* Adds all paths. best: NULL: they aren't measured; else each has room for them, too. */
static pathfan_status add_paths(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                pathfan_measures *each, cheapest *best) {
  double level;
  pf_linked_paths *l = &q->linked.paths;
  if (!have_same_ends(q, paths, count, &level))
    return refuse(q, "paths to be measured together differ in their ends");
  pf_linked_paths_begin(l, q->space->steps);
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < count && !status; i++) {
    status = add_path(q, &paths[i], level, each ? &each[i] : NULL);
    if (status || !best) continue;
    const pf_linked_path *path = &l->of[i];
    const bool is_walk = path->part_count == 1 && path->length == path->cost;
    const double walked = q->meter.shortest / q->space->frame.scale; /* of the latest walk */
    const double cost = is_walk ? fmin(path->cost, walked) : path->cost;
    if (cost < best->cost) *best = (cheapest){cost, is_walk ? cost : path->length};
  }
  return status;
}

pathfan_status pf_linked_measure(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                 double separation, pathfan_measures *each, pathfan_measures *all) {
  pf_linked *l = &q->linked;
  pathfan_request usual;
  cheapest best = {INFINITY, 0};
  pathfan_measures worst = {.bounded_stretch = 1, .local_optimality = INFINITY, .loop = 1};
  assert(count > 0);
  pathfan_status status = pf_grow(&l->measured, &l->measured_capacity, count);
  if (!status) status = add_paths(q, paths, count, l->measured, &best);
  if (status) return status;
  pathfan_request_init(&usual);
  l->paths.difference =
      pf_difference_at(q->space, separation >= 0 ? separation : pf_separation(&usual, best.length));
  for (int32_t i = 0; i < count; i++) {
    pathfan_measures *one = &l->measured[i];
    const double cost = l->paths.of[i].cost;
    one->length_ratio = cost > best.cost && best.cost > 0 ? cost / best.cost : 1;
    for (int32_t j = 0; j < count; j++) {
      if (j == i) continue;
      one->similarity = fmax(one->similarity, pf_linked_paths_similarity(&l->paths, i, j, false));
      one->nearness = fmax(one->nearness, pf_linked_paths_similarity(&l->paths, i, j, true));
    }
    worst.bounded_stretch = fmax(worst.bounded_stretch, one->bounded_stretch);
    worst.local_optimality = fmin(worst.local_optimality, one->local_optimality);
    worst.similarity = fmax(worst.similarity, one->similarity);
    worst.nearness = fmax(worst.nearness, one->nearness);
    worst.loop = fmax(worst.loop, one->loop);
    worst.length_ratio += one->length_ratio / count;
    if (each) each[i] = *one;
  }
  *all = worst;
  return PATHFAN_OK;
}

pathfan_status pf_linked_apart(pathfan_query *q, const pathfan_path *paths, int32_t count,
                               double separation, pf_spread *spread) {
  const pathfan_status status = add_paths(q, paths, count, NULL, NULL);
  if (status) return status;
  const pf_difference d = pf_difference_at(q->space, separation);
  return pf_spread_measure(spread, &d, q->linked.paths.tracks.list, count);
}
