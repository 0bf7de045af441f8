/* writer.h - writes an index file: sections are added one after the other, and the file appears
 * whole or not at all.
 *
 *   pf_writer_open -> pf_writer_add ... -> pf_writer_commit
 *
 * A writer belongs to one thread. */
#ifndef PF_FORMAT_WRITER_H
#define PF_FORMAT_WRITER_H

#include <stdint.h>

#include "pathfan/format.h"

typedef struct pf_writer pf_writer;

/* Starts an index of minor version 0 that will be published at path. It grows in PATH.tmp, which is
 * locked while its writer lives: a second writer of the same path is refused (BUSY); what a dead
 * writer left is removed. On failure *writer is NULL. Errors: BUSY, IO, NO_MEMORY, ARGUMENT. */
pathfan_status pf_writer_open(const char *path, const pathfan_provenance *provenance,
                              pf_writer **writer, pathfan_error *error);

/* Starts an index that will lie in memory; name stands for its path in messages. On failure *writer
 * is NULL. Errors: NO_MEMORY, ARGUMENT. */
pathfan_status pf_writer_open_memory(const char *name, const pathfan_provenance *provenance,
                                     pf_writer **writer, pathfan_error *error);

/* A section to be added. A zstd section is one chunk of at most PATHFAN_CHUNK_MAX bytes. A raw
 * section above that is cut after whole elements; with cuts, only there, so that rows never
 * straddle chunks. */
typedef struct pf_new_section {
  const char *name; /* unique in the index */
  const void *data;
  uint64_t count;        /* of elements */
  uint32_t element_size; /* bytes */
  pathfan_codec codec;
  uint32_t flags;       /* PATHFAN_SECTION_REQUIRED, _HOT */
  const uint64_t *cuts; /* [Size: cut_count] element indices, ascending; NULL: none */
  uint64_t cut_count;
} pf_new_section;

/* Copies a section into the index. After any failure the writer can only be aborted. Errors:
 * ARGUMENT, NO_MEMORY, IO; LIMIT, also if two neighbouring cuts are farther apart than a chunk. */
pathfan_status pf_writer_add(pf_writer *writer, const pf_new_section *section,
                             pathfan_error *error);

/* Records that the sections added require a reader of that minor version of the format or a later
 * one. Call before commit. */
void pf_writer_need_minor(pf_writer *writer, int minor);

/* Writes directory and trailer, syncs, reopens and verifies the temporary file, renames it over
 * path, syncs the folder, and frees the writer. On failure the temporary file is removed, path is
 * untouched, and the writer is freed too. Exception: PATHFAN_ERR_IO may also mean, and then says
 * so, that the new file is in place but its folder couldn't be synced. */
pathfan_status pf_writer_commit(pf_writer *writer, pathfan_error *error);

/* Ends an index in memory, [Size: *bytes], which the caller frees, and frees the writer. The bytes
 * are those that pf_writer_commit publishes. On failure *index is NULL, and the writer is freed
 * too. */
pathfan_status pf_writer_commit_memory(pf_writer *writer, uint8_t **index, uint64_t *bytes,
                                       pathfan_error *error);

/* Removes the temporary file and frees the writer. NULL is allowed. */
void pf_writer_abort(pf_writer *writer);

/* ---- For the builder and tests ---- */

typedef struct pf_writer_limits {
  uint64_t chunk_max; /* largest value with headers, bytes; a multiple of the page size */
  uint64_t small_max; /* largest section that shares a value, stored bytes */
  uint64_t pack_max;  /* a shared value is written before it would exceed this, bytes */
} pf_writer_limits;

/* Returns the limits of every new writer. */
pf_writer_limits pf_writer_default_limits(void);

/* Changes the limits for later sections. Small limits let tests have chunks and several shared
 * values without gigabytes. */
void pf_writer_set_limits(pf_writer *writer, pf_writer_limits limits);

/* Replaces the provenance, for a writer opened before its source was read. Call before commit.
 * Strings are copied. */
void pf_writer_set_provenance(pf_writer *writer, const pathfan_provenance *provenance);

#endif
