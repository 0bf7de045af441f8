/* hub_order.c - ranks vertices as hubs, round by round.
 *
 * A vertex has a label for each hub that comes first, in this order, on the shortest path between
 * them. So the next hub should lie on many paths that have no hub yet, while few such paths begin
 * at it: these become its labels. This greedy rule is from E. Cohen, E. Halperin, H. Kaplan and U.
 * Zwick, "Reachability and distance queries via 2-hop labels" (SODA 2002), applied to sampled trees
 * as in D. Delling, A. Goldberg, T. Pajor and R. Werneck, "Robust distance queries on massive
 * networks" (ESA 2014).
 *
 * The trees of some vertices stand for those of all. Choosing a hub cuts off its branches. The
 * number of nodes below a vertex in all trees is what it would cover; the number of trees that
 * still contain it stands for its labels. If the best vertex is in few trees, it is best by chance:
 * then the round ends, and the next one has four times as many trees, grown only as far as no hub
 * covers them. So few trees are whole. The last round has a tree for every unranked vertex; or, if
 * trees get too large before (hub_trees.c), rank_rest ranks the rest.
 * docs/decisions/hub-order.md has figures. */
#include "hub_order.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "hub_trees.h"

/* Trees of the first round, and the factor by which each next round has more. */
enum { TREES_FIRST = 256, TREES_FACTOR = 4 };

/* The least number of trees that a hub must be in. Also added to the number of trees in a vertex's
 * worth, so that vertices left in a single tree don't come first. */
enum { TREES_FEW = 16 };

enum { CHOSEN_PER_QUESTION = 64 };

typedef struct choice {
  double worth;
  int32_t vertex;
} choice;

typedef struct chooser {
  const pf_graph *graph;
  int32_t *rank_of; /* n: not ranked yet */
  int32_t ranked;   /* vertices */
  pf_hub_trees trees;
  pf_spill_array list;
  pf_hub_node **nodes; /* [list] nodes of all trees, by vertex */
  int64_t *first;      /* [Size: n + 2] where each vertex's nodes begin */
  int64_t *hanging;    /* [Size: n] nodes in a vertex's branches that aren't cut off */
  int32_t *trees_of;   /* [Size: n] trees in which a vertex isn't cut off */
  int64_t *passed;     /* [Size: n] paths of the first round's trees that pass a vertex */
  choice *heap;        /* [Size: n] by worth, highest first; worths may be out of date */
  int32_t heap_count;

  const pf_limits *limits;
} chooser;

/* Counts and lists the nodes of every vertex. */
static pathfan_status list_nodes(chooser *c) {
  const int32_t n = c->graph->vertex_count;
  memset(c->first, 0, ((size_t)n + 2) * sizeof *c->first);
  memset(c->hanging, 0, (size_t)n * sizeof *c->hanging);
  for (int32_t i = 0; i < c->trees.count; i++)
    for (int32_t k = 0; k < c->trees.list[i].count; k++) {
      const pf_hub_node *of = &c->trees.list[i].nodes[k];
      c->hanging[of->vertex] += of->size;
      c->first[of->vertex + 2]++;
    }
  for (int32_t v = 0; v < n; v++) {
    c->trees_of[v] = (int32_t)c->first[v + 2];
    c->first[v + 2] += c->first[v + 1];
  }
  if (!pf_spill_array_make(&c->list, c->trees.spill,
                           (uint64_t)c->first[n + 1] * sizeof(pf_hub_node *)))
    return PATHFAN_ERR_NO_MEMORY;
  c->nodes = c->list.at;
  for (int32_t i = 0; i < c->trees.count; i++)
    for (int32_t k = 0; k < c->trees.list[i].count; k++) {
      pf_hub_node *of = &c->trees.list[i].nodes[k];
      c->nodes[c->first[of->vertex + 1]++] = of;
    }
  return PATHFAN_OK;
}

/* ---- Choosing ---- */

static double worth(const chooser *c, int32_t v) {
  return (double)c->hanging[v] / (c->trees_of[v] + TREES_FEW);
}

/* Ties go to the vertex that comes first in reading order of the map, so that ranks don't depend on
 * the numbering. */
static bool is_before(const chooser *c, const choice *a, const choice *b) {
  const pf_lattice_point p = c->graph->at[a->vertex], q = c->graph->at[b->vertex];
  if (a->worth != b->worth) return a->worth > b->worth;
  if (p.y != q.y) return p.y < q.y;
  return p.x != q.x ? p.x < q.x : a->vertex < b->vertex;
}

static void sink(chooser *c, int32_t at) {
  choice *heap = c->heap;
  const choice one = heap[at];
  for (int32_t child; (child = 2 * at + 1) < c->heap_count; at = child) {
    child += child + 1 < c->heap_count && is_before(c, &heap[child + 1], &heap[child]);
    if (!is_before(c, &heap[child], &one)) break;
    heap[at] = heap[child];
  }
  heap[at] = one;
}

static void fill_heap(chooser *c, bool by_passing) {
  c->heap_count = c->trees.open_count;
  for (int32_t i = 0; i < c->trees.open_count; i++) {
    const int32_t v = c->trees.open[i];
    c->heap[i] = (choice){by_passing ? (double)c->passed[v] : worth(c, v), v};
  }
  for (int32_t i = c->heap_count / 2 - 1; i >= 0; i--) sink(c, i);
}

/* Returns the best vertex, and leaves it in the heap. A vertex whose worth has dropped is moved
 * down; one whose worth has grown is noticed when its turn comes. */
static int32_t best(chooser *c) {
  for (;;) {
    const double now = worth(c, c->heap[0].vertex);
    if (now == c->heap[0].worth) return c->heap[0].vertex;
    c->heap[0].worth = now;
    sink(c, 0);
  }
}

static void take_best(chooser *c) {
  c->heap[0] = c->heap[--c->heap_count];
  if (c->heap_count) sink(c, 0);
}

/* Cuts off a branch: its nodes no longer count for the vertices above it, nor for those in it. */
static void cut_off(chooser *c, pf_hub_node *branch) {
  const int32_t left = branch->left;
  for (pf_hub_node *x = branch; x->up;) {
    x -= x->up;
    x->left -= left;
    c->hanging[x->vertex] -= left;
  }
  for (pf_hub_node *x = branch, *end = branch + branch->size; x < end;) {
    if (!x->left) {
      x += x->size;
      continue;
    }
    c->hanging[x->vertex] -= x->left;
    c->trees_of[x->vertex]--;
    x->left = 0;
    x++;
  }
}

static void rank_next(chooser *c, int32_t v) {
  c->rank_of[v] = c->ranked++;
  for (int64_t i = c->first[v]; i < c->first[v + 1]; i++)
    if (c->nodes[i]->left) cut_off(c, c->nodes[i]);
}

/* ---- Rounds ---- */

/* Whether the round's trees are too few to tell the next hub. */
static bool is_over(const chooser *c, int32_t next) {
  return c->trees.count < c->trees.open_count && c->trees_of[next] < TREES_FEW;
}

/* Chooses hubs until the round is over: at least one, and all remaining ones if every unranked
 * vertex has a tree. */
static pathfan_status choose(chooser *c) {
  const int32_t before = c->ranked;
  fill_heap(c, false);
  while (c->heap_count) {
    const int32_t v = best(c);
    if (c->ranked > before && is_over(c, v)) break;
    take_best(c);
    rank_next(c, v);
    if (c->ranked % CHOSEN_PER_QUESTION) continue;
    const pathfan_status status = pf_limits_done(c->limits, c->ranked);
    if (status) return status;
  }
  return PATHFAN_OK;
}

static void note_passed(chooser *c) {
  for (int32_t v = 0; v < c->graph->vertex_count; v++)
    c->passed[v] = c->hanging[v] - c->trees_of[v];
}

/* Ranks the rest by how many paths of the first round's trees pass them. */
static void rank_rest(chooser *c) {
  for (fill_heap(c, true); c->heap_count; take_best(c)) c->rank_of[c->heap[0].vertex] = c->ranked++;
}

uint64_t pf_hub_order_bytes(int32_t n) {
  return (uint64_t)pf_hub_trees_nodes(n, TREES_FIRST) *
         (sizeof(pf_hub_node) + sizeof(pf_hub_node *));
}

/* Reports ranked vertices, not trees. */
static bool go_on(void *context, int64_t trees) {
  const chooser *c = context;
  (void)trees;
  return !pf_limits_done(c->limits, c->ranked);
}

static pathfan_status tell_ranks(chooser *c, int64_t *trees) {
  const uint64_t bytes = (uint64_t)c->graph->vertex_count * sizeof *c->rank_of;
  const pf_processes *processes = c->trees.processes;
  pathfan_status status = processes->tell(processes->context, &c->ranked, sizeof c->ranked);
  if (!status) status = processes->tell(processes->context, trees, sizeof *trees);
  return status ? status : processes->tell(processes->context, c->rank_of, bytes);
}

static pathfan_status choose_round(chooser *c, bool is_short) {
  if (is_short) {
    rank_rest(c);
    return PATHFAN_OK;
  }
  const pathfan_status status = list_nodes(c);
  if (status) return status;
  if (!c->ranked) note_passed(c);
  return choose(c);
}

static void end_round(chooser *c) {
  assert(c->ranked <= c->graph->vertex_count);
  pf_hub_trees_drop(&c->trees);
  pf_spill_array_free(&c->list);
  c->nodes = NULL;
}

static pathfan_status run(chooser *c) {
  const pf_processes *processes = c->trees.processes;
  const int32_t n = c->graph->vertex_count;
  const bool chooses = !processes || !processes->member;
  int64_t trees = TREES_FIRST;
  pathfan_status status = PATHFAN_OK;
  for (int32_t v = 0; v < n; v++) c->rank_of[v] = n;
  while (c->ranked < n && !status) {
    pf_hub_trees_begin(&c->trees);
    assert(c->trees.open_count == n - c->ranked);
    const int32_t wanted = trees < c->trees.open_count ? (int32_t)trees : c->trees.open_count;
    status = pf_hub_trees_grow(&c->trees, wanted);
    if (!status && chooses) status = choose_round(c, c->trees.count < wanted && c->ranked);
    trees = c->trees.count * (int64_t)TREES_FACTOR;
    end_round(c);
    if (!status && processes) status = tell_ranks(c, &trees);
  }
  return status;
}

pathfan_status pf_hub_order_find(const pf_graph *graph, pf_tree *trees, int32_t threads,
                                 pf_spill *spill, const pf_processes *processes, int32_t *rank_of,
                                 const pf_limits *limits) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  chooser c = {.graph = graph, .rank_of = rank_of, .limits = limits};
  const pf_limits of_ranks = {.done = go_on, .done_context = &c};
  c.trees = (pf_hub_trees){.graph = graph,
                           .scratch = trees,
                           .threads = threads,
                           .rank_of = rank_of,
                           .processes = processes,
                           .spill = spill,
                           .limits = &of_ranks};
  pathfan_status status = pf_hub_trees_init(&c.trees);
  c.first = pf_alloc(n + 2, sizeof *c.first);
  c.hanging = pf_alloc(n, sizeof *c.hanging);
  c.trees_of = pf_alloc(n, sizeof *c.trees_of);
  c.passed = pf_alloc(n, sizeof *c.passed);
  c.heap = pf_alloc(n, sizeof *c.heap);
  if (!c.first || !c.hanging || !c.trees_of || !c.passed || !c.heap) status = PATHFAN_ERR_NO_MEMORY;
  if (!status) status = run(&c);
  pf_hub_trees_free(&c.trees);
  free(c.first);
  free(c.hanging);
  free(c.trees_of);
  free(c.passed);
  free(c.heap);
  return status;
}
