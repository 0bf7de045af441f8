/* vias.c - see vias.h. */
#include "weighted/vias.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Legs shorter than this part of the map have no middle. */
#define SHORT 1e-5
/* What rounding may add to a bound. */
#define ROUNDING 1e-12
/* About how many intervals there are besides those of the edges, which are about as long. */
#define INTERVALS 500
#define INTERVALS_AN_EDGE 1.5

static int by_bound(const void *a, const void *b) {
  const pf_via *x = a, *y = b;
  if (x->bound != y->bound) return x->bound < y->bound ? -1 : 1;
  if (x->node != y->node) return x->node < y->node ? -1 : 1;
  return (x->interval > y->interval) - (x->interval < y->interval);
}

static double sum_at(const pf_vias *v, int32_t joint) {
  return pf_pass_bound(&v->pass[0], joint) + pf_pass_bound(&v->pass[1], joint);
}

static pf_xy middle_of(const pf_interval *interval) {
  return pf_xy_on(interval->at, interval->along, interval->length / 2);
}

static pathfan_status add(pf_vias *v, double most, pf_via via) {
  if (!(via.bound <= most) || isinf(via.bound)) return PATHFAN_OK;
  const pathfan_status status = pf_grow(&v->list, &v->capacity, (int64_t)v->count + 1);
  if (!status) v->list[v->count++] = via;
  return status;
}

static double bound_of(const pf_vias *v, int32_t interval) {
  const int32_t *node = v->intervals.list[interval].node;
  return sum_at(v, node[0]) / 2 + sum_at(v, node[1]) / 2;
}

/* Whether ways over an interval's middle cost no more than beside it. */
static bool is_lowest_on_edge(const pf_vias *v, int32_t interval) {
  const pf_intervals *all = &v->intervals;
  const int32_t edge = all->list[interval].edge;
  const double bound = bound_of(v, interval);
  return (interval == all->first_of[edge] || bound <= bound_of(v, interval - 1)) &&
         (interval + 1 == all->first_of[edge + 1] || bound <= bound_of(v, interval + 1));
}

static bool is_lowest_at_node(const pf_vias *v, int32_t node) {
  const pf_intervals *all = &v->intervals;
  for (uint32_t i = all->first_at[node]; i < all->first_at[node + 1]; i++)
    if (bound_of(v, all->at[i]) < sum_at(v, node)) return false;
  return true;
}

/* How long intervals should be at most. */
static double longest_of(const pf_weighted_map *map) {
  double sum = 0;
  for (int32_t e = 0; e < map->edge_count; e++) {
    const pf_xy a = map->nodes[map->edges[e].node[0]], b = map->nodes[map->edges[e].node[1]];
    sum += hypot(a.x - b.x, a.y - b.y);
  }
  return sum / (INTERVALS + INTERVALS_AN_EDGE * map->edge_count);
}

pathfan_status pf_vias_find(pf_vias *v, const pf_weighted_map *map, const pf_weighted_place ends[2],
                            double most, uint64_t limit) {
  v->map = map;
  v->back = pf_weighted_reversed(map);
  v->most = most;
  v->count = 0;
  v->pairs = 0;
  v->is_stopped = false;
  v->way.map = v->half.map = map;
  v->ends[0] = ends[0];
  v->ends[1] = ends[1];
  pathfan_status status = pf_intervals_begin(&v->intervals, map, ends, longest_of(map));
  for (int side = 0; side < 2 && !status && !v->is_stopped; side++) {
    pf_pass *p = &v->pass[side];
    p->map = side ? &v->back : v->map;
    p->intervals = &v->intervals;
    p->end = &v->ends[side];
    p->goal = &v->ends[1 - side];
    p->pairs = v->pairs;
    p->limit = limit;
    if (side) status = pf_pass_look_ahead(p, &v->pass[0]);
    if (!status) status = pf_pass_run(p, most);
    v->pairs = p->pairs;
    v->is_stopped = p->is_stopped;
  }
  if (status || v->is_stopped) return status;
  for (int32_t n = 0; n < map->node_count && !status; n++)
    if (map->first_face[n] < map->first_face[n + 1])
      status = add(v, most,
                   (pf_via){sum_at(v, n), n, PF_WEIGHTED_NONE, map->nodes[n], false,
                            is_lowest_at_node(v, n)});
  for (int32_t i = 0; i < v->intervals.count && !status; i++)
    status = add(v, most,
                 (pf_via){bound_of(v, i), PF_WEIGHTED_NONE, i, middle_of(&v->intervals.list[i]),
                          false, is_lowest_on_edge(v, i)});
  if (!status && v->count) qsort(v->list, (size_t)v->count, sizeof *v->list, by_bound);
  return status;
}

void pf_vias_cover(pf_vias *v, pf_xy a, pf_xy b, double width) {
  const double length = hypot(b.x - a.x, b.y - a.y);
  const pf_xy along =
      length > 0 ? (pf_xy){(b.x - a.x) / length, (b.y - a.y) / length} : (pf_xy){1, 0};
  const double low[2] = {fmin(a.x, b.x) - width, fmin(a.y, b.y) - width};
  const double high[2] = {fmax(a.x, b.x) + width, fmax(a.y, b.y) + width};
  for (int32_t i = 0; i < v->count; i++) {
    pf_via *via = &v->list[i];
    if (via->is_covered || via->at.x < low[0] || via->at.x > high[0] || via->at.y < low[1] ||
        via->at.y > high[1])
      continue;
    const pf_xy to = {via->at.x - a.x, via->at.y - a.y};
    const double x = fmin(fmax(pf_xy_dot(to, along), 0), length);
    if (hypot(to.x - along.x * x, to.y - along.y * x) <= width) via->is_covered = true;
  }
}

static void set_faces(pf_vias *v, pf_weighted_place *place, int32_t node, int32_t edge) {
  if (node >= 0) {
    place->faces = v->map->faces_at + v->map->first_face[node];
    place->face_count = (int32_t)(v->map->first_face[node + 1] - v->map->first_face[node]);
    return;
  }
  place->faces = v->faces;
  place->face_count = 0;
  for (int side = 0; side < 2; side++)
    if (v->map->edges[edge].face[side] >= 0)
      v->faces[place->face_count++] = v->map->edges[edge].face[side];
}

/* Finds the way from one end to a place, or from there to the other end. */
static pathfan_status find_half(pf_vias *v, pf_way *way, int side, const pf_weighted_place *place) {
  v->half_ends[side][side] = v->ends[side];
  v->half_ends[side][1 - side] = *place;
  v->pass[side].goal = place;
  way->ends = v->half_ends[side];
  way->pairs = 0;
  const pathfan_status status = pf_way_trace(way, &v->pass[side], side == 1, NULL);
  v->pass[side].goal = &v->ends[1 - side];
  v->pairs += way->pairs;
  return status;
}

/* Adds a way to the one that ends in a stop or inside a face, and lets it slide there. */
static pathfan_status let_go(pf_vias *v, pf_way_stop stop, const pf_way *next) {
  const bool is_inside = stop.node < 0 && stop.edge < 0;
  v->way.ends = v->ends;
  pathfan_status status =
      is_inside ? pf_way_append_through(&v->way, next) : pf_way_append(&v->way, stop, next);
  if (!status) status = pf_way_shorten(&v->way);
  if (!status) status = pf_way_straighten(&v->way);
  return status;
}

pathfan_status pf_vias_way(pf_vias *v, int32_t number) {
  const pf_via *via = &v->list[number];
  pf_weighted_place place;
  pf_way_stop stop = {via->node, PF_WEIGHTED_NONE, 0};
  place.at = via->at;
  if (via->node < 0) {
    const pf_interval *interval = &v->intervals.list[via->interval];
    stop.edge = interval->edge;
    stop.at = interval->from + interval->length / 2;
  }
  set_faces(v, &place, stop.node, stop.edge);
  pathfan_status status = find_half(v, &v->way, 0, &place);
  if (!status) status = find_half(v, &v->half, 1, &place);
  if (status) return status;
  if (isinf(v->way.cost) || isinf(v->half.cost)) {
    v->way.cost = INFINITY;
    return PATHFAN_OK;
  }
  return let_go(v, stop, &v->half);
}

pathfan_status pf_vias_tauten(pf_vias *v) {
  const pathfan_status status = pf_tauten(&v->taut, &v->way);
  v->pairs += v->taut.pairs;
  v->taut.pairs = 0;
  return status;
}

pathfan_status pf_vias_join(pf_vias *v, const pf_way *to, pf_way_stop stop, const pf_way *from) {
  pathfan_status status = pf_way_copy(&v->way, to);
  if (!status) status = let_go(v, stop, from);
  return status ? status : pf_vias_tauten(v);
}

/* What ways over a stop cost at least. */
static double bound_at(const pf_vias *v, const pf_way_stop *stop) {
  const pf_intervals *all = &v->intervals;
  if (stop->node >= 0) return sum_at(v, stop->node);
  double bound = 0;
  for (int32_t i = all->first_of[stop->edge]; i < all->first_of[stop->edge + 1]; i++) {
    const pf_interval *interval = &all->list[i];
    const double x = (stop->at - interval->from) / interval->length;
    if (x >= 0 && x <= 1)
      bound = (1 - x) * sum_at(v, interval->node[0]) + x * sum_at(v, interval->node[1]);
  }
  return bound;
}

/* What ways over a place inside a face cost at least. */
static double bound_inside(pf_vias *v, const pf_weighted_place *place) {
  double bound = 0;
  for (int side = 0; side < 2; side++) {
    v->pass[side].goal = place;
    bound += pf_pass_goal(&v->pass[side]).cost;
    v->pass[side].goal = &v->ends[1 - side];
  }
  return bound;
}

/* Finds the place in the middle of a leg of the last way; of a bridge or tunnel that at which it
 * begins, since ground beside it may be on a cheaper way over another one. */
static void find_middle(pf_vias *v, int32_t leg, pf_via_apart *apart) {
  const pf_way *w = &v->way;
  if (w->legs[leg].kind == PF_WEIGHTED_LINK) {
    apart->stop = w->stops[leg];
    assert(apart->stop.node >= 0);
    apart->place.at = pf_way_stop_at(w, leg);
    set_faces(v, &apart->place, apart->stop.node, PF_WEIGHTED_NONE);
    apart->bound = sum_at(v, apart->stop.node);
    return;
  }
  const pf_xy a = pf_way_stop_at(w, leg), b = pf_way_stop_at(w, leg + 1);
  const bool is_along = w->legs[leg].kind == PF_WEIGHTED_ALONG;
  const int32_t edge = is_along ? w->legs[leg].by : PF_WEIGHTED_NONE;
  apart->stop = (pf_way_stop){PF_WEIGHTED_NONE, edge, 0};
  apart->place.at = (pf_xy){(a.x + b.x) / 2, (a.y + b.y) / 2};
  if (is_along) {
    const pf_xy begin = v->map->nodes[v->map->edges[edge].node[0]];
    apart->stop.at = hypot(apart->place.at.x - begin.x, apart->place.at.y - begin.y);
    set_faces(v, &apart->place, PF_WEIGHTED_NONE, edge);
    apart->bound = bound_at(v, &apart->stop);
  } else {
    v->faces[0] = w->legs[leg].by;
    apart->place.faces = v->faces;
    apart->place.face_count = 1;
    apart->bound = bound_inside(v, &apart->place);
  }
}

bool pf_vias_apart(pf_vias *v, pf_via_apart *apart) {
  const pf_way *w = &v->way;
  int32_t best = -1;
  double most = -1;
  for (int32_t i = 0; i + 1 < w->count; i++) {
    const pf_xy a = pf_way_stop_at(w, i), b = pf_way_stop_at(w, i + 1);
    const bool is_short = !(hypot(a.x - b.x, a.y - b.y) > SHORT * v->map->extent);
    if (w->legs[i].kind == PF_WEIGHTED_BANK || (is_short && w->legs[i].kind != PF_WEIGHTED_LINK))
      continue;
    find_middle(v, i, apart);
    if (!(apart->bound > most)) continue;
    most = apart->bound;
    best = i;
  }
  if (best < 0) return false;
  find_middle(v, best, apart);
  /* Passes tell ways apart only up to `most`. */
  apart->bound = fmin(apart->bound, v->most) * (1 - ROUNDING);
  return true;
}

void pf_vias_free(pf_vias *v) {
  pf_intervals_free(&v->intervals);
  pf_pass_free(&v->pass[0]);
  pf_pass_free(&v->pass[1]);
  pf_way_free(&v->way);
  pf_way_free(&v->half);
  pf_taut_free(&v->taut);
  free(v->list);
  memset(v, 0, sizeof *v);
}
