/* first_vertices.h - for each region, and for each vertex w, the vertices at which shortest paths
 * from the region's points to w, and on beyond it, may first turn: a superset
 * (docs/decisions/listed-hubs.md). Vertices are columns.
 *
 *   pf_first_vertices firsts;
 *   status = pf_first_vertices_find(&facets, regions, &rows, &source, threads, &firsts, &limits);
 *   pf_first_vertices_free(&firsts); */
#ifndef PF_BUILD_INDEX_LISTED_FIRST_VERTICES_H
#define PF_BUILD_INDEX_LISTED_FIRST_VERTICES_H

#include "label_rows.h"
#include "facets.h"

/* What the stages of listed hubs read. Vertices are columns. */
typedef struct pf_listed_source {
  const pf_mesh *mesh;
  const pf_cone_lists *cones;
  const pf_label_lists *lists;
  const pf_lattice_point *at; /* [Size: n] */
  const pf_wedge *wedge;      /* [Size: n] */
  int32_t n;
  int id_bytes;
  int length_bits; /* of labels */
  double extent;   /* the longer side of the map, lattice units */
} pf_listed_source;

/* The directions in which points of a region travel to a vertex, between two. */
typedef struct pf_arrival_range {
  pf_spot low, high;
  bool some, any; /* any: a point lies at the vertex */
} pf_arrival_range;

/* Whether a path that turns at one vertex alone may lead from the points of one region to those of
 * another; both as they travel to the vertex, by pf_side. */
bool pf_arrivals_join(const pf_arrival_range one[2], const pf_arrival_range other[2]);

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

static inline bool pf_is_first_for(const pf_first_vertices *f, const pf_region_firsts *r, int32_t i,
                                   int32_t w) {
  return r->bits[(int64_t)i * f->words + (w >> 6)] >> (w & 63) & 1;
}

/* How far polygons are widened, lattice units. */
static inline double pf_listed_wide(const pf_listed_source *source) {
  return source->extent * 0x1p-44;
}

/* regions: their number, the facets'. Counts regions done. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_first_vertices_find(const pf_facets *facets, int32_t regions,
                                      const pf_label_rows *rows, const pf_listed_source *source,
                                      int32_t threads, pf_first_vertices *firsts,
                                      const pf_limits *limits);

/* Fine on a zeroed struct. */
void pf_first_vertices_free(pf_first_vertices *firsts);

#endif
