/* grid.h - a map of free and blocked cells.
 *
 * Cell (x,y), 0 <= x < width, 0 <= y < height, is the square [x,x+1] x [y,y+1];
 * y points down as in the map file. Everything off the map is blocked. */
#ifndef PF_GEOMETRY_GRID_H
#define PF_GEOMETRY_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

/* Largest width and height. Keeps every coordinate, and the cross product of any two lattice
 * vectors, well within int64. */
#define PF_GRID_MAX 16384

typedef struct pf_grid {
  int32_t width, height;
  uint8_t *free; /* [Size: width * height] row by row; 1 = free, 0 = blocked */
} pf_grid;

static inline bool pf_grid_is_free(const pf_grid *grid, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < grid->width && y < grid->height &&
         grid->free[(int64_t)y * grid->width + x];
}

/* Sets the cells of a box, which must lie on the map, to 1 (free) or 0. */
void pf_grid_fill_box(pf_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height,
                      uint8_t value);

/* Frees the cells, not the struct itself; fine for NULL and for all-zero grids. */
void pf_grid_free(pf_grid *grid);

#endif
