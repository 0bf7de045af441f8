/* geojson_write.h - polygons, or a terrain, as GeoJSON that pathfan_geojson_parse and
 * pathfan_geojson_parse_features (features.h) take. */
#ifndef PATHFAN_MAP_GEOJSON_WRITE_H
#define PATHFAN_MAP_GEOJSON_WRITE_H

#include <stdio.h>

#include "map/features.h"

/* Writes polygons, each a feature of its own on a line of its own, numbers in full. An even-odd
 * polygon is written as its rings are. The caller looks for write errors of the stream. */
void pathfan_geojson_write_polygons(FILE *stream, const pathfan_polygons *polygons);

/* Writes a file (atomically): areas, lines and bridges in this order, each a feature of its own
 * on a line of its own, numbers rounded to two decimals. An even-odd polygon is written as its
 * rings are. Errors: IO. */
pathfan_status pathfan_geojson_write(const pathfan_features *features, const char *path,
                                     pathfan_error *error);

#endif
