/* places.c - questions about single places, for the public header: checks points and obstacles,
 * asks the ground (query/places), and converts what it says to map units. */
#include "pathfan/places.h"

#include <math.h>

#include "answer.h"
#include "base/status.h"
#include "given_paths.h"
#include "query/ends/points.h"
#include "query/obstacles/obstacles.h"
#include "query/obstacles/snapshot.h"
#include "query/open/floor_names.h"
#include "query/places/random.h"
#include "query_object.h"

static pathfan_status refuse(pathfan_query *q, const char *why) {
  return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s", why);
}

/* Begins a call: makes the ground of the generation that answers; *obstacles become what they are
 * for its radius. */
static pathfan_status begin(pathfan_query *q, const pathfan_obstacles **obstacles,
                            pf_walkable *ground) {
  const pathfan_status status = pf_query_begin(q);
  if (status) return status;
  if (pf_query_terrain(q)) return refuse(q, "a terrain has roads and rivers instead of walls");
  if (*obstacles) {
    const pathfan_obstacles *here = NULL;
    const pathfan_status found =
        q->generation ? pf_obstacles_at(*obstacles, q->generation, &here, &q->error) : PATHFAN_OK;
    if (found) return found;
    if (!here)
      return refuse(q,
                    "obstacles: they are of another generation, or of another index: rebase them");
    *obstacles = here;
  }
  const pathfan_obstacles *o = *obstacles;
  *ground =
      (pf_walkable){q->space, o ? o->places : NULL, o && o->openings ? &o->openings->breach : NULL};
  return pf_space_need_location(q->space, &q->error);
}

/* Places the point that a call is about; *hit becomes one that found nothing. */
static bool place(const pathfan_query *q, const pf_walkable *ground, pathfan_point from,
                  pf_position *spot, pathfan_hit *hit) {
  *hit = (pathfan_hit){.outcome = PATHFAN_OUTCOME_START_BLOCKED,
                       .from = from,
                       .at = from,
                       .generation = q->generation ? q->generation->number : 0};
  if (!pf_walkable_place(ground, from.x, from.y, spot)) return false;
  hit->outcome = PATHFAN_OUTCOME_OK;
  hit->from = hit->at = pf_point_at(q->space, spot->at);
  return true;
}

/* Rounds a point that may lie anywhere. */
static pathfan_status round_to(pathfan_query *q, pathfan_point point, pf_fixed_point *at) {
  if (pf_frame_place(&q->space->frame, q->space->fraction_bits, point.x, point.y, at))
    return PATHFAN_OK;
  return refuse(q, "a point is too far off the map");
}

/* The same for a point that should be free: as the ends of requests are rounded, if it is. */
static pathfan_status round_free(pathfan_query *q, const pf_walkable *ground, pathfan_point point,
                                 pf_fixed_point *at) {
  const pf_walkable free = {q->space, NULL, ground->breach};
  pf_position spot;
  if (!pf_walkable_place(&free, point.x, point.y, &spot)) return round_to(q, point, at);
  *at = spot.at;
  return PATHFAN_OK;
}

/* Says what is in the way. */
static void take_bump(const pathfan_query *q, const pf_bump *bump, pathfan_hit *hit) {
  const double x = (double)(bump->wall.b.x - bump->wall.a.x);
  const double y = (double)(bump->wall.b.y - bump->wall.a.y), length = sqrt(x * x + y * y);
  hit->at = pf_point_at(q->space, bump->end.at);
  hit->found = bump->found;
  if (!bump->found) return;
  if (length > 0) hit->normal = (pathfan_point){0 - y / length, x / length};
  hit->obstacle = bump->obstacle ? bump->obstacle->id : 0;
}

/* Checks the points that a call gets; they must be finite. */
static pathfan_status check_points(pathfan_query *q, const pathfan_point *points, int32_t count) {
  for (int32_t i = 0; i < count; i++)
    if (!pf_point_is_finite(points[i])) return refuse(q, "points must be finite numbers");
  return PATHFAN_OK;
}

/* A straight step over the ground. */
typedef struct step {
  pf_walkable ground;
  pf_position from;
  pf_fixed_point to;
} step;

/* Begins a call about a step; *is_there: it begins on free ground. */
static pathfan_status begin_step(pathfan_query *q, pathfan_point from, pathfan_point to,
                                 const pathfan_obstacles *obstacles, pathfan_hit *hit, step *s,
                                 bool *is_there) {
  *is_there = false;
  if (!q || !hit) return pf_refuse_null(q);
  pathfan_status status = begin(q, &obstacles, &s->ground);
  if (!status) status = check_points(q, (const pathfan_point[]){from, to}, 2);
  if (!status) status = round_to(q, to, &s->to);
  if (!status) *is_there = place(q, &s->ground, from, &s->from, hit);
  return pf_query_end(q, status);
}

pathfan_status pathfan_query_ray(pathfan_query *q, pathfan_point from, pathfan_point to,
                                 const pathfan_obstacles *obstacles, pathfan_hit *hit) {
  step s;
  pf_bump bump;
  bool is_there;
  const pathfan_status status = begin_step(q, from, to, obstacles, hit, &s, &is_there);
  if (!is_there) return status;
  pf_walkable_cast(&s.ground, s.from, s.to, &bump);
  take_bump(q, &bump, hit);
  hit->distance = pf_fixed_length(s.from.at, bump.end.at) / q->space->steps;
  return PATHFAN_OK;
}

pathfan_status pathfan_query_wall(pathfan_query *q, pathfan_point from, double radius,
                                  const pathfan_obstacles *obstacles, pathfan_hit *hit) {
  pf_walkable ground;
  pf_position spot;
  pf_near near;
  pf_bump bump;
  if (!q || !hit) return pf_refuse_null(q);
  pathfan_status status = begin(q, &obstacles, &ground);
  if (!status) status = check_points(q, &from, 1);
  if (!status && !(radius >= 0)) status = refuse(q, "the radius must be a number of at least 0");
  if (status || !place(q, &ground, from, &spot, hit)) return pf_query_end(q, status);
  if (!pf_walkable_nearest(&ground, spot, radius * q->space->steps, &near, &bump))
    return PATHFAN_OK;
  bump.end.at = (pf_fixed_point){spot.at.x + llrint(near.x), spot.at.y + llrint(near.y)};
  take_bump(q, &bump, hit);
  hit->distance = near.about / q->space->steps;
  if (near.about > 0)
    hit->normal = (pathfan_point){0 - near.x / near.about, 0 - near.y / near.about};
  return PATHFAN_OK;
}

pathfan_status pathfan_query_move(pathfan_query *q, pathfan_point from, pathfan_point toward,
                                  const pathfan_obstacles *obstacles, pathfan_hit *hit) {
  step s;
  pf_bump bump;
  bool is_there;
  const pathfan_status status = begin_step(q, from, toward, obstacles, hit, &s, &is_there);
  if (!is_there) return status;
  hit->distance = pf_walkable_move(&s.ground, s.from, s.to, &bump) / q->space->steps;
  take_bump(q, &bump, hit);
  return PATHFAN_OK;
}

/* ---- Random points ---- */

/* What a random point must be. */
typedef struct wish {
  const pf_walkable *ground;
  pf_position from;
  double most;             /* length of the path to it, steps; INFINITY: any */
  pathfan_request request; /* for that path */
} wish;

/* Finds out whether a point can be reached by a path that is short enough. */
static pathfan_status ask_way(pathfan_query *q, wish *w, pf_position spot, bool *suits) {
  const double straight = pf_fixed_length(w->from.at, spot.at);
  *suits = straight <= w->most && pf_walkable_sees(w->ground, w->from, spot);
  if (*suits || straight > w->most) return PATHFAN_OK;
  *suits = !w->ground->places && isinf(w->most); /* all that is joined to it */
  if (*suits) return PATHFAN_OK;
  w->request.to = pf_point_at(q->space, spot.at);
  pf_ends_forget(&q->ends);
  const pathfan_status status = pf_answer_walk(q, &w->request);
  *suits =
      !status && q->answer.path_count && q->answer.paths[0].length * q->space->steps <= w->most;
  return status;
}

static pathfan_status draw(pathfan_query *q, wish *w, uint64_t seed, pf_position *spot,
                           bool *found) {
  enum { TRIES = 1000 };
  const double unit = pf_power_of_two(q->space->fraction_bits), reach = w->most / unit;
  const pf_surfaces *surfaces;
  uint64_t state = seed;
  pathfan_status status = pf_surfaces_need(q->space, &surfaces, &q->error);
  if (status) return status;
  const bool near = 3.2 * reach * reach < pf_surface_of(surfaces, w->ground, w->from);
  for (int tries = 0; tries < TRIES && !status && !*found; tries++) {
    const bool drawn = near ? pf_draw_near(w->ground, w->from, w->most, &state, spot)
                            : pf_draw_anywhere(surfaces, w->ground, w->from, &state, spot);
    if (drawn && !pf_trie_hold(w->ground->places, spot->at)) status = ask_way(q, w, *spot, found);
  }
  return status;
}

pathfan_status pathfan_query_random(pathfan_query *q, pathfan_point from, double radius,
                                    const pathfan_obstacles *obstacles, uint64_t seed,
                                    pathfan_point *point, pathfan_outcome *outcome) {
  pf_walkable ground;
  pf_position spot;
  pathfan_hit start;
  bool found = false;
  if (!q || !point || !outcome) return pf_refuse_null(q);
  *point = from;
  pathfan_status status = begin(q, &obstacles, &ground);
  if (!status) status = check_points(q, &from, 1);
  if (!status && !(radius >= 0 && isfinite(radius)))
    status = refuse(q, "the radius must be a finite number of at least 0");
  *outcome = PATHFAN_OUTCOME_START_BLOCKED;
  wish w = {.ground = &ground, .most = radius > 0 ? radius * q->space->steps : INFINITY};
  if (status || !place(q, &ground, from, &w.from, &start)) return pf_query_end(q, status);
  pathfan_request_init(&w.request);
  w.request.from = start.from;
  w.request.paths = 1;
  w.request.obstacles = obstacles;
  if (!q->generation) w.request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  status = draw(q, &w, seed, &spot, &found);
  *outcome = found ? PATHFAN_OUTCOME_OK : PATHFAN_OUTCOME_NO_PATH;
  if (found) *point = pf_point_at(q->space, spot.at);
  return pf_query_end(q, status);
}

/* ---- Paths ---- */

/* Whether nothing was opened between two versions. */
static bool has_only_closed(const pathfan_obstacles *obstacles, uint64_t since) {
  return obstacles ? obstacles->opened <= since && since <= obstacles->version : since == 0;
}

static pathfan_point moved_by(pathfan_point p, pathfan_point offset) {
  return (pathfan_point){p.x + offset.x, p.y + offset.y};
}

/* Checks the walk over points[first .. last], which are moved by an offset; checked->leg is -1 if
 * it is free. */
static pathfan_status check_walk(pathfan_query *q, const pf_walkable *ground,
                                 const pathfan_point *points, pathfan_point offset, int32_t first,
                                 int32_t last, pathfan_checked *checked) {
  pf_position spot;
  checked->leg = first;
  const pathfan_point start = moved_by(points[first], offset);
  if (!place(q, ground, start, &spot, &checked->hit)) return PATHFAN_OK;
  for (int32_t i = first; i < last; i++) {
    pf_bump bump;
    pf_fixed_point goal;
    const pf_position from = spot;
    const pathfan_point next = moved_by(points[i + 1], offset);
    const pathfan_status status = round_free(q, ground, next, &goal);
    if (status) return status;
    pf_walkable_cast(ground, from, goal, &bump);
    spot = bump.end;
    if (!bump.found) continue;
    checked->leg = i;
    checked->hit.from = pf_point_at(q->space, from.at);
    take_bump(q, &bump, &checked->hit);
    checked->hit.distance = pf_fixed_length(from.at, spot.at) / q->space->steps;
    return PATHFAN_OK;
  }
  checked->leg = -1;
  checked->hit.from = checked->hit.at = pf_point_at(q->space, spot.at);
  return PATHFAN_OK;
}

pathfan_status pathfan_query_check(pathfan_query *q, const pathfan_point *points, int32_t count,
                                   const pathfan_obstacles *obstacles, uint64_t since,
                                   pathfan_checked *checked) {
  pf_walkable ground;
  if (!q || !points || !checked) return pf_refuse_null(q);
  pathfan_status status = begin(q, &obstacles, &ground);
  if (!status && count < 1) status = refuse(q, "a path has at least one point");
  if (!status) status = check_points(q, points, count);
  if (status) return pf_query_end(q, status);
  *checked = (pathfan_checked){.leg = 0};
  status = check_walk(q, &ground, points, (pathfan_point){0}, 0, count - 1, checked);
  if (status || checked->leg >= 0) return pf_query_end(q, status);
  checked->still_shortest = has_only_closed(obstacles, since);
  return PATHFAN_OK;
}

/* Checks a link of a path: whether it is there, leads there, and is open. */
static bool check_link(pathfan_query *q, const pf_walkable *ground,
                       const pathfan_obstacles *obstacles, const pathfan_leg *leg,
                       pathfan_point from, pathfan_point to, pathfan_checked *checked) {
  const pf_link_set *set = obstacles ? obstacles->links : NULL;
  const int32_t count = set ? set->count : q->space->link_count, i = leg->feature;
  const double near = 2 / q->space->steps;
  pf_position spot;
  bool is_there = false;
  checked->leg = leg->first;
  if (!place(q, ground, from, &spot, &checked->hit)) return false;
  checked->hit.found = true;
  checked->hit.obstacle = set && i >= 0 && i < count ? set->list[i].id : 0;
  if (i < 0 || i >= count || (set && set->list[i].is_closed)) return false;
  const pf_layout_link *link = set ? &set->list[i].link : &q->space->links[i];
  for (int back = 0; back < 2 && !is_there; back++) {
    const double *at = &link->at[2 * back], *there = &link->at[2 - 2 * back];
    is_there = isfinite(link->cost[back]) && hypot(at[0] - from.x, at[1] - from.y) <= near &&
               hypot(there[0] - to.x, there[1] - to.y) <= near;
  }
  if (!is_there) return false;
  checked->leg = -1;
  return true;
}

/* From a point on the floor of a level to it in the plane. */
static bool offset_of(const pathfan_query *q, double level, pathfan_point *offset) {
  const pf_found_floor found = pf_floor_of_level(q->space, level);
  *offset = (pathfan_point){0};
  if (found.exists && found.number >= 0)
    *offset = (pathfan_point){q->space->floors[found.number].offset[0],
                              q->space->floors[found.number].offset[1]};
  return found.exists;
}

/* Where the far end of leg k, a link, is: on the floor of the next leg. */
static pathfan_point far_end(const pathfan_query *q, const pathfan_path *path, int32_t k,
                             bool on_floors, double to_level) {
  const double level = k + 1 < path->leg_count ? path->legs[k + 1].level : to_level;
  pathfan_point offset = {0};
  if (on_floors) (void)offset_of(q, level, &offset); /* which was checked */
  return moved_by(path->points[path->legs[k].last], offset);
}

/* Says what is wrong with a path's legs; NULL: nothing. */
static const char *flaw_of_legs(const pathfan_query *q, const pathfan_path *path, bool on_floors,
                                double to_level) {
  pathfan_point unused;
  const char *flaw = pf_flaw_of_legs(path);
  for (int32_t k = 0; k < path->leg_count && on_floors && !flaw; k++)
    if (!offset_of(q, path->legs[k].level, &unused)) flaw = "a leg's level isn't one of the map";
  if (!flaw && on_floors && !offset_of(q, to_level, &unused))
    flaw = "to_level is no level of the map";
  return flaw;
}

pathfan_status pathfan_query_check_legs(pathfan_query *q, const pathfan_path *path, double to_level,
                                        const pathfan_obstacles *obstacles, uint64_t since,
                                        pathfan_checked *checked) {
  pf_walkable ground;
  const bool on_floors = !isnan(to_level);
  if (!q || !path || !path->points || !checked) return pf_refuse_null(q);
  if (!path->leg_count)
    return pathfan_query_check(q, path->points, path->point_count, obstacles, since, checked);
  pathfan_status status = begin(q, &obstacles, &ground);
  if (!status && path->point_count < 1) status = refuse(q, "a path has at least one point");
  if (!status) status = check_points(q, path->points, path->point_count);
  const char *flaw = status ? NULL : flaw_of_legs(q, path, on_floors, to_level);
  if (flaw) status = refuse(q, flaw);
  if (status) return pf_query_end(q, status);
  *checked = (pathfan_checked){.leg = -1};
  for (int32_t k = 0; k < path->leg_count; k++) {
    const pathfan_leg *leg = &path->legs[k];
    pathfan_point offset = {0};
    if (on_floors) (void)offset_of(q, leg->level, &offset);
    if (leg->kind == PATHFAN_LEG_WALK)
      status = check_walk(q, &ground, path->points, offset, leg->first, leg->last, checked);
    else if (!check_link(q, &ground, obstacles, leg, moved_by(path->points[leg->first], offset),
                         far_end(q, path, k, on_floors, to_level), checked))
      return PATHFAN_OK;
    if (status || checked->leg >= 0) return pf_query_end(q, status);
  }
  checked->still_shortest = has_only_closed(obstacles, since);
  return PATHFAN_OK;
}
