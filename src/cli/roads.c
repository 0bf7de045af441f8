/* roads.c - a terrain's roads and rivers, for pictures. */
#include "cli/roads.h"

#include <stdlib.h>

bool cli_roads_make(pathfan_drawn_roads *roads, const pathfan_source *source, double x, double y) {
  pathfan_terrain_info info;
  pathfan_terrain_line line;
  int32_t count = 0;
  *roads = (pathfan_drawn_roads){0};
  if (!pathfan_source_terrain_info(source, &info)) return true;
  while (pathfan_source_terrain_line(source, count, &line)) count++;
  pathfan_drawn_line *lines = calloc((size_t)count + 1, sizeof *lines);
  if (!lines) return false;
  for (int32_t i = 0; i < count; i++) {
    pathfan_source_terrain_line(source, i, &line);
    lines[i] = (pathfan_drawn_line){
        .ends = {line.ends[0].x - x, line.ends[0].y - y, line.ends[1].x - x, line.ends[1].y - y},
        .value = line.value,
        .feature = line.feature,
        .is_river = line.kind == PATHFAN_CLASS_RIVER,
        .is_apart = line.is_apart};
  }
  *roads = (pathfan_drawn_roads){lines, count, info.background_rate};
  return true;
}

void cli_roads_free(pathfan_drawn_roads *roads) {
  free((void *)roads->lines);
  *roads = (pathfan_drawn_roads){0};
}
