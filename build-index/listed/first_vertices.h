/* first_vertices.h - for each region, and for each vertex w, the vertices at which shortest paths
 * from the region's points to w, and on beyond it, may first turn: a superset
 * (docs/decisions/listed-hubs.md). Vertices are columns.
 *
 *   pf_first_vertices firsts;
 *   status = pf_first_vertices_find(&facets, regions, &rows, &source, threads, &firsts, &limits);
 *   pf_first_vertices_free(&firsts); */
#ifndef PF_BUILD_INDEX_LISTED_FIRST_VERTICES_H
#define PF_BUILD_INDEX_LISTED_FIRST_VERTICES_H

#include "arrivals.h"
#include "facets.h"
#include "label_rows.h"
#include "listed_source.h"

typedef struct pf_region_firsts {
  int32_t *vertices; /* ascending */
  int32_t count;
  uint64_t *bits;                /* [Size: count * words] for each the vertices w */
  pf_arrival_range (*travel)[2]; /* [Size: count] by pf_side */
  double area;                   /* of the region's free part */
  double seen;                   /* the integral, over that part, of the number of vertices seen */
} pf_region_firsts;

typedef struct pf_first_vertices {
  pf_region_firsts *of; /* [Size: count] */
  int32_t count;        /* regions: a power of two */
  int32_t words;        /* of bits for a vertex */
} pf_first_vertices;

/* regions: their number, the facets'. Counts regions done. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_first_vertices_find(const pf_facets *facets, int32_t regions,
                                      const pf_label_rows *rows, const pf_listed_source *source,
                                      int32_t threads, pf_first_vertices *firsts,
                                      const pf_limits *limits);

/* Fine on a zeroed struct. */
void pf_first_vertices_free(pf_first_vertices *firsts);

#endif
