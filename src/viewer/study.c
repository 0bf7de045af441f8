/* study.c - the user study: its maps and queries, and what the ratings come to.
 *
 * A pre-defined query joins two free points drawn from random numbers that depend on the
 * map's extent and number of vertices only. Its ends lie at least as far apart on foot as
 * the map is wide or high, whichever is less; where there are none so far apart, those are
 * taken that are farthest. */
#include "viewer/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/status.h"
#include "pathfan/build.h"
#include "pathfan/inspect.h"

const char *const pathfan_study_methods[PATHFAN_METHODS] = {"plateaus", "dissimilarity", "penalty"};

/* Pairs of points that are looked at for one query. */
#define TRIES 60

/* ---- Maps ---- */

static const struct {
  const char *name;
  pathfan_map_kind kind;
  int32_t width, height, scale;
  uint64_t seed;
} recipes[PATHFAN_STUDY_MAPS] = {
    {"rooms-1", PATHFAN_MAP_ROOMS, 100, 80, 0, 1},   {"rooms-2", PATHFAN_MAP_ROOMS, 140, 100, 0, 2},
    {"rooms-3", PATHFAN_MAP_ROOMS, 120, 120, 20, 3}, {"caves-1", PATHFAN_MAP_CAVES, 120, 90, 0, 4},
    {"caves-2", PATHFAN_MAP_CAVES, 150, 110, 0, 5},  {"maze-1", PATHFAN_MAP_MAZE, 80, 60, 4, 6},
    {"maze-2", PATHFAN_MAP_MAZE, 100, 80, 6, 7},     {"blocks-1", PATHFAN_MAP_RANDOM, 90, 70, 3, 8},
    {"blocks-2", PATHFAN_MAP_RANDOM, 110, 90, 5, 9}};

pathfan_status pathfan_study_make_maps(pathfan_served_maps *maps, const char *folder,
                                       pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  if (pathfan_served_maps_count(maps)) return PATHFAN_OK;
  for (int i = 0; i < PATHFAN_STUDY_MAPS && !status; i++) {
    char *path;
    pathfan_map_recipe recipe;
    pathfan_map_recipe_init(&recipe);
    recipe.kind = recipes[i].kind;
    recipe.width = recipes[i].width;
    recipe.height = recipes[i].height;
    recipe.scale = recipes[i].scale;
    recipe.seed = recipes[i].seed;
    if (asprintf(&path, "%s/%s.map", folder, recipes[i].name) < 0)
      return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
    status = pathfan_map_make(&recipe, path, error);
    if (!status) status = pathfan_served_maps_add(maps, path, folder, NULL, error);
    free(path);
  }
  return status;
}

/* ---- Queries ---- */

/* A free point near one drawn at random. */
static bool draw(pathfan_query *query, pathfan_random *random, const pathfan_index_info *info,
                 pathfan_point *point) {
  const double across = hypot(info->width, info->height);
  bool found;
  const pathfan_point drawn = {
      info->origin_x + info->width * (double)pathfan_random_below(random, 1 << 20) / (1 << 20),
      info->origin_y + info->height * (double)pathfan_random_below(random, 1 << 20) / (1 << 20)};
  return pathfan_query_nearest_free(query, drawn, across / 20, point, &found) == PATHFAN_OK &&
         found;
}

pathfan_status pathfan_study_length(pathfan_query *query, pathfan_point from, pathfan_point to,
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

static pathfan_status define(pathfan_query *query, const pathfan_index_info *info,
                             pathfan_study_map *map, pathfan_error *error) {
  const double wanted = info->width < info->height ? info->width : info->height;
  pathfan_random random =
      pathfan_random_from((uint64_t)info->vertex_count * 1000003 + (uint64_t)info->width * 1009 +
                          (uint64_t)info->height);
  for (int q = 0; q < PATHFAN_STUDY_QUERIES; q++) {
    double farthest = 0;
    for (int i = 0; i < TRIES && farthest < wanted; i++) {
      pathfan_point from, to;
      double length;
      if (!draw(query, &random, info, &from) || !draw(query, &random, info, &to)) continue;
      if (pathfan_study_length(query, from, to, &length) || length <= farthest) continue;
      farthest = length;
      map->from[q] = from;
      map->to[q] = to;
    }
    if (!(farthest > 0))
      return pathfan_fail(error, PATHFAN_ERR_ARGUMENT,
                          "map '%s' has too little free space for the study", map->id);
  }
  return PATHFAN_OK;
}

static pathfan_status take_map(pathfan_served_maps *maps, pathfan_served_map *served,
                               pathfan_study_map *map, pathfan_error *error) {
  pathfan_source_facts facts;
  pathfan_query *query;
  pathfan_held_source *held = pathfan_served_map_source(maps, served);
  snprintf(map->id, sizeof map->id, "%s", served->id);
  pathfan_source_look(&held->source, &facts);
  const bool is_terrain = pathfan_source_is_terrain(&held->source);
  pathfan_status status = is_terrain ? PATHFAN_OK : pathfan_source_query(&held->source, &query);
  if (is_terrain) {
    status =
        pathfan_fail(error, PATHFAN_ERR_ARGUMENT,
                     "map '%s' has roads or rivers, which the methods of the study don't know: "
                     "leave it out",
                     map->id);
  } else if (status) {
    pathfan_fail(error, status, "out of memory");
  } else {
    status = define(query, &facts.info, map, error);
    pathfan_query_free(query);
  }
  pathfan_held_source_release(held);
  return status;
}

pathfan_status pathfan_study_open(pathfan_served_maps *maps, const char *path, pathfan_study **out,
                                  pathfan_error *error) {
  int32_t count;
  pathfan_served_map **all = pathfan_served_maps_list(maps, &count);
  pathfan_study *study = calloc(1, sizeof *study);
  pathfan_status status = PATHFAN_OK;
  *out = NULL;
  if (!all || !study) status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  for (int32_t i = 0; i < count && i < PATHFAN_STUDY_MAPS && !status; i++)
    status = take_map(maps, all[i], &study->maps[study->map_count++], error);
  pathfan_served_list_release(all, count);
  if (!status) status = pathfan_study_store_open(path, &study->store, error);
  if (status)
    pathfan_study_close(study);
  else
    *out = study;
  return status;
}

void pathfan_study_close(pathfan_study *study) {
  if (!study) return;
  pathfan_study_store_close(study->store);
  free(study);
}

const pathfan_study_map *pathfan_study_find(const pathfan_study *study, const char *id) {
  for (int32_t i = 0; i < study->map_count; i++)
    if (strcmp(study->maps[i].id, id) == 0) return &study->maps[i];
  return NULL;
}

/* ---- Results ---- */

/* Sums over responses, which come by participant. */
typedef struct sums {
  pathfan_study_results *results;
  char participant[40];
  double *means; /* [Size: subjects * PATHFAN_METHODS] sums, then means, of participants */
  int64_t *counts;
  int32_t subjects, capacity;
  bool full; /* memory is out */
} sums;

static bool begin_subject(sums *s, const char *participant) {
  if (s->subjects && strcmp(s->participant, participant) == 0) return true;
  if (s->subjects == s->capacity) {
    const int32_t more = 2 * s->capacity + 16;
    double *means = realloc(s->means, (size_t)more * PATHFAN_METHODS * sizeof *means);
    if (means) s->means = means;
    int64_t *counts = realloc(s->counts, (size_t)more * sizeof *counts);
    if (counts) s->counts = counts;
    if (!means || !counts) return false;
    s->capacity = more;
  }
  snprintf(s->participant, sizeof s->participant, "%s", participant);
  for (int m = 0; m < PATHFAN_METHODS; m++) s->means[s->subjects * PATHFAN_METHODS + m] = 0;
  s->counts[s->subjects++] = 0;
  return true;
}

static void add_response(void *context, const pathfan_response *r) {
  sums *s = context;
  const int category =
      r->query == PATHFAN_QUERY_FREE ? PATHFAN_CATEGORY_USER : PATHFAN_CATEGORY_PREDEFINED;
  if (s->full || !begin_subject(s, r->participant)) {
    s->full = true;
    return;
  }
  s->results->responses[category]++;
  s->results->responses[PATHFAN_CATEGORY_ALL]++;
  s->counts[s->subjects - 1]++;
  for (int m = 0; m < PATHFAN_METHODS; m++) {
    s->results->means[category][m] += r->ratings[m];
    s->results->means[PATHFAN_CATEGORY_ALL][m] += r->ratings[m];
    s->means[(s->subjects - 1) * PATHFAN_METHODS + m] += r->ratings[m];
  }
}

pathfan_status pathfan_study_results_of(pathfan_study_store *store, pathfan_study_results *results,
                                        pathfan_error *error) {
  sums s = {.results = results};
  memset(results, 0, sizeof *results);
  pathfan_status status = pathfan_study_store_each(store, NULL, &s, add_response, error);
  if (!status && s.full) status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  for (int c = 0; c < PATHFAN_CATEGORIES; c++)
    for (int m = 0; m < PATHFAN_METHODS; m++)
      results->means[c][m] = results->responses[c]
                                 ? results->means[c][m] / (double)results->responses[c]
                                 : (double)NAN;
  results->participants = s.subjects;
  for (int32_t i = 0; i < s.subjects; i++)
    for (int m = 0; m < PATHFAN_METHODS; m++)
      s.means[i * PATHFAN_METHODS + m] /= (double)s.counts[i];
  if (!status)
    results->has_anova =
        s.subjects && pathfan_anova_of(s.means, s.subjects, PATHFAN_METHODS, &results->anova);
  free(s.means);
  free(s.counts);
  return status;
}
