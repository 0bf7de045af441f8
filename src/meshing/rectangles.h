/* rectangles.h - makes a mesh of rectangles from the free space of a grid map. */
#ifndef PF_MESHING_RECTANGLES_H
#define PF_MESHING_RECTANGLES_H

#include "geometry/grid.h"
#include "mesh/mesh_data.h"

/* A finished mesh, and the polygon that covers each cell. */
typedef struct pf_grid_mesh {
  pf_mesh_data data;
  int32_t *cell_polygon; /* [Size: width * height] -1 where blocked */
} pf_grid_mesh;

/* Cuts free space into rectangles, greedily by area. Errors: NO_MEMORY. */
pathfan_status pf_rectangles_build(const pf_grid *grid, pf_grid_mesh *mesh);

void pf_grid_mesh_free(pf_grid_mesh *mesh);

#endif
