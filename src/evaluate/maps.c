/* maps.c - looks one level of folders deep, and sorts: the order of directories differs from
 * machine to machine. */
#include "evaluate/maps.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/status.h"

typedef struct search {
  pf_map_list *list;
  int32_t room;
  pathfan_error *error;
} search;

static pathfan_status out_of_memory(search *s) {
  return pf_fail(s->error, PATHFAN_ERR_NO_MEMORY, "no memory for the list of maps");
}

#define EXTENSION ".map"

static bool is_map(const char *file) {
  const size_t length = strlen(file), end = strlen(EXTENSION);
  return length > end && strcmp(file + length - end, EXTENSION) == 0;
}

/* Adds a map that has a scenario. Takes over path. */
static pathfan_status add(search *s, const char *suite, const char *file, char *path) {
  pf_map_list *list = s->list;
  struct stat map, lines;
  char *scenario = NULL;
  if (asprintf(&scenario, "%s.scen", path) < 0) {
    free(path);
    return out_of_memory(s);
  }
  const bool has_lines = stat(scenario, &lines) == 0 && S_ISREG(lines.st_mode);
  free(scenario);
  if (!has_lines || stat(path, &map) != 0) {
    list->without_lines += !has_lines;
    free(path);
    return PATHFAN_OK;
  }
  if (pf_grow(&list->entries, &s->room, list->count + 1)) {
    free(path);
    return out_of_memory(s);
  }
  pf_map_entry *entry = &list->entries[list->count++];
  *entry = (pf_map_entry){.suite = strdup(suite),
                          .name = strndup(file, strlen(file) - strlen(EXTENSION)),
                          .map_path = path,
                          .map_bytes = map.st_size,
                          .scenario_bytes = lines.st_size};
  if (!entry->suite || !entry->name ||
      asprintf(&entry->key, "%s.%s", entry->suite, entry->name) < 0) {
    entry->key = NULL;
    return out_of_memory(s);
  }
  return PATHFAN_OK;
}

/* Adds the maps in a folder and, with deep, those in its subfolders. */
static pathfan_status look(search *s, const char *folder, const char *suite, bool deep) {
  DIR *directory = opendir(folder);
  pathfan_status status = PATHFAN_OK;
  if (!directory)
    return pf_fail(s->error, PATHFAN_ERR_IO, "%s: can't open the folder: %s", folder,
                   strerror(errno));
  for (const struct dirent *item; !status && (item = readdir(directory));) {
    struct stat info;
    char *path = NULL;
    if (item->d_name[0] == '.') continue;
    if (asprintf(&path, "%s/%s", folder, item->d_name) < 0) {
      status = out_of_memory(s);
      break;
    }
    const bool found = stat(path, &info) == 0;
    if (found && S_ISREG(info.st_mode) && is_map(item->d_name)) {
      status = add(s, suite, item->d_name, path);
    } else {
      if (found && S_ISDIR(info.st_mode) && deep) status = look(s, path, item->d_name, false);
      free(path);
    }
  }
  closedir(directory);
  return status;
}

static int by_suite_and_name(const void *a, const void *b) {
  const pf_map_entry *left = a, *right = b;
  const int by_suite = strcmp(left->suite, right->suite);
  return by_suite ? by_suite : strcmp(left->name, right->name);
}

/* Checks that keys, which name the maps' files, differ: "a.b" + "c" and "a" + "b.c" have the
 * same. */
static pathfan_status check_keys(search *s) {
  const pf_map_entry *entries = s->list->entries;
  for (int32_t i = 0; i < s->list->count; i++)
    for (int32_t k = 0; k < i; k++)
      if (strcmp(entries[i].key, entries[k].key) == 0)
        return pf_fail(s->error, PATHFAN_ERR_ARGUMENT,
                       "%s and %s would both be called %s: rename one of their folders",
                       entries[k].map_path, entries[i].map_path, entries[i].key);
  return PATHFAN_OK;
}

/* Returns the last name of a path; the caller frees it. NULL: out of memory. */
static char *last_name(const char *folder) {
  char *real = realpath(folder, NULL);
  if (!real && errno == ENOMEM) return NULL;
  const char *slash = real ? strrchr(real, '/') : NULL;
  char *name = slash && slash[1] ? strdup(slash + 1) : strdup("maps");
  free(real);
  return name;
}

pathfan_status pf_maps_find(const char *folder, pf_map_list *list, pathfan_error *error) {
  search s = {.list = list, .error = error};
  *list = (pf_map_list){0};
  char *suite = last_name(folder);
  if (!suite) return out_of_memory(&s);
  pathfan_status status = look(&s, folder, suite, true);
  free(suite);
  if (status) return status;
  if (list->count)
    qsort(list->entries, (size_t)list->count, sizeof *list->entries, by_suite_and_name);
  return check_keys(&s);
}

void pf_maps_free(pf_map_list *list) {
  for (int32_t i = 0; i < list->count; i++) {
    free(list->entries[i].suite);
    free(list->entries[i].name);
    free(list->entries[i].key);
    free(list->entries[i].map_path);
  }
  free(list->entries);
  *list = (pf_map_list){0};
}
