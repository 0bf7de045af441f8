/* cells.h - cuts free space into the cells of a quadtree (paper, section 3: "Algorithm for mesh and
 * graph navigation").
 *
 *   status = pf_cells_of(&cells, &floor, depth, 0);
 *   cell = pf_cells_at(&cells, point);
 *   pf_cells_free(&cells); */
#ifndef PF_CROWD_CELLS_H
#define PF_CROWD_CELLS_H

#include "crowd/floor.h"

#define PF_CELLS_DEPTH_LEAST 3 /* the paper's: the least depth of free cells */
#define PF_CELLS_DEPTH_MOST 10

/* A free square with the scraps of free space beside it, or scraps alone. */
typedef struct pf_cell {
  double x, y, width, height; /* width 0: scraps alone */
  double area;                /* free area, including scraps */
} pf_cell;

typedef struct pf_cells {
  pf_cell *list;
  int32_t count;
  int32_t square_count; /* free squares come first */
  double x, y;          /* origin of the raster */
  double width, height; /* of its squares, the smallest size of a cell */
  int32_t side;         /* squares in a row or column: 2^depth */
  double widest;        /* the most that a free cell may be; 0: no bound */
  bool is_layered;      /* polygons lie above each other: a square has more free space than room */
  int32_t *cell;        /* [Size: side * side] the cell of each square; -1: no free space */
} pf_cells;

/* widest > 0: squares have equal sides, and free cells are no wider, as far as the depth allows.
 * Otherwise squares have the map's proportions. Errors: NO_MEMORY. */
pathfan_status pf_cells_of(pf_cells *cells, const pf_floor *floor, int32_t depth, double widest);

/* Returns the cell at a point, or -1. */
int32_t pf_cells_at(const pf_cells *cells, pathfan_point at);

static inline pathfan_point pf_cell_centre(const pf_cell *cell) {
  return (pathfan_point){cell->x + cell->width / 2, cell->y + cell->height / 2};
}

/* Whether a point lies in the square of a cell, including its sides. */
static inline bool pf_cell_holds(const pf_cell *cell, pathfan_point at) {
  return at.x >= cell->x && at.x <= cell->x + cell->width && at.y >= cell->y &&
         at.y <= cell->y + cell->height;
}

void pf_cells_free(pf_cells *cells);

#endif
