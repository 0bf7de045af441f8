/* merge.c - merges the catalogues of many shards into one.
 *
 *   find      which catalogues of shards exist, and of how many shards
 *   lock      the folder, alone: no builder works meanwhile
 *   read      all of them; they must be of one division (shard.c)
 *   check     each index: it is whole, and the one that its shard lists
 *   gone      indexes that a shard found to be without a map, and those that the old catalogue
 *             lists and no shard does; they stay listed, as after a whole build, or are pruned
 *   write     the catalogue, from the files' facts, if nothing is wrong
 *
 * Nothing is remembered from one merge to the next but the catalogues. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/reserved.h"
#include "base/status.h"
#include "base/text.h"
#include "catalogue.h"
#include "clean.h"
#include "facts.h"
#include "list_files.h"
#include "maps.h"
#include "place.h"
#include "shard.h"

typedef struct merge {
  const char *indexes;
  const pathfan_merge_options *options;
  pathfan_folder_list *list;
  int32_t capacity; /* of list */
  int32_t shards, done, total;
  uint8_t division[16]; /* of the first valid shard */
  int32_t first;        /* its number; 0: none yet */
  bool is_spoilt;       /* whether something prevents writing the catalogue */
  pf_catalogue all, old;
  int lock;
  pathfan_error *error;
} merge;

void pathfan_merge_options_init(pathfan_merge_options *options) {
  *options = (pathfan_merge_options){0};
}

static pathfan_status out_of_memory(const merge *m) {
  return pf_fail(m->error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", pf_name_tail(m->indexes));
}

static bool is_cancelled(const merge *m) {
  return m->options->is_cancelled && m->options->is_cancelled(m->options->context);
}

static bool ask_caller(void *context) {
  return is_cancelled(context);
}

static void report(merge *m, const pathfan_folder_item *item) {
  if (item->status && item->state != PATHFAN_FOLDER_FAILED) m->is_spoilt = true;
  if (m->options->report) m->options->report(m->options->context, item, m->done, m->total);
}

/* ---- The shards ---- */

static bool is_shard_name(const char *name) {
  int32_t number, shards;
  return pf_shard_is_name(name, &number, &shards);
}

/* Lists the catalogues of shards. Those in subfolders don't count: by their whole names they are
 * none. */
static pathfan_status list_shards(const merge *m, pf_file_names *names) {
  return pf_list_files(m->indexes, NULL, is_shard_name, NULL, NULL, names, m->error);
}

/* Finds the number of shards: as given, or else from the names of their catalogues. */
static pathfan_status count_shards(merge *m, const pf_file_names *names) {
  m->shards = m->options->shards;
  for (int32_t i = 0; i < names->count && !m->options->shards; i++) {
    int32_t number, shards;
    if (!pf_shard_is_name(names->at[i], &number, &shards)) continue; /* in a subfolder */
    if (m->shards && m->shards != shards)
      return pf_fail(m->error, PATHFAN_ERR_ARGUMENT,
                     "%s: has catalogues of %d shards and of %d: say which are to be merged",
                     pf_name_tail(m->indexes), m->shards, shards);
    m->shards = shards;
  }
  if (m->shards) return PATHFAN_OK;
  return pf_fail(m->error, PATHFAN_ERR_IO,
                 "%s: has no catalogue of a shard, such as catalogue.1-of-2.json",
                 pf_name_tail(m->indexes));
}

/* Adds an item for what is wrong with a shard's catalogue. */
static pathfan_status blame_shard(merge *m, const char *name, pathfan_folder_state state,
                                  pathfan_status status, const char *sentence) {
  pathfan_folder_item *item = pf_folder_add(m->list, &m->capacity, strdup(name), NULL, false);
  if (!item || pf_folder_fail(item, state, status, sentence)) return out_of_memory(m);
  report(m, item);
  return PATHFAN_OK;
}

/* Adds items for a shard's failed maps, and entries for its indexes. */
static pathfan_status take_shard(merge *m, const pf_catalogue *shard) {
  for (int32_t i = 0; i < shard->shard.failure_count; i++) {
    const pf_catalogue_failure *f = &shard->shard.failures[i];
    pathfan_folder_item *item =
        pf_folder_add(m->list, &m->capacity, strdup(f->file), strdup(f->map), true);
    if (!item || pf_folder_fail(item, PATHFAN_FOLDER_FAILED, f->status, f->sentence))
      return out_of_memory(m);
    report(m, item);
  }
  for (int32_t i = 0; i < shard->count; i++) {
    const pf_catalogue_entry *entry = &shard->entries[i];
    if (pf_catalogue_add(&m->all, entry->file, &entry->facts)) return out_of_memory(m);
    m->all.entries[m->all.count - 1].gone = entry->gone;
  }
  return PATHFAN_OK;
}

static pathfan_status read_shard(merge *m, int32_t number) {
  pf_catalogue shard;
  pathfan_error flaw = {""};
  char name[PF_SHARD_NAME_BYTES], sentence[160];
  pf_shard_name(number, m->shards, name);
  pathfan_status status = pf_catalogue_read_shard(m->indexes, number, m->shards, &shard, &flaw);
  if (status == PATHFAN_ERR_NO_MEMORY) {
    status = out_of_memory(m);
  } else if (status) {
    const pathfan_folder_state state = pf_folder_state_of(status);
    status = blame_shard(m, name, state, status, flaw.text);
  } else if (!shard.exists) {
    status = blame_shard(m, name, PATHFAN_FOLDER_MISSING, PATHFAN_ERR_IO,
                         "is missing: its shard isn't built");
  } else if (m->first && memcmp(m->division, shard.shard.division, sizeof m->division) != 0) {
    snprintf(sentence, sizeof sentence,
             "was built of other maps, or with other options, than shard %d: build both again",
             m->first);
    status = blame_shard(m, name, PATHFAN_FOLDER_CHANGED, PATHFAN_ERR_DAMAGED, sentence);
  } else {
    if (!m->first) {
      m->first = number;
      memcpy(m->division, shard.shard.division, sizeof m->division);
    }
    status = take_shard(m, &shard);
  }
  pf_catalogue_free(&shard);
  return status;
}

/* ---- Their indexes ---- */

/* Compares an existing file at path with its entry. */
static pathfan_status compare(const merge *m, const char *path, const pf_catalogue_entry *entry,
                              pathfan_folder_item *item) {
  const pathfan_open_policy policy = m->options->quick ? PATHFAN_OPEN_LAZY : PATHFAN_OPEN_EAGER;
  pathfan_error flaw = {""};
  const pathfan_status status = pf_facts_read(path, policy, &item->facts, &flaw);
  if (status == PATHFAN_ERR_NO_MEMORY) return status;
  if (status && !entry->gone)
    return pf_folder_fail(item, pf_folder_state_of(status), status, flaw.text);
  item->has_facts = !status; /* a damaged one without a map isn't listed: a build would drop it */
  item->state = entry->gone ? PATHFAN_FOLDER_GONE : PATHFAN_FOLDER_OK;
  if (entry->gone || pf_facts_equal(&item->facts, &entry->facts)) return PATHFAN_OK;
  return pf_folder_fail(item, PATHFAN_FOLDER_CHANGED, PATHFAN_ERR_DAMAGED,
                        "is another index than its shard lists: build the shard again");
}

/* Adds an item for an entry of all, unless both its map and its file are gone. */
static pathfan_status check_index(merge *m, const pf_catalogue_entry *entry) {
  struct stat info;
  char *path = pf_join(m->indexes, entry->file);
  const bool is_there = path && lstat(path, &info) == 0;
  m->done++;
  if (!is_there && entry->gone && path) {
    free(path);
    return PATHFAN_OK;
  }
  pathfan_folder_item *item =
      path ? pf_folder_add(m->list, &m->capacity, strdup(entry->file),
                           pf_catalogue_map(entry->file, entry->facts.map_name), true)
           : NULL;
  pathfan_status status = item ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (item && is_there)
    status = compare(m, path, entry, item);
  else if (item)
    status = pf_folder_fail(item, PATHFAN_FOLDER_MISSING, PATHFAN_ERR_IO,
                            "its shard lists it, but there is no such file");
  if (!status && m->options->prune && item->state == PATHFAN_FOLDER_GONE && !m->is_spoilt)
    status = pf_folder_prune(m->indexes, item);
  free(path);
  if (status) return out_of_memory(m);
  report(m, item);
  return PATHFAN_OK;
}

static int by_file(const void *a, const void *b) {
  const pf_catalogue_entry *left = a, *right = b;
  const int order = strcmp(left->file, right->file);
  return order ? order : (int)left->gone - (int)right->gone;
}

static void sort_all(merge *m) {
  if (m->all.count) qsort(m->all.entries, (size_t)m->all.count, sizeof *m->all.entries, by_file);
}

/* Adds as gone the entries of the old catalogue that no shard has. If a shard is missing, that
 * can't be known. */
static pathfan_status add_gone(merge *m) {
  pathfan_status status = PATHFAN_OK;
  sort_all(m);
  const int32_t count = m->all.count;
  for (int32_t i = 0; i < m->old.count && !m->is_spoilt && !status; i++) {
    const pf_catalogue_entry *entry = &m->old.entries[i];
    const pf_catalogue sorted = {.count = count,
                                 .entries = m->all.entries}; /* further ones follow */
    if (pf_catalogue_find(&sorted, entry->file)) continue;
    status = pf_catalogue_add(&m->all, entry->file, &entry->facts);
    if (!status) m->all.entries[m->all.count - 1].gone = true;
  }
  sort_all(m);
  return status ? out_of_memory(m) : PATHFAN_OK;
}

/* Checks all indexes, those without a map last: they are pruned only if nothing is wrong. */
static pathfan_status check_indexes(merge *m) {
  pathfan_status status = PATHFAN_OK;
  for (int pass = 0; pass < 2; pass++)
    for (int32_t i = 0; i < m->all.count && !status; i++) {
      const pf_catalogue_entry *entry = &m->all.entries[i];
      if (entry->gone != (pass == 1)) continue;
      /* Two shards may list an index as gone, or one of them may have its map. */
      if (i && strcmp(entry[-1].file, entry->file) == 0) continue;
      status = is_cancelled(m) ? PATHFAN_ERR_CANCELLED : check_index(m, entry);
    }
  return status;
}

/* ---- All of it ---- */

static pathfan_status write_catalogue(merge *m) {
  pf_catalogue catalogue = {0};
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < m->list->count && !status; i++) {
    const pathfan_folder_item *item = &m->list->items[i];
    if (item->has_facts && item->state != PATHFAN_FOLDER_PRUNED)
      status = pf_catalogue_add(&catalogue, item->file, &item->facts);
  }
  status = status ? out_of_memory(m) : pf_catalogue_write(&catalogue, m->indexes, m->error);
  pf_catalogue_free(&catalogue);
  m->list->has_catalogue = !status;
  return status;
}

/* Removes the catalogues of shards of another division. */
static void prune_shards(const merge *m, const pf_file_names *names) {
  int32_t number, shards;
  for (int32_t i = 0; i < names->count; i++) {
    if (!pf_shard_is_name(names->at[i], &number, &shards) || shards == m->shards) continue;
    char *path = pf_join(m->indexes, names->at[i]);
    if (path) (void)unlink(path);
    free(path);
  }
}

/* Returns the highest status of all items. */
static pathfan_status sum_up(const merge *m) {
  pathfan_status status = PATHFAN_OK;
  const pathfan_folder_item *first = NULL;
  for (int32_t i = 0; i < m->list->count; i++) {
    const pathfan_folder_item *item = &m->list->items[i];
    if (item->status && !first) first = item;
    if (item->status > status) status = item->status;
  }
  if (first) pf_fail(m->error, status, "%s: %s", pf_name_tail(first->file), first->sentence);
  return status;
}

static pathfan_status read_old(merge *m) {
  pathfan_folder_list *list = m->list;
  const pathfan_status status = pf_catalogue_read(m->indexes, &m->old, &list->catalogue_error);
  list->catalogue_status = status;
  if (status && status != PATHFAN_ERR_DAMAGED)
    return pf_fail(m->error, status, "%s", list->catalogue_error.text);
  return PATHFAN_OK;
}

static pathfan_status run(merge *m) {
  const pf_waiting waiting = {m->options->wait, ask_caller, m};
  pf_file_names names = {0};
  pathfan_status status = pf_place_lock(m->indexes, PF_PLACE_ALONE, &waiting, &m->lock, m->error);
  if (!status) status = list_shards(m, &names);
  if (!status) status = count_shards(m, &names);
  if (!status) status = read_old(m);
  if (!status) pf_folder_clean(m->indexes);
  for (int32_t k = 1; k <= m->shards && !status; k++) status = read_shard(m, k);
  if (!status) status = add_gone(m);
  m->total = m->all.count;
  if (!status) status = check_indexes(m);
  pf_folder_sort(m->list);
  if (!status && !m->is_spoilt) {
    status = write_catalogue(m);
    if (!status && m->options->prune) prune_shards(m, &names);
  }
  pf_file_names_free(&names);
  return status;
}

pathfan_status pathfan_folder_merge(const char *indexes, const pathfan_merge_options *options,
                                    pathfan_folder_list *list, pathfan_error *error) {
  const pathfan_merge_options defaults = {0};
  pathfan_folder_list unused = {0};
  merge m = {.indexes = indexes,
             .options = options ? options : &defaults,
             .list = list ? list : &unused,
             .lock = -1,
             .error = error};
  if (error) error->text[0] = 0;
  *m.list = (pathfan_folder_list){0};
  if (!indexes || !*indexes) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no folder was given");
  if (!PF_KNOWS(m.options))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "merge options: " PF_UNKNOWN_MEMBER);
  if (m.options->shards < 0 || m.options->shards > PATHFAN_SHARDS_MAX)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%d shards are not 1 to %d", m.options->shards,
                   PATHFAN_SHARDS_MAX);
  pathfan_status status = run(&m);
  if (status == PATHFAN_ERR_CANCELLED)
    pf_fail(error, status, "%s: merging was cancelled", pf_name_tail(indexes));
  if (!status) {
    status = sum_up(&m);
  } else { /* drops the incomplete list, but keeps the state of the old catalogue */
    const pathfan_folder_list empty = {.catalogue_status = m.list->catalogue_status,
                                       .catalogue_error = m.list->catalogue_error};
    pathfan_folder_free(m.list);
    *m.list = empty;
  }
  if (m.lock >= 0) close(m.lock); /* also unlocks */
  pf_catalogue_free(&m.all);
  pf_catalogue_free(&m.old);
  pathfan_folder_free(&unused);
  return status;
}
