/* image.h - the bytes of one generation of an index, in memory and vouched for by its seal.
 *
 * Immutable but for the verdicts. Any thread. */
#ifndef PATHFAN_FORMAT_IMAGE_H
#define PATHFAN_FORMAT_IMAGE_H

#include <stdatomic.h>
#include <stdint.h>

#include "directory.h"
#include "input.h"
#include "pathfan/open.h"
#include "seal.h"

/* The result of checking a section's digest. */
typedef enum pathfan_verdict {
  PATHFAN_VERDICT_NONE = 0,
  PATHFAN_VERDICT_SOUND = 1,
  PATHFAN_VERDICT_DAMAGED = 2
} pathfan_verdict;

typedef struct pathfan_image {
  pathfan_seal seal;
  pathfan_directory directory;
  const uint8_t *base;    /* the index's first byte */
  atomic_uchar *verdicts; /* pathfan_verdict of each section */
  uint8_t *copy;          /* owned; NULL: base is kept alive elsewhere */
} pathfan_image;

/* Reads and checks seal, structure and directory, of a copy of the input if `copied`. base is the
 * copy, the input's memory, or NULL for a file that isn't copied: then the caller maps it. On
 * failure the image is all zero. Errors: as pathfan_reader_open. */
pathfan_status pathfan_image_fill(pathfan_image *image, pathfan_input input, bool copied,
                                  pathfan_error *error);

/* Fills an image from an index in memory, copied if options say so or if it isn't aligned. */
pathfan_status pathfan_image_fill_memory(pathfan_image *image, const uint8_t *data, uint64_t bytes,
                                         const char *name, const pathfan_open_options *options,
                                         pathfan_error *error);

/* Frees what the image owns and zeroes it. */
void pathfan_image_clear(pathfan_image *image);

/* Returns the bytes of a value in memory. */
static inline const uint8_t *pathfan_image_value(const pathfan_image *image, uint32_t value) {
  return image->base + image->seal.values[value].offset;
}

#endif
