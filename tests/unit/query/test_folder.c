/* test_folder.c - folders of maps: what is found, what is built, what is reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "build-index/run/describe.h"
#include "build-index/folder/facts.h"
#include "pathfan/folder.h"
#include "pathfan/inspect.h"
#include "pathfan/query.h"
#include "suite.h"
#include "twin_scratch.h"
#include "build-index/folder/list_files.h"

static pathfan_error error;

static void make_folder(const char *name) {
  assert_int_equal(mkdir(twin_scratch(name), 0777), 0);
}

static void make_map(const char *name, uint64_t seed, int32_t size, int32_t room) {
  pathfan_map_recipe recipe;
  pathfan_map_recipe_init(&recipe);
  recipe.kind = PATHFAN_MAP_ROOMS;
  recipe.width = recipe.height = size;
  recipe.scale = room;
  recipe.seed = seed;
  assert_int_equal(pathfan_map_make(&recipe, twin_scratch(name), &error), PATHFAN_OK);
}

static bool all(const char *name) {
  (void)name;
  return true;
}

static void check_walk(const char *folder, const char *without, const char *wanted) {
  pf_file_names names;
  char found[512] = "";
  assert_int_equal(pf_list_files(twin_scratch(folder), without ? twin_scratch(without) : NULL, all,
                                 NULL, NULL, &names, &error),
                   PATHFAN_OK);
  for (int32_t i = 0; i < names.count; i++) {
    if (i) strcat(found, " ");
    strcat(found, names.at[i]);
  }
  assert_string_equal(found, wanted);
  pf_file_names_free(&names);
}

/* Links to folders: each folder is visited once, by its own name if it has one below the root. */
static void test_walk(void **state) {
  (void)state;
  make_folder("w");
  make_folder("w/b");
  make_folder("w/b/c");
  make_folder("w/.hidden");
  make_folder("outside");
  make_folder("outside/in");
  twin_scratch_write("w/1", "");
  twin_scratch_write("w/.2", "");
  twin_scratch_write("w/b/3", "");
  twin_scratch_write("w/b/c/4", "");
  twin_scratch_write("w/.hidden/5", "");
  twin_scratch_write("outside/6", "");
  twin_scratch_write("outside/in/7", "");
  check_walk("w", NULL, "1 b/3 b/c/4");
  assert_int_equal(symlink("b", twin_scratch("w/a")), 0);       /* a folder that is there */
  assert_int_equal(symlink("..", twin_scratch("w/b/up")), 0);   /* a loop */
  assert_int_equal(symlink(".", twin_scratch("w/b/self")), 0);  /* another */
  assert_int_equal(symlink("1", twin_scratch("w/one")), 0);     /* a file */
  assert_int_equal(symlink("none", twin_scratch("w/none")), 0); /* nowhere, and in a circle */
  check_walk("w", NULL, "1 b/3 b/c/4 none one");
  assert_int_equal(symlink("../outside", twin_scratch("w/z")), 0);
  assert_int_equal(symlink("../../outside/in", twin_scratch("w/b/y")), 0);
  check_walk("w", NULL, "1 b/3 b/c/4 b/y/7 none one z/6"); /* b/y sorts before z */
  assert_int_equal(symlink("../w", twin_scratch("outside/back")), 0);
  check_walk("w", NULL, "1 b/3 b/c/4 b/y/7 none one z/6");
  check_walk("outside", NULL, "6 back/1 back/b/3 back/b/c/4 back/none back/one in/7");
  check_walk("w", "w/b", "1 none one z/6 z/in/7");
  check_walk("w", "w", "1 b/3 b/c/4 b/y/7 none one z/6");
  check_walk("w", "nowhere", "1 b/3 b/c/4 b/y/7 none one z/6");
  pf_file_names names;
  assert_int_equal(pf_list_files(twin_scratch("nowhere"), NULL, all, NULL, NULL, &names, &error),
                   PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "nowhere"));
  pf_file_names_free(&names);
}

/* Thousands of folders, nested and side by side. */
static void test_walk_deep(void **state) {
  (void)state;
  char path[600];
  pf_file_names names;
  make_folder("deep");
  snprintf(path, sizeof path, "%s", twin_scratch("deep"));
  size_t length = strlen(path);
  for (int i = 0; i < 100 && length < 500; i++) {
    length += (size_t)snprintf(path + length, sizeof path - length, "/%d", i % 10);
    assert_int_equal(mkdir(path, 0777), 0);
  }
  for (int i = 0; i < 300; i++) {
    char name[40];
    snprintf(name, sizeof name, "deep/side%03d", i);
    make_folder(name);
    snprintf(name, sizeof name, "deep/side%03d/file", i);
    twin_scratch_write(name, "");
  }
  assert_int_equal(pf_list_files(twin_scratch("deep"), NULL, all, NULL, NULL, &names, &error),
                   PATHFAN_OK);
  assert_int_equal(names.count, 300);
  for (int i = 0; i < 300; i++) {
    char name[40];
    snprintf(name, sizeof name, "side%03d/file", i);
    assert_string_equal(names.at[i], name);
  }
  pf_file_names_free(&names);
}

/* The reports, one a line. */
typedef struct record {
  char text[4096];
  int last_done, total;
} record;

static void note(void *context, const pathfan_folder_item *item, int32_t done, int32_t total) {
  record *r = context;
  const size_t used = strlen(r->text);
  snprintf(r->text + used, sizeof r->text - used, "%s %s\n", item->map,
           pathfan_folder_state_text(item->state));
  assert_true(done >= r->last_done && done <= total);
  r->last_done = done;
  r->total = total;
}

static void count_progress(void *context, const char *stage, int64_t done, int64_t total) {
  (void)context, (void)stage;
  assert_true(done <= total);
}

/* Makes large and small maps, good and bad, in folders. */
static void make_maps(void) {
  make_folder("maps");
  make_folder("maps/b");
  make_folder("maps/b/c");
  for (int i = 0; i < 8; i++) {
    char name[40];
    snprintf(name, sizeof name, "maps/%s%d.map", i % 3 == 0 ? "" : i % 3 == 1 ? "b/" : "b/c/", i);
    make_map(name, (uint64_t)i + 1, 30 + i, 0);
  }
  make_map("maps/b/large.map", 99, 260, 60); /* above 64 KiB */
  twin_scratch_write("maps/b/bad.map", "type octile\nheight 1\nwidth 3\nmap\n?\n");
  twin_scratch_write("maps/settings.json", "{\"volume\": 3}");
}

static pathfan_status build(const char *maps, const char *indexes,
                            const pathfan_folder_options *options, pathfan_folder_list *list) {
  return pathfan_build_folder(twin_scratch(maps), twin_scratch(indexes), options, list, &error);
}

static void test_build(void **state) {
  (void)state;
  static const int32_t threads[] = {1, 2, 5};
  record records[3] = {{.total = 0}};
  pathfan_folder_list list, again;
  pathfan_folder_options options;
  make_maps();
  for (int t = 0; t < 3; t++) {
    pathfan_folder_options_init(&options);
    options.build.threads = threads[t];
    options.build.progress = count_progress;
    options.report = note;
    options.report_context = &records[t];
    options.force = true;
    assert_int_equal(build("maps", "idx", &options, &list), PATHFAN_ERR_MALFORMED);
    assert_non_null(strstr(error.text, "bad.map:5"));
    assert_int_equal(list.count, 10);
    assert_int_equal(list.left_alone, 1);
    assert_true(list.has_catalogue);
    assert_int_equal(records[t].last_done, 10);
    assert_int_equal(records[t].total, 10);
    for (int32_t i = 0; i < list.count; i++) {
      const pathfan_folder_item *item = &list.items[i];
      const bool bad = strcmp(item->map, "b/bad.map") == 0;
      if (i) assert_true(strcmp(list.items[i - 1].file, item->file) < 0);
      assert_int_equal(item->state, bad ? PATHFAN_FOLDER_FAILED : PATHFAN_FOLDER_BUILT);
      assert_int_equal(item->status, bad ? PATHFAN_ERR_MALFORMED : PATHFAN_OK);
      assert_int_equal(item->has_facts, !bad);
      assert_true(bad == (item->sentence[0] != 0));
      if (bad) continue;
      /* The facts are the index's own. */
      char name[80];
      pathfan_index *index;
      pathfan_index_info info;
      snprintf(name, sizeof name, "idx/%s", item->file);
      assert_int_equal(pathfan_index_open(twin_scratch(name), NULL, &index, &error), PATHFAN_OK);
      pathfan_index_info_get(index, &info);
      assert_int_equal(item->facts.vertex_count, info.vertex_count);
      assert_int_equal(item->facts.component_count, info.component_count);
      assert_int_equal(item->facts.table_count, info.table_count);
      assert_int_equal(item->facts.file_bytes, info.file_bytes);
      assert_int_equal(item->facts.format_major, info.format_major);
      assert_int_equal(item->facts.format_minor, info.format_minor);
      assert_string_equal(item->facts.builder, info.builder);
      assert_string_equal(item->facts.options, info.options);
      assert_string_equal(item->facts.map_name, info.source_name);
      assert_memory_equal(item->facts.map_digest, info.source_digest, 16);
      assert_true(item->facts.width == info.width && item->facts.height == info.height &&
                  item->facts.unit == info.unit && item->facts.origin_x == info.origin_x &&
                  item->facts.origin_y == info.origin_y);
      pathfan_index_close(index);
    }
    if (t) assert_int_equal(again.count, list.count);
    for (int32_t i = 0; t && i < list.count; i++)
      assert_true(pf_facts_equal(&again.items[i].facts, &list.items[i].facts));
    if (t) pathfan_folder_free(&again);
    again = list;
  }
  pathfan_folder_free(&again);
  assert_string_equal(records[1].text, records[2].text); /* whatever the number of threads */

  /* Now all maps are up to date except the one that can't be built. */
  record quiet = {.total = 0};
  pathfan_folder_options_init(&options);
  options.report = note;
  options.report_context = &quiet;
  assert_int_equal(build("maps", "idx", &options, &list), PATHFAN_ERR_MALFORMED);
  int current = 0;
  for (int32_t i = 0; i < list.count; i++)
    current += list.items[i].state == PATHFAN_FOLDER_CURRENT && list.items[i].has_facts;
  assert_int_equal(current, 9);
  pathfan_folder_free(&list);

  /* An option that the file can't tell makes a build necessary. */
  assert_int_equal(remove(twin_scratch("maps/b/bad.map")), 0);
  options.build.id_bytes = 4;
  options.report = NULL;
  assert_int_equal(build("maps", "idx", &options, &list), PATHFAN_OK);
  for (int32_t i = 0; i < list.count; i++)
    assert_int_equal(list.items[i].state, PATHFAN_FOLDER_BUILT);
  pathfan_folder_free(&list);
  assert_int_equal(build("maps", "idx", NULL, NULL), PATHFAN_OK);
}

static void test_look(void **state) {
  (void)state;
  pathfan_folder_list list;
  assert_int_equal(pathfan_folder_look(twin_scratch("idx"), &list, &error), PATHFAN_OK);
  assert_true(list.has_catalogue);
  assert_int_equal(list.count, 9);
  for (int32_t i = 0; i < list.count; i++) {
    assert_int_equal(list.items[i].state, PATHFAN_FOLDER_OK);
    assert_true(list.items[i].has_facts);
    if (i) assert_true(strcmp(list.items[i - 1].file, list.items[i].file) < 0);
  }
  assert_string_equal(list.items[0].map, "0.map");
  pathfan_folder_free(&list);
  twin_scratch_write("idx/stale.pathfan.tmp", "");
  twin_scratch_write("idx/odd.pathfan", "");
  assert_int_equal(remove(twin_scratch("idx/3.pathfan")), 0);
  assert_int_equal(rename(twin_scratch("idx/6.pathfan"), twin_scratch("idx/0.pathfan")), 0);
  assert_int_equal(mkfifo(twin_scratch("idx/pipe.pathfan"), 0666), 0);
  assert_int_equal(pathfan_folder_look(twin_scratch("idx"), &list, &error), PATHFAN_OK);
  const struct {
    const char *file;
    pathfan_folder_state state;
    pathfan_status status;
  } wanted[] = {{"0.pathfan", PATHFAN_FOLDER_CHANGED, PATHFAN_OK},
                {"3.pathfan", PATHFAN_FOLDER_MISSING, PATHFAN_ERR_IO},
                {"6.pathfan", PATHFAN_FOLDER_MISSING, PATHFAN_ERR_IO},
                {"odd.pathfan", PATHFAN_FOLDER_DAMAGED, PATHFAN_ERR_NOT_INDEX},
                {"stale.pathfan.tmp", PATHFAN_FOLDER_TEMPORARY, PATHFAN_OK}};
  int found = 0;
  for (int32_t i = 0; i < list.count; i++)
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
      if (strcmp(list.items[i].file, wanted[k].file) == 0) {
        assert_int_equal(list.items[i].state, wanted[k].state);
        assert_int_equal(list.items[i].status, wanted[k].status);
        found++;
      }
  assert_int_equal(found, 5);
  assert_int_equal(list.count, 11); /* a pipe is no file */
  pathfan_folder_free(&list);
  assert_int_equal(pathfan_folder_look(twin_scratch("nowhere"), &list, &error), PATHFAN_ERR_IO);
  pathfan_folder_free(&list);
  assert_int_equal(pathfan_folder_look("", &list, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_folder_look(NULL, &list, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_folder_look("x", NULL, &error), PATHFAN_ERR_ARGUMENT);
}

/* Makes or removes a folder whose path is too long for any program to open: far/xx.../xx.../... It
 * goes level by level, since no path can name it. */
#define FAR_LEVELS 20
#define FAR_NAME 250

static void make_far(bool is_made) {
  char name[FAR_NAME + 1];
  int folders[FAR_LEVELS + 1];
  memset(name, 'x', FAR_NAME);
  name[FAR_NAME] = 0;
  folders[0] = open(twin_scratch("far"), O_RDONLY | O_DIRECTORY);
  for (int i = 0; i < FAR_LEVELS; i++) {
    if (is_made) assert_int_equal(mkdirat(folders[i], name, 0777), 0);
    folders[i + 1] = openat(folders[i], name, O_RDONLY | O_DIRECTORY);
    assert_true(folders[i + 1] >= 0);
  }
  for (int i = FAR_LEVELS; i >= 0; i--) {
    close(folders[i]);
    if (i && !is_made) assert_int_equal(unlinkat(folders[i - 1], name, AT_REMOVEDIR), 0);
  }
}

static pathfan_status stop(void *context, const char *name, const char *sentence) {
  snprintf(context, 400, "%.3s %s", name, sentence);
  return PATHFAN_ERR_CANCELLED;
}

/* A folder that can't be read doesn't keep the rest from being listed; a caller that asks for such
 * folders gets them reported, others an error. */
static void test_look_closed(void **state) {
  (void)state;
  pathfan_folder_list list;
  pf_file_names names;
  char told[400];
  make_folder("far");
  twin_scratch_write("far/a.pathfan", "");
  twin_scratch_write("far/z.pathfan", "");
  make_far(true);
  const pathfan_status looked = pathfan_folder_look(twin_scratch("far"), &list, &error);
  const pathfan_status strict =
      pf_list_files(twin_scratch("far"), NULL, all, NULL, NULL, &names, &error);
  pf_file_names_free(&names);
  const pathfan_status stopped =
      pf_list_files(twin_scratch("far"), NULL, all, stop, told, &names, NULL);
  pf_file_names_free(&names);
  make_far(false);
  assert_int_equal(strict, PATHFAN_ERR_IO);
  assert_int_equal(stopped, PATHFAN_ERR_CANCELLED);
  assert_ptr_equal(strstr(told, "xxx "), told);
  assert_non_null(strstr(told, "File name too long"));
  assert_int_equal(looked, PATHFAN_OK);
  assert_int_equal(list.count, 3);
  assert_string_equal(list.items[0].file, "a.pathfan");
  assert_string_equal(list.items[2].file, "z.pathfan");
  const pathfan_folder_item *closed = &list.items[1];
  assert_int_equal(closed->state, PATHFAN_FOLDER_UNREADABLE);
  assert_int_equal(closed->status, PATHFAN_ERR_IO);
  assert_int_equal(closed->file[0], 'x');
  assert_null(closed->map);
  assert_non_null(strstr(closed->sentence, "File name too long"));
  pathfan_folder_free(&list);
}

/* The maps of a folder, whatever is wrong with them, and which index belongs to which. */
static void test_maps(void **state) {
  (void)state;
  static const char *const wanted[] = {"a.geojson", "a.map", "b/c.MAP", "d.json", "\xff.map"};
  pathfan_folder_list list;
  pathfan_index_facts facts;
  make_folder("found");
  make_folder("found/b");
  make_map("found/a.map", 1, 40, 0);
  make_map("found/b/c.MAP", 2, 40, 0);
  twin_scratch_write("found/a.geojson", "");
  twin_scratch_write("found/d.json", "{\"type\": \"Polygon\"}");
  twin_scratch_write("found/e.json", "{\"volume\": 3}");
  twin_scratch_write("found/\xff.map", "");
  assert_int_equal(pathfan_folder_maps(twin_scratch("found"), &list, &error), PATHFAN_OK);
  assert_int_equal(list.count, 5);
  assert_int_equal(list.left_alone, 1);
  for (int32_t i = 0; i < list.count; i++) {
    assert_string_equal(list.items[i].map, wanted[i]);
    assert_int_equal(list.items[i].status, i == 4 ? PATHFAN_ERR_MALFORMED : PATHFAN_OK);
  }
  assert_string_equal(list.items[0].file, "a.pathfan");
  assert_string_equal(list.items[2].file, "b/c.pathfan");
  pathfan_folder_free(&list);
  assert_int_equal(pathfan_folder_maps(twin_scratch("nowhere"), &list, &error), PATHFAN_ERR_IO);
  pathfan_folder_free(&list);
  assert_int_equal(pathfan_folder_maps("", &list, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_folder_maps("x", NULL, &error), PATHFAN_ERR_ARGUMENT);

  char map[600]; /* the buffers of twin_scratch are reused */
  snprintf(map, sizeof map, "%s", twin_scratch("found/a.map"));
  assert_int_equal(pathfan_build_index(map, twin_scratch("found/a.pathfan"), NULL, NULL, &error),
                   PATHFAN_OK);
  assert_int_equal(
      pf_facts_read(twin_scratch("found/a.pathfan"), PATHFAN_OPEN_LAZY, &facts, &error),
      PATHFAN_OK);
  assert_true(pathfan_is_index_of(&facts, map));
  assert_false(pathfan_is_index_of(&facts, twin_scratch("found/b/c.MAP")));
  assert_int_equal(rename(twin_scratch("found/b/c.MAP"), map), 0); /* the same size */
  assert_false(pathfan_is_index_of(&facts, map));
  assert_int_equal(remove(map), 0);
  assert_false(pathfan_is_index_of(&facts, map));
}

/* If anything is refused, nothing is made and the list is empty. */
static void test_refused(void **state) {
  (void)state;
  pathfan_folder_list list;
  struct stat info;
  make_folder("none");
  make_folder("clash");
  make_map("clash/a.map", 1, 20, 0);
  twin_scratch_write("clash/a.geojson", "{}");
  assert_int_equal(build("none", "new", NULL, &list), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(list.count, 0);
  assert_non_null(strstr(error.text, "holds no map"));
  assert_int_equal(build("clash", "new", NULL, &list), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(list.count, 0);
  assert_non_null(strstr(error.text, "a.geojson and a.map"));
  assert_int_equal(build("nowhere", "new", NULL, &list), PATHFAN_ERR_IO);
  assert_int_equal(stat(twin_scratch("new"), &info), -1);
  assert_int_equal(build("maps", "maps/0.map", NULL, &list), PATHFAN_ERR_IO);
  assert_int_equal(pathfan_build_folder(NULL, "x", NULL, &list, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_build_folder("x", NULL, NULL, &list, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_build_folder("x", "", NULL, NULL, NULL), PATHFAN_ERR_ARGUMENT);
}

/* Two builds of a folder: one is refused, or waits. */
static void test_busy(void **state) {
  (void)state;
  pathfan_folder_list list;
  pathfan_folder_options options;
  assert_int_equal(build("maps", "busy", NULL, NULL), PATHFAN_OK);
  int lock = open(twin_scratch("busy"), O_RDONLY | O_CLOEXEC);
  assert_true(lock >= 0);
  assert_int_equal(flock(lock, LOCK_EX), 0);
  assert_int_equal(build("maps", "busy", NULL, &list), PATHFAN_ERR_BUSY);
  assert_int_equal(list.count, 0);
  assert_non_null(strstr(error.text, "busy"));
  /* A child holds the lock for a while: this build waits until the child lets go, after it
   * wrote. */
  int ends[2];
  char byte = 0;
  assert_int_equal(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
  const pid_t child = fork();
  if (child == 0) {
    usleep(50000);
    _exit(write(ends[1], "x", 1) != 1);
  }
  assert_true(child > 0);
  close(lock);
  pathfan_folder_options_init(&options);
  options.build.wait = true;
  assert_int_equal(build("maps", "busy", &options, &list), PATHFAN_OK);
  assert_int_equal(read(ends[0], &byte, 1), 1);
  assert_int_equal(byte, 'x');
  assert_int_equal(waitpid(child, NULL, 0), child);
  close(ends[0]);
  close(ends[1]);
  pathfan_folder_free(&list);
}

/* Options in words: all of them, or false if there are more. */
static void test_describe(void **state) {
  (void)state;
  pathfan_build_options options;
  char text[256], passable[300];
  pathfan_build_options_init(&options);
  assert_true(pf_describe_options(&options, text, sizeof text));
  assert_string_equal(text, "tables=0 passable=.G");
  options.tables = 5;
  options.regions = false;
  options.cone_cap = 0;
  options.map = (pathfan_map_options){
      .passable = ".GS", .agent_radius = 0.4, .unit = 0.001, .mesh = PATHFAN_MESH_CDT};
  assert_true(pf_describe_options(&options, text, sizeof text));
  assert_string_equal(text, "tables=5 passable=.GS agent-radius=0.4 "
                            "unit=0.001 mesh=cdt regions=none cone-cap=0");
  memset(passable, 'x', sizeof passable - 1);
  passable[sizeof passable - 1] = 0;
  options.map.passable = passable;
  assert_false(pf_describe_options(&options, text, sizeof text));
  assert_int_equal(strlen(text), sizeof text - 1);
  for (size_t size = 1; size < 40; size++) { /* cut, never past the end */
    char *small = malloc(size);
    assert_non_null(small);
    assert_false(pf_describe_options(&options, small, size));
    assert_int_equal(strlen(small), size - 1);
    free(small);
  }
}

SUITE(test_folder) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_walk),        cmocka_unit_test(test_walk_deep),
      cmocka_unit_test(test_build),       cmocka_unit_test(test_look),
      cmocka_unit_test(test_look_closed), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_busy),        cmocka_unit_test(test_describe),
      cmocka_unit_test(test_maps),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove_all);
}
