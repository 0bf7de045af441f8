/* edge_list.h - the edges of the visibility graph as an index stores them: each once, at the vertex
 * of the smaller number. The rest of a graph follows from them (search_graph.h). */
#ifndef PF_GRAPH_EDGE_LIST_H
#define PF_GRAPH_EDGE_LIST_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* Zero it first. */
typedef struct pf_edge_list {
  int32_t length_bits; /* of lengths in searches (search_graph.h) */
  int32_t *first;      /* [Size: n + 1] where the edges of a vertex begin; NULL: there is no list */
  int32_t *to;         /* [Size: first[n]] the other ends, greater than the vertex, ascending */
} pf_edge_list;

/* Frees the arrays and zeroes the struct. */
static inline void pf_edge_list_free(pf_edge_list *list) {
  free(list->first);
  free(list->to);
  memset(list, 0, sizeof *list);
}

#endif
