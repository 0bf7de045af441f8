/* way_routes.c - lays out the edges of a chain as a route; finds what a route costs where, and so
 * what two of them share. */
#include "way_routes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

/* A place where a leg begins or ends. */
typedef struct spot {
  pf_fixed_point at;
  int32_t node; /* -1: none, but an end or a point of a road */
} spot;

static spot node_spot(const pf_way_ends *ends, int32_t node) {
  return (spot){pf_lift(ends->terrain->nodes[node].at, ends->fraction_bits), node};
}

static spot end_spot(const pf_way_ends *ends, int end) {
  return (spot){ends->end[end].place.at, -1};
}

typedef struct layer {
  pf_route_builder builder;
  pf_way_route *route;
  const pf_way_ends *ends;
  pathfan_status status;
} layer;

static void add_piece(layer *l, pf_way_piece piece) {
  if (!l->status) l->status = pf_way_route_add(l->route, piece);
}

pathfan_status pf_way_route_add(pf_way_route *r, pf_way_piece piece) {
  if (piece.cost <= 0) return PATHFAN_OK;
  const pathfan_status status =
      pf_grow(&r->pieces, &r->piece_capacity, (int64_t)r->piece_count + 1);
  if (!status) r->pieces[r->piece_count++] = piece;
  return status;
}

uint64_t pf_way_leg_key(pf_fixed_point a, pf_fixed_point b) {
  const uint64_t x = pf_mix(pf_mix((uint64_t)a.x) + (uint64_t)a.y);
  const uint64_t y = pf_mix(pf_mix((uint64_t)b.x) + (uint64_t)b.y);
  return pf_mix((x < y ? x : y) + pf_mix(x < y ? y : x)) | (uint64_t)1 << 63;
}

/* Lays out a leg, straight to a place, perhaps backwards; `crossed` belongs to the leg's owner. */
static void lay_leg(layer *l, const pf_way_leg *leg, const pf_crossed *crossed, int32_t from_node,
                    spot to, bool against) {
  const double toll = pf_route_cross(&l->builder, crossed, leg->crossed, against);
  const pf_fixed_point from = pf_route_at(&l->builder);
  const double dx = (double)(to.at.x - from.x), dy = (double)(to.at.y - from.y);
  const double length = sqrt(dx * dx + dy * dy) * l->builder.fraction;
  add_piece(l, (pf_way_piece){pf_way_leg_key(from, to.at), 0, 1,
                              length * l->ends->terrain->background + toll});
  pf_route_over_ground(&l->builder, to.at, from_node, to.node);
}

static void lay_way_leg(layer *l, int32_t number, int32_t from_node, spot to, bool against) {
  const pf_ways *ways = l->ends->ways;
  lay_leg(l, &ways->legs[number], ways->crossed, from_node, to, against);
}

/* Returns the arc on the other bank if a river runs along an arc; else NONE. */
static int32_t arc_beyond(const pf_terrain *t, int32_t number) {
  const int32_t corner = t->arcs[number].corner;
  return corner < 0 || t->river[corner] < 0 ? PF_TERRAIN_NONE : t->arc[t->twin[corner]];
}

/* Lays out a piece of an arc. Both banks of a river count as one road. */
static void lay_along(layer *l, int32_t number, double from, double to) {
  const pf_arc *arc = &l->ends->terrain->arcs[number];
  const int32_t beyond = arc_beyond(l->ends->terrain, number);
  const bool is_turned = beyond >= 0 && beyond < number;
  const double a = is_turned ? arc->length - from : from, b = is_turned ? arc->length - to : to;
  const pf_lane lane = pf_lane_of(l->ends->terrain, number, to < from);
  if (from == to && isinf(lane.rate)) return;
  add_piece(l, (pf_way_piece){(uint64_t)(is_turned ? beyond : number), fmin(a, b), fmax(a, b),
                              lane.rate * fabs(to - from)});
  pf_route_along(&l->builder, number, to < from, to);
}

static spot arc_spot(const layer *l, int32_t arc, double at) {
  return (spot){pf_point_on_arc(&l->builder, arc, at), -1};
}

static double arc_end(const pf_arc *arc, int32_t backward) {
  return backward ? 0 : arc->length;
}

/* Lays out an edge, from one of its nodes to the other. */
static void lay_edge(layer *l, int32_t number, int32_t from) {
  const pf_way_ends *ends = l->ends;
  const pf_way_edge *edge = &ends->ways->edges[number];
  const bool against = edge->a != from;
  const int32_t to = against ? edge->a : edge->b;
  switch ((pf_way_kind)edge->kind) {
  case PF_WAY_LEG: lay_way_leg(l, edge->first, from, node_spot(ends, to), against); return;
  case PF_WAY_ARC: {
    const pf_arc *arc = &ends->terrain->arcs[edge->first];
    const bool backward = arc->node[1] == from && arc->node[0] == to;
    lay_along(l, edge->first, arc_end(arc, !backward), arc_end(arc, backward));
    return;
  }
  case PF_WAY_LINK: pf_route_over_river(&l->builder, &ends->terrain->links[edge->first]); return;
  case PF_WAY_LEG_ARC: {
    const pf_way_leg *leg = &ends->ways->legs[edge->first];
    const double end = arc_end(&ends->terrain->arcs[leg->arc], leg->backward);
    if (!against) {
      lay_way_leg(l, edge->first, from, arc_spot(l, leg->arc, leg->at), false);
      lay_along(l, leg->arc, leg->at, end);
    } else {
      lay_along(l, leg->arc, end, leg->at);
      lay_way_leg(l, edge->first, -1, node_spot(ends, to), true);
    }
    return;
  }
  case PF_WAY_LEG_EXIT: {
    const pf_way_exit *exit = &ends->ways->exits[edge->exit];
    const int32_t in = against ? exit->leg : edge->first, out = against ? edge->first : exit->leg;
    const pf_way_leg *legs = ends->ways->legs;
    const int32_t arc = legs[edge->first].arc;
    lay_way_leg(l, in, from, arc_spot(l, arc, legs[in].at), false);
    lay_along(l, arc, legs[in].at, legs[out].at);
    lay_way_leg(l, out, -1, node_spot(ends, to), true);
    return;
  }
  case PF_WAY_KINDS: return;
  }
}

/* Lays out a leg of an end's star, from the end or, if `against`, towards it; nothing if the end is
 * there. */
static void lay_star_leg(layer *l, int end, const pf_way_leg *leg, int32_t from_node, spot to,
                         bool against) {
  if (leg->cost > 0) lay_leg(l, leg, l->ends->end[end].star.crossed, from_node, to, against);
}

/* Lays out the way from end 0 to the node of an attachment. */
static void lay_from(layer *l, const pf_attachment *a) {
  const pf_way_ends *ends = l->ends;
  const pf_way_leg *leg = &ends->end[0].star.legs[a->leg];
  if (leg->node >= 0) {
    lay_star_leg(l, 0, leg, -1, node_spot(ends, a->node), false);
    return;
  }
  lay_star_leg(l, 0, leg, -1, arc_spot(l, leg->arc, leg->at), false);
  if (a->exit < 0) {
    lay_along(l, leg->arc, leg->at, arc_end(&ends->terrain->arcs[leg->arc], leg->backward));
    return;
  }
  const pf_way_exit *exit = &ends->ways->exits[a->exit];
  lay_along(l, leg->arc, leg->at, exit->at);
  lay_way_leg(l, exit->leg, -1, node_spot(ends, a->node), true);
}

/* Lays out the way from the node of an attachment to end 1. */
static void lay_to(layer *l, const pf_attachment *a) {
  const pf_way_ends *ends = l->ends;
  const pf_way_leg *leg = &ends->end[1].star.legs[a->leg];
  if (leg->node >= 0) {
    lay_star_leg(l, 1, leg, a->node, end_spot(ends, 1), true);
    return;
  }
  if (a->exit >= 0) {
    const pf_way_exit *exit = &ends->ways->exits[a->exit];
    lay_way_leg(l, exit->leg, a->node, arc_spot(l, leg->arc, exit->at), false);
    lay_along(l, leg->arc, exit->at, leg->at);
  } else {
    lay_along(l, leg->arc, arc_end(&ends->terrain->arcs[leg->arc], leg->backward), leg->at);
  }
  lay_star_leg(l, 1, leg, -1, end_spot(ends, 1), true);
}

static int by_key(const void *a, const void *b) {
  const pf_way_piece *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->low > y->low) - (x->low < y->low);
}

void pf_way_route_sort(pf_way_route *r) {
  if (r->piece_count) qsort(r->pieces, (size_t)r->piece_count, sizeof *r->pieces, by_key);
}

static layer begin(pf_way_route *route, const pf_way_ends *ends) {
  layer l = {.route = route, .ends = ends};
  route->piece_count = 0;
  pf_route_begin(&l.builder, &route->route, ends->terrain, ends->fraction_bits,
                 ends->end[0].place.at);
  return l;
}

static pathfan_status end(layer *l) {
  /* A goal at a node or on a road may be off it by rounding. */
  pf_route_end_at(&l->builder, l->ends->end[1].place.at);
  const pathfan_status status = pf_route_end(&l->builder);
  if (l->status || status) return l->status ? l->status : status;
  pf_way_route_sort(l->route);
  return PATHFAN_OK;
}

pathfan_status pf_way_route_of_chain(pf_way_route *route, const pf_way_ends *ends,
                                     const pf_way_chain *chain) {
  assert(chain->count > 0);
  layer l = begin(route, ends);
  lay_from(&l, &ends->end[0].attachments[chain->attachment[0]]);
  for (int32_t i = 0; i + 1 < chain->count; i++) lay_edge(&l, chain->edges[i], chain->nodes[i]);
  lay_to(&l, &ends->end[1].attachments[chain->attachment[1]]);
  return end(&l);
}

pathfan_status pf_way_route_of_join(pf_way_route *route, const pf_way_ends *ends,
                                    const pf_way_join *join, pf_way_chain *chain) {
  assert(join->kind != PF_JOIN_NONE && join->kind != PF_JOIN_NODE);
  if (join->kind == PF_JOIN_HUB) {
    const pathfan_status status = pf_way_chain_over_hub(chain, ends, join->number);
    return status ? status : pf_way_route_of_chain(route, ends, chain);
  }
  layer l = begin(route, ends);
  chain->count = 0;
  if (join->kind == PF_JOIN_STRAIGHT) {
    lay_star_leg(&l, 0, &ends->end[0].star.straight, -1, end_spot(ends, 1), false);
    return end(&l);
  }
  const pf_way_leg *a = &ends->end[0].star.legs[join->number];
  const pf_way_leg *b = &ends->end[1].star.legs[join->other];
  lay_star_leg(&l, 0, a, -1, arc_spot(&l, a->arc, a->at), false);
  lay_along(&l, a->arc, a->at, b->at);
  lay_star_leg(&l, 1, b, -1, end_spot(ends, 1), true);
  return end(&l);
}

/* ---- Comparing ---- */

double pf_way_similarity(const pf_way_route *a, const pf_way_route *b) {
  double shared = 0;
  for (int32_t i = 0, first = 0; i < a->piece_count; i++) {
    const pf_way_piece *p = &a->pieces[i];
    while (first < b->piece_count && b->pieces[first].key < p->key) first++;
    for (int32_t k = first; k < b->piece_count && b->pieces[k].key == p->key; k++) {
      const double low = fmax(p->low, b->pieces[k].low), high = fmin(p->high, b->pieces[k].high);
      if (high > low) shared += p->cost * (high - low) / (p->high - p->low);
    }
  }
  const double all = a->route.cost + b->route.cost - shared;
  return all > 0 ? shared / all : 1;
}

/* Whether the two routes, there and back, go round a point an odd number of times. */
static bool go_round(const pf_way_route *a, const pf_way_route *b, double x, double y) {
  const pf_way_route *both[2] = {a, b};
  bool odd = false;
  for (int r = 0; r < 2; r++)
    for (int32_t i = 0; i + 1 < both[r]->route.point_count; i++) {
      const pf_fixed_point p = both[r]->route.points[i], q = both[r]->route.points[i + 1];
      if (((double)p.y > y) == ((double)q.y > y)) continue;
      const double at = (double)p.x + (y - (double)p.y) / ((double)q.y - (double)p.y) *
                                          ((double)q.x - (double)p.x);
      if (at > x) odd = !odd;
    }
  return odd;
}

/* Whether a part is of no feature, or of the same area as the part before. */
static bool is_passed_over(const pf_route *r, int32_t part) {
  const pf_part *p = &r->parts[part];
  if (p->feature < 0) return true;
  return part && p->kind >= PF_PART_AREA && p[-1].feature == p->feature;
}

static bool same_features(const pf_route *a, const pf_route *b) {
  int32_t i = 0, k = 0;
  if (a->crossed_count != b->crossed_count) return false;
  for (int32_t c = 0; c < a->crossed_count; c++)
    if (a->crossed[c].river != b->crossed[c].river || a->crossed[c].bridge != b->crossed[c].bridge)
      return false;
  for (;; i++, k++) {
    while (i < a->part_count && is_passed_over(a, i)) i++;
    while (k < b->part_count && is_passed_over(b, k)) k++;
    if (i == a->part_count || k == b->part_count) return i == a->part_count && k == b->part_count;
    if (a->parts[i].feature != b->parts[k].feature) return false;
  }
}

/* Returns the next point after point i at which a route turns, or the last one. */
static int32_t next_turn(const pf_route *r, int32_t i) {
  for (i++; i + 1 < r->point_count; i++) {
    const pf_fixed_point in = pf_fixed_from_to(r->points[i - 1], r->points[i]);
    const pf_fixed_point out = pf_fixed_from_to(r->points[i], r->points[i + 1]);
    if (pf_turn(in, out) || !pf_points_along(in, out)) break;
  }
  return i;
}

static bool same_line(const pf_route *a, const pf_route *b) {
  int32_t i = 0, k = 0;
  while (i + 1 < a->point_count && k + 1 < b->point_count) {
    i = next_turn(a, i);
    k = next_turn(b, k);
    if (a->points[i].x != b->points[k].x || a->points[i].y != b->points[k].y) return false;
  }
  return i + 1 == a->point_count && k + 1 == b->point_count;
}

/* Whether ground meets in a node over which a route doesn't run. */
static bool is_at_unused(const pf_terrain *terrain, const pf_node *node, const pf_route *r) {
  for (uint32_t i = node->first_fan; terrain->area && i < node[1].first_fan; i++) {
    const int32_t area = terrain->area[terrain->fan[i].polygon];
    bool is_used = false;
    for (int32_t k = 0; k < r->part_count && !is_used; k++)
      is_used = area < 0 ? r->parts[k].kind == PF_PART_OFF_ROAD
                         : r->parts[k].kind >= PF_PART_AREA && r->parts[k].feature == area;
    if (!is_used) return true;
  }
  return false;
}

bool pf_way_is_slid(const pf_terrain *terrain, int fraction_bits, const pf_way_route *a,
                    const pf_way_route *b) {
  if (same_line(&a->route, &b->route)) return true; /* on another bank, or beside a road */
  if (!same_features(&a->route, &b->route)) return false;
  const double unit = pf_power_of_two(fraction_bits);
  for (int32_t n = 0; n < terrain->node_count; n++) {
    const pf_node *node = &terrain->nodes[n];
    if (node->first_fan == node[1].first_fan) continue;
    const bool is_at_wall = terrain->twin[terrain->fan[node->first_fan].corner] < 0;
    if (!is_at_wall && !is_at_unused(terrain, node, &a->route)) continue;
    if (go_round(a, b, node->at.x * unit, node->at.y * unit)) return false;
  }
  return true;
}

void pf_way_route_free(pf_way_route *r) {
  pf_route_free(&r->route);
  free(r->pieces);
  memset(r, 0, sizeof *r);
}
