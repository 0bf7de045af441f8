/* source.c - an index or a map behind one handle. */
#include "request/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/status.h"
#include "base/text.h"
#include "pathfan/terrain.h"

/* Maps are text, if in UTF-16 with a sentence of its own. Any other file is an index, or a damaged
 * one. Pipes aren't examined: they can be read only once. */
static bool is_binary(const char *path) {
  char start[64];
  const ssize_t bytes = pf_file_start(path, start, sizeof start);
  return bytes > 0 && memchr(start, 0, (size_t)bytes) && !pf_is_utf16(start, (size_t)bytes);
}

pathfan_status pf_source_open(const char *path, const pathfan_open_options *how,
                              const pathfan_map_options *options, pf_source *source,
                              pathfan_error *error) {
  *source = (pf_source){0};
  const pathfan_status status = pathfan_index_open(path, how, &source->index, error);
  const bool is_packed = how && (how->offset || how->bytes); /* a map has a file of its own */
  if (status != PATHFAN_ERR_NOT_INDEX || !options || is_packed || is_binary(path)) return status;
  return pathfan_map_open(path, options, &source->map, error);
}

static pathfan_status read_source_map(const pathfan_index *index, const char *path,
                                      pathfan_map **map, pathfan_error *error) {
  pathfan_index_info info;
  pathfan_map_options options;
  char texts[PATHFAN_MAP_TEXTS_BYTES], *text = NULL;
  size_t bytes = 0;
  pathfan_index_info_get(index, &info);
  pathfan_status status = pathfan_index_source_map(index, &text, &bytes, error);
  pathfan_map_options_of(info.options, &options, texts);
  if (!status && options.agent_radius > 0)
    status = pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "%s: algorithm astar needs a map made of cells; an agent's radius has "
                     "moved the walls of this one",
                     path);
  if (!status) status = pathfan_map_parse(text, bytes, path, &options, map, error);
  free(text);
  return status;
}

pathfan_status pf_source_take_map(pf_source *source, const char *path, pathfan_error *error) {
  pathfan_map *map = NULL;
  const pathfan_status status = read_source_map(source->index, path, &map, error);
  pathfan_index_close(source->index);
  *source = (pf_source){.map = map};
  return status;
}

pathfan_status pf_source_query(const pf_source *source, pathfan_query **query) {
  return source->index ? pathfan_query_create(source->index, query)
                       : pathfan_query_create_online(source->map, query);
}

bool pf_source_is_terrain(const pf_source *source) {
  return source->index ? pathfan_index_is_terrain(source->index)
                       : source->map && pathfan_map_is_terrain(source->map);
}

bool pf_source_terrain_info(const pf_source *source, pathfan_terrain_info *info) {
  return source->index ? pathfan_index_terrain_info(source->index, info)
                       : pathfan_map_terrain_info(source->map, info);
}

bool pf_source_terrain_line(const pf_source *source, int32_t number, pathfan_terrain_line *line) {
  return source->index ? pathfan_index_terrain_line(source->index, number, line)
                       : pathfan_map_terrain_line(source->map, number, line);
}

bool pf_source_terrain_area(const pf_source *source, int32_t polygon, pathfan_terrain_area *area) {
  return source->index ? pathfan_index_terrain_area(source->index, polygon, area)
                       : source->map && pathfan_map_terrain_area(source->map, polygon, area);
}

bool pf_source_can(const pf_source *source, pathfan_algorithm algorithm) {
  if (!source->index && !source->map) return false;
  if (pf_source_is_terrain(source) || algorithm == PATHFAN_ALGORITHM_TERRAIN)
    return pf_source_is_terrain(source) &&
           (algorithm == PATHFAN_ALGORITHM_TERRAIN ||
            (algorithm == PATHFAN_ALGORITHM_INDEX && source->index));
  if (pathfan_algorithm_is_indexed(algorithm)) return source->index != NULL;
  if (algorithm != PATHFAN_ALGORITHM_ASTAR) return true;
  if (source->index) return false;
  pathfan_map_info info;
  pathfan_map_info_get(source->map, &info);
  return info.is_grid;
}

const char *pf_source_refusal(const pf_source *source) {
  if (!pf_source_is_terrain(source)) return "can't answer from this file";
  return source->index ? "doesn't support terrains: use index or terrain"
                       : "doesn't support terrains: use terrain, or index with an index of the map";
}

void pf_source_look(const pf_source *source, pf_source_facts *facts) {
  *facts = (pf_source_facts){.indexed = source->index != NULL};
  if (source->index) {
    pathfan_index_info_get(source->index, &facts->info);
    return;
  }
  pathfan_map_info info;
  pathfan_map_info_get(source->map, &info);
  facts->info.vertex_count = info.convex_count;
  facts->info.polygon_count = info.polygon_count;
  facts->info.component_count = info.component_count;
  facts->info.origin_x = info.origin_x;
  facts->info.origin_y = info.origin_y;
  facts->info.width = info.width;
  facts->info.height = info.height;
  facts->info.unit = info.unit;
  facts->info.fraction_bits = info.fraction_bits;
}

bool pf_source_ignored(const pf_source *source, int32_t number, pathfan_ignored *ignored) {
  return source->index ? pathfan_index_ignored(source->index, number, ignored)
                       : source->map && pathfan_map_ignored(source->map, number, ignored);
}

bool pf_source_centre(const pf_source *source, double *longitude, double *latitude) {
  if (source->index) {
    static const char name[] = " centre=";
    pathfan_index_info info;
    pathfan_index_info_get(source->index, &info);
    const char *at = strstr(info.options, name);
    if (!at) return false;
    at += strlen(name);
    const size_t first = strcspn(at, ",");
    if (!at[first]) return false;
    const char *second = at + first + 1;
    return pf_span_number((pf_span){at, first}, longitude) &&
           pf_span_number((pf_span){second, strcspn(second, " ")}, latitude);
  }
  pathfan_map_info info;
  pathfan_map_info_get(source->map, &info);
  *longitude = info.longitude;
  *latitude = info.latitude;
  return info.is_projected;
}

bool pf_source_is_y_up(const pf_source *source) {
  double longitude, latitude;
  pathfan_map_info map;
  pathfan_index_info info;
  if (!source->index) {
    pathfan_map_info_get(source->map, &map);
    return map.is_y_up;
  }
  /* An index knows only whether degrees were projected, and the name of its map. */
  pathfan_index_info_get(source->index, &info);
  const char *ending = strrchr(info.source_name, '.');
  return pf_source_centre(source, &longitude, &latitude) ||
         (ending && (strcmp(ending, ".yaml") == 0 || strcmp(ending, ".yml") == 0 ||
                     strcmp(ending, ".asc") == 0));
}

double pf_source_radius(const pf_source *source) {
  pathfan_index_info info = {0};
  if (source->index) pathfan_index_info_get(source->index, &info);
  return info.agent_radius;
}

int32_t pf_source_polygon(const pf_source *source, int32_t polygon, pathfan_point *corners,
                          int32_t capacity) {
  return source->index ? pathfan_index_polygon(source->index, polygon, corners, capacity)
                       : pathfan_map_polygon(source->map, polygon, corners, capacity);
}

void pf_source_close(pf_source *source) {
  pathfan_index_close(source->index);
  pathfan_map_free(source->map);
  *source = (pf_source){0};
}
