/* tiled.h - maps of the editor Tiled, .tmj and .tmx, as polygons.
 *
 *   pathfan_polygons polygons;
 *   status = pathfan_tiled_parse(text, bytes, "town.tmx", NULL, &polygons, &error); */
#ifndef PATHFAN_MAP_TILED_H
#define PATHFAN_MAP_TILED_H

#include "map/layers.h"
#include "map/polygons.h"

/* In pixels: free but for what a layer's name (collision, obstacles, walls), or a property of a
 * layer, tile or object (collides, obstacle, solid, blocked: true; walkable: false) says to block;
 * tiles, polygons, rectangles, ellipses; polylines are walls. Of an infinite map the box round its
 * tiles is free, or if it has none, that round what blocks. wishes may be NULL. Errors: NO_MEMORY;
 * LIMIT; CANCELLED; MALFORMED (with path, line of a .tmx, and layer); *polygons is empty then. */
pathfan_status pathfan_tiled_parse(const char *text, size_t bytes, const char *path,
                                   const pathfan_layer_wishes *wishes, pathfan_polygons *polygons,
                                   pathfan_error *error);

#endif
