/* twin_dense.h - everything between all pairs of convex vertices, in full
 * matrices, straight from the definitions: sight, shortest paths, betweenness,
 * ranks, plateaus, via nodes. Vertices are numbered in reading order.
 *
 * What the project had to choose by itself is taken over: lengths are integers
 * of 2^-bits, equal ones are told apart by the sum of the edges' hashes. */
#ifndef PATHFAN_TWIN_DENSE_H
#define PATHFAN_TWIN_DENSE_H

#include "mesh/mesh.h"
#include "twin_maps.h"

typedef struct twin_plateau {
  int64_t length;
  uint64_t tie;
  int32_t best;        /* its highest ranked vertex */
  int32_t first, last; /* the ends nearer to u and to v */
} twin_plateau;

typedef struct twin_dense {
  int32_t n, bits;
  pathfan_lattice_point *at;
  pathfan_wedge *wedge;
  /* All [Size: n * n], row by row. */
  uint8_t *sees;   /* 0 on the diagonal */
  uint8_t *edge;   /* seen, and the nearest on its ray */
  int64_t *weight; /* of edges */
  uint64_t *tie;
  int64_t *length;      /* -1: unreachable */
  uint64_t *hash;       /* sum of ties along the shortest path */
  int32_t *parent;      /* [u][v]: the vertex before v on the path from u; -1: none */
  int64_t *betweenness; /* [Size: n] */
  int32_t *rank;        /* [Size: n] */
} twin_dense;

/* bits: of lengths. Trees and ranks are filled in too. */
twin_dense twin_dense_make(const twin_map *map, int32_t bits);
/* From a symmetric matrix of weights (0: no edge) instead of a map. Everything
 * but sight and points; ranks by betweenness, ties by number. */
twin_dense twin_dense_abstract(int32_t n, const int64_t *weights);
/* Ranks as an index of the same map has them, by place, all different. */
void twin_dense_take_ranks(twin_dense *d, const pathfan_index *index);

void twin_dense_free(twin_dense *dense);

/* Shortest lengths between all pairs by Floyd and Warshall's algorithm over all
 * that is seen, in units of the map; INFINITY where there is no way. Freed by
 * the caller. */
double *twin_floyd_warshall(const twin_dense *dense);

/* The plateaus of u and v with at least one edge, longest first, read off their
 * trees; writes at most `capacity` and returns their number. */
int32_t twin_plateaus(const twin_dense *dense, int32_t u, int32_t v, twin_plateau *plateaus,
                      int32_t capacity);

/* Vertices from u to v along the shortest path, ends included; 0 if unreachable. */
int32_t twin_path(const twin_dense *dense, int32_t u, int32_t v, int32_t *vertices);

static inline size_t twin_at(const twin_dense *dense, int32_t u, int32_t v) {
  return (size_t)u * (size_t)dense->n + (size_t)v;
}

#endif
