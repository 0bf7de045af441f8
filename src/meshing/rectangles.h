/* rectangles.h - makes a mesh of rectangles from the free space of a grid map. */
#ifndef PATHFAN_MESHING_RECTANGLES_H
#define PATHFAN_MESHING_RECTANGLES_H

#include "geometry/grid.h"
#include "mesh/mesh_data.h"

/* A finished mesh, and the polygon that covers each cell. */
typedef struct pathfan_grid_mesh {
  pathfan_mesh_data data;
  int32_t *cell_polygon; /* [Size: width * height] -1 where blocked */
} pathfan_grid_mesh;

/* Cuts free space into rectangles, greedily by area. Errors: NO_MEMORY. */
pathfan_status pathfan_rectangles_build(const pathfan_grid *grid, pathfan_grid_mesh *mesh);

void pathfan_grid_mesh_free(pathfan_grid_mesh *mesh);

#endif
