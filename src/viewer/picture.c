/* picture.c - the small picture of a map: its cells, and its areas, roads and rivers. Like the page
 * at first, it shows free space with a small margin: half of many game maps is border. */
#include "viewer/picture.h"

#include <math.h>
#include <stdlib.h>

#include "draw/svg.h"
#include "draw/svg_line.h"
#include "draw/thumbnail.h"
#include "viewer/map_json.h"

#define CORNERS_MAX 4096 /* of the largest cell that is coloured */
#define PATH_SHARE 0.005 /* of the longer side: the width of paths */
#define ROUND 0.03       /* margin on all sides, of the longer side of free space */

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
  pf_thumbnail_polygon(context, &corners[0].x, count);
}

/* Colours areas with a rate. */
static void draw_grounds(const pf_source *source, pf_thumbnail *picture) {
  pathfan_terrain_info info;
  pathfan_terrain_area area;
  pathfan_point corners[CORNERS_MAX];
  for (int32_t i = 0; pf_source_terrain_area(source, i, &area); i++) {
    const int32_t count = pf_source_polygon(source, i, corners, CORNERS_MAX);
    if (area.feature < 0 || count > CORNERS_MAX || !pf_source_terrain_info(source, &info)) continue;
    pf_thumbnail_ground(
        picture, &corners[0].x, count,
        pf_svg_ground_colour(fmin(1, fmax(-1, log10(area.rate / info.background_rate)))));
  }
}

/* Draws rivers, and the roads over them. */
static void draw_lines(const pf_source *source, pf_thumbnail *picture) {
  pathfan_terrain_line line;
  if (!pf_source_is_terrain(source)) return;
  for (int kind = PATHFAN_CLASS_RIVER; kind >= PATHFAN_CLASS_ROAD; kind--)
    for (int32_t i = 0; pf_source_terrain_line(source, i, &line); i++)
      if ((int)line.kind == kind) {
        const double ends[] = {line.ends[0].x, line.ends[0].y, line.ends[1].x, line.ends[1].y};
        pf_thumbnail_line(picture, ends, kind == PATHFAN_CLASS_RIVER ? 1.6 : 0.9,
                          kind == PATHFAN_CLASS_RIVER ? 0x4f9bd0 : 0x8a7a5c);
      }
}

/* Draws paths, the first on top. */
static void draw_paths(const pathfan_answer *answer, double width, pf_thumbnail *picture) {
  for (int32_t i = answer->path_count; i-- > 0;) {
    const pathfan_path *path = &answer->paths[i];
    const uint32_t rgb = (uint32_t)strtoul(pf_line_colour(i) + 1, NULL, 16);
    for (int32_t k = 0; k + 1 < path->point_count; k++) {
      const pathfan_point a = path->points[k], b = path->points[k + 1];
      pf_thumbnail_line(picture, (const double[]){a.x, a.y, b.x, b.y}, width, rgb);
    }
  }
}

char *pf_map_picture(const pf_source *source, const pf_source_facts *facts, int32_t side,
                     const pathfan_answer *answer, size_t *bytes) {
  extent free = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  pf_each_cell(source, facts, &free, extend);
  const extent shown = with_room(free, &facts->info);
  pf_thumbnail *picture =
      pf_thumbnail_make(shown.left, shown.top, shown.right - shown.left, shown.bottom - shown.top,
                        pf_source_is_y_up(source), side);
  if (!picture) return NULL;
  pf_each_cell(source, facts, picture, draw_cell);
  draw_grounds(source, picture);
  draw_lines(source, picture);
  if (answer) draw_paths(answer, fmax(1, side * PATH_SHARE), picture);
  char *png = pf_thumbnail_png(picture, bytes);
  pf_thumbnail_free(picture);
  return png;
}
