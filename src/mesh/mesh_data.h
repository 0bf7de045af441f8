/* mesh_data.h - a mesh that owns its arrays, and how it is made from raw polygons.
 *
 *   pf_mesh_data mesh = {0};
 *   ... fill vertices, first_corner, corner_vertex and the counts of mesh.view ...
 *   status = pf_mesh_match(&mesh, &polygon);   unless neighbours are known
 *   status = pf_mesh_finish(&mesh);
 *   ... mesh.view is ready ...
 *   pf_mesh_data_free(&mesh);
 */
#ifndef PF_MESH_MESH_DATA_H
#define PF_MESH_MESH_DATA_H

#include "mesh/mesh.h"
#include "pathfan/status.h"

typedef struct pf_mesh_data {
  pf_mesh view;               /* points into the arrays below */
  pf_lattice_point *vertices; /* [Size: view.vertex_count] */
  uint32_t *first_corner;     /* [Size: view.polygon_count + 1] */
  int32_t *corner_vertex;     /* [Size: first_corner[view.polygon_count]] */
  int32_t *corner_neighbour;  /* the same size */
  float *corner_height;       /* the same size; NULL: none */

  /* Made by pf_mesh_finish. */
  pf_wedge *wedge;         /* [Size: view.convex_count] the obstacle at a convex vertex */
  int32_t *component;      /* [Size: view.polygon_count] numbered from 0 in order of their first
                              polygons */
  int32_t component_count; /* polygons joined only in a point aren't connected */
} pf_mesh_data;

/* Finds corner_neighbour from vertex ids: two polygons are neighbours where an edge of one is an
 * edge of the other in the opposite direction. Requires vertices (ids in range, each point once)
 * and polygons (counter-clockwise, at least three corners). Errors: NO_MEMORY; MALFORMED if an edge
 * belongs to two polygons on the same side: *polygon (may be NULL) is one of them. */
pathfan_status pf_mesh_match(pf_mesh_data *mesh, int32_t *polygon);

/* Completes a mesh whose polygons and neighbours are known: sets the view, numbers components,
 * gives each free sector round a pinch its own vertex (so that polygons share a vertex only if one
 * can walk from one to the other round it), finds the convex vertices with their wedges and numbers
 * them first, by (y, x); the others follow in their old order. Errors: NO_MEMORY. */
pathfan_status pf_mesh_finish(pf_mesh_data *mesh);

/* Frees the arrays and zeroes the struct; fine for all-zero meshes. */
void pf_mesh_data_free(pf_mesh_data *mesh);

#endif
