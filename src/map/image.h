/* image.h - reads the grey values of an image, row by row.
 *
 *   pathfan_image_taker to = {&mine, begin, row};
 *   status = pathfan_image_read(bytes, count, &to, &error); */
#ifndef PATHFAN_MAP_IMAGE_H
#define PATHFAN_MAP_IMAGE_H

#include <stddef.h>

#include "map/image_taker.h"

/* Reads a PGM (P2 or P5, 8 or 16 bits), or a PNG if the builder has libpng; grey is the mean of
 * red, green and blue. Allocates no more memory than a row. Errors: NO_MEMORY, LIMIT, MALFORMED (a
 * sentence without a file name), and those that begin returns. */
pathfan_status pathfan_image_read(const char *bytes, size_t count, const pathfan_image_taker *to,
                                  pathfan_error *error);

#endif
