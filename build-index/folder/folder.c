/* folder.c - builds the indexes of all maps of a folder.
 *
 *   find      which maps there are, and what their indexes are called (maps.c)
 *   lock      the folder of indexes (place.c); a shard locks the folder together with other
 *             shards, and its own catalogue alone
 *   divide    for a shard: leave out the maps of other shards (shard.c)
 *   examine   whether each index is what would be built (current.c); its file decides, never the
 *             catalogue, so that a build that was killed goes on where it was
 *   build     small maps side by side on one thread each, then large ones in sequence on all
 *             threads; the bytes are the same either way
 *   prune     indexes of the old catalogue whose map is gone
 *   write     the catalogue, from the files' facts
 *
 * A shard deletes only what it built: indexes whose map is gone, and files of dead builders, are
 * left to a builder that has the folder alone.
 *
 * If the caller cancels, maps not built yet count as failed, nothing is pruned, and the catalogue
 * is still written.
 *
 * The stages of a small map are too short to be shared out; large ones side by side would all need
 * their memory at once, and the largest would end last (docs/decisions/catalogue.md). */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/reserved.h"
#include "base/status.h"
#include "base/text.h"
#include "catalogue.h"
#include "clean.h"
#include "current.h"
#include "facts.h"
#include "maps.h"
#include "list_files.h"
#include "place.h"
#include "shard.h"

/* Maps of at most so many bytes are built side by side. Game maps of that size have up to 1,600
 * convex vertices; two at a time took 24 MB. A larger limit would add up to much memory on many
 * threads. */
#define SMALL_MAP_BYTES 65536

/* Interval between two writings of the catalogue during a build: a reader soon learns of finished
 * indexes, and a folder of thousands isn't slowed down. */
#define SAVE_SECONDS 10

typedef struct folder_build {
  const char *maps, *indexes;
  const pathfan_folder_options *options;
  pathfan_folder_list *list;
  pf_catalogue old;
  int lock;
  pf_output own; /* for a shard: its catalogue, which no other process writes meanwhile */
  uint8_t division[16];
  pf_intent intent;
  double saved;
  int32_t map_count, done;
  pathfan_error *error;

  /* Small maps: finished in any order, reported in this order. */
  pthread_mutex_t mutex;
  int32_t *small; /* [Size: small_count] indices in list */
  bool *is_finished;
  int32_t small_count, small_reported;
  atomic_bool is_cancelled; /* the caller's last answer; one thread asks, others read this */
} folder_build;

void pathfan_folder_options_init(pathfan_folder_options *options) {
  *options = (pathfan_folder_options){0};
  pathfan_build_options_init(&options->build);
}

static pathfan_status out_of_memory(const folder_build *b) {
  return pf_fail(b->error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", pf_name_tail(b->maps));
}

static bool is_shard(const folder_build *b) {
  return b->options->shards > 0;
}

/* Asks the caller. Only from the thread that started the build. */
static bool is_cancelled(void *context) {
  folder_build *b = context;
  const pathfan_build_options *options = &b->options->build;
  const bool cancelled = options->is_cancelled && options->is_cancelled(options->progress_context);
  if (cancelled) atomic_store(&b->is_cancelled, true);
  return cancelled;
}

static void report(folder_build *b, const pathfan_folder_item *item) {
  if (item->state != PATHFAN_FOLDER_BUILDING && item->state != PATHFAN_FOLDER_GONE &&
      item->state != PATHFAN_FOLDER_PRUNED)
    b->done++;
  if (b->options->report)
    b->options->report(b->options->report_context, item, b->done, b->map_count);
}

/* ---- The folder of indexes ---- */

static pf_waiting waiting_of(folder_build *b) {
  return (pf_waiting){b->options->build.wait, is_cancelled, b};
}

static pathfan_status lock_folder(folder_build *b) {
  const pf_waiting waiting = waiting_of(b);
  const pf_place_use use = is_shard(b) ? PF_PLACE_TOGETHER : PF_PLACE_ALONE;
  const pathfan_status status = pf_place_make(b->indexes, 0, b->error);
  return status ? status : pf_place_lock(b->indexes, use, &waiting, &b->lock, b->error);
}

/* Makes this process the only writer of the shard's catalogue. The old one has been read, so it is
 * a regular file, if it exists. */
static pathfan_status claim_shard(folder_build *b) {
  const pf_waiting waiting = waiting_of(b);
  char name[PF_SHARD_NAME_BYTES];
  char *path = pf_join(b->indexes, pf_shard_name(b->options->shard, b->options->shards, name));
  if (!path) return out_of_memory(b);
  pathfan_status status;
  do status = pf_output_open(&b->own, path, b->error);
  while (status == PATHFAN_ERR_BUSY && pf_wait_again(&waiting, &status));
  free(path);
  return status;
}

/* Reads the old catalogue. A damaged one can be made again. */
static pathfan_status read_old_catalogue(folder_build *b) {
  pathfan_folder_list *list = b->list;
  const pathfan_status status =
      is_shard(b) ? pf_catalogue_read_shard(b->indexes, b->options->shard, b->options->shards,
                                            &b->old, &list->catalogue_error)
                  : pf_catalogue_read(b->indexes, &b->old, &list->catalogue_error);
  list->catalogue_status = status;
  if (status && status != PATHFAN_ERR_DAMAGED &&
      !(status == PATHFAN_ERR_VERSION && b->options->force))
    return pf_fail(b->error, status, "%s", list->catalogue_error.text);
  return PATHFAN_OK;
}

/* Writes the facts of all items whose files exist and can be opened. */
static pathfan_status save(folder_build *b, pathfan_error *error) {
  pf_catalogue catalogue = {.shard = {.number = b->options->shard, .shards = b->options->shards}};
  pathfan_status status = PATHFAN_OK;
  memcpy(catalogue.shard.division, b->division, sizeof b->division);
  for (int32_t i = 0; i < b->list->count && !status; i++) {
    const pathfan_folder_item *item = &b->list->items[i];
    const bool is_listed = item->has_facts && item->state != PATHFAN_FOLDER_PRUNED;
    if (is_listed) status = pf_catalogue_add(&catalogue, item->file, &item->facts);
    if (is_listed && !status && is_shard(b))
      catalogue.entries[catalogue.count - 1].gone = item->state == PATHFAN_FOLDER_GONE;
    if (!status && is_shard(b) && item->state == PATHFAN_FOLDER_FAILED)
      status = pf_catalogue_add_failure(&catalogue, item);
  }
  if (!status && is_shard(b))
    status = pf_catalogue_write_shard(&catalogue, b->indexes, &b->own, error);
  else if (!status)
    status = pf_catalogue_write(&catalogue, b->indexes, error);
  pf_catalogue_free(&catalogue);
  b->saved = pf_seconds();
  return status;
}

/* Saves between maps. A failure is ignored: the last save reports it. A shard's catalogue is only
 * for merging, which needs it complete. */
static void save_sometimes(folder_build *b) {
  if (!is_shard(b) && pf_seconds() - b->saved >= SAVE_SECONDS) save(b, NULL);
}

/* ---- Examining ---- */

/* Adds to `count` items of maps an index of the old catalogue, if its file at path still exists. */
static pathfan_status add_gone(folder_build *b, const pf_catalogue_entry *entry, const char *path,
                               int32_t count, int32_t *capacity) {
  struct stat info;
  if (lstat(path, &info) != 0) {
    if (pf_leads_nowhere(errno)) return PATHFAN_OK;
    return pf_fail(b->error, PATHFAN_ERR_IO, "%s: can't stat: %s", pf_name_tail(path),
                   strerror(errno));
  }
  pathfan_folder_item *item =
      pf_folder_add(b->list, capacity, strdup(entry->file),
                    pf_catalogue_map(entry->file, entry->facts.map_name), true);
  if (!item) return out_of_memory(b);
  const pathfan_status status = pf_facts_read(path, PATHFAN_OPEN_LAZY, &item->facts, NULL);
  item->state = PATHFAN_FOLDER_GONE;
  item->has_facts = !status;
  const bool is_short = status == PATHFAN_ERR_NO_MEMORY || pf_folder_hide(b->list, count, item);
  return is_short ? out_of_memory(b) : PATHFAN_OK;
}

/* Adds the indexes of the old catalogue that still exist but whose map is gone. */
static pathfan_status find_gone(folder_build *b) {
  pathfan_folder_list *list = b->list;
  int32_t capacity = list->count; /* at least */
  const int32_t count = list->count;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < b->old.count && !status; i++) {
    const pf_catalogue_entry *entry = &b->old.entries[i];
    if (pf_folder_has(list, count, entry->file)) continue;
    char *path = pf_join(b->indexes, entry->file);
    status = path ? add_gone(b, entry, path, count, &capacity) : out_of_memory(b);
    free(path);
  }
  pf_folder_sort(list);
  return status;
}

/* Sets an item's state; BUILDING means from here on that it is to be built. */
static pathfan_status examine(folder_build *b, pathfan_folder_item *item) {
  if (item->state == PATHFAN_FOLDER_GONE) return PATHFAN_OK;
  if (item->state != PATHFAN_FOLDER_FAILED) { /* because of its name */
    char *index_path = pf_join(b->indexes, item->file);
    char *map_path = pf_join(b->maps, item->map);
    const bool good = index_path && map_path;
    if (good) {
      item->has_facts = !pf_facts_read(index_path, PATHFAN_OPEN_EAGER, &item->facts, NULL);
      const bool current = item->has_facts && !b->options->force &&
                           pf_is_current(&b->intent, &item->facts, map_path);
      item->state = current ? PATHFAN_FOLDER_CURRENT : PATHFAN_FOLDER_BUILDING;
    }
    free(index_path);
    free(map_path);
    if (!good) return out_of_memory(b);
  }
  if (item->state != PATHFAN_FOLDER_BUILDING) report(b, item);
  return PATHFAN_OK;
}

/* ---- Building ---- */

static pathfan_status build_paths(folder_build *b, pathfan_folder_item *item,
                                  const pathfan_build_options *options, const char *map_path,
                                  char *index_path) {
  pathfan_build_report told = {0};
  pathfan_index_facts facts;
  pathfan_error flaw = {""};
  pathfan_status status = PATHFAN_OK;
  if (strchr(item->file, '/')) {
    char *slash = strrchr(index_path, '/');
    *slash = 0;
    status = pf_place_make(index_path, strlen(b->indexes), &flaw);
    *slash = '/';
  }
  if (!status) status = pathfan_build_index(map_path, index_path, options, &told, &flaw);
  if (!status) status = pf_facts_read(index_path, PATHFAN_OPEN_LAZY, &facts, &flaw);
  item->seconds = told.wall_seconds;
  if (status == PATHFAN_ERR_CANCELLED) return status;
  if (status) return pf_folder_fail(item, PATHFAN_FOLDER_FAILED, status, flaw.text);
  item->facts = facts;
  item->has_facts = true;
  item->state = PATHFAN_FOLDER_BUILT;
  return PATHFAN_OK;
}

/* Builds one item on so many threads. A failure of the map is recorded in the item. Touches no
 * other item. Errors: NO_MEMORY, CANCELLED. */
static pathfan_status build_item(folder_build *b, pathfan_folder_item *item,
                                 const pathfan_build_options *options) {
  char *map_path = pf_join(b->maps, item->map);
  char *index_path = pf_join(b->indexes, item->file);
  const pathfan_status status = map_path && index_path
                                    ? build_paths(b, item, options, map_path, index_path)
                                    : PATHFAN_ERR_NO_MEMORY;
  free(map_path);
  free(index_path);
  return status;
}

/* For small maps: one thread asks for all. */
static bool ask_caller(void *context) {
  return is_cancelled(context);
}

static bool ask_thread(void *context) {
  const folder_build *b = context;
  return atomic_load(&b->is_cancelled);
}

static bool go_on(void *context, int64_t done) {
  (void)done;
  return !is_cancelled(context);
}

static pathfan_status build_small(void *context, int64_t number, int32_t thread) {
  folder_build *b = context;
  pathfan_folder_item *items = b->list->items;
  pathfan_build_options options = b->options->build;
  options.threads = 1;
  options.progress = NULL;
  options.estimate = NULL;
  options.is_cancelled = thread == 0 ? ask_caller : ask_thread;
  options.progress_context = b;
  /* A copy of the item, so that others may read the list meanwhile. */
  pathfan_folder_item mine = items[b->small[number]];
  pathfan_status status = build_item(b, &mine, &options);
  pthread_mutex_lock(&b->mutex);
  items[b->small[number]] = mine;
  b->is_finished[number] = !status;
  while (b->small_reported < b->small_count && b->is_finished[b->small_reported])
    report(b, &items[b->small[b->small_reported++]]);
  save_sometimes(b);
  pthread_mutex_unlock(&b->mutex);
  return status;
}

static bool is_small(const folder_build *b, const pathfan_folder_item *item) {
  struct stat info;
  char *path = pf_join(b->maps, item->map);
  const bool small = path && stat(path, &info) == 0 && info.st_size <= SMALL_MAP_BYTES;
  free(path);
  return small;
}

static pathfan_status build_all_small(folder_build *b) {
  const int32_t count = b->list->count;
  b->small = pf_alloc((uint64_t)count, sizeof *b->small);
  b->is_finished = pf_alloc_zero((uint64_t)count, sizeof *b->is_finished);
  if (!b->small || !b->is_finished) return out_of_memory(b);
  for (int32_t i = 0; i < count; i++)
    if (b->list->items[i].state == PATHFAN_FOLDER_BUILDING && is_small(b, &b->list->items[i]))
      b->small[b->small_count++] = i;
  const pf_limits limits = {.done = go_on, .done_context = b};
  return pf_parallel_for(b->small_count, b->options->build.threads, build_small, b, &limits);
}

static pathfan_status build_large(folder_build *b) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < b->list->count && !status; i++) {
    pathfan_folder_item *item = &b->list->items[i];
    if (item->state != PATHFAN_FOLDER_BUILDING) continue;
    report(b, item);
    status = build_item(b, item, &b->options->build);
    if (!status) report(b, item);
    save_sometimes(b);
  }
  return status;
}

/* ---- Pruning ---- */

static pathfan_status finish_gone(folder_build *b, bool is_pruned) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < b->list->count && !status; i++) {
    pathfan_folder_item *item = &b->list->items[i];
    if (item->state != PATHFAN_FOLDER_GONE) continue;
    if (is_pruned) status = pf_folder_prune(b->indexes, item);
    report(b, item);
  }
  return status;
}

/* ---- All of it ---- */

/* After the caller has cancelled: makes all items that aren't built FAILED. */
static pathfan_status give_up(folder_build *b) {
  pathfan_status status = PATHFAN_OK;
  for (; b->small_reported < b->small_count; b->small_reported++) {
    pathfan_folder_item *item = &b->list->items[b->small[b->small_reported]];
    if (item->state != PATHFAN_FOLDER_BUILDING) report(b, item);
  }
  for (int32_t i = 0; i < b->list->count && !status; i++) {
    pathfan_folder_item *item = &b->list->items[i];
    if (item->state != PATHFAN_FOLDER_BUILDING) continue;
    status = pf_folder_fail(item, PATHFAN_FOLDER_FAILED, PATHFAN_ERR_CANCELLED, NULL);
    report(b, item);
  }
  return status;
}

/* Returns the highest status of all items. */
static pathfan_status sum_up(const folder_build *b) {
  const pathfan_folder_item *first = NULL;
  pathfan_status status = PATHFAN_OK;
  int32_t failed = 0;
  for (int32_t i = 0; i < b->list->count; i++) {
    const pathfan_folder_item *item = &b->list->items[i];
    if (!item->status) continue;
    if (!first) first = item;
    if (item->status > status) status = item->status;
    failed++;
  }
  if (failed > 1)
    pf_fail(b->error, status, "%d maps failed, the first of them: %s", failed, first->sentence);
  else if (failed)
    pf_fail(b->error, status, "%s", first->sentence);
  return status;
}

/* Reduces the list to the maps of this shard. */
static pathfan_status divide(folder_build *b) {
  const pathfan_status status = pf_shard_divide(b->maps, b->intent.options, b->options->shard,
                                                b->options->shards, b->list, b->division, b->error);
  b->map_count = 0;
  for (int32_t i = 0; i < b->list->count; i++)
    b->map_count += b->list->items[i].state != PATHFAN_FOLDER_GONE;
  return status;
}

/* Does all that can end the build before anything is changed. */
static pathfan_status prepare(folder_build *b) {
  b->intent = pf_intent_of(&b->options->build);
  pathfan_status status = pf_folder_find(b->maps, b->indexes, b->list, b->error);
  b->map_count = b->list->count;
  if (!status) status = lock_folder(b);
  if (!status) status = read_old_catalogue(b);
  if (!status && is_shard(b)) status = claim_shard(b);
  if (!status) status = find_gone(b);
  if (!status && is_shard(b)) status = divide(b);
  for (int32_t i = 0; i < b->list->count && !status; i++)
    status = is_cancelled(b) ? PATHFAN_ERR_CANCELLED : examine(b, &b->list->items[i]);
  if (status) {
    const pathfan_folder_list empty = {.catalogue_status = b->list->catalogue_status,
                                       .catalogue_error = b->list->catalogue_error};
    pathfan_folder_free(b->list);
    *b->list = empty;
  }
  return status;
}

static pathfan_status run(folder_build *b) {
  pathfan_status status = prepare(b);
  if (status) return status;
  if (!is_shard(b)) pf_folder_clean(b->indexes);
  b->saved = pf_seconds();
  if (b->options->build.threads > 1 && !b->options->build.max_memory) status = build_all_small(b);
  if (!status) status = build_large(b);
  const bool cancelled = status == PATHFAN_ERR_CANCELLED;
  if (cancelled) status = give_up(b);
  if (!status) status = finish_gone(b, b->options->prune && !cancelled);
  if (!status) status = save(b, b->error);
  if (status == PATHFAN_ERR_NO_MEMORY) return out_of_memory(b);
  b->list->has_catalogue = !status;
  return status ? status : cancelled ? PATHFAN_ERR_CANCELLED : sum_up(b);
}

pathfan_status pathfan_build_folder(const char *maps, const char *indexes,
                                    const pathfan_folder_options *options,
                                    pathfan_folder_list *list, pathfan_error *error) {
  pathfan_folder_options defaults;
  pathfan_folder_list unused = {0};
  pathfan_folder_options_init(&defaults);
  folder_build b = {.maps = maps,
                    .indexes = indexes,
                    .options = options ? options : &defaults,
                    .list = list ? list : &unused,
                    .lock = -1,
                    .mutex = PTHREAD_MUTEX_INITIALIZER,
                    .error = error};
  if (error) error->text[0] = 0;
  *b.list = (pathfan_folder_list){0};
  if (!maps || !indexes || !*maps || !*indexes)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no folder was given");
  if (!PF_KNOWS(b.options))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "folder options: " PF_UNKNOWN_MEMBER);
  if (b.options->shards < 0 || b.options->shards > PATHFAN_SHARDS_MAX ||
      b.options->shard < (b.options->shards > 0) || b.options->shard > b.options->shards)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "there is no shard %d of %d", b.options->shard,
                   b.options->shards);
  if (b.options->shards && b.options->prune)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "a shard can't prune: what is gone is known when all are merged");
  const pathfan_status status = run(&b);
  if (status == PATHFAN_ERR_CANCELLED)
    pf_fail(error, status, "%s: the build was cancelled", pf_name_tail(maps));
  pf_output_discard(&b.own);
  if (b.lock >= 0) close(b.lock); /* also unlocks */
  pf_catalogue_free(&b.old);
  pathfan_folder_free(&unused);
  free(b.small);
  free(b.is_finished);
  return status;
}
