/* grid.c - what all users of a grid share. */
#include "geometry/grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

void pf_grid_free(pf_grid *grid) {
  if (!grid) return;
  free(grid->free);
  *grid = (pf_grid){0};
}

void pf_grid_fill_box(pf_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height,
                      uint8_t value) {
  for (int32_t row = y; row < y + height; row++)
    memset(grid->free + (int64_t)row * grid->width + x, value, (size_t)width);
}
