/* tiled.h - reads maps of the editor Tiled, .tmj and .tmx, as polygons.
 *
 *   pf_polygons polygons;
 *   status = pf_tiled_parse(text, bytes, "town.tmx", NULL, &polygons, &error); */
#ifndef PF_MAP_TILED_H
#define PF_MAP_TILED_H

#include "map/features.h"
#include "map/wishes.h"
#include "map/polygons.h"

/* Reads a map in pixels. Everything is free except what is said to block: by a layer's name
 * (collision, obstacles, walls), or by a property of a layer, tile or object (collides, obstacle,
 * solid, blocked: true; walkable: false). Tiles, polygons, rectangles and ellipses become
 * obstacles, polylines walls. The free area of an infinite map is the box round its tiles, or if it
 * has none, round what blocks. wishes may be NULL. Errors: NO_MEMORY; LIMIT; CANCELLED; MALFORMED
 * (with path, line of a .tmx, and layer); *polygons is empty then. */
pathfan_status pf_tiled_parse(const char *text, size_t bytes, const char *path,
                              const pf_wishes *wishes, pf_polygons *polygons, pathfan_error *error);

/* The same with links: objects of the class "link", lines from one end to the other, or points with
 * a cost. The property `level` of a layer or group says on which floors it is, that of a link where
 * its ends are. *features is empty after a failure. */
pathfan_status pf_tiled_parse_features(const char *text, size_t bytes, const char *path,
                                       const pf_wishes *wishes, pf_features *features,
                                       pathfan_error *error);

#endif
