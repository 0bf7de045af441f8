/* bypass_front.c - ways to nodes are offered, put in order by bounds, and tested one by one.
 *
 * Ways only turn towards what is closed at a node, and leave with it on the same side: if the best
 * way to a node can't go on tautly, no way that goes on there is shortest. A node that is met
 * head-on is reached by another one only, so that a turn past what is closed would seem the best
 * way. Bounds are the straight line and, once it is a vertex's turn, its distance without areas by
 * labels, if that is greater: then it is put back. Ways of equal length are told apart by hashes of
 * their edges' coordinates, so the result depends on no order.
 */
#include "bypass_front.h"

#include <assert.h>
#include <stdlib.h>

#include "geometry/tie_hash.h"
#include "mesh/segment.h"
#include "query/open/pieces.h"

pf_fixed_point pf_bypass_at(const pf_bypass *way, int32_t node) {
  if (pf_bypass_is_vertex(way, node)) return pf_vertex_fixed(pf_bypass_view(way), node);
  return node < way->n + 2 ? pf_bypass_end(way, node - way->n)->at
                           : pf_bypass_corner(way, node)->at;
}

static int32_t polygon_of(const pf_bypass *way, int32_t node) {
  if (pf_bypass_is_vertex(way, node)) return pf_bypass_view(way)->vertex_polygon[node];
  return node < way->n + 2 ? pf_bypass_end(way, node - way->n)->polygon
                           : pf_bypass_corner(way, node)->polygon;
}

bool pf_bypass_sees(const pf_bypass *way, int32_t node, pf_station to) {
  const pf_index_view *view = pf_bypass_view(way);
  const int bits = view->header->fraction_bits;
  const pf_station from = {pf_bypass_at(way, node), polygon_of(way, node)};
  if (from.polygon >= 0 && to.polygon >= 0 &&
      pf_mesh_sees(&view->mesh, from.at, from.polygon, to.at, to.polygon, bits))
    return true;
  return way->openings && pf_breach_sees(&way->openings->breach, &view->mesh, bits, from, to);
}

/* Whether nothing but areas hides two nodes from each other. */
static bool sees(const pf_bypass *way, int32_t a, int32_t b) {
  return pf_bypass_sees(way, a, (pf_station){pf_bypass_at(way, b), polygon_of(way, b)});
}

/* ---- What a front knows ---- */

/* Returns the straight line from a node to the other end, less what rounding may add to it. */
static int64_t straight(const pf_bypass *way, int e, int32_t node) {
  const int64_t units =
      pf_units(pf_bypass_view(way), pf_bypass_at(way, node), pf_bypass_end(way, 1 - e)->at);
  const int64_t slack = PF_SLACK + way->n;
  return units > slack ? units - slack : 0;
}

/* Trees have no better bound than the straight line, so theirs is kept. */
static int64_t left_from(pf_bypass *way, int e, int32_t node) {
  pf_bypass_front *f = &way->front[e];
  pf_bypass_node *to = &f->nodes[node];
  if (to->bounded == f->now) return to->left;
  const int64_t left = straight(way, e, node);
  if (f->is_guided) return left;
  to->left = left;
  to->bounded = f->now;
  return left;
}

/* Whether the other end may see a vertex head-on, which labels don't show. If the bound of the node
 * before, less the edge, is more than the straight line, it can't. */
static bool may_be_faced(const pf_bypass *way, int e, int32_t v, const pf_bypass_offer *offer,
                         int64_t line) {
  const pf_bypass_node *nodes = way->front[e].nodes;
  const int64_t slack = 2 * (PF_SLACK + way->n);
  if (!pf_faces_end(pf_bypass_view(way), pf_bypass_end(way, 1 - e), v)) return false;
  assert(nodes[offer->from].bounded == way->front[e].now);
  if (nodes[offer->from].left - (offer->length - nodes[offer->from].length) > line + slack)
    return false;
  return sees(way, v, way->n + 1 - e);
}

/* Bounds what is left from a node, as well as can be. offer: its best one. */
static pathfan_status bound(pf_bypass *way, int e, int32_t node, const pf_bypass_offer *offer) {
  pf_bypass_front *f = &way->front[e];
  if (f->nodes[node].bounded == f->now) return PATHFAN_OK;
  int64_t left = straight(way, e, node);
  if (f->is_guided && pf_bypass_is_vertex(way, node) && !way->openings) {
    const pathfan_status status = pf_touch_vertex(pf_bypass_view(way), node);
    if (status) return status;
    if (!may_be_faced(way, e, node, offer, left)) {
      const int64_t length =
          pf_end_distance(pf_bypass_end(way, 1 - e), pf_bypass_view(way), node) - PF_SLACK;
      if (length < PF_FAR - PF_SLACK && length > left) left = length;
    }
  }
  f->nodes[node].left = left;
  f->nodes[node].bounded = f->now;
  return PATHFAN_OK;
}

/* ---- Offers ---- */

pathfan_status pf_bypass_note(pf_bypass *way, const pf_obstacle *obstacle) {
  for (int32_t i = way->area_count; i-- > 0;)
    if (way->areas[i].obstacle == obstacle) return PATHFAN_OK;
  for (int32_t i = way->pending_count; i-- > 0;)
    if (way->pending[i] == obstacle) return PATHFAN_OK;
  const pathfan_status status =
      pf_grow(&way->pending, &way->pending_capacity, way->pending_count + 1);
  if (!status) way->pending[way->pending_count++] = obstacle;
  return status;
}

/* Raises the bound of a corner by that of a node that sees it: without areas it is no nearer to the
 * other end than that node less their distance. */
static void raise_bound(pf_bypass *way, int e, int32_t from, int32_t to, int64_t weight) {
  pf_bypass_front *f = &way->front[e];
  if (!f->is_guided || pf_bypass_is_vertex(way, to) || f->nodes[from].bounded != f->now) return;
  const int64_t left = f->nodes[from].left - weight - PF_SLACK;
  if (left <= left_from(way, e, to)) return;
  f->nodes[to].left = left;
  f->nodes[to].bounded = f->now;
}

/* Whether a way of this length to a node might be the best there, and short enough. */
static inline bool is_worth(pf_bypass *way, int e, int32_t to, int64_t length) {
  const pf_bypass_front *f = &way->front[e];
  if (pf_front_knows(f, to) && length > f->nodes[to].length) return false;
  return length + left_from(way, e, to) <= f->most;
}

/* Queues a node by its best offer; a bound may have grown since it was queued, which is corrected
 * when it is taken. */
static void queue(pf_bypass_front *f, int32_t node, int64_t key) {
  const int32_t place = f->heap.place[node];
  if (place < 0 || key <= f->heap.entries[place].key) pf_heap_put(&f->heap, node, key);
}

/* Offers a way along an edge, which will be tested. */
pathfan_status pf_front_offer(pf_bypass *way, int e, int32_t from, int32_t to, int64_t weight) {
  pf_bypass_front *f = &way->front[e];
  pf_bypass_node *node = &f->nodes[to];
  const int64_t length = f->nodes[from].length + weight;
  assert(pf_front_knows(f, from));
  if (way->openings && pf_bypass_is_vertex(way, to) && pf_stamp_has(&way->gone, to))
    return PATHFAN_OK;
  if (pf_bypass_is_vertex(way, from))
    raise_bound(way, e, from, to, weight); /* it sees the corner */
  if (!is_worth(way, e, to, length)) return PATHFAN_OK;
  const pathfan_status status = pf_grow(&f->offers, &f->offer_capacity, f->offer_count + 1);
  if (status) return status;
  f->offers[f->offer_count] =
      (pf_bypass_offer){length, from, node->offered == f->now ? node->offers : -1};
  node->offers = f->offer_count++;
  node->offered = f->now;
  queue(f, to, length + left_from(way, e, to));
  return PATHFAN_OK;
}

static uint64_t hash_of(const pf_bypass *way, int e, int32_t from, int32_t to) {
  return way->front[e].nodes[from].hash +
         pf_tie_hash(pf_bypass_at(way, from), pf_bypass_at(way, to));
}

/* Finds where the best offer of a node is linked, unless the node is known by a better way. False:
 * there is none. */
static bool find_offer(pf_bypass *way, int e, int32_t to, int32_t **at) {
  pf_bypass_front *f = &way->front[e];
  pf_bypass_node *node = &f->nodes[to];
  uint64_t hash = 0;
  int64_t length = INT64_MAX;
  *at = NULL;
  for (int32_t *i = &node->offers; *i >= 0; i = &f->offers[*i].next) {
    const pf_bypass_offer *one = &f->offers[*i];
    if (one->length > length) continue;
    const uint64_t its = hash_of(way, e, one->from, to);
    if (one->length == length && its >= hash) continue;
    *at = i;
    hash = its;
    length = one->length;
  }
  if (*at && pf_front_knows(f, to) &&
      (length > node->length || (length == node->length && hash >= node->hash)))
    *at = NULL;
  if (!*at) node->offers = -1;
  return *at;
}

/* Tests the edge of an offer: whether it is free of areas and, where this isn't known, of
 * obstacles. If so, the node is known by this way. */
static pathfan_status test_offer(pf_bypass *way, int e, int32_t to, const pf_bypass_offer *o,
                                 bool *free) {
  pf_bypass_front *f = &way->front[e];
  const bool is_seen = pf_bypass_is_vertex(way, o->from) || pf_bypass_is_vertex(way, to);
  *free = false;
  if (!is_seen && !sees(way, o->from, to)) return PATHFAN_OK;
  raise_bound(way, e, o->from, to, o->length - f->nodes[o->from].length);
  const pf_obstacle *met =
      pf_trie_meet(way->places, pf_bypass_at(way, o->from), pf_bypass_at(way, to));
  if (met) return pf_bypass_note(way, met);
  *free = true;
  f->nodes[to].hash = hash_of(way, e, o->from, to);
  f->nodes[to].length = o->length;
  f->nodes[to].parent = o->from;
  f->nodes[to].known = f->now;
  f->nodes[to].offers = -1;                      /* the others are no better */
  if (to == way->n + 1 - e) f->most = o->length; /* only guided fronts come there */
  return PATHFAN_OK;
}

/* Whether a way that has what is closed on a side turns to that side or not at all. */
static bool turns_on(pf_side side, int turn) {
  return side == PF_SIDE_LEFT ? turn >= 0 : turn <= 0;
}

pf_side pf_front_side(const pf_bypass *way, int32_t node, pf_fixed_point d) {
  return pf_bypass_is_vertex(way, node)
             ? pf_side_of_fixed(pf_vertex_wedge(pf_bypass_view(way), node), d)
             : pf_corner_side(pf_bypass_corner(way, node), d);
}

pf_bypass_arrival pf_front_arrive(const pf_bypass *way, int e, int32_t node) {
  const pf_fixed_point at = pf_bypass_at(way, node);
  const pf_fixed_point in =
      pf_fixed_from_to(pf_bypass_at(way, way->front[e].nodes[node].parent), at);
  return (pf_bypass_arrival){node, at, in, pf_front_side(way, node, in)};
}

bool pf_front_goes_on(const pf_bypass *way, const pf_bypass_arrival *a, pf_fixed_point to) {
  const pf_fixed_point d = pf_fixed_from_to(a->at, to);
  return turns_on(a->side, pf_turn(a->in, d)) && pf_front_side(way, a->node, d) == a->side;
}

/* Offers a way from one corner to another. */
pathfan_status pf_front_offer_corner(pf_bypass *way, int e, const pf_bypass_arrival *from,
                                     int32_t to) {
  const pf_view_corner *a = pf_bypass_corner(way, from->node), *b = pf_bypass_corner(way, to);
  const double x = (double)(b->at.x - a->at.x), y = (double)(b->at.y - a->at.y);
  if (a == b || !pf_corner_may_pass(a, x, y, 0) || !pf_corner_may_pass(b, -x, -y, 0))
    return PATHFAN_OK;
  if (!pf_corner_passes(a, b->at) || !pf_front_goes_on(way, from, b->at) ||
      !pf_corner_passes(b, a->at))
    return PATHFAN_OK;
  return pf_front_offer(way, e, from->node, to, pf_units(pf_bypass_view(way), a->at, b->at));
}

static pathfan_status offer_corners(pf_bypass *way, int e, const pf_bypass_arrival *from) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < way->area_count && !status; i++) {
    const pf_bypass_area area = way->areas[i];
    if (pf_bypass_lies_aside(pf_bypass_corner(way, from->node), &area)) continue;
    for (int32_t c = area.begin; c < area.end && !status; c++)
      status = pf_front_offer_corner(way, e, from, way->n + 2 + c);
  }
  return status;
}

/* Offers the edges from a vertex through openings. */
static pathfan_status offer_passages(pf_bypass *way, int e, const pf_bypass_arrival *from) {
  const pf_passages *passages = way->passages;
  const pf_passage *end = passages->list + passages->count;
  pathfan_status status = PATHFAN_OK;
  for (const pf_passage *p = pf_passages_from(passages, from->node);
       p < end && p->from == from->node && !status; p++)
    if (pf_front_goes_on(way, from, pf_vertex_fixed(pf_bypass_view(way), p->to)))
      status = pf_front_offer(way, e, from->node, p->to, p->length);
  return status;
}

/* Offers the edges from a vertex. */
static pathfan_status offer_from_vertex(pf_bypass *way, int e, const pf_bypass_arrival *from) {
  const pf_index_view *view = pf_bypass_view(way);
  const int32_t v = from->node;
  const pf_lattice_point here = pf_vertex_at(view, v);
  const pf_bypass_front *f = &way->front[e];
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = way->edges->first[v]; i < way->edges->first[v + 1] && !status; i++) {
    const int32_t w = way->edges->to[i];
    if (pf_front_knows(f, w) && f->nodes[v].length + way->edges->length[i] > f->nodes[w].length)
      continue;
    const pf_lattice_point d = pf_from_to(here, pf_vertex_at(view, w));
    const int64_t turn = from->in.x * d.y - from->in.y * d.x;
    if (turns_on(from->side, (turn > 0) - (turn < 0)) &&
        pf_side_of(pf_vertex_wedge(view, v), d) == from->side)
      status = pf_front_offer(way, e, v, w, way->edges->length[i]);
  }
  if (way->openings && !status) status = offer_passages(way, e, from);
  if (!pf_stamp_has(&way->led, v)) return status;
  for (int32_t i = way->head[v]; i >= 0 && !status; i = way->corner_edges[i].next) {
    const pf_bypass_edge edge = way->corner_edges[i];
    if (pf_front_goes_on(way, from, pf_bypass_at(way, edge.corner)))
      status = pf_front_offer(way, e, v, edge.corner, edge.length);
  }
  return status;
}

static pathfan_status offer_from_corner(pf_bypass *way, int e, const pf_bypass_arrival *from) {
  const pf_view_corner *corner = pf_bypass_corner(way, from->node);
  const pf_corner_view *edges = corner->view;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = corner->begin; i < corner->end && !status; i++)
    if (pf_front_goes_on(way, from, pf_vertex_fixed(pf_bypass_view(way), edges->vertex[i])))
      status = pf_front_offer(way, e, from->node, edges->vertex[i], edges->length[i]);
  const pf_bypass_span more = way->through[from->node - way->n - 2];
  const pf_seen_through *seen = &way->seen_through;
  for (int32_t i = more.begin; i < more.end && !status; i++)
    if (pf_front_goes_on(way, from, pf_vertex_fixed(pf_bypass_view(way), seen->vertex[i])))
      status = pf_front_offer(way, e, from->node, seen->vertex[i], seen->length[i]);
  return status ? status : offer_corners(way, e, from);
}

/* Offers the last edge of a way to the goal. */
static pathfan_status offer_goal(pf_bypass *way, int e, const pf_bypass_arrival *from) {
  const int32_t goal = way->n + 1 - e;
  const pf_fixed_point at = pf_bypass_end(way, 1 - e)->at;
  const bool vertex = pf_bypass_is_vertex(way, from->node);
  if (vertex ? !pf_stamp_has(&way->seen[1 - e], from->node)
             : !pf_corner_passes(pf_bypass_corner(way, from->node), at))
    return PATHFAN_OK;
  if (!pf_front_goes_on(way, from, at)) return PATHFAN_OK;
  return pf_front_offer(way, e, from->node, goal, pf_units(pf_bypass_view(way), from->at, at));
}

static pathfan_status expand(pf_bypass *way, int e, int32_t node) {
  const pf_bypass_arrival from = pf_front_arrive(way, e, node);
  pathfan_status status = pf_bypass_is_vertex(way, node) ? offer_from_vertex(way, e, &from)
                                                         : offer_from_corner(way, e, &from);
  if (!status && way->front[e].is_guided) status = offer_goal(way, e, &from);
  return status;
}

pathfan_status pf_front_take(pf_bypass *way, int e, pf_heap_entry top, pf_work_limit *work_limit) {
  pf_bypass_front *f = &way->front[e];
  const int32_t node = top.node, goal = way->n + 1 - e;
  int32_t *at;
  bool is_free;
  if (!find_offer(way, e, node, &at)) return PATHFAN_OK;
  const pf_bypass_offer best = f->offers[*at];
  pathfan_status status = bound(way, e, node, &best);
  if (status) return status;
  if (best.length + f->nodes[node].left > top.key) {
    queue(f, node, best.length + f->nodes[node].left);
    return PATHFAN_OK;
  }
  *at = best.next;
  status = test_offer(way, e, node, &best, &is_free);
  if (status) return status;
  if (!is_free) {
    if (find_offer(way, e, node, &at)) queue(f, node, f->offers[*at].length + f->nodes[node].left);
    return PATHFAN_OK;
  }
  if (node == goal || !pf_work_limit_spend(work_limit, 1)) return PATHFAN_OK;
  return expand(way, e, node);
}
