/* twin_polygons.h - maps made of polygons: random ones of every hard kind, also as GeoJSON text;
 * slow tests of whether a point is free, and of whether an outline keeps its promises.
 *
 *   twin_polygon_map map = twin_polygon_map_number(i);
 *   char *text = twin_polygons_geojson(&map.polygons);
 *   ...
 *   free(text);
 *   twin_polygon_map_free(&map); */
#ifndef TWIN_POLYGONS_H
#define TWIN_POLYGONS_H

#include "base/random.h"
#include "map/polygons.h"

typedef struct twin_polygon_map {
  pf_polygons polygons; /* neither even-odd nor named */
  bool whole;           /* all coordinates are whole numbers of less than 2^20 in size */
  const char *style;    /* static; the kind of map */
  uint64_t seed;        /* for more random decisions about the map */
} twin_polygon_map;

/* Map `number` (>= 0); the same number gives the same map. Styles take turns, so that any
 * twin_polygon_styles() consecutive numbers have one of each: rectangles that touch, overlap and
 * share edges; random rings that cross themselves; stars; rotated boxes; holes in holes with
 * islands; free areas with obstacles across their border. All have some area, and no hole lies
 * wholly outside its shell. Most aren't square, and none begins at (0,0), so that swapped
 * coordinates show. A map has a few dozen polygons and a few hundred points at most. */
twin_polygon_map twin_polygon_map_number(int number);
int twin_polygon_styles(void);
void twin_polygon_map_free(twin_polygon_map *map);

/* The polygons as a FeatureCollection: rings closed, one feature each, numbers that read back as
 * the same doubles. The caller frees it. */
char *twin_polygons_geojson(const pf_polygons *polygons);

/* Whether (x,y) is free, by the definition at pf_polygons_outline, without a radius. Exact
 * except for points within rounding of a ring. */
bool twin_polygons_free_at(const pf_polygons *polygons, double x, double y);

/* Distance to the nearest edge of any ring, or of the bounding box of everything if there are no
 * free polygons, else of the free ones. */
double twin_polygons_clearance(const pf_polygons *polygons, double x, double y);

/* Bounding box of the free polygons, or of everything if there are none: min x, min y, max x, max
 * y. */
void twin_polygons_box(const pf_polygons *polygons, double box[4]);

/* Returns a promise that an outline breaks, NULL if none; quadratic in its edges. The text stays
 * valid until the next call. */
const char *twin_outline_fault(const pf_outline *outline);

/* How often the outline winds round a point with real lattice coordinates: 1 in free space, 0
 * elsewhere. */
int twin_outline_winding(const pf_outline *outline, double x, double y);

#endif
