/* file_image.h - the image of an index in a file, shared by all readers of the process that opened
 * the same file: mapped (file_image.c), or, where the system has no mappings, a copy (file_copy.c).
 *
 * Immutable, but for the verdicts. Any thread. */
#ifndef PATHFAN_FORMAT_FILE_IMAGE_H
#define PATHFAN_FORMAT_FILE_IMAGE_H

#include "base/platform.h"
#include "image.h"

typedef struct pathfan_file_image pathfan_file_image;

/* Opens the index at path, or the part of the file that options tell. shared: an image
 * of it that is there already will do (private copies aren't shared).
 * Errors: as pathfan_reader_open. On failure *file is NULL. */
pathfan_status pathfan_file_image_open(const char *path, const pathfan_open_options *options,
                                       bool shared, pathfan_file_image **file,
                                       pathfan_error *error);

/* Its bytes, as long as it isn't let go. */
const pathfan_image *pathfan_file_image_of(const pathfan_file_image *file);

/* Lets go of it; the last reader unmaps it. NULL is fine. */
void pathfan_file_image_release(pathfan_file_image *file);

/* Whether path leads to another file than this. False if it leads nowhere. */
bool pathfan_file_image_is_stale(const pathfan_file_image *file, const char *path);

/* Whether path leads to anything. */
bool pathfan_file_is_there(const char *path);

#endif
