/* bypass.c - A* among areas, by the taut edges of the visibility graph, which knows no areas.
 *
 * A way to a node is only offered at first: its last edge is tested when it would be the best way
 * there, and the node's turn has come. If an area meets the edge, the area is in the way: its
 * corners become nodes, and all nodes reached so far offer ways to them. Areas that meet no edge
 * that is tested change nothing, so nothing is done for them. This is exact: take the shortest way
 * round the areas that are in the way at the end. Each of its edges was tested, since with the
 * nodes before it is the best way there; had one met another area, that would be in the way, too.
 * So the way touches no area, and none that touches no area is shorter. A corner may lie in another
 * area, which then meets all edges to it.
 *
 * Ways only turn towards what is closed at a node: if the best way to a node can't go on tautly, no
 * way that goes on there is shortest. Bounds are the straight line and, once it is a vertex's turn,
 * its distance without areas by labels, if that is greater: then it is put back. Ways of equal
 * length are told apart by hashes of their edges' coordinates, so the result depends on no order.
 */
#include "bypass.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hash.h"
#include "mesh/segment.h"
#include "query/open/pieces.h"

static const pf_index_view *view_of(const pf_bypass *way) {
  return way->scene->view;
}

static const pf_end *end_of(const pf_bypass *way, int e) {
  return &way->scene->ends->end[e];
}

static const pf_view_corner *corner_of(const pf_bypass *way, int32_t node) {
  assert(node >= way->n + 2 && node < pf_bypass_nodes(way));
  return way->corners[node - way->n - 2];
}

static bool is_vertex(const pf_bypass *way, int32_t node) {
  return node < way->n;
}

pf_fixed_point pf_bypass_at(const pf_bypass *way, int32_t node) {
  if (is_vertex(way, node)) return pf_vertex_fixed(view_of(way), node);
  return node < way->n + 2 ? end_of(way, node - way->n)->at : corner_of(way, node)->at;
}

static int32_t polygon_of(const pf_bypass *way, int32_t node) {
  if (is_vertex(way, node)) return view_of(way)->vertex_polygon[node];
  return node < way->n + 2 ? end_of(way, node - way->n)->polygon : corner_of(way, node)->polygon;
}

/* Whether nothing but areas hides two nodes from each other. */
static bool sees(const pf_bypass *way, int32_t a, int32_t b) {
  const pf_index_view *view = view_of(way);
  const int bits = view->header->fraction_bits;
  const pf_station from = {pf_bypass_at(way, a), polygon_of(way, a)};
  const pf_station to = {pf_bypass_at(way, b), polygon_of(way, b)};
  if (from.polygon >= 0 && to.polygon >= 0 &&
      pf_mesh_sees(&view->mesh, from.at, from.polygon, to.at, to.polygon, bits))
    return true;
  return way->openings && pf_breach_sees(&way->openings->breach, &view->mesh, bits, from, to);
}

/* ---- What a front knows ---- */

static bool is_known(const pf_bypass_front *f, int32_t node) {
  return f->nodes[node].known == f->now;
}

/* Returns the straight line from a node to the other end, less what rounding may add to it. */
static int64_t straight(const pf_bypass *way, int e, int32_t node) {
  const int64_t units = pf_units(view_of(way), pf_bypass_at(way, node), end_of(way, 1 - e)->at);
  const int64_t slack = PF_SLACK + way->n;
  return units > slack ? units - slack : 0;
}

static int64_t left_from(const pf_bypass *way, int e, int32_t node) {
  const pf_bypass_front *f = &way->front[e];
  return f->nodes[node].bounded == f->now ? f->nodes[node].left : straight(way, e, node);
}

/* Whether the other end may see a vertex head-on, which labels don't show. If the bound of the node
 * before, less the edge, is more than the straight line, it can't. */
static bool may_be_faced(const pf_bypass *way, int e, int32_t v, const pf_bypass_offer *offer,
                         int64_t line) {
  const pf_bypass_node *nodes = way->front[e].nodes;
  const int64_t slack = 2 * (PF_SLACK + way->n);
  if (!pf_faces_end(view_of(way), end_of(way, 1 - e), v)) return false;
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
  if (f->is_guided && is_vertex(way, node) && !way->openings) {
    const pathfan_status status = pf_touch_vertex(view_of(way), node);
    if (status) return status;
    if (!may_be_faced(way, e, node, offer, left)) {
      const int64_t length = pf_end_distance(end_of(way, 1 - e), view_of(way), node) - PF_SLACK;
      if (length < PF_FAR - PF_SLACK && length > left) left = length;
    }
  }
  f->nodes[node].left = left;
  f->nodes[node].bounded = f->now;
  return PATHFAN_OK;
}

/* ---- Offers ---- */

/* Returns a hash of an edge, the same in both directions; sums of them tell ways apart. */
static uint64_t edge_hash(pf_fixed_point a, pf_fixed_point b) {
  if (b.x < a.x || (b.x == a.x && b.y < a.y)) {
    const pf_fixed_point swap = a;
    a = b;
    b = swap;
  }
  uint64_t hash = pf_mix((uint64_t)a.x + UINT64_C(0x9e3779b97f4a7c15));
  hash = pf_mix(hash + (uint64_t)a.y);
  hash = pf_mix(hash + (uint64_t)b.x);
  return pf_mix(hash + (uint64_t)b.y) >> 24;
}

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
  if (!f->is_guided || is_vertex(way, to) || f->nodes[from].bounded != f->now) return;
  const int64_t left = f->nodes[from].left - weight - PF_SLACK;
  if (left <= left_from(way, e, to)) return;
  f->nodes[to].left = left;
  f->nodes[to].bounded = f->now;
}

/* Whether a way of this length to a node might be the best there, and short enough. */
static inline bool is_worth(const pf_bypass *way, int e, int32_t to, int64_t length) {
  const pf_bypass_front *f = &way->front[e];
  if (is_known(f, to) && length > f->nodes[to].length) return false;
  return length + left_from(way, e, to) <= f->most;
}

/* Queues a node by its best offer; a bound may have grown since it was queued, which is corrected
 * when it is taken. */
static void queue(pf_bypass_front *f, int32_t node, int64_t key) {
  const int32_t place = f->heap.place[node];
  if (place < 0 || key <= f->heap.entries[place].key) pf_heap_put(&f->heap, node, key);
}

/* Offers a way along an edge, which will be tested. */
static pathfan_status offer(pf_bypass *way, int e, int32_t from, int32_t to, int64_t weight) {
  pf_bypass_front *f = &way->front[e];
  pf_bypass_node *node = &f->nodes[to];
  const int64_t length = f->nodes[from].length + weight;
  assert(is_known(f, from));
  if (way->openings && is_vertex(way, to) && pf_stamp_has(&way->gone, to)) return PATHFAN_OK;
  if (is_vertex(way, from)) raise_bound(way, e, from, to, weight); /* it sees the corner */
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
  return way->front[e].nodes[from].hash + edge_hash(pf_bypass_at(way, from), pf_bypass_at(way, to));
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
  if (*at && is_known(f, to) &&
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
  const bool is_seen = is_vertex(way, o->from) || is_vertex(way, to);
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

static bool turns_on(pf_side side, int turn) {
  return side == PF_SIDE_LEFT ? turn >= 0 : turn <= 0;
}

static pf_side side_at(const pf_bypass *way, int32_t node, pf_fixed_point d) {
  return is_vertex(way, node) ? pf_side_of_fixed(pf_vertex_wedge(view_of(way), node), d)
                              : pf_corner_side(corner_of(way, node), d);
}

/* A way that has come to a node and goes on. */
typedef struct arrival {
  int32_t node;
  pf_fixed_point at, in; /* the direction in which it arrives */
  pf_side side;          /* on which it has what is closed there */
} arrival;

static arrival arrive(const pf_bypass *way, int e, int32_t node) {
  const pf_fixed_point at = pf_bypass_at(way, node);
  const pf_fixed_point in =
      pf_fixed_from_to(pf_bypass_at(way, way->front[e].nodes[node].parent), at);
  return (arrival){node, at, in, side_at(way, node, in)};
}

static bool goes_on(const arrival *a, pf_fixed_point to) {
  return turns_on(a->side, pf_turn(a->in, pf_fixed_from_to(a->at, to)));
}

/* Offers a way from one corner to another. */
static pathfan_status offer_corner(pf_bypass *way, int e, const arrival *from, int32_t to) {
  const pf_view_corner *a = corner_of(way, from->node), *b = corner_of(way, to);
  const double x = (double)(b->at.x - a->at.x), y = (double)(b->at.y - a->at.y);
  if (a == b || !pf_corner_may_pass(a, x, y, 0) || !pf_corner_may_pass(b, -x, -y, 0))
    return PATHFAN_OK;
  if (!pf_corner_passes(a, b->at) || !goes_on(from, b->at) || !pf_corner_passes(b, a->at))
    return PATHFAN_OK;
  return offer(way, e, from->node, to, pf_units(view_of(way), a->at, b->at));
}

static bool lies_aside(const pf_view_corner *corner, const pf_bypass_area *area) {
  return !pf_corner_may_pass(corner, (double)(area->middle.x - corner->at.x),
                             (double)(area->middle.y - corner->at.y), area->reach);
}

static pathfan_status offer_corners(pf_bypass *way, int e, const arrival *from) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < way->area_count && !status; i++) {
    const pf_bypass_area area = way->areas[i];
    if (lies_aside(corner_of(way, from->node), &area)) continue;
    for (int32_t c = area.begin; c < area.end && !status; c++)
      status = offer_corner(way, e, from, way->n + 2 + c);
  }
  return status;
}

/* Offers the edges from a vertex through openings. */
static pathfan_status offer_passages(pf_bypass *way, int e, const arrival *from) {
  const pf_passages *passages = way->passages;
  const pf_passage *end = passages->list + passages->count;
  pathfan_status status = PATHFAN_OK;
  for (const pf_passage *p = pf_passages_from(passages, from->node);
       p < end && p->from == from->node && !status; p++)
    if (goes_on(from, pf_vertex_fixed(view_of(way), p->to)))
      status = offer(way, e, from->node, p->to, p->length);
  return status;
}

/* Offers the edges from a vertex. */
static pathfan_status offer_from_vertex(pf_bypass *way, int e, const arrival *from) {
  const pf_index_view *view = view_of(way);
  const int32_t v = from->node;
  const pf_lattice_point here = pf_vertex_at(view, v);
  const pf_bypass_front *f = &way->front[e];
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = way->edges->first[v]; i < way->edges->first[v + 1] && !status; i++) {
    const int32_t w = way->edges->to[i];
    if (is_known(f, w) && f->nodes[v].length + way->edges->length[i] > f->nodes[w].length) continue;
    const pf_lattice_point d = pf_from_to(here, pf_vertex_at(view, w));
    const int64_t turn = from->in.x * d.y - from->in.y * d.x;
    if (turns_on(from->side, (turn > 0) - (turn < 0)))
      status = offer(way, e, v, w, way->edges->length[i]);
  }
  if (way->openings && !status) status = offer_passages(way, e, from);
  if (!pf_stamp_has(&way->led, v)) return status;
  for (int32_t i = way->head[v]; i >= 0 && !status; i = way->corner_edges[i].next) {
    const pf_bypass_edge edge = way->corner_edges[i];
    if (goes_on(from, pf_bypass_at(way, edge.corner)))
      status = offer(way, e, v, edge.corner, edge.length);
  }
  return status;
}

static pathfan_status offer_from_corner(pf_bypass *way, int e, const arrival *from) {
  const pf_view_corner *corner = corner_of(way, from->node);
  const pf_corner_view *edges = corner->view;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = corner->begin; i < corner->end && !status; i++)
    if (goes_on(from, pf_vertex_fixed(view_of(way), edges->vertex[i])))
      status = offer(way, e, from->node, edges->vertex[i], edges->length[i]);
  const pf_bypass_span more = way->through[from->node - way->n - 2];
  const pf_seen_through *seen = &way->seen_through;
  for (int32_t i = more.begin; i < more.end && !status; i++)
    if (goes_on(from, pf_vertex_fixed(view_of(way), seen->vertex[i])))
      status = offer(way, e, from->node, seen->vertex[i], seen->length[i]);
  return status ? status : offer_corners(way, e, from);
}

/* Offers the last edge of a way to the goal. */
static pathfan_status offer_goal(pf_bypass *way, int e, const arrival *from) {
  const int32_t goal = way->n + 1 - e;
  const pf_fixed_point at = end_of(way, 1 - e)->at;
  const bool vertex = is_vertex(way, from->node);
  if (vertex ? !pf_stamp_has(&way->seen[1 - e], from->node)
             : !pf_corner_passes(corner_of(way, from->node), at))
    return PATHFAN_OK;
  if (!goes_on(from, at)) return PATHFAN_OK;
  return offer(way, e, from->node, goal, pf_units(view_of(way), from->at, at));
}

static pathfan_status expand(pf_bypass *way, int e, int32_t node) {
  const arrival from = arrive(way, e, node);
  pathfan_status status =
      is_vertex(way, node) ? offer_from_vertex(way, e, &from) : offer_from_corner(way, e, &from);
  if (!status && way->front[e].is_guided) status = offer_goal(way, e, &from);
  return status;
}

/* ---- Areas in the way ---- */

static pathfan_status fit_nodes(pf_bypass *way) {
  const int32_t nodes = pf_bypass_nodes(way);
  pathfan_status status = PATHFAN_OK;
  for (int e = 0; e < 2 && !status; e++) {
    pf_bypass_front *f = &way->front[e];
    const int32_t had = f->node_capacity;
    status = pf_grow(&f->nodes, &f->node_capacity, nodes);
    if (f->node_capacity > had)
      memset(f->nodes + had, 0, (size_t)(f->node_capacity - had) * sizeof *f->nodes);
    if (!status) status = pf_heap_fit(&f->heap, f->node_capacity);
  }
  return status;
}

/* Offers the edge from an end to a node. */
static pathfan_status offer_first(pf_bypass *way, int e, int32_t node) {
  return offer(way, e, way->n + e, node,
               pf_units(view_of(way), end_of(way, e)->at, pf_bypass_at(way, node)));
}

static pathfan_status offer_first_corner(pf_bypass *way, int e, int32_t node) {
  return pf_corner_passes(corner_of(way, node), end_of(way, e)->at) ? offer_first(way, e, node)
                                                                    : PATHFAN_OK;
}

/* Offers a way to a new corner from a vertex that sees it, if a front has reached the vertex. */
static pathfan_status reach_from(pf_bypass *way, int e, int32_t v, int32_t node, int64_t length) {
  if (!is_known(&way->front[e], v)) return PATHFAN_OK;
  const arrival from = arrive(way, e, v);
  return goes_on(&from, corner_of(way, node)->at) ? offer(way, e, v, node, length) : PATHFAN_OK;
}

/* Offers the ways to a new corner from all nodes that a front has reached. */
static pathfan_status reach_corner(pf_bypass *way, int e, int32_t node) {
  const pf_view_corner *corner = corner_of(way, node);
  const pf_bypass_front *f = &way->front[e];
  const pf_bypass_span more = way->through[node - way->n - 2];
  pathfan_status status = offer_first_corner(way, e, node);
  for (int32_t i = corner->begin; i < corner->end && !status; i++)
    status = reach_from(way, e, corner->view->vertex[i], node, corner->view->length[i]);
  for (int32_t i = more.begin; i < more.end && !status; i++)
    status = reach_from(way, e, way->seen_through.vertex[i], node, way->seen_through.length[i]);
  for (int32_t i = 0; i < way->area_count && !status; i++) {
    const pf_bypass_area area = way->areas[i];
    if (lies_aside(corner, &area)) continue;
    for (int32_t c = area.begin; c < area.end && !status; c++) {
      if (!is_known(f, way->n + 2 + c)) continue;
      const arrival from = arrive(way, e, way->n + 2 + c);
      status = offer_corner(way, e, &from, node);
    }
  }
  return status;
}

/* Joins a vertex to the newest corner, which it sees. */
static void join(pf_bypass *way, int32_t v, int64_t length) {
  const int32_t next = pf_stamp_add(&way->led, v) ? -1 : way->head[v];
  assert(way->edge_count < way->edge_capacity);
  way->corner_edges[way->edge_count] = (pf_bypass_edge){length, pf_bypass_nodes(way) - 1, next};
  way->head[v] = way->edge_count++;
}

/* Looks from a corner through openings, and drops what a path can't pass the corner towards. */
static pathfan_status look_through(pf_bypass *way, const pf_view_corner *corner,
                                   pf_bypass_span *span) {
  pf_seen_through *seen = &way->seen_through;
  const pf_station from = {corner->at, corner->polygon};
  *span = (pf_bypass_span){seen->count, seen->count};
  const pathfan_status status =
      pf_passages_look(way->passages, &way->openings->breach, view_of(way), from, seen);
  for (int32_t i = span->begin; i < seen->count && !status; i++) {
    if (!pf_corner_passes(corner, pf_vertex_fixed(view_of(way), seen->vertex[i]))) continue;
    seen->vertex[span->end] = seen->vertex[i];
    seen->length[span->end++] = seen->length[i];
  }
  if (!status) seen->count = span->end;
  return status;
}

/* Makes a corner a node, and joins the vertices that it sees to it. is_jamb: its edges include
 * those through openings. */
static pathfan_status add_corner(pf_bypass *way, const pf_view_corner *corner, bool is_jamb) {
  pf_bypass_span more = {0, 0};
  pathfan_status status = PATHFAN_OK;
  if (way->openings && !is_jamb) status = look_through(way, corner, &more);
  const int64_t edges = (int64_t)(corner->end - corner->begin) + (more.end - more.begin);
  if (!status)
    status = pf_grow(&way->corners, &way->corner_capacity, (int64_t)way->corner_count + 1);
  if (!status)
    status = pf_grow(&way->through, &way->through_capacity, (int64_t)way->corner_count + 1);
  if (!status) status = pf_grow(&way->corner_edges, &way->edge_capacity, way->edge_count + edges);
  if (status) return status;
  way->through[way->corner_count] = more;
  way->corners[way->corner_count++] = corner;
  for (int32_t i = corner->begin; i < corner->end; i++)
    join(way, corner->view->vertex[i], corner->view->length[i]);
  for (int32_t i = more.begin; i < more.end; i++)
    join(way, way->seen_through.vertex[i], way->seen_through.length[i]);
  return fit_nodes(way);
}

/* Whether a corner lies in free space. */
static bool is_free(const pf_bypass *way, const pf_view_corner *corner) {
  return corner->polygon >= 0 ||
         (way->openings && pf_breach_hold(&way->openings->breach, corner->at) >= 0);
}

static pathfan_status add_area(pf_bypass *way, const pf_obstacle *obstacle,
                               pf_work_limit *work_limit) {
  const pf_corner_view *view;
  pathfan_status status =
      pf_obstacle_need_view(obstacle, way->scene->space, view_of(way), &way->look, &view);
  if (!status) status = pf_grow(&way->areas, &way->area_capacity, way->area_count + 1);
  if (status) return status;
  pf_bypass_area area = {.obstacle = obstacle, .begin = way->corner_count};
  const pf_area_ring *ring = view->areas.rings;
  area.middle =
      (pf_fixed_point){ring->low.x / 2 + ring->high.x / 2, ring->low.y / 2 + ring->high.y / 2};
  area.reach = pf_fixed_length(ring->low, ring->high) / 2 + 2;
  for (int32_t i = 0; i < view->count && !status; i++) {
    if (!is_free(way, &view->corners[i])) continue;
    if (!pf_work_limit_spend(work_limit, 1)) break; /* which ends the search, too */
    status = add_corner(way, &view->corners[i], false);
  }
  area.end = way->corner_count;
  way->areas[way->area_count++] = area;
  for (int32_t c = area.begin; c < area.end && !status; c++)
    for (int e = 0; e < 2 && !status; e++)
      if (way->front[e].is_begun) status = reach_corner(way, e, way->n + 2 + c);
  return status;
}

/* Adds the areas that were found to be in the way. Offers to their corners may find more. */
static pathfan_status add_pending(pf_bypass *way, pf_work_limit *work_limit) {
  pathfan_status status = PATHFAN_OK;
  while (way->pending_count && !status)
    status = add_area(way, way->pending[--way->pending_count], work_limit);
  return status;
}

/* ---- Openings ---- */

/* Makes the jambs nodes. */
static pathfan_status add_jambs(pf_bypass *way) {
  const pf_breach *breach = &way->openings->breach;
  const pf_corner_view *jambs = &way->passages->jambs;
  pathfan_status status = pf_grow(&way->areas, &way->area_capacity, (int64_t)way->area_count + 1);
  if (status) return status;
  for (int32_t i = 0; i < jambs->count && !status; i++)
    status = add_corner(way, &jambs->corners[i], true);
  way->areas[way->area_count++] = (pf_bypass_area){
      .end = jambs->count,
      .middle = {breach->low.x / 2 + breach->high.x / 2, breach->low.y / 2 + breach->high.y / 2},
      .reach = way->passages->reach};
  return status;
}

/* Looks from both ends through openings. */
static pathfan_status look_from_ends(pf_bypass *way) {
  pf_seen_through *seen = &way->seen_through;
  pathfan_status status = PATHFAN_OK;
  for (int e = 0; e < 2 && !status; e++) {
    const pf_station from = {end_of(way, e)->at, end_of(way, e)->polygon};
    way->end_through[e].begin = seen->count;
    status = pf_passages_look(way->passages, &way->openings->breach, view_of(way), from, seen);
    way->end_through[e].end = seen->count;
    for (int32_t i = way->end_through[e].begin; i < seen->count; i++)
      pf_stamp_add(&way->seen[e], seen->vertex[i]);
  }
  return status;
}

static pathfan_status begin_openings(pf_bypass *way) {
  pathfan_status status = pf_openings_need_passages(way->openings, &way->look, &way->passages);
  if (!status) status = pf_stamp_fit(&way->gone, (int64_t)way->n + 1);
  if (status) return status;
  pf_stamp_next(&way->gone);
  for (int32_t i = 0; i < way->openings->breach.gone_count; i++)
    pf_stamp_add(&way->gone, way->openings->breach.gone[i]);
  status = add_jambs(way);
  if (!status) status = look_from_ends(way);
  return status ? status
                : pf_mouth_bounds_find(&way->bounds, way->scene, way->openings, way->passages);
}

/* ---- Searches ---- */

pathfan_status pf_bypass_begin(pf_bypass *way, const pf_scene *scene,
                               const pf_generation *generation, const pf_trie *places,
                               const pf_openings *openings) {
  assert(scene->ends->state == PF_ENDS_SCATTERED);
  way->scene = scene;
  way->places = places;
  way->openings = openings;
  way->n = scene->view->n;
  way->area_count = way->pending_count = way->corner_count = way->edge_count = way->count = 0;
  way->seen_through.count = 0;
  way->end_through[0] = way->end_through[1] = (pf_bypass_span){0, 0};
  way->front[0].is_begun = way->front[1].is_begun = false;
  pathfan_status status = pf_taut_edges_need(generation, &way->edges, scene->error);
  if (!status) status = fit_nodes(way);
  if (!status) status = pf_stamp_fit(&way->led, way->n + 1);
  if (!status) status = pf_grow(&way->head, &way->head_capacity, way->n + 1);
  for (int e = 0; e < 2 && !status; e++) status = pf_stamp_fit(&way->seen[e], way->n + 1);
  if (status) return status;
  pf_stamp_next(&way->led);
  for (int e = 0; e < 2; e++) {
    const pf_visible_vertices *visible = &scene->ends->end[e].visible;
    pf_stamp_next(&way->seen[e]);
    for (int32_t i = 0; i < visible->count; i++)
      pf_stamp_add(&way->seen[e], visible->list[i].vertex);
  }
  return openings ? begin_openings(way) : PATHFAN_OK;
}

/* Begins a front. least: a lower bound on the length between the ends. */
static pathfan_status begin_front(pf_bypass *way, int e, int64_t least, int64_t most,
                                  bool is_guided) {
  pf_bypass_front *f = &way->front[e];
  const pf_visible_vertices *visible = &end_of(way, e)->visible;
  pathfan_status status = PATHFAN_OK;
  pf_heap_clear(&f->heap);
  if (pf_stamp_wraps(&f->now)) memset(f->nodes, 0, (size_t)f->node_capacity * sizeof *f->nodes);
  f->offer_count = 0;
  f->most = most;
  f->is_begun = true;
  f->is_guided = is_guided;
  f->nodes[way->n + e] = (pf_bypass_node){.left = least > PF_SLACK ? least - PF_SLACK : 0,
                                          .parent = -1,
                                          .offers = -1,
                                          .known = f->now,
                                          .bounded = f->now,
                                          .offered = f->now};
  for (int32_t i = 0; i < visible->count && !status; i++)
    status = offer_first(way, e, visible->list[i].vertex);
  for (int32_t i = way->end_through[e].begin; i < way->end_through[e].end && !status; i++)
    status = offer_first(way, e, way->seen_through.vertex[i]);
  if (way->openings && is_guided && !status) status = offer_first(way, e, way->n + 1 - e);
  for (int32_t c = 0; c < way->corner_count && !status; c++)
    status = offer_first_corner(way, e, way->n + 2 + c);
  return status;
}

/* Takes a node whose turn has come: if its bound shows that it hasn't, puts it back; else tests its
 * best offer and, if that is free, goes on from the node. */
static pathfan_status take(pf_bypass *way, int e, pf_heap_entry top, pf_work_limit *work_limit) {
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

/* Goes on with a front until nothing is left that matters. */
static pathfan_status run(pf_bypass *way, int e, pf_work_limit *work_limit) {
  pf_bypass_front *f = &way->front[e];
  pathfan_status status = add_pending(way, work_limit);
  while (!status && !work_limit->stopped && f->heap.count && f->heap.entries[0].key <= f->most) {
    status = take(way, e, pf_heap_take(&f->heap), work_limit);
    if (!status) status = add_pending(way, work_limit);
  }
  return status;
}

/* Lists the way to a node in the tree of an end, from the node on. */
static pathfan_status list_back(pf_bypass *way, int e, int32_t node) {
  pathfan_status status = PATHFAN_OK;
  for (; node >= 0 && !status; node = way->front[e].nodes[node].parent) {
    status = pf_grow(&way->points, &way->capacity, way->count + 1);
    if (!status) way->points[way->count++] = pf_bypass_at(way, node);
  }
  return status;
}

static void reverse(pf_fixed_point *points, int32_t count) {
  for (int32_t i = 0, k = count - 1; i < k; i++, k--) {
    const pf_fixed_point swap = points[i];
    points[i] = points[k];
    points[k] = swap;
  }
}

pathfan_status pf_bypass_find(pf_bypass *way, int64_t least, int64_t most,
                              pf_work_limit *work_limit) {
  const int32_t goal = way->n + 1;
  way->count = 0;
  way->front[1].is_begun = false;
  pathfan_status status = begin_front(way, 0, least, most, true);
  if (!status) status = run(way, 0, work_limit);
  if (status || work_limit->stopped || !is_known(&way->front[0], goal)) return status;
  status = list_back(way, 0, goal);
  reverse(way->points, way->count);
  return status;
}

static pathfan_status note_near(void *way, pf_obstacle *obstacle) {
  return pf_bypass_note(way, obstacle);
}

/* All areas within reach are in the way, whether or not a tree meets them: another path may pass on
 * their other side. */
pathfan_status pf_bypass_grow(pf_bypass *way, int64_t most, pf_work_limit *work_limit) {
  const double steps = (double)most / view_of(way)->units_per_fixed;
  pathfan_status status = pf_trie_walk_near(way->places, end_of(way, 0)->at, end_of(way, 1)->at,
                                            steps * (1 + 0x1p-40), way, note_near);
  for (int e = 0; e < 2 && !status; e++) status = begin_front(way, e, 0, most, false);
  do {
    for (int e = 0; e < 2 && !status; e++) status = run(way, e, work_limit);
  } while (!status && !work_limit->stopped && way->front[0].heap.count);
  return status;
}

pathfan_status pf_bypass_trace(pf_bypass *way, int32_t node, bool *taut) {
  way->count = 0;
  assert(pf_bypass_length(way, node) < PF_FAR);
  pathfan_status status = list_back(way, 0, node);
  if (status) return status;
  reverse(way->points, way->count);
  status = list_back(way, 1, way->front[1].nodes[node].parent);
  if (status) return status;
  const arrival from = arrive(way, 0, node);
  const pf_fixed_point on = pf_bypass_at(way, way->front[1].nodes[node].parent);
  *taut = from.side != PF_SIDE_NONE &&
          side_at(way, node, pf_fixed_from_to(from.at, on)) == from.side && goes_on(&from, on);
  return PATHFAN_OK;
}

void pf_bypass_free(pf_bypass *way) {
  for (int e = 0; e < 2; e++) {
    free(way->front[e].nodes);
    pf_heap_free(&way->front[e].heap);
    free(way->front[e].offers);
    pf_stamp_free(&way->seen[e]);
  }
  free(way->areas);
  free(way->pending);
  free(way->corners);
  free(way->through);
  free(way->seen_through.vertex);
  free(way->seen_through.length);
  pf_stamp_free(&way->gone);
  pf_mouth_bounds_free(&way->bounds);
  free(way->head);
  pf_stamp_free(&way->led);
  free(way->corner_edges);
  pf_look_free(&way->look);
  free(way->points);
}
