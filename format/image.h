/* image.h - the bytes of one generation of an index, in memory and vouched for
 * by its seal; shared by all readers of the process that opened the same file.
 *
 * Immutable, but for the verdicts. Any thread. */
#ifndef PATHFAN_FORMAT_IMAGE_H
#define PATHFAN_FORMAT_IMAGE_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "directory.h"
#include "pathfan/open.h"
#include "seal.h"
#include "store_read.h"

/* Whether LMDB maps whole files, as a second witness of what lies where; 0: they are mapped as
 * parts of larger ones are, and LMDB isn't linked (-DPATHFAN_LMDB=OFF). */
#ifndef PATHFAN_WITH_LMDB
#define PATHFAN_WITH_LMDB 1
#endif

/* What is known of a section's digest. */
typedef enum pathfan_verdict {
  PATHFAN_VERDICT_NONE = 0,
  PATHFAN_VERDICT_SOUND = 1,
  PATHFAN_VERDICT_DAMAGED = 2
} pathfan_verdict;

/* Which file it was. Published files never change; one that was written over all
 * the same has another time or size. */
typedef struct pathfan_identity {
  dev_t device;
  ino_t inode;
  uint64_t file_bytes;
  struct timespec modified;
} pathfan_identity;

typedef struct pathfan_image {
  pathfan_seal seal;
  pathfan_directory directory;
  const uint8_t *base;    /* the index's first byte */
  atomic_uchar *verdicts; /* pathfan_verdict of each section */
  pathfan_identity identity;

  /* What keeps base alive: LMDB's mapping, one of our own, a copy, or (none of
   * these) the caller. */
  pathfan_store_view view;
  void *mapping; /* of `mapped` bytes */
  uint64_t mapped;
  uint8_t *copy; /* owned */

  /* Guarded by the list of images (image.c). */
  uint64_t offset, bytes; /* of the index in its file */
  int32_t readers;
  struct pathfan_image *next; /* in the list, where it is shared */
} pathfan_image;

/* Opens the index at path, or the part of the file that options tell. shared: an image
 * of it that is there already will do (private copies aren't shared).
 * Errors: as pathfan_reader_open. On failure *image is NULL. */
pathfan_status pathfan_image_open(const char *path, const pathfan_open_options *options,
                                  bool shared, pathfan_image **image, pathfan_error *error);

/* Opens an index in memory. */
pathfan_status pathfan_image_open_memory(const uint8_t *data, uint64_t bytes, const char *name,
                                         const pathfan_open_options *options, pathfan_image **image,
                                         pathfan_error *error);

/* Lets go of it; the last reader unmaps it. NULL is fine. */
void pathfan_image_release(pathfan_image *image);

/* Whether path leads to another file than this. False if it leads nowhere. */
bool pathfan_image_is_stale(const pathfan_image *image, const char *path);

/* The mapped bytes of a value. */
static inline const uint8_t *pathfan_image_value(const pathfan_image *image, uint32_t value) {
  return image->base + image->seal.values[value].offset;
}

#endif
