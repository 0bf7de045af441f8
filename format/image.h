/* image.h - the bytes of one generation of an index, in memory and vouched for by its seal.
 *
 * Immutable except for the verdicts. Any thread. */
#ifndef PF_FORMAT_IMAGE_H
#define PF_FORMAT_IMAGE_H

#include <stdatomic.h>
#include <stdint.h>

#include "directory.h"
#include "input.h"
#include "pathfan/open.h"
#include "seal.h"

/* The result of checking a section's digest. */
typedef enum pf_verdict {
  PF_VERDICT_NONE = 0,
  PF_VERDICT_SOUND = 1,
  PF_VERDICT_DAMAGED = 2
} pf_verdict;

typedef struct pf_image {
  pf_seal seal;
  pf_directory directory;
  const uint8_t *base;    /* the index's first byte */
  atomic_uchar *verdicts; /* pf_verdict of each section */
  uint8_t *copy;          /* owned; NULL: base is kept alive elsewhere */
} pf_image;

/* Reads and checks seal, structure and directory, of a copy of the input if `copied`. base is the
 * copy, the input's memory, or NULL for a file that isn't copied: then the caller maps it. On
 * failure the image is all zero. Errors: as pathfan_reader_open. */
pathfan_status pf_image_fill(pf_image *image, pf_input input, bool copied, pathfan_error *error);

/* Fills an image from an index in memory, copied if options say so or if it isn't aligned. */
pathfan_status pf_image_fill_memory(pf_image *image, const uint8_t *data, uint64_t bytes,
                                    const char *name, const pathfan_open_options *options,
                                    pathfan_error *error);

/* Frees what the image owns and zeroes it. */
void pf_image_clear(pf_image *image);

/* Returns the bytes of a value in memory. */
static inline const uint8_t *pf_image_value(const pf_image *image, uint32_t value) {
  return image->base + image->seal.values[value].offset;
}

#endif
