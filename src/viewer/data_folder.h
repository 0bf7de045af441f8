/* data_folder.h - the folder of everything that a viewer writes, to which only its user may write.
 *
 *   status = pf_data_open(&data, options->data, message, &error);
 *   status = pf_data_make(path, message, &error);    a folder in it
 *   status = pf_data_check(path, &error);            a file in it, before use
 *   pf_data_close(&data);
 *
 * Other users who may write there could have any file replaced, by links, or make the server wait
 * forever, by a pipe in place of a file: such folders and files are refused. */
#ifndef PF_VIEWER_DATA_FOLDER_H
#define PF_VIEWER_DATA_FOLDER_H

#include <stdbool.h>

#include "pathfan/status.h"

typedef struct pf_data {
  char *path;
  int lock; /* an open file; -1: none */
  bool is_temporary;
} pf_data;

/* Called with a warning about something allowed but unwise; may be NULL. */
typedef void pf_data_message(const char *sentence);

/* Opens the folder at a path, made if needed, and locks it against other viewers; NULL: a temporary
 * one, removed by closing. A link to a folder is followed. Errors: IO (also if others may write
 * there, or another user owns it), BUSY (another viewer has it), NO_MEMORY; close data in any
 * case. */
pathfan_status pf_data_open(pf_data *data, const char *path, pf_data_message *message,
                            pathfan_error *error);

/* Makes a folder in it; an existing one must be a folder, not a link, and satisfy the same
 * conditions. Errors: IO. */
pathfan_status pf_data_make(const char *path, pf_data_message *message, pathfan_error *error);

/* Refuses anything but a plain file or a missing one. Errors: IO. */
pathfan_status pf_data_check(const char *path, pathfan_error *error);

void pf_data_close(pf_data *data);

#endif
