/* use_from_c CHAPTER - runs the functions of a chapter of docs/use-from-c.md, which use_from_c.py
 * has put into page.h, on the files the page describes, in a folder with rooms.map, rooms.pathfan,
 * its copy changing.pathfan and valley.pathfan. */
#include "page.h"
#include <string.h>

/* The bytes of a file, 64-byte aligned so that they are used in place; the caller frees them. */
static void *read_file(const char *path, size_t *bytes) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) || ftell(file) <= 0) exit(1);
  *bytes = (size_t)ftell(file);
  rewind(file);
  void *data = aligned_alloc(64, (*bytes + 63) / 64 * 64);
  if (!data || fread(data, 1, *bytes, file) != *bytes) exit(1);
  fclose(file);
  return data;
}

/* Writes a file of `zeros` zero bytes followed by the data. */
static void write_file(const char *path, size_t zeros, const void *data, size_t bytes) {
  FILE *file = fopen(path, "wb");
  if (!file) exit(1);
  for (size_t i = 0; i < zeros; i++) putc(0, file);
  if (fwrite(data, 1, bytes, file) != bytes || fclose(file)) exit(1);
}

static void show_opening(void) {
  size_t bytes;
  void *data = read_file("rooms.pathfan", &bytes);
  write_file("game.pack", 8192, data, bytes);
  pathfan_index *indexes[3] = {open_file("rooms.pathfan"), open_memory(data, bytes),
                               open_packed("game.pack", 8192, bytes)};
  for (int i = 0; i < 3; i++) {
    if (!indexes[i]) exit(1);
    tell(indexes[i]);
    pathfan_index_close(indexes[i]);
  }
  if (open_file("missing.pathfan")) exit(1);
  free(data);
}

static void show_building(void) {
  atomic_bool unwanted = false;
  build("rooms.map", "made.pathfan", 0, &unwanted);
  build("rooms.map", "made.pathfan", 0.5, &unwanted);
  unwanted = true;
  build("rooms.map", "made.pathfan", 0, &unwanted);
  search("rooms.map");
}

static void show_serving(void) {
  atomic_bool unwanted = false;
  pathfan_query *query;
  pathfan_index *index = open_file("changing.pathfan");
  if (!index || pathfan_query_create(index, &query)) exit(1);
  serve(index, query);
  build("rooms.map", "changing.pathfan", 0.5, &unwanted);
  serve(index, query);
  remove("changing.pathfan"); /* the index still has it open */
  write_file("changing.pathfan", 0, "no index", 8);
  serve(index, query);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

static void show_errors(void) {
  size_t bytes;
  char *data = read_file("rooms.pathfan", &bytes);
  data[16] ^= 1;
  write_file("damaged.pathfan", 0, data, bytes);
  free(data);
  try_to_open(".");
  try_to_open("rooms.map");
  try_to_open("damaged.pathfan");
}

typedef struct chapter {
  const char *title;
  void (*show)(void);
  void (*of_index)(pathfan_index *index);
  void (*of_query)(pathfan_query *query);
  const char *path; /* of the index; NULL: rooms.pathfan */
} chapter;

static void show_paths(pathfan_index *index) {
  ask_for_paths(index);
}
static void show_changes(pathfan_index *index) {
  pathfan_query *query;
  if (pathfan_query_create(index, &query)) exit(1);
  build_and_burn(index, query);
  pathfan_query_free(query);
}
static void show_terrain(pathfan_index *index) {
  walk_terrain(index);
}

static const chapter CHAPTERS[] = {
    {.title = "Open an index", .show = show_opening},
    {.title = "Ask, and see why fewer came", .of_index = show_paths},
    {.title = "Many requests, many threads", .of_index = ask_in_threads},
    {.title = "A squad", .of_query = send_squad},
    {.title = "Distances", .of_query = print_distances},
    {.title = "How good the paths are", .of_query = measure},
    {.title = "Areas to avoid", .of_query = avoid},
    {.title = "A world that changes", .of_index = show_changes},
    {.title = "Ways over a terrain", .of_index = show_terrain, .path = "valley.pathfan"},
    {.title = "Make an index at run time", .show = show_building},
    {.title = "A new index while requests go on", .show = show_serving},
    {.title = "What goes wrong", .show = show_errors},
};

static int show(const chapter *it) {
  if (it->show) return it->show(), 0;
  pathfan_query *query;
  pathfan_index *index = open_file(it->path ? it->path : "rooms.pathfan");
  if (!index || pathfan_query_create(index, &query)) return 1;
  if (it->of_index) it->of_index(index);
  if (it->of_query) it->of_query(query);
  pathfan_query_free(query);
  pathfan_index_close(index);
  return 0;
}

int main(int argc, char **argv) {
  for (size_t i = 0; argc == 2 && i < sizeof CHAPTERS / sizeof *CHAPTERS; i++)
    if (strcmp(CHAPTERS[i].title, argv[1]) == 0) return show(&CHAPTERS[i]);
  return 2;
}
