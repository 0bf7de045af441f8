/* sources.c - what was named on the command line becomes places: an index, a map, or all
 * of both in a folder and below. A file is told by its content; in folders, by its name
 * first, and a map whose index lies at its side is served by that. */
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pathfan/build.h"
#include "pathfan/folder.h"
#include "viewer/world.h"

/* The file's name without folders and, if it is one of ours, without its ending. */
static char *stem_of(const char *path) {
  static const char *const endings[] = {".pathfan", ".map",  ".geojson", ".json",
                                        ".poly",    ".mesh", ".wkt"};
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  size_t length = strlen(name);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    const size_t ending = strlen(endings[i]);
    if (length > ending && strcmp(name + length - ending, endings[i]) == 0) {
      length -= ending;
      break;
    }
  }
  return strndup(name, length);
}

/* Adds a place whose files lie at these paths, and lets go of it. */
static pathfan_status put(pathfan_world *world, const char *name, const char *map_path,
                          const char *index_path, pathfan_view *view, pathfan_error *error) {
  pathfan_place *place = NULL;
  const pathfan_status status =
      view ? pathfan_world_put(world, NULL, name, map_path, index_path, NULL, view, &place)
           : PATHFAN_ERR_NO_MEMORY;
  pathfan_place_release(place);
  return status ? pathfan_fail(error, status, "out of memory") : PATHFAN_OK;
}

/* Adds one file. */
static pathfan_status add_file(pathfan_world *world, const char *path, const char *made,
                               pathfan_error *error) {
  pathfan_index *index = NULL;
  pathfan_map *map = NULL;
  pathfan_error why = {""};
  char *index_path = NULL;
  char *name = stem_of(path);
  if (!name) return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pathfan_status status = pathfan_index_open(path, NULL, &index, &why);
  if (status == PATHFAN_OK) {
    status = put(world, name, NULL, path, pathfan_view_make(index, NULL), error);
  } else if (status != PATHFAN_ERR_NOT_INDEX || strstr(path, ".pathfan")) {
    status = pathfan_fail(error, status, "%s", why.text);
  } else {
    status = pathfan_map_open(path, NULL, &map, error);
    if (!status && asprintf(&index_path, "%s/%d.pathfan", made, pathfan_world_count(world)) < 0) {
      index_path = NULL;
      status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
      pathfan_map_free(map);
    }
    if (!status) status = put(world, name, path, index_path, pathfan_view_make(NULL, map), error);
    free(index_path);
  }
  free(name);
  return status;
}

/* Whether a name in a folder is that of a map. */
static bool is_map_name(const char *name) {
  static const char *const endings[] = {".map", ".geojson", ".poly", ".wkt"};
  const size_t length = strlen(name);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    const size_t ending = strlen(endings[i]);
    if (length > ending && strcmp(name + length - ending, endings[i]) == 0) return name[0] != '.';
  }
  return false;
}

static bool has_index(const pathfan_folder_list *indexes, const char *map) {
  char *stem = stem_of(map);
  bool found = false;
  for (int32_t i = 0; stem && i < indexes->count && !found; i++) {
    char *other = stem_of(indexes->items[i].file);
    found = (other && strcmp(other, stem) == 0) ||
            (indexes->items[i].map && strcmp(indexes->items[i].map, map) == 0);
    free(other);
  }
  free(stem);
  return found;
}

static int by_name(const FTSENT **a, const FTSENT **b) {
  return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void tell(pathfan_world_message *message, const pathfan_error *error) {
  if (message) message(error->text);
}

static pathfan_status add_folder(pathfan_world *world, const char *path, const char *made,
                                 pathfan_world_message *message, pathfan_error *error) {
  pathfan_folder_list indexes;
  pathfan_error why = {""};
  const int32_t before = pathfan_world_count(world);
  pathfan_status status = pathfan_folder_look(path, &indexes, error);
  for (int32_t i = 0; i < indexes.count && status != PATHFAN_ERR_NO_MEMORY; i++) {
    char *file;
    if (indexes.items[i].state == PATHFAN_FOLDER_TEMPORARY) continue;
    if (asprintf(&file, "%s/%s", path, indexes.items[i].file) < 0) {
      status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
      break;
    }
    if (add_file(world, file, made, &why)) tell(message, &why);
    free(file);
  }
  char *const roots[] = {(char *)path, NULL};
  FTS *walk = status ? NULL : fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
  for (FTSENT *entry; walk && (entry = fts_read(walk));) {
    if (entry->fts_info != FTS_F || !is_map_name(entry->fts_name)) continue;
    if (has_index(&indexes, entry->fts_path + strlen(path) + 1)) continue;
    if (add_file(world, entry->fts_path, made, &why)) tell(message, &why);
  }
  if (walk) fts_close(walk);
  pathfan_folder_free(&indexes);
  if (!status && pathfan_world_count(world) == before)
    status =
        pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "%s: holds no index and no map that opens", path);
  return status;
}

pathfan_status pathfan_world_add(pathfan_world *world, const char *path, const char *made,
                                 pathfan_world_message *message, pathfan_error *error) {
  struct stat info;
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
    return add_folder(world, path, made, message, error);
  return add_file(world, path, made, error);
}
