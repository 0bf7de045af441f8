/* search_mesh.h - a mesh laid out for searching: all data of a corner that a step into a polygon
 * reads is contiguous. Immutable; any number of threads may share one. */
#ifndef PF_SEARCH_SEARCH_MESH_H
#define PF_SEARCH_SEARCH_MESH_H

#include "mesh/mesh.h"
#include "pathfan/status.h"

/* A corner of a polygon and the edge from it to the next corner. */
typedef struct pf_search_corner {
  pf_lattice_point at;
  int32_t vertex;
  int32_t neighbour; /* the polygon beyond the edge; PF_MESH_NONE: a wall */
  int32_t back;      /* corner of the neighbour whose edge is this one, complemented if the
                        neighbour is a dead end: it has no other neighbour */
} pf_search_corner;

typedef struct pf_search_mesh {
  pf_mesh view; /* the mesh it was built from, not owned */
  int fraction_bits;
  pf_search_corner *corners; /* [Size: view.first_corner[view.polygon_count]] */
  pf_wedge *wedge;           /* [Size: view.convex_count] */
  int32_t *component;        /* [Size: view.polygon_count] */
} pf_search_mesh;

/* Builds a search mesh. The arrays of mesh must outlive it; the others are copied. wedge: [Size:
 * mesh->convex_count]; component: that of polygon p at component[p * component_stride]. Errors:
 * NO_MEMORY; *search is all zero then. */
pathfan_status pf_search_mesh_build(const pf_mesh *mesh, const pf_wedge *wedge,
                                    const int32_t *component, size_t component_stride,
                                    int fraction_bits, pf_search_mesh *search);

/* Frees the arrays and zeroes the struct; fine for all-zero ones. */
void pf_search_mesh_free(pf_search_mesh *search);

#endif
