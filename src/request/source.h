/* source.h - what a tool queries: an index, or a map without one.
 *
 *   pathfan_source source;
 *   status = pathfan_source_open("rooms.pathfan", &how, &options, &source, &error);
 *   status = pathfan_source_query(&source, &query);
 *   ... pathfan_query_free(query);
 *   pathfan_source_close(&source); */
#ifndef PATHFAN_REQUEST_SOURCE_H
#define PATHFAN_REQUEST_SOURCE_H

#include "pathfan/build.h"
#include "pathfan/inspect.h"
#include "pathfan/query.h"
#include "pathfan/terrain.h"

/* While open, exactly one of the two is set. */
typedef struct pathfan_source {
  pathfan_index *index;
  pathfan_map *map;
} pathfan_source;

/* Opens the file at path by its content: an index as `how` says, or a map, read with options; with
 * options NULL only an index. *source is all zero after an error. Errors: those of
 * pathfan_index_open (NOT_INDEX: it isn't a map either, or maps aren't wanted) and
 * pathfan_map_open. */
pathfan_status pathfan_source_open(const char *path, const pathfan_open_options *how,
                                   const pathfan_map_options *options, pathfan_source *source,
                                   pathfan_error *error);

/* Replaces an index by the map that it was built from, read with the same options; path is for
 * messages. *source is all zero after an error. Errors: ARGUMENT (the map has lost its cells),
 * those of pathfan_index_source_map and pathfan_map_parse. */
pathfan_status pathfan_source_take_map(pathfan_source *source, const char *path,
                                       pathfan_error *error);

/* Creates a query object, which must be freed before the source is closed. Errors: NO_MEMORY. */
pathfan_status pathfan_source_query(const pathfan_source *source, pathfan_query **query);

/* Whether the source is a terrain. */
bool pathfan_source_is_terrain(const pathfan_source *source);

/* Like pathfan_map_terrain_info and pathfan_map_terrain_line (pathfan/terrain.h). */
bool pathfan_source_terrain_info(const pathfan_source *source, pathfan_terrain_info *info);
bool pathfan_source_terrain_line(const pathfan_source *source, int32_t number,
                                 pathfan_terrain_line *line);

/* Whether requests may name this algorithm; false for an all-zero source. */
bool pathfan_source_can(const pathfan_source *source, pathfan_algorithm algorithm);

/* Returns why they may not, as a sentence. */
const char *pathfan_source_refusal(const pathfan_source *source);

/* Facts of an index or a map; those that a map doesn't have are 0. */
typedef struct pathfan_source_facts {
  pathfan_index_info info;
  bool indexed;
} pathfan_source_facts;

void pathfan_source_look(const pathfan_source *source, pathfan_source_facts *facts);

/* Finds the longitude and latitude of (0,0) on a map whose degrees were projected to metres. False:
 * the map isn't projected, or the place isn't known. */
bool pathfan_source_centre(const pathfan_source *source, double *longitude, double *latitude);

/* Returns the agent's radius that an index was built with, map units; 0 for a map, whose radius
 * isn't known. */
double pathfan_source_radius(const pathfan_source *source);

/* Like pathfan_index_polygon. */
int32_t pathfan_source_polygon(const pathfan_source *source, int32_t polygon,
                               pathfan_point *corners, int32_t capacity);

/* Fine for all-zero sources. */
void pathfan_source_close(pathfan_source *source);

#endif
