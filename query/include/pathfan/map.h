/* pathfan/map.h - maps in memory, queried without an index.
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
 * Queries of a map are searches, which pathfan-lite doesn't have. The functions that read a map are
 * in the build library, pathfan-build. A map is immutable, and all threads may share it. */
#ifndef PATHFAN_MAP_H
#define PATHFAN_MAP_H

#include "pathfan/ignored.h"
#include "pathfan/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pathfan_map pathfan_map;

/* Creates a query object for a map, which must outlive it; like pathfan_query_create. Its requests
 * must name an algorithm that needs no index. Errors: NO_MEMORY (*query is NULL then). */
PATHFAN_API pathfan_status pathfan_query_create_online(const pathfan_map *map,
                                                       pathfan_query **query);

typedef struct pathfan_map_info {
  int32_t vertex_count;       /* all vertices of the mesh */
  int32_t convex_count;       /* convex vertices */
  int32_t polygon_count;      /* cells of the mesh */
  int32_t component_count;    /* connected parts of free space */
  double origin_x, origin_y;  /* least coordinates, map units */
  double width, height;       /* map units */
  double unit;                /* as in pathfan_index_info */
  int32_t fraction_bits;      /* points are rounded to 2^-fraction_bits of `unit` */
  bool is_grid;               /* made of cells: PATHFAN_ALGORITHM_ASTAR works */
  int32_t skipped;            /* features left out (pathfan_map_options.skip_others) */
  bool is_projected;          /* coordinates are metres (pathfan_map_options.projection) */
  bool is_y_up;               /* y goes up: if projected, on robots' maps, on ESRI's grids */
  double longitude, latitude; /* degrees: where the map's (0,0) is, if it is projected */
  int32_t vanished;           /* rings of polygons, thinner than `unit`, that rounding has left
                                 without an area */
  uint64_t reserved[4];
} pathfan_map_info;

PATHFAN_API void pathfan_map_info_get(const pathfan_map *map, pathfan_map_info *info);

/* Gets kind `number`, from 0, of the contents of the map's file that have no effect; false past the
 * last. pathfan_map_options.strict refuses such maps. */
PATHFAN_API bool pathfan_map_ignored(const pathfan_map *map, int32_t number,
                                     pathfan_ignored *ignored);

/* Writes the corners of a polygon of the mesh, like pathfan_index_polygon (pathfan/inspect.h). */
PATHFAN_API int32_t pathfan_map_polygon(const pathfan_map *map, int32_t polygon,
                                        pathfan_point *corners, int32_t capacity);

/* Frees a map; free its query objects first. NULL is allowed. */
PATHFAN_API void pathfan_map_free(pathfan_map *map);

#ifdef __cplusplus
}
#endif

#endif
