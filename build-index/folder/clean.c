/* clean.c - removes what builders left in a folder of indexes.
 *
 * Temporaries of builders are recognised by their names and locks (base/temporary.h), claims by
 * making one. */
#include "clean.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/path.h"
#include "base/publish.h"
#include "base/temporary.h"
#include "list_files.h"
#include "maps.h"

pathfan_status pf_folder_prune(const char *indexes, pathfan_folder_item *item) {
  char text[128], *path = pf_join(indexes, item->file);
  if (!path) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = PATHFAN_OK;
  if (unlink(path) != 0) {
    snprintf(text, sizeof text, "can't be deleted: %s", strerror(errno));
    status = pf_folder_fail(item, PATHFAN_FOLDER_GONE, PATHFAN_ERR_IO, text);
  } else {
    item->state = PATHFAN_FOLDER_PRUNED;
    const size_t least = strlen(path) - strlen(item->file);
    for (char *slash; (slash = strrchr(path, '/')) && (size_t)(slash - path) > least;) {
      *slash = 0;
      if (rmdir(path) != 0) break;
    }
  }
  free(path);
  return status;
}

/* Whether a name of so many bytes is of an index or a catalogue. */
static bool is_ours(const char *name, size_t length) {
  static const char index[] = ".pathfan", catalogue[] = "catalogue.", json[] = ".json";
  const size_t index_length = sizeof index - 1, json_length = sizeof json - 1;
  if (length > index_length && strncmp(name + length - index_length, index, index_length) == 0)
    return true;
  return length > sizeof catalogue - 1 && strncmp(name, catalogue, sizeof catalogue - 1) == 0 &&
         strncmp(name + length - json_length, json, json_length) == 0;
}

bool pf_folder_is_temporary(const char *name) {
  static const char ending[] = ".tmp";
  size_t stem = strlen(name);
  if (pf_temporary_is_name(name, &stem)) return is_ours(name, stem);
  stem = strlen(name);
  return pf_name_ends(name, ending) && is_ours(name, stem - strlen(ending));
}

/* Removes a claim by making one, which takes over the old one if its builder is gone. */
static void remove_claim(char *path) {
  pf_temporary temporary;
  path[strlen(path) - strlen(".tmp")] = 0;
  if (!pf_temporary_create(path, 0600, &temporary, NULL)) pf_temporary_discard(&temporary);
}

void pf_folder_clean(const char *indexes) {
  pf_file_names names;
  size_t stem;
  if (!pf_list_files(indexes, NULL, pf_folder_is_temporary, NULL, NULL, &names, NULL))
    for (int32_t i = 0; i < names.count; i++) {
      char *path = pf_join(indexes, names.at[i]);
      if (!path) continue;
      if (pf_temporary_is_name(pf_path_name(names.at[i]), &stem))
        (void)pf_temporary_remove(path);
      else
        remove_claim(path);
      free(path);
    }
  pf_file_names_free(&names);
}
