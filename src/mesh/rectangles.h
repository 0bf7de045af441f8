/* rectangles.h - free space of a grid map as a mesh of rectangles. */
#ifndef PATHFAN_MESH_RECTANGLES_H
#define PATHFAN_MESH_RECTANGLES_H

#include "map/grid.h"
#include "mesh/mesh.h"

/* A mesh that owns its arrays, with what a grid map says beyond it. */
typedef struct pathfan_grid_mesh {
  pathfan_mesh view; /* points into the arrays below */
  pathfan_lattice *vertices;
  uint8_t *quadrant; /* [Size: convex_count] blocked quadrant, see pathfan_quadrant_wedge */
  uint32_t *first_corner;
  int32_t *corner_vertex, *corner_neighbour;
  int32_t *cell_polygon; /* [Size: width * height] -1 where blocked */
  int32_t *component;    /* [Size: polygon_count] 0.. in order of the first polygon */
  int32_t component_count;
} pathfan_grid_mesh;

/* Cuts free space into rectangles, greedily by area. Convex vertices come first,
 * in reading order. Errors: NO_MEMORY. */
pathfan_status pathfan_rectangles_build(const pathfan_grid *grid, pathfan_grid_mesh *mesh);

void pathfan_grid_mesh_free(pathfan_grid_mesh *mesh);

#endif
