/* twin_terrain_exact.c - a straight stretch off the roads ends at a vertex or at a port: a point
 * within a road at which it meets the road at the angle whose cosine is the road's rate divided by
 * the ground's. No stretch need join ports of two roads: it could slide, at the same cost, until it
 * touches a vertex, which has ports of its own on both. */
#include "twin_terrain_exact.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "twin_terrain_sectors.h"

typedef struct edge {
  int32_t to, next; /* next edge of the same node; -1 */
  double cost;
} edge;

typedef struct node {
  pathfan_point at;
  int32_t edge, before; /* first edge; node before it on its cheapest path; -1 */
  double cost;
  bool is_closed;
} node;

/* The sectors are the first nodes. */
typedef struct graph {
  const twin_parts *parts;
  const twin_sectors *sectors;
  int32_t node_count, edge_count, node_capacity, edge_capacity;
  node *nodes;
  edge *edges;
} graph;

static void *grown(void *list, int32_t count, int32_t *capacity, size_t size) {
  if (count < *capacity) return list;
  *capacity = 2 * *capacity + 256;
  list = realloc(list, (size_t)*capacity * size);
  assert_non_null(list);
  return list;
}

static int32_t add_node(graph *g, pathfan_point at) {
  g->nodes = grown(g->nodes, g->node_count, &g->node_capacity, sizeof *g->nodes);
  g->nodes[g->node_count] = (node){at, -1, -1, INFINITY, false};
  return g->node_count++;
}

static void add_half(graph *g, int32_t from, int32_t to, double cost) {
  g->edges = grown(g->edges, g->edge_count, &g->edge_capacity, sizeof *g->edges);
  g->edges[g->edge_count] = (edge){to, g->nodes[from].edge, cost};
  g->nodes[from].edge = g->edge_count++;
}

static void add_way(graph *g, int32_t a, int32_t b, double cost, double back) {
  if (cost < INFINITY) add_half(g, a, b, cost);
  if (back < INFINITY) add_half(g, b, a, back);
}

static void add_edge(graph *g, int32_t a, int32_t b, double cost) {
  add_way(g, a, b, cost, cost);
}

static bool is_blocked(const graph *g, int32_t sector) {
  return g->sectors->list[sector].is_blocked;
}

/* ---- Vertices ---- */

static void join_sectors(graph *g) {
  for (int32_t i = 0; i < g->sectors->count; i++) {
    const int32_t before = twin_sector_before(g->sectors, i);
    if (before != i && !is_blocked(g, i) && !is_blocked(g, before))
      add_edge(g, i, before, g->sectors->list[i].over);
  }
}

static double distance(pathfan_point a, pathfan_point b) {
  return hypot(b.x - a.x, b.y - a.y);
}

static void join_vertices(graph *g, int32_t u, int32_t v, int32_t joint) {
  const pathfan_point a = g->parts->vertices[u], b = g->parts->vertices[v];
  const double rate = g->parts->terrain->rate, length = distance(a, b);
  const twin_part *part = joint < 0 ? NULL : &g->parts->parts[joint];
  const bool is_along = part && part->a == u;
  const double there = part ? fmin(rate, is_along ? part->rate : part->back) : rate;
  const double back = part ? fmin(rate, is_along ? part->back : part->rate) : rate;
  if (joint >= 0 && twin_part_is_barrier(&g->parts->parts[joint])) {
    int32_t at_u[2], at_v[2];
    twin_sectors_beside(g->sectors, u, joint, at_u);
    twin_sectors_beside(g->sectors, v, joint, at_v);
    for (int side = 0; side < 2; side++) /* v looks the other way */
      if (!is_blocked(g, at_u[side]) && !is_blocked(g, at_v[1 - side]))
        add_way(g, at_u[side], at_v[1 - side], length * there, length * back);
    return;
  }
  const double crossed = twin_flight(g->sectors, a, b, joint);
  if (isinf(crossed)) return;
  const int32_t from = twin_sector_towards(g->sectors, u, b.x - a.x, b.y - a.y);
  const int32_t to = twin_sector_towards(g->sectors, v, a.x - b.x, a.y - b.y);
  if (is_blocked(g, from) || is_blocked(g, to)) return;
  add_way(g, from, to, length * there + crossed, length * back + crossed);
}

static void join_all_vertices(graph *g) {
  const int32_t n = g->parts->vertex_count;
  int32_t *joint = malloc((size_t)n * (size_t)n * sizeof *joint);
  assert_non_null(joint);
  for (int32_t i = 0; i < n * n; i++) joint[i] = -1;
  for (int32_t i = 0; i < g->parts->part_count; i++) {
    joint[g->parts->parts[i].a * n + g->parts->parts[i].b] = i;
    joint[g->parts->parts[i].b * n + g->parts->parts[i].a] = i;
  }
  for (int32_t u = 0; u < n; u++)
    for (int32_t v = 0; v < u; v++) join_vertices(g, u, v, joint[u * n + v]);
  free(joint);
}

/* The sector where a road apart from the plane lands: the one that it leaves by. If that is
 * blocked, it is reached from all other sectors of the vertex. */
static int32_t landing(graph *g, int32_t v, pathfan_point towards) {
  const pathfan_point at = g->parts->vertices[v];
  const int32_t sector = twin_sector_towards(g->sectors, v, towards.x - at.x, towards.y - at.y);
  for (int32_t i = g->sectors->first[v]; is_blocked(g, sector) && i < g->sectors->first[v + 1]; i++)
    if (!is_blocked(g, i)) add_edge(g, sector, i, 0);
  return sector;
}

static void join_leaps(graph *g) {
  for (int32_t i = 0; i < g->parts->leap_count; i++) {
    const twin_leap *leap = &g->parts->leaps[i];
    const twin_feature *f = &g->parts->terrain->features[leap->feature];
    const int32_t a = landing(g, leap->a, f->points[1]);
    add_way(g, a, landing(g, leap->b, f->points[f->count - 2]), leap->cost, leap->back);
  }
}

/* ---- Ports ---- */

typedef struct port {
  double at; /* from the part's vertex a */
  int32_t node;
} port;

static int by_place(const void *left, const void *right) {
  const port *a = left, *b = right;
  return (a->at > b->at) - (a->at < b->at);
}

/* Adds the ports of vertex v on the part by which ways from a to b (or back) enter and leave it;
 * those on the right bank of a river along it go to the second list. A path that meets the road on
 * the near bank may cross to the far bank there, as anywhere. */
static void add_ports(graph *g, int32_t i, int32_t v, bool is_back, port *ports[2],
                      int32_t count[2]) {
  const twin_part *part = &g->parts->parts[i];
  const pathfan_point a = g->parts->vertices[part->a], b = g->parts->vertices[part->b];
  const pathfan_point p = g->parts->vertices[v];
  const double rate = g->parts->terrain->rate, length = distance(a, b), near = g->parts->tolerance;
  const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  const double foot = (p.x - a.x) * ux + (p.y - a.y) * uy, height = twin_left_of(a, b, p);
  const double along = is_back ? part->back : part->rate;
  const double angle = acos(along / rate);
  if (fabs(height) <= near || isinf(along)) return;
  for (int way = -1; way <= 1; way += 2) {
    const double at = foot + way * fabs(height) / tan(angle);
    if (at <= near || at >= length - near) continue;
    const pathfan_point x = {a.x + at * ux, a.y + at * uy};
    const int32_t sector = twin_sector_towards(g->sectors, v, x.x - p.x, x.y - p.y);
    if (is_blocked(g, sector)) continue;
    const double crossed = twin_flight(g->sectors, p, x, i);
    if (isinf(crossed)) continue;
    const bool is_barrier = twin_part_is_barrier(part);
    const int near_side = is_barrier && height < 0;
    for (int side = 0; side <= is_barrier; side++) {
      if (side != near_side && part->is_wall) continue;
      const double over = side == near_side ? 0 : part->cost;
      ports[side][count[side]] = (port){at, add_node(g, x)};
      const double cost = rate * distance(p, x) + crossed + over;
      const bool enters = (way > 0) != is_back;
      add_way(g, sector, ports[side][count[side]++].node, enters ? cost : INFINITY,
              enters ? INFINITY : cost);
    }
  }
}

static void chain_ports(graph *g, const twin_part *part, const port *ports, int32_t count,
                        int32_t from, int32_t to) {
  double at = 0;
  const double length = distance(g->parts->vertices[part->a], g->parts->vertices[part->b]);
  for (int32_t i = 0; i < count; i++) {
    add_way(g, from, ports[i].node, part->rate * (ports[i].at - at),
            part->back * (ports[i].at - at));
    from = ports[i].node;
    at = ports[i].at;
  }
  add_way(g, from, to, part->rate * (length - at), part->back * (length - at));
}

static void join_road(graph *g, int32_t i) {
  const twin_part *part = &g->parts->parts[i];
  const pathfan_point a = g->parts->vertices[part->a], b = g->parts->vertices[part->b];
  port *ports[2];
  int32_t count[2] = {0, 0}, at_a[2], at_b[2];
  if (part->is_blocked[0] && part->is_blocked[1]) return; /* within an obstacle */
  for (int side = 0; side < 2; side++) {
    ports[side] = malloc(4 * (size_t)g->parts->vertex_count * sizeof *ports[side]);
    assert_non_null(ports[side]);
  }
  for (int32_t v = 0; v < g->parts->vertex_count; v++)
    for (int back = 0; back < 2 && v != part->a && v != part->b; back++)
      add_ports(g, i, v, back == 1, ports, count);
  for (int side = 0; side < 2; side++)
    qsort(ports[side], (size_t)count[side], sizeof **ports, by_place);
  if (twin_part_is_barrier(part)) {
    twin_sectors_beside(g->sectors, part->a, i, at_a);
    twin_sectors_beside(g->sectors, part->b, i, at_b);
    for (int side = 0; side < 2; side++)
      if (!part->is_blocked[side])
        chain_ports(g, part, ports[side], count[side], at_a[side], at_b[1 - side]);
  } else {
    chain_ports(g, part, ports[0], count[0],
                twin_sector_towards(g->sectors, part->a, b.x - a.x, b.y - a.y),
                twin_sector_towards(g->sectors, part->b, a.x - b.x, a.y - b.y));
  }
  free(ports[0]);
  free(ports[1]);
}

/* ---- Search ---- */

typedef struct entry {
  double cost;
  int32_t node;
} entry;

static void push(entry *heap, int32_t *count, entry e) {
  int32_t i = (*count)++;
  for (; i && heap[(i - 1) / 2].cost > e.cost; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
  heap[i] = e;
}

static entry pop(entry *heap, int32_t *count) {
  const entry least = heap[0], last = heap[--*count];
  int32_t i = 0;
  for (;;) {
    int32_t child = 2 * i + 1;
    if (child + 1 < *count && heap[child + 1].cost < heap[child].cost) child++;
    if (child >= *count || heap[child].cost >= last.cost) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
  return least;
}

static void search(graph *g, int32_t from) {
  entry *heap = malloc(((size_t)g->edge_count + (size_t)g->node_count + 1) * sizeof *heap);
  int32_t count = 0;
  assert_non_null(heap);
  for (int32_t i = g->sectors->first[from]; i < g->sectors->first[from + 1]; i++) {
    if (is_blocked(g, i)) continue;
    g->nodes[i].cost = 0;
    push(heap, &count, (entry){0, i});
  }
  while (count) {
    const entry e = pop(heap, &count);
    if (g->nodes[e.node].is_closed) continue;
    g->nodes[e.node].is_closed = true;
    for (int32_t i = g->nodes[e.node].edge; i >= 0; i = g->edges[i].next) {
      node *to = &g->nodes[g->edges[i].to];
      const double cost = e.cost + g->edges[i].cost;
      if (cost >= to->cost) continue;
      to->cost = cost;
      to->before = e.node;
      push(heap, &count, (entry){cost, g->edges[i].to});
    }
  }
  free(heap);
}

static int32_t cheapest_sector(const graph *g, int32_t v) {
  int32_t best = g->sectors->first[v];
  for (int32_t i = best; i < g->sectors->first[v + 1]; i++)
    if (g->nodes[i].cost < g->nodes[best].cost) best = i;
  return best;
}

static void take_way(const graph *g, int32_t last, twin_way *way) {
  way->cost = g->nodes[last].cost;
  way->count = 0;
  if (isinf(way->cost)) return;
  for (int32_t i = last; i >= 0; i = g->nodes[i].before) {
    assert_true(way->count < TWIN_WAY_POINTS);
    way->points[way->count++] = g->nodes[i].at;
  }
  for (int32_t i = 0; i < way->count / 2; i++) {
    const pathfan_point swap = way->points[i];
    way->points[i] = way->points[way->count - 1 - i];
    way->points[way->count - 1 - i] = swap;
  }
}

static void find(const twin_terrain *terrain, const pathfan_point *points, int32_t count,
                 double *costs, twin_way *way) {
  twin_parts parts = twin_parts_make(terrain, points, count);
  twin_sectors sectors = twin_sectors_make(&parts);
  graph g = {.parts = &parts, .sectors = &sectors};
  for (int32_t i = 0; i < sectors.count; i++) add_node(&g, parts.vertices[sectors.list[i].vertex]);
  join_sectors(&g);
  join_all_vertices(&g);
  join_leaps(&g);
  for (int32_t i = 0; i < parts.part_count; i++)
    if (parts.parts[i].rate < INFINITY || parts.parts[i].back < INFINITY) join_road(&g, i);
  search(&g, twin_parts_vertex(&parts, points[0]));
  for (int32_t i = 1; i < count; i++) {
    const int32_t last = cheapest_sector(&g, twin_parts_vertex(&parts, points[i]));
    costs[i - 1] = g.nodes[last].cost;
    if (way) take_way(&g, last, way);
  }
  free(g.nodes);
  free(g.edges);
  twin_sectors_free(&sectors);
  twin_parts_free(&parts);
}

double twin_terrain_exact(const twin_terrain *terrain, pathfan_point from, pathfan_point to,
                          twin_way *way) {
  const pathfan_point points[] = {from, to};
  double cost;
  find(terrain, points, 2, &cost, way);
  return cost;
}

void twin_terrain_exact_many(const twin_terrain *terrain, pathfan_point from,
                             const pathfan_point *to, int32_t count, double *costs) {
  pathfan_point *points = malloc(((size_t)count + 1) * sizeof *points);
  assert_non_null(points);
  points[0] = from;
  for (int32_t i = 0; i < count; i++) points[i + 1] = to[i];
  find(terrain, points, count + 1, costs, NULL);
  free(points);
}
