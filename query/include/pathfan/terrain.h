/* pathfan/terrain.h - terrains: open ground with roads, rivers and obstacles, where ways have a
 * cost.
 *
 *   status = pathfan_map_open("valley.geojson", NULL, &map, &error);           pathfan/build.h
 *   if (pathfan_map_is_terrain(map)) request.algorithm = PATHFAN_ALGORITHM_TERRAIN;
 *   status = pathfan_query_paths(query, &request, &answer);
 *   ... answer->paths[0].cost, .legs ...
 *   status = pathfan_query_field(query, goal, points, count, values, &goal_is_free);
 *
 * Cost is distance times rate: that of a road on it, the background's off the roads; and what
 * rivers cost that are crossed. */
#ifndef PATHFAN_TERRAIN_H
#define PATHFAN_TERRAIN_H

#include "pathfan/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether roads or rivers run over a map. Any number of threads may ask a map, or an index, at
 * once. */
PATHFAN_API bool pathfan_map_is_terrain(const pathfan_map *map);

typedef struct pathfan_terrain_info {
  double background_rate;          /* cost per distance off the roads */
  double least_rate;               /* of all that there is, the background included */
  int32_t road_count, river_count; /* features of the file */
  int32_t node_count, arc_count;   /* sides of vertices; pieces of road */
  /* What was resolved when the map was read, features concerned. */
  int32_t overlapping_roads;  /* the lower rate holds */
  int32_t overlapping_rivers; /* the higher cost holds */
  int32_t useless_roads;      /* at or above the background's rate, no bridges: left out */
  int32_t lost_bridges;       /* points on no river: left out */
  int32_t cut_roads;          /* partly or wholly within obstacles, or off the map */
  int32_t bridge_count;       /* points of rivers */
  uint64_t reserved[6];
} pathfan_terrain_info;

/* False, and *info is all zero, for maps that are no terrain. */
PATHFAN_API bool pathfan_map_terrain_info(const pathfan_map *map, pathfan_terrain_info *info);

typedef enum pathfan_line_class {
  PATHFAN_CLASS_ROAD = 0,
  PATHFAN_CLASS_RIVER,
  PATHFAN_CLASS_BRIDGE /* a point of rivers where they are crossed for nothing: both ends */
} pathfan_line_class;

/* A piece of a road or river, or a bridge, as it lies on the map. */
typedef struct pathfan_terrain_line {
  pathfan_line_class kind;
  bool is_apart;         /* on a bridge or in a tunnel */
  pathfan_point ends[2]; /* map units */
  double value;          /* rate of a road, cost of crossing a river or INFINITY; of a bridge 0 */
  int32_t feature;       /* number in the map's file, from 0 */
  const char *name;      /* the map's, as long as that lives; NULL if it has none */
  uint64_t reserved[2];
} pathfan_terrain_line;

/* Pieces of roads and rivers, and bridges, `number` from 0; false past the last. For drawing. */
PATHFAN_API bool pathfan_map_terrain_line(const pathfan_map *map, int32_t number,
                                          pathfan_terrain_line *line);

/* The same of an index (pathfan_index_open): whether it is of a terrain; what it holds, false where
 * its terrain is damaged, too. Names stay until the index is reloaded or closed. */
PATHFAN_API bool pathfan_index_is_terrain(const pathfan_index *index);
PATHFAN_API bool pathfan_index_terrain_info(const pathfan_index *index, pathfan_terrain_info *info);
PATHFAN_API bool pathfan_index_terrain_line(const pathfan_index *index, int32_t number,
                                            pathfan_terrain_line *line);

/* The cheapest way from a point to the goal of a field. */
typedef struct pathfan_field_value {
  double cost; /* INFINITY: there is none, or the point is blocked */
  double heading_x,
      heading_y;   /* unit vector of its first step; 0, 0 at the goal or without a way */
  int32_t feature; /* first road or river that it uses or crosses: number in the map's
                      file; -1: none */
  uint64_t reserved[2];
} pathfan_field_value;

/* Cheapest ways from each of points [Size: count] to a goal, of a query object for a terrain: one
 * search for all. values [Size: count]. *goal_is_free (may be NULL): false, and there are no ways,
 * if the goal is blocked. The last answer stays as it is. Errors: ARGUMENT (not finite, no
 * terrain), NO_MEMORY. */
PATHFAN_API pathfan_status pathfan_query_field(pathfan_query *query, pathfan_point goal,
                                               const pathfan_point *points, size_t count,
                                               pathfan_field_value *values, bool *goal_is_free);

#ifdef __cplusplus
}
#endif

#endif
