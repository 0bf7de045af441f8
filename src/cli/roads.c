/* roads.c - a terrain's roads and rivers, for pictures. */
#include "cli/roads.h"

#include <math.h>
#include <stdlib.h>

/* Corners of the largest polygon that is summed up; a convex cell has few. */
#define CORNERS_MAX 4096
/* A smaller share of the map, about a pixel, doesn't count as an obstacle. */
#define AREA_SLACK 1e-6

/* Whether any of the map's box isn't free space. */
static bool has_obstacles(const pf_source *source) {
  pf_source_facts facts;
  pathfan_point corners[CORNERS_MAX];
  double area = 0;
  pf_source_look(source, &facts);
  const pathfan_index_info *map = &facts.info;
  for (int32_t i = 0; i < map->polygon_count; i++) {
    const int32_t count = pf_source_polygon(source, i, corners, CORNERS_MAX);
    for (int32_t k = 0; k < count && count <= CORNERS_MAX; k++) {
      const pathfan_point a = corners[k], b = corners[k + 1 < count ? k + 1 : 0];
      area += ((a.x - map->origin_x) * (b.y - map->origin_y) -
               (b.x - map->origin_x) * (a.y - map->origin_y)) /
              2;
    }
  }
  return fabs(area) < (1 - AREA_SLACK) * map->width * map->height;
}

bool cli_roads_make(pf_drawn_roads *roads, const pf_source *source, const cli_picture *picture) {
  pathfan_terrain_info info;
  pathfan_terrain_line line;
  int32_t count = 0;
  *roads = (pf_drawn_roads){0};
  if (!pf_source_terrain_info(source, &info)) return true;
  while (pf_source_terrain_line(source, count, &line)) count++;
  pf_drawn_line *lines = calloc((size_t)count + 1, sizeof *lines);
  if (!lines) return false;
  for (int32_t i = 0; i < count; i++) {
    pf_source_terrain_line(source, i, &line);
    const pathfan_point a = cli_in_picture(picture, line.ends[0]);
    const pathfan_point b = cli_in_picture(picture, line.ends[1]);
    lines[i] = (pf_drawn_line){.ends = {a.x, a.y, b.x, b.y},
                               .value = line.value,
                               .feature = line.feature,
                               .is_river = line.kind == PATHFAN_CLASS_RIVER,
                               .is_apart = line.is_apart,
                               .is_point = line.kind == PATHFAN_CLASS_BRIDGE,
                               .oneway = (int8_t)pf_oneway_of(&line)};
  }
  *roads = (pf_drawn_roads){lines, count, info.background_rate, has_obstacles(source)};
  return true;
}

void cli_roads_free(pf_drawn_roads *roads) {
  free((void *)roads->lines);
  *roads = (pf_drawn_roads){0};
}
