/* png_image.h - reads PNG, if the builder has libpng; otherwise fails with a message saying so. */
#ifndef PF_MAP_PNG_IMAGE_H
#define PF_MAP_PNG_IMAGE_H

#include <stddef.h>

#include "map/image_taker.h"

/* Like pf_image_read (map/image.h). */
pathfan_status pf_png_read(const char *bytes, size_t count, const pf_image_taker *to,
                           pathfan_error *error);

#endif
