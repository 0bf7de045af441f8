/* source.h - what a tool queries: an index, or a map without one.
 *
 *   pf_source source;
 *   status = pf_source_open("rooms.pathfan", &how, &options, &source, &error);
 *   status = pf_source_query(&source, &query);
 *   ... pathfan_query_free(query);
 *   pf_source_close(&source); */
#ifndef PF_REQUEST_SOURCE_H
#define PF_REQUEST_SOURCE_H

#include "pathfan/build.h"
#include "pathfan/inspect.h"
#include "pathfan/query.h"
#include "pathfan/terrain.h"

/* While open, exactly one of the two is set. */
typedef struct pf_source {
  pathfan_index *index;
  pathfan_map *map;
} pf_source;

/* Opens the file at path by its content: an index as `how` says, or a map, read with options; with
 * options NULL only an index. *source is all zero after an error. Errors: those of
 * pathfan_index_open (NOT_INDEX: it isn't a map either, or maps aren't wanted) and
 * pathfan_map_open. */
pathfan_status pf_source_open(const char *path, const pathfan_open_options *how,
                              const pathfan_map_options *options, pf_source *source,
                              pathfan_error *error);

/* Replaces an index by the map that it was built from, read with the same options; path is for
 * messages. *source is all zero after an error. Errors: ARGUMENT (the map has lost its cells),
 * those of pathfan_index_source_map and pathfan_map_parse. */
pathfan_status pf_source_take_map(pf_source *source, const char *path, pathfan_error *error);

/* Creates a query object, which must be freed before the source is closed. Errors: NO_MEMORY. */
pathfan_status pf_source_query(const pf_source *source, pathfan_query **query);

/* Whether the source is a terrain. */
bool pf_source_is_terrain(const pf_source *source);

/* Like pathfan_map_terrain_info and pathfan_map_terrain_line (pathfan/terrain.h). */
bool pf_source_terrain_info(const pf_source *source, pathfan_terrain_info *info);
bool pf_source_terrain_line(const pf_source *source, int32_t number, pathfan_terrain_line *line);

/* The direction in which a road has a rate of its own, which is lower: 1 from its first end, -1
 * from its second; 0 in both, or not a road. */
static inline int pf_oneway_of(const pathfan_terrain_line *line) {
  if (line->kind != PATHFAN_CLASS_ROAD) return 0;
  return (line->rates[0] < line->rates[1]) - (line->rates[0] > line->rates[1]);
}

/* Like pathfan_map_terrain_area. */
bool pf_source_terrain_area(const pf_source *source, int32_t polygon, pathfan_terrain_area *area);

/* Whether requests may name this algorithm; false for an all-zero source. */
bool pf_source_can(const pf_source *source, pathfan_algorithm algorithm);

/* Returns why they may not, as a sentence. */
const char *pf_source_refusal(const pf_source *source);

/* Facts of an index or a map; those that a map doesn't have are 0. */
typedef struct pf_source_facts {
  pathfan_index_info info;
  bool indexed;
} pf_source_facts;

void pf_source_look(const pf_source *source, pf_source_facts *facts);

/* Gets kind `number`, from 0, of what the map says that has no effect; false past the last. */
bool pf_source_ignored(const pf_source *source, int32_t number, pathfan_ignored *ignored);

/* Finds the longitude and latitude of (0,0) on a map whose degrees were projected to metres. False:
 * the map isn't projected, or the place isn't known. */
bool pf_source_centre(const pf_source *source, double *longitude, double *latitude);

/* Whether y goes up on the map (pathfan_map_info.is_y_up). On others it goes down. Pictures have
 * that direction. */
bool pf_source_is_y_up(const pf_source *source);

/* Returns the agent's radius that an index was built with, map units; 0 for a map, whose radius
 * isn't known. */
double pf_source_radius(const pf_source *source);

/* Like pathfan_index_polygon. */
int32_t pf_source_polygon(const pf_source *source, int32_t polygon, pathfan_point *corners,
                          int32_t capacity);

/* Fine for all-zero sources. */
void pf_source_close(pf_source *source);

#endif
