/* near_tree.c - a tree as a list of vertices, the nearer ones first.
 *
 * The list is sorted by the upper bits of the lengths, in two passes, so that only the nearer part
 * is read if no more is needed. */
#include "near_tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "different.h"

/* A little more than needed, as lengths are rounded. */
#define FACTOR ((1 + PF_DIFFERENT_STRETCH) / 2 + 0.001)
#define MORE 4

uint32_t pf_near_reach(uint32_t length) {
  const double reach = FACTOR * length + MORE;
  return reach < PF_FLAT_FAR ? (uint32_t)reach : PF_FLAT_FAR - 1;
}

/* Fills the list: counts its classes, then puts each vertex in its place. */
static void sort(pf_near_tree *near, const pf_tree *tree, const pf_graph *graph, int64_t limit) {
  int32_t at[PF_NEAR_CLASSES] = {0}, before = 0;
  for (int32_t i = 0; i < tree->reached_count; i++)
    if (tree->length[tree->reached[i]] <= limit)
      at[pf_flat_length(tree, tree->reached[i]) >> near->shift]++;
  for (int32_t c = 0; c < PF_NEAR_CLASSES; c++) {
    const int32_t here = at[c];
    at[c] = before;
    before = near->end[c] = before + here;
  }
  for (int32_t i = 0; i < tree->reached_count; i++) {
    const int32_t v = tree->reached[i];
    if (tree->length[v] > limit) continue;
    const uint32_t length = pf_flat_length(tree, v);
    assert(at[length >> near->shift] < near->end[length >> near->shift]);
    near->list[at[length >> near->shift]++] =
        (pf_near_vertex){(uint32_t)v, length, pf_flat_arrival(tree, graph, v)};
  }
}

static pathfan_status list(pf_near_tree *near, const pf_tree *tree, const pf_graph *graph,
                           int64_t limit) {
  uint32_t farthest = 0;
  memset(near, 0, sizeof *near);
  for (int32_t i = 0; i < tree->reached_count; i++) {
    const int32_t v = tree->reached[i];
    if (tree->length[v] > limit) continue;
    const uint32_t length = pf_flat_length(tree, v);
    if (length > farthest) farthest = length;
    near->count++;
  }
  near->list = pf_alloc((uint64_t)near->count, sizeof *near->list);
  if (!near->list) return PATHFAN_ERR_NO_MEMORY;
  while (farthest >> near->shift >= PF_NEAR_CLASSES) near->shift++;
  sort(near, tree, graph, limit);
  return PATHFAN_OK;
}

pathfan_status pf_near_trees_grow(pf_near_tree *const *nears, pf_grove *grove, pf_tree *tree,
                                  const int32_t *sources, pf_tree_goal *goals, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    goals[i].factor = FACTOR;
    goals[i].more = (int64_t)MORE << PF_FLAT_SHIFT;
  }
  pathfan_status status = pf_grove_grow_to(grove, sources, goals, count);
  for (int32_t i = 0; i < count && !status; i++) {
    status = pf_grove_take_to(grove, i, tree);
    if (!status) status = list(nears[i], tree, grove->graph, goals[i].limit);
  }
  return status;
}

void pf_near_tree_put(const pf_near_tree *near, uint32_t reach, const int32_t *local_of, int32_t m,
                      uint32_t *length, uint32_t *arrival) {
  const uint32_t last = reach >> near->shift;
  const int32_t count = near->end[last < PF_NEAR_CLASSES ? last : PF_NEAR_CLASSES - 1];
  for (int32_t v = 0; v < m; v++) {
    length[v] = PF_FLAT_FAR;
    arrival[v] = PF_FLAT_NO_PARENT << 2;
  }
  for (int32_t i = 0; i < count; i++) {
    const pf_near_vertex *item = &near->list[i];
    const int32_t v = local_of[item->vertex];
    const uint32_t parent = item->arrival >> 2;
    if (v < 0) continue;
    if (parent == PF_FLAT_NO_PARENT) {
      length[v] = item->length;
    } else if (local_of[parent] >= 0) {
      length[v] = item->length;
      arrival[v] = (uint32_t)local_of[parent] << 2 | (item->arrival & 3);
    }
  }
}

void pf_near_tree_free(pf_near_tree *near) {
  free(near->list);
  memset(near, 0, sizeof *near);
}
