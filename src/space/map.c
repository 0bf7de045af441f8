/* map.c - the last step of making a map. */
#include "space/map.h"

#include "terrain/terrain_data.h"

static pf_wedge wedge_at(const void *map, int32_t vertex) {
  return ((const struct pathfan_map *)map)->ground.mesh.wedge[vertex];
}

pathfan_status pf_map_prepare(struct pathfan_map *map) {
  const pf_ground *ground = &map->ground;
  const struct pf_search_mesh *made;
  pf_space_open(&map->space, ground->frame, &ground->mesh.view, &ground->locator,
                ground->mesh.component, 1);
  map->space.grid = ground->grid.width ? &ground->grid : NULL;
  map->space.terrain = ground->terrain ? &ground->terrain->view : NULL;
  map->space.floors = ground->floors;
  map->space.floor_count = ground->floor_count;
  map->space.links = ground->links;
  map->space.link_count = ground->link_count;
  map->space.is_surface = ground->mesh.view.corner_height != NULL;
  map->space.is_layered = ground->mesh.view.is_layered;
  map->space.owner = map;
  map->space.wedge_at = wedge_at;
  if (ground->terrain) return PATHFAN_OK; /* its search needs no more */
  const pathfan_status status = pf_space_need_search_mesh(&map->space, &made, NULL);
  if (status) pf_space_close(&map->space);
  return status;
}
