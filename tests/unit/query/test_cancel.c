/* Builds that are cancelled, at every moment at which they ask: they end with the status, leak
 * nothing (according to the address sanitizer), leave the existing index as it was, and leave
 * nothing beside it.
 *
 * The test provides the clock: it advances by a step at each reading, so that it is always time to
 * ask, and every place that may ask does. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "format/writer.h"
#include "pathfan/folder.h"
#include "pathfan/inspect.h"
#include "suite.h"
#include "twin_index.h"
#include "twin_maps.h"

static _Atomic int64_t now; /* nanoseconds */
static int64_t step;        /* 0: the real time */

/* Replaces the C library's function: statically linked code calls this one. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!step || clock != CLOCK_MONOTONIC) return (int)syscall(SYS_clock_gettime, clock, time);
  const int64_t then = atomic_fetch_add(&now, step) + step;
  *time = (struct timespec){.tv_sec = then / 1000000000, .tv_nsec = then % 1000000000};
  return 0;
}

/* Cancels at call number `call` and at no other. */
typedef struct canceller {
  int64_t calls, call;
} canceller;

static bool is_cancelled(void *context) {
  canceller *c = context;
  return ++c->calls == c->call;
}

static pathfan_error error;

static char *read_bytes(const char *name, size_t *bytes) {
  FILE *file = fopen(twin_scratch(name), "rb");
  char *all = malloc(1 << 20);
  assert_true(file && all);
  *bytes = fread(all, 1, 1 << 20, file);
  assert_true(*bytes && *bytes < 1 << 20);
  fclose(file);
  return all;
}

static void assert_bytes(const char *name, const char *expected, size_t expected_bytes) {
  size_t bytes;
  char *found = read_bytes(name, &bytes);
  assert_int_equal(bytes, expected_bytes);
  assert_memory_equal(found, expected, bytes);
  free(found);
}

static pathfan_build_options options_of(canceller *c, int32_t threads) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = threads;
  options.is_cancelled = is_cancelled;
  options.progress_context = c;
  return options;
}

static const char campus[] =
    "{\"type\": \"FeatureCollection\", \"features\": ["
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"free\"}, \"geometry\": {\"type\": "
    "\"Polygon\", \"coordinates\": [[[0,0],[40,0],[40,30],[0,30],[0,0]]]}},"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"obstacle\"}, \"geometry\": {\"type\": "
    "\"Polygon\", \"coordinates\": [[[5,5],[15.5,6],[9,20],[5,5]]]}},"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"obstacle\"}, \"geometry\": {\"type\": "
    "\"Polygon\", \"coordinates\": [[[20,9],[33,12],[30,25],[22,21],[20,9]]]}}]}";

/* Cancels at every call in turn, until a build has none left. Returns the number of calls. */
static int64_t cancel_everywhere(const char *map, int32_t threads, pathfan_mesh_kind mesh) {
  size_t bytes;
  char *old = read_bytes("map.pathfan", &bytes);
  for (int64_t call = 1;; call++) {
    canceller c = {.call = call};
    pathfan_build_options options = options_of(&c, threads);
    options.map.mesh = mesh;
    options.tables = threads == 1 ? 2 : 0;
    const pathfan_status status =
        pathfan_build_index(twin_scratch(map), twin_scratch("map.pathfan"), &options, NULL, &error);
    assert_int_equal(twin_scratch_count("map.pathfan"), 1);
    if (c.calls < call) {
      assert_int_equal(status, PATHFAN_OK);
      assert_int_equal(pathfan_verify_file(twin_scratch("map.pathfan"), &error), PATHFAN_OK);
      free(old);
      return c.calls;
    }
    assert_int_equal(status, PATHFAN_ERR_CANCELLED);
    assert_non_null(strstr(error.text, "map.pathfan: the build was cancelled, at stage "));
    assert_bytes("map.pathfan", old, bytes);
  }
}

static void test_everywhere(void **state) {
  (void)state;
  step = 1000000000;
  int64_t all = 0;
  twin_map map = twin_map_number(twin_drawn_count() + 3, 24);
  twin_scratch_write("campus.geojson", campus);
  for (int32_t threads = 1; threads <= 3; threads++) {
    pathfan_index *index = twin_index(&map, NULL);
    pathfan_index_info info;
    pathfan_index_info_get(index, &info);
    pathfan_index_close(index);
    const int64_t asked = cancel_everywhere("map.map", threads, PATHFAN_MESH_DEFAULT);
    /* Four loops over all vertices; with threads, this one's share of them. */
    assert_true(asked > (threads == 1 ? 4 * info.vertex_count : 20));
    all += asked + cancel_everywhere("map.map", threads, PATHFAN_MESH_RECTANGLES) +
           cancel_everywhere("campus.geojson", threads, PATHFAN_MESH_DEFAULT);
  }
  print_message("%lld builds cancelled\n", (long long)all);
  /* The same without an existing index. */
  assert_int_equal(unlink(twin_scratch("map.pathfan")), 0);
  for (int64_t call = 1; call < 200; call += 9) {
    canceller c = {.call = call};
    pathfan_build_options options = options_of(&c, 1);
    options.tables = 2;
    assert_int_equal(pathfan_build_index(twin_scratch("map.map"), twin_scratch("map.pathfan"),
                                         &options, NULL, NULL),
                     PATHFAN_ERR_CANCELLED);
    assert_int_equal(twin_scratch_count("map.pathfan"), 0);
  }
  twin_map_free(&map);
}

/* A build that waits for another builder can be cancelled too, and leaves that one alone. */
static void test_waiting(void **state) {
  (void)state;
  step = 1000000000;
  const pathfan_provenance unknown = {.source_name = "", .builder = "", .options = ""};
  pf_writer *other;
  twin_map map = twin_map_drawn("good", "...\n.@.\n...\n");
  pathfan_index_close(twin_index(&map, NULL));
  assert_int_equal(pf_writer_open(twin_scratch("map.pathfan"), &unknown, &other, &error),
                   PATHFAN_OK);
  for (int64_t call = 1; call < 4; call++) {
    canceller c = {.call = call};
    pathfan_build_options options = options_of(&c, 1);
    options.wait = true;
    assert_int_equal(pathfan_build_index(twin_scratch("map.map"), twin_scratch("map.pathfan"),
                                         &options, NULL, &error),
                     PATHFAN_ERR_CANCELLED);
    assert_non_null(strstr(error.text, "stage wait"));
    assert_int_equal(twin_scratch_count("map.pathfan"), 3); /* and the other builder's two */
  }
  pf_writer_abort(other);
  assert_int_equal(twin_scratch_count("map.pathfan"), 1);
  twin_map_free(&map);
}

/* ---- How often ---- */

typedef struct teller {
  const char *stage;
  int64_t told, total, asked, stages, last;
} teller;

static void tell(void *context, const char *stage, int64_t done, int64_t total) {
  teller *t = context;
  assert_true(done >= 0 && done <= total);
  if (stage != t->stage) {
    t->last = -1;
    t->stages++;
  }
  assert_true(done >= t->last);
  assert_true(t->last < total); /* a stage reports its end once */
  if (stage == t->stage && done < total) assert_true(now - t->told >= 100000000);
  t->stage = stage;
  t->told = now;
  t->last = done;
  t->total = total;
}

static bool ask(void *context) {
  teller *t = context;
  t->asked++;
  return false;
}

static void test_how_often(void **state) {
  (void)state;
  int64_t asked[2];
  twin_map map = twin_map_number(twin_drawn_count() + 3, 24);
  for (int i = 0; i < 2; i++) {
    teller t = {.stage = NULL};
    step = i ? 7000000 : 1;
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = 1;
    options.progress = tell;
    options.is_cancelled = ask;
    options.progress_context = &t;
    pathfan_index_close(twin_index(&map, &options));
    assert_int_equal(t.last, t.total);
    assert_int_equal(t.stages, 13); /* no wait for another builder */
    asked[i] = t.asked;
  }
  /* Once a stage, and once for the file; more often only as time passes. */
  assert_int_equal(asked[0], 15);
  assert_true(asked[1] > 15);
  twin_map_free(&map);
}

/* ---- Folders ---- */

enum { MAPS = 4 };
static const char *const names[MAPS] = {"a", "b", "c", "large"};

static void make_maps(void) {
  assert_int_equal(mkdir(twin_scratch("maps"), 0777), 0);
  for (int i = 0; i < MAPS; i++) {
    pathfan_map_recipe recipe;
    char name[40];
    pathfan_map_recipe_init(&recipe);
    recipe.kind = PATHFAN_MAP_ROOMS;
    recipe.seed = (uint64_t)i + 1;
    recipe.width = recipe.height = i < 3 ? 24 : 260; /* above 64 KiB */
    recipe.scale = i < 3 ? 0 : 120;
    snprintf(name, sizeof name, "maps/%s.map", names[i]);
    assert_int_equal(pathfan_map_make(&recipe, twin_scratch(name), &error), PATHFAN_OK);
  }
}

static void remove_maps(void) {
  for (int i = 0; i < MAPS; i++) {
    char name[40];
    snprintf(name, sizeof name, "maps/%s.map", names[i]);
    assert_int_equal(unlink(twin_scratch(name)), 0);
  }
  assert_int_equal(rmdir(twin_scratch("maps")), 0);
}

/* Checks that exactly `count` indexes are there, good and listed, and removes them. */
static void take_indexes(int32_t count) {
  pathfan_folder_list list;
  assert_int_equal(pathfan_folder_look(twin_scratch("indexes"), &list, &error), PATHFAN_OK);
  assert_int_equal(list.count, count);
  for (int32_t i = 0; i < list.count; i++) {
    char path[100];
    assert_int_equal(list.items[i].state, PATHFAN_FOLDER_OK);
    snprintf(path, sizeof path, "indexes/%s", list.items[i].file);
    assert_int_equal(unlink(twin_scratch(path)), 0);
  }
  pathfan_folder_free(&list);
  unlink(twin_scratch("indexes/catalogue.json"));
  assert_int_equal(rmdir(twin_scratch("indexes")), 0);
}

/* Builds the folder, cancelling at a call. Returns how many maps were built; *cancelled says
 * whether the call was reached. */
static int32_t build_folder(int64_t call, int32_t threads, bool *cancelled) {
  canceller c = {.call = call};
  pathfan_folder_list list;
  pathfan_folder_options options;
  int32_t built = 0;
  pathfan_folder_options_init(&options);
  options.build = options_of(&c, threads);
  const pathfan_status status =
      pathfan_build_folder(twin_scratch("maps"), twin_scratch("indexes"), &options, &list, &error);
  *cancelled = c.calls >= call;
  assert_int_equal(status, *cancelled ? PATHFAN_ERR_CANCELLED : PATHFAN_OK);
  if (*cancelled) assert_non_null(strstr(error.text, "maps: the build was cancelled"));
  for (int32_t i = 0; i < list.count; i++) {
    const bool is_built = list.items[i].state == PATHFAN_FOLDER_BUILT;
    built += is_built;
    assert_true(is_built || list.items[i].state == PATHFAN_FOLDER_FAILED);
    assert_int_equal(list.items[i].status, is_built ? PATHFAN_OK : PATHFAN_ERR_CANCELLED);
  }
  /* The build asks before each look at an index; until the last look it lists nothing. */
  assert_int_equal(list.count, call <= MAPS ? 0 : MAPS);
  assert_int_equal(list.has_catalogue, list.count == MAPS);
  pathfan_folder_free(&list);
  return built;
}

static void test_folder(void **state) {
  (void)state;
  step = 1000000000;
  make_maps();
  for (int32_t threads = 1; threads <= 3; threads += 2) {
    int32_t times[MAPS + 1] = {0};
    bool cancelled = true;
    for (int64_t call = 1; cancelled; call += call <= MAPS ? 1 : 13) {
      const int32_t built = build_folder(call, threads, &cancelled);
      take_indexes(built);
      times[built]++;
    }
    for (int i = 0; i <= MAPS; i++) {
      print_message("%d of %d maps built: %d times\n", i, MAPS, times[i]);
      assert_true(threads > 1 || times[i] > 0);
    }
  }
  remove_maps();
}

SUITE(test_cancel) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_everywhere), cmocka_unit_test(test_waiting),
      cmocka_unit_test(test_how_often), cmocka_unit_test(test_folder)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
