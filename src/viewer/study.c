/* study.c - the user study: its maps and queries.
 *
 * Answers belong to a plan: maps with their free space, queries, methods, and the version that
 * finds the paths. The plan is a text, by which the store tells studies apart.
 *
 * A pre-defined query that isn't given joins two free points, drawn from random numbers that depend
 * only on the map's extent and number of vertices. Its ends are at least as far apart on foot as
 * the map's shorter side is long; if no such ends are found, the farthest ones are taken. */
#include "viewer/study.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"
#include "pathfan/build.h"
#include "pathfan/inspect.h"
#include "pathfan/version.h"

const char *const pf_study_methods[PF_METHODS] = {"plateaus", "dissimilarity", "penalty"};

/* Two squares, the second from right to left: each letter stands for each method equally often, and
 * each method comes before and after each other one equally often. */
int pf_study_method(int32_t place, int letter) {
  const int row = place % PF_METHODS, turned = place / PF_METHODS % 2;
  return (row + (turned ? PF_METHODS - letter : letter)) % PF_METHODS;
}

/* Pairs of points tried for one query. */
#define TRIES 60

/* ---- Maps ---- */

static const struct {
  const char *name;
  pathfan_map_kind kind;
  int32_t width, height, scale;
  uint64_t seed;
} recipes[PF_STUDY_MAPS] = {
    {"rooms-1", PATHFAN_MAP_ROOMS, 100, 80, 0, 1},   {"rooms-2", PATHFAN_MAP_ROOMS, 140, 100, 0, 2},
    {"rooms-3", PATHFAN_MAP_ROOMS, 120, 120, 20, 3}, {"caves-1", PATHFAN_MAP_CAVES, 120, 90, 0, 4},
    {"caves-2", PATHFAN_MAP_CAVES, 150, 110, 0, 5},  {"maze-1", PATHFAN_MAP_MAZE, 80, 60, 4, 6},
    {"maze-2", PATHFAN_MAP_MAZE, 100, 80, 6, 7},     {"blocks-1", PATHFAN_MAP_RANDOM, 90, 70, 3, 8},
    {"blocks-2", PATHFAN_MAP_RANDOM, 110, 90, 5, 9}};

pathfan_status pf_study_make_maps(pf_served_maps *maps, const char *folder, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  if (pf_served_maps_count(maps)) return PATHFAN_OK;
  for (int i = 0; i < PF_STUDY_MAPS && !status; i++) {
    char *path;
    pathfan_map_recipe recipe;
    pathfan_map_recipe_init(&recipe);
    recipe.kind = recipes[i].kind;
    recipe.width = recipes[i].width;
    recipe.height = recipes[i].height;
    recipe.scale = recipes[i].scale;
    recipe.seed = recipes[i].seed;
    if (asprintf(&path, "%s/%s.map", folder, recipes[i].name) < 0)
      return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
    status = pathfan_map_make(&recipe, path, error);
    if (!status) status = pf_served_maps_add(maps, path, folder, NULL, error);
    free(path);
  }
  return status;
}

/* ---- Queries ---- */

/* Draws a free point near a random one. */
static bool draw(pathfan_query *query, pf_random *random, const pathfan_index_info *info,
                 pathfan_point *point) {
  const double across = hypot(info->width, info->height);
  bool found;
  const pathfan_point drawn = {
      info->origin_x + info->width * (double)pf_random_below(random, 1 << 20) / (1 << 20),
      info->origin_y + info->height * (double)pf_random_below(random, 1 << 20) / (1 << 20)};
  return !pathfan_query_nearest_free(query, drawn, across / 20, point, &found) && found;
}

pathfan_status pf_study_length(pathfan_query *query, pathfan_point from, pathfan_point to,
                               double *length) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  request.paths = 1;
  request.from = from;
  request.to = to;
  const pathfan_status status = pathfan_query_paths(query, &request, &answer);
  *length = status || !answer->path_count ? 0 : answer->paths[0].length;
  return status;
}

/* Draws a query with ends far apart. False: no two of the drawn points are connected. */
static bool draw_query(pathfan_query *query, pf_random *random, const pathfan_index_info *info,
                       pathfan_point *from, pathfan_point *to) {
  const double wanted = info->width < info->height ? info->width : info->height;
  double farthest = 0;
  for (int i = 0; i < TRIES && farthest < wanted; i++) {
    pathfan_point ends[2];
    double length;
    if (!draw(query, random, info, &ends[0]) || !draw(query, random, info, &ends[1])) continue;
    if (pf_study_length(query, ends[0], ends[1], &length) || length <= farthest) continue;
    farthest = length;
    *from = ends[0];
    *to = ends[1];
  }
  return farthest > 0;
}

static pf_random random_of(const pathfan_index_info *info) {
  return pf_random_from((uint64_t)info->vertex_count * 1000003 + (uint64_t)info->width * 1009 +
                        (uint64_t)info->height);
}

/* Reads the queries of a file, in its order. */
static pathfan_status read_queries(pathfan_query *query, const char *path, pf_study_map *map,
                                   pathfan_error *error) {
  pathfan_scenario scenario;
  pathfan_status status = pathfan_scenario_read(path, &scenario, error);
  if (!status && (!scenario.count || scenario.count > PF_QUERIES_MAX))
    status =
        pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: a map of the study has 1 to %d queries, not %d",
                path, PF_QUERIES_MAX, (int)scenario.count);
  for (int32_t i = 0; i < scenario.count && !status; i++) {
    const pathfan_scenario_line *line = &scenario.lines[i];
    double length;
    map->from[i] = (pathfan_point){line->from_x, line->from_y};
    map->to[i] = (pathfan_point){line->to_x, line->to_y};
    if (pf_study_length(query, map->from[i], map->to[i], &length) || !(length > 0))
      status = pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s:%d: there is no path to rate", path,
                       (int)line->line);
    map->query_count = i + 1;
  }
  pathfan_scenario_free(&scenario);
  return status;
}

static pathfan_status find_queries(pathfan_query *query, const char *folder, pf_study_map *map,
                                   pathfan_error *error) {
  static const char *const endings[] = {".scen", ".map.scen"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    char *path;
    if (asprintf(&path, "%s/%s%s", folder, map->id, endings[i]) < 0)
      return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
    const bool is_there = access(path, F_OK) == 0;
    const pathfan_status status = is_there ? read_queries(query, path, map, error) : PATHFAN_OK;
    free(path);
    if (is_there) return status;
  }
  return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: has no %s.scen, the queries of map '%s'", folder,
                 map->id, map->id);
}

static pathfan_status draw_queries(pathfan_query *query, const pathfan_index_info *info,
                                   pf_random *random, pf_study_map *map, pathfan_error *error) {
  for (int q = 0; q < PF_STUDY_QUERIES; q++)
    if (!draw_query(query, random, info, &map->from[q], &map->to[q]))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "map '%s' has too little free space for the study", map->id);
  map->query_count = PF_STUDY_QUERIES;
  return PATHFAN_OK;
}

/* Computes a digest that is the same for the same free space, cut in the same way. */
static pathfan_status digest(const pf_source *source, const pathfan_index_info *info,
                             char text[PF_MAP_DIGEST_BYTES]) {
  pathfan_point *corners = NULL;
  int32_t capacity = 0;
  uint64_t hash = pf_mix((uint64_t)info->polygon_count + 1);
  pathfan_status status = PATHFAN_OK;
  for (int32_t p = 0; p < info->polygon_count && !status; p++) {
    const int32_t count = pf_source_polygon(source, p, corners, capacity);
    status = pf_grow(&corners, &capacity, count);
    if (status) break;
    pf_source_polygon(source, p, corners, capacity);
    hash = pf_mix(hash + (uint64_t)count);
    for (int32_t i = 0; i < count; i++) {
      const double xy[2] = {corners[i].x, corners[i].y};
      uint64_t bits[2];
      memcpy(bits, xy, sizeof bits);
      hash = pf_mix(pf_mix(hash ^ bits[0]) + bits[1]);
    }
  }
  free(corners);
  snprintf(text, PF_MAP_DIGEST_BYTES, "%016llx", (unsigned long long)hash);
  return status;
}

static pathfan_status take_queries(pf_study *study, const pf_source *source, const char *folder,
                                   pf_study_map *map, pathfan_error *error) {
  pf_source_facts facts;
  pathfan_query *query;
  pf_source_look(source, &facts);
  if (digest(source, &facts.info, map->digest) || pf_source_query(source, &query))
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pf_random random = random_of(&facts.info);
  const pathfan_status status = folder ? find_queries(query, folder, map, error)
                                       : draw_queries(query, &facts.info, &random, map, error);
  if (!status && map == study->maps)
    study->has_practice =
        draw_query(query, &random, &facts.info, &study->practice_from, &study->practice_to);
  pathfan_query_free(query);
  return status;
}

static pathfan_status take_map(pf_study *study, pf_served_maps *maps, pf_served_map *served,
                               const char *folder, pathfan_error *error) {
  pf_study_map *map = &study->maps[study->map_count++];
  pf_held_source *held = pf_served_map_source(maps, served);
  snprintf(map->id, sizeof map->id, "%s", served->id);
  const pathfan_status status =
      pf_source_is_terrain(&held->source)
          ? pf_fail(
                error, PATHFAN_ERR_ARGUMENT,
                "map '%s' has roads, rivers or rates, which the methods of the study don't know: "
                "leave it out",
                map->id)
          : take_queries(study, &held->source, folder, map, error);
  pf_held_source_release(held);
  return status;
}

/* ---- The plan ---- */

/* Returns the plan of a study as JSON that the caller frees; NULL: out of memory. */
static char *describe(const pf_study *study) {
  json_t *maps = json_array(), *methods = json_array();
  for (int32_t i = 0; i < study->map_count; i++) {
    const pf_study_map *map = &study->maps[i];
    json_t *queries = json_array();
    for (int32_t q = 0; q < map->query_count; q++)
      json_array_append_new(queries, json_pack("[f,f,f,f]", map->from[q].x, map->from[q].y,
                                               map->to[q].x, map->to[q].y));
    json_array_append_new(maps, json_pack("{s:s,s:s,s:o}", "map", map->id, "digest", map->digest,
                                          "queries", queries));
  }
  for (int m = 0; m < PF_METHODS; m++)
    json_array_append_new(methods, json_string(pf_study_methods[m]));
  json_t *plan = json_pack("{s:s,s:i,s:o,s:o}", "builder", PATHFAN_VERSION, "paths", PF_STUDY_PATHS,
                           "methods", methods, "maps", maps);
  char *text = plan ? json_dumps(plan, JSON_COMPACT) : NULL;
  json_decref(plan);
  return text;
}

static pathfan_status make_key(char key[PF_STUDY_KEY_BYTES], pathfan_error *error) {
  uint64_t random[2];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    return pf_fail(error, PATHFAN_ERR_IO, "no random number");
  snprintf(key, PF_STUDY_KEY_BYTES, "%016llx%016llx", (unsigned long long)random[0],
           (unsigned long long)random[1]);
  return PATHFAN_OK;
}

pathfan_status pf_study_open(pf_served_maps *maps, const char *path, const char *queries,
                             pf_study **out, pathfan_error *error) {
  int32_t count;
  pf_served_map **all = pf_served_maps_list(maps, &count);
  pf_study *study = calloc(1, sizeof *study);
  char *plan = NULL;
  pathfan_status status = PATHFAN_OK;
  *out = NULL;
  if (!all || !study) status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  for (int32_t i = 0; i < count && i < PF_STUDY_MAPS && !status; i++)
    status = take_map(study, maps, all[i], queries, error);
  pf_served_list_release(all, count);
  if (!status) {
    plan = describe(study);
    status = plan ? pf_study_store_open(path, plan, PATHFAN_VERSION, &study->store, error)
                  : pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  free(plan);
  if (!status) status = make_key(study->key, error);
  if (status)
    pf_study_close(study);
  else
    *out = study;
  return status;
}

void pf_study_close(pf_study *study) {
  if (!study) return;
  pf_study_store_close(study->store);
  free(study);
}

const pf_study_map *pf_study_find(const pf_study *study, const char *id) {
  for (int32_t i = 0; i < study->map_count; i++)
    if (strcmp(study->maps[i].id, id) == 0) return &study->maps[i];
  return NULL;
}
