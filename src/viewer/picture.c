/* picture.c - the small picture of a map: its cells, and what runs over them. */
#include "viewer/picture.h"

#include "draw/thumbnail.h"
#include "viewer/map_json.h"

#define SIDE 160 /* pixels */

static void draw_cell(void *context, const pathfan_point *corners, int32_t count) {
  pathfan_thumbnail_polygon(context, &corners[0].x, count);
}

/* Rivers, and the roads over them. */
static void draw_lines(const pathfan_source *source, pathfan_thumbnail *picture) {
  pathfan_terrain_line line;
  if (!pathfan_source_is_terrain(source)) return;
  for (int kind = PATHFAN_CLASS_RIVER; kind >= PATHFAN_CLASS_ROAD; kind--)
    for (int32_t i = 0; pathfan_source_terrain_line(source, i, &line); i++)
      if ((int)line.kind == kind)
        pathfan_thumbnail_line(picture, line.ends[0].x, line.ends[0].y, line.ends[1].x,
                               line.ends[1].y, kind == PATHFAN_CLASS_RIVER ? 1.6 : 0.9,
                               kind == PATHFAN_CLASS_RIVER ? 0x4f9bd0 : 0x8a7a5c);
}

char *pathfan_map_picture(const pathfan_source *source, const pathfan_source_facts *facts,
                          size_t *bytes) {
  const pathfan_index_info *map = &facts->info;
  pathfan_thumbnail *picture =
      pathfan_thumbnail_make(map->origin_x, map->origin_y, map->width, map->height, SIDE);
  if (!picture) return NULL;
  pathfan_each_cell(source, facts, picture, draw_cell);
  draw_lines(source, picture);
  char *png = pathfan_thumbnail_png(picture, bytes);
  pathfan_thumbnail_free(picture);
  return png;
}
