/* look.c - compares the indexes in a folder with its catalogue. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/status.h"
#include "base/text.h"
#include "catalogue.h"
#include "clean.h"
#include "facts.h"
#include "maps.h"
#include "list_files.h"

typedef struct look {
  const char *indexes;
  pf_catalogue catalogue;
  pathfan_folder_list *list;
  int32_t capacity;
} look;

static bool is_wanted(const char *name) {
  return pf_name_ends(name, ".pathfan") || pf_folder_is_temporary(name);
}

/* Sets the state of an existing file at path. entry: the catalogue's, or NULL. */
static pathfan_status judge(const look *l, const char *path, const pf_catalogue_entry *entry,
                            pathfan_folder_item *item) {
  pathfan_error flaw = {""};
  const pathfan_status status = pf_facts_read(path, PATHFAN_OPEN_LAZY, &item->facts, &flaw);
  if (status == PATHFAN_ERR_NO_MEMORY) return status;
  if (status) return pf_folder_fail(item, pf_folder_state_of(status), status, flaw.text);
  item->has_facts = true;
  if (!l->list->has_catalogue)
    item->state = PATHFAN_FOLDER_OK;
  else if (!entry)
    item->state = PATHFAN_FOLDER_UNLISTED;
  else
    item->state =
        pf_facts_equal(&entry->facts, &item->facts) ? PATHFAN_FOLDER_OK : PATHFAN_FOLDER_CHANGED;
  return PATHFAN_OK;
}

static pathfan_status missing(const pf_catalogue_entry *entry, pathfan_folder_item *item) {
  item->facts = entry->facts;
  item->has_facts = true;
  return pf_folder_fail(item, PATHFAN_FOLDER_MISSING, PATHFAN_ERR_IO,
                        "is in the catalogue, but there is no such file");
}

/* Adds an item for a file that was found or is listed. Takes over file. */
static pathfan_status take(look *l, char *file) {
  const pf_catalogue_entry *entry = file ? pf_catalogue_find(&l->catalogue, file) : NULL;
  pathfan_folder_item *item = pf_folder_add(l->list, &l->capacity, file, NULL, false);
  char *path = item ? pf_join(l->indexes, file) : NULL;
  pathfan_status status = PATHFAN_OK;
  if (!path)
    status = PATHFAN_ERR_NO_MEMORY;
  else if (pf_name_ends(file, ".tmp"))
    item->state = PATHFAN_FOLDER_TEMPORARY;
  else if (entry && access(path, F_OK) != 0 && pf_leads_nowhere(errno))
    status = missing(entry, item);
  else
    status = judge(l, path, entry, item);
  if (!status && (item->has_facts || entry)) {
    const pathfan_index_facts *facts = item->has_facts ? &item->facts : &entry->facts;
    item->map = pf_catalogue_map(file, facts->map_name);
    if (!item->map) status = PATHFAN_ERR_NO_MEMORY;
  }
  free(path);
  return status;
}

/* Adds an item for what couldn't be read, mostly a folder. */
static pathfan_status take_closed(void *context, const char *name, const char *sentence) {
  look *l = context;
  pathfan_folder_item *item = pf_folder_add(l->list, &l->capacity, strdup(name), NULL, false);
  if (!item) return PATHFAN_ERR_NO_MEMORY;
  return pf_folder_fail(item, PATHFAN_FOLDER_UNREADABLE, PATHFAN_ERR_IO, sentence);
}

pathfan_status pathfan_folder_look(const char *indexes, pathfan_folder_list *list,
                                   pathfan_error *error) {
  look l = {.indexes = indexes, .list = list};
  pf_file_names names = {0};
  if (error) error->text[0] = 0;
  if (!list) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no place for the list");
  *list = (pathfan_folder_list){0};
  if (!indexes || !*indexes) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no folder was given");
  pathfan_status status = pf_list_files(indexes, NULL, is_wanted, take_closed, &l, &names, error);
  if (!status) {
    list->catalogue_status = pf_catalogue_read(indexes, &l.catalogue, &list->catalogue_error);
    list->has_catalogue = l.catalogue.exists && !list->catalogue_status;
  }
  for (int32_t i = 0; i < names.count && !status; i++) status = take(&l, strdup(names.at[i]));
  pf_folder_sort(list);
  const int32_t found = list->count;
  for (int32_t i = 0; i < l.catalogue.count && !status; i++) {
    const char *file = l.catalogue.entries[i].file;
    if (!pf_folder_has(list, found, file)) status = take(&l, strdup(file));
  }
  if (status == PATHFAN_ERR_NO_MEMORY)
    status = pf_fail(error, status, "%s: out of memory", pf_name_tail(indexes));
  pf_folder_sort(list);
  pf_catalogue_free(&l.catalogue);
  pf_file_names_free(&names);
  return status;
}
