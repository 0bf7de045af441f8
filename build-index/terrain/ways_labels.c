/* ways_labels.c - hub labels by pruned searches (Akiba, Iwata, Yoshida 2013), the most travelled
 * nodes first.
 *
 * How much a node is travelled is the number of paths that pass it in trees of cheapest paths from
 * nodes spread over the terrain. These are whole numbers, so ranks are the same however threads
 * share the work. The hubs are searched in sequence: each search is pruned by the labels of those
 * before. With each label a node keeps the edge by which the search reached it, the first on its
 * path to the hub; the next node has a label of the same hub, since a search goes on only from
 * nodes that it has labelled.
 *
 * With two sides (terrain/ways.h) a hub is searched twice: along the edges, which gives labels of
 * ways that lead to a node, then against them, which gives those of ways that leave it. */
#include "ways_labels.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/heap.h"
#include "base/memory.h"
#include "base/parallel.h"

#define TREES_MOST 256
#define TIE 1e-12 /* costs that differ by less, relatively, count as equal */

typedef struct neighbour {
  int32_t edge, node;
} neighbour;

typedef struct list {
  pf_way_label *labels;
  int32_t count, capacity;
} list;

/* The state of one thread's search over edges. */
typedef struct search {
  pf_heap queue;
  double *cost;   /* [Size: n] INFINITY: not reached */
  int32_t *edge;  /* [Size: n] the edge by which a node was reached; NONE */
  int32_t *order; /* nodes in the order in which they were taken */
  int64_t *over;  /* [Size: n] paths over a node, of all trees grown by the thread */
  int32_t *below;
} search;

typedef struct labeller {
  int32_t n, sides;
  const pf_way_edge *edges;
  int32_t edge_count;
  uint32_t *first; /* [Size: n * sides + 1] edges that leave a node, then those that lead to it */
  neighbour *neighbours;
  search *searches; /* one per thread */
  int32_t threads, trees;
  list *lists; /* [Size: n * sides] */
  int32_t *by_rank;
  double *to_hub; /* [Size: n] by rank: cost from the hub being searched, or to it; INFINITY */
  pf_memory_limit *memory_limit;
} labeller;

static int64_t key_of(double cost) {
  int64_t bits;
  memcpy(&bits, &cost, sizeof bits);
  return bits;
}

static int32_t tail_of(const pf_way_edge *edge) {
  return edge->is_back ? edge->b : edge->a;
}

static int32_t head_of(const pf_way_edge *edge) {
  return edge->is_back ? edge->a : edge->b;
}

static pathfan_status link_nodes(labeller *l) {
  const int32_t lists = l->n * l->sides, leading = l->n * (l->sides - 1);
  l->first = pf_alloc_zero((uint64_t)lists + 2, sizeof *l->first);
  l->neighbours = pf_alloc(2 * (uint64_t)l->edge_count, sizeof *l->neighbours);
  if (!l->first || !l->neighbours) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t e = 0; e < l->edge_count; e++) {
    l->first[tail_of(&l->edges[e]) + 2]++;
    l->first[leading + head_of(&l->edges[e]) + 2]++;
  }
  for (int32_t v = 0; v < lists; v++) l->first[v + 2] += l->first[v + 1];
  for (int32_t e = 0; e < l->edge_count; e++) {
    const int32_t tail = tail_of(&l->edges[e]), head = head_of(&l->edges[e]);
    l->neighbours[l->first[tail + 1]++] = (neighbour){e, head};
    l->neighbours[l->first[leading + head + 1]++] = (neighbour){e, tail};
  }
  return PATHFAN_OK;
}

static pathfan_status search_init(search *s, int32_t n) {
  s->cost = pf_alloc((uint64_t)n, sizeof *s->cost);
  s->edge = pf_alloc((uint64_t)n, sizeof *s->edge);
  s->order = pf_alloc((uint64_t)n, sizeof *s->order);
  s->over = pf_alloc_zero((uint64_t)n, sizeof *s->over);
  s->below = pf_alloc((uint64_t)n, sizeof *s->below);
  if (!s->cost || !s->edge || !s->order || !s->over || !s->below) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n; v++) s->cost[v] = INFINITY;
  return pf_heap_fit(&s->queue, n);
}

static void search_free(search *s) {
  pf_heap_free(&s->queue);
  free(s->cost);
  free(s->edge);
  free(s->order);
  free(s->over);
  free(s->below);
}

static void reach(search *s, int32_t node, double cost, int32_t edge) {
  /* Among paths of equal cost the lowest edge wins, so the result doesn't depend on the queue. */
  if (cost > s->cost[node] || (cost == s->cost[node] && edge >= s->edge[node])) return;
  const bool sinks = cost < s->cost[node];
  s->cost[node] = cost;
  s->edge[node] = edge;
  if (sinks) pf_heap_put(&s->queue, node, key_of(cost));
}

/* side: 0 follows edges, 1 goes against them. */
static void relax(const labeller *l, search *s, int32_t node, int side) {
  const int32_t of = node + side * l->n;
  for (uint32_t i = l->first[of]; i < l->first[of + 1]; i++)
    reach(s, l->neighbours[i].node, s->cost[node] + l->edges[l->neighbours[i].edge].cost,
          l->neighbours[i].edge);
}

/* ---- Ranks ---- */

/* Grows a tree of cheapest paths, from its root and to it in turns, and counts the paths over each
 * node. */
static pathfan_status grow_tree(void *context, int64_t item, int32_t thread) {
  const labeller *l = context;
  search *s = &l->searches[thread];
  const int32_t root = (int32_t)(item * l->n / l->trees);
  int32_t count = 0;
  reach(s, root, 0, PF_TERRAIN_NONE);
  while (s->queue.count) {
    const int32_t node = pf_heap_take(&s->queue).node;
    s->order[count++] = node;
    s->below[node] = 1;
    relax(l, s, node, (int)(item % l->sides));
  }
  for (int32_t i = count; i-- > 0;) {
    const int32_t node = s->order[i];
    s->over[node] += s->below[node];
    if (i) s->below[pf_way_other_end(&l->edges[s->edge[node]], node)] += s->below[node];
  }
  for (int32_t i = 0; i < count; i++) s->cost[s->order[i]] = INFINITY;
  return PATHFAN_OK;
}

typedef struct ranked {
  int64_t over;
  uint64_t tie;
  int32_t node;
} ranked;

static int by_travel(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->over != y->over) return x->over > y->over ? -1 : 1;
  if (x->tie != y->tie) return x->tie < y->tie ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

/* For asking whether to go on without reporting progress. */
typedef struct pause {
  const pf_limits *limits;
  int64_t at;
} pause;

static bool go_on_from_pause(void *context, int64_t unused) {
  const pause *p = context;
  (void)unused;
  return !pf_limits_done(p->limits, p->at);
}

/* Ranks the nodes. No progress is reported: legs, found before, count as many nodes, and so do the
 * labels that follow; the few trees don't count. */
static pathfan_status rank(labeller *l, const pf_limits *limits) {
  pause p = {limits, l->n};
  const pf_limits paused = {.done = go_on_from_pause, .done_context = &p};
  l->trees = l->n < TREES_MOST ? l->n : TREES_MOST;
  pathfan_status status = pf_parallel_for(l->trees, l->threads, grow_tree, l, &paused);
  ranked *order = pf_alloc((uint64_t)l->n, sizeof *order);
  if (!order) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < l->n && !status; v++) {
    order[v] = (ranked){0, pf_mix((uint64_t)v + 1), v};
    for (int32_t t = 0; t < l->threads; t++) order[v].over += l->searches[t].over[v];
  }
  if (!status) {
    qsort(order, (size_t)l->n, sizeof *order, by_travel);
    for (int32_t r = 0; r < l->n; r++) l->by_rank[r] = order[r].node;
  }
  free(order);
  return status;
}

/* ---- Labels ---- */

/* Whether labels already show that a node is as near to the hub. of: the node's. */
static bool is_covered(const labeller *l, const list *of, double cost) {
  for (int32_t i = 0; i < of->count; i++)
    if (l->to_hub[of->labels[i].hub] + of->labels[i].cost <= cost * (1 + TIE)) return true;
  return false;
}

static pathfan_status add_label(labeller *l, list *of, pf_way_label label) {
  assert(!of->count || of->labels[of->count - 1].hub < label.hub); /* ascending */
  assert(label.cost >= 0);
  const pathfan_status status =
      pf_memory_limit_grow(l->memory_limit, &of->labels, &of->capacity, (int64_t)of->count + 1);
  if (!status) of->labels[of->count++] = label;
  return status;
}

/* Searches from a hub along the edges (side 0) or against them. Along them, the hub's own labels
 * are of ways that leave it, and those of the nodes reached of ways that lead there. */
static pathfan_status search_hub(labeller *l, int32_t hub, int side) {
  search *s = &l->searches[0];
  const int32_t root = l->by_rank[hub];
  const list *own = &l->lists[root + side * l->n];
  list *lists = l->lists + (l->sides - 1 - side) * l->n;
  int32_t count = 0;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < own->count; i++) l->to_hub[own->labels[i].hub] = own->labels[i].cost;
  reach(s, root, 0, PF_TERRAIN_NONE);
  while (s->queue.count && !status) {
    const int32_t node = pf_heap_take(&s->queue).node;
    s->order[count++] = node;
    if (is_covered(l, &lists[node], s->cost[node])) continue;
    status = add_label(l, &lists[node], (pf_way_label){hub, s->edge[node], s->cost[node]});
    relax(l, s, node, side);
  }
  pf_heap_clear(&s->queue);
  for (int32_t i = 0; i < own->count; i++) l->to_hub[own->labels[i].hub] = INFINITY;
  /* Nodes that were reached but not taken are neighbours of those taken. */
  for (int32_t i = 0; i < count; i++) {
    s->cost[s->order[i]] = INFINITY;
    const int32_t of = s->order[i] + side * l->n;
    for (uint32_t k = l->first[of]; k < l->first[of + 1]; k++)
      s->cost[l->neighbours[k].node] = INFINITY;
  }
  return status;
}

static pathfan_status hand_over(labeller *l, pf_ways_data *ways) {
  const int32_t lists = l->n * l->sides;
  uint64_t count = 0;
  for (int32_t v = 0; v < lists; v++) count += (uint64_t)l->lists[v].count;
  if (count > UINT32_MAX) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pf_memory_limit_take(l->memory_limit, count * sizeof *ways->labels +
                                                ((uint64_t)lists + 1) * sizeof *ways->first_label);
  if (status) return status;
  ways->first_label = pf_alloc((uint64_t)lists + 1, sizeof *ways->first_label);
  ways->labels = pf_alloc(count, sizeof *ways->labels);
  if (!ways->first_label || !ways->labels) return PATHFAN_ERR_NO_MEMORY;
  uint32_t at = 0;
  for (int32_t v = 0; v < lists; v++) {
    ways->first_label[v] = at;
    memcpy(ways->labels + at, l->lists[v].labels, (size_t)l->lists[v].count * sizeof *ways->labels);
    at += (uint32_t)l->lists[v].count;
    pf_memory_limit_release(l->memory_limit,
                            (uint64_t)l->lists[v].capacity * sizeof *l->lists[v].labels);
    free(l->lists[v].labels);
    l->lists[v].labels = NULL;
  }
  ways->first_label[lists] = at;
  ways->view.label_count = (int64_t)count;
  return PATHFAN_OK;
}

static pathfan_status label_all(labeller *l, pf_ways_data *ways, const pf_limits *limits) {
  pathfan_status status = link_nodes(l);
  for (int32_t t = 0; t < l->threads && !status; t++) status = search_init(&l->searches[t], l->n);
  if (!status) status = rank(l, limits);
  for (int32_t v = 0; v < l->n && !status; v++) l->to_hub[v] = INFINITY;
  for (int32_t hub = 0; hub < l->n && !status; hub++) {
    for (int side = 0; side < l->sides && !status; side++) status = search_hub(l, hub, side);
    if (!status) status = pf_limits_done(limits, l->n + hub);
  }
  return status ? status : hand_over(l, ways);
}

/* Returns the memory of all but labels. */
static uint64_t bytes_of(const labeller *l) {
  const search *s = l->searches;
  const uint64_t of_search = sizeof *s->cost + sizeof *s->edge + sizeof *s->order +
                             sizeof *s->over + sizeof *s->below + sizeof *s->queue.entries +
                             sizeof *s->queue.place;
  const uint64_t of_node = (uint64_t)l->sides * (sizeof *l->lists + sizeof *l->first) +
                           sizeof *l->by_rank + sizeof *l->to_hub + sizeof(ranked);
  return (uint64_t)l->n * ((uint64_t)l->threads * of_search + of_node) +
         2 * (uint64_t)l->edge_count * sizeof *l->neighbours;
}

pathfan_status pf_ways_label(int32_t node_count, int32_t threads, const pf_limits *limits,
                             pf_ways_data *ways) {
  const uint64_t n = (uint64_t)node_count;
  labeller l = {.n = node_count,
                .sides = ways->view.second_node ? 2 : 1,
                .edges = ways->edges,
                .edge_count = ways->view.edge_count,
                .threads = threads < 1 ? 1 : threads,
                .memory_limit = pf_limits_memory(limits)};
  const uint64_t bytes = bytes_of(&l);
  pathfan_status status = pf_limits_take(limits, bytes);
  if (status) return status;
  status = PATHFAN_ERR_NO_MEMORY;
  l.searches = pf_alloc_zero((uint64_t)l.threads, sizeof *l.searches);
  l.lists = pf_alloc_zero(n * (uint64_t)l.sides, sizeof *l.lists);
  l.by_rank = ways->by_rank = pf_alloc(n, sizeof *l.by_rank);
  l.to_hub = pf_alloc(n, sizeof *l.to_hub);
  if (l.searches && l.lists && l.by_rank && l.to_hub) status = label_all(&l, ways, limits);
  for (int32_t t = 0; t < l.threads && l.searches; t++) search_free(&l.searches[t]);
  for (int32_t v = 0; v < node_count * l.sides && l.lists; v++) free(l.lists[v].labels);
  free(l.searches);
  free(l.lists);
  free(l.to_hub);
  free(l.first);
  free(l.neighbours);
  pf_memory_limit_release(l.memory_limit, bytes);
  return status;
}
