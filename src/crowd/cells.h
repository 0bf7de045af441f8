/* cells.h - cuts free space into the cells of a quadtree (paper, section 3: "Algorithm for mesh and
 * graph navigation").
 *
 *   status = pathfan_cells_of(&cells, &floor, depth);
 *   cell = pathfan_cells_at(&cells, point);
 *   pathfan_cells_free(&cells); */
#ifndef PATHFAN_CROWD_CELLS_H
#define PATHFAN_CROWD_CELLS_H

#include "crowd/floor.h"

#define PATHFAN_CELLS_DEPTH_LEAST 3 /* the paper's: the least depth of free cells */
#define PATHFAN_CELLS_DEPTH_MOST 10

/* A free square with the scraps of free space beside it, or scraps alone. */
typedef struct pathfan_cell {
  double x, y, width, height; /* width 0: scraps alone */
  double area;                /* free area, including scraps */
} pathfan_cell;

typedef struct pathfan_cells {
  pathfan_cell *list;
  int32_t count;
  int32_t square_count; /* free squares come first */
  double x, y;          /* origin of the raster */
  double width, height; /* of its squares, the smallest size of a cell */
  int32_t side;         /* squares in a row or column: 2^depth */
  int32_t *cell;        /* [Size: side * side] the cell of each square; -1: no free space */
} pathfan_cells;

/* Errors: NO_MEMORY. */
pathfan_status pathfan_cells_of(pathfan_cells *cells, const pathfan_floor *floor, int32_t depth);

/* Returns the cell at a point, or -1. */
int32_t pathfan_cells_at(const pathfan_cells *cells, pathfan_point at);

static inline pathfan_point pathfan_cell_centre(const pathfan_cell *cell) {
  return (pathfan_point){cell->x + cell->width / 2, cell->y + cell->height / 2};
}

/* Whether a point lies in the square of a cell, including its sides. */
static inline bool pathfan_cell_holds(const pathfan_cell *cell, pathfan_point at) {
  return at.x >= cell->x && at.x <= cell->x + cell->width && at.y >= cell->y &&
         at.y <= cell->y + cell->height;
}

void pathfan_cells_free(pathfan_cells *cells);

#endif
