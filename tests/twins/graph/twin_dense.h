/* twin_dense.h - everything between all pairs of convex vertices, in full matrices, straight from
 * the definitions: sight, shortest paths, betweenness, ranks, plateaus, via nodes. Vertices are
 * numbered in reading order.
 *
 * Adopts the project's own choices: lengths are integers in units of 2^-bits, and ties are broken
 * by the sum of the edges' hashes. */
#ifndef PF_TWIN_DENSE_H
#define PF_TWIN_DENSE_H

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
  pf_lattice_point *at;
  pf_wedge *wedge;
  /* All [Size: n * n], row by row. */
  uint8_t *sees;   /* 0 on the diagonal */
  uint8_t *edge;   /* visible, and the nearest on its ray */
  int64_t *weight; /* of edges */
  uint64_t *tie;
  int64_t *length;      /* -1: unreachable */
  uint64_t *hash;       /* sum of ties along the shortest path */
  int32_t *parent;      /* [u][v]: the vertex before v on the path from u; -1: none */
  int64_t *betweenness; /* [Size: n] */
  int32_t *rank;        /* [Size: n] */
} twin_dense;

/* bits: of lengths. Fills in trees and ranks too. */
twin_dense twin_dense_make(const twin_map *map, int32_t bits);
/* Starts from a symmetric matrix of weights (0: no edge) instead of a map. Fills in all but sight
 * and points; ranks are by betweenness, ties by number. */
twin_dense twin_dense_abstract(int32_t n, const int64_t *weights);

void twin_dense_free(twin_dense *dense);

/* Distances between all pairs by Floyd and Warshall's algorithm over all visible pairs, in lattice
 * units; INFINITY if there is no path. The caller frees them. */
double *twin_floyd_warshall(const twin_dense *dense);

/* Finds the plateaus of u and v with at least one edge, longest first, in their trees; writes at
 * most `capacity` and returns how many there are. */
int32_t twin_plateaus(const twin_dense *dense, int32_t u, int32_t v, twin_plateau *plateaus,
                      int32_t capacity);

/* Writes the vertices of the shortest path from u to v, both included; returns how many, 0 if v is
 * unreachable. */
int32_t twin_path(const twin_dense *dense, int32_t u, int32_t v, int32_t *vertices);

static inline size_t twin_at(const twin_dense *dense, int32_t u, int32_t v) {
  return (size_t)u * (size_t)dense->n + (size_t)v;
}

#endif
