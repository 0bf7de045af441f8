/* outline.h - the border of free space on the integer lattice: the form that every kind of map
 * takes before it is cut into a mesh. */
#ifndef PF_GEOMETRY_OUTLINE_H
#define PF_GEOMETRY_OUTLINE_H

#include "geometry/predicates.h"

/* Free space lies to the left of the direction `from` to `to`: an edge of an outer ring runs
 * counter-clockwise in file coordinates, one of a hole clockwise. */
typedef struct pf_outline_edge {
  int32_t from, to;
} pf_outline_edge;

/* Vertices are distinct and each is on some edge; coordinates lie in 0..PF_EXTENT_MAX. Edges
 * meet only in vertices, none occurs twice, and none has free space on both sides. There may be any
 * number of rings, nested to any depth; rings may touch each other and themselves in vertices. */
typedef struct pf_outline {
  int32_t vertex_count, edge_count;
  pf_lattice_point *vertices;
  pf_outline_edge *edges;
} pf_outline;

/* Compares two edges by their numbers, for qsort. */
int pf_outline_by_ends(const void *a, const void *b);

/* Frees the arrays and zeroes the struct; fine for all-zero outlines. */
void pf_outline_free(pf_outline *outline);

#endif
