/* geojson_write.h - writes polygons or a terrain as GeoJSON that pf_geojson_parse and
 * pf_geojson_parse_features (features.h) read. */
#ifndef PF_MAP_GEOJSON_WRITE_H
#define PF_MAP_GEOJSON_WRITE_H

#include <stdio.h>

#include "map/features.h"

/* Writes polygons, each as a feature on its own line, numbers in full. An even-odd polygon is
 * written with its rings as they are. The caller checks the stream for write errors. */
void pf_geojson_write_polygons(FILE *stream, const pf_polygons *polygons);

/* Writes a file (atomically): free space and obstacles, areas with a rate, lines, bridges and links
 * in this order, each as a feature on its own line, numbers rounded to two decimals. An even-odd
 * polygon is written with its rings as they are. Errors: IO. */
pathfan_status pf_geojson_write(const pf_features *features, const char *path,
                                pathfan_error *error);

#endif
