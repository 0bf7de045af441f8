/* writer.h - what only the library and its tests may turn on a writer. */
#ifndef PATHFAN_FORMAT_WRITER_H
#define PATHFAN_FORMAT_WRITER_H

#include <stdint.h>

#include "pathfan/format.h"

typedef struct pathfan_writer_limits {
  uint64_t chunk_max; /* largest value with headers, bytes; a multiple of the page size */
  uint64_t small_max; /* sections up to this many stored bytes share values */
  uint64_t pack_max;  /* a shared value is written when it would pass this many bytes */
} pathfan_writer_limits;

/* The limits of every new writer. */
pathfan_writer_limits pathfan_writer_default_limits(void);

/* Changes the limits for the sections to come. Small limits let tests see chunks
 * and several shared values without gigabytes. */
void pathfan_writer_set_limits(pathfan_writer *writer, pathfan_writer_limits limits);

/* For a writer that was opened before its source was read: replaces the provenance.
 * Before commit. Strings are copied. */
void pathfan_writer_set_provenance(pathfan_writer *writer, const pathfan_provenance *provenance);

#endif
