/* map.c - the last step of making a map. */
#include "space/map.h"

pathfan_status pathfan_map_prepare(struct pathfan_map *map) {
  const pathfan_status status = pathfan_search_mesh_build(
      &map->ground.mesh.view, map->ground.mesh.wedge, map->ground.mesh.component, 1,
      pathfan_frame_fraction_bits(&map->ground.frame), &map->search);
  if (!status) pthread_mutex_init(&map->lock, NULL);
  return status;
}
