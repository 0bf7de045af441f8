/* march.c - walking by Weidmann's law.
 *
 * A walker's leg is straight and stays in its patch. At its end the walker goes over into the next
 * patch, if there is room, or waits for its turn at the gate; or it has come to a turn of its
 * course, or to its goal. A new leg leads towards the turn aimed at, or into another patch beside
 * that way if this is quicker by a share: so a crowd takes the whole width, whatever ways are
 * planned.
 *
 * Speeds are those at the densities before the step. Nobody is ever faster than its free speed.
 * Walkers are kept in the order of their ids. Each step begins with another of them, as the first
 * ones take the room; at gates the order is that of coming. */
#include "crowd/march.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "crowd/arrivals.h"
#include "crowd/closures.h"

#define GAP 2e-4     /* metres: the step over a side, so that nobody stands on it */
#define LOOKS 1.5    /* patches: this near its aim a walker looks for the next one */
#define NEAR_GATE 3  /* patches: this near a gate a walker heads for the nearest part of it */
#define QUICKER 0.9  /* share of the time: another patch is taken if it costs less */
#define INSET 0.1    /* share of a gate or side at each end that nobody heads for */
#define BESIDE 1.5   /* patches: so far behind the next patch another may be, by their middles */
#define MOST_AHEAD 8 /* turns passed over at once */
#define MOST_LEGS 64 /* a step; more are due to rounding, and end in the next one */
#define GOLDEN 0.6180339887498949

static double distance(pathfan_point a, pathfan_point b) {
  return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

static pf_march *march_of(const pathfan_crowd *c, const pf_walker *w) {
  return &c->marches[w - c->walkers];
}

static const pf_course *course_of(const pathfan_crowd *c, const pf_walker *w) {
  return &c->courses.list[w->course];
}

static pathfan_point point_of(const pf_course *course, int32_t aim) {
  return aim < 0 ? course->start : course->pieces[aim].at;
}

/* The next turn of a course; its last piece is one. */
static int32_t next_turn(const pf_course *course, int32_t aim) {
  do aim++;
  while (aim + 1 < course->count && !course->pieces[aim].is_turn);
  return aim;
}

static bool is_open(const pathfan_crowd *c, pathfan_point a, pathfan_point b) {
  return pf_floor_is_open(&c->floor, a, b) && pf_closures_let(c, a, b);
}

/* ---- Costs ---- */

/* The cost from a point, in a cell, to the aim and along the course; *piece is where that point is
 * abreast of the course. INFINITY as soon as it must reach the bound. */
static double cost_from(const pathfan_crowd *c, const pf_course *course, pathfan_point at,
                        double own, int32_t aim, double bound, int32_t *piece) {
  const double end = aim < 0 ? 0 : course->pieces[aim].end;
  double along = end - distance(at, point_of(course, aim)), cost = 0;
  const double most = bound - course->length;
  while (*piece + 1 < course->count && *piece < aim && course->pieces[*piece].end <= along)
    (*piece)++;
  for (int32_t i = *piece; i < course->count; i++) {
    if (cost - along >= most) return INFINITY;
    const double to = course->pieces[i].end;
    const double factor = i == *piece ? own : c->density.factor[course->pieces[i].cell];
    if (to > along) cost += (to - along) * factor;
    along = fmax(along, to);
  }
  return cost;
}

static double own_factor(const pathfan_crowd *c, const pf_march *m) {
  return 1 / pf_traffic_planned(c->traffic, m->patch, c->traffic->agents[m->patch] - 1);
}

double pf_march_cost(const pathfan_crowd *c, const pf_walker *w) {
  const pf_march *m = march_of(c, w);
  int32_t piece = w->piece;
  return cost_from(c, course_of(c, w), (pathfan_point){m->x, m->y}, own_factor(c, m), m->aim,
                   INFINITY, &piece);
}

bool pf_march_is_barred(const pathfan_crowd *c, const pf_walker *w) {
  const pf_march *m = march_of(c, w);
  const pf_course *course = course_of(c, w);
  pathfan_point from = {m->x, m->y};
  for (int32_t i = m->aim;; i = next_turn(course, i)) {
    const pathfan_point to = point_of(course, i);
    if (!pf_closures_let(c, from, to)) return true;
    if (i + 1 >= course->count) return false;
    from = to;
  }
}

pf_change pf_march_try(const pathfan_crowd *c, const pf_walker *w, pathfan_point at, int32_t number,
                       double bound) {
  const pf_course *course = &c->courses.list[number];
  pf_change change = {.course = number, .piece = next_turn(course, -1), .cost = INFINITY};
  const double own = own_factor(c, march_of(c, w));
  int32_t piece = 0;
  double cost = cost_from(c, course, at, own, change.piece, bound, &piece);
  if (!(cost < bound)) return change;
  /* Nobody goes back through a gate to begin another way. */
  if (isfinite(bound) && pf_patch_has_gate(&c->traffic->patches, at, course->start)) return change;
  if (!is_open(c, at, point_of(course, change.piece))) {
    change.piece = -1;
    piece = 0;
    cost = cost_from(c, course, at, own, -1, bound, &piece);
    if (!(cost < bound) || !is_open(c, at, course->start)) return change;
  }
  change.cost = cost;
  return change;
}

/* ---- Legs ---- */

static void aim_at(const pathfan_crowd *c, const pf_walker *w, pf_march *m, int32_t aim) {
  const pf_course *course = course_of(c, w);
  m->aim = m->then = aim;
  m->aim_at = m->then_at = point_of(course, aim);
  m->aim_end = aim < 0 ? 0 : course->pieces[aim].end;
  m->side = 0;
  if (aim + 1 >= course->count) return;
  m->then = next_turn(course, aim);
  m->then_at = point_of(course, m->then);
  const double turn = pf_place_turn((pathfan_point){m->x, m->y}, m->aim_at, m->then_at);
  m->side = (int8_t)((turn > 0) - (turn < 0));
}

/* Aims farther along the course if the next turn is seen. It is looked for near the present aim,
 * and where the corner there has come to lie on the other hand. */
static void look_ahead(const pathfan_crowd *c, const pf_walker *w, pf_march *m) {
  const pathfan_point at = {m->x, m->y};
  for (int i = 0; i < MOST_AHEAD && m->then != m->aim; i++) {
    const double turn = pf_place_turn(at, m->aim_at, m->then_at);
    if (distance(at, m->aim_at) > LOOKS * c->options.patch && m->side * turn > 0) return;
    if (!is_open(c, at, m->then_at)) return;
    aim_at(c, w, m, m->then);
  }
}

/* If the aim is an end of a gate that the course crosses there: the point of the gate to head
 * for. */
static pathfan_point target_of(const pathfan_crowd *c, const pf_march *m) {
  const pathfan_point at = {m->x, m->y}, aim = m->aim_at;
  const pf_patches *p = &c->traffic->patches;
  const double far = distance(at, aim);
  if (m->then == m->aim || far > NEAR_GATE * p->size) return aim;
  const pathfan_point then = m->then_at;
  const int32_t x = (int32_t)((aim.x - p->x) / p->size), y = (int32_t)((aim.y - p->y) / p->size);
  pathfan_point best = aim;
  double least = INFINITY;
  if (x < 0 || y < 0 || x >= p->columns || y >= p->rows) return aim;
  const int32_t square = y * p->columns + x;
  for (int32_t i = p->first_gate[square]; i < p->first_gate[square + 1]; i++) {
    const pf_gate *g = &c->traffic->gates.list[p->gates_in[i]];
    const double near = 2 * c->courses.off;
    if (distance(g->a, aim) > near && distance(g->b, aim) > near) continue;
    if ((pf_place_turn(g->a, g->b, at) > 0) == (pf_place_turn(g->a, g->b, then) > 0)) continue;
    const double dx = g->b.x - g->a.x, dy = g->b.y - g->a.y;
    double u = ((at.x - g->a.x) * dx + (at.y - g->a.y) * dy) / (dx * dx + dy * dy);
    u = fmin(fmax(u, INSET), 1 - INSET);
    const pathfan_point there = {g->a.x + u * dx, g->a.y + u * dy};
    const double off = distance(at, there), beyond = 1 + 5 * GAP / fmax(off, GAP);
    if (off >= least || off > NEAR_GATE * p->size) continue;
    least = off;
    /* Beyond the gate, as the walk must cross it. */
    best = (pathfan_point){at.x + beyond * (there.x - at.x), at.y + beyond * (there.y - at.y)};
  }
  return least < INFINITY && is_open(c, at, best) ? best : aim;
}

/* Where a walk comes into a polygon of the goal, 0..1; INFINITY: it doesn't. */
static double goal_met(const pathfan_crowd *c, int32_t flow, pathfan_point p, pathfan_point q,
                       int32_t *place) {
  const pf_stream *s = &c->streams[flow];
  double least = INFINITY;
  for (int32_t i = 0; i < s->to_count; i++) {
    const double met = pf_place_met(&s->to[i], p, q);
    if (!(met < least)) continue;
    least = met;
    *place = i;
  }
  return least;
}

static void set_leg(pf_march *m, pathfan_point to, double less, pf_march_leg leg, int32_t next,
                    int32_t gate) {
  const double dx = to.x - m->x, dy = to.y - m->y, length = sqrt(dx * dx + dy * dy);
  if (length > 0) {
    m->ux = dx / length;
    m->uy = dy / length;
  }
  m->left = fmax(0, length - less);
  m->leg = leg;
  m->next = next;
  m->gate = gate;
}

/* How long a way takes: so far through this patch, then through another one, relative to a patch at
 * free speed. */
static double time_by(const pf_traffic *g, const pf_march *m, double here, int32_t patch,
                      double there) {
  const double full = pf_traffic_has_room(g, patch) ? 0 : 1e6;
  return here / (g->ease[m->patch] * g->factor[m->patch]) +
         there / (g->ease[patch] * g->factor[patch]) + full;
}

/* Takes another side of this patch than the one that the straight way to a point leads over, if it
 * leads sooner into a patch beside the next one. */
static void spread(const pathfan_crowd *c, pf_march *m, pathfan_point to, double here) {
  const pf_traffic *g = c->traffic;
  const pf_patch *now = &g->patches.list[m->patch], *ahead = &g->patches.list[m->next];
  const pathfan_point at = {m->x, m->y};
  const double size = g->patches.size, straight = distance(at, to), dx = m->ux, dy = m->uy;
  const pathfan_point out = {at.x + dx * fmin(here, size / 2), at.y + dy * fmin(here, size / 2)};
  double least = QUICKER * time_by(g, m, here, m->next, size);
  /* Where nobody slows down there is nothing to gain. */
  if (least <= QUICKER * (here + size) * 1.02) return;
  const pf_open_side *best = NULL;
  pathfan_point best_at = at;
  for (int32_t i = now->first; i < now->first + now->count; i++) {
    const pf_open_side *s = &g->patches.sides[i];
    const pf_patch *other = &g->patches.list[s->to];
    if (s->gate >= 0 || s->to == m->next) continue;
    if ((other->centre.x - ahead->centre.x) * dx + (other->centre.y - ahead->centre.y) * dy <
        -BESIDE * size)
      continue;
    const double ex = s->b.x - s->a.x, ey = s->b.y - s->a.y;
    double u = ((out.x - s->a.x) * ex + (out.y - s->a.y) * ey) / (ex * ex + ey * ey);
    u = fmin(fmax(u, INSET), 1 - INSET);
    const pathfan_point there = {s->a.x + u * ex, s->a.y + u * ey};
    if ((there.x - at.x) * dx + (there.y - at.y) * dy < 0) continue;
    const double off = distance(at, there);
    const double extra = off + distance(there, to) - straight;
    if (!pf_traffic_has_room(g, s->to)) continue;
    const double time = time_by(g, m, off, s->to, size + extra + fmax(0, here - off));
    if (time >= least || !is_open(c, there, to)) continue;
    if (!now->is_convex) {
      if (!is_open(c, at, there)) continue;
      const pf_leaving l = pf_patch_leave(&g->patches, m->patch, at, there);
      if (l.to >= 0 && l.share < 1 - 1e-6) continue;
    }
    least = time;
    best = s;
    best_at = there;
  }
  if (best) set_leg(m, best_at, GAP / 2, PF_LEG_OUT, best->to, -1);
}

static void plan_leg(const pathfan_crowd *c, pf_walker *w, pf_march *m) {
  const pf_traffic *g = c->traffic;
  const pathfan_point at = {m->x, m->y};
  int32_t place = -1;
  m->way = m->speed * c->options.step_seconds * g->factor[m->patch];
  look_ahead(c, w, m);
  if (c->options.strategy != PATHFAN_CROWD_NONE) { /* none asks for the rest of a way */
    const pf_course_piece *pieces = course_of(c, w)->pieces;
    const double along = m->aim_end - distance(at, m->aim_at);
    while (w->piece < m->aim && pieces[w->piece].end <= along) w->piece++;
  }
  const pathfan_point to = target_of(c, m);
  const double far = distance(at, to);
  const pf_leaving out = pf_patch_leave(&g->patches, m->patch, at, to);
  const pathfan_point side = {at.x + out.share * (to.x - at.x), at.y + out.share * (to.y - at.y)};
  const double in = m->to_area ? goal_met(c, w->flow, at, side, &place) : INFINITY;
  if (in <= 1) {
    const pathfan_point there = {at.x + in * (side.x - at.x), at.y + in * (side.y - at.y)};
    set_leg(m, there, 0, PF_LEG_GOAL, -1, -1);
    w->place = place;
    return;
  }
  const bool is_last = m->then == m->aim;
  if (out.to < 0) {
    set_leg(m, to, 0, is_last ? PF_LEG_GOAL : PF_LEG_TURN, -1, -1);
    w->place = course_of(c, w)->place;
    return;
  }
  set_leg(m, side, GAP / 2, PF_LEG_OUT, out.to, out.gate);
  if (out.gate < 0) spread(c, m, to, out.share * far);
}

/* Plans anew from where a walker is; one that still waits for the same gate keeps its turn. */
static void plan(pathfan_crowd *c, pf_walker *w, pf_march *m) {
  const int32_t gate = m->waits ? m->gate : -1;
  plan_leg(c, w, m);
  if (gate >= 0 && (m->gate != gate || m->left > GAP)) {
    m->waits = false;
    m->ticket = 0;
    pf_traffic_wait(c->traffic, m->patch, gate, -1);
  }
}

void pf_march_take(pathfan_crowd *c, pf_walker *w, const pf_change *change) {
  pf_march *m = march_of(c, w);
  pf_course_hold(&c->courses, change->course);
  pf_course_drop(&c->courses, w->course);
  w->course = change->course;
  w->piece = 0;
  w->is_stuck = false;
  aim_at(c, w, m, change->piece);
  plan(c, w, m);
}

void pf_march_halt(pathfan_crowd *c, const pf_walker *w) {
  pf_march *m = march_of(c, w);
  if (m->waits) pf_traffic_wait(c->traffic, m->patch, m->gate, -1);
  m->waits = false;
  m->ticket = 0;
  m->leg = PF_LEG_NONE;
}

pathfan_status pf_march_add(pathfan_crowd *c, pathfan_point at) {
  const pathfan_status status = pf_grow(&c->marches, &c->march_capacity, c->count);
  if (status) return status;
  pf_march *m = &c->marches[c->count - 1];
  *m = (pf_march){.x = at.x,
                  .y = at.y,
                  .speed = c->options.speed,
                  .to_area = c->goals[c->walkers[c->count - 1].flow].has_polygon};
  m->patch = pf_patch_at(&c->traffic->patches, at);
  assert(m->patch >= 0);
  pf_traffic_enter(c->traffic, m->patch);
  return PATHFAN_OK;
}

/* ---- Moving ---- */

typedef enum result { GOES_ON, HAS_ARRIVED, NO_MEMORY_LEFT } result;

/* The share of its free speed with which a walker goes on. At a gate the tokens bound the flow. */
static double share_of(const pathfan_crowd *c, const pf_march *m) {
  return pf_traffic_share(c->traffic, m->patch, m->gate >= 0 ? -1 : m->next);
}

static void go_over(pathfan_crowd *c, pf_walker *w, pf_march *m) {
  m->x += m->ux * GAP;
  m->y += m->uy * GAP;
  if (m->gate >= 0) {
    pf_gate_state *s = &c->traffic->states[m->gate];
    s->tokens -= pf_traffic_fare(c->traffic, m->next);
    s->passed++;
  }
  m->patch = m->next;
  m->is_full = false;
  plan_leg(c, w, m);
}

/* Notes that the next patch has no room. */
static result wait_for_room(pathfan_crowd *c, pf_march *m) {
  if (pf_grow(&c->full, &c->full_capacity, (int64_t)c->full_count + 1)) return NO_MEMORY_LEFT;
  c->full[c->full_count++] = (int32_t)(m - c->marches);
  if (!m->is_full) m->full_since = c->step;
  m->is_full = true;
  return GOES_ON;
}

static result wait_at_gate(pathfan_crowd *c, pf_march *m, pathfan_point begin, double rest) {
  m->ticket = ++c->traffic->tickets;
  m->waits = true;
  m->since = c->step;
  m->begin = begin;
  m->rest = rest;
  pf_traffic_wait(c->traffic, m->patch, m->gate, 1);
  return pf_traffic_queue(c->traffic, m->gate, (int32_t)(m - c->marches), m->ticket,
                          c->first_ticket)
             ? NO_MEMORY_LEFT
             : GOES_ON;
}

/* Whether the straight line from where a step began to where the present leg ends in it leads
 * through a wall: who watches steps would see that. Then the walker stays at the corner until the
 * next one. */
static bool cuts_corner(const pathfan_crowd *c, const pf_march *m, pathfan_point begin,
                        double rest) {
  const double way = fmin(m->left, m->way * share_of(c, m) * rest);
  const pathfan_point end = {m->x + m->ux * way, m->y + m->uy * way};
  return !pf_floor_is_open(&c->floor, begin, end);
}

/* Walks for a share of a step, which began at a point. served: it may cross the gate that it stands
 * at. */
static result walk(pathfan_crowd *c, int32_t number, pathfan_point begin, double rest,
                   bool served) {
  pf_walker *w = &c->walkers[number];
  pf_march *m = &c->marches[number];
  for (int legs = 0; legs < MOST_LEGS && rest > 0; legs++) {
    const double speed = m->way * share_of(c, m);
    if (m->left > speed * rest) {
      m->x += m->ux * speed * rest;
      m->y += m->uy * speed * rest;
      m->left -= speed * rest;
      return GOES_ON;
    }
    rest -= m->left / speed;
    m->x += m->ux * m->left;
    m->y += m->uy * m->left;
    m->left = 0;
    if (m->leg == PF_LEG_GOAL) return HAS_ARRIVED;
    if (m->leg == PF_LEG_TURN) {
      aim_at(c, w, m, m->then);
      plan_leg(c, w, m);
      if (cuts_corner(c, m, begin, rest)) return GOES_ON;
      continue;
    }
    if (m->gate >= 0 && !served) return wait_at_gate(c, m, begin, rest);
    served = false;
    if (m->next != m->patch && !pf_traffic_has_room(c->traffic, m->next))
      return wait_for_room(c, m);
    if (rest * speed < GAP) return GOES_ON; /* goes over in the next step */
    rest -= GAP / speed;
    if (m->next != m->patch) {
      pf_traffic_leave(c->traffic, m->patch);
      pf_traffic_enter(c->traffic, m->next);
    }
    const pf_patch *patches = c->traffic->patches.list;
    const bool is_wide = patches[m->patch].is_convex && patches[m->next].is_convex;
    go_over(c, w, m);
    if (!is_wide && cuts_corner(c, m, begin, rest)) return GOES_ON;
  }
  return GOES_ON;
}

static void arrive(pathfan_crowd *c, int32_t number) {
  pf_walker *w = &c->walkers[number];
  pf_traffic_leave(c->traffic, c->marches[number].patch);
  pf_arrivals_add(c, w, c->marches[number].goes_at, w->place);
  c->marches[number].patch = -1; /* removed at the end of the step */
  c->gone++;
}

/* Lets those through that wait at gates, in their order, as far as tokens and room suffice. */
static pathfan_status serve_gates(pathfan_crowd *c) {
  pf_traffic *g = c->traffic;
  for (int32_t i = 0; i < g->gates.count; i++) {
    pf_gate_state *s = &g->states[i];
    int32_t kept = 0;
    const int64_t before = s->passed;
    const int32_t count = s->queue_count;
    for (int32_t k = 0; k < count; k++) {
      const pf_queued one = s->queue[k];
      pf_march *m = &c->marches[one.walker];
      if (!m->waits || m->ticket != one.ticket) continue;
      const bool is_new = m->since == c->step;
      const double rest = is_new ? m->rest : 1;
      const pathfan_point begin = is_new ? m->begin : (pathfan_point){m->x, m->y};
      const double speed = m->way * share_of(c, m);
      const bool has_room = m->next == m->patch || pf_traffic_has_room(g, m->next);
      if (s->tokens < 1 || !has_room || rest * speed < GAP) {
        if (!has_room && s->tokens >= 1 && wait_for_room(c, m) == NO_MEMORY_LEFT)
          return PATHFAN_ERR_NO_MEMORY;
        s->queue[kept++] = one;
        continue;
      }
      m->waits = false;
      pf_traffic_wait(g, m->patch, i, -1);
      s->longest_wait = fmax(s->longest_wait, (double)(c->step - m->since) + m->rest);
      const result r = walk(c, one.walker, begin, rest, true);
      s = &g->states[i];
      if (r == NO_MEMORY_LEFT) return PATHFAN_ERR_NO_MEMORY;
      if (r == HAS_ARRIVED) arrive(c, one.walker);
    }
    /* Those that have come since, from other gates. */
    for (int32_t k = count; k < s->queue_count; k++) s->queue[kept++] = s->queue[k];
    s->queue_count = kept;
    const bool is_queueing = kept && s->was_queueing;
    s->was_queueing = kept > 0;
    if (is_queueing) {
      s->steps_queueing++;
      s->passed_queueing += s->passed - before;
    }
  }
  return PATHFAN_OK;
}

/* ---- Places ---- */

/* Lets walkers of two patches that wait for each other's full patch change places. */
static void exchange(pathfan_crowd *c) {
  pf_traffic *g = c->traffic;
  for (int32_t i = 0; i < c->full_count; i++) { /* chains by patch, in order */
    const int32_t k = c->full[c->full_count - 1 - i];
    pf_march *m = &c->marches[k];
    m->chained = m->patch;
    c->full_next[k] = c->full_of[m->patch];
    c->full_of[m->patch] = k;
  }
  for (int32_t i = 0; i < c->full_count; i++) {
    pf_march *m = &c->marches[c->full[i]];
    if (!m->is_full || m->patch == m->next) continue;
    for (int32_t k = c->full_of[m->next]; k >= 0; k = c->full_next[k]) {
      pf_march *o = &c->marches[k];
      if (!o->is_full || o->next != m->patch || o->patch != m->next) continue;
      for (int n = 0; n < 2; n++) {
        pf_march *one = n ? o : m;
        if (one->waits) pf_traffic_wait(g, one->patch, one->gate, -1);
        one->waits = false;
        go_over(c, &c->walkers[one - c->marches], one);
      }
      break;
    }
  }
  for (int32_t i = 0; i < c->full_count; i++) c->full_of[c->marches[c->full[i]].chained] = -1;
}

/* Removes those that have arrived; the others keep their order. */
static void close_ranks(pathfan_crowd *c) {
  pf_traffic *g = c->traffic;
  int32_t kept = 0;
  if (!c->gone) return;
  for (int32_t i = 0; i < c->count; i++) {
    c->full_next[i] = kept; /* the new number */
    if (c->marches[i].patch < 0) continue;
    if (kept < i) {
      c->walkers[kept] = c->walkers[i];
      c->marches[kept] = c->marches[i];
    }
    kept++;
  }
  for (int32_t i = 0; i < g->gates.count; i++)
    for (int32_t k = 0; k < g->states[i].queue_count; k++)
      g->states[i].queue[k].walker = c->full_next[g->states[i].queue[k].walker];
  c->count = kept;
  c->gone = 0;
}

pathfan_status pf_marches_move(pathfan_crowd *c) {
  if (!c->count) return PATHFAN_OK;
  pathfan_status status = pf_grow(&c->full_next, &c->full_next_capacity, c->count);
  if (status) return status;
  const double turn = GOLDEN * (double)c->step;
  const int32_t first = (int32_t)((turn - floor(turn)) * c->count);
  c->full_count = 0;
  c->first_ticket = c->traffic->tickets + 1;
  pf_traffic_tick(c->traffic, c->options.step_seconds);
  for (int32_t n = 0; n < c->count; n++) {
    const int32_t i = first + n < c->count ? first + n : first + n - c->count;
    pf_march *m = &c->marches[i];
    if (m->waits || m->leg == PF_LEG_NONE || m->patch < 0) continue;
    double rest = 1;
    if (m->goes_at > (double)c->step) {
      rest = (double)(c->step + 1) - m->goes_at;
      if (!(rest > 0)) continue;
    }
    if (m->is_full && (c->step - m->full_since) % 4 == 3) plan_leg(c, &c->walkers[i], m);
    const result r = walk(c, i, (pathfan_point){m->x, m->y}, rest, false);
    if (r == HAS_ARRIVED) arrive(c, i);
    if (r == NO_MEMORY_LEFT) return PATHFAN_ERR_NO_MEMORY;
  }
  c->first_ticket = INT64_MAX; /* those who come while gates are served go to the end */
  status = serve_gates(c);
  if (!status) exchange(c);
  close_ranks(c);
  return status;
}
