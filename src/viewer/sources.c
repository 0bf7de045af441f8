/* sources.c - serves the sources named on the command line: an index, a map, or all of both in a
 * folder and below. Files are recognised by content; in folders, as by `build-index` of a folder,
 * and a map that has an index is served by that.
 *
 * The name of an index made of a map depends on the map's path, so that the next server in the same
 * folder finds it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/status.h"
#include "pathfan/build.h"
#include "pathfan/folder.h"
#include "server/tag.h"
#include "viewer/data_folder.h"
#include "viewer/served_maps.h"

/* Whether an ending is one of index or map files. */
static bool is_ending(const char *ending) {
  pathfan_map_format_info format;
  if (strcasecmp(ending, "pathfan") == 0) return true;
  for (int32_t i = 0; pathfan_map_format_get(i, &format); i++)
    for (const char *const *known = format.endings; *known; known++)
      if (strcasecmp(ending, *known) == 0) return true;
  return false;
}

/* Returns the file's name without folders and, if it is a known one, without its ending. */
static char *stem_of(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  const bool ours = dot && dot > name && is_ending(dot + 1);
  return strndup(name, ours ? (size_t)(dot - name) : strlen(name));
}

/* Serves a map with files at these paths, and releases it. */
static pathfan_status put(pf_served_maps *maps, const char *name, const char *map_path,
                          const char *index_path, pf_held_source *held, pathfan_error *error) {
  pf_served_map *served = NULL;
  const pf_new_map map = {
      .name = name, .map_path = map_path, .index_path = index_path, .held = held};
  const pathfan_status status =
      held ? pf_served_maps_put(maps, &map, &served) : PATHFAN_ERR_NO_MEMORY;
  pf_served_map_release(served);
  return status ? pf_fail(error, status, "out of memory") : PATHFAN_OK;
}

/* Returns the path of the index made of a map: MADE/NAME-DIGITS.pathfan. NULL: out of memory. */
static char *made_path(const char *made, const char *name, const char *map_path) {
  char *whole = realpath(map_path, NULL), *path;
  const char *known = whole ? whole : map_path;
  const unsigned long long tag = pf_tag_of(known, strlen(known));
  if (asprintf(&path, "%s/%.100s-%016llx.pathfan", made, name, tag) < 0) path = NULL;
  free(whole);
  return path;
}

/* Adds a map, with the index that was made of it if there is one. */
static pathfan_status add_map(pf_served_maps *maps, const char *path, const char *name,
                              const char *made, pathfan_error *error) {
  pathfan_map *map = NULL;
  pathfan_status status = PATHFAN_OK;
  char *index_path = made_path(made, name, path);
  if (!index_path) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pf_held_source *held = NULL;
  status = pf_data_check(index_path, error);
  if (!status) held = pf_held_source_of_made(index_path, path);
  if (!status && !held) status = pathfan_map_open(path, NULL, &map, error);
  if (!status)
    status = put(maps, name, path, index_path, held ? held : pf_held_source_make(NULL, map), error);
  free(index_path);
  return status;
}

/* Adds one file. */
static pathfan_status add_file(pf_served_maps *maps, const char *path, const char *made,
                               pathfan_error *error) {
  pathfan_index *index = NULL;
  pathfan_error why = {""};
  char *name = stem_of(path);
  if (!name) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pathfan_status status = pf_index_open_served(path, pf_copying_each(), false, &index, &why);
  if (!status) {
    status = put(maps, name, NULL, path, pf_held_source_make(index, NULL), error);
  } else if (status != PATHFAN_ERR_NOT_INDEX || strstr(path, ".pathfan")) {
    status = pf_fail(error, status, "%s", why.text);
  } else {
    status = add_map(maps, path, name, made, error);
  }
  free(name);
  return status;
}

static void report_skipped(pf_served_message *message, const pathfan_error *error) {
  if (message) message(error->text);
}

/* Adds one file of a folder, or reports why it can't. Errors: NO_MEMORY. */
static pathfan_status add_below(pf_served_maps *maps, const char *folder, const char *name,
                                const char *made, pf_served_message *message,
                                pathfan_error *error) {
  pathfan_error why = {""};
  char *path;
  if (asprintf(&path, "%s/%s", folder, name) < 0)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (add_file(maps, path, made, &why)) report_skipped(message, &why);
  free(path);
  return PATHFAN_OK;
}

/* Whether a map has an index that opens: beside it, or anywhere if made of the map as it is now. */
static bool has_index(const pathfan_folder_list *indexes, const char *folder,
                      const pathfan_folder_item *map) {
  char *path;
  bool found = false;
  if (asprintf(&path, "%s/%s", folder, map->map) < 0) return false;
  for (int32_t i = 0; i < indexes->count && !found; i++) {
    const pathfan_folder_item *index = &indexes->items[i];
    if (index->status || index->state == PATHFAN_FOLDER_TEMPORARY) continue;
    found = strcmp(index->file, map->file) == 0 || strcmp(index->map, map->map) == 0 ||
            pathfan_is_index_of(&index->facts, path);
  }
  free(path);
  return found;
}

static pathfan_status add_folder(pf_served_maps *maps, const char *path, const char *made,
                                 pf_served_message *message, pathfan_error *error) {
  pathfan_folder_list indexes, found = {0};
  const int32_t before = pf_served_maps_count(maps);
  pathfan_status status = pathfan_folder_look(path, &indexes, error);
  if (!status) status = pathfan_folder_maps(path, &found, error);
  for (int32_t i = 0; i < indexes.count && !status; i++)
    if (indexes.items[i].state != PATHFAN_FOLDER_TEMPORARY)
      status = add_below(maps, path, indexes.items[i].file, made, message, error);
  for (int32_t i = 0; i < found.count && !status; i++)
    if (!has_index(&indexes, path, &found.items[i]))
      status = add_below(maps, path, found.items[i].map, made, message, error);
  pathfan_folder_free(&found);
  pathfan_folder_free(&indexes);
  if (!status && pf_served_maps_count(maps) == before)
    status = pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: holds no index and no map that opens", path);
  return status;
}

pathfan_status pf_served_maps_add(pf_served_maps *maps, const char *path, const char *made,
                                  pf_served_message *message, pathfan_error *error) {
  struct stat info;
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
    return add_folder(maps, path, made, message, error);
  return add_file(maps, path, made, error);
}
