/* dijkstra.c - Dijkstra's algorithm with a heap over all edges.
 *
 * Nine of ten edges improve nothing, but which do can't be foreseen. So those of a
 * vertex are read from two narrow arrays, and which improve something is listed without
 * branches, before anything is done about it. */
#include "rivals/dijkstra.h"

#include <string.h>

#include "base/memory.h"
#include "rivals/knots.h"

pathfan_status pathfan_net_tree_clear(pathfan_net_tree *tree, int32_t nodes) {
  if (nodes > tree->capacity) {
    const uint64_t capacity = (uint64_t)nodes + 16;
    void *length = pathfan_resize(tree->length, capacity, sizeof *tree->length);
    if (length) tree->length = length;
    void *hash = pathfan_resize(tree->hash, capacity, sizeof *tree->hash);
    if (hash) tree->hash = hash;
    void *parent = pathfan_resize(tree->parent, capacity, sizeof *tree->parent);
    if (parent) tree->parent = parent;
    if (!length || !hash || !parent) return PATHFAN_ERR_NO_MEMORY;
    tree->capacity = (int32_t)capacity;
  }
  for (int32_t v = 0; v < nodes; v++) tree->length[v] = PATHFAN_NET_FAR;
  memset(tree->parent, 0xff, (size_t)nodes * sizeof *tree->parent);
  return PATHFAN_OK;
}

void pathfan_net_tree_free(pathfan_net_tree *tree) {
  free(tree->length);
  free(tree->hash);
  free(tree->parent);
  memset(tree, 0, sizeof *tree);
}

/* A node that is no nearer than `to` is now, by way of `from`: the better path, if the
 * edge is there at all. */
static void improve(pathfan_knots *k, pathfan_net_tree *tree, int32_t from, int32_t to,
                    int64_t length, uint64_t hash) {
  if (length == tree->length[to] && hash >= tree->hash[to]) return;
  if (pathfan_knots_blocked(k, from, to)) return;
  tree->length[to] = length;
  tree->hash[to] = hash;
  tree->parent[to] = from;
  pathfan_heap_put(&k->heap, to, length);
}

pathfan_status pathfan_net_tree_grow(pathfan_knots *k, int32_t root, uint64_t work_limit,
                                     pathfan_net_tree *tree) {
  const pathfan_net *net = k->net;
  const int32_t n = net->graph.vertex_count, nodes = pathfan_knots_count(k);
  const uint64_t *edge_hash = net->graph.tie;
  pathfan_status status = pathfan_net_tree_clear(tree, nodes);
  if (!status) status = pathfan_heap_fit(&k->heap, nodes);
  if (!status) status = pathfan_grow(&k->better, &k->better_capacity, n + 1, sizeof *k->better);
  if (status) return status;
  int32_t *better = k->better;
  k->stopped = false;
  tree->length[root] = 0;
  tree->hash[root] = 0;
  pathfan_heap_put(&k->heap, root, 0);
  while (k->heap.count) {
    const int32_t v = pathfan_heap_take(&k->heap).node;
    if (work_limit && k->settled >= work_limit) {
      k->stopped = true;
      break;
    }
    k->settled++;
    const int64_t here = tree->length[v];
    const uint64_t hash = tree->hash[v];
    if (v < n) {
      int32_t count = 0;
      for (int32_t e = net->first[v], end = net->first[v + 1]; e < end; e++) {
        better[count] = e;
        count += here + net->weight[e] <= tree->length[net->to[e]];
      }
      for (int32_t i = 0; i < count; i++) {
        const int32_t e = better[i];
        improve(k, tree, v, net->to[e], here + net->weight[e], hash + edge_hash[e]);
      }
    } else if (v < n + k->end_count && v != root) {
      continue; /* the other end */
    }
    for (int32_t i = k->head[v]; i >= 0; i = k->links[i].next) {
      const pathfan_link *link = &k->links[i];
      const int64_t length = here + link->weight;
      if (length <= tree->length[link->to])
        improve(k, tree, v, link->to, length, hash + link->hash);
    }
  }
  pathfan_heap_clear(&k->heap);
  return PATHFAN_OK;
}
