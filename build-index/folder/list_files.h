/* list_files.h - the files in a folder and below, by name.
 *
 *   status = pathfan_list_files("maps", NULL, is_map, NULL, NULL, &names, &error);
 *   ... names.at[i] is "north/hall.map" ...
 *   pathfan_file_names_free(&names);
 */
#ifndef PATHFAN_BUILD_FOLDER_LIST_FILES_H
#define PATHFAN_BUILD_FOLDER_LIST_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

/* Names that belong to the list. */
typedef struct pathfan_file_names {
  int32_t count, capacity;
  char **at;
} pathfan_file_names;

void pathfan_file_names_free(pathfan_file_names *names);

/* Whether name ends so, and has something before that. */
bool pathfan_name_ends(const char *name, const char *ending);

/* "folder/name", or name alone if folder is "". NULL when memory is out. */
char *pathfan_join(const char *folder, const char *name);

/* Whether errno says that there is no file of a name, not that it can't be looked for. */
bool pathfan_leads_nowhere(int code);

/* Told of what can't be looked into, by its name, and why. Anything but OK ends the listing. */
typedef pathfan_status pathfan_closed_function(void *context, const char *name,
                                               const char *sentence);

/* Regular files in folder and below whose last name is wanted, relative to folder, sorted
 * by bytes. Names that begin with a dot are skipped, files and folders. A folder that can
 * be reached in several ways is listed once: by its own name if it lies below, else by
 * the first of the links. A link that leads nowhere counts as a file. `without`, a folder
 * that need not exist, is not entered unless it is the same as folder; may be NULL.
 * closed: may be NULL; else what can't be read below folder is told and passed over.
 * Free names in any case. Errors: IO, NO_MEMORY, those of closed. */
pathfan_status pathfan_list_files(const char *folder, const char *without,
                                  bool wanted(const char *name), pathfan_closed_function *closed,
                                  void *context, pathfan_file_names *names, pathfan_error *error);

#endif
