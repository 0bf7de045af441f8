/* crowd_grounds.c - made maps are as coarse as the paper's quadtree at its finest: 64 cells across,
 * so that a door is about as wide as a passage there. They include all kinds of map that pathfan
 * make-map knows for cells, with its defaults, and blocks as well. */
#include "evaluate/crowd_grounds.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "pathfan/inspect.h"

#define PAPER_WIDTH 1920.0
#define COLUMNS 64 /* of made maps, and of the points that flows are chosen from */
#define ROWS 36
#define BLOCK 6 /* cells */

static const char *const environments[] = {"big", "narrow", "medium"};

static const struct made {
  const char *name;
  pathfan_map_kind kind;
  int32_t scale;
} made[] = {{"rooms", PATHFAN_MAP_ROOMS, 0},
            {"caves", PATHFAN_MAP_CAVES, 0},
            {"maze", PATHFAN_MAP_MAZE, 0},
            {"random", PATHFAN_MAP_RANDOM, 0},
            {"blocks", PATHFAN_MAP_RANDOM, BLOCK}};

/* In shares of the map's sides, as in environment big. */
static const pathfan_point wanted_ends[PF_TRIAL_FLOWS][2] = {
    {{0.02, 0.03}, {0.98, 0.97}}, {{0.02, 0.97}, {0.98, 0.03}}, {{0.02, 0.5}, {0.98, 0.5}}};

/* ---- Which ---- */

static void add_given(pf_trial_ground *ground, const char *map) {
  const char *slash = strrchr(map, '/');
  *ground = (pf_trial_ground){.map = map};
  (void)snprintf(ground->name, sizeof ground->name, "%.60s", slash ? slash + 1 : map);
  char *dot = strrchr(ground->name, '.');
  if (dot && dot > ground->name) *dot = 0;
  for (char *c = ground->name; *c; c++)
    if (*c == ',' || *c == '"' || (unsigned char)*c < ' ') *c = '_'; /* the name goes into tables */
}

int32_t pf_trial_grounds_list(pf_trial_ground grounds[PF_TRIAL_GROUNDS_MAX],
                              const pf_trial_grounds_wanted *wanted) {
  int32_t count = 0;
  for (size_t i = 0; i < sizeof environments / sizeof *environments && wanted->paper; i++) {
    grounds[count] =
        (pf_trial_ground){.environment = pathfan_crowd_environment_find(environments[i])};
    (void)snprintf(grounds[count++].name, sizeof grounds->name, "%s", environments[i]);
  }
  if (!wanted->unseen) return count;
  for (int32_t i = 0; i < wanted->map_count; i++) add_given(&grounds[count++], wanted->maps[i]);
  for (size_t i = 0; i < sizeof made / sizeof *made && !wanted->map_count; i++) {
    pf_trial_ground *ground = &grounds[count++];
    *ground = (pf_trial_ground){.map = NULL};
    pathfan_map_recipe_init(&ground->recipe);
    ground->recipe.kind = made[i].kind;
    ground->recipe.scale = made[i].scale;
    ground->recipe.width = COLUMNS;
    ground->recipe.height = ROWS;
    ground->recipe.seed = wanted->seed;
    (void)snprintf(ground->name, sizeof ground->name, "%s-%llu", made[i].name,
                   (unsigned long long)wanted->seed);
  }
  return count;
}

/* ---- Where to go ---- */

static double distance(pathfan_point a, pathfan_point b) {
  return hypot(b.x - a.x, b.y - a.y);
}

/* Finds the points of a lattice that are connected with most of its free points: *points [Size:
 * *count], which the caller frees. */
static pathfan_status joined_points(pathfan_query *query, const pathfan_index_info *info,
                                    pathfan_point **points, int32_t *count) {
  const int32_t all = COLUMNS * ROWS;
  pathfan_point *lattice = pf_alloc(all, sizeof *lattice);
  double *lengths = pf_alloc(all, sizeof *lengths);
  pathfan_outcome *outcomes = pf_alloc(all, sizeof *outcomes);
  pathfan_status status = lattice && lengths && outcomes ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  *count = 0;
  *points = lattice;
  for (int32_t i = 0; i < all && !status; i++)
    lattice[i] =
        (pathfan_point){info->origin_x + (i % COLUMNS + 0.5) * info->width / COLUMNS,
                        info->origin_y + ((int32_t)(i / COLUMNS) + 0.5) * info->height / ROWS};
  for (int32_t from = 0; from < all && !status && !*count; from++) {
    int32_t joined = 0, is_free = 0;
    status = pathfan_query_distances(query, lattice[from], lattice, (size_t)all, lengths, outcomes);
    for (int32_t i = 0; i < all && !status; i++) {
      joined += outcomes[i] == PATHFAN_OUTCOME_OK;
      is_free += outcomes[i] == PATHFAN_OUTCOME_OK || outcomes[i] == PATHFAN_OUTCOME_NO_PATH;
    }
    if (2 * joined <= is_free) continue;
    for (int32_t i = 0; i < all && !status; i++)
      if (outcomes[i] == PATHFAN_OUTCOME_OK) lattice[(*count)++] = lattice[i];
  }
  free(lengths);
  free(outcomes);
  return status;
}

static pathfan_status choose_ends(pf_trial_ground *g, pathfan_error *error) {
  pathfan_index_info info;
  pathfan_query *query = NULL;
  pathfan_point *points = NULL;
  int32_t count = 0;
  pathfan_index_info_get(g->index, &info);
  g->unit = fmax(info.width, info.height) / PAPER_WIDTH;
  pathfan_status status = pathfan_query_create(g->index, &query);
  if (!status) status = joined_points(query, &info, &points, &count);
  for (int f = 0; f < PF_TRIAL_FLOWS && count && !status; f++)
    for (int end = 0; end < 2; end++) {
      const pathfan_point wanted = {info.origin_x + wanted_ends[f][end].x * info.width,
                                    info.origin_y + wanted_ends[f][end].y * info.height};
      int32_t best = 0;
      for (int32_t i = 1; i < count; i++)
        if (distance(points[i], wanted) < distance(points[best], wanted)) best = i;
      g->ends[f][end] = points[best];
    }
  for (int f = 0; f < PF_TRIAL_FLOWS; f++) {
    g->goals[f] = (pathfan_crowd_place){&g->ends[f][1], 1};
    g->flows[f] =
        (pathfan_crowd_flow){.from = {&g->ends[f][0], 1}, .to = &g->goals[f], .to_count = 1};
  }
  free(points);
  pathfan_query_free(query);
  if (status) return pf_fail(error, status, "%s", pathfan_status_text(status));
  if (!count)
    return pf_fail(error, PATHFAN_ERR_MALFORMED,
                   "%s: hardly any two points have a path between them", g->name);
  return PATHFAN_OK;
}

/* ---- Map and index ---- */

static pathfan_status build(pf_trial_ground *g, const char *map, const char *index,
                            pathfan_error *error) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1; /* like a crowd */
  const double begin = pf_seconds();
  pathfan_status status = pathfan_build_index(map, index, &options, NULL, error);
  if (!status) status = pathfan_index_open(index, NULL, &g->index, error);
  g->building_ms = 1e3 * (pf_seconds() - begin);
  return status;
}

pathfan_status pf_trial_ground_open(pf_trial_ground *g, const char *folder, pathfan_error *error) {
  char *map = NULL, *index = NULL;
  if (asprintf(&map, "%s/maps/%s.%s", folder, g->name, g->environment ? "geojson" : "map") < 0)
    map = NULL;
  if (asprintf(&index, "%s/maps/%s.pathfan", folder, g->name) < 0) index = NULL;
  pathfan_status status = PATHFAN_OK;
  if (!map || !index)
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  else if (g->environment)
    status = pf_output_text(map, g->environment->geojson, error);
  else if (!g->map)
    status = pathfan_map_make(&g->recipe, map, error);
  if (!status) status = build(g, g->map ? g->map : map, index, error);
  if (!status && g->environment) {
    g->unit = 1;
    memcpy(g->flows, g->environment->flows, sizeof g->flows);
  } else if (!status) {
    status = choose_ends(g, error);
  }
  free(map);
  free(index);
  return status;
}

void pf_trial_ground_close(pf_trial_ground *g) {
  pathfan_index_close(g->index);
  g->index = NULL;
}
