/* edge_table.h - corners of a mesh, found by the edge that begins there. Private to mesh. */
#ifndef PF_MESH_EDGE_TABLE_H
#define PF_MESH_EDGE_TABLE_H

#include <stdint.h>

/* A hash table of directed edges with open addressing; each entry is a corner, whose edge leads to
 * the next corner. */
typedef struct pf_edge_table {
  uint32_t *corner; /* [Size: mask + 1] corner + 1; 0: free */
  uint64_t *key;
  uint64_t mask;
} pf_edge_table;

static inline uint64_t pf_edge_key(int32_t from, int32_t to) {
  return (uint64_t)(uint32_t)from << 32 | (uint32_t)to;
}

/* Returns the slot of a key: the one that holds it, or the free one where it would go. */
static inline uint64_t pf_edge_find(const pf_edge_table *table, uint64_t key) {
  uint64_t at = (key * UINT64_C(0x9e3779b97f4a7c15)) >> 20 & table->mask;
  while (table->corner[at] && table->key[at] != key) at = (at + 1) & table->mask;
  return at;
}

#endif
