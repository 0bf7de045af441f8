/* gates.c - finds the narrow cross-sections of free space.
 *
 * From each corner that sticks out, all corners of walls and feet of perpendiculars on walls nearby
 * are tried. Of two gates that cross, the longer one is dropped. The borders of an area whose flow
 * is smaller than that of the floor are gates as far as they lie in free space. */
#include "crowd/gates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "crowd/places.h"

#define ROUND 1e-6 /* share of a length that may be due to rounding */
#define OFF 1e-4   /* of a metre: a point this far beside a wall is surely beside it */

static double distance(pathfan_point a, pathfan_point b) {
  return hypot(b.x - a.x, b.y - a.y);
}

static bool is_same(pathfan_point a, pathfan_point b) {
  return distance(a, b) < ROUND;
}

static pathfan_point nearest_on(const pf_wall *w, pathfan_point p) {
  const double dx = w->b.x - w->a.x, dy = w->b.y - w->a.y, square = dx * dx + dy * dy;
  double t = square > 0 ? ((p.x - w->a.x) * dx + (p.y - w->a.y) * dy) / square : 0;
  t = fmin(fmax(t, 0), 1);
  return (pathfan_point){w->a.x + t * dx, w->a.y + t * dy};
}

double pf_gate_met(const pf_gate *g, pathfan_point p, pathfan_point q) {
  const double before = pf_place_turn(g->a, g->b, p), after = pf_place_turn(g->a, g->b, q);
  if ((before > 0) == (after > 0)) return INFINITY;
  const double t = before / (before - after);
  const pathfan_point at = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
  const double dx = g->b.x - g->a.x, dy = g->b.y - g->a.y;
  const double u = ((at.x - g->a.x) * dx + (at.y - g->a.y) * dy) / (dx * dx + dy * dy);
  return u >= -ROUND && u <= 1 + ROUND ? t : INFINITY;
}

/* ---- Candidates ---- */

typedef struct finder {
  const pf_floor *floor;
  const pf_gate_rules *rules;
  pf_gates *gates;
  pathfan_status status;
  pathfan_point corner, before, after; /* the corner, and the far ends of its two walls */
  pathfan_point middle;                /* of the candidate */
  double half;
} finder;

static bool is_outside_disc(void *context, const pf_wall *w) {
  const finder *f = context;
  return distance(f->middle, nearest_on(w, f->middle)) >= f->half * (1 - ROUND);
}

static void try_gate(finder *f, pathfan_point to) {
  const double length = distance(f->corner, to);
  if (f->status || length < PF_GATE_SHORTEST || length > PF_GATE_LONGEST) return;
  /* Only the free side of the corner. */
  if (pf_place_turn(f->before, f->corner, to) <= 0 && pf_place_turn(f->corner, f->after, to) <= 0)
    return;
  f->middle = (pathfan_point){(f->corner.x + to.x) / 2, (f->corner.y + to.y) / 2};
  f->half = length / 2;
  const pathfan_point low = {f->middle.x - f->half, f->middle.y - f->half};
  const pathfan_point high = {f->middle.x + f->half, f->middle.y + f->half};
  if (!pf_floor_each(f->floor, low, high, is_outside_disc, f)) return;
  f->status = pf_grow(&f->gates->list, &f->gates->capacity, (int64_t)f->gates->count + 1);
  if (f->status) return;
  const bool turned = to.x < f->corner.x || (to.x == f->corner.x && to.y < f->corner.y);
  f->gates->list[f->gates->count++] = (pf_gate){.a = turned ? to : f->corner,
                                                .b = turned ? f->corner : to,
                                                .width = length,
                                                .flow = f->rules->specific_flow,
                                                .door = -1};
}

static bool try_wall(void *context, const pf_wall *w) {
  finder *f = context;
  const pathfan_point foot = nearest_on(w, f->corner);
  if (is_same(w->a, f->corner) || is_same(w->b, f->corner)) return true;
  try_gate(f, foot);
  if (!is_same(foot, w->a)) try_gate(f, w->a);
  if (!is_same(foot, w->b)) try_gate(f, w->b);
  return !f->status;
}

typedef struct next_wall {
  finder *finder;
  const pf_wall *wall;
} next_wall;

/* Of the walls that begin where a wall ends: whether free space turns round that corner. */
static bool try_corner(void *context, const pf_wall *w) {
  const next_wall *n = context;
  finder *f = n->finder;
  const pathfan_point at = n->wall->b;
  if (w->a.x != at.x || w->a.y != at.y) return true;
  const double turn = pf_place_turn(n->wall->a, at, w->b);
  if (turn > -1e-9 * distance(n->wall->a, at) * distance(at, w->b)) return true;
  f->corner = at;
  f->before = n->wall->a;
  f->after = w->b;
  const double far = PF_GATE_LONGEST;
  (void)pf_floor_each(f->floor, (pathfan_point){at.x - far, at.y - far},
                      (pathfan_point){at.x + far, at.y + far}, try_wall, f);
  return !f->status;
}

/* ---- Doors and areas ---- */

static pathfan_status add(finder *f, pathfan_point a, pathfan_point b, double flow, int32_t door) {
  f->status = pf_grow(&f->gates->list, &f->gates->capacity, (int64_t)f->gates->count + 1);
  if (!f->status)
    f->gates->list[f->gates->count++] =
        (pf_gate){.a = a, .b = b, .width = distance(a, b), .flow = flow, .door = door};
  return f->status;
}

typedef struct meetings {
  pathfan_point a, b;
  double *list; /* 0..1 from a to b */
  int32_t count, capacity;
  pathfan_status status;
} meetings;

static bool meet(void *context, const pf_wall *w) {
  meetings *m = context;
  const double p = pf_place_turn(m->a, m->b, w->a), q = pf_place_turn(m->a, m->b, w->b);
  if (p == q) return true;
  const double u = p / (p - q);
  if (u < -ROUND || u > 1 + ROUND) return true;
  const pathfan_point at = {w->a.x + u * (w->b.x - w->a.x), w->a.y + u * (w->b.y - w->a.y)};
  const double dx = m->b.x - m->a.x, dy = m->b.y - m->a.y;
  const double t = ((at.x - m->a.x) * dx + (at.y - m->a.y) * dy) / (dx * dx + dy * dy);
  if (t <= ROUND || t >= 1 - ROUND) return true;
  m->status = pf_grow(&m->list, &m->capacity, (int64_t)m->count + 1);
  if (!m->status) m->list[m->count++] = t;
  return !m->status;
}

static int by_number(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

/* Makes gates of those parts of a side of an area that have free space on both sides. */
static pathfan_status add_border(finder *f, pathfan_point a, pathfan_point b, double flow) {
  meetings m = {.a = a, .b = b};
  const double length = distance(a, b);
  if (length < PF_GATE_SHORTEST) return PATHFAN_OK;
  const pathfan_point low = {fmin(a.x, b.x), fmin(a.y, b.y)};
  const pathfan_point high = {fmax(a.x, b.x), fmax(a.y, b.y)};
  (void)pf_floor_each(f->floor, low, high, meet, &m);
  if (m.count) qsort(m.list, (size_t)m.count, sizeof *m.list, by_number);
  double from = 0;
  for (int32_t i = 0; i <= m.count && !m.status; i++) {
    const double to = i < m.count ? m.list[i] : 1, t = (from + to) / 2;
    const double dx = (b.x - a.x), dy = (b.y - a.y);
    const pathfan_point at = {a.x + t * dx, a.y + t * dy};
    const double nx = -dy / length * OFF, ny = dx / length * OFF;
    if ((to - from) * length >= PF_GATE_SHORTEST &&
        pf_floor_holds(f->floor, (pathfan_point){at.x + nx, at.y + ny}) &&
        pf_floor_holds(f->floor, (pathfan_point){at.x - nx, at.y - ny}))
      m.status = add(f, (pathfan_point){a.x + from * dx, a.y + from * dy},
                     (pathfan_point){a.x + to * dx, a.y + to * dy}, flow, -1);
    from = to;
  }
  free(m.list);
  f->status = m.status;
  return m.status;
}

static pathfan_status add_given(finder *f) {
  const pf_gate_rules *r = f->rules;
  for (int32_t i = 0; i < r->door_count && !f->status; i++)
    add(f, r->doors[i].a, r->doors[i].b, r->specific_flow, i);
  for (int32_t i = 0; i < r->zone_count; i++) {
    const pathfan_crowd_zone *z = &r->zones[i];
    if (!(z->flow > 0 && z->flow < r->specific_flow)) continue;
    for (int32_t k = 0; k < z->area.corner_count && !f->status; k++)
      add_border(f, z->area.corners[k], z->area.corners[(k + 1) % z->area.corner_count], z->flow);
  }
  return f->status;
}

/* ---- Choosing ---- */

static int by_length(const void *x, const void *y) {
  const pf_gate *g = x, *h = y;
  /* Lengths that differ by rounding are ties. */
  const double keys[5][2] = {{nearbyint(g->width / ROUND), nearbyint(h->width / ROUND)},
                             {g->a.x, h->a.x},
                             {g->a.y, h->a.y},
                             {g->b.x, h->b.x},
                             {g->b.y, h->b.y}};
  for (int i = 0; i < 5; i++)
    if (keys[i][0] != keys[i][1]) return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

/* Whether two gates cross, or are the same. Gates may share an end. */
static bool do_cross(const pf_gate *g, const pf_gate *h) {
  if ((is_same(g->a, h->a) && is_same(g->b, h->b)) || (is_same(g->a, h->b) && is_same(g->b, h->a)))
    return true;
  if (is_same(g->a, h->a) || is_same(g->a, h->b) || is_same(g->b, h->a) || is_same(g->b, h->b))
    return false;
  const double least = ROUND * g->width * h->width;
  const double p = pf_place_turn(g->a, g->b, h->a), q = pf_place_turn(g->a, g->b, h->b);
  const double r = pf_place_turn(h->a, h->b, g->a), s = pf_place_turn(h->a, h->b, g->b);
  return ((p > least && q < -least) || (p < -least && q > least)) &&
         ((r > least && s < -least) || (r < -least && s > least));
}

/* Kept gates by square buckets of the greatest length, so that few need be compared. */
static pathfan_status choose(pf_gates *g, int32_t given, const pf_floor *floor) {
  const double size = PF_GATE_LONGEST;
  const int32_t columns = 1 + (int32_t)fmin(2047, floor->width / size);
  const int32_t rows = 1 + (int32_t)fmin(2047, floor->height / size);
  int32_t *first = pf_alloc((uint64_t)columns * (uint64_t)rows, sizeof *first);
  int32_t *next = pf_alloc_zero((uint64_t)g->count + 1, sizeof *next);
  if (!first || !next) {
    free(first);
    free(next);
    return PATHFAN_ERR_NO_MEMORY;
  }
  memset(first, -1, (size_t)columns * (size_t)rows * sizeof *first);
  if (g->count > given)
    qsort(g->list + given, (size_t)(g->count - given), sizeof *g->list, by_length);
  int32_t kept = 0;
  for (int32_t i = 0; i < g->count; i++) {
    const pf_gate *gate = &g->list[i];
    const double x = ((gate->a.x + gate->b.x) / 2 - floor->x) / size;
    const double y = ((gate->a.y + gate->b.y) / 2 - floor->y) / size;
    const int32_t column = x < 0 ? 0 : x >= columns ? columns - 1 : (int32_t)x;
    const int32_t row = y < 0 ? 0 : y >= rows ? rows - 1 : (int32_t)y;
    bool crosses = false;
    /* Doors can be longer than a bucket; they are few. */
    for (int32_t k = 0; k < given && k < i && !crosses; k++)
      crosses = i >= given && do_cross(&g->list[k], gate);
    for (int32_t v = row - 1; v <= row + 1 && i >= given && !crosses; v++)
      for (int32_t u = column - 1; u <= column + 1 && !crosses; u++) {
        if (u < 0 || v < 0 || u >= columns || v >= rows) continue;
        for (int32_t k = first[v * columns + u]; k >= 0 && !crosses; k = next[k])
          crosses = do_cross(&g->list[k], gate);
      }
    if (crosses) continue;
    g->list[kept] = *gate;
    if (i >= given) {
      next[kept] = first[row * columns + column];
      first[row * columns + column] = kept;
    }
    kept++;
  }
  g->count = kept;
  free(first);
  free(next);
  return PATHFAN_OK;
}

/* The flow of the first area that holds a gate inside it, or `flow`. */
static double flow_in_zones(const pf_gate_rules *r, const pf_gate *g, double flow) {
  const pathfan_point middle = {(g->a.x + g->b.x) / 2, (g->a.y + g->b.y) / 2};
  for (int32_t i = 0; i < r->zone_count; i++)
    if (r->zones[i].flow > 0 && pf_place_holds(&r->zones[i].area, middle)) return r->zones[i].flow;
  return flow;
}

pathfan_status pf_gates_of(pf_gates *gates, const pf_floor *floor, const pf_gate_rules *rules) {
  finder f = {.floor = floor, .rules = rules, .gates = gates};
  pathfan_status status = add_given(&f);
  const int32_t given = gates->count;
  for (int32_t i = 0; i < floor->wall_count && !status; i++) {
    next_wall n = {&f, &floor->walls[i]};
    (void)pf_floor_each(floor, n.wall->b, n.wall->b, try_corner, &n);
    status = f.status;
  }
  if (!status) status = choose(gates, given, floor);
  for (int32_t i = 0; i < gates->count && !status; i++) {
    pf_gate *g = &gates->list[i];
    g->width = fmax(g->width - 2 * rules->boundary, PF_GATE_SHORTEST);
    const double flow = i < given ? g->flow : flow_in_zones(rules, g, g->flow);
    g->flow = flow * g->width;
    if (g->door >= 0 && rules->doors[g->door].capacity > 0)
      g->flow = rules->doors[g->door].capacity;
  }
  return status;
}

void pf_gates_free(pf_gates *gates) {
  free(gates->list);
  memset(gates, 0, sizeof *gates);
}
