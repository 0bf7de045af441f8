/* file.h - whole reads and writes at an offset, and the temporary file that an
 * index grows in before it is published. */
#ifndef PATHFAN_FORMAT_FILE_H
#define PATHFAN_FORMAT_FILE_H

#include <stdint.h>

#include "pathfan/status.h"

/* Reads exactly `bytes` bytes at `offset`; retries after signals and short
 * reads. The end of the file is PATHFAN_ERR_DAMAGED (callers know the size and
 * ask for less), anything else PATHFAN_ERR_IO. */
pathfan_status pathfan_file_read(int fd, const char *path, uint64_t offset, void *data,
                                 uint64_t bytes, pathfan_error *error);

/* Writes exactly `bytes` bytes at `offset`; retries after signals and short
 * writes. */
pathfan_status pathfan_file_write(int fd, const char *path, uint64_t offset, const void *data,
                                  uint64_t bytes, pathfan_error *error);

/* A file next to `target`, named <target>.tmp-<pid>-<n>, held under flock()
 * while its writer lives. */
typedef struct pathfan_temporary {
  char *path;   /* owned */
  char *target; /* owned; where it will be published */
  int fd;       /* read and write; holds the lock */
} pathfan_temporary;

/* Creates an empty temporary file for `target` after removing those that dead
 * writers of the same target left. On failure nothing is left behind. */
pathfan_status pathfan_temporary_create(const char *target, pathfan_temporary *temporary,
                                        pathfan_error *error);

/* Makes the file read-only (0444) and durable. */
pathfan_status pathfan_temporary_settle(pathfan_temporary *temporary, pathfan_error *error);

/* Renames the file over its target, makes the folder durable, and frees. When
 * the rename fails the temporary is removed; when only the folder can't be
 * synced the new file is in place and PATHFAN_ERR_IO says so. */
pathfan_status pathfan_temporary_publish(pathfan_temporary *temporary, pathfan_error *error);

/* Removes the file and frees. Fine on a zeroed struct. */
void pathfan_temporary_discard(pathfan_temporary *temporary);

#endif
