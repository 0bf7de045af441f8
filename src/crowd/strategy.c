/* strategy.c - searches, for the paper's strategies; for `alternatives`, evaluates the stored paths
 * from the cell, giving up on each once it costs as much as the best.
 *
 * Another path is taken only if it is cheaper by a share (crowd.h, gain): otherwise walkers switch
 * to and fro between paths of equal cost. */
#include "crowd/strategy.h"

#include <math.h>

#include "crowd/legs.h"
#include "crowd/plans.h"

#define REARM 0.9 /* share of the trigger below which a cell can become dense again */

/* The square from whose centre a walker's ways begin; -1: none. An agent in a scrap looks only if
 * it must; by Weidmann's law always, from a centre that it sees. */
static int32_t square_of(const pathfan_crowd *c, const pf_walker *w, bool must) {
  const bool is_in = w->cell < c->cells.square_count;
  if (c->traffic || (must && !is_in)) return pf_plan_square(c, pf_walker_at(c, w));
  return is_in ? w->cell : -1;
}

/* The cost that another path must stay below. */
static double bound_of(const pathfan_crowd *c, const pf_walker *w, bool must) {
  return must ? INFINITY : pf_walker_cost(c, w) * (1 - c->options.gain);
}

static pathfan_status search(pathfan_crowd *c, pf_walker *w, bool must) {
  int32_t course;
  const int32_t square = square_of(c, w, must);
  if (square < 0) return PATHFAN_OK;
  const pathfan_status status = pf_plan_search(c, w->flow, square, &course);
  if (status || course < 0) return status;
  const pathfan_point at = pf_walker_at(c, w);
  const pf_change change = pf_walker_try(c, w, at, course, bound_of(c, w, must));
  if (isfinite(change.cost)) {
    pf_walker_take(c, w, &change);
    c->statistics.changes++;
  }
  pf_course_drop(&c->courses, course);
  return PATHFAN_OK;
}

static pathfan_status choose(pathfan_crowd *c, pf_walker *w, bool must) {
  const pf_stored_set *set;
  const int32_t square = square_of(c, w, must);
  if (square < 0) return PATHFAN_OK;
  const pathfan_status status = pf_stored_get(&c->stored, square, w->flow, &set);
  if (status) return status;
  const pathfan_point at = pf_walker_at(c, w);
  pf_change best = {.cost = bound_of(c, w, must)};
  bool found = false;
  c->statistics.evaluations++;
  for (int32_t i = 0; i < set->count; i++) {
    if (set->courses[i] == w->course) continue; /* the walker is on it, farther along */
    const pf_change change = pf_walker_try(c, w, at, set->courses[i], best.cost);
    if (!(change.cost < best.cost)) continue;
    best = change;
    found = true;
  }
  if (!found) return PATHFAN_OK;
  pf_walker_take(c, w, &best);
  c->statistics.changes++;
  return PATHFAN_OK;
}

static pathfan_status look(pathfan_crowd *c, pf_walker *w, bool must) {
  return c->options.strategy == PATHFAN_CROWD_ALTERNATIVES ? choose(c, w, must)
                                                           : search(c, w, must);
}

pathfan_status pf_strategy_start(pathfan_crowd *c, pf_walker *w) {
  const pathfan_crowd_strategy s = c->options.strategy;
  /* Stored paths are shorter than those from centre to centre. */
  if (s == PATHFAN_CROWD_ALTERNATIVES) return choose(c, w, true);
  return s == PATHFAN_CROWD_INITIAL ? search(c, w, true) : PATHFAN_OK;
}

/* ---- In turn ---- */

static pathfan_status next_ones(pathfan_crowd *c, double a_step) {
  pathfan_status status = PATHFAN_OK;
  c->due += a_step;
  int64_t count = (int64_t)c->due;
  c->due -= (double)count;
  count = count < c->count ? count : c->count;
  for (int64_t i = 0; i < count && !status; i++) {
    if (c->turn >= c->count) c->turn = 0;
    pf_walker *w = &c->walkers[c->turn++];
    if (!w->is_stuck) status = look(c, w, false);
  }
  return status;
}

/* ---- Near dense cells ---- */

static bool leads_through(const pathfan_crowd *c, const pf_walker *w, int32_t cell) {
  const pf_course *course = &c->courses.list[w->course];
  for (int32_t i = w->piece + 1; i < course->count; i++)
    if (course->pieces[i].cell == cell) return true;
  return false;
}

static pathfan_status ask_those_near(pathfan_crowd *c, int32_t cell) {
  const pathfan_point centre = pf_cell_centre(&c->cells.list[cell]);
  const double far = c->options.trigger_distance;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < c->count && !status; i++) {
    pf_walker *w = &c->walkers[i];
    if (w->is_stuck || c->step - w->asked < c->options.cooldown) continue;
    const pathfan_point at = pf_walker_at(c, w);
    const double dx = at.x - centre.x, dy = at.y - centre.y;
    if (dx * dx + dy * dy > far * far || !leads_through(c, w, cell)) continue;
    w->asked = c->step;
    status = look(c, w, false);
  }
  return status;
}

static pathfan_status find_dense(pathfan_crowd *c) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t cell = 0; cell < c->cells.square_count && !status; cell++) {
    const double density = pf_crowd_density(c, cell);
    if (c->is_dense[cell]) {
      c->is_dense[cell] = density >= REARM * c->options.trigger_density;
    } else if (density > c->options.trigger_density) {
      c->is_dense[cell] = true;
      status = ask_those_near(c, cell);
    }
  }
  return status;
}

pathfan_status pf_strategy_step(pathfan_crowd *c) {
  switch (c->options.strategy) {
  case PATHFAN_CROWD_PERIODIC:
  case PATHFAN_CROWD_INITIAL: return next_ones(c, c->options.replans);
  case PATHFAN_CROWD_ALTERNATIVES: return next_ones(c, c->options.evaluations);
  case PATHFAN_CROWD_EVENT: return find_dense(c);
  case PATHFAN_CROWD_NONE: break;
  }
  return PATHFAN_OK;
}

/* Looks for any way. Without one the walker is stuck. */
static pathfan_status look_must(pathfan_crowd *c, pf_walker *w) {
  w->is_stuck = true;
  pathfan_status status = look(c, w, true);
  if (!status && w->is_stuck && c->options.strategy == PATHFAN_CROWD_ALTERNATIVES)
    status = search(c, w, true); /* if it is inside, or the index has no path from its cell */
  if (!status && w->is_stuck && c->traffic) pf_leg_halt(c, w);
  return status;
}

pathfan_status pf_strategy_reroute(pathfan_crowd *c) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < c->count && !status; i++)
    if (pf_walker_is_barred(c, &c->walkers[i])) status = look_must(c, &c->walkers[i]);
  return status;
}

pathfan_status pf_strategy_retry(pathfan_crowd *c) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < c->count && !status; i++)
    if (c->walkers[i].is_stuck) status = look_must(c, &c->walkers[i]);
  return status;
}

pathfan_status pf_strategy_reconsider(pathfan_crowd *c) {
  pathfan_status status = pf_strategy_retry(c);
  for (int32_t i = 0; i < c->count && !status; i++)
    if (!c->walkers[i].is_stuck) status = look(c, &c->walkers[i], false);
  return status;
}
