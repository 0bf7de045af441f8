/* data_folder.h - the folder of everything that a viewer writes, which is its user's alone.
 *
 *   status = pathfan_data_open(&data, options->data, message, &error);
 *   status = pathfan_data_make(path, message, &error);    a folder in it
 *   status = pathfan_data_check(path, &error);            a file in it, before it is read or
 * written pathfan_data_close(&data);
 *
 * Who else may write there could have files anywhere replaced, by links, or have the server wait
 * for ever, by a pipe in the place of a file: such folders and files are refused. */
#ifndef PATHFAN_VIEWER_DATA_FOLDER_H
#define PATHFAN_VIEWER_DATA_FOLDER_H

#include <stdbool.h>

#include "pathfan/status.h"

typedef struct pathfan_data {
  char *path;
  int lock; /* an open file; -1: none */
  bool is_temporary;
} pathfan_data;

/* Called with a sentence about what is allowed but not wise; may be NULL. */
typedef void pathfan_data_message(const char *sentence);

/* The folder at a path, which is made if need be, held against other viewers; NULL: a temporary
 * one, which goes when it is closed. A link that leads to a folder is followed. Errors: IO (also if
 * others may write there, or it is somebody else's), BUSY (another viewer has it), NO_MEMORY; to be
 * closed in any case. */
pathfan_status pathfan_data_open(pathfan_data *data, const char *path,
                                 pathfan_data_message *message, pathfan_error *error);

/* Makes a folder in it; one that is there must be a folder, no link, and the same as above holds.
 * Errors: IO. */
pathfan_status pathfan_data_make(const char *path, pathfan_data_message *message,
                                 pathfan_error *error);

/* Refuses what is neither a plain file nor missing. Errors: IO. */
pathfan_status pathfan_data_check(const char *path, pathfan_error *error);

void pathfan_data_close(pathfan_data *data);

#endif
