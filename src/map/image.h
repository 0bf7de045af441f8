/* image.h - reads the grey values of an image, row by row.
 *
 *   pf_image_taker to = {&mine, begin, row};
 *   status = pf_image_read(bytes, count, &to, &excess, &error); */
#ifndef PF_MAP_IMAGE_H
#define PF_MAP_IMAGE_H

#include <stddef.h>

#include "map/image_taker.h"

/* Reads a PGM (P2 or P5, 8 or 16 bits), a BMP, or a PNG if the builder has libpng; grey is the mean
 * of red, green and blue. *excess: how many bytes follow the pixels of a PGM, 0 if mere blanks do;
 * it may be NULL. Allocates no more memory than a row. Errors: NO_MEMORY, LIMIT, MALFORMED
 * (a sentence without a file name), and those that begin returns. */
pathfan_status pf_image_read(const char *bytes, size_t count, const pf_image_taker *to,
                             size_t *excess, pathfan_error *error);

#endif
