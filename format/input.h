/* input.h - the source from which an index's bytes are read before they are trusted: a part of a
 * file, or memory. */
#ifndef PF_FORMAT_INPUT_H
#define PF_FORMAT_INPUT_H

#include <stdint.h>

#include "pathfan/open.h"
#include "pathfan/status.h"

typedef struct pf_input {
  const char *name;      /* path, for messages; borrowed */
  int fd;                /* -1: memory */
  uint64_t offset;       /* of the index in the file */
  const uint8_t *memory; /* borrowed; used if fd is -1 */
  uint64_t bytes;        /* of the index */
} pf_input;

/* Finds how many bytes the index has that options say lies in a file of `size` bytes. Errors:
 * NOT_INDEX if it doesn't fit. */
pathfan_status pf_input_find(const char *path, uint64_t size, const pathfan_open_options *options,
                             uint64_t *bytes, pathfan_error *error);

/* Reads exactly `bytes` bytes at `offset` of the index; retries after signals and short reads.
 * Errors: PATHFAN_ERR_DAMAGED at the end of the file (callers know the size and ask for less),
 * otherwise PATHFAN_ERR_IO. */
pathfan_status pf_input_read(const pf_input *input, uint64_t offset, void *data, uint64_t bytes,
                             pathfan_error *error);

#endif
