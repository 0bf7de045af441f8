/* writer.h - making an index file: sections go in one after the other, the file appears whole or
 * not at all.
 *
 *   pathfan_writer_open -> pathfan_writer_add ... -> pathfan_writer_commit
 *
 * A writer belongs to one thread. */
#ifndef PATHFAN_FORMAT_WRITER_H
#define PATHFAN_FORMAT_WRITER_H

#include <stdint.h>

#include "pathfan/format.h"

typedef struct pathfan_writer pathfan_writer;

/* Starts an index of minor version 0 that will be published at path. It grows in PATH.tmp, which is
 * locked while its writer lives: a second writer of the same path is refused
 * (BUSY); what a dead one left is removed. On failure *writer is NULL.
 * Errors: BUSY, IO, NO_MEMORY, ARGUMENT. */
pathfan_status pathfan_writer_open(const char *path, const pathfan_provenance *provenance,
                                   pathfan_writer **writer, pathfan_error *error);

/* Adds a section of `count` elements of `element_size` bytes, copied from data.
 * Names are unique. Zstd sections are one chunk of at most PATHFAN_CHUNK_MAX
 * bytes. A raw section above that is cut after whole elements; when `cuts` is
 * given, only at those element indices (ascending, cut_count of them), so that
 * rows never straddle chunks: PATHFAN_ERR_LIMIT if two neighbouring cuts lie
 * further apart than a chunk. After any failure only abort is useful. */
pathfan_status pathfan_writer_add(pathfan_writer *writer, const char *name, const void *data,
                                  uint64_t count, uint32_t element_size, pathfan_codec codec,
                                  uint32_t flags, const uint64_t *cuts, uint64_t cut_count,
                                  pathfan_error *error);

/* What was added wants a reader of that minor version of the format, or a later one. Before
 * commit. */
void pathfan_writer_need_minor(pathfan_writer *writer, int minor);

/* Writes directory and trailer, syncs, reopens and verifies the temporary file,
 * renames it over path, syncs the folder, and frees the writer. On failure the
 * temporary file is removed, path is untouched, and the writer is freed too;
 * except that PATHFAN_ERR_IO also tells, in so many words, that the new file is
 * in place but its folder couldn't be synced. */
pathfan_status pathfan_writer_commit(pathfan_writer *writer, pathfan_error *error);

/* Gives up: removes the temporary file and frees the writer. NULL is fine. */
void pathfan_writer_abort(pathfan_writer *writer);

/* ---- For the builder and tests ---- */

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
