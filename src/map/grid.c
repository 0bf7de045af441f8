/* grid.c - the end of a grid; its beginnings are in movingai.c and generate.c. */
#include "map/grid.h"

#include <stdlib.h>

void pathfan_grid_free(pathfan_grid *grid) {
  if (!grid) return;
  free(grid->free);
  *grid = (pathfan_grid){0};
}
