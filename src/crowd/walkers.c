/* walkers.c - moves agents along their courses.
 *
 * A walker is a distance along a course, so that a step is an addition, and cells matter only when
 * a piece ends. Speeds are those at the densities before the step.
 *
 * A walker that changes course leaves the old one at once, straight to where the new one leaves the
 * current cell, as nobody goes back to the middle of a cell. (Going on to the next centre first
 * would work too, but is longer; walking back would let two cells pass walkers back and forth.)
 * That line is free if both its ends lie in the cell's square. */
#include "crowd/walkers.h"

#include <assert.h>
#include <math.h>

#include "base/memory.h"
#include "crowd/arrivals.h"
#include "crowd/closures.h"
#include "crowd/legs.h"
#include "crowd/march.h"

static double distance(pathfan_point a, pathfan_point b) {
  return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

static const pf_course *course_of(const pathfan_crowd *c, const pf_walker *w) {
  return &c->courses.list[w->course];
}

pathfan_point pf_walker_at(const pathfan_crowd *c, const pf_walker *w) {
  if (c->traffic) {
    const pf_march *m = &c->marches[w - c->walkers];
    return (pathfan_point){m->x, m->y};
  }
  const pf_course *course = course_of(c, w);
  const pf_course_piece *piece = &course->pieces[w->piece];
  const double before = w->piece ? piece[-1].end : 0;
  const pathfan_point from = w->lead > 0 ? w->from : w->piece ? piece[-1].at : course->start;
  const double length = w->lead > 0 ? w->lead : piece->end - before;
  const double left = length > 0 ? (w->end - w->along) / length : 0;
  return (pathfan_point){piece->at.x + left * (from.x - piece->at.x),
                         piece->at.y + left * (from.y - piece->at.y)};
}

/* Adds the cost from the end of a piece to the end of the course. Returns INFINITY as soon as the
 * total must reach the bound, as the rest costs at least its length. */
static double cost_after(const pathfan_crowd *c, const pf_course *course, int32_t piece,
                         double cost, double bound) {
  const double *factor = c->density.factor;
  const double most = bound - course->length;
  double before = course->pieces[piece].end;
  for (int32_t i = piece + 1; i < course->count; i++) {
    if (cost - before >= most) return INFINITY;
    cost += (course->pieces[i].end - before) * factor[course->pieces[i].cell];
    before = course->pieces[i].end;
  }
  return cost;
}

double pf_walker_cost(const pathfan_crowd *c, const pf_walker *w) {
  if (c->traffic) return pf_leg_cost(c, w);
  return cost_after(c, course_of(c, w), w->piece, (w->end - w->along) * c->density.own[w->cell],
                    INFINITY);
}

bool pf_walker_is_barred(const pathfan_crowd *c, const pf_walker *w) {
  if (c->traffic) return pf_leg_is_barred(c, w);
  const pf_course *course = course_of(c, w);
  pathfan_point from = pf_walker_at(c, w);
  for (int32_t i = w->piece; i < course->count; i++) {
    if (!pf_closures_let(c, from, course->pieces[i].at)) return true;
    from = course->pieces[i].at;
  }
  return false;
}

/* Whether a cell has room for one more agent. */
static bool has_room(const pathfan_crowd *c, int32_t cell) {
  const double most = c->options.most_density;
  return most <= 0 || !c->density.agents[cell] ||
         pf_density_at(&c->density, cell) + c->density.each[cell] <= most;
}

pf_change pf_walker_try(const pathfan_crowd *c, const pf_walker *w, pathfan_point at,
                        int32_t number, double bound) {
  if (c->traffic) return pf_leg_try(c, w, at, number, bound);
  const pf_course *course = &c->courses.list[number];
  const pf_course_piece *out = &course->pieces[course->first_out];
  pf_change change = {.course = number, .piece = course->first_out, .cost = INFINITY};
  if (w->cell != out->cell || w->cell >= c->cells.square_count) return change;
  change.lead = distance(at, out->at);
  const double begin = change.lead * c->density.own[w->cell];
  if (begin + (course->length - out->end) >= bound) return change;
  /* A walker doesn't turn round to push against those behind it. */
  if (!w->is_stuck && change.piece + 1 < course->count && !has_room(c, out[1].cell)) return change;
  const double cost = cost_after(c, course, change.piece, begin, bound);
  if (cost >= bound) return change;
  const pf_cell *cell = &c->cells.list[w->cell];
  const bool is_free = (pf_cell_holds(cell, at) && pf_cell_holds(cell, out->at)) ||
                       pf_floor_is_open(&c->floor, at, out->at);
  if (is_free && pf_closures_let(c, at, out->at)) change.cost = cost;
  return change;
}

void pf_walker_take(pathfan_crowd *c, pf_walker *w, const pf_change *change) {
  if (c->traffic) {
    pf_leg_take(c, w, change);
    return;
  }
  w->from = pf_walker_at(c, w);
  pf_course_hold(&c->courses, change->course);
  pf_course_drop(&c->courses, w->course);
  w->course = change->course;
  w->piece = change->piece;
  w->end = course_of(c, w)->pieces[w->piece].end;
  w->along = w->end - change->lead;
  w->lead = change->lead;
  w->is_stuck = false;
}

pathfan_status pf_walker_add(pathfan_crowd *c, int32_t flow, int32_t course, pf_walker **walker) {
  const pathfan_status status = pf_grow(&c->walkers, &c->capacity, (int64_t)c->count + 1);
  if (status) return status;
  pf_walker *w = &c->walkers[c->count++];
  const pf_course_piece *first = &c->courses.list[course].pieces[0];
  assert(c->courses.list[course].count > 0);
  *w = (pf_walker){.end = first->end,
                   .cell = first->cell,
                   .flow = flow,
                   .course = course,
                   .id = c->statistics.started++,
                   .began = c->step,
                   .asked = INT64_MIN / 2};
  pf_course_hold(&c->courses, course);
  if (!c->traffic) pf_density_enter(&c->density, w->cell);
  *walker = w;
  return PATHFAN_OK;
}

/* ---- Moving ---- */

/* Whether a walker may enter a cell. If no agent has left a full cell for a while, those in it wait
 * for each other, or for those that want to enter: then it may. */
static bool may_enter(pathfan_crowd *c, int32_t cell) {
  if (has_room(c, cell)) return true;
  if (c->step - c->left_at[cell] < c->options.patience) return false;
  c->left_at[cell] = c->step;
  return true;
}

static void leave(pathfan_crowd *c, int32_t cell) {
  assert(c->density.agents[cell] > 0);
  pf_density_leave(&c->density, cell);
  c->left_at[cell] = c->step;
}

/* Goes on to the next pieces. True: it has arrived. */
static bool go_on(pathfan_crowd *c, pf_walker *w) {
  const pf_course *course = course_of(c, w);
  while (w->along >= w->end) {
    if (w->piece + 1 == course->count) return true;
    const pf_course_piece *next = &course->pieces[w->piece + 1];
    if (next->cell != w->cell) {
      if (!may_enter(c, next->cell)) {
        w->along = w->end;
        return false;
      }
      w->along =
          w->end + (w->along - w->end) * c->density.speed[next->cell] / c->density.speed[w->cell];
      leave(c, w->cell);
      pf_density_enter(&c->density, next->cell);
      w->cell = next->cell;
      if (c->goals[w->flow].is_inside[w->cell]) return true;
    }
    w->piece++;
    w->end = next->end;
    w->lead = 0;
  }
  return false;
}

static void remove_walker(pathfan_crowd *c, int32_t number) {
  const pf_walker *w = &c->walkers[number];
  pf_arrivals_add(c, w, (double)w->began, course_of(c, w)->place);
  leave(c, c->walkers[number].cell);
  c->walkers[number] = c->walkers[--c->count];
}

pathfan_status pf_walkers_move(pathfan_crowd *c) {
  const double free_way = c->options.speed * c->options.step_seconds;
  if (c->traffic) return pf_marches_move(c);
  for (int32_t i = 0; i < c->count;) {
    pf_walker *w = &c->walkers[i];
    if (w->is_stuck) { /* even one that was waiting to go on */
      i++;
      continue;
    }
    assert(w->piece < course_of(c, w)->count);
    assert(course_of(c, w)->pieces[w->piece].cell == w->cell);
    w->along += free_way * c->density.speed[w->cell];
    if (w->along >= w->end && go_on(c, w))
      remove_walker(c, i);
    else
      i++;
  }
  return PATHFAN_OK;
}
