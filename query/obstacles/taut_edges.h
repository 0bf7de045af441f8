/* taut_edges.h - those edges of the visibility graph along which taut paths run, made once for a
 * generation of an index: searches among obstacles go by them. */
#ifndef PF_QUERY_OBSTACLES_TAUT_EDGES_H
#define PF_QUERY_OBSTACLES_TAUT_EDGES_H

#include "query/open/generation.h"

/* The edges from v are first[v] .. first[v + 1] - 1, ascending; each edge is there both ways.
 * Immutable. */
typedef struct pf_taut_edges {
  int64_t *length; /* [Size: first[n]] length units of the index; the arrays follow the struct */
  int32_t *first;  /* [Size: n + 1] */
  int32_t *to;     /* [Size: first[n]] */
} pf_taut_edges;

/* Finds the edges of a generation, which owns them. Its location must be good. Errors: ARGUMENT
 * (the index holds no edges, and the library can't find them), DAMAGED, NO_MEMORY, LIMIT. */
pathfan_status pf_taut_edges_need(const pf_generation *generation, const pf_taut_edges **edges,
                                  pathfan_error *error);

#endif
