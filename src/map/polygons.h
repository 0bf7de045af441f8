/* polygons.h - from polygons as people draw them to an outline: overlapping,
 * touching, nested, self-crossing and sticking out, in real numbers.
 *
 *   pathfan_polygons polygons = {0};
 *   status = pathfan_geojson_parse(text, bytes, path, &polygons, &error);  or poly, wkt
 *   status = pathfan_polygons_outline(&polygons, &options, &frame, &outline, &error);
 *   pathfan_polygons_free(&polygons); */
#ifndef PATHFAN_MAP_POLYGONS_H
#define PATHFAN_MAP_POLYGONS_H

#include "geometry/frame.h"
#include "geometry/outline.h"
#include "map/grid.h"
#include "pathfan/status.h"

typedef enum pathfan_polygon_kind {
  PATHFAN_POLYGON_OBSTACLE = 0,
  PATHFAN_POLYGON_FREE,
  PATHFAN_POLYGON_PARITY /* free space is what an odd number of these cover (.poly) */
} pathfan_polygon_kind;

/* A ring: points [first_point, next ring's first_point), not closed by a repeated
 * point. */
typedef struct pathfan_ring {
  int32_t first_point;
  int32_t place; /* line of the file, or feature (0-based), for messages */
} pathfan_ring;

/* A polygon: rings [first_ring, next polygon's first_ring); the first is the
 * shell, the others are holes. */
typedef struct pathfan_polygon {
  int32_t first_ring;
  pathfan_polygon_kind kind;
  char *name; /* owned; NULL if it has none */
} pathfan_polygon;

typedef struct pathfan_polygons {
  int32_t point_count, ring_count, polygon_count;
  int32_t point_capacity, ring_capacity, polygon_capacity;
  double *points; /* x,y pairs [Size: 2 * point_count], finite */
  pathfan_ring *rings;
  pathfan_polygon *polygons;
} pathfan_polygons;

/* ---- Readers: text [Size: bytes], path for messages. Errors: NO_MEMORY, LIMIT,
 * MALFORMED (with path and line or feature). *polygons is empty after an error. ---- */

/* GeoJSON (docs/start.md says what of it). */
pathfan_status pathfan_geojson_parse(const char *text, size_t bytes, const char *path,
                                     pathfan_polygons *polygons, pathfan_error *error);
/* Polyanya .poly, version 1. */
pathfan_status pathfan_poly_parse(const char *text, size_t bytes, const char *path,
                                  pathfan_polygons *polygons, pathfan_error *error);
/* WKT: POLYGON, MULTIPOLYGON, GEOMETRYCOLLECTION of these; obstacles. */
pathfan_status pathfan_wkt_parse(const char *text, size_t bytes, const char *path,
                                 pathfan_polygons *polygons, pathfan_error *error);

/* The free cells of a grid map as one outline's worth of free polygons. */
pathfan_status pathfan_polygons_of_grid(const pathfan_outline *outline, pathfan_polygons *polygons,
                                        pathfan_error *error);

/* ---- To the lattice ---- */

typedef struct pathfan_snap_options {
  double unit;         /* lattice unit, map units: the largest power of two not above it is
                          used; 0 = the finest that the extent allows */
  double agent_radius; /* map units, >= 0: obstacles grow by that much, corners mitred */
} pathfan_snap_options;

/* Free space = union of the free polygons (the bounding box of everything when
 * there are none) minus the obstacles; of parity polygons, their symmetric
 * difference. Errors: NO_MEMORY; LIMIT (unit too fine for the extent);
 * MALFORMED (a hole outside its shell, no area at all; names the feature). */
pathfan_status pathfan_polygons_outline(const pathfan_polygons *polygons,
                                        const pathfan_snap_options *options, pathfan_frame *frame,
                                        pathfan_outline *outline, pathfan_error *error);

void pathfan_polygons_free(pathfan_polygons *polygons);

#endif
