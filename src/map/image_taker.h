/* image_taker.h - callbacks that receive an image from a reader (map/image.h). */
#ifndef PF_MAP_IMAGE_TAKER_H
#define PF_MAP_IMAGE_TAKER_H

#include <stdint.h>

#include "pathfan/status.h"

/* Largest width and height of images. */
#define PF_IMAGE_MAX 16384

/* The value of a pixel that isn't opaque. */
#define PF_IMAGE_CLEAR (-1)

typedef struct pf_image_taker {
  void *context;
  /* Called once, before all rows. white: the value of white, 1..65535; black is 0. Any status but
   * OK ends the reading. */
  pathfan_status (*begin)(void *context, int32_t width, int32_t height, int32_t white);
  /* Called for each row from the top. grey [Size: width] */
  void (*row)(void *context, int32_t y, const int32_t *grey);
} pf_image_taker;

#endif
