/* Files of every format version that this program reads (tests/golden), opened in every possible
 * way: each request beside them gets the answer beside them, to the last bit of every coordinate.
 * Figures about how an answer was found (candidates, work) may change. */
#include <glob.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan/format.h"
#include "pathfan/inspect.h"
#include "pathfan/obstacles.h"
#include "pathfan/query.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

#define AREAS_MAX 4

/* A golden file, in memory and with its lines. */
typedef struct golden {
  char path[512];
  uint8_t *data; /* 64-byte aligned; one more byte of room behind [Size: bytes] */
  size_t bytes;
  json_t *requests, *answers; /* lists */
} golden;

static json_t *load_lines(const char *index_path, const char *ending) {
  char path[600];
  char *line = NULL;
  size_t room = 0;
  json_error_t error;
  json_t *list = json_array();
  snprintf(path, sizeof path, "%.*s%s", (int)(strlen(index_path) - strlen(".pathfan")), index_path,
           ending);
  FILE *file = fopen(path, "r");
  if (!file) fail_msg("%s is missing", path);
  while (getline(&line, &room, file) > 0) {
    json_t *value = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!value) fail_msg("%s: %s", path, error.text);
    json_array_append_new(list, value);
  }
  free(line);
  fclose(file);
  return list;
}

static golden load(const char *path) {
  golden g = {.requests = load_lines(path, ".requests.jsonl"),
              .answers = load_lines(path, ".answers.jsonl")};
  FILE *file = fopen(path, "rb");
  snprintf(g.path, sizeof g.path, "%s", path);
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  g.bytes = (size_t)ftell(file);
  rewind(file);
  g.data = aligned_alloc(64, (g.bytes / 64 + 2) * 64);
  assert_non_null(g.data);
  assert_int_equal(fread(g.data, 1, g.bytes, file), g.bytes);
  fclose(file);
  assert_true(json_array_size(g.requests) > 0);
  assert_int_equal(json_array_size(g.requests), json_array_size(g.answers));
  return g;
}

static void drop(golden *g) {
  free(g->data);
  json_decref(g->requests);
  json_decref(g->answers);
}

/* ---- Requests ---- */

static pathfan_point point_of(const json_t *list) {
  assert_int_equal(json_array_size(list), 2);
  return (pathfan_point){json_number_value(json_array_get(list, 0)),
                         json_number_value(json_array_get(list, 1))};
}

static void take_circles(const json_t *list, pathfan_request *r, pathfan_area *areas) {
  assert_true(json_array_size(list) <= AREAS_MAX);
  r->avoid = areas;
  r->avoid_count = (int32_t)json_array_size(list);
  for (int32_t i = 0; i < r->avoid_count; i++) {
    const json_t *circle = json_object_get(json_array_get(list, (size_t)i), "circle");
    assert_int_equal(json_array_size(circle), 3);
    areas[i] = (pathfan_area){.centre = {json_number_value(json_array_get(circle, 0)),
                                         json_number_value(json_array_get(circle, 1))},
                              .radius = json_number_value(json_array_get(circle, 2))};
  }
}

/* Makes the obstacles of a request: the map's doors, some of them closed or opened by name. NULL:
 * a terrain has none. */
static pathfan_obstacles *obstacles_of(const json_t *list, const pathfan_index *index) {
  pathfan_obstacles *now, *next;
  if (pathfan_obstacles_create(index, &now, NULL)) return NULL; /* of a terrain */
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *close = json_object_get(json_array_get(list, i), "close");
    const json_t *open = json_object_get(json_array_get(list, i), "open");
    const pathfan_change change = {.kind = PATHFAN_CHANGE_SET,
                                   .name = json_string_value(close ? close : open),
                                   .on = close != NULL};
    assert_int_equal(pathfan_obstacles_change(now, &change, 1, &next, NULL, NULL), PATHFAN_OK);
    pathfan_obstacles_release(now);
    now = next;
  }
  return now;
}

static pathfan_algorithm algorithm_of(const char *name) {
  for (int a = PATHFAN_ALGORITHM_INDEX; a < PATHFAN_ALGORITHM_COUNT; a++)
    if (!strcmp(pathfan_algorithm_name((pathfan_algorithm)a), name)) return (pathfan_algorithm)a;
  fail_msg("algorithm %s", name);
  return PATHFAN_ALGORITHM_INDEX;
}

/* Reads the fields of a batch line that golden requests use. by_preset: what it leaves open comes
  from the preset "paper". */
static pathfan_request request_of(json_t *line, bool by_preset, pathfan_area *areas) {
  pathfan_request r;
  const char *name;
  json_t *value;
  pathfan_request_init(&r);
  r.separation_share = 0; /* requests without the field use the paper's measure */
  r.max_loop = 0;         /* and no bound on loops */
  if (by_preset) assert_true(pathfan_request_preset(&r, PATHFAN_PRESET_PAPER));
  json_object_foreach(line, name, value) {
    if (!strcmp(name, "id") || !strcmp(name, "obstacles")) continue;
    const double number = json_number_value(value);
    if (!strcmp(name, "from"))
      r.from = point_of(value);
    else if (!strcmp(name, "to"))
      r.to = point_of(value);
    else if (!strcmp(name, "from_level"))
      r.from_level = number;
    else if (!strcmp(name, "to_level"))
      r.to_level = number;
    else if (!strcmp(name, "avoid"))
      take_circles(value, &r, areas);
    else if (!strcmp(name, "paths"))
      r.paths = (int32_t)number;
    else if (!strcmp(name, "tables"))
      r.tables = (int32_t)number;
    else if (!strcmp(name, "access"))
      r.access = (int32_t)number;
    else if (!strcmp(name, "stretch"))
      r.stretch = number;
    else if (!strcmp(name, "snap"))
      r.snap = number, r.snap_any = true; /* as it was then */
    else if (!strcmp(name, "radius"))
      r.radius = number;
    else if (!strcmp(name, "separation_share"))
      r.separation_share = number;
    else if (!strcmp(name, "dissimilarity"))
      r.dissimilarity = number, r.bind_dissimilarity = true;
    else if (!strcmp(name, "algorithm"))
      r.algorithm = algorithm_of(json_string_value(value));
    else if (!strcmp(name, "effort") && !strcmp(json_string_value(value), "thorough"))
      r.effort = PATHFAN_EFFORT_THOROUGH;
    else
      fail_msg("golden requests have no field %s", name);
  }
  return r;
}

/* ---- Answers ---- */

static void expect_text(const json_t *wanted, const char *field, const char *got) {
  assert_string_equal(json_string_value(json_object_get(wanted, field)), got);
}

static void expect_number(const json_t *wanted, double got) {
  const double number = json_number_value(wanted);
  assert_true(json_is_number(wanted));
  assert_memory_equal(&number, &got, sizeof got);
}

static void expect_point(const json_t *wanted, pathfan_point got) {
  expect_number(json_array_get(wanted, 0), got.x);
  expect_number(json_array_get(wanted, 1), got.y);
}

static void expect_answer(const json_t *wanted, const pathfan_answer *got) {
  const json_t *paths = json_object_get(wanted, "paths"), *bounds;
  expect_text(wanted, "status", pathfan_outcome_name(got->outcome));
  expect_text(wanted, "reason", pathfan_reason_name(got->reason));
  expect_text(wanted, "proof", pathfan_proof_name(got->proof));
  expect_point(json_object_get(wanted, "from"), got->from);
  expect_point(json_object_get(wanted, "to"), got->to);
  assert_int_equal(json_is_true(json_object_get(wanted, "from_snapped")), got->from_snapped);
  assert_int_equal(json_is_true(json_object_get(wanted, "to_snapped")), got->to_snapped);
  bounds = json_object_get(wanted, "bounds");
  expect_number(json_object_get(bounds, "stretch"), got->stretch);
  if (got->dissimilarity > 0)
    expect_number(json_object_get(bounds, "dissimilarity"), got->dissimilarity);
  else
    assert_true(json_is_null(json_object_get(bounds, "dissimilarity")));
  assert_int_equal(json_array_size(paths), got->path_count);
  for (int32_t i = 0; i < got->path_count; i++) {
    const json_t *path = json_array_get(paths, (size_t)i);
    const json_t *points = json_object_get(path, "points");
    const json_t *cost = json_object_get(path, "cost");
    expect_number(json_object_get(path, "length"), got->paths[i].length);
    if (cost) expect_number(cost, got->paths[i].cost);
    assert_int_equal(json_array_size(points), got->paths[i].point_count);
    for (int32_t p = 0; p < got->paths[i].point_count; p++)
      expect_point(json_array_get(points, (size_t)p), got->paths[i].points[p]);
  }
}

static void ask(const golden *g, const pathfan_index *index, pathfan_query *query, size_t i,
                bool by_preset) {
  pathfan_area areas[AREAS_MAX];
  const pathfan_answer *answer;
  json_t *line = json_array_get(g->requests, i);
  pathfan_obstacles *obstacles = obstacles_of(json_object_get(line, "obstacles"), index);
  pathfan_request r = request_of(line, by_preset, areas);
  if (pathfan_obstacles_count(obstacles)) r.obstacles = obstacles;
  if (pathfan_query_paths(query, &r, &answer)) fail_msg("%s", pathfan_query_error(query));
  expect_answer(json_array_get(g->answers, i), answer);
  pathfan_obstacles_release(obstacles);
}

/* Requests with a separation have splices, which the preset hasn't. */
static void ask_all(const golden *g, const pathfan_index *index) {
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (size_t i = 0; i < json_array_size(g->requests); i++) {
    ask(g, index, query, i, false);
    if (!json_object_get(json_array_get(g->requests, i), "separation_share"))
      ask(g, index, query, i, true);
  }
  pathfan_query_free(query);
}

/* ---- Ways of opening ---- */

typedef enum way {
  WAY_FILE = 0,
  WAY_PREFETCH,
  WAY_COPY,
  WAY_MEMORY,
  WAY_MEMORY_UNALIGNED,
  WAY_MEMORY_COPY,
  WAY_PACK,           /* at a page of a larger file */
  WAY_PACK_UNALIGNED, /* at any byte of one */
  WAYS
} way;

/* Writes a larger file with the index in the middle. */
static void write_pack(const golden *g, const char *path, uint64_t offset) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  for (uint64_t i = 0; i < offset; i++) fputc((int)(i % 251), file);
  assert_int_equal(fwrite(g->data, 1, g->bytes, file), g->bytes);
  fputs("and what comes next in the pack", file);
  assert_int_equal(fclose(file), 0);
}

static void check_opened(const golden *g, pathfan_open_policy policy, way how) {
  pathfan_open_options options = {.policy = policy};
  pathfan_index *index;
  pathfan_error error;
  pathfan_status status;
  uint8_t *data = g->data;
  const char *path = g->path;
  options.prefetch = how == WAY_PREFETCH;
  options.private_copy = how == WAY_COPY || how == WAY_MEMORY_COPY;
  if (how == WAY_PACK || how == WAY_PACK_UNALIGNED) {
    path = twin_scratch("pack");
    options.offset = how == WAY_PACK ? 3 * 65536 : 4711;
    options.bytes = g->bytes;
    write_pack(g, path, options.offset);
  }
  if (how == WAY_MEMORY_UNALIGNED) {
    data = malloc(g->bytes + 1);
    assert_non_null(data);
    memcpy(data + 1, g->data, g->bytes);
  }
  if (how == WAY_MEMORY || how == WAY_MEMORY_UNALIGNED || how == WAY_MEMORY_COPY)
    status = pathfan_index_open_memory(how == WAY_MEMORY_UNALIGNED ? data + 1 : data, g->bytes,
                                       "in memory", &options, &index, &error);
  else
    status = pathfan_index_open(path, &options, &index, &error);
  if (how == WAY_MEMORY_UNALIGNED) free(data); /* it was copied */
  if (status) fail_msg("%s: %s", g->path, error.text);
  ask_all(g, index);
  if (pathfan_index_verify(index, &error)) fail_msg("%s", error.text);
  pathfan_index_close(index);
}

static void test_golden(void **state) {
  glob_t found;
  int files = 0, answers = 0;
  (void)state;
  assert_int_equal(glob(PATHFAN_GOLDEN "/*/*.pathfan", 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    pathfan_error error;
    golden g = load(found.gl_pathv[i]);
    if (pathfan_verify_file(g.path, &error)) fail_msg("%s", error.text);
    for (int policy = PATHFAN_OPEN_LAZY; policy <= PATHFAN_OPEN_TRUST; policy++)
      for (int how = 0; how < WAYS; how++) check_opened(&g, (pathfan_open_policy)policy, (way)how);
    files++;
    answers += (int)json_array_size(g.answers);
    drop(&g);
  }
  globfree(&found);
  print_message("%d golden files, %d answers, each in %d ways\n", files, answers, 3 * WAYS);
  assert_true(files >= 8 && answers >= 8 * files);
}

/* Each file says in which version it was written: that of its folder. */
static void test_versions(void **state) {
  glob_t found;
  (void)state;
  assert_int_equal(glob(PATHFAN_GOLDEN "/*/*.pathfan", 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    pathfan_index *index;
    pathfan_index_info info;
    char version[32];
    assert_int_equal(pathfan_index_open(found.gl_pathv[i], NULL, &index, NULL), PATHFAN_OK);
    pathfan_index_info_get(index, &info);
    snprintf(version, sizeof version, "/%d.%d/", info.format_major, info.format_minor);
    assert_non_null(strstr(found.gl_pathv[i], version));
    pathfan_index_close(index);
  }
  globfree(&found);
}

SUITE(test_golden) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_versions),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
