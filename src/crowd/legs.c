/* legs.c - what walkers head for, by Weidmann's law, and what their ways cost.
 *
 * A leg is straight and stays in its patch. It leads towards the turn aimed at, or into another
 * patch beside that way if this is quicker by a share: so a crowd takes the whole width, whatever
 * ways are planned. */
#include "crowd/legs.h"

#include <math.h>

#include "crowd/closures.h"

#define LOOKS 1.5    /* patches: this near its aim a walker looks for the next one */
#define NEAR_GATE 3  /* patches: this near a gate a walker heads for the nearest part of it */
#define QUICKER 0.9  /* share of the time: another patch is taken if it costs less */
#define INSET 0.1    /* share of a gate or side at each end that nobody heads for */
#define BESIDE 1.5   /* patches: so far behind the next patch another may be, by their middles */
#define MOST_AHEAD 8 /* turns passed over at once */

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

static double factor_of(const pathfan_crowd *c, const pf_course_piece *piece) {
  return piece->way >= 0 ? pf_way_factor(&c->traffic->links, piece->way)
                         : c->density.factor[piece->cell];
}

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
    const double factor = i == *piece ? own : factor_of(c, &course->pieces[i]);
    if (to > along) cost += (to - along) * factor;
    if (course->pieces[i].way >= 0 && i > *piece)
      cost += pf_way_delay(&c->traffic->links, course->pieces[i].way);
    along = fmax(along, to);
  }
  return cost;
}

static double own_factor(const pathfan_crowd *c, const pf_march *m) {
  if (m->patch < 0) return 1;
  return 1 / pf_traffic_planned(c->traffic, m->patch, c->traffic->agents[m->patch] - 1);
}

double pf_leg_cost(const pathfan_crowd *c, const pf_walker *w) {
  const pf_march *m = march_of(c, w);
  int32_t piece = w->piece;
  const double on = m->on < 0 ? 0 : m->left * pf_way_factor(&c->traffic->links, m->on);
  /* Who waits at a link has been there longer than those behind. */
  const bool is_waiting = m->waits && m->leg == PF_LEG_LINK && m->on < 0;
  const double ahead = is_waiting ? pf_way_delay(&c->traffic->links, m->ahead) : 0;
  return on - ahead +
         cost_from(c, course_of(c, w), (pathfan_point){m->x, m->y}, own_factor(c, m), m->aim,
                   INFINITY, &piece);
}

bool pf_leg_is_barred(const pathfan_crowd *c, const pf_walker *w) {
  const pf_march *m = march_of(c, w);
  const pf_course *course = course_of(c, w);
  pathfan_point from = {m->x, m->y};
  for (int32_t i = m->aim;; i = next_turn(course, i)) {
    const pathfan_point to = point_of(course, i);
    const int32_t way = i < 0 ? -1 : course->pieces[i].way;
    if (way < 0 && !pf_closures_let(c, from, to)) return true;
    if (way >= 0 && way != m->on &&
        (pf_link_of(&c->traffic->links, way)->is_closed || pf_closures_hold(c, to)))
      return true;
    if (i + 1 >= course->count) return false;
    from = to;
  }
}

pf_change pf_leg_try(const pathfan_crowd *c, const pf_walker *w, pathfan_point at, int32_t number,
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

void pf_leg_aim(const pathfan_crowd *c, const pf_walker *w, pf_march *m, int32_t aim) {
  const pf_course *course = course_of(c, w);
  m->aim = m->then = aim;
  m->aim_at = m->then_at = point_of(course, aim);
  m->aim_end = aim < 0 ? 0 : course->pieces[aim].end;
  m->side = 0;
  m->ahead = -1;
  if (aim + 1 >= course->count) return;
  m->then = next_turn(course, aim);
  m->ahead = course->pieces[m->then].way;
  m->then_at = point_of(course, m->then);
  const double turn = pf_place_turn((pathfan_point){m->x, m->y}, m->aim_at, m->then_at);
  m->side = (int8_t)((turn > 0) - (turn < 0));
}

/* Aims farther along the course if the next turn is seen. It is looked for near the present aim,
 * and where the corner there has come to lie on the other hand. */
static void look_ahead(const pathfan_crowd *c, const pf_walker *w, pf_march *m) {
  const pathfan_point at = {m->x, m->y};
  for (int i = 0; i < MOST_AHEAD && m->then != m->aim && m->ahead < 0; i++) {
    const double turn = pf_place_turn(at, m->aim_at, m->then_at);
    if (distance(at, m->aim_at) > LOOKS * c->options.patch && m->side * turn > 0) return;
    if (!is_open(c, at, m->then_at)) return;
    pf_leg_aim(c, w, m, m->then);
  }
}

/* If the aim is an end of a gate that the course crosses there: the point of the gate to head
 * for. */
static pathfan_point target_of(const pathfan_crowd *c, const pf_march *m) {
  const pathfan_point at = {m->x, m->y}, aim = m->aim_at;
  const pf_patches *p = &c->traffic->patches;
  const double far = distance(at, aim);
  if (m->then == m->aim || m->ahead >= 0 || far > NEAR_GATE * p->size) return aim;
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
    const double off = distance(at, there), beyond = 1 + 5 * PF_LEG_GAP / fmax(off, PF_LEG_GAP);
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
  if (best) set_leg(m, best_at, PF_LEG_GAP / 2, PF_LEG_OUT, best->to, -1);
}

void pf_leg_plan(const pathfan_crowd *c, pf_walker *w, pf_march *m) {
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
  if (out.to < 0 && m->ahead >= 0) {
    set_leg(m, to, 0, PF_LEG_LINK, -1, pf_traffic_end(g, m->ahead >> 1, m->ahead & 1));
    return;
  }
  if (out.to < 0) {
    set_leg(m, to, 0, is_last ? PF_LEG_GOAL : PF_LEG_TURN, -1, -1);
    w->place = course_of(c, w)->place;
    return;
  }
  set_leg(m, side, PF_LEG_GAP / 2, PF_LEG_OUT, out.to, out.gate);
  if (out.gate < 0) spread(c, m, to, out.share * far);
}

/* Plans anew from where a walker is; one that still waits for the same gate keeps its turn, and one
 * on a link plans when it gets off. */
static void plan(pathfan_crowd *c, pf_walker *w, pf_march *m) {
  const int32_t gate = m->waits ? m->gate : -1;
  if (m->on >= 0) return;
  pf_leg_plan(c, w, m);
  if (gate >= 0 && (m->gate != gate || m->left > PF_LEG_GAP)) {
    m->waits = false;
    m->ticket = 0;
    pf_traffic_wait(c->traffic, m->patch, gate, -1);
  }
}

void pf_leg_take(pathfan_crowd *c, pf_walker *w, const pf_change *change) {
  pf_march *m = march_of(c, w);
  pf_course_hold(&c->courses, change->course);
  pf_course_drop(&c->courses, w->course);
  w->course = change->course;
  w->piece = 0;
  w->is_stuck = false;
  pf_leg_aim(c, w, m, change->piece);
  plan(c, w, m);
}

void pf_leg_halt(pathfan_crowd *c, const pf_walker *w) {
  pf_march *m = march_of(c, w);
  if (m->on >= 0) return; /* it gets off first */
  if (m->waits) pf_traffic_wait(c->traffic, m->patch, m->gate, -1);
  m->waits = false;
  m->ticket = 0;
  m->leg = PF_LEG_NONE;
}
