/* joins.h - the first vertices of all regions joined: by which hubs the ways between two regions
 * go, and from which first vertices. Vertices are columns.
 *
 *   pf_joins joins;
 *   status = pf_joins_make(&firsts, &lists, n, threads, &joins, &limits);
 *   for (int32_t i = joins.pairs.head[pair]; i >= 0; i = joins.pairs.nodes[i].next) ...
 *   pf_joins_free(&joins); */
#ifndef PF_BUILD_INDEX_LISTED_JOINS_H
#define PF_BUILD_INDEX_LISTED_JOINS_H

#include "first_vertices.h"

typedef struct pf_hub_member {
  int32_t hub, next; /* -1: the last one */
} pf_hub_member;

/* Small sets of hubs, in any order. */
typedef struct pf_hub_sets {
  int32_t *head; /* [Size: count] the first member; -1: empty */
  int64_t count;
  pf_hub_member *nodes;
  int32_t node_count, capacity;
} pf_hub_sets;

typedef struct pf_joins {
  int64_t *row_first;  /* [Size: regions + 1] where the rows of a region begin: one for each of its
                          first vertices */
  pf_hub_sets entries; /* by row */
  pf_hub_sets pairs;   /* by pair of regions: pf_layout_region_pair */
} pf_joins;

/* Counts blocks of vertices done. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_joins_make(const pf_first_vertices *firsts, const pf_label_lists *lists,
                             int32_t n, int32_t threads, pf_joins *joins, const pf_limits *limits);

/* Fine on a zeroed struct. */
void pf_joins_free(pf_joins *joins);

#endif
