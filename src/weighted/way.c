/* way.c - makes a traced way cheaper: fewer stops, then each at its best place. */
#include "weighted/way.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* What one stop needs while the way is shortened or straightened. */
typedef struct pf_way_room {
  double cost;
  int32_t before;
  pf_way_step leg;
  pf_way_stop stop;
  /* Newton's step, by stop: place, gradient, Hessian (diagonal, and beside it), step */
  double at, tried, gradient, diagonal, beside, step;
} pf_way_room;

static pathfan_status make_room(pf_way *w) {
  return pf_grow(&w->room, &w->room_capacity, w->count);
}

static pf_xy on_edge(const pf_weighted_map *map, int32_t edge, double at, pf_xy *along) {
  const pf_xy a = map->nodes[map->edges[edge].node[0]], b = map->nodes[map->edges[edge].node[1]];
  const double whole = hypot(b.x - a.x, b.y - a.y);
  *along = (pf_xy){(b.x - a.x) / whole, (b.y - a.y) / whole};
  return (pf_xy){a.x + along->x * at, a.y + along->y * at};
}

pf_xy pf_way_stop_at(const pf_way *w, int32_t stop) {
  const pf_way_stop *s = &w->stops[stop];
  pf_xy along;
  if (s->node >= 0) return w->map->nodes[s->node];
  if (s->edge >= 0) return on_edge(w->map, s->edge, s->at, &along);
  return w->ends[stop ? 1 : 0].at;
}

/* ---- Fewer stops ---- */

void pf_way_faces(const pf_way *w, int32_t stop, const int32_t **faces, int32_t *count) {
  const pf_way_stop *s = &w->stops[stop];
  if (s->node >= 0) {
    *faces = w->map->faces_at + w->map->first_face[s->node];
    *count = (int32_t)(w->map->first_face[s->node + 1] - w->map->first_face[s->node]);
  } else if (s->edge >= 0) {
    *faces = w->map->edges[s->edge].face;
    *count = 2;
  } else {
    *faces = w->ends[stop ? 1 : 0].faces;
    *count = w->ends[stop ? 1 : 0].face_count;
  }
}

static bool is_on(const pf_way *w, const pf_way_stop *s, int32_t edge) {
  const pf_weighted_edge *e = &w->map->edges[edge];
  return s->edge == edge || (s->node >= 0 && (s->node == e->node[0] || s->node == e->node[1]));
}

/* The cost per distance of a leg between two places. */
static double rate_of(const pf_way *w, const pf_way_step *leg, pf_xy a, pf_xy b) {
  if (leg->kind != PF_WEIGHTED_ALONG) return leg->rate;
  return pf_rate_along(w->map, leg->by, pf_runs_back(w->map, leg->by, a, b));
}

static double cost_of(const pf_way *w, const pf_way_step *leg, pf_xy a, pf_xy b) {
  return leg->toll + rate_of(w, leg, a, b) * hypot(a.x - b.x, a.y - b.y);
}

double pf_way_leg_cost(const pf_way *w, int32_t leg, pf_xy from, pf_xy to) {
  return cost_of(w, &w->legs[leg], from, to);
}

double pf_way_sum(const pf_way *w) {
  double cost = 0;
  for (int32_t i = 0; i + 1 < w->count; i++)
    cost += cost_of(w, &w->legs[i], pf_way_stop_at(w, i), pf_way_stop_at(w, i + 1));
  return cost;
}

double pf_way_side(const pf_way *w) {
  const pf_xy o = pf_way_stop_at(w, 0);
  double twice = 0;
  for (int32_t i = 0; i + 1 < w->count; i++) {
    const pf_xy a = pf_way_stop_at(w, i), b = pf_way_stop_at(w, i + 1);
    twice += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  }
  return twice / 2 / (w->map->extent * w->map->extent);
}

/* Finds the cheapest straight leg between two stops. False: there is none. */
static bool join(const pf_way *w, int32_t a, int32_t b, pf_way_step *leg) {
  const int32_t *faces[2];
  int32_t counts[2];
  double least = INFINITY;
  pf_way_faces(w, a, &faces[0], &counts[0]);
  pf_way_faces(w, b, &faces[1], &counts[1]);
  for (int32_t i = 0; i < counts[0]; i++)
    for (int32_t k = 0; k < counts[1]; k++) {
      const int32_t face = faces[0][i];
      if (face < 0 || face != faces[1][k] || !(w->map->rate[face] < least)) continue;
      least = w->map->rate[face];
      *leg = (pf_way_step){PF_WEIGHTED_GROUND, face, least, 0};
    }
  const int32_t edge = w->stops[a].edge >= 0 ? w->stops[a].edge : w->stops[b].edge;
  if (edge >= 0 && is_on(w, &w->stops[a], edge) && is_on(w, &w->stops[b], edge)) {
    const pf_way_step along = {PF_WEIGHTED_ALONG, edge, 0, 0};
    if (rate_of(w, &along, pf_way_stop_at(w, a), pf_way_stop_at(w, b)) < least) {
      *leg = along;
      return true;
    }
  }
  return isfinite(least);
}

/* Stops farther apart than this aren't joined. */
#define JOIN_MOST 300

pathfan_status pf_way_shorten(pf_way *w) {
  const pathfan_status status = make_room(w);
  if (status) return status;
  pf_way_room *room = w->room;
  room[0].cost = 0;
  for (int32_t b = 1; b < w->count; b++) {
    const pf_xy at = pf_way_stop_at(w, b);
    room[b].cost = room[b - 1].cost + cost_of(w, &w->legs[b - 1], pf_way_stop_at(w, b - 1), at);
    room[b].before = b - 1;
    room[b].leg = w->legs[b - 1];
    pf_way_step leg = {0};
    for (int32_t a = b > JOIN_MOST ? b - JOIN_MOST : 0; a < b; a++) {
      if (room[a].cost >= room[b].cost || !join(w, a, b, &leg)) continue;
      const double cost = room[a].cost + cost_of(w, &leg, pf_way_stop_at(w, a), at);
      if (!(cost < room[b].cost)) continue;
      room[b].cost = cost;
      room[b].before = a;
      room[b].leg = leg;
    }
  }
  int32_t count = 0;
  for (int32_t i = w->count - 1; i > 0; i = room[i].before) {
    room[count].stop = w->stops[i];
    w->legs[w->count - 2 - count] = room[i].leg; /* beyond what is still to be read */
    count++;
  }
  memmove(w->legs, w->legs + (w->count - 1 - count), (size_t)count * sizeof *w->legs);
  for (int32_t i = 0; i < count; i++) w->stops[count - i] = room[i].stop;
  w->count = count + 1;
  return PATHFAN_OK;
}

/* ---- Newton ---- */

static pf_xy place(const pf_way *w, int32_t stop, double at, pf_xy *along) {
  const pf_way_stop *s = &w->stops[stop];
  *along = (pf_xy){0, 0};
  return s->edge >= 0 ? on_edge(w->map, s->edge, at, along) : pf_way_stop_at(w, stop);
}

/* The first of the stops at a place: those on two banks of a river are one. */
static bool is_same(const pf_way *w, int32_t stop) {
  return stop > 0 && w->legs[stop - 1].kind == PF_WEIGHTED_BANK;
}

/* The cost with stops at other places: at tried of those that move. */
static double cost_at(const pf_way *w) {
  const pf_way_room *room = w->room;
  pf_xy along, from = place(w, 0, 0, &along);
  double cost = 0;
  for (int32_t i = 1; i < w->count; i++) {
    const pf_xy to = is_same(w, i) ? from : place(w, i, room[i].tried, &along);
    cost += cost_of(w, &w->legs[i - 1], from, to);
    from = to;
  }
  return cost;
}

/* Adds a leg's derivatives to those of its two stops. `floor` keeps the Hessian finite where they
 * meet. */
static void add_leg(pf_way *w, int32_t a, int32_t b, const pf_way_step *leg, double floor) {
  pf_way_room *room = w->room;
  pf_xy da, db;
  const pf_xy from = place(w, a, room[a].at, &da), to = place(w, b, room[b].at, &db);
  const double rate = rate_of(w, leg, from, to);
  const double rx = to.x - from.x, ry = to.y - from.y;
  const double r = sqrt(rx * rx + ry * ry + floor * floor), bend = rate / r;
  const pf_xy n = {rx / r, ry / r};
  const double pa = pf_xy_dot(n, da), pb = pf_xy_dot(n, db);
  room[a].gradient -= rate * pa;
  room[b].gradient += rate * pb;
  room[a].diagonal += bend * (pf_xy_dot(da, da) - pa * pa);
  room[b].diagonal += bend * (pf_xy_dot(db, db) - pb * pb);
  room[a].beside = -bend * (pf_xy_dot(da, db) - pa * pb);
}

/* Makes a stop keep its place in this step. */
static void hold(pf_way_room *stop) {
  stop->gradient = 0;
  stop->diagonal = 1;
  stop->beside = 0;
}

/* Finds Newton's step: solves the tridiagonal system of the stops that move. `moving` lists them.
 * `shift` is added to the diagonal. */
static void find_step(pf_way *w, double floor, double shift) {
  pf_way_room *room = w->room;
  for (int32_t i = 0; i < w->count; i++) room[i].gradient = room[i].diagonal = room[i].beside = 0;
  int32_t first = 0; /* the stop at which the leg begins, the first of those on two banks */
  for (int32_t i = 1; i < w->count; i++) {
    if (is_same(w, i)) continue;
    add_leg(w, first, i, &w->legs[i - 1], floor);
    room[first].before = i; /* the next one */
    first = i;
  }
  room[first].before = PF_WEIGHTED_NONE;
  int32_t last = PF_WEIGHTED_NONE;
  for (int32_t i = 0; i >= 0; last = i, i = room[i].before) {
    const bool is_fixed =
        w->stops[i].edge < 0 || (room[i].at <= 0 && room[i].gradient > 0) ||
        (w->stops[i].edge >= 0 && room[i].at >= pf_weighted_edge_length(w->map, w->stops[i].edge) &&
         room[i].gradient < 0);
    if (is_fixed) {
      hold(&room[i]);
      if (last >= 0) room[last].beside = 0;
    } else {
      room[i].diagonal += shift;
    }
  }
  last = PF_WEIGHTED_NONE;
  for (int32_t i = 0; i >= 0; last = i, i = room[i].before) {
    room[i].step = -room[i].gradient;
    room[i].cost = room[i].diagonal;
    if (last >= 0) {
      const double by = room[last].beside / room[last].cost;
      room[i].cost = fmax(room[i].cost - by * room[last].beside, 1e-300);
      room[i].step -= by * room[last].step;
    }
    room[i].leg.by = last; /* the one before */
  }
  double after = 0;
  for (int32_t i = last; i >= 0; i = room[i].leg.by) {
    room[i].step = (room[i].step - room[i].beside * after) / room[i].cost;
    after = room[i].step;
  }
}

static void try_step(pf_way *w, double part) {
  for (int32_t i = 0; i < w->count; i++) {
    pf_way_room *r = &w->room[i];
    if (w->stops[i].edge < 0 || is_same(w, i)) continue;
    const double whole = pf_weighted_edge_length(w->map, w->stops[i].edge),
                 at = r->at + part * r->step;
    r->tried = at < 0 ? 0 : at > whole ? whole : at;
  }
}

/* Moves along the step, halved until the cost falls. Returns by how much; 0: it doesn't. */
static double descend(pf_way *w) {
  double part = 1;
  for (int i = 0; i < 30; i++, part /= 2) {
    try_step(w, part);
    const double cost = cost_at(w);
    if (!(cost < w->cost)) continue;
    const double gain = w->cost - cost;
    w->cost = cost;
    for (int32_t k = 0; k < w->count; k++) w->room[k].at = w->room[k].tried;
    return gain;
  }
  return 0;
}

pathfan_status pf_way_straighten(pf_way *w) {
  const pathfan_status status = make_room(w);
  if (status) return status;
  for (int32_t i = 0; i < w->count; i++) w->room[i].at = w->room[i].tried = w->stops[i].at;
  w->cost = cost_at(w);
  double shift = 1e-9;
  for (int step = 0; step < 80 && shift <= 10; step++) {
    find_step(w, 1e-11 * w->map->extent, shift);
    const double gain = descend(w);
    if (gain == 0) {
      shift *= 100;
      continue;
    }
    if (gain < 1e-15 * w->cost) break;
    if (shift > 1e-9) shift /= 10;
  }
  for (int32_t i = 0; i < w->count; i++) {
    if (w->stops[i].edge < 0) continue;
    w->stops[i].at = is_same(w, i)
                         ? pf_weighted_edge_length(w->map, w->stops[i].edge) - w->stops[i - 1].at
                         : w->room[i].at;
  }
  return PATHFAN_OK;
}

pathfan_status pf_way_append(pf_way *w, pf_way_stop stop, const pf_way *next) {
  const int64_t count = (int64_t)w->count + next->count - 1;
  pathfan_status status = pf_grow(&w->stops, &w->stop_capacity, count);
  if (!status) status = pf_grow(&w->legs, &w->leg_capacity, count - 1);
  if (status) return status;
  w->stops[w->count - 1] = stop;
  if (next->count > 1) {
    memcpy(w->stops + w->count, next->stops + 1, ((size_t)next->count - 1) * sizeof *w->stops);
    memcpy(w->legs + w->count - 1, next->legs, ((size_t)next->count - 1) * sizeof *w->legs);
  }
  w->count = (int32_t)count;
  w->cost += next->cost;
  return PATHFAN_OK;
}

pathfan_status pf_way_append_through(pf_way *w, const pf_way *next) {
  const int64_t count = (int64_t)w->count + next->count - 2;
  assert(w->count > 1 && next->count > 1); /* both have a leg through the face */
  pathfan_status status = pf_grow(&w->stops, &w->stop_capacity, count);
  if (!status) status = pf_grow(&w->legs, &w->leg_capacity, count - 1);
  if (status) return status;
  memcpy(w->stops + w->count - 1, next->stops + 1, ((size_t)next->count - 1) * sizeof *w->stops);
  memcpy(w->legs + w->count - 1, next->legs + 1, ((size_t)next->count - 2) * sizeof *w->legs);
  w->count = (int32_t)count;
  return PATHFAN_OK;
}

pathfan_status pf_way_steps(const pf_way *w, pf_weighted_step **steps, int32_t *capacity,
                            int32_t *count) {
  const pathfan_status status = pf_grow(steps, capacity, w->count - 1);
  if (status) return status;
  *count = w->count - 1;
  for (int32_t i = 0; i < *count; i++)
    (*steps)[i] = (pf_weighted_step){w->legs[i].kind, w->legs[i].by, pf_way_stop_at(w, i + 1)};
  return PATHFAN_OK;
}

pathfan_status pf_way_copy(pf_way *to, const pf_way *from) {
  pathfan_status status = pf_grow(&to->stops, &to->stop_capacity, from->count);
  if (!status) status = pf_grow(&to->legs, &to->leg_capacity, from->count);
  if (status) return status;
  memcpy(to->stops, from->stops, (size_t)from->count * sizeof *to->stops);
  if (from->count > 1) memcpy(to->legs, from->legs, ((size_t)from->count - 1) * sizeof *to->legs);
  to->count = from->count;
  to->cost = from->cost;
  return PATHFAN_OK;
}

void pf_way_free(pf_way *w) {
  free(w->stops);
  free(w->legs);
  free(w->room);
  memset(w, 0, sizeof *w);
}
