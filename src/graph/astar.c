/* astar.c - A* with the straight line as lower bound. A guide, which takes longer, is asked when a
 * node's turn comes: if its bound is greater, the node waits. */
#include "graph/astar.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* State of one search. */
typedef struct search {
  pf_astar *a;
  const pf_overlay *o;
  pf_fixed_point goal;
  int64_t slack;
  double units_squared; /* length units in a lattice unit, squared */
} search;

/* Reduces a lower bound by the most that rounding may shorten a path of as many edges as there are
 * nodes. */
static int64_t without_slack(const search *s, int64_t units) {
  return units > s->slack ? units - s->slack : 0;
}

/* Returns the lower bound from a node: the straight line. */
static int64_t left_from(const search *s, int32_t node) {
  return without_slack(s, pf_search_graph_units(s->o->base, pf_overlay_at(s->o, node), s->goal));
}

static inline void offer(const search *s, int32_t from, int32_t to, int64_t weight, uint64_t hash) {
  pf_spt *tree = &s->a->tree;
  const int64_t length = tree->length[from] + weight;
  hash += tree->hash[from];
  if (length > tree->length[to] || (length == tree->length[to] && hash >= tree->hash[to])) return;
  if (pf_overlay_blocked(s->o, from, to)) return;
  assert(weight >= 0);
  tree->length[to] = length;
  tree->hash[to] = hash;
  tree->parent[to] = from;
  pf_heap_put(&s->a->heap, to, length + left_from(s, to));
}

/* Offers a path along an edge of the graph. Nearly all edges improve nothing, which squares of
 * lengths usually show; the margin allows for their rounding and decides nothing. */
static inline void offer_vertex(const search *s, int32_t from, int32_t to) {
  const pf_graph *graph = &s->o->base->graph;
  const int64_t room = s->a->tree.length[to] - s->a->tree.length[from];
  if (room < 0) return;
  const pf_lattice_point d = pf_from_to(graph->at[from], graph->at[to]);
  const double square = (double)((int64_t)d.x * d.x + (int64_t)d.y * d.y);
  const double most = (double)room * (1 + 0x1p-32) + 1;
  if (square * s->units_squared > most * most) return;
  offer(s, from, to, pf_length_units(d, graph->length_bits),
        pf_graph_tie_hash(graph->at[from], graph->at[to]));
}

/* Lists the path to a node, from the root on, in points. */
static pathfan_status trace(pf_astar *a, const pf_overlay *o, int32_t node) {
  int32_t count = 0;
  for (int32_t v = node; v >= 0; v = a->tree.parent[v]) count++;
  const pathfan_status status = pf_grow(&a->points, &a->point_capacity, count);
  if (status) return status;
  a->point_count = count;
  for (int32_t v = node; v >= 0; v = a->tree.parent[v]) a->points[--count] = pf_overlay_at(o, v);
  a->length = a->tree.length[node];
  return PATHFAN_OK;
}

pathfan_status pf_astar_find(pf_astar *a, const pf_overlay *o, int32_t from, int32_t to,
                             const pf_guide *guide, pf_work_limit *work_limit) {
  const pf_search_graph *base = o->base;
  const int32_t n = base->graph.vertex_count, nodes = pf_overlay_count(o);
  const double units = pf_power_of_two(base->graph.length_bits);
  const search s = {a, o, pf_overlay_at(o, to), nodes, units * units};
  pf_spt *tree = &a->tree;
  bool stopped = false;
  a->point_count = 0;
  pathfan_status status = pf_spt_clear(tree, nodes);
  if (!status) status = pf_heap_fit(&a->heap, nodes);
  if (status) return status;
  tree->length[from] = 0;
  tree->hash[from] = 0;
  pf_heap_put(&a->heap, from, 0);
  /* The bound never overestimates, but rounding may reduce it by more than an edge is long, so a
     node may be expanded again. Nodes with the goal's key may be on a path as long as that
     found. */
  while (a->heap.count && a->heap.entries[0].key <= tree->length[to]) {
    const pf_heap_entry top = pf_heap_take(&a->heap);
    const int32_t v = top.node;
    if (v == to) continue;
    if (guide && v < n) {
      const int64_t key = tree->length[v] + without_slack(&s, guide->left(guide->context, v));
      if (key > top.key) {
        pf_heap_put(&a->heap, v, key);
        continue;
      }
    }
    stopped = !pf_work_limit_spend(work_limit, 1);
    if (stopped) break;
    for (int32_t e = v < n ? base->first[v] : 0, end = v < n ? base->first[v + 1] : 0; e < end; e++)
      offer_vertex(&s, v, base->to[e]);
    for (int32_t i = o->head[v]; i >= 0; i = o->edges[i].next)
      offer(&s, v, o->edges[i].to, o->edges[i].weight, o->edges[i].hash);
  }
  pf_heap_clear(&a->heap);
  return stopped || tree->length[to] == PF_SPT_FAR ? PATHFAN_OK : trace(a, o, to);
}

void pf_astar_free(pf_astar *a) {
  free(a->points);
  pf_heap_free(&a->heap);
  pf_spt_free(&a->tree);
  memset(a, 0, sizeof *a);
}
