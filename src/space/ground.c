/* ground.c - frees a ground. */
#include "space/ground.h"

#include <stdlib.h>
#include <string.h>

#include "terrain/terrain_data.h"

void pathfan_ground_free(pathfan_ground *ground) {
  free(ground->grid.free);
  pathfan_mesh_data_free(&ground->mesh);
  free(ground->locator_bytes);
  if (ground->terrain) pathfan_terrain_data_free(ground->terrain);
  free(ground->terrain);
  memset(ground, 0, sizeof *ground);
}
