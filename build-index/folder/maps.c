/* maps.c - recognises maps by name and, if other files use the same names, by how they begin.
 *
 * A file with an ending that only maps have counts as a map whatever its content, so that a broken
 * map is reported and not skipped. Others must look like a map (map/formats.h). */
#include "maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/status.h"
#include "base/text.h"
#include "list_files.h"
#include "shard.h"
#include "map/formats.h"

/* How far into a .json file its kind must show. Names, coordinate systems and the like may come
 * before; a map of one feature shows its kind within its first polygon. */
#define SNIFFED_BYTES 65536

/* ---- Lists ---- */

const char *pathfan_folder_state_text(pathfan_folder_state state) {
  static const char *const texts[] = {
      "up to date", "building", "built",     "failed",  "map is gone", "pruned",        "ok",
      "changed",    "unlisted", "temporary", "missing", "unreadable",  "other version", "damaged"};
  return (unsigned)state < sizeof texts / sizeof *texts ? texts[state] : "unknown";
}

pathfan_folder_state pf_folder_state_of(pathfan_status status) {
  switch (status) {
  case PATHFAN_ERR_DAMAGED:
  case PATHFAN_ERR_NOT_INDEX: return PATHFAN_FOLDER_DAMAGED;
  case PATHFAN_ERR_VERSION: return PATHFAN_FOLDER_VERSION;
  default: return PATHFAN_FOLDER_UNREADABLE;
  }
}

void pathfan_folder_free(pathfan_folder_list *list) {
  if (!list) return;
  for (int32_t i = 0; i < list->count; i++) {
    free(list->items[i].file);
    free(list->items[i].map);
    free(list->items[i].sentence);
  }
  free(list->items);
  *list = (pathfan_folder_list){0};
}

pathfan_folder_item *pf_folder_add(pathfan_folder_list *list, int32_t *capacity, char *file,
                                   char *map, bool has_map) {
  char *sentence = strdup("");
  if (!file || !sentence || (has_map && !map) ||
      pf_grow(&list->items, capacity, (int64_t)list->count + 1)) {
    free(file);
    free(map);
    free(sentence);
    return NULL;
  }
  pathfan_folder_item *item = &list->items[list->count++];
  *item = (pathfan_folder_item){.file = file, .map = map, .sentence = sentence};
  return item;
}

static int by_file(const void *a, const void *b) {
  const pathfan_folder_item *left = a, *right = b;
  const int order = strcmp(left->file, right->file);
  return order || !left->map || !right->map ? order : strcmp(left->map, right->map);
}

void pf_folder_sort(pathfan_folder_list *list) {
  if (list->count) qsort(list->items, (size_t)list->count, sizeof *list->items, by_file);
}

static int compare_file(const void *file, const void *item) {
  return strcmp(file, ((const pathfan_folder_item *)item)->file);
}

bool pf_folder_has(const pathfan_folder_list *list, int32_t count, const char *file) {
  return count && bsearch(file, list->items, (size_t)count, sizeof *list->items, compare_file);
}

pathfan_status pf_folder_fail(pathfan_folder_item *item, pathfan_folder_state state,
                              pathfan_status status, const char *sentence) {
  char *copy = strdup(sentence && *sentence ? sentence : pathfan_status_text(status));
  if (!copy) return PATHFAN_ERR_NO_MEMORY;
  free(item->sentence);
  item->sentence = copy;
  item->state = state;
  item->status = status;
  return PATHFAN_OK;
}

pathfan_status pf_folder_hide(const pathfan_folder_list *list, int32_t count,
                              pathfan_folder_item *item) {
  for (int32_t i = 0; i < count; i++) {
    const size_t length = strlen(list->items[i].file);
    if (strncmp(item->file, list->items[i].file, length) == 0 && item->file[length] == '/')
      return pf_folder_fail(item, PATHFAN_FOLDER_FAILED, PATHFAN_ERR_IO,
                            "its map is in a folder that can't be read");
  }
  return PATHFAN_OK;
}

/* ---- Kinds of files ---- */

/* Returns the part of a name after the last dot, if something precedes that; else "". */
static const char *extension(const char *name) {
  const char *last = pf_path_name(name);
  const char *dot = strrchr(last, '.');
  return dot && dot > last ? dot + 1 : "";
}

static bool is_wanted(const char *name) {
  bool look;
  return pf_map_has_ending(extension(name), &look);
}

/* Whether a file begins like a map. A file that can't be read counts as one, so that it is
 * reported. */
static bool looks_like_map(const char *path) {
  char text[SNIFFED_BYTES];
  const ssize_t got = pf_file_start(path, text, sizeof text);
  return got < 0 || pf_map_is_likely(text, (size_t)got);
}

/* ---- Maps ---- */

/* Returns the name of a map's index, with .pathfan as ending. */
static char *index_name(const char *map) {
  const char *end = extension(map);
  char *name = pf_alloc(strlen(map) + sizeof "pathfan", 1);
  if (name) {
    memcpy(name, map, (size_t)(end - map));
    strcpy(name + (end - map), "pathfan");
  }
  return name;
}

/* Fails if two maps have the same index. What can't be read, be it a folder or an index, has none.
 */
static pathfan_status check_names(const pathfan_folder_list *list, const char *maps,
                                  pathfan_error *error) {
  const pathfan_folder_item *before = NULL;
  for (int32_t i = 0; i < list->count; i++) {
    const pathfan_folder_item *item = &list->items[i];
    if (item->status) continue;
    if (before && strcmp(before->file, item->file) == 0)
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "%s: %s and %s would both get the index %s: rename one of them",
                     pf_name_tail(maps), pf_name_tail(before->map), pf_name_tail(item->map),
                     pf_name_tail(item->file));
    before = item;
  }
  return PATHFAN_OK;
}

typedef struct map_list {
  pathfan_folder_list *list;
  int32_t capacity;
} map_list;

/* Adds an item for what can't be read, mostly a folder: maps may be in it. */
static pathfan_status take_closed(void *context, const char *name, const char *sentence) {
  map_list *maps = context;
  pathfan_folder_item *item =
      pf_folder_add(maps->list, &maps->capacity, strdup(name), strdup(name), true);
  return item ? pf_folder_fail(item, PATHFAN_FOLDER_FAILED, PATHFAN_ERR_IO, sentence)
              : PATHFAN_ERR_NO_MEMORY;
}

/* Lists all maps, sorted, whatever their names. */
static pathfan_status list_maps(const char *maps, const char *indexes, pathfan_folder_list *list,
                                pathfan_error *error) {
  const bool beside = pf_is_same_file(maps, indexes);
  pf_file_names names = {0};
  map_list found = {.list = list};
  int32_t number, shards;
  pathfan_status status =
      pf_list_files(maps, indexes, is_wanted, take_closed, &found, &names, error);
  for (int32_t i = 0; i < names.count && !status; i++) {
    const char *name = names.at[i];
    if (beside &&
        (strcmp(name, PATHFAN_CATALOGUE_NAME) == 0 || pf_shard_is_name(name, &number, &shards)))
      continue;
    bool look = false;
    pf_map_has_ending(extension(name), &look);
    if (look) {
      char *path = pf_join(maps, name);
      const bool is_map = path && looks_like_map(path);
      if (!path) status = PATHFAN_ERR_NO_MEMORY;
      free(path);
      list->left_alone += !is_map;
      if (!is_map) continue;
    }
    pathfan_folder_item *item =
        pf_folder_add(list, &found.capacity, index_name(name), strdup(name), true);
    status = item ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
    if (item && !pf_is_utf8(name))
      status = pf_folder_fail(item, PATHFAN_FOLDER_FAILED, PATHFAN_ERR_MALFORMED,
                              "the name of a map is not UTF-8, so that no catalogue can "
                              "hold it");
  }
  if (status == PATHFAN_ERR_NO_MEMORY)
    status = pf_fail(error, status, "%s: out of memory", pf_name_tail(maps));
  pf_file_names_free(&names);
  pf_folder_sort(list);
  return status;
}

pathfan_status pathfan_folder_maps(const char *maps, pathfan_folder_list *list,
                                   pathfan_error *error) {
  if (error) error->text[0] = 0;
  if (!list) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no place for the list");
  *list = (pathfan_folder_list){0};
  if (!maps || !*maps) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no folder was given");
  return list_maps(maps, maps, list, error);
}

/* Fails with a message that says which files would be maps. */
static pathfan_status refuse(const char *maps, pathfan_error *error) {
  char endings[128] = "";
  for (const pf_map_format *f = pf_map_formats; f->name; f++)
    for (int i = 0; f->endings[i]; i++) {
      const size_t at = strlen(endings);
      char ending[24];
      snprintf(ending, sizeof ending, ".%s,", f->endings[i]);
      if (strstr(endings, ending)) continue; /* another format's, too */
      snprintf(endings + at, sizeof endings - at, "%s.%s", at ? ", " : "", f->endings[i]);
    }
  return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                 "%s: holds no map: no file in it or below is called %s", pf_name_tail(maps),
                 endings);
}

pathfan_status pf_folder_find(const char *maps, const char *indexes, pathfan_folder_list *list,
                              pathfan_error *error) {
  pathfan_status status = list_maps(maps, indexes, list, error);
  if (!status) status = check_names(list, maps, error);
  if (!status && !list->count) status = refuse(maps, error);
  return status;
}
