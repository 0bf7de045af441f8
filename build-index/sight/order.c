/* order.c - depth-first order on the minimum spanning tree.
 *
 * Rows of the tables and, during the build, first moves are run-length coded along this order:
 * vertices near each other have the same value in most rows. Among orders that can be found before
 * the tables this one gave the fewest runs (docs/decisions/column-order.md). */
#include "order.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

typedef struct link {
  int64_t weight;
  uint64_t tie_hash;
  int32_t a, b;
} link;

static int by_weight(const void *pa, const void *pb) {
  const link *a = pa, *b = pb;
  if (a->weight != b->weight) return a->weight < b->weight ? -1 : 1;
  if (a->tie_hash != b->tie_hash) return a->tie_hash < b->tie_hash ? -1 : 1;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  return (a->b > b->b) - (a->b < b->b);
}

static int32_t root(int32_t *set, int32_t v) {
  while (set[v] != v) v = set[v] = set[set[v]];
  return v;
}

typedef struct forest {
  int32_t *first;  /* [Size: n + 1] CSR of tree neighbours */
  int32_t *to;     /* [Size: 2 * tree edges] */
  int32_t *parent; /* [Size: n] */
  int32_t *size;   /* [Size: n] of the subtree */
  int32_t *order;  /* [Size: n] breadth-first */
} forest;

static pathfan_status span(const pf_graph *graph, forest *f) {
  const int32_t n = graph->vertex_count;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  link *links = pf_alloc((uint64_t)graph->edge_count / 2 + 1, sizeof *links);
  int32_t *set = pf_alloc((uint64_t)n, sizeof *set);
  int32_t count = 0, kept = 0;
  f->first = pf_alloc_zero((uint64_t)n + 2, sizeof *f->first);
  f->to = pf_alloc((uint64_t)2 * n, sizeof *f->to);
  if (!links || !set || !f->first || !f->to) goto cleanup;
  for (int32_t v = 0; v < n; v++) {
    set[v] = v;
    for (int32_t e = pf_graph_first(graph, v); e < pf_graph_end(graph, v); e++)
      if (v < graph->edges[e].to)
        links[count++] = (link){graph->edges[e].weight, graph->tie_hash[e], v, graph->edges[e].to};
  }
  qsort(links, (size_t)count, sizeof *links, by_weight);
  for (int32_t i = 0; i < count; i++) {
    const int32_t ra = root(set, links[i].a), rb = root(set, links[i].b);
    if (ra == rb) continue;
    set[ra] = rb;
    links[kept++] = links[i];
    f->first[links[i].a + 2]++;
    f->first[links[i].b + 2]++;
  }
  for (int32_t v = 0; v < n; v++) f->first[v + 1] += f->first[v];
  for (int32_t i = 0; i < kept; i++) {
    f->to[f->first[links[i].a + 1]++] = links[i].b;
    f->to[f->first[links[i].b + 1]++] = links[i].a;
  }
  status = PATHFAN_OK;

cleanup:
  free(links);
  free(set);
  return status;
}

/* Finds the sizes of the subtrees below `start`, by a breadth-first pass and back. */
static void measure(forest *f, int32_t start) {
  int32_t head = 0, tail = 0;
  f->order[tail++] = start;
  f->parent[start] = -1;
  while (head < tail) {
    const int32_t v = f->order[head++];
    f->size[v] = 1;
    for (int32_t i = f->first[v]; i < f->first[v + 1]; i++)
      if (f->to[i] != f->parent[v]) {
        f->parent[f->to[i]] = v;
        f->order[tail++] = f->to[i];
      }
  }
  while (tail-- > 1) f->size[f->parent[f->order[tail]]] += f->size[f->order[tail]];
}

/* Walks depth-first from `start`. The stack holds the vertices still to visit; the largest child is
 * pushed first, so that the walk returns from small side branches and ends along the main one. */
static void walk(forest *f, int32_t start, int32_t *build_of, int32_t *next, int32_t *stack) {
  int32_t depth = 0;
  stack[depth++] = start;
  while (depth) {
    const int32_t v = stack[--depth];
    build_of[v] = (*next)++;
    const int32_t base = depth;
    for (int32_t i = f->first[v]; i < f->first[v + 1]; i++) {
      const int32_t child = f->to[i];
      if (child == f->parent[v]) continue;
      int32_t at = depth++;
      while (at > base && f->size[stack[at - 1]] < f->size[child]) {
        stack[at] = stack[at - 1];
        at--;
      }
      stack[at] = child;
    }
  }
}

pathfan_status pf_order_spanning_tree(const pf_graph *graph, int32_t *build_of) {
  const int32_t n = graph->vertex_count;
  forest f = {0};
  int32_t next = 0;
  int32_t *stack = pf_alloc((uint64_t)n, sizeof *stack);
  f.parent = pf_alloc((uint64_t)n, sizeof *f.parent);
  f.size = pf_alloc((uint64_t)n, sizeof *f.size);
  f.order = pf_alloc((uint64_t)n, sizeof *f.order);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (stack && f.parent && f.size && f.order) status = span(graph, &f);
  if (!status) {
    for (int32_t v = 0; v < n; v++) build_of[v] = -1;
    for (int32_t v = 0; v < n; v++)
      if (build_of[v] < 0) {
        measure(&f, v);
        walk(&f, v, build_of, &next, stack);
      }
  }
  assert(status || next == n); /* a number each */
  free(f.first);
  free(f.to);
  free(f.parent);
  free(f.size);
  free(f.order);
  free(stack);
  return status;
}
