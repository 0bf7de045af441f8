/* grove.c - the trees of several sources, grown together.
 *
 * The trees of neighbours are nearly the same. So Dijkstra's algorithm (trees.c) runs for eight of
 * them at once, following M. Kaufmann, T. Then, A. Kemper and T. Neumann ("Parallel array-based
 * single- and multi-source breadth first searches", EDBT 2017) and, with sweeps, D. Delling, A.
 * Goldberg, A. Nowatzyk and R. Werneck ("PHAST", IPDPS 2011): an edge is read once for all trees,
 * and one comparison of eight numbers tells whether it improves any of them.
 *
 * These numbers are the upper bits of lengths. If they rule out an improvement, there is none; a
 * possible one is compared exactly, tree by tree. Trees that have come to a vertex by different
 * edges are continued one after the other.
 *
 * A vertex waits in the bucket of the shortest length that has improved, and is expanded for all
 * trees that have improved. Other trees may improve later, by as much as the sources lie apart;
 * then it is expanded again for them, which is rare (2% of vertices on cities, as few on caves). */
#include "graph/grove.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"

enum { TREES = PF_GROVE_TREES };

/* No path is longer than 2^61 (trees.h): so low lengths are below UNREACHED, and the sum of two of
 * them, or of one and IDLE, is below 2^31. */
enum { LOW_SHIFT = 32, UNREACHED = 1 << 30, IDLE = UNREACHED + 1 };

/* Directed edges per vertex from which on side by side pays: memory per vertex is eight times as
 * much, which few edges don't make up for. */
enum { EDGES_LEAST = 100 };

enum { LINE = 64 };

/* Expansions between two checks of the targets. */
enum { EXPANSIONS_PER_LOOK = 32 };

/* A grove being grown. */
typedef struct growth {
  pf_grove *grove;
  const pf_graph *graph;
  uint32_t active; /* unfinished trees */
  int64_t now;     /* bucket */
  int64_t expansions;
} growth;

/* ---- Memory ---- */

bool pf_grove_pays(const pf_graph *graph) {
  return graph->vertex_count && graph->edge_count / EDGES_LEAST >= graph->vertex_count;
}

pathfan_status pf_grove_init(pf_grove *g, const pf_graph *graph, bool side_by_side) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  *g = (pf_grove){.graph = graph};
  if (!side_by_side) return PATHFAN_OK;
  const pathfan_status status = pf_buckets_init(&g->queue, graph);
  g->nodes = pf_alloc_aligned(n * sizeof *g->nodes, LINE);
  g->low = pf_alloc_aligned(n * TREES * sizeof *g->low, LINE);
  g->bits = pf_alloc(n, sizeof *g->bits);
  g->reached = pf_alloc(n, sizeof *g->reached);
  if (status || !g->nodes || !g->low || !g->bits || !g->reached) {
    pf_grove_free(g);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (uint64_t i = 0; i < n * TREES; i++) g->low[i] = UNREACHED;
  for (uint64_t v = 0; v < n; v++) g->bits[v] = (pf_grove_bits){.bucket = -1};
  return PATHFAN_OK;
}

void pf_grove_free(pf_grove *g) {
  pf_buckets_free(&g->queue);
  pf_free_aligned(g->nodes);
  pf_free_aligned(g->low);
  free(g->bits);
  free(g->reached);
  memset(g, 0, sizeof *g);
}

uint64_t pf_grove_bytes(int32_t n) {
  return (uint64_t)n *
         (sizeof(pf_grove_node) + sizeof(pf_grove_bits) + (TREES + 1) * sizeof(int32_t) + 20);
}

/* Forgets the trees grown before. */
static void clear(pf_grove *g) {
  for (int32_t k = 0; k < g->reached_count; k++) {
    const int32_t v = g->reached[k];
    for (int i = 0; i < TREES; i++) g->low[(int64_t)v * TREES + i] = UNREACHED;
    g->bits[v] = (pf_grove_bits){.bucket = -1};
  }
  g->reached_count = 0;
  pf_buckets_clear(&g->queue);
}

/* ---- Growing ---- */

/* Finds in which of `trees` edge e from `from` gives its end a better path, records it, and makes
 * the end wait if a path can go on from there. */
static pathfan_status improve(growth *s, int32_t from, int32_t e, bool goes_on, uint32_t trees) {
  pf_grove *g = s->grove;
  const int64_t weight = s->graph->edges[e].weight;
  const int32_t to = s->graph->edges[e].to;
  const pf_grove_node *before = &g->nodes[from];
  pf_grove_node *node = &g->nodes[to];
  pf_grove_bits *bits = &g->bits[to];
  /* Faster computed than fetched: there are many edges. */
  const uint64_t hash = pf_graph_tie_hash(s->graph->at[from], s->graph->at[to]);
  uint32_t better = 0;
  int64_t least = INT64_MAX;
  for (; trees; trees &= trees - 1) {
    const int i = pf_lowest_bit(trees);
    const int64_t length = before->length[i] + weight;
    const uint64_t tie_hash = before->tie_hash[i] + hash;
    if (bits->known >> i & 1 &&
        (length > node->length[i] || (length == node->length[i] && tie_hash >= node->tie_hash[i])))
      continue;
    node->length[i] = length;
    node->tie_hash[i] = tie_hash;
    node->parent[i] = from;
    node->parent_edge[i] = e;
    g->low[(int64_t)to * TREES + i] = (int32_t)(length >> LOW_SHIFT);
    better |= UINT32_C(1) << i;
    if (length < least) least = length;
  }
  if (!better) return PATHFAN_OK;
  if (!bits->known) g->reached[g->reached_count++] = to;
  bits->known |= (uint8_t)better;
  bits->waits = (uint8_t)(goes_on ? bits->waits | better : bits->waits & ~better);
  if (!goes_on) return PATHFAN_OK;
  int64_t bucket = least >> g->queue.shift;
  if (bucket > s->now + g->queue.mask) bucket = s->now + g->queue.mask;
  if (bits->bucket >= 0 && bits->bucket <= bucket) return PATHFAN_OK;
  assert(bucket >= s->now);
  bits->bucket = bucket;
  return pf_buckets_put(&g->queue, to, bucket);
}

/* Relaxes some edges of v in some trees. */
static PF_INLINE pathfan_status follow(growth *s, int32_t v, int32_t begin, int32_t end,
                                       bool goes_on, const int32_t *from, uint32_t trees) {
  const pf_edge *edges = s->graph->edges;
  const int32_t *low = s->grove->low;
  for (int32_t e = begin; e < end; e++) {
    const int32_t weight = (int32_t)(edges[e].weight >> LOW_SHIFT);
    const int32_t *there = low + (int64_t)edges[e].to * TREES;
    int32_t less[TREES], any = 0; /* below 0 if the new length may be no longer */
    PF_AS_VECTORS
    for (int i = 0; i < TREES; i++) {
      less[i] = from[i] + weight - there[i];
      any |= less[i];
    }
    if (any >= 0) continue;
    uint32_t found = 0;
    for (int i = 0; i < TREES; i++) found |= (uint32_t)(less[i] < 0) << i;
    const pathfan_status status = improve(s, v, e, goes_on, found & trees);
    if (status) return status;
  }
  return PATHFAN_OK;
}

/* Goes on from v in those trees that have come to it by edge e. */
static pathfan_status go_on(growth *s, int32_t v, int32_t e, uint32_t trees) {
  const pf_edge *arrival = &s->graph->edges[e];
  const int g = arrival->side == PF_SIDE_LEFT ? PF_EDGES_LEFT_TAUT : PF_EDGES_RIGHT_TAUT;
  const int32_t *group = &s->graph->group[PF_EDGE_GROUPS * v + g];
  const int32_t *low = s->grove->low + (int64_t)v * TREES;
  int32_t from[TREES]; /* low lengths less one; IDLE for other trees */
  for (int i = 0; i < TREES; i++) from[i] = trees >> i & 1 ? low[i] - 1 : IDLE;
  const pathfan_status status = follow(s, v, arrival->next_taut, group[1], true, from, trees);
  return status ? status : follow(s, v, arrival->next_end, group[2], false, from, trees);
}

static pathfan_status expand(growth *s, int32_t v, uint32_t trees) {
  const pf_grove_node *node = &s->grove->nodes[v];
  pathfan_status status = PATHFAN_OK;
  s->expansions++;
  while (trees && !status) {
    const int32_t e = node->parent_edge[pf_lowest_bit(trees)];
    uint32_t same = 0;
    for (int i = 0; i < TREES; i++) same |= (uint32_t)(node->parent_edge[i] == e) << i;
    same &= trees;
    status = go_on(s, v, e, same);
    trees &= ~same;
  }
  return status;
}

static pathfan_status plant(growth *s, int32_t i) {
  pf_grove *g = s->grove;
  const int32_t source = g->sources[i], end = pf_graph_end(s->graph, source);
  pf_grove_node *node = &g->nodes[source];
  pathfan_status status = PATHFAN_OK;
  if (!g->bits[source].known) g->reached[g->reached_count++] = source;
  g->bits[source].known |= (uint8_t)(1 << i);
  g->low[(int64_t)source * TREES + i] = 0;
  node->length[i] = 0;
  node->tie_hash[i] = 0;
  node->parent[i] = node->parent_edge[i] = -1;
  for (int32_t e = pf_graph_first(s->graph, source); e < end && !status; e++)
    status = improve(s, source, e, s->graph->edges[e].side != PF_SIDE_NONE, UINT32_C(1) << i);
  return status;
}

/* ---- Ending ---- */

/* Whether a tree has its targets and reaches as far beyond as requested, given that no length below
 * `least` will change. */
static bool has_goal(const pf_grove *g, int i, int64_t least) {
  pf_tree_goal *goal = &g->goals[i];
  for (; goal->found < goal->count; goal->found++) {
    const int32_t v = goal->targets[goal->found];
    if (!(g->bits[v].known >> i & 1)) return false;
    const int64_t length = g->nodes[v].length[i];
    if (length >= least) return false;
    if (length > goal->farthest) goal->farthest = length;
  }
  goal->limit = (int64_t)(goal->factor * (double)goal->farthest) + goal->more;
  return least > goal->limit;
}

/* Ends the expansion of finished trees. */
static void finish_some(growth *s) {
  const int64_t least = s->now << s->grove->queue.shift;
  for (uint32_t left = s->active; left; left &= left - 1) {
    const int i = pf_lowest_bit(left);
    if (has_goal(s->grove, i, least)) s->active &= ~(UINT32_C(1) << i);
  }
}

static pathfan_status grow(pf_grove *g) {
  growth s = {.grove = g, .graph = g->graph, .active = (UINT32_C(1) << g->count) - 1};
  pathfan_status status = PATHFAN_OK;
  int64_t look = 0;
  clear(g);
  for (int32_t i = 0; i < g->count && !status; i++) status = plant(&s, i);
  while (g->queue.left && s.active && !status) {
    const int64_t before = s.now;
    s.now = pf_buckets_next(&g->queue, s.now);
    assert(s.now >= before);
    (void)before;
    if (g->goals && s.expansions >= look) {
      finish_some(&s);
      look = s.expansions + EXPANSIONS_PER_LOOK;
    }
    for (int32_t v; !status && (v = pf_buckets_take(&g->queue, s.now)) >= 0;) {
      pf_grove_bits *bits = &g->bits[v];
      if (bits->bucket != s.now) continue; /* expanded from an earlier bucket */
      const uint32_t trees = bits->waits & s.active;
      bits->bucket = -1;
      bits->waits = 0;
      if (trees) status = expand(&s, v, trees);
    }
  }
  return status;
}

static void begin(pf_grove *g, const int32_t *sources, pf_tree_goal *goals, int32_t count) {
  memcpy(g->sources, sources, (size_t)count * sizeof *sources);
  g->count = count;
  g->goals = goals;
}

pathfan_status pf_grove_grow(pf_grove *g, const int32_t *sources, int32_t count) {
  begin(g, sources, NULL, count);
  return g->nodes ? grow(g) : PATHFAN_OK;
}

pathfan_status pf_grove_grow_to(pf_grove *g, const int32_t *sources, pf_tree_goal *goals,
                                int32_t count) {
  begin(g, sources, goals, count);
  for (int32_t i = 0; i < count; i++) {
    goals[i].found = 0;
    goals[i].farthest = 0;
  }
  return g->nodes ? grow(g) : PATHFAN_OK;
}

/* ---- Taking ---- */

/* Appends a vertex to the order, after those of its ancestors that aren't there yet. */
static void place(pf_tree *tree, int32_t v) {
  uint8_t *placed = tree->waiting;
  int32_t count = 0;
  for (int32_t x = v; x >= 0 && !placed[x]; x = tree->parent[x]) count++;
  tree->count += count;
  for (int32_t x = v, at = tree->count; count; count--, x = tree->parent[x]) {
    tree->order[--at] = x;
    placed[x] = 1;
  }
}

/* Copies a vertex into the tree. */
static void copy(const pf_grove *g, int32_t i, int32_t v, pf_tree *tree) {
  const pf_grove_node *node = &g->nodes[v];
  tree->length[v] = node->length[i];
  tree->tie_hash[v] = node->tie_hash[i];
  tree->parent[v] = node->parent[i];
  tree->parent_edge[v] = node->parent_edge[i];
  tree->reached[tree->reached_count++] = v;
}

static void begin_tree(const pf_grove *g, int32_t i, pf_tree *tree) {
  pf_tree_clear(tree);
  tree->source = g->sources[i];
  tree->count = 0;
}

static void finish_order(pf_tree *tree) {
  for (int32_t k = 0; k < tree->reached_count; k++) place(tree, tree->reached[k]);
  for (int32_t k = 0; k < tree->count; k++) tree->waiting[tree->order[k]] = 0;
}

/* Whether a vertex is near; UNTOLD: not yet known. */
enum { UNTOLD, NEAR, BEYOND };

/* Sets it for all vertices from v back to the first one that is known, beyond, or the source. */
static void tell_near(const pf_grove *g, int32_t i, const int32_t *rank_of, int32_t rank,
                      uint8_t *told, int32_t v) {
  int32_t x = v;
  while (x >= 0 && told[x] == UNTOLD && rank_of[x] >= rank) x = g->nodes[x].parent[i];
  const uint8_t answer = x < 0 ? NEAR : told[x] != UNTOLD ? told[x] : BEYOND;
  if (x >= 0) told[x] = answer;
  for (int32_t y = v; y != x; y = g->nodes[y].parent[i]) told[y] = answer;
}

pathfan_status pf_grove_take_near(pf_grove *g, int32_t i, const int32_t *rank_of, int32_t rank,
                                  pf_tree *tree) {
  uint8_t *told = tree->waiting; /* all zero before and after */
  if (!g->nodes) return pf_tree_grow_near(tree, g->graph, g->sources[i], rank_of, rank);
  begin_tree(g, i, tree);
  for (int32_t k = 0; k < g->reached_count; k++) {
    const int32_t v = g->reached[k];
    if (!(g->bits[v].known >> i & 1)) continue;
    if (told[v] == UNTOLD) tell_near(g, i, rank_of, rank, told, v);
    if (told[v] == NEAR) copy(g, i, v, tree);
  }
  for (int32_t k = 0; k < g->reached_count; k++) told[g->reached[k]] = UNTOLD;
  finish_order(tree);
  return PATHFAN_OK;
}

pathfan_status pf_grove_take_to(pf_grove *g, int32_t i, pf_tree *tree) {
  pf_tree_goal *goal = &g->goals[i];
  if (!g->nodes) return pf_tree_grow_to(tree, g->graph, g->sources[i], goal);
  begin_tree(g, i, tree);
  for (int32_t k = 0; k < g->reached_count; k++)
    if (g->bits[g->reached[k]].known >> i & 1) copy(g, i, g->reached[k], tree);
  /* The queue may have run empty before the last check. */
  (void)has_goal(g, i, INT64_MAX);
  if (goal->found < goal->count) goal->limit = INT64_MAX;
  return PATHFAN_OK;
}
