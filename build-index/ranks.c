/* ranks.c - betweenness centrality as the order of vertices (paper, 4.1.1): the
 * highest ranked vertex of a path is then one that many other paths pass too,
 * which makes for few distinct values in a row. */
#include "ranks.h"

#include <stdlib.h>

#include "base/memory.h"

typedef struct candidate {
  int64_t betweenness;
  int32_t x, y, vertex;
} candidate;

static int by_rank(const void *a, const void *b) {
  const candidate *p = a, *q = b;
  if (p->betweenness != q->betweenness) return p->betweenness > q->betweenness ? -1 : 1;
  if (p->y != q->y) return p->y < q->y ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

pathfan_status pathfan_ranks_find(const pathfan_graph *graph, const int64_t *betweenness,
                                  int32_t *rank_of) {
  const int32_t n = graph->vertex_count;
  candidate *list = pathfan_alloc((uint64_t)n, sizeof *list);
  if (!list) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n; v++)
    list[v] = (candidate){betweenness[v], graph->at[v].x, graph->at[v].y, v};
  if (n) qsort(list, (size_t)n, sizeof *list, by_rank);
  for (int32_t i = 0; i < n; i++) rank_of[list[i].vertex] = i;
  free(list);
  return PATHFAN_OK;
}
