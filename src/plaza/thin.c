/* thin.c - leaves out edges of a graph that no pair needs, up to a stretch: pairs in order of their
 * lengths; the ways of those that what is kept so far doesn't join well enough are kept (the greedy
 * spanner of Althoefer et al., 1993, with the ways of pairs in place of edges). So every pair's way
 * is short enough as soon as its turn comes, and what is kept later makes none longer.
 *
 * Both searches are A*, which sees little of the graph: the bound, a few per cent above the
 * straight line in the open, closes off the rest. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/memory.h"
#include "base/status.h"
#include "plaza/plaza.h"

/* Of straight lengths: they are lower bounds in spite of rounding. */
#define SURELY (1 - 1e-12)

typedef struct pair {
  double length; /* of the shortest way */
  int32_t from, to;
} pair;

typedef struct thinning {
  pf_net *net;
  int32_t *first;   /* [Size: nodes + 1] in `edges` */
  int32_t *edges;   /* [Size: 2 * ways] those at each node */
  uint8_t *is_kept; /* [Size: ways] */
  double *length;   /* [Size: nodes] of the search, to each node; INFINITY: not reached */
  int32_t *by;      /* [Size: nodes] the edge by which it was reached */
  int32_t *reached; /* [Size: nodes] */
  int32_t reached_count;
  pf_heap open;
  pair *pairs; /* by length */
  int64_t pair_count;
} thinning;

static int32_t other_end(const pf_net *net, int32_t edge, int32_t node) {
  const int32_t *ends = &net->steps[net->ways[edge].first_step];
  return ends[0] == node ? ends[1] : ends[0];
}

/* Doubles that aren't negative have the order of their bits. */
static int64_t key_of(double length) {
  int64_t key;
  memcpy(&key, &length, sizeof key);
  return key;
}

static void reach(thinning *t, int32_t node, int32_t to, double length, int32_t by, double most) {
  const pathfan_point a = t->net->nodes[node].at, b = t->net->nodes[to].at;
  const double in_all = length + SURELY * hypot(b.x - a.x, b.y - a.y);
  if (length >= t->length[node] || in_all > most) return;
  if (isinf(t->length[node])) t->reached[t->reached_count++] = node;
  t->length[node] = length;
  t->by[node] = by;
  pf_heap_put(&t->open, node, key_of(in_all));
}

/* The length of the shortest way over kept edges, or over all; INFINITY if it is above `most`. */
static double find(thinning *t, int32_t from, int32_t to, double most, bool all) {
  for (int32_t i = 0; i < t->reached_count; i++) t->length[t->reached[i]] = INFINITY;
  t->reached_count = 0;
  pf_heap_clear(&t->open);
  reach(t, from, to, 0, -1, most);
  while (t->open.count) {
    const int32_t node = pf_heap_take(&t->open).node;
    if (node == to) return t->length[to];
    for (int32_t i = t->first[node]; i < t->first[node + 1]; i++) {
      const int32_t edge = t->edges[i];
      if (all || t->is_kept[edge])
        reach(t, other_end(t->net, edge, node), to, t->length[node] + t->net->ways[edge].length,
              edge, most);
    }
  }
  return INFINITY;
}

static int by_length(const void *a, const void *b) {
  const pair *p = a, *q = b;
  if (p->length != q->length) return p->length < q->length ? -1 : 1;
  if (p->from != q->from) return p->from < q->from ? -1 : 1;
  return (p->to > q->to) - (p->to < q->to);
}

static pathfan_status begin(thinning *t, int32_t entry_count) {
  const pf_net *net = t->net;
  const uint64_t nodes = (uint64_t)net->node_count, ways = (uint64_t)net->way_count;
  t->first = pf_alloc_zero(nodes + 1, sizeof *t->first);
  t->edges = pf_alloc(2 * ways, sizeof *t->edges);
  t->is_kept = pf_alloc_zero(ways, 1);
  t->length = pf_alloc(nodes, sizeof *t->length);
  t->by = pf_alloc(nodes, sizeof *t->by);
  t->reached = pf_alloc(nodes, sizeof *t->reached);
  t->pairs = pf_alloc((uint64_t)net->pair_count, sizeof *t->pairs);
  if (!t->first || !t->edges || !t->is_kept || !t->length || !t->by || !t->reached || !t->pairs ||
      pf_heap_fit(&t->open, net->node_count))
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < net->node_count; v++) t->length[v] = INFINITY;
  for (int32_t s = 0; s < net->step_count; s++) t->first[net->steps[s]]++;
  for (int32_t v = 0, sum = 0; v <= net->node_count; v++) {
    sum += t->first[v];
    t->first[v] = sum; /* where its edges end */
  }
  for (int32_t w = net->way_count - 1; w >= 0; w--)
    for (int e = 0; e < 2; e++) t->edges[--t->first[net->steps[net->ways[w].first_step + e]]] = w;
  for (int32_t i = 0; i < entry_count; i++)
    for (int32_t j = i + 1; j < entry_count; j++)
      if (net->areas[i] == net->areas[j])
        t->pairs[t->pair_count++] = (pair){find(t, i, j, INFINITY, true), i, j};
  if (t->pair_count) qsort(t->pairs, (size_t)t->pair_count, sizeof *t->pairs, by_length);
  return PATHFAN_OK;
}

/* Keeps the edges of pairs that aren't joined well enough. */
static void keep(thinning *t, double stretch) {
  for (int64_t i = 0; i < t->pair_count; i++) {
    const pair p = t->pairs[i];
    if (find(t, p.from, p.to, stretch * p.length, false) < INFINITY) continue;
    (void)find(t, p.from, p.to, INFINITY, true);
    for (int32_t node = p.to; node != p.from; node = other_end(t->net, t->by[node], node))
      t->is_kept[t->by[node]] = 1;
  }
}

static double worst_of(thinning *t) {
  double worst = 1;
  for (int64_t i = 0; i < t->pair_count; i++) {
    const pair p = t->pairs[i];
    if (p.length > 0) worst = fmax(worst, find(t, p.from, p.to, INFINITY, false) / p.length);
  }
  return worst;
}

/* Drops other edges, and corners that have none. */
static void drop(thinning *t, int32_t entry_count) {
  pf_net *net = t->net;
  int32_t *number = t->by; /* the new one of each node */
  int32_t ways = 0, nodes = 0;
  for (int32_t v = 0; v < net->node_count; v++) number[v] = v < entry_count ? 0 : -1;
  for (int32_t w = 0; w < net->way_count; w++) {
    if (!t->is_kept[w]) continue;
    const int32_t *from = &net->steps[net->ways[w].first_step];
    net->ways[ways] = (pf_net_way){2 * ways, net->ways[w].length};
    for (int e = 0; e < 2; e++) number[net->steps[2 * ways + e] = from[e]] = 0;
    ways++;
  }
  net->way_count = ways;
  net->step_count = 2 * ways;
  for (int32_t v = 0; v < net->node_count; v++)
    if (number[v] >= 0) number[v] = nodes++;
  for (int32_t v = 0; v < net->node_count; v++) {
    if (number[v] < 0) continue;
    net->nodes[number[v]] = net->nodes[v];
    net->nodes[number[v]].first = number[net->nodes[v].first];
  }
  net->node_count = nodes;
  for (int32_t s = 0; s < net->step_count; s++) net->steps[s] = number[net->steps[s]];
  free(net->slots); /* of the old numbers */
  net->slots = NULL;
  net->slot_count = 0;
}

pathfan_status pf_net_thin(const pf_plaza *plaza, double stretch, pf_net *net, double *worst,
                           pathfan_error *error) {
  thinning t = {.net = net};
  const pathfan_status status = begin(&t, plaza->entry_count);
  *worst = 1;
  if (!status) {
    keep(&t, stretch);
    *worst = worst_of(&t);
    drop(&t, plaza->entry_count);
  }
  free(t.first);
  free(t.edges);
  free(t.is_kept);
  free(t.length);
  free(t.by);
  free(t.reached);
  free(t.pairs);
  pf_heap_free(&t.open);
  return status ? pf_fail(error, status, "%s: out of memory", plaza->path) : PATHFAN_OK;
}
