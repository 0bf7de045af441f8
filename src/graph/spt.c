/* spt.c - memory of a shortest-path tree. */
#include "graph/spt.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

pathfan_status pf_spt_clear(pf_spt *tree, int32_t nodes) {
  if (nodes > tree->capacity) {
    const uint64_t capacity = (uint64_t)nodes + 16;
    void *length = pf_resize(tree->length, capacity, sizeof *tree->length);
    if (length) tree->length = length;
    void *hash = pf_resize(tree->hash, capacity, sizeof *tree->hash);
    if (hash) tree->hash = hash;
    void *parent = pf_resize(tree->parent, capacity, sizeof *tree->parent);
    if (parent) tree->parent = parent;
    if (!length || !hash || !parent) return PATHFAN_ERR_NO_MEMORY;
    tree->capacity = (int32_t)capacity;
  }
  for (int32_t v = 0; v < nodes; v++) tree->length[v] = PF_SPT_FAR;
  memset(tree->parent, 0xff, (size_t)nodes * sizeof *tree->parent);
  return PATHFAN_OK;
}

void pf_spt_free(pf_spt *tree) {
  free(tree->length);
  free(tree->hash);
  free(tree->parent);
  memset(tree, 0, sizeof *tree);
}
