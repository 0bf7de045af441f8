/* features.h - a terrain as people draw it: free space and obstacles, ground with a rate of its
 * own, and over them lines: roads and rivers.
 *
 *   status = pf_geojson_parse_features(text, bytes, path, NULL, &features, &error);
 *   if (pf_features_are_terrain(&features)) ... a terrain ...
 *   pf_features_free(&features); */
#ifndef PF_MAP_FEATURES_H
#define PF_MAP_FEATURES_H

#include "map/polygons.h"

typedef enum pf_line_kind { PF_LINE_ROAD = 0, PF_LINE_RIVER } pf_line_kind;

/* A road or a river: points [first_point, next line's first_point), two or more; no two neighbours
 * are equal. */
typedef struct pf_line {
  int32_t first_point;
  pf_line_kind kind;
  double value;  /* road: cost per distance, > 0; river: cost of a crossing, >= 0, INFINITY if it
                    can't be crossed */
  int8_t oneway; /* a road: 1, it has its rate in the direction of its points only; -1: only against
                    it; 0: both ways */
  bool is_apart; /* a road on a bridge or in a tunnel, which joins other lines at its ends only */
  char *name;    /* owned; NULL if it has none */
  int32_t place; /* feature (0-based), for messages */
} pf_line;

/* A point where rivers may be crossed at no cost. */
typedef struct pf_bridge {
  double x, y;
  int32_t place;
  char *name; /* owned; NULL if it has none */
} pf_bridge;

/* A way that isn't walked, between two points. */
typedef struct pf_map_link {
  double at[4];     /* x and y of its first end, x and y of its second */
  int32_t level[2]; /* of its ends, among areas.levels; -1: the map has no levels */
  double cost[2];   /* from the first end to the second, and back; INFINITY: not that way */
  bool is_length;   /* the costs are the length of its line */
  uint64_t flags;
  int32_t place; /* feature (0-based), for messages */
  char *name;    /* owned; NULL if it has none */
} pf_map_link;

/* Ground that costs otherwise than the background: a polygon of `rated`. */
typedef struct pf_rated_area {
  double rate;   /* cost per distance, > 0; INFINITY: it can't be walked on */
  int32_t layer; /* of two areas the one with the higher layer is on top, then the later one */
  int32_t place; /* feature (0-based), for messages */
} pf_rated_area;

typedef struct pf_features {
  pf_polygons areas;          /* free space, obstacles, doors */
  pf_polygons rated;          /* areas with a rate; their kind is FREE */
  pf_rated_area *rated_areas; /* [Size: rated.polygon_count] */
  int32_t rated_capacity;
  double wall_width; /* of a building's plan: map units (metres), unless another is wanted; 0 */
  bool is_timed;     /* there are speeds: costs are minutes, and coordinates metres */
  double background_rate; /* cost per distance off the roads, > 0; 1 if not given */
  int32_t line_count, point_count, bridge_count, link_count;
  int32_t line_capacity, point_capacity, bridge_capacity, link_capacity;
  pf_line *lines;
  double *points; /* x,y pairs [Size: 2 * point_count], finite */
  pf_bridge *bridges;
  pf_map_link *links;
} pf_features;

static inline int32_t pf_line_end(const pf_features *features, int32_t line) {
  return line + 1 < features->line_count ? features->lines[line + 1].first_point
                                         : features->point_count;
}

/* Whether there is more than free space and obstacles. */
static inline bool pf_features_are_terrain(const pf_features *features) {
  return features->line_count || features->rated.polygon_count;
}

/* ---- By hand: an area; a line, its points. Errors: NO_MEMORY, LIMIT (2^28 of anything). ---- */

/* Begins a polygon of `rated`; its rings are added to that list. The name is copied. */
pathfan_status pf_features_area(pf_features *features, pf_rated_area area, const char *name);
/* Sets first_point itself and copies the name. */
pathfan_status pf_features_line(pf_features *features, const pf_line *line);
/* Leaves out a point equal to the one before it in its line. */
pathfan_status pf_features_point(pf_features *features, double x, double y);
/* Removes the last line if it has fewer than two points: false then. */
bool pf_features_close_line(pf_features *features);
/* name may be NULL; it is copied. */
pathfan_status pf_features_bridge(pf_features *features, double x, double y, int32_t place,
                                  const char *name);

/* Copies the name. */
pathfan_status pf_features_link(pf_features *features, const pf_map_link *link);

/* Reads GeoJSON like pf_geojson_parse (polygons.h), and in addition these kinds of features:
 * "road" (LineString, MultiLineString; `rate` > 0 or `speed` in km/h; `bridge: true` or `tunnel:
 * true`; `oneway`), "river" (the same geometries; `cost` >= 0; absent, null or "inf": can't be
 * crossed), "bridge" (Point, MultiPoint), "area" (Polygon, MultiPolygon; `rate` > 0 or `speed`,
 * null or "inf": can't be walked on; `layer`, a whole number, 0 if absent), "link" (LineString, or
 * Point if it joins two levels; `level` of its two ends as a list or text "0;1"; `cost` >= 0,
 * absent: the line's length; `cost_back` or `oneway`; `flags`). The collection may have a
 * `background_rate` > 0 or a `background_speed`. With speeds costs are minutes, and coordinates
 * metres. Text without any polygon is fine if there is a line. Errors: NO_MEMORY, LIMIT, MALFORMED
 * (with path and feature); *features is empty then. */
pathfan_status pf_geojson_parse_features(const char *text, size_t bytes, const char *path,
                                         const pf_wishes *wishes, pf_features *features,
                                         pathfan_error *error);

/* Frees everything and zeroes the struct; fine for all-zero ones. */
void pf_features_free(pf_features *features);

#endif
