/* linked_paths.c - joins walks and links to paths; a path is compared with those that were taken
 * before, part by part: links are no lines, so they are neither near anything nor crossed. */
#include "linked_paths.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "geometry/footprint.h"

/* Paths may exceed the limit by this share of their cost: sums are rounded. */
#define SLACK 0x1p-40

void pf_linked_paths_begin(pf_linked_paths *l, double steps) {
  l->steps = steps;
  l->tracks.count = l->part_count = l->taken_count = l->point_count = 0;
  l->too_similar = l->too_near = 0;
}

/* ---- Making a path ---- */

static pf_linked_path *made(pf_linked_paths *l) {
  return &l->of[l->tracks.count];
}

pathfan_status pf_linked_path_begin(pf_linked_paths *l) {
  const pathfan_status status = pf_grow(&l->of, &l->of_capacity, (int64_t)l->tracks.count + 1);
  if (status) return status;
  *made(l) = (pf_linked_path){.first_part = l->part_count};
  l->point_count = 0;
  l->awaits_walk = false;
  return PATHFAN_OK;
}

static pathfan_status add_part(pf_linked_paths *l, pf_linked_part part) {
  const pathfan_status status = pf_grow(&l->parts, &l->part_capacity, (int64_t)l->part_count + 1);
  if (status) return status;
  l->parts[l->part_count++] = part;
  made(l)->part_count++;
  made(l)->cost += part.cost;
  if (part.link < 0) made(l)->length += part.cost;
  return PATHFAN_OK;
}

pathfan_status pf_linked_path_walk(pf_linked_paths *l, const pf_fixed_point *points, int32_t count,
                                   bool turned, double length) {
  assert(count > 0);
  const bool is_new = !l->point_count || l->awaits_walk; /* its first point isn't there yet */
  const pathfan_status status =
      pf_grow(&l->points, &l->point_capacity, (int64_t)l->point_count + count);
  if (status) return status;
  for (int32_t i = is_new ? 0 : 1; i < count; i++)
    l->points[l->point_count++] = points[turned ? count - 1 - i : i];
  if (l->awaits_walk) l->parts[l->part_count - 1].last = l->point_count - count;
  l->awaits_walk = false;
  if (count == 1) return PATHFAN_OK;
  const pf_linked_part walk = {l->point_count - count, l->point_count - 1, -1, false, length};
  return add_part(l, walk);
}

pathfan_status pf_linked_path_link(pf_linked_paths *l, int32_t link, bool back, double cost) {
  assert(l->point_count && !l->awaits_walk);
  const pf_linked_part part = {l->point_count - 1, l->point_count - 1, link, back, cost};
  l->awaits_walk = true;
  return add_part(l, part);
}

/* Makes the corridor of a track: its walks. */
static pathfan_status open(const pf_linked_paths *l, const pf_linked_path *path, pf_track *track) {
  pathfan_status status = PATHFAN_OK;
  pf_corridor_clear(&track->corridor);
  for (int32_t i = 0; i < path->part_count && !status; i++) {
    const pf_linked_part *part = &l->parts[path->first_part + i];
    for (int32_t k = part->first; k < part->last && part->link < 0 && !status; k++)
      status = pf_corridor_add(&track->corridor, track->points[k], track->points[k + 1]);
  }
  track->is_open = !status;
  return status;
}

pathfan_status pf_linked_path_end(pf_linked_paths *l) {
  pf_track *track;
  assert(l->point_count && !l->awaits_walk);
  pathfan_status status = pf_tracks_next(&l->tracks, &track);
  if (!status) status = pf_track_copy(track, l->points, l->point_count);
  if (!status) status = open(l, made(l), track);
  if (!status) status = pf_grow(&l->order, &l->order_capacity, (int64_t)l->tracks.count + 1);
  if (status) return status;
  int32_t at = l->tracks.count++;
  for (; at > 0 && l->of[l->order[at - 1]].cost > l->of[l->tracks.count - 1].cost; at--)
    l->order[at] = l->order[at - 1];
  l->order[at] = l->tracks.count - 1;
  return PATHFAN_OK;
}

/* ---- Choosing ---- */

/* The cost of links that two paths share, map units. */
static double shared_links(const pf_linked_paths *l, const pf_linked_path *a,
                           const pf_linked_path *b) {
  double shared = 0;
  for (int32_t i = 0; i < a->part_count; i++) {
    const pf_linked_part *one = &l->parts[a->first_part + i];
    for (int32_t k = 0; k < b->part_count && one->link >= 0; k++) {
      const pf_linked_part *other = &l->parts[b->first_part + k];
      if (other->link == one->link) shared += fmin(one->cost, other->cost);
    }
  }
  return shared;
}

/* Length that two tracks share to the point, fixed-point steps. */
static double shared_walks(const pf_track *a, const pf_track *b) {
  double shared = 0;
  for (int32_t i = 0; i < a->corridor.count; i++) {
    const pf_corridor_leg *leg = &a->corridor.legs[i];
    shared += pf_leg_shared(leg->from, pf_leg_to(leg), &b->corridor);
  }
  return shared;
}

/* What two paths share, fixed-point steps; within the separation, if near. */
static double shared_by(pf_linked_paths *l, int32_t a, int32_t b, bool near) {
  pf_track *one = &l->tracks.list[a], *other = &l->tracks.list[b];
  const double links = shared_links(l, &l->of[a], &l->of[b]) * l->steps;
  if (!near) return links + shared_walks(one, other);
  return links + ((double)pf_corridor_near(&one->corridor, &other->corridor, l->difference.width) +
                  (double)pf_corridor_near(&other->corridor, &one->corridor, l->difference.width)) /
                     2;
}

/* Whether two paths share more than the difference allows; within its separation, if near. */
static bool share_too_much(pf_linked_paths *l, int32_t a, int32_t b, bool near) {
  const pf_difference *d = &l->difference;
  if (d->dissimilarity <= 0) return false;
  const double all = (l->of[a].cost + l->of[b].cost) * l->steps;
  return shared_by(l, a, b, near) > pf_share_most(d, all, 0) + SLACK * all;
}

double pf_linked_paths_similarity(pf_linked_paths *l, int32_t a, int32_t b, bool near) {
  const double shared = shared_by(l, a, b, near && l->difference.separation > 0);
  const double all = (l->of[a].cost + l->of[b].cost) * l->steps;
  return all > shared ? shared / (all - shared) : 1;
}

static pathfan_status take(pf_linked_paths *l, int32_t path, bool filled) {
  pathfan_status status = pf_grow(&l->taken, &l->taken_capacity, (int64_t)l->taken_count + 1);
  if (!status) status = pf_grow(&l->filled, &l->filled_capacity, (int64_t)l->taken_count + 1);
  if (status) return status;
  l->filled[l->taken_count] = filled;
  l->taken[l->taken_count++] = path;
  return PATHFAN_OK;
}

static bool shares_too_much_with_any(pf_linked_paths *l, int32_t path, bool near) {
  for (int32_t i = 0; i < l->taken_count; i++)
    if (share_too_much(l, path, l->taken[i], near)) return true;
  return false;
}

pathfan_status pf_linked_paths_choose(pf_linked_paths *l, double below, int32_t wanted) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < l->tracks.count && l->taken_count < wanted && !status; i++) {
    const int32_t number = l->order[i];
    pf_linked_path *path = &l->of[number];
    if (!(path->cost < below)) break;
    if (path->is_judged) continue;
    path->is_judged = true;
    if (shares_too_much_with_any(l, number, false)) {
      l->too_similar++;
    } else if (l->difference.separation > 0 && shares_too_much_with_any(l, number, true)) {
      path->is_too_near = true;
      l->too_near++;
    } else {
      status = take(l, number, false);
    }
  }
  return status;
}

pathfan_status pf_linked_paths_fill(pf_linked_paths *l, int32_t wanted) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < l->tracks.count && l->taken_count < wanted && !status; i++) {
    const int32_t number = l->order[i];
    if (!l->of[number].is_too_near || shares_too_much_with_any(l, number, false)) continue;
    status = take(l, number, true);
    l->too_near--;
  }
  return status;
}

void pf_linked_paths_free(pf_linked_paths *l) {
  pf_tracks_free(&l->tracks);
  free(l->of);
  free(l->parts);
  free(l->order);
  free(l->taken);
  free(l->filled);
  free(l->points);
  memset(l, 0, sizeof *l);
}
