/* image_taker.h - callbacks that receive an image from a reader (map/image.h). */
#ifndef PATHFAN_MAP_IMAGE_TAKER_H
#define PATHFAN_MAP_IMAGE_TAKER_H

#include <stdint.h>

#include "pathfan/status.h"

/* Largest width and height of images. */
#define PATHFAN_IMAGE_MAX 16384

/* The value of a pixel that isn't opaque. */
#define PATHFAN_IMAGE_CLEAR (-1)

typedef struct pathfan_image_taker {
  void *context;
  /* Called once, before all rows. white: the value of white, 1..65535; black is 0. Any status but
   * OK ends the reading. */
  pathfan_status (*begin)(void *context, int32_t width, int32_t height, int32_t white);
  /* Called for each row from the top. grey [Size: width] */
  void (*row)(void *context, int32_t y, const int32_t *grey);
} pathfan_image_taker;

#endif
