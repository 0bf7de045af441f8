/* knots.c - tying points into the net, and the shortest path through it.
 *
 * A point sees by expanding cones over the mesh. Of vertices on one ray only the
 * nearest is joined, as in the graph: the farther ones are reached through it, so that
 * a straight way has one sequence of edges and not several. */
#include "rivals/knots.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Room for one more node, which has no links. */
static pathfan_status fit_nodes(pathfan_knots *k, int32_t nodes) {
  int32_t was = k->head_capacity;
  pathfan_status status = pathfan_grow(&k->head, &k->head_capacity, nodes, sizeof *k->head);
  for (; !status && was < k->head_capacity; was++) k->head[was] = -1;
  return status;
}

pathfan_status pathfan_knots_begin(pathfan_knots *k, const pathfan_net *net) {
  const int32_t n = net->graph.vertex_count, had = k->stamp_capacity;
  for (int32_t i = 0; i < k->link_count; i++) k->head[k->links[i].to] = -1;
  k->net = net;
  k->knot_count = k->link_count = k->point_count = 0;
  k->settled = 0;
  k->end_count = 0;
  k->stopped = false;
  k->blocked = NULL;
  k->context = NULL;
  pathfan_status status = pathfan_grow(&k->stamp, &k->stamp_capacity, n, sizeof *k->stamp);
  if (status) return status;
  if (k->stamp_capacity > had)
    memset(k->stamp + had, 0, (size_t)(k->stamp_capacity - had) * sizeof *k->stamp);
  return fit_nodes(k, n);
}

/* ---- What a point sees ---- */

/* The polygons that touch a point in its sector, into k->starts; *vertex: the convex
 * vertex there, or -1. */
static pathfan_status walk_round(pathfan_knots *k, pathfan_fixed at, int32_t polygon,
                                 int32_t *count, int32_t *vertex) {
  const pathfan_mesh *mesh = k->net->mesh;
  const int bits = k->net->fraction_bits;
  const int64_t mask = ((int64_t)1 << bits) - 1;
  const bool on_lattice = !((at.x | at.y) & mask);
  pathfan_round round;
  *count = 0;
  *vertex = -1;
  pathfan_round_begin(&round, mesh, polygon, at, bits);
  do {
    const pathfan_status status =
        pathfan_grow(&k->starts, &k->start_capacity, *count + 1, sizeof *k->starts);
    if (status) return status;
    k->starts[(*count)++] = round.polygon;
    for (uint32_t c = mesh->first_corner[round.polygon];
         on_lattice && c < mesh->first_corner[round.polygon + 1]; c++) {
      const int32_t v = mesh->corner_vertex[c];
      if (v >= mesh->convex_count) continue;
      const pathfan_fixed here = pathfan_net_at(k->net, v);
      if (here.x == at.x && here.y == at.y) *vertex = v;
    }
  } while (pathfan_round_next(&round));
  return PATHFAN_OK;
}

typedef struct angle_context {
  const pathfan_net *net;
  pathfan_fixed origin;
} angle_context;

static int half(pathfan_fixed d) {
  return d.y < 0 || (d.y == 0 && d.x < 0);
}

/* By angle from +x; on one ray by distance. */
static int by_angle(const void *a, const void *b, void *context) {
  const angle_context *c = context;
  const pathfan_fixed da =
      pathfan_fixed_from_to(c->origin, pathfan_net_at(c->net, *(const int32_t *)a));
  const pathfan_fixed db =
      pathfan_fixed_from_to(c->origin, pathfan_net_at(c->net, *(const int32_t *)b));
  if (half(da) != half(db)) return half(da) - half(db);
  const int turn = pathfan_turn(da, db);
  if (turn) return -turn;
  const int64_t la = llabs(da.x) + llabs(da.y), lb = llabs(db.x) + llabs(db.y);
  return (la > lb) - (la < lb);
}

static bool same_ray(pathfan_fixed a, pathfan_fixed b) {
  return half(a) == half(b) && !pathfan_turn(a, b);
}

/* The convex vertices that a point sees, the nearest on each ray, into k->seen. */
static pathfan_status look(pathfan_knots *k, pathfan_fixed at, int32_t start_count,
                           int32_t *count) {
  const pathfan_mesh *mesh = k->net->mesh;
  const int bits = k->net->fraction_bits;
  *count = 0;
  pathfan_status status = pathfan_visible_from(&k->visible, mesh, at, bits, k->starts, start_count);
  if (status) return status;
  if (!++k->now) {
    memset(k->stamp, 0, (size_t)k->stamp_capacity * sizeof *k->stamp);
    k->now = 1;
  }
  for (int32_t i = 0; i < k->visible.cone_count; i++) {
    const pathfan_cone *cone = &k->visible.cones[i];
    for (uint32_t c = mesh->first_corner[cone->polygon]; c < mesh->first_corner[cone->polygon + 1];
         c++) {
      const int32_t v = mesh->corner_vertex[c];
      if (v >= mesh->convex_count || k->stamp[v] == k->now) continue;
      const pathfan_fixed d = pathfan_fixed_from_to(at, pathfan_net_at(k->net, v));
      if (!pathfan_cone_holds(mesh, cone, at, bits, d)) continue;
      k->stamp[v] = k->now;
      status = pathfan_grow(&k->seen, &k->seen_capacity, *count + 1, sizeof *k->seen);
      if (status) return status;
      k->seen[(*count)++] = v;
    }
  }
  angle_context context = {k->net, at};
  if (*count) qsort_r(k->seen, (size_t)*count, sizeof *k->seen, by_angle, &context);
  int32_t kept = 0;
  for (int32_t i = 0; i < *count; i++)
    if (!kept || !same_ray(pathfan_fixed_from_to(at, pathfan_net_at(k->net, k->seen[kept - 1])),
                           pathfan_fixed_from_to(at, pathfan_net_at(k->net, k->seen[i]))))
      k->seen[kept++] = k->seen[i];
  *count = kept;
  return PATHFAN_OK;
}

/* ---- Joining ---- */

static uint64_t mix(uint64_t x) { /* the finaliser of splitmix64 */
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/* The same for both directions, a function of coordinates alone; 40 bits, as the
 * graph's (graph.c). */
static uint64_t link_hash(pathfan_fixed a, pathfan_fixed b) {
  if (b.x < a.x || (b.x == a.x && b.y < a.y)) {
    const pathfan_fixed swap = a;
    a = b;
    b = swap;
  }
  uint64_t hash = mix((uint64_t)a.x + UINT64_C(0x9e3779b97f4a7c15));
  hash = mix(hash + (uint64_t)a.y);
  hash = mix(hash + (uint64_t)b.x);
  return mix(hash + (uint64_t)b.y) >> 24;
}

static pathfan_status join(pathfan_knots *k, int32_t a, int32_t b) {
  const pathfan_status status =
      pathfan_grow(&k->links, &k->link_capacity, k->link_count + 2, sizeof *k->links);
  if (status) return status;
  const pathfan_fixed at_a = pathfan_knots_at(k, a), at_b = pathfan_knots_at(k, b);
  const int64_t weight = pathfan_net_units(k->net, at_a, at_b);
  const uint64_t hash = link_hash(at_a, at_b);
  k->links[k->link_count] = (pathfan_link){weight, hash, b, k->head[a]};
  k->head[a] = k->link_count++;
  k->links[k->link_count] = (pathfan_link){weight, hash, a, k->head[b]};
  k->head[b] = k->link_count++;
  return PATHFAN_OK;
}

/* Whether a vertex in k->seen lies on the way from `at` to `far`. */
static bool something_between(const pathfan_knots *k, int32_t seen_count, pathfan_fixed at,
                              pathfan_fixed far) {
  const pathfan_fixed way = pathfan_fixed_from_to(at, far);
  const int64_t length = llabs(way.x) + llabs(way.y);
  for (int32_t i = 0; i < seen_count; i++) {
    const pathfan_fixed d = pathfan_fixed_from_to(at, pathfan_net_at(k->net, k->seen[i]));
    if (same_ray(way, d) && llabs(d.x) + llabs(d.y) < length) return true;
  }
  return false;
}

static pathfan_side side_of(const pathfan_knot *knot, pathfan_fixed d) {
  const int first = pathfan_turn(d, knot->first), second = pathfan_turn(d, knot->second);
  if (first >= 0 && second >= 0) return PATHFAN_SIDE_LEFT;
  return first <= 0 && second <= 0 ? PATHFAN_SIDE_RIGHT : PATHFAN_SIDE_NONE;
}

pathfan_side pathfan_knots_side(const pathfan_knots *k, int32_t node, pathfan_fixed d) {
  const int32_t n = k->net->graph.vertex_count;
  return node < n ? pathfan_side_of_fixed(k->net->wedge[node], d) : side_of(&k->knots[node - n], d);
}

/* Whether a path may pass a knot towards a point, or coming from there: it neither runs
 * into what is closed at the knot nor comes out of it. */
static bool may_pass(const pathfan_knot *knot, pathfan_fixed point) {
  return side_of(knot, pathfan_fixed_from_to(knot->at, point)) != PATHFAN_SIDE_NONE;
}

static pathfan_status tie(pathfan_knots *k, pathfan_knot knot, int32_t *node) {
  const pathfan_fixed at = knot.at;
  const int32_t polygon = knot.polygon;
  int32_t starts, seen = 0, vertex;
  pathfan_status status = walk_round(k, at, polygon, &starts, &vertex);
  if (status) return status;
  if (vertex >= 0) { /* it is tied in already */
    *node = vertex;
    return PATHFAN_OK;
  }
  const int32_t me = pathfan_knots_count(k);
  status = look(k, at, starts, &seen);
  if (!status)
    status = pathfan_grow(&k->knots, &k->knot_capacity, k->knot_count + 1, sizeof *k->knots);
  if (!status) status = fit_nodes(k, me + 1);
  if (status) return status;
  k->head[me] = -1;
  k->knots[k->knot_count++] = knot;
  for (int32_t i = 0; i < seen && !status; i++)
    if (may_pass(&knot, pathfan_net_at(k->net, k->seen[i]))) status = join(k, me, k->seen[i]);
  for (int32_t i = 0; i + 1 < k->knot_count && !status; i++) {
    const pathfan_knot *other = &k->knots[i];
    if (may_pass(&knot, other->at) && may_pass(other, at) &&
        pathfan_mesh_sees(k->net->mesh, at, polygon, other->at, other->polygon,
                          k->net->fraction_bits) &&
        !something_between(k, seen, at, other->at))
      status = join(k, me, k->net->graph.vertex_count + i);
  }
  *node = me;
  return status;
}

pathfan_status pathfan_knots_tie(pathfan_knots *k, pathfan_fixed at, int32_t polygon,
                                 int32_t *node) {
  return tie(k, (pathfan_knot){.at = at, .polygon = polygon}, node);
}

pathfan_status pathfan_knots_tie_bend(pathfan_knots *k, pathfan_fixed at, int32_t polygon,
                                      pathfan_fixed first, pathfan_fixed second, int32_t *node) {
  return tie(k, (pathfan_knot){at, polygon, first, second}, node);
}

/* ---- The shortest path ---- */

/* State of one search. */
typedef struct search {
  pathfan_knots *k;
  pathfan_fixed goal;
  int64_t slack;
} search;

/* No less than this is left from a node: the straight line, less what rounding may
 * take off a path of as many edges as there are nodes. */
static int64_t left_from(const search *s, int32_t node) {
  const int64_t units =
      pathfan_net_units(s->k->net, pathfan_knots_at(s->k, node), s->goal) - s->slack;
  return units > 0 ? units : 0;
}

static inline void offer(const search *s, int32_t from, int32_t to, int64_t weight, uint64_t hash) {
  pathfan_net_tree *tree = &s->k->tree;
  const int64_t length = tree->length[from] + weight;
  hash += tree->hash[from];
  if (length > tree->length[to] || (length == tree->length[to] && hash >= tree->hash[to])) return;
  if (pathfan_knots_blocked(s->k, from, to)) return;
  tree->length[to] = length;
  tree->hash[to] = hash;
  tree->parent[to] = from;
  pathfan_heap_put(&s->k->heap, to, length + left_from(s, to));
}

/* The way to a node, from the root on, into k->points. */
static pathfan_status trace(pathfan_knots *k, int32_t node) {
  int32_t count = 0;
  for (int32_t v = node; v >= 0; v = k->tree.parent[v]) count++;
  const pathfan_status status =
      pathfan_grow(&k->points, &k->point_capacity, count, sizeof *k->points);
  if (status) return status;
  k->point_count = count;
  for (int32_t v = node; v >= 0; v = k->tree.parent[v]) k->points[--count] = pathfan_knots_at(k, v);
  k->length = k->tree.length[node];
  return PATHFAN_OK;
}

pathfan_status pathfan_knots_shortest(pathfan_knots *k, int32_t from, int32_t to,
                                      uint64_t work_limit) {
  const pathfan_net *net = k->net;
  const int32_t n = net->graph.vertex_count, nodes = pathfan_knots_count(k);
  const search s = {k, pathfan_knots_at(k, to), nodes};
  pathfan_net_tree *tree = &k->tree;
  k->point_count = 0;
  k->stopped = false;
  pathfan_status status = pathfan_net_tree_clear(tree, nodes);
  if (!status) status = pathfan_heap_fit(&k->heap, nodes);
  if (status) return status;
  tree->length[from] = 0;
  tree->hash[from] = 0;
  pathfan_heap_put(&k->heap, from, 0);
  /* What is left is never overestimated but may sink by a rounding faster than an edge
     is long, so a node may come again. Those as near as the goal may be on a path as
     long as the one found. */
  while (k->heap.count && k->heap.entries[0].key <= tree->length[to]) {
    const int32_t v = pathfan_heap_take(&k->heap).node;
    if (v == to) continue;
    if (work_limit && k->settled >= work_limit) {
      k->stopped = true;
      break;
    }
    k->settled++;
    for (int32_t e = v < n ? net->first[v] : 0, end = v < n ? net->first[v + 1] : 0; e < end; e++)
      offer(&s, v, net->to[e], net->weight[e], net->graph.tie[e]);
    for (int32_t i = k->head[v]; i >= 0; i = k->links[i].next)
      offer(&s, v, k->links[i].to, k->links[i].weight, k->links[i].hash);
  }
  pathfan_heap_clear(&k->heap);
  return k->stopped || tree->length[to] == PATHFAN_NET_FAR ? PATHFAN_OK : trace(k, to);
}

void pathfan_knots_free(pathfan_knots *k) {
  free(k->knots);
  free(k->links);
  free(k->head);
  free(k->points);
  pathfan_heap_free(&k->heap);
  pathfan_net_tree_free(&k->tree);
  pathfan_visible_free(&k->visible);
  free(k->better);
  free(k->starts);
  free(k->seen);
  free(k->stamp);
  memset(k, 0, sizeof *k);
}
