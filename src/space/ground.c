/* ground.c - frees a ground. */
#include "space/ground.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "terrain/terrain_data.h"

void pf_ground_free(pf_ground *ground) {
  free(ground->grid.free);
  pf_mesh_data_free(&ground->mesh);
  free(ground->locator_bytes);
  if (ground->terrain) pf_terrain_data_free(ground->terrain);
  free(ground->terrain);
  free(ground->doors);
  free(ground->floors);
  free(ground->links);
  memset(ground, 0, sizeof *ground);
}
