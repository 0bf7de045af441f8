/* fuzz_any_map.c - a map of any kind, from text to answer. Any text must be refused with a message
 * or become a map that can be queried. Its index must verify, and map and index must find path 1
 * equally long by every method; so must its mesh, written and read; and its free space, written as
 * a file of any kind, must be read and written as the same bytes. On a terrain, legs must add up,
 * the path back must cost the same, and a field must agree with requests.
 *
 * A text may have a profile of its own behind it (map/profile_file.h).
 *
 * The first byte chooses further checks, the second how the map is read, the next 24 the ends; the
 * rest is the text. */
#include <math.h>
#include <unistd.h>

#include "base/file.h"
#include "fuzz.h"
#include "map/gunzip.h"
#include "map/profile_file.h"
#include "pathfan/build.h"
#include "pathfan/inspect.h"
#include "pathfan/map.h"
#include "pathfan/query.h"
#include "pathfan/terrain.h"

#define PAIRS 6
#define CELLS_MAX 200 /* larger maps only take longer */
#define CONVEX_MAX 60 /* as do their indexes */
#define TEXT_MAX 3000
/* On a coarser lattice a map's longer side has too few units: a point near a river's one bank is
 * near the other, too. */
#define FINE_UNITS 1e6

static const char *file_name(const char *end) {
  static char path[2][256];
  static int turn;
  turn = !turn;
  snprintf(path[turn], sizeof path[turn], "%.200s/any-map-%ld%s", fuzz_folder(), (long)getpid(),
           end);
  return path[turn];
}

static pathfan_map_options options_of(uint8_t choice) {
  static const double radii[] = {0, 0, 0, 0.25, 1.5}, units[] = {0, 1, 0.01, 0.125};
  static const char *const passable[] = {".G", ".GS", "@"};
  pathfan_map_options options;
  pathfan_map_options_init(&options);
  options.agent_radius = radii[choice % 5];
  options.unit = units[choice / 5 % 4];
  options.mesh = (pathfan_mesh_kind)(choice / 20 % 4);
  options.passable = passable[choice / 80 % 3];
  options.walkable = choice >= 240;
  return options;
}

/* Points in the map's box, on a raster, so that many lie on corners. */
static pathfan_point point_of(const uint8_t *at, const pathfan_map_info *info) {
  return (pathfan_point){info->origin_x + info->width * at[0] / 240,
                         info->origin_y + info->height * at[1] / 240};
}

static void check_info(const pathfan_map *map, pathfan_map_info *info) {
  pathfan_map_info_get(map, info);
  fuzz_check(info->vertex_count >= info->convex_count && info->convex_count >= 0);
  fuzz_check(info->polygon_count >= 0 && info->component_count <= info->polygon_count);
  fuzz_check(isfinite(info->origin_x) && isfinite(info->origin_y) && info->unit > 0);
  fuzz_check(info->width >= 0 && info->height >= 0 && isfinite(info->width + info->height));
  for (int32_t p = 0; p < info->polygon_count && p < CELLS_MAX; p++) {
    pathfan_point corners[256];
    const int32_t count = pathfan_map_polygon(map, p, corners, 256);
    double area = 0;
    fuzz_check(count >= 3);
    if (count > 256) continue;
    for (int32_t i = 0; i < count; i++) {
      const pathfan_point a = corners[i], b = corners[(i + 1) % count];
      area +=
          (a.x - corners[0].x) * (b.y - corners[0].y) - (b.x - corners[0].x) * (a.y - corners[0].y);
    }
    fuzz_check(area > 0);
  }
}

/* The result of a request. */
typedef struct result {
  pathfan_outcome outcome;
  pathfan_point from, to; /* the ends used */
  double length;          /* of path 1; -1: there is none */
} result;

static result ask(pathfan_query *query, pathfan_algorithm algorithm, pathfan_point from,
                  pathfan_point to) {
  pathfan_request r;
  const pathfan_answer *answer;
  double sum = 0;
  pathfan_request_init(&r);
  r.algorithm = algorithm;
  r.from = from;
  r.to = to;
  fuzz_check(pathfan_query_paths(query, &r, &answer) == PATHFAN_OK);
  result found = {answer->outcome, answer->from, answer->to, -1};
  fuzz_check((answer->outcome == PATHFAN_OUTCOME_OK) == (answer->path_count > 0));
  if (!answer->path_count) return found;
  const pathfan_path *path = &answer->paths[0];
  fuzz_check(path->points[0].x == answer->from.x && path->points[0].y == answer->from.y);
  for (int32_t i = 0; i + 1 < path->point_count; i++)
    sum +=
        hypot(path->points[i + 1].x - path->points[i].x, path->points[i + 1].y - path->points[i].y);
  fuzz_check(fabs(sum - path->length) <= 1e-7 * (1e-300 + sum));
  for (int32_t i = 1; i < answer->path_count; i++)
    fuzz_check(answer->paths[i].length >= path->length * (1 - 1e-12));
  found.length = path->length;
  return found;
}

typedef struct results {
  result of[PAIRS];
} results;

static results ask_all(pathfan_query *query, pathfan_algorithm algorithm, const uint8_t *places,
                       const pathfan_map_info *info) {
  results all;
  for (int i = 0; i < PAIRS; i++)
    all.of[i] =
        ask(query, algorithm, point_of(places + 4 * i, info), point_of(places + 4 * i + 2, info));
  return all;
}

static void check_same(const results *a, const results *b) {
  for (int i = 0; i < PAIRS; i++) {
    fuzz_check(a->of[i].outcome == b->of[i].outcome);
    fuzz_check(fabs(a->of[i].length - b->of[i].length) <= 1e-9 * fabs(a->of[i].length));
  }
}

static void write_file(const char *path, const char *text, size_t bytes) {
  FILE *file = fopen(path, "wb");
  fuzz_check(file && fwrite(text, 1, bytes, file) == bytes && fclose(file) == 0);
}

static void check_index(const char *text, size_t bytes, const pathfan_map_options *options,
                        const uint8_t *places, const pathfan_map_info *info,
                        const results *expected, uint8_t how) {
  char map[256], path[256];
  pathfan_build_options build;
  pathfan_error error = {""};
  pathfan_index *index;
  pathfan_query *query;
  snprintf(map, sizeof map, "%s", file_name(".txt"));
  snprintf(path, sizeof path, "%s", file_name(".pathfan"));
  write_file(map, text, bytes);
  pathfan_build_options_init(&build);
  build.map = *options;
  build.threads = 1;
  build.tables = 1 + how % 3;
  build.regions = how & 4;
  if (how & 8) build.cone_cap = 0;
  if (how & 16) build.id_bytes = 4;
  fuzz_check(pathfan_build_index(map, path, &build, NULL, &error) == PATHFAN_OK);
  fuzz_check(pathfan_index_open(path, NULL, &index, &error) == PATHFAN_OK);
  fuzz_check(pathfan_index_verify(index, &error) == PATHFAN_OK);
  fuzz_check(pathfan_query_create(index, &query) == PATHFAN_OK);
  const results found = ask_all(query, PATHFAN_ALGORITHM_INDEX, places, info);
  check_same(expected, &found);
  pathfan_query_free(query);
  pathfan_index_close(index);
  unlink(map);
  unlink(path);
}

static void check_mesh(const pathfan_map *map, const uint8_t *places, const pathfan_map_info *info,
                       const results *expected) {
  char path[256];
  pathfan_error error = {""};
  pathfan_map *again;
  pathfan_map_info other;
  pathfan_query *query;
  snprintf(path, sizeof path, "%s", file_name(".mesh"));
  fuzz_check(pathfan_map_write(map, path, PATHFAN_SPACE_FILE_MESH_2, &error) == PATHFAN_OK);
  const pathfan_status status = pathfan_map_open(path, NULL, &again, &error);
  unlink(path);
  fuzz_check(status == PATHFAN_OK);
  check_info(again, &other);
  fuzz_check(other.polygon_count == info->polygon_count);
  /* On another lattice, points are rounded differently. */
  if (other.unit == info->unit && other.fraction_bits == info->fraction_bits) {
    fuzz_check(pathfan_query_create_online(again, &query) == PATHFAN_OK);
    /* Only maps rounded to a lattice accept a point slightly off free space. */
    results found = ask_all(query, PATHFAN_ALGORITHM_POLYANYA, places, info);
    for (int i = 0; i < PAIRS; i++)
      if (memcmp(&found.of[i].from, &expected->of[i].from, 2 * sizeof(pathfan_point)))
        found.of[i] = expected->of[i];
    check_same(expected, &found);
    pathfan_query_free(query);
  }
  pathfan_map_free(again);
}

/* Writes the map as a file of a kind, and reads that as a map; *text: the file. NULL: nothing is
 * free, or the lattice is too coarse for the polygons. */
static pathfan_map *written_and_read(const pathfan_map *map, pathfan_space_file kind, char **text) {
  char path[256];
  size_t bytes;
  pathfan_error error = {""};
  pathfan_map *read = NULL;
  *text = NULL;
  snprintf(path, sizeof path, "%s", file_name(".space"));
  pathfan_status status = pathfan_map_write(map, path, kind, &error);
  fuzz_check(status == PATHFAN_OK || status == PATHFAN_ERR_MALFORMED);
  if (status) return NULL;
  fuzz_check(pf_read_file(path, SIZE_MAX, text, &bytes, &error) == PATHFAN_OK);
  status = pathfan_map_open(path, NULL, &read, &error);
  unlink(path);
  fuzz_check(status == PATHFAN_OK || status == PATHFAN_ERR_LIMIT);
  return read;
}

/* Free space, written and read, must be written as the same bytes. The first reading may round, on
 * a lattice other than the map's. */
static void check_kind(const pathfan_map *map, pathfan_space_file kind) {
  char *first = NULL, *second = NULL, *third = NULL;
  pathfan_map *one = written_and_read(map, kind, &first);
  pathfan_map *two = one ? written_and_read(one, kind, &second) : NULL;
  pathfan_map *three = two ? written_and_read(two, kind, &third) : NULL;
  fuzz_check(!two || three);
  if (two) fuzz_check(strcmp(second, third) == 0);
  pathfan_map_free(one);
  pathfan_map_free(two);
  pathfan_map_free(three);
  free(first);
  free(second);
  free(third);
}

/* ---- Terrains ---- */

static void check_legs(const pathfan_path *path) {
  double length = 0, cost = 0;
  int32_t point = 0;
  for (int32_t i = 0; i < path->leg_count; i++) {
    const pathfan_leg *leg = &path->legs[i];
    double tolls = 0;
    fuzz_check(leg->first == point && leg->last >= leg->first && leg->last < path->point_count);
    for (int32_t k = 0; k < leg->crossing_count; k++) tolls += leg->crossings[k].cost;
    fuzz_check(leg->rate > 0 && isfinite(tolls) && tolls >= 0 && leg->length >= 0);
    fuzz_check(fabs(leg->cost - tolls - leg->rate * leg->length) <= 1e-9 * leg->cost);
    point = leg->last;
    length += leg->length;
    cost += leg->cost;
  }
  fuzz_check(point == path->point_count - 1);
  fuzz_check(fabs(length - path->length) <= 1e-9 * length &&
             fabs(cost - path->cost) <= 1e-9 * cost);
}

/* The cost; INFINITY if there is no path. */
static double ask_terrain(pathfan_query *query, pathfan_point from, pathfan_point to) {
  pathfan_request r;
  const pathfan_answer *answer;
  pathfan_request_init(&r);
  r.algorithm = PATHFAN_ALGORITHM_TERRAIN;
  r.from = from;
  r.to = to;
  fuzz_check(pathfan_query_paths(query, &r, &answer) == PATHFAN_OK);
  fuzz_check(answer->outcome != PATHFAN_OUTCOME_INVALID_REQUEST);
  fuzz_check((answer->outcome == PATHFAN_OUTCOME_OK) == (answer->path_count > 0));
  if (!answer->path_count) return INFINITY;
  const pathfan_path *path = &answer->paths[0];
  fuzz_check(path->points[0].x == answer->from.x && path->points[0].y == answer->from.y);
  check_legs(path);
  return path->cost;
}

static void check_terrain(pathfan_query *query, const pathfan_map *map, const uint8_t *places,
                          const pathfan_map_info *info) {
  pathfan_terrain_info t;
  pathfan_terrain_line line;
  pathfan_point points[2 * PAIRS];
  pathfan_field_value values[2 * PAIRS];
  const double size = fmax(info->width, info->height);
  fuzz_check(pathfan_map_terrain_info(map, &t));
  fuzz_check(t.background_rate > 0 && t.least_rate > 0 && t.least_rate <= t.background_rate);
  int32_t lines = 0;
  while (pathfan_map_terrain_line(map, lines, &line)) lines++;
  fuzz_check(lines >= t.arc_count);
  for (int i = 0; i < 2 * PAIRS; i++) points[i] = point_of(places + 2 * i, info);
  fuzz_check(pathfan_query_field(query, points[0], points, 2 * PAIRS, values, NULL) == PATHFAN_OK);
  for (int i = 0; i < 2 * PAIRS; i++) {
    const double cost = ask_terrain(query, points[0], points[i]);
    const double back = ask_terrain(query, points[i], points[0]);
    fuzz_check(cost == back);
    fuzz_check(isinf(cost) == isinf(values[i].cost));
    if (isinf(cost) || size / info->unit < FINE_UNITS) continue;
    fuzz_check(fabs(cost - values[i].cost) <= 1e-5 * (cost + size * t.background_rate));
  }
}

/* Whether a strict reader refuses the map is whether anything in it has no effect. */
static void check_strict(const pathfan_map *map, const char *text, size_t bytes,
                         const pathfan_map_options *options) {
  pathfan_map_options strict = *options;
  pathfan_ignored one;
  pathfan_map *again;
  pathfan_error error = {""};
  strict.strict = true;
  int32_t kinds = 0;
  for (; pathfan_map_ignored(map, kinds, &one); kinds++)
    fuzz_check(one.count > 0 && one.kind[0] && one.sentence[0] && one.example[0]);
  const pathfan_status status = pathfan_map_parse(text, bytes, "fuzz", &strict, &again, &error);
  fuzz_check(status == (kinds ? PATHFAN_ERR_MALFORMED : PATHFAN_OK));
  pathfan_map_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 26 || size > TEXT_MAX) return 0;
  pathfan_map_options options = options_of(data[1]);
  const uint8_t *places = data + 2;
  size_t bytes = size - 26;
  pathfan_map_info info;
  pathfan_map *map;
  pathfan_query *query;
  pathfan_error error = {""};
  char *text = malloc(bytes + 1);
  fuzz_check(text != NULL);
  memcpy(text, data + 26, bytes);
  if (pf_is_gzip(text, bytes) && pf_gunzip("fuzz", TEXT_MAX, &text, &bytes, &error)) {
    fuzz_check(error.text[0]);
    free(text);
    return 0;
  }
  pf_span own;
  if (pf_profile_split(text, bytes, &own) < bytes) options.profile = PF_PROFILE_OWN;
  const pathfan_status status = pathfan_map_parse(text, bytes, "fuzz", &options, &map, &error);
  if (status) {
    fuzz_check(status == PATHFAN_ERR_MALFORMED || status == PATHFAN_ERR_LIMIT ||
               status == PATHFAN_ERR_ARGUMENT);
    fuzz_check(!map && error.text[0]);
    free(text);
    return 0;
  }
  check_strict(map, text, bytes, &options);
  check_info(map, &info);
  if (pathfan_map_is_terrain(map) && info.polygon_count <= CELLS_MAX) {
    fuzz_check(pathfan_query_create_online(map, &query) == PATHFAN_OK);
    check_terrain(query, map, places, &info);
    pathfan_query_free(query);
  } else if (info.polygon_count <= CELLS_MAX) {
    fuzz_check(pathfan_query_create_online(map, &query) == PATHFAN_OK);
    const results expected = ask_all(query, PATHFAN_ALGORITHM_POLYANYA, places, &info);
    const results other = ask_all(query, PATHFAN_ALGORITHM_DISSIMILARITY, places, &info);
    check_same(&expected, &other);
    pathfan_query_free(query);
    if (data[0] & 1 && info.convex_count <= CONVEX_MAX)
      check_index(text, bytes, &options, places, &info, &expected, data[0] >> 2);
    if (data[0] & 2) check_mesh(map, places, &info, &expected);
  }
  if (data[0] & 4 && info.polygon_count <= CELLS_MAX)
    check_kind(map, (pathfan_space_file)((data[0] >> 3) % 5));
  pathfan_map_free(map);
  free(text);
  return 0;
}
