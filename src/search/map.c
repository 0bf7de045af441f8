/* map.c - the last step of making a map. */
#include "search/map.h"

pathfan_status pathfan_map_prepare(struct pathfan_map *map) {
  return pathfan_search_mesh_build(&map->ground.mesh.view, map->ground.mesh.wedge,
                                   map->ground.mesh.component, 1,
                                   pathfan_frame_fraction_bits(&map->ground.frame), &map->search);
}
