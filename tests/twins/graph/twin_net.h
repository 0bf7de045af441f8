/* twin_net.h - the net of one request in a full matrix, straight from the definition: convex
 * vertices and further points, joined where they see each other, unless a convex vertex lies
 * between them. */
#ifndef PF_TWIN_NET_H
#define PF_TWIN_NET_H

#include "twin_dense.h"

typedef struct twin_net {
  int32_t n, count; /* vertices; all nodes, vertices first */
  int bits;         /* of fixed points */
  pf_fixed_point *at;
  const pf_wedge *wedge; /* [Size: n] */
  uint8_t *edge;         /* [Size: count * count] */
  double *length;        /* of edges, lattice units */
} twin_net;

/* Vertices are those of dense, which must outlive the net, in its order. node: [Size: point_count]
 * becomes the number of each point, which is a convex vertex's if the point lies at one. */
twin_net twin_net_make(const twin_map *map, const twin_dense *dense, int bits,
                       const pf_fixed_point *points, int32_t point_count, int32_t *node);
void twin_net_free(twin_net *net);

/* Distances from a node by Bellman and Ford's algorithm, lattice units [Size: count, freed by the
 * caller]; INFINITY: no path. If `leaves`, no path leads through a point. */
double *twin_net_lengths(const twin_net *net, int32_t root, bool leaves);

static inline size_t twin_net_place(const twin_net *net, int32_t a, int32_t b) {
  return (size_t)a * (size_t)net->count + (size_t)b;
}

#endif
