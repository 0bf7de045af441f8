/* file_image.h - the image of an index in a file, shared by all readers of the process that opened
 * the same file: mapped (file_image.c), or a copy if the system has no mappings (file_copy.c).
 *
 * Immutable except for the verdicts. Any thread. */
#ifndef PF_FORMAT_FILE_IMAGE_H
#define PF_FORMAT_FILE_IMAGE_H

#include "base/platform.h"
#include "image.h"

typedef struct pf_file_image pf_file_image;

/* Opens the index at path, or in the part of the file that options name. shared: an existing image
 * of it may be used (private copies aren't shared). Errors: as pathfan_reader_open. On failure
 * *file is NULL. */
pathfan_status pf_file_image_open(const char *path, const pathfan_open_options *options,
                                  bool shared, pf_file_image **file, pathfan_error *error);

/* Returns its image, valid until it is released. */
const pf_image *pf_file_image_of(const pf_file_image *file);

/* Releases the image; the last reader unmaps it. NULL is allowed. */
void pf_file_image_release(pf_file_image *file);

/* Whether path leads to a different file. False if it leads nowhere. */
bool pf_file_image_is_stale(const pf_file_image *file, const char *path);

/* Whether path leads to anything. */
bool pf_file_is_there(const char *path);

#endif
