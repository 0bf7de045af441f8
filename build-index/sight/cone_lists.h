/* cone_lists.h - the vertices that see into each polygon, coded as the file holds them.
 *
 * Folder sight/. In: the visibility graph and the cones of all vertices (graph/graph.h). Out, for
 * the file: cone lists with the onward marks, and the edges by columns (edges.h); for all later
 * stages: build numbers, by which near vertices have near numbers (order.h). */
#ifndef PF_BUILD_INDEX_SIGHT_CONE_LISTS_H
#define PF_BUILD_INDEX_SIGHT_CONE_LISTS_H

#include "build-index/run/numbering.h"
#include "graph/graph.h"
#include "graph/sight.h"

/* See format/layout.h, "Cone lists". Vertices are columns. Zero it first. */
typedef struct pf_cone_lists {
  bool are_there;  /* false: none were wanted, or they would exceed the cap */
  uint32_t *first; /* [Size: polygons + 1] byte of each list, then the size; all 0 without lists */
  uint8_t *bytes;
  uint64_t size;
  uint8_t *onward; /* layout.h, "Onward"; with lists */
  int64_t count;   /* entries of all leaves */
} pf_cone_lists;

/* Makes the lists of all polygons. graph: by build numbers. cap: bytes. Errors: NO_MEMORY,
 * CANCELLED; the lists must be freed then too. */
pathfan_status pf_cone_lists_build(const pf_mesh *mesh, const pf_graph *graph,
                                   const pf_cones *cones, const pf_numbering *numbering,
                                   uint64_t cap, pf_cone_lists *lists, const pf_limits *limits);

void pf_cone_lists_free(pf_cone_lists *lists);

#endif
