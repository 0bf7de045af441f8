/* indexes.c - the served indexes.
 *
 * The list doesn't change while requests are answered, so it needs no lock. One thread, which
 * answers nothing, does the reloads; requests are answered by the old generation meanwhile. */
#include "serve/indexes.h"

#include <stdatomic.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/status.h"
#include "pathfan/folder.h"
#include "request/degrees.h"
#include "serve/limits.h"

/* Guards facts, is_changed and obstacles of all indexes. */
static pthread_mutex_t changes = PTHREAD_MUTEX_INITIALIZER;

static const char ending[] = ".pathfan";

/* Returns the length of a name without the ending of indexes. */
static size_t stem(const char *name) {
  const size_t length = strlen(name), end = sizeof ending - 1;
  return length > end && strcmp(name + length - end, ending) == 0 ? length - end : length;
}

static uint32_t generation_of(const pf_served_index *index) {
  pathfan_index_info info;
  pathfan_index_info_get(index->held->source.index, &info);
  return info.generation;
}

/* Adds one file, under the name `called` without its ending. */
static pathfan_status add_file(pf_served_indexes *indexes, const char *path, const char *called,
                               pathfan_error *error) {
  pathfan_index *index = NULL;
  pf_file_facts facts;
  const pf_copying copying = {indexes->copies_most - indexes->copied, indexes->copy_folder};
  if (!pf_path_look(path, &facts))
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't open: %s", path, strerror(errno));
  pathfan_status status = pf_index_open_served(path, copying, true, &index, error);
  if (status) return status;
  if (pf_grow(&indexes->all, &indexes->capacity, (int64_t)indexes->count + 1)) {
    pathfan_index_close(index);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  pf_served_index made = {.name = strndup(called, stem(called)),
                          .path = strdup(path),
                          .facts = facts,
                          .is_mapped = facts.bytes > copying.in_memory && !copying.folder,
                          .held = pf_held_source_make(index, NULL)};
  if (!made.name || !made.path || !made.held) {
    pf_held_source_release(made.held);
    free(made.name);
    free(made.path);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  made.is_terrain = pf_source_is_terrain(&made.held->source);
  made.is_projected = pf_degrees_of(&made.held->source).is_projected;
  made.generation = generation_of(&made);
  status = pf_doors_of(index, &made.obstacles, error);
  if (status) {
    pf_held_source_release(made.held);
    free(made.name);
    free(made.path);
    return status;
  }
  indexes->all[indexes->count++] = made;
  if (facts.bytes <= copying.in_memory) indexes->copied += facts.bytes;
  return PATHFAN_OK;
}

static pathfan_status add_folder(pf_served_indexes *indexes, const char *folder,
                                 pf_serve_message *message, pathfan_error *error) {
  pathfan_folder_list list;
  const int32_t before = indexes->count;
  pathfan_status status = pathfan_folder_look(folder, &list, error);
  for (int32_t i = 0; i < list.count && !status; i++) {
    const pathfan_folder_item *item = &list.items[i];
    pathfan_error why = {""};
    char *path;
    if (item->state == PATHFAN_FOLDER_TEMPORARY) continue;
    if (asprintf(&path, "%s/%s", folder, item->file) < 0) {
      status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
      break;
    }
    if (add_file(indexes, path, item->file, &why) && message) message(why.text);
    free(path);
  }
  pathfan_folder_free(&list);
  if (!status && indexes->count == before)
    status = pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: holds no index that opens", folder);
  return status;
}

pathfan_status pf_served_indexes_add(pf_served_indexes *indexes, const char *path,
                                     pf_serve_message *message, pathfan_error *error) {
  struct stat info;
  const char *slash = strrchr(path, '/');
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
    return add_folder(indexes, path, message, error);
  return add_file(indexes, path, slash ? slash + 1 : path, error);
}

static int by_name(const void *a, const void *b) {
  const pf_served_index *one = a, *other = b;
  return strcmp(one->name, other->name);
}

pathfan_status pf_served_indexes_sort(pf_served_indexes *indexes, pathfan_error *error) {
  if (indexes->count) qsort(indexes->all, (size_t)indexes->count, sizeof *indexes->all, by_name);
  for (int32_t i = 1; i < indexes->count; i++)
    if (strcmp(indexes->all[i - 1].name, indexes->all[i].name) == 0)
      return pf_fail(error, PATHFAN_ERR_ARGUMENT, "two indexes have the name '%s'",
                     indexes->all[i].name);
  return PATHFAN_OK;
}

pf_served_index *pf_served_indexes_find(const pf_served_indexes *indexes, const char *name,
                                        size_t length) {
  int32_t low = 0, high = indexes->count;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    pf_served_index *index = &indexes->all[middle];
    const int order = strncmp(index->name, name, length);
    if (order == 0 && index->name[length] == '\0') return index;
    if (order < 0)
      low = middle + 1;
    else
      high = middle; /* also if it only begins with the name */
  }
  return NULL;
}

/* Whether a file was written to where it lies: it is still the same file. */
static bool is_written(const pf_file_facts *then, const pf_file_facts *now) {
  return then->device == now->device && then->number == now->number &&
         (then->bytes != now->bytes || then->modified != now->modified ||
          then->modified_fraction != now->modified_fraction);
}

bool pf_served_index_is_sound(pf_served_index *index) {
  pf_file_facts now;
  if (!index->is_mapped) return true;
  pthread_mutex_lock(&changes);
  if (pf_path_look(index->path, &now) && is_written(&index->facts, &now)) index->is_changed = true;
  const bool is_sound = !index->is_changed;
  pthread_mutex_unlock(&changes);
  return is_sound;
}

/* ---- Obstacles ---- */

/* Moves the obstacles to the current generation. */
static pathfan_status rebase(pf_served_index *index, pathfan_error *error) {
  const uint32_t now = generation_of(index);
  pathfan_obstacles *moved;
  if (!index->obstacles || index->generation == now) return PATHFAN_OK;
  const pathfan_status status =
      pathfan_obstacles_rebase(index->obstacles, index->held->source.index, &moved, error);
  if (status) return status;
  pathfan_obstacles_release(index->obstacles);
  index->obstacles = moved;
  index->generation = now; /* if it has changed meanwhile, the next one to ask moves them again */
  return PATHFAN_OK;
}

pathfan_status pf_served_index_obstacles(pf_served_index *index, pathfan_obstacles **obstacles,
                                         uint32_t *generation, pathfan_error *error) {
  pthread_mutex_lock(&changes);
  const pathfan_status status = rebase(index, error);
  *obstacles = status ? NULL : (pathfan_obstacles *)pathfan_obstacles_retain(index->obstacles);
  *generation = *obstacles ? index->generation : generation_of(index);
  pthread_mutex_unlock(&changes);
  return status;
}

pathfan_status pf_served_index_change(pf_served_index *index, const pf_change_list *list,
                                      int64_t *ids, uint64_t *version, pathfan_error *error) {
  pathfan_obstacles *to = NULL;
  pthread_mutex_lock(&changes);
  const uint32_t now = generation_of(index);
  pathfan_status status = rebase(index, error);
  if (!status)
    status =
        pf_change_list_apply(list, index->held->source.index, index->obstacles, &to, ids, error);
  if (!status) {
    if (!index->obstacles) index->generation = now;
    pathfan_obstacles_release(index->obstacles);
    index->obstacles = to;
    *version = pathfan_obstacles_version(to);
  }
  pthread_mutex_unlock(&changes);
  return status;
}

/* Whether the file in the index's place was refused already, and is to be left alone for a while:
 * it was read whole for that. */
static bool is_known_bad(const pf_served_index *index, const pf_file_facts *facts) {
  return index->is_refused && memcmp(facts, &index->refused, sizeof *facts) == 0 &&
         pf_seconds() < index->retry;
}

static void freshen(pf_served_index *index, pf_serve_message *message) {
  pathfan_error why = {""};
  pf_file_facts facts = {.kind = PF_FILE_OTHER};
  if (!pathfan_index_is_stale(index->held->source.index)) return;
  const bool is_there = pf_path_look(index->path, &facts);
  if (is_known_bad(index, &facts)) return;
  const pathfan_status status = pathfan_index_reload(index->held->source.index, &why);
  if (!status) {
    pthread_mutex_lock(&changes);
    if (is_there) index->facts = facts;
    index->is_changed = false;
    pthread_mutex_unlock(&changes);
    atomic_fetch_add_explicit(&index->reloads, 1, memory_order_relaxed);
  } else if (!index->is_refused && message) {
    message(*why.text ? why.text : pathfan_status_text(status));
  }
  index->is_refused = status;
  index->refused = facts;
  index->retry = pf_seconds() + PF_SERVE_SECONDS_RETRY;
}

void pf_served_indexes_freshen(pf_served_indexes *indexes, pf_serve_message *message) {
  for (int32_t i = 0; i < indexes->count; i++) freshen(&indexes->all[i], message);
}

void pf_served_indexes_free(pf_served_indexes *indexes) {
  for (int32_t i = 0; i < indexes->count; i++) {
    pathfan_obstacles_release(indexes->all[i].obstacles);
    pf_held_source_release(indexes->all[i].held);
    free(indexes->all[i].name);
    free(indexes->all[i].path);
  }
  free(indexes->all);
  *indexes = (pf_served_indexes){0};
}
