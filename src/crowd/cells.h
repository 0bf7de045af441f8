/* cells.h - free space cut into the cells of a quadtree (paper, section 3: "Algorithm for mesh and
 * graph navigation").
 *
 *   status = pathfan_cells_of(&cells, &floor, depth);
 *   cell = pathfan_cells_at(&cells, point);
 *   pathfan_cells_free(&cells); */
#ifndef PATHFAN_CROWD_CELLS_H
#define PATHFAN_CROWD_CELLS_H

#include "crowd/floor.h"

#define PATHFAN_CELLS_DEPTH_LEAST 3 /* the paper's: so deep is every free cell */
#define PATHFAN_CELLS_DEPTH_MOST 10

/* A free square, which belongs to the cell of its number, or scraps of free space. */
typedef struct pathfan_cell {
  double x, y, width, height; /* width 0: scraps alone */
  double area;                /* free, scraps beside it included */
} pathfan_cell;

typedef struct pathfan_cells {
  pathfan_cell *list;
  int32_t count;
  int32_t square_count; /* those that are free squares come first */
  double x, y;          /* of the raster */
  double width, height; /* of its squares, the smallest that there are */
  int32_t side;         /* squares in a row or column: 2^depth */
  int32_t *cell;        /* [Size: side * side] that each belongs to; -1: there is no free space */
} pathfan_cells;

/* Errors: NO_MEMORY. */
pathfan_status pathfan_cells_of(pathfan_cells *cells, const pathfan_floor *floor, int32_t depth);

/* -1: none. */
int32_t pathfan_cells_at(const pathfan_cells *cells, pathfan_point at);

static inline pathfan_point pathfan_cell_centre(const pathfan_cell *cell) {
  return (pathfan_point){cell->x + cell->width / 2, cell->y + cell->height / 2};
}

/* Whether a point lies in the square of a cell, its sides included. */
static inline bool pathfan_cell_holds(const pathfan_cell *cell, pathfan_point at) {
  return at.x >= cell->x && at.x <= cell->x + cell->width && at.y >= cell->y &&
         at.y <= cell->y + cell->height;
}

void pathfan_cells_free(pathfan_cells *cells);

#endif
