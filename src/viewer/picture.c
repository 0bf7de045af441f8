/* picture.c - the small picture of a map: its cells, and its roads and rivers. Like the page at
 * first, it shows free space with a small margin: half of many game maps is border. */
#include "viewer/picture.h"

#include <math.h>

#include "draw/thumbnail.h"
#include "viewer/map_json.h"

#define SIDE 160   /* pixels */
#define ROUND 0.03 /* margin on all sides, of the longer side of free space */

typedef struct extent {
  double left, top, right, bottom;
} extent;

static void extend(void *context, const pathfan_point *corners, int32_t count) {
  extent *e = context;
  for (int32_t i = 0; i < count; i++) {
    e->left = fmin(e->left, corners[i].x);
    e->top = fmin(e->top, corners[i].y);
    e->right = fmax(e->right, corners[i].x);
    e->bottom = fmax(e->bottom, corners[i].y);
  }
}

/* Adds a margin within the map; returns all of the map if nothing is free. */
static extent with_room(extent free, const pathfan_index_info *info) {
  const double x = info->origin_x, y = info->origin_y;
  const extent map = {x, y, x + info->width, y + info->height};
  if (!(free.left < free.right && free.top < free.bottom)) return map;
  const double round = ROUND * fmax(free.right - free.left, free.bottom - free.top);
  return (extent){fmax(map.left, free.left - round), fmax(map.top, free.top - round),
                  fmin(map.right, free.right + round), fmin(map.bottom, free.bottom + round)};
}

static void draw_cell(void *context, const pathfan_point *corners, int32_t count) {
  pathfan_thumbnail_polygon(context, &corners[0].x, count);
}

/* Draws rivers, and the roads over them. */
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
  extent free = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  pathfan_each_cell(source, facts, &free, extend);
  const extent shown = with_room(free, &facts->info);
  pathfan_thumbnail *picture = pathfan_thumbnail_make(
      shown.left, shown.top, shown.right - shown.left, shown.bottom - shown.top, SIDE);
  if (!picture) return NULL;
  pathfan_each_cell(source, facts, picture, draw_cell);
  draw_lines(source, picture);
  char *png = pathfan_thumbnail_png(picture, bytes);
  pathfan_thumbnail_free(picture);
  return png;
}
