/* pathfan/map.h - maps in memory, without an index, and asking them.
 *
 *   pathfan_map *map;
 *   pathfan_query *query;
 *   if (pathfan_map_open("arena.map", NULL, &map, &error)) die(error.text);    pathfan/build.h
 *   if (pathfan_query_create_online(map, &query)) die("out of memory");
 *   request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
 *   if (pathfan_query_paths(query, &request, &answer) == PATHFAN_OK) ...
 *   pathfan_query_free(query);
 *   pathfan_map_free(map);
 *
 * Maps are searched, so pathfan-lite hasn't these; reading them is the builder's, pathfan-build.
 * A map is immutable, and may be shared by all threads. */
#ifndef PATHFAN_MAP_H
#define PATHFAN_MAP_H

#include "pathfan/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pathfan_map pathfan_map;

/* As pathfan_query_create, for a map, which must outlive the query object: requests must name an
 * algorithm that needs no index. Errors: NO_MEMORY (*query is NULL then). */
PATHFAN_API pathfan_status pathfan_query_create_online(const pathfan_map *map,
                                                       pathfan_query **query);

typedef struct pathfan_map_info {
  int32_t vertex_count;       /* of the mesh */
  int32_t convex_count;       /* convex vertices */
  int32_t polygon_count;      /* cells of the mesh */
  int32_t component_count;    /* connected parts of free space */
  double origin_x, origin_y;  /* least coordinates, units */
  double width, height;       /* units */
  double unit;                /* as in pathfan_index_info */
  int32_t fraction_bits;      /* points are rounded to 2^-fraction_bits of `unit` */
  bool is_grid;               /* made of cells: PATHFAN_ALGORITHM_ASTAR works */
  int32_t skipped;            /* features left out (pathfan_map_options.skip_others) */
  bool is_projected;          /* coordinates are metres about the next two */
  double longitude, latitude; /* degrees; (0,0) of the map (pathfan_map_options.projection) */
  uint64_t reserved[5];
} pathfan_map_info;

PATHFAN_API void pathfan_map_info_get(const pathfan_map *map, pathfan_map_info *info);

/* As pathfan_index_polygon (pathfan/inspect.h). */
PATHFAN_API int32_t pathfan_map_polygon(const pathfan_map *map, int32_t polygon,
                                        pathfan_point *corners, int32_t capacity);

/* Frees a map; its query objects must be freed before. NULL is fine. */
PATHFAN_API void pathfan_map_free(pathfan_map *map);

#ifdef __cplusplus
}
#endif

#endif
