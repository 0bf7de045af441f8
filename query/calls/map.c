/* map.c - maps without an index, for the public header. They are made by the builder. */
#include "pathfan/map.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "query/open/built_with.h"
#include "query/ends/points.h"
#if PATHFAN_WITH_SEARCH
#include "space/map.h"

void pathfan_map_info_get(const pathfan_map *map, pathfan_map_info *info) {
  const pf_ground *ground = &map->ground;
  const pf_frame *frame = &ground->frame;
  const double scale = frame->scale;
  *info = (pathfan_map_info){.vertex_count = ground->mesh.view.vertex_count,
                             .convex_count = ground->mesh.view.convex_count,
                             .polygon_count = ground->mesh.view.polygon_count,
                             .component_count = ground->mesh.component_count,
                             .origin_x = frame->origin_x / scale,
                             .origin_y = frame->origin_y / scale,
                             .width = frame->width / scale,
                             .height = frame->height / scale,
                             .unit = 1 / scale,
                             .fraction_bits = pf_frame_fraction_bits(frame),
                             .is_grid = ground->grid.width > 0,
                             .skipped = ground->skipped,
                             .is_projected = ground->is_projected,
                             .is_y_up = ground->is_y_up,
                             .longitude = ground->longitude,
                             .latitude = ground->latitude,
                             .vanished = ground->vanished};
}

bool pathfan_map_ignored(const pathfan_map *map, int32_t number, pathfan_ignored *ignored) {
  return pf_ignored_get(&map->ground.ignored, number, ignored);
}

int32_t pathfan_map_polygon(const pathfan_map *map, int32_t polygon, pathfan_point *corners,
                            int32_t capacity) {
  return pf_polygon_corners(&map->space, polygon, corners, capacity);
}

void pathfan_map_free(pathfan_map *map) {
  if (!map) return;
  pf_space_close(&map->space);
  pf_ground_free(&map->ground);
  free(map);
}
#endif
