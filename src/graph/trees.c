/* trees.c - Dijkstra's algorithm with buckets, along taut edges only.
 *
 * A shortest path turns only round obstacles. Having arrived at a vertex by an
 * edge, it goes on along a suffix of one sorted group of edges (graph.h), and
 * where that edge can't be followed by another one (an END edge) its far end
 * needs no place in the queue. Both cut the work by an order of magnitude
 * against relaxing every edge.
 *
 * Buckets are as wide as the largest power of two not above the shortest edge,
 * so vertices of one bucket can't improve each other and no heap is needed
 * (Denardo and Fox 1979). Where that would need too many buckets they are made
 * wider, and a vertex that improves after its expansion is expanded again. Bits tell
 * which buckets have entries: on maps of polygons, whose edges are as different in
 * length as a wall and a room, nearly all are empty.
 *
 * A tree of near vertices is grown past vertices that are beyond others, too, since they may be
 * on the way to what is thought near. It ends when nobody near waits any more and the ends of
 * END edges that are thought near can't be reached in a shorter way. Most are small, and there is
 * one per vertex: so whatever a tree costs goes by what it has reached, not by n. */
#include "graph/trees.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* More of them than vertices mostly cost cache. */
#define BUCKETS_MAX (1 << 16)
#define BUCKETS_PER_VERTEX 4

/* Expansions between two looks at how far the near ends of END edges are. */
#define POPS_PER_LOOK 256

/* What a tree that need not be whole is grown by: up to some targets, and as far again as is asked
 * for. */
typedef struct range {
  const int32_t *targets;
  int32_t count;
  int32_t found; /* the first of them: nothing will be found that is shorter */
  double factor;
  int64_t more;
  int64_t farthest; /* target */
  int64_t limit;    /* once all are found */
} range;

/* What a tree of near vertices is grown by. */
typedef struct fence {
  const int32_t *rank_of;
  int32_t rank; /* vertices of a higher rank, a smaller number, are the fence */
  int32_t near; /* vertices that wait and are near */
} fence;

static int64_t power_of_two_above(int64_t x) {
  int64_t p = 1;
  while (p <= x) p *= 2;
  return p;
}

pathfan_status pathfan_tree_init(pathfan_tree *tree, const pathfan_graph *graph) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  int64_t shortest = INT64_MAX, longest = 1, most = BUCKETS_PER_VERTEX * (int64_t)n + 1024;
  memset(tree, 0, sizeof *tree);
  for (int32_t e = 0; e < graph->edge_count; e++) {
    const int64_t w = graph->edges[e].weight;
    if (w < shortest) shortest = w;
    if (w > longest) longest = w;
  }
  if (shortest == INT64_MAX) shortest = 1;
  while (((int64_t)2 << tree->bucket_shift) <= shortest) tree->bucket_shift++;
  if (most > BUCKETS_MAX) most = BUCKETS_MAX;
  while ((longest >> tree->bucket_shift) + 2 > most) tree->bucket_shift++;
  const int64_t buckets = power_of_two_above((longest >> tree->bucket_shift) + 2);
  tree->bucket_mask = buckets - 1;
  tree->bucket = pathfan_alloc((uint64_t)buckets, sizeof *tree->bucket);
  tree->occupied = pathfan_alloc_zero((uint64_t)buckets / 64 + 1, sizeof *tree->occupied);
  tree->order = pathfan_alloc(n, sizeof *tree->order);
  tree->length = pathfan_alloc(n, sizeof *tree->length);
  tree->tie_hash = pathfan_alloc(n, sizeof *tree->tie_hash);
  tree->parent = pathfan_alloc(n, sizeof *tree->parent);
  tree->parent_edge = pathfan_alloc(n, sizeof *tree->parent_edge);
  tree->waiting = pathfan_alloc_zero(n, sizeof *tree->waiting);
  tree->beyond = pathfan_alloc_zero(n, sizeof *tree->beyond);
  tree->reached = pathfan_alloc(n, sizeof *tree->reached);
  if (!tree->bucket || !tree->occupied || !tree->order || !tree->length || !tree->tie_hash ||
      !tree->parent || !tree->parent_edge || !tree->waiting || !tree->beyond || !tree->reached) {
    pathfan_tree_free(tree);
    return PATHFAN_ERR_NO_MEMORY;
  }
  memset(tree->bucket, 0xff, (size_t)buckets * sizeof *tree->bucket);
  memset(tree->length, 0xff, (size_t)n * sizeof *tree->length);
  memset(tree->parent, 0xff, (size_t)n * sizeof *tree->parent);
  memset(tree->parent_edge, 0xff, (size_t)n * sizeof *tree->parent_edge);
  return PATHFAN_OK;
}

void pathfan_tree_free(pathfan_tree *tree) {
  free(tree->bucket);
  free(tree->occupied);
  free(tree->order);
  free(tree->length);
  free(tree->tie_hash);
  free(tree->parent);
  free(tree->parent_edge);
  free(tree->waiting);
  free(tree->beyond);
  free(tree->reached);
  free(tree->entry_vertex);
  free(tree->entry_next);
  memset(tree, 0, sizeof *tree);
}

/* Whether edge e from `from` gives `to` a better path; then it is recorded. */
static inline bool improve(pathfan_tree *tree, const pathfan_graph *graph, fence *f, int32_t from,
                           int32_t e, int64_t from_length, uint64_t from_tie) {
  const pathfan_edge *edge = &graph->edges[e];
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

typedef struct queue {
  int32_t entries; /* ever made */
  int32_t left;    /* still in a bucket, stale ones included */
} queue;

static pathfan_status enqueue(pathfan_tree *tree, queue *q, fence *f, int32_t v) {
  if (q->entries == tree->entry_capacity) {
    const int32_t capacity = q->entries ? q->entries * 2 : 4096;
    int32_t *grown = pathfan_resize(tree->entry_vertex, (uint64_t)capacity, sizeof *grown);
    if (!grown) return PATHFAN_ERR_NO_MEMORY;
    tree->entry_vertex = grown;
    grown = pathfan_resize(tree->entry_next, (uint64_t)capacity, sizeof *grown);
    if (!grown) return PATHFAN_ERR_NO_MEMORY;
    tree->entry_next = grown;
    tree->entry_capacity = capacity;
  }
  const int64_t b = (tree->length[v] >> tree->bucket_shift) & tree->bucket_mask;
  int32_t *head = &tree->bucket[b];
  tree->occupied[b >> 6] |= UINT64_C(1) << (b & 63);
  tree->entry_vertex[q->entries] = v;
  tree->entry_next[q->entries] = *head;
  *head = q->entries++;
  q->left++;
  if (f && !tree->waiting[v]) f->near += !tree->beyond[v];
  tree->waiting[v] = 1;
  return PATHFAN_OK;
}

/* The first bucket with entries from b on, round the circle; there is one. */
static int64_t next_occupied(const pathfan_tree *tree, int64_t b) {
  const int64_t words = (tree->bucket_mask >> 6) + 1;
  int64_t word = b >> 6;
  uint64_t bits = tree->occupied[word] & (UINT64_MAX << (b & 63));
  while (!bits) {
    word = word + 1 < words ? word + 1 : 0;
    bits = tree->occupied[word];
  }
  return word << 6 | __builtin_ctzll(bits);
}

static void reverse(int32_t *list, int32_t count) {
  for (int32_t i = 0; i < count / 2; i++) {
    const int32_t swap = list[i];
    list[i] = list[count - 1 - i];
    list[count - 1 - i] = swap;
  }
}

/* Makes the order of expansion an order of the tree: a vertex expanded twice
 * keeps its last place; the ends of END edges come last, never queued, or expanded
 * before such an edge reached them better. */
static void finish_order(pathfan_tree *tree, const pathfan_graph *graph, bool near, int32_t *popped,
                         int32_t pops) {
  uint8_t *placed = tree->waiting; /* all zero now */
  int32_t count = 0;
  reverse(popped, pops);
  for (int32_t i = 0; i < pops; i++) {
    const int32_t v = popped[i];
    if (placed[v] || (near && tree->beyond[v])) continue;
    if (v != tree->source && graph->edges[tree->parent_edge[v]].side == PATHFAN_SIDE_NONE) continue;
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

/* How far the farthest vertex is that is thought near, if that is `least` or more. */
static int64_t farthest_near(const pathfan_tree *tree, int64_t least) {
  int64_t far = 0;
  for (int32_t i = 0; i < tree->reached_count; i++) {
    const int32_t v = tree->reached[i];
    if (tree->length[v] >= least && !tree->beyond[v] && tree->length[v] > far)
      far = tree->length[v];
  }
  return far;
}

/* Whether a tree in which nothing shorter than `least` will change any more is what was wanted. */
static bool is_enough(const pathfan_tree *tree, range *r, int64_t least) {
  for (; r->found < r->count; r->found++) {
    const int64_t length = tree->length[r->targets[r->found]];
    if (length < 0 || length >= least) return false;
    if (length > r->farthest) r->farthest = length;
  }
  r->limit = (int64_t)(r->factor * (double)r->farthest) + r->more;
  return least > r->limit;
}

/* Forgets the tree grown before. */
static void clear(pathfan_tree *tree) {
  for (int32_t i = 0; i < tree->reached_count; i++) {
    const int32_t v = tree->reached[i];
    tree->length[v] = -1;
    tree->parent[v] = tree->parent_edge[v] = -1;
  }
  tree->reached_count = 0;
}

/* Leaves the scratch as the next call expects it. */
static void clear_buckets(pathfan_tree *tree) {
  for (int64_t word = 0; word <= tree->bucket_mask >> 6; word++)
    for (; tree->occupied[word]; tree->occupied[word] &= tree->occupied[word] - 1)
      tree->bucket[word << 6 | __builtin_ctzll(tree->occupied[word])] = -1;
  for (int32_t i = 0; i < tree->reached_count; i++) tree->waiting[tree->reached[i]] = 0;
}

/* Where builds spend most of their time: to be taken apart only by whoever measures it.
 * NOLINTNEXTLINE(readability-function-cognitive-complexity) */
static inline __attribute__((always_inline)) pathfan_status
grow(pathfan_tree *tree, const pathfan_graph *graph, int32_t source, fence *f, range *r) {
  const int32_t n = graph->vertex_count;
  pathfan_status status = PATHFAN_OK;
  queue q = {0, 0};
  int32_t pops = 0, *popped = tree->order;
  int32_t *overflow = NULL; /* only when vertices are expanded more than once */
  int32_t popped_capacity = n;
  int32_t look = 0;
  int64_t far = 0;

  clear(tree);
  tree->source = source;
  if (f) tree->beyond[source] = f->rank_of[source] < f->rank;
  tree->length[source] = 0;
  tree->tie_hash[source] = 0;
  tree->reached[tree->reached_count++] = source;
  popped[pops++] = source;
  const int32_t last = pathfan_graph_end(graph, source);
  for (int32_t e = pathfan_graph_first(graph, source); e < last; e++)
    if (improve(tree, graph, f, source, e, 0, 0) && graph->edges[e].side != PATHFAN_SIDE_NONE) {
      status = enqueue(tree, &q, f, graph->edges[e].to);
      if (status) goto cleanup;
    }

  int64_t passed = 0; /* buckets */
  for (int64_t b = 0; q.left;) {
    const int64_t next = next_occupied(tree, b);
    passed += (next - b) & tree->bucket_mask;
    b = next;
    if (f && !f->near) {
      const int64_t least = passed << tree->bucket_shift;
      if (pops >= look) {
        far = farthest_near(tree, least);
        look = pops + POPS_PER_LOOK;
      }
      if (least > far) break;
    }
    if (r && is_enough(tree, r, passed << tree->bucket_shift)) break;
    int32_t *head = &tree->bucket[b];
    while (*head >= 0) {
      const int32_t v = tree->entry_vertex[*head];
      *head = tree->entry_next[*head];
      q.left--;
      if (!tree->waiting[v]) continue; /* expanded through a later, better entry */
      tree->waiting[v] = 0;
      if (f) f->near -= !tree->beyond[v];
      if (pops == popped_capacity) {
        int32_t *grown = pathfan_alloc((uint64_t)popped_capacity * 2, sizeof *grown);
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
      const pathfan_edge *arrival = &graph->edges[tree->parent_edge[v]];
      if (arrival->side == PATHFAN_SIDE_NONE) continue; /* reached better by an END edge */
      const int64_t length = tree->length[v];
      const uint64_t tie_hash = tree->tie_hash[v];
      const int g =
          arrival->side == PATHFAN_SIDE_LEFT ? PATHFAN_EDGES_LEFT_TAUT : PATHFAN_EDGES_RIGHT_TAUT;
      const int32_t *group = &graph->group[PATHFAN_EDGE_GROUPS * v + g];
      for (int32_t e = arrival->next_taut, end = group[1]; e < end; e++)
        if (improve(tree, graph, f, v, e, length, tie_hash)) {
          status = enqueue(tree, &q, f, graph->edges[e].to);
          if (status) goto cleanup;
        }
      for (int32_t e = arrival->next_end, end = group[2]; e < end; e++)
        improve(tree, graph, f, v, e, length, tie_hash);
    }
    tree->occupied[b >> 6] &= ~(UINT64_C(1) << (b & 63));
  }
  if (q.left) clear_buckets(tree);
  if (!r) finish_order(tree, graph, f != NULL, popped, pops);

cleanup:
  free(overflow);
  if (status) clear_buckets(tree);
  return status;
}

pathfan_status pathfan_tree_grow(pathfan_tree *tree, const pathfan_graph *graph, int32_t source) {
  return grow(tree, graph, source, NULL, NULL);
}

pathfan_status pathfan_tree_grow_near(pathfan_tree *tree, const pathfan_graph *graph,
                                      int32_t source, const int32_t *rank_of, int32_t rank) {
  fence f = {rank_of, rank, 0};
  return grow(tree, graph, source, &f, NULL);
}

pathfan_status pathfan_tree_grow_to(pathfan_tree *tree, const pathfan_graph *graph, int32_t source,
                                    const int32_t *targets, int32_t count, double factor,
                                    int64_t more, int64_t *limit) {
  range r = {.targets = targets, .count = count, .factor = factor, .more = more};
  const pathfan_status status = grow(tree, graph, source, NULL, &r);
  /* It may have ended before it was asked. */
  (void)is_enough(tree, &r, INT64_MAX);
  *limit = r.found < count ? INT64_MAX : r.limit;
  return status;
}

pathfan_status pathfan_trees_length_bits(pathfan_graph *graph, int32_t wanted, int32_t *bits) {
  /* A path that takes the longest edge n times must not overflow. Rounding is at most
   * half a unit an edge, so one unit per vertex on top bounds the true length. */
  int32_t coarse = 12;
  double longest = 1;
  pathfan_tree tree;
  int64_t widest = 0;
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = pathfan_graph_first(graph, v); e < pathfan_graph_end(graph, v); e++)
      longest = fmax(longest, pathfan_lattice_length(
                                  pathfan_from_to(graph->at[v], graph->at[graph->edges[e].to])));
  while (coarse > 0 && ldexp(longest, coarse) * graph->vertex_count > 0x1p60) coarse--;
  pathfan_graph_weigh(graph, coarse);
  pathfan_status status = pathfan_tree_init(&tree, graph);
  if (status) return status;
  uint8_t *done = pathfan_alloc_zero((uint64_t)graph->vertex_count, 1);
  if (!done) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < graph->vertex_count && !status; v++) {
    if (done[v]) continue;
    status = pathfan_tree_grow(&tree, graph, v);
    for (int32_t i = 0; i < tree.count && !status; i++) {
      done[tree.order[i]] = 1;
      if (tree.length[tree.order[i]] > widest) widest = tree.length[tree.order[i]];
    }
  }
  free(done);
  pathfan_tree_free(&tree);
  /* No shortest path is longer than twice the farthest distance from a vertex. */
  const int64_t bound = 2 * ((widest >> coarse) + 1 + (graph->vertex_count >> coarse));
  *bits = wanted < 60 ? wanted : 60;
  while (*bits > 0 && bound > (INT64_C(1) << (61 - *bits))) (*bits)--;
  return status;
}
