/* publish.h - whole writes at an offset, and the temporary file that an index, or any other output,
 * grows in before it is published. */
#ifndef PF_BASE_PUBLISH_H
#define PF_BASE_PUBLISH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "pathfan/status.h"

/* Writes exactly `bytes` bytes at `offset`; retries after signals and short writes. Errors: IO. */
pathfan_status pf_file_write(int fd, const char *path, uint64_t offset, const void *data,
                             uint64_t bytes, pathfan_error *error);

/* What a living writer of target owns: a file of its own in the same folder, and a claim,
 * <target>.tmp, locked by flock(). Where locks work, the holder of the claim is the only writer of
 * target. */
typedef struct pf_temporary {
  char *path;   /* owned */
  char *target; /* owned; the final path */
  char *claim;  /* owned; the claim's path */
  int fd;       /* read and write; locked */
  int claim_fd; /* holds the lock */
  bool others;  /* another writer's claim was found; it may have temporaries, now or later */
  mode_t mode;  /* final permissions */
} pf_temporary;

/* Creates an empty temporary file for `target`, with permissions `mode` less the umask, and removes
 * what dead writers may have left. If target is a symbolic link, the file that it leads to is the
 * target. PATHFAN_ERR_BUSY: a writer of target is alive. Where locks don't work there may be
 * several writers; each publishes a whole file, and the last one stays. On failure nothing is left
 * behind. */
pathfan_status pf_temporary_create(const char *target, mode_t mode, pf_temporary *temporary,
                                   pathfan_error *error);

/* Makes the content durable, and sets `mode` as the permissions of the published file. */
pathfan_status pf_temporary_settle(pf_temporary *temporary, mode_t mode, pathfan_error *error);

/* Renames the file over its target, makes the folder durable, and frees the struct. If the rename
 * fails, the temporary is removed; if only the folder can't be synced, the new file is in place and
 * PATHFAN_ERR_IO says so. */
pathfan_status pf_temporary_publish(pf_temporary *temporary, pathfan_error *error);

/* Removes the file and frees the struct. Fine on a zeroed struct. */
void pf_temporary_discard(pf_temporary *temporary);

#endif
