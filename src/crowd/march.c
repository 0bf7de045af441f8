/* march.c - walking by Weidmann's law.
 *
 * At the end of its leg (legs.c) a walker goes over into the next patch, if there is room, or waits
 * for its turn at the gate; or it has come to a turn of its course, to a link, or to its goal. An
 * end of a link is a gate, too, at which those who get on and those who get off take turns.
 *
 * Speeds are those at the densities before the step. Nobody is ever faster than its free speed.
 * Walkers are kept in the order of their ids. Each step begins with another of them, as the first
 * ones take the room; at gates the order is that of coming. */
#include "crowd/march.h"

#include <assert.h>
#include <math.h>

#include "base/memory.h"
#include "crowd/arrivals.h"
#include "crowd/legs.h"

#define MOST_LEGS 64 /* a step; more are due to rounding, and end in the next one */
#define GOLDEN 0.6180339887498949

pathfan_status pf_march_add(pathfan_crowd *c, pathfan_point at) {
  const pathfan_status status = pf_grow(&c->marches, &c->march_capacity, c->count);
  if (status) return status;
  pf_march *m = &c->marches[c->count - 1];
  *m = (pf_march){.x = at.x,
                  .y = at.y,
                  .on = -1,
                  .ahead = -1,
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
  m->x += m->ux * PF_LEG_GAP;
  m->y += m->uy * PF_LEG_GAP;
  if (m->gate >= 0) {
    pf_gate_state *s = &c->traffic->states[m->gate];
    s->tokens -= pf_traffic_fare(c->traffic, m->next);
    s->passed++;
  }
  m->patch = m->next;
  m->is_full = false;
  pf_leg_plan(c, w, m);
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
      pf_leg_aim(c, w, m, m->then);
      pf_leg_plan(c, w, m);
      if (cuts_corner(c, m, begin, rest)) return GOES_ON;
      continue;
    }
    if (m->leg == PF_LEG_LINK || (m->gate >= 0 && !served)) return wait_at_gate(c, m, begin, rest);
    served = false;
    if (m->next != m->patch && !pf_traffic_has_room(c->traffic, m->next))
      return wait_for_room(c, m);
    if (rest * speed < PF_LEG_GAP) return GOES_ON; /* goes over in the next step */
    rest -= PF_LEG_GAP / speed;
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
  c->marches[number].leg = PF_LEG_GONE;
  c->gone++;
}

/* ---- Gates and links ---- */

typedef enum passing { STAYS, PASSES, NO_MEMORY_TO_PASS } passing;

/* Ends a walker's waiting. Returns the share of this step that it has left. */
static double end_waiting(pathfan_crowd *c, pf_gate_state *s, pf_march *m) {
  m->waits = false;
  pf_traffic_wait(c->traffic, m->patch, m->gate, -1);
  s->longest_wait = fmax(s->longest_wait, (double)(c->step - m->since) + m->rest);
  return m->since == c->step ? m->rest : 1;
}

/* Lets the k-th in a gate's queue through, if there is room behind it. */
static passing pass_gate(pathfan_crowd *c, pf_gate_state *s, int32_t k) {
  const int32_t number = s->queue[k].walker;
  pf_march *m = &c->marches[number];
  const bool is_new = m->since == c->step;
  const double rest = is_new ? m->rest : 1;
  const pathfan_point begin = is_new ? m->begin : (pathfan_point){m->x, m->y};
  const bool has_room = m->next == m->patch || pf_traffic_has_room(c->traffic, m->next);
  if (s->tokens >= 1 && !has_room)
    return wait_for_room(c, m) == NO_MEMORY_LEFT ? NO_MEMORY_TO_PASS : STAYS;
  if (s->tokens < 1 || rest * m->way * share_of(c, m) < PF_LEG_GAP) return STAYS;
  end_waiting(c, s, m);
  const result r = walk(c, number, begin, rest, true);
  if (r == HAS_ARRIVED) arrive(c, number);
  return r == NO_MEMORY_LEFT ? NO_MEMORY_TO_PASS : PASSES;
}

/* Walks on a link for a share of a step, and waits at its end. */
static result go_along(pathfan_crowd *c, pf_march *m, double rest) {
  const pf_crowd_link *l = pf_link_of(&c->traffic->links, m->on);
  const double speed =
      m->speed * c->options.step_seconds * l->factor * fmax(l->share, c->options.least_speed);
  if (m->left > speed * rest) {
    m->left -= speed * rest;
    return GOES_ON;
  }
  rest -= m->left / speed;
  m->left = 0;
  c->traffic->links.list[m->on >> 1].held++;
  return wait_at_gate(c, m, (pathfan_point){m->x, m->y}, rest);
}

/* Lets a walker get on the link at whose end it stands. */
static result get_on(pathfan_crowd *c, pf_walker *w, pf_march *m, double rest) {
  pf_traffic *g = c->traffic;
  const int32_t way = m->ahead;
  pf_crowd_link *l = &g->links.list[way >> 1];
  const pathfan_point to = pf_way_to(&g->links, way);
  pf_traffic_leave(g, m->patch);
  l->on++;
  l->passed[way & 1]++;
  m->x = to.x;
  m->y = to.y;
  m->left = pf_way_length(&g->links, way);
  m->patch = -1;
  m->next = -1;
  m->on = way;
  m->gate = pf_traffic_end(g, way >> 1, !(way & 1));
  w->piece = m->then;
  pf_leg_aim(c, w, m, m->then);
  return go_along(c, m, rest);
}

/* Lets a walker get off into a patch. */
static void get_off(pathfan_crowd *c, pf_walker *w, pf_march *m, int32_t patch) {
  pf_crowd_link *l = &c->traffic->links.list[m->on >> 1];
  pf_traffic_enter(c->traffic, patch);
  l->on--;
  l->held--;
  m->patch = patch;
  m->on = -1;
  m->gate = -1;
  if (w->is_stuck)
    m->leg = PF_LEG_NONE;
  else
    pf_leg_plan(c, w, m);
}

/* The first in a queue who wants to get on the link; NULL: none. */
static pf_march *first_to_get_on(const pathfan_crowd *c, const pf_gate_state *s) {
  for (int32_t k = 0; k < s->queue_count; k++) {
    pf_march *m = &c->marches[s->queue[k].walker];
    if (m->waits && m->ticket == s->queue[k].ticket && m->on < 0) return m;
  }
  return NULL;
}

/* Lets the k-th in the queue at an end of a link on or off it, if there is room. Where people come
 * off into a full patch, one who wants to get on makes room. */
static passing pass_link(pathfan_crowd *c, pf_gate_state *s, int32_t k) {
  pf_traffic *g = c->traffic;
  const int32_t number = s->queue[k].walker;
  pf_walker *w = &c->walkers[number];
  pf_march *m = &c->marches[number];
  if (s->tokens < 1) return STAYS;
  if (m->on < 0) {
    const pf_crowd_link *l = pf_link_of(&g->links, m->ahead);
    if (l->is_closed || l->on >= l->room) return STAYS;
    s->tokens -= 1;
    s->passed++;
    const double rest = end_waiting(c, s, m);
    return get_on(c, w, m, rest) == NO_MEMORY_LEFT ? NO_MEMORY_TO_PASS : PASSES;
  }
  const pathfan_point at = {m->x, m->y};
  int32_t patch = pf_patch_at(&g->patches, at);
  pf_march *other = NULL;
  assert(patch >= 0);
  if (!pf_traffic_has_room(g, patch)) {
    other = pf_link_of(&g->links, m->on)->is_closed ? NULL : first_to_get_on(c, s);
    if (!other) return STAYS;
    patch = other->patch; /* they stand at the same point, where patches may meet */
  }
  s->tokens -= pf_traffic_fare(g, patch);
  s->passed++;
  const double rest = end_waiting(c, s, m);
  result r = GOES_ON;
  if (other) {
    s->tokens -= 1;
    s->passed++;
    const double others_rest = end_waiting(c, s, other);
    r = get_on(c, &c->walkers[other - c->marches], other, others_rest);
  }
  get_off(c, w, m, patch);
  if (r != NO_MEMORY_LEFT && m->leg != PF_LEG_NONE) r = walk(c, number, at, rest, false);
  if (r == HAS_ARRIVED) arrive(c, number);
  return r == NO_MEMORY_LEFT ? NO_MEMORY_TO_PASS : PASSES;
}

/* Lets those through that wait at a gate, in their order, as far as tokens and room suffice. */
static pathfan_status serve_gate(pathfan_crowd *c, int32_t gate) {
  pf_traffic *g = c->traffic;
  pf_gate_state *s = &g->states[gate];
  int32_t kept = 0;
  const int64_t before = s->passed;
  const int32_t count = s->queue_count;
  for (int32_t k = 0; k < count; k++) {
    const pf_queued one = s->queue[k];
    const pf_march *m = &c->marches[one.walker];
    if (!m->waits || m->ticket != one.ticket) continue;
    const passing p = gate < g->gates.count ? pass_gate(c, s, k) : pass_link(c, s, k);
    if (p == NO_MEMORY_TO_PASS) return PATHFAN_ERR_NO_MEMORY;
    if (p == STAYS) s->queue[kept++] = one;
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
  return PATHFAN_OK;
}

/* ---- Changing places ---- */

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
    if (c->marches[i].leg == PF_LEG_GONE) continue;
    if (kept < i) {
      c->walkers[kept] = c->walkers[i];
      c->marches[kept] = c->marches[i];
    }
    kept++;
  }
  for (int32_t i = 0; i < g->state_count; i++)
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
    if (m->waits || m->leg == PF_LEG_NONE || m->leg == PF_LEG_GONE) continue;
    if (m->on >= 0) {
      if (go_along(c, m, 1) == NO_MEMORY_LEFT) return PATHFAN_ERR_NO_MEMORY;
      continue;
    }
    double rest = 1;
    if (m->goes_at > (double)c->step) {
      rest = (double)(c->step + 1) - m->goes_at;
      if (!(rest > 0)) continue;
    }
    if (m->is_full && (c->step - m->full_since) % 4 == 3) pf_leg_plan(c, &c->walkers[i], m);
    const result r = walk(c, i, (pathfan_point){m->x, m->y}, rest, false);
    if (r == HAS_ARRIVED) arrive(c, i);
    if (r == NO_MEMORY_LEFT) return PATHFAN_ERR_NO_MEMORY;
  }
  c->first_ticket = INT64_MAX; /* those who come while gates are served go to the end */
  for (int32_t i = 0; i < c->traffic->state_count && !status; i++) status = serve_gate(c, i);
  if (!status) exchange(c);
  close_ranks(c);
  return status;
}
