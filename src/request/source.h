/* source.h - what a tool asks: an index, or a map without one.
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

/* One of the two is there, while it is open. */
typedef struct pathfan_source {
  pathfan_index *index;
  pathfan_map *map;
} pathfan_source;

/* Opens the file at path, told by its content: an index as `how` says, or a map read with
 * options; NULL: only an index will do. *source is all zero after an error. Errors: those of
 * pathfan_index_open (NOT_INDEX: it is no map either, or none is wanted) and
 * pathfan_map_open. */
pathfan_status pathfan_source_open(const char *path, const pathfan_open_options *how,
                                   const pathfan_map_options *options, pathfan_source *source,
                                   pathfan_error *error);

/* The map that an index was made of takes its place, as it was read then; path is for
 * messages. *source is all zero after an error. Errors: ARGUMENT (the map has lost its
 * cells), those of pathfan_index_source_map and pathfan_map_parse. */
pathfan_status pathfan_source_take_map(pathfan_source *source, const char *path,
                                       pathfan_error *error);

/* A new query object, to be freed before the source is closed. Errors: NO_MEMORY. */
pathfan_status pathfan_source_query(const pathfan_source *source, pathfan_query **query);

/* Whether roads or rivers run over it. */
bool pathfan_source_is_terrain(const pathfan_source *source);

/* As pathfan_map_terrain_info and pathfan_map_terrain_line (pathfan/terrain.h). */
bool pathfan_source_terrain_info(const pathfan_source *source, pathfan_terrain_info *info);
bool pathfan_source_terrain_line(const pathfan_source *source, int32_t number,
                                 pathfan_terrain_line *line);

/* Whether requests may name this algorithm; false for an all-zero source. */
bool pathfan_source_can(const pathfan_source *source, pathfan_algorithm algorithm);

/* Why they may not, as a sentence. */
const char *pathfan_source_refusal(const pathfan_source *source);

/* What there is to know of either; what a map doesn't have is 0. */
typedef struct pathfan_source_facts {
  pathfan_index_info info;
  bool indexed;
} pathfan_source_facts;

void pathfan_source_look(const pathfan_source *source, pathfan_source_facts *facts);

/* Where (0,0) of a map is whose degrees became metres: longitude and latitude. False: they are as
 * they were, or it isn't told. */
bool pathfan_source_centre(const pathfan_source *source, double *longitude, double *latitude);

/* The agent's radius that an index was built with, map units; 0 of a map, of which it isn't known.
 */
double pathfan_source_radius(const pathfan_source *source);

/* As pathfan_index_polygon. */
int32_t pathfan_source_polygon(const pathfan_source *source, int32_t polygon,
                               pathfan_point *corners, int32_t capacity);

/* Fine for all-zero sources. */
void pathfan_source_close(pathfan_source *source);

#endif
