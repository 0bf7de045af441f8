/* sink.h - where an index is written: a file, or memory that grows. */
#ifndef PF_FORMAT_SINK_H
#define PF_FORMAT_SINK_H

#include <stdint.h>

#include "input.h"
#include "pathfan/status.h"

typedef struct pf_sink {
  const char *name; /* path, for messages; borrowed */
  int fd;           /* -1: memory */
  uint8_t *memory;  /* [Size: bytes], owned; what was skipped is zero */
  uint64_t bytes;   /* up to the last byte written */
  uint64_t room;
} pf_sink;

/* Writes bytes at an offset. Errors: IO, NO_MEMORY. */
pathfan_status pf_sink_put(pf_sink *sink, uint64_t offset, const void *data, uint64_t bytes,
                           pathfan_error *error);

/* What was written so far, to be read back. */
pf_input pf_sink_input(const pf_sink *sink);

#endif
