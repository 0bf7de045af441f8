/* dijkstra.c - Dijkstra's algorithm with a heap over all edges.
 *
 * Nine of ten edges improve nothing, but which ones can't be predicted. So the edges of a vertex
 * are read from two narrow arrays, and those that improve something are listed without branches
 * before they are processed. */
#include "graph/dijkstra.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Records the path to `to` by way of `from`, no longer than the present one, if it is better and
 * the edge isn't blocked. */
static void improve(pf_dijkstra *s, const pf_overlay *o, pf_spt *tree, int32_t from, int32_t to,
                    int64_t length, uint64_t hash) {
  if (length == tree->length[to] && hash >= tree->hash[to]) return;
  if (pf_overlay_blocked(o, from, to)) return;
  tree->length[to] = length;
  tree->hash[to] = hash;
  tree->parent[to] = from;
  pf_heap_put(&s->heap, to, length);
}

pathfan_status pf_dijkstra_grow(pf_dijkstra *s, const pf_overlay *o, int32_t root,
                                pf_work_limit *work_limit, pf_spt *tree) {
  const pf_search_graph *base = o->base;
  const int32_t n = base->graph.vertex_count, nodes = pf_overlay_count(o);
  const uint64_t *edge_hash = base->graph.tie_hash;
  pathfan_status status = pf_spt_clear(tree, nodes);
  if (!status) status = pf_heap_fit(&s->heap, nodes);
  if (!status) status = pf_grow(&s->better, &s->better_capacity, n + 1);
  if (status) return status;
  int32_t *better = s->better;
  assert(nodes >= n);
  assert(root >= 0 && root < nodes);
  assert(!s->heap.count);
  tree->length[root] = 0;
  tree->hash[root] = 0;
  pf_heap_put(&s->heap, root, 0);
  while (s->heap.count) {
    const pf_heap_entry top = pf_heap_take(&s->heap);
    const int32_t v = top.node;
    assert(top.key == tree->length[v]); /* final: no shorter path is found any more */
    if (!pf_work_limit_spend(work_limit, 1)) break;
    const int64_t here = tree->length[v];
    const uint64_t hash = tree->hash[v];
    if (v < n) {
      int32_t count = 0;
      for (int32_t e = base->first[v], end = base->first[v + 1]; e < end; e++) {
        better[count] = e;
        count += here + base->weight[e] <= tree->length[base->to[e]];
      }
      for (int32_t i = 0; i < count; i++) {
        const int32_t e = better[i];
        assert(base->weight[e] >= 0);
        improve(s, o, tree, v, base->to[e], here + base->weight[e], hash + edge_hash[e]);
      }
    } else if (v < n + o->end_count && v != root) {
      continue; /* the other end */
    }
    for (int32_t i = o->head[v]; i >= 0; i = o->edges[i].next) {
      const pf_overlay_edge *edge = &o->edges[i];
      assert(edge->weight >= 0);
      const int64_t length = here + edge->weight;
      if (length <= tree->length[edge->to])
        improve(s, o, tree, v, edge->to, length, hash + edge->hash);
    }
  }
  pf_heap_clear(&s->heap);
  return PATHFAN_OK;
}

void pf_dijkstra_free(pf_dijkstra *s) {
  pf_heap_free(&s->heap);
  free(s->better);
  memset(s, 0, sizeof *s);
}
