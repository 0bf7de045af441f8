/* features.h - a terrain as people draw it: areas, and over them lines: roads and rivers.
 *
 *   status = pathfan_geojson_parse_features(text, bytes, path, &features, &error);
 *   if (features.line_count) ... a terrain ...
 *   pathfan_features_free(&features); */
#ifndef PATHFAN_MAP_FEATURES_H
#define PATHFAN_MAP_FEATURES_H

#include "map/polygons.h"

typedef enum pathfan_line_kind { PATHFAN_LINE_ROAD = 0, PATHFAN_LINE_RIVER } pathfan_line_kind;

/* A road or a river: points [first_point, next line's first_point), two or more; no two neighbours
 * are equal. */
typedef struct pathfan_line {
  int32_t first_point;
  pathfan_line_kind kind;
  double value;  /* road: cost per distance, > 0; river: cost of a crossing, >= 0, INFINITY if it
                    can't be crossed */
  bool is_apart; /* a road on a bridge or in a tunnel, which joins other lines at its ends only */
  char *name;    /* owned; NULL if it has none */
  int32_t place; /* feature (0-based), for messages */
} pathfan_line;

/* A point where rivers may be crossed at no cost. */
typedef struct pathfan_bridge {
  double x, y;
  int32_t place;
  char *name; /* owned; NULL if it has none */
} pathfan_bridge;

typedef struct pathfan_features {
  pathfan_polygons areas;
  double background_rate; /* cost per distance off the roads, > 0; 1 if not given */
  int32_t line_count, point_count, bridge_count;
  int32_t line_capacity, point_capacity, bridge_capacity;
  pathfan_line *lines;
  double *points; /* x,y pairs [Size: 2 * point_count], finite */
  pathfan_bridge *bridges;
} pathfan_features;

static inline int32_t pathfan_line_end(const pathfan_features *features, int32_t line) {
  return line + 1 < features->line_count ? features->lines[line + 1].first_point
                                         : features->point_count;
}

/* ---- By hand: a line, its points. Errors: NO_MEMORY, LIMIT (2^28 of anything). ---- */

/* Sets first_point itself and copies the name. */
pathfan_status pathfan_features_line(pathfan_features *features, const pathfan_line *line);
/* Leaves out a point equal to the one before it in its line. */
pathfan_status pathfan_features_point(pathfan_features *features, double x, double y);
/* name may be NULL; it is copied. */
pathfan_status pathfan_features_bridge(pathfan_features *features, double x, double y,
                                       int32_t place, const char *name);

/* Reads GeoJSON like pathfan_geojson_parse (polygons.h), and in addition these kinds of features:
 * "road" (LineString, MultiLineString; `rate` > 0; `bridge: true` or `tunnel: true`), "river" (the
 * same geometries; `cost` >= 0; absent, null or "inf": can't be crossed), "bridge" (Point,
 * MultiPoint). The collection may have a `background_rate` > 0. Text without any polygon is fine if
 * there is a line. Errors: NO_MEMORY, LIMIT, MALFORMED (with path and feature); *features is empty
 * then. */
pathfan_status pathfan_geojson_parse_features(const char *text, size_t bytes, const char *path,
                                              pathfan_features *features, pathfan_error *error);

/* Frees everything and zeroes the struct; fine for all-zero ones. */
void pathfan_features_free(pathfan_features *features);

#endif
