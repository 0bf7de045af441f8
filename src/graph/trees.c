/* trees.c - Dijkstra's algorithm with buckets, along taut edges only.
 *
 * A shortest path turns only round obstacles. Having arrived at a vertex by an edge, it goes on
 * along a suffix of one sorted group of edges (graph.h); and if no other edge can follow that edge
 * (an END edge), its far end needs no place in the queue. Both cut the work by an order of
 * magnitude compared with relaxing every edge.
 *
 * Buckets (buckets.h) replace the heap. If they are wider than the shortest edge, a vertex that
 * improves after its expansion is expanded again.
 *
 * A tree of near vertices also grows past vertices that are not near, since these may be on the way
 * to vertices that are now thought near. It ends when no near vertex waits and the ends of END
 * edges that are thought near can't be reached by a shorter way. Most such trees are small, and
 * there is one per vertex: so a tree's cost depends on the vertices reached, not on n. */
#include "graph/trees.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"

/* Expansions between two computations of the farthest near end of END edges. */
#define POPS_PER_LOOK 256

/* The extent of a tree of near vertices. */
typedef struct fence {
  const int32_t *rank_of;
  int32_t rank; /* vertices of a higher rank (a smaller number) are the fence */
  int32_t near; /* number of waiting near vertices */
} fence;

pathfan_status pf_tree_init(pf_tree *tree, const pf_graph *graph) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  memset(tree, 0, sizeof *tree);
  const pathfan_status status = pf_buckets_init(&tree->queue, graph);
  tree->order = pf_alloc(n, sizeof *tree->order);
  tree->length = pf_alloc(n, sizeof *tree->length);
  tree->tie_hash = pf_alloc(n, sizeof *tree->tie_hash);
  tree->parent = pf_alloc(n, sizeof *tree->parent);
  tree->parent_edge = pf_alloc(n, sizeof *tree->parent_edge);
  tree->waiting = pf_alloc_zero(n, sizeof *tree->waiting);
  tree->beyond = pf_alloc_zero(n, sizeof *tree->beyond);
  tree->reached = pf_alloc(n, sizeof *tree->reached);
  if (status || !tree->order || !tree->length || !tree->tie_hash || !tree->parent ||
      !tree->parent_edge || !tree->waiting || !tree->beyond || !tree->reached) {
    pf_tree_free(tree);
    return PATHFAN_ERR_NO_MEMORY;
  }
  memset(tree->length, 0xff, (size_t)n * sizeof *tree->length);
  memset(tree->parent, 0xff, (size_t)n * sizeof *tree->parent);
  memset(tree->parent_edge, 0xff, (size_t)n * sizeof *tree->parent_edge);
  return PATHFAN_OK;
}

void pf_tree_free(pf_tree *tree) {
  pf_buckets_free(&tree->queue);
  free(tree->order);
  free(tree->length);
  free(tree->tie_hash);
  free(tree->parent);
  free(tree->parent_edge);
  free(tree->waiting);
  free(tree->beyond);
  free(tree->reached);
  memset(tree, 0, sizeof *tree);
}

/* Whether edge e from `from` gives `to` a better path; if so, records it. */
static inline bool improve(pf_tree *tree, const pf_graph *graph, fence *f, int32_t from, int32_t e,
                           int64_t from_length, uint64_t from_tie) {
  const pf_edge *edge = &graph->edges[e];
  const int32_t to = edge->to;
  const int64_t length = from_length + edge->weight, old = tree->length[to];
  if (old >= 0) {
    if (length > old) return false;
    if (length == old && from_tie + graph->tie_hash[e] >= tree->tie_hash[to]) return false;
  } else {
    tree->reached[tree->reached_count++] = to;
  }
  tree->length[to] = length;
  tree->tie_hash[to] = from_tie + graph->tie_hash[e];
  tree->parent[to] = from;
  tree->parent_edge[to] = e;
  if (f) {
    const uint8_t beyond = tree->beyond[from] | (f->rank_of[to] < f->rank);
    if (tree->waiting[to]) f->near += tree->beyond[to] - beyond;
    tree->beyond[to] = beyond;
  }
  return true;
}

static pathfan_status enqueue(pf_tree *tree, fence *f, int32_t v) {
  const pathfan_status status =
      pf_buckets_put(&tree->queue, v, tree->length[v] >> tree->queue.shift);
  if (status) return status;
  if (f && !tree->waiting[v]) f->near += !tree->beyond[v];
  tree->waiting[v] = 1;
  return PATHFAN_OK;
}

static void reverse(int32_t *list, int32_t count) {
  for (int32_t i = 0; i < count / 2; i++) {
    const int32_t swap = list[i];
    list[i] = list[count - 1 - i];
    list[count - 1 - i] = swap;
  }
}

/* Turns the order of expansion into an order of the tree. A vertex expanded twice keeps its last
 * place. The ends of END edges come last: these were never queued, or expanded before such an edge
 * improved them. */
static void finish_order(pf_tree *tree, const pf_graph *graph, bool near, int32_t *popped,
                         int32_t pops) {
  uint8_t *placed = tree->waiting; /* all zero here */
  int32_t count = 0;
  reverse(popped, pops);
  for (int32_t i = 0; i < pops; i++) {
    const int32_t v = popped[i];
    if (placed[v] || (near && tree->beyond[v])) continue;
    if (v != tree->source && graph->edges[tree->parent_edge[v]].side == PF_SIDE_NONE) continue;
    placed[v] = 1;
    popped[count++] = v;
  }
  reverse(popped, count);
  if (popped != tree->order) memcpy(tree->order, popped, (size_t)count * sizeof *popped);
  const int32_t queued = count;
  for (int32_t i = 0; i < tree->reached_count; i++) {
    const int32_t v = tree->reached[i];
    if (!placed[v] && !(near && tree->beyond[v])) tree->order[count++] = v;
  }
  tree->count = count;
  for (int32_t i = 0; i < queued; i++) placed[tree->order[i]] = 0;
}

/* Returns the distance of the farthest vertex that is thought near, if that is `least` or more,
 * else 0. */
static int64_t farthest_near(const pf_tree *tree, int64_t least) {
  int64_t far = 0;
  for (int32_t i = 0; i < tree->reached_count; i++) {
    const int32_t v = tree->reached[i];
    if (tree->length[v] >= least && !tree->beyond[v] && tree->length[v] > far)
      far = tree->length[v];
  }
  return far;
}

/* Whether a tree has reached its goal, given that no length below `least` will change any more. */
static bool has_goal(const pf_tree *tree, pf_tree_goal *goal, int64_t least) {
  for (; goal->found < goal->count; goal->found++) {
    const int64_t length = tree->length[goal->targets[goal->found]];
    if (length < 0 || length >= least) return false;
    if (length > goal->farthest) goal->farthest = length;
  }
  goal->limit = (int64_t)(goal->factor * (double)goal->farthest) + goal->more;
  return least > goal->limit;
}

void pf_tree_clear(pf_tree *tree) {
  for (int32_t i = 0; i < tree->reached_count; i++) {
    const int32_t v = tree->reached[i];
    tree->length[v] = -1;
    tree->parent[v] = tree->parent_edge[v] = -1;
  }
  tree->reached_count = 0;
}

/* Resets the queue for the next call. */
static void clear_queue(pf_tree *tree) {
  if (tree->queue.left)
    for (int32_t i = 0; i < tree->reached_count; i++) tree->waiting[tree->reached[i]] = 0;
  pf_buckets_clear(&tree->queue);
}

/* Builds spend most of their time here: don't split it without measuring.
 * NOLINTNEXTLINE(readability-function-cognitive-complexity) */
static PF_INLINE pathfan_status grow(pf_tree *tree, const pf_graph *graph, int32_t source, fence *f,
                                     pf_tree_goal *goal) {
  const int32_t n = graph->vertex_count;
  pathfan_status status = PATHFAN_OK;
  pf_buckets *q = &tree->queue;
  int32_t pops = 0, *popped = tree->order;
  int32_t *overflow = NULL; /* only if vertices are expanded more than once */
  int32_t popped_capacity = n;
  int32_t look = 0;
  int64_t far = 0;

  pf_tree_clear(tree);
  tree->source = source;
  if (f) tree->beyond[source] = f->rank_of[source] < f->rank;
  tree->length[source] = 0;
  tree->tie_hash[source] = 0;
  tree->reached[tree->reached_count++] = source;
  popped[pops++] = source;
  const int32_t last = pf_graph_end(graph, source);
  for (int32_t e = pf_graph_first(graph, source); e < last; e++)
    if (improve(tree, graph, f, source, e, 0, 0) && graph->edges[e].side != PF_SIDE_NONE) {
      status = enqueue(tree, f, graph->edges[e].to);
      if (status) goto cleanup;
    }

  for (int64_t now = 0; q->left;) {
    now = pf_buckets_next(q, now);
    const int64_t least = now << q->shift;
    if (f && !f->near) {
      if (pops >= look) {
        far = farthest_near(tree, least);
        look = pops + POPS_PER_LOOK;
      }
      if (least > far) break;
    }
    if (goal && has_goal(tree, goal, least)) break;
    for (int32_t v; (v = pf_buckets_take(q, now)) >= 0;) {
      if (!tree->waiting[v]) continue; /* already expanded through a better entry */
      tree->waiting[v] = 0;
      if (f) f->near -= !tree->beyond[v];
      if (pops == popped_capacity) {
        int32_t *grown = pf_alloc((uint64_t)popped_capacity * 2, sizeof *grown);
        if (!grown) {
          status = PATHFAN_ERR_NO_MEMORY;
          goto cleanup;
        }
        memcpy(grown, popped, (size_t)pops * sizeof *grown);
        free(overflow);
        popped = overflow = grown;
        popped_capacity *= 2;
      }
      popped[pops++] = v;
      const pf_edge *arrival = &graph->edges[tree->parent_edge[v]];
      if (arrival->side == PF_SIDE_NONE) continue; /* improved by an END edge */
      const int64_t length = tree->length[v];
      const uint64_t tie_hash = tree->tie_hash[v];
      const int g = arrival->side == PF_SIDE_LEFT ? PF_EDGES_LEFT_TAUT : PF_EDGES_RIGHT_TAUT;
      const int32_t *group = &graph->group[PF_EDGE_GROUPS * v + g];
      for (int32_t e = arrival->next_taut, end = group[1]; e < end; e++)
        if (improve(tree, graph, f, v, e, length, tie_hash)) {
          status = enqueue(tree, f, graph->edges[e].to);
          if (status) goto cleanup;
        }
      for (int32_t e = arrival->next_end, end = group[2]; e < end; e++)
        improve(tree, graph, f, v, e, length, tie_hash);
    }
  }
  clear_queue(tree);
  if (!goal) finish_order(tree, graph, f != NULL, popped, pops);

cleanup:
  free(overflow);
  if (status) clear_queue(tree);
  return status;
}

pathfan_status pf_tree_grow(pf_tree *tree, const pf_graph *graph, int32_t source) {
  return grow(tree, graph, source, NULL, NULL);
}

pathfan_status pf_tree_grow_near(pf_tree *tree, const pf_graph *graph, int32_t source,
                                 const int32_t *rank_of, int32_t rank) {
  fence f = {rank_of, rank, 0};
  return grow(tree, graph, source, &f, NULL);
}

pathfan_status pf_tree_grow_to(pf_tree *tree, const pf_graph *graph, int32_t source,
                               pf_tree_goal *goal) {
  goal->found = 0;
  goal->farthest = 0;
  const pathfan_status status = grow(tree, graph, source, NULL, goal);
  /* The queue may have run empty before the last check. */
  (void)has_goal(tree, goal, INT64_MAX);
  if (goal->found < goal->count) goal->limit = INT64_MAX;
  return status;
}

pathfan_status pf_trees_length_bits(pf_graph *graph, int32_t wanted, int32_t *bits) {
  /* A path of n times the longest edge must not overflow. Rounding is at most half a unit per edge,
     so one more unit per vertex bounds the true length. */
  int32_t coarse = 12;
  double longest = 1;
  pf_tree tree;
  int64_t widest = 0;
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = pf_graph_first(graph, v); e < pf_graph_end(graph, v); e++)
      longest =
          fmax(longest, pf_lattice_length(pf_from_to(graph->at[v], graph->at[graph->edges[e].to])));
  while (coarse > 0 && ldexp(longest, coarse) * graph->vertex_count > 0x1p60) coarse--;
  pf_graph_weigh(graph, coarse);
  pathfan_status status = pf_tree_init(&tree, graph);
  if (status) return status;
  uint8_t *done = pf_alloc_zero((uint64_t)graph->vertex_count, 1);
  if (!done) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < graph->vertex_count && !status; v++) {
    if (done[v]) continue;
    status = pf_tree_grow(&tree, graph, v);
    for (int32_t i = 0; i < tree.count && !status; i++) {
      done[tree.order[i]] = 1;
      if (tree.length[tree.order[i]] > widest) widest = tree.length[tree.order[i]];
    }
  }
  free(done);
  pf_tree_free(&tree);
  /* No shortest path is longer than twice the longest distance from a vertex. */
  const int64_t bound = 2 * ((widest >> coarse) + 1 + (graph->vertex_count >> coarse));
  *bits = wanted < 60 ? wanted : 60;
  while (*bits > 0 && bound > (INT64_C(1) << (61 - *bits))) (*bits)--;
  return status;
}
