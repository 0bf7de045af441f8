/* bmp_image.h - reads BMP files of 1, 4, 8, 24 or 32 bits a pixel that aren't compressed. */
#ifndef PF_MAP_BMP_IMAGE_H
#define PF_MAP_BMP_IMAGE_H

#include <stddef.h>

#include "map/image_taker.h"

/* As pf_image_read. */
pathfan_status pf_bmp_read(const char *bytes, size_t count, const pf_image_taker *to,
                           pathfan_error *error);

#endif
