/* reader.h - the inside of a reader, shared with verify.c. */
#ifndef PATHFAN_FORMAT_READER_H
#define PATHFAN_FORMAT_READER_H

#include "file_image.h"
#include "pathfan/format.h"

/* Whether sections are decompressed; 0: those that are compressed, the source map, can't be read.
 * The digests of what is stored are checked all the same. */
#ifndef PATHFAN_WITH_ZSTD
#define PATHFAN_WITH_ZSTD 1
#endif

/* Whether this program reads sections of a codec. */
static inline bool pathfan_codec_is_known(uint32_t codec) {
  return codec == PATHFAN_CODEC_RAW || (PATHFAN_WITH_ZSTD && codec == PATHFAN_CODEC_ZSTD);
}

struct pathfan_reader {
  char *path; /* or name */
  pathfan_open_policy policy;
  const pathfan_image *image; /* of the file, or in_memory */
  pathfan_file_image *file;   /* NULL: in memory */
  pathfan_image in_memory;
};

/* Whether anything lies at the path that it was opened by. */
bool pathfan_reader_is_there(const pathfan_reader *reader);

/* pathfan_reader_check whatever the policy. */
pathfan_status pathfan_reader_judge(const pathfan_reader *reader, uint32_t number,
                                    pathfan_error *error);

/* Opens under the lazy policy, also files of older formats, as far back as
 * PATHFAN_CONTAINER_MAJOR: who asks reads of sections what hasn't changed, the source map. */
pathfan_status pathfan_reader_open_any(const char *path, pathfan_reader **reader,
                                       pathfan_error *error);

/* Opens the file as it lies on the disk now, whatever this process knows of it. */
pathfan_status pathfan_reader_open_alone(const char *path, pathfan_reader **reader,
                                         pathfan_error *error);

#endif
