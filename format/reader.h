/* reader.h - the internals of a reader, shared with verify.c.
 *
 * Folder format/: a sealed file of named sections (pathfan/format.h); what sections hold is
 * declared in sections.h and layout.h. Writing: sections -> values (writer.h, encode.h) -> pages
 * (database.h) -> seal with a digest of each value (seal.h) -> published file. Reading: file or
 * memory (input.h) -> seal -> places of values, without LMDB (image.h, file_image.h) -> directory
 * (decode.h) -> sections, checked when first touched (pieces.h) or all at once (verify.c). */
#ifndef PF_FORMAT_READER_H
#define PF_FORMAT_READER_H

#include "digest.h"
#include "file_image.h"
#include "pathfan/format.h"

/* Whether sections are decompressed; 0: compressed ones, such as the source map, can't be read. The
 * digests of stored values are checked all the same. */
#ifndef PATHFAN_WITH_ZSTD
#define PATHFAN_WITH_ZSTD 1
#endif

/* Whether this program reads sections of a codec. */
static inline bool pf_codec_is_known(uint32_t codec) {
  return codec == PATHFAN_CODEC_RAW || (PATHFAN_WITH_ZSTD && codec == PATHFAN_CODEC_ZSTD);
}

struct pathfan_reader {
  char *path; /* or the name of an index in memory */
  pathfan_open_policy policy;
  int32_t radius;        /* number of the radius whose sections it finds (sections.h) */
  const pf_image *image; /* that of the file, or in_memory */
  pf_file_image *file;   /* NULL: in memory */
  pf_image in_memory;
  bool is_passing; /* reads bytes of a mapped file once: drops pages once they are read */
};

/* Adds bytes of the index to a digest. */
void pf_reader_digest(const pathfan_reader *reader, pf_digest *sum, const uint8_t *data,
                      uint64_t bytes);

/* Whether anything lies at the path by which the reader was opened. */
bool pf_reader_is_there(const pathfan_reader *reader);

/* Like pathfan_reader_check, whatever the policy. Section `number` must exist. */
pathfan_status pf_reader_judge(const pathfan_reader *reader, uint32_t number, pathfan_error *error);

/* Opens an index under the lazy policy, also one of an older format, as far back as
 * PATHFAN_CONTAINER_MAJOR. The caller may read only sections that haven't changed since: the source
 * map. */
pathfan_status pf_reader_open_any(const char *path, pathfan_reader **reader, pathfan_error *error);

/* Opens a reader of another radius of an open index, which must stay open longer. Errors:
 * NO_MEMORY. */
pathfan_status pf_reader_at_radius(const pathfan_reader *reader, int32_t radius,
                                   pathfan_reader **other, pathfan_error *error);

/* Opens the file as it is on the disk now, without sharing an image that this process has; to read
 * it once, in little memory. */
pathfan_status pf_reader_open_alone(const char *path, pathfan_reader **reader,
                                    pathfan_error *error);

#endif
