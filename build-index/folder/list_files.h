/* list_files.h - the files in a folder and below it, by name.
 *
 *   status = pf_list_files("maps", NULL, is_map, NULL, NULL, &names, &error);
 *   ... names.at[i] is "north/hall.map" ...
 *   pf_file_names_free(&names); */
#ifndef PF_BUILD_INDEX_FOLDER_LIST_FILES_H
#define PF_BUILD_INDEX_FOLDER_LIST_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

/* Names, which the list owns. */
typedef struct pf_file_names {
  int32_t count, capacity;
  char **at;
} pf_file_names;

void pf_file_names_free(pf_file_names *names);

/* Whether name has this ending and something before it. */
bool pf_name_ends(const char *name, const char *ending);

/* Returns "folder/name", or name alone if folder is "". NULL: out of memory. */
char *pf_join(const char *folder, const char *name);

/* Whether errno says that there is no such file, rather than that it can't be looked up. */
bool pf_leads_nowhere(int code);

/* Called for each file or folder that can't be read, with its name and the reason. Anything but OK
 * ends the listing. */
typedef pathfan_status pf_closed_function(void *context, const char *name, const char *sentence);

/* Lists the regular files in folder and below whose last name is wanted: relative to folder, sorted
 * by bytes. Skips files and folders whose names begin with a dot. A folder that can be reached in
 * several ways is listed once: by its own name if it lies below, else by the first link. A link
 * that leads nowhere counts as a file. `without`, a folder that need not exist, is not entered
 * unless it is the same as folder; may be NULL. closed: NULL, or called for what can't be read
 * below folder, which is then skipped. Free names in any case. Errors: IO, NO_MEMORY, those of
 * closed. */
pathfan_status pf_list_files(const char *folder, const char *without, bool wanted(const char *name),
                             pf_closed_function *closed, void *context, pf_file_names *names,
                             pathfan_error *error);

#endif
