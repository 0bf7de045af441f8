/* bmp_image.c - reads BMP (Microsoft's "Bitmap Storage"): a head of 14 bytes, one of 12 bytes (of
 * OS/2) or 40 and more, a palette for up to 8 bits a pixel, then rows, mostly from the bottom up,
 * each filled up to whole words of 4 bytes. Numbers are little-endian. 32 bits may be told as
 * masks; with a mask of opacity, the fourth byte is it, otherwise it means nothing. Before anything
 * is taken, the file is known to be long enough for all pixels. */
#include "map/bmp_image.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

#define FILE_HEAD 14
#define OLD_HEAD 12 /* of OS/2 */
#define HEAD 40
#define MASKS 3 /* a kind of compression that is none */

typedef struct image {
  int32_t width, height, bits;
  bool is_from_top, has_opacity;
  const uint8_t *rows; /* the first one in the file */
  size_t row_bytes;
  int32_t colour_count;
  int32_t colours[256]; /* sums of red, green and blue */
} image;

static uint32_t u16_at(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t u32_at(const uint8_t *at) {
  return u16_at(at) | u16_at(at + 2) << 16;
}

static int32_t sum(const uint8_t *colour) {
  return colour[0] + colour[1] + colour[2];
}

/* Reads width, height and bits. */
static pathfan_status take_extent(const uint8_t *head, uint32_t head_bytes, image *i,
                                  pathfan_error *error) {
  const bool is_old = head_bytes == OLD_HEAD;
  const int64_t width = is_old ? (int64_t)u16_at(head + 4) : (int32_t)u32_at(head + 4);
  const int64_t height = is_old ? (int64_t)u16_at(head + 6) : (int32_t)u32_at(head + 8);
  i->is_from_top = height < 0;
  if (width < 1 || width > PF_IMAGE_MAX || !height || llabs(height) > PF_IMAGE_MAX)
    return pf_fail(error, PATHFAN_ERR_MALFORMED, "the width and height of a BMP must be 1 to %d",
                   PF_IMAGE_MAX);
  i->width = (int32_t)width;
  i->height = (int32_t)llabs(height);
  i->bits = (int32_t)u16_at(head + (is_old ? 10 : 14));
  if (i->bits != 1 && i->bits != 4 && i->bits != 8 && i->bits != 24 && i->bits != 32)
    return pf_fail(error, PATHFAN_ERR_MALFORMED,
                   "the BMP has %d bits a pixel, only 1, 4, 8, 24 and 32 are read", (int)i->bits);
  return PATHFAN_OK;
}

/* Accepts no compression, or masks that say what 32 bits mean anyway. The masks follow the first 40
 * bytes, as a part of a longer head or after it. */
static pathfan_status check_compression(const uint8_t *head, uint32_t head_bytes, size_t left,
                                        image *i, pathfan_error *error) {
  static const uint8_t usual[] = {0, 0, 0xff, 0, 0, 0xff, 0, 0, 0xff, 0, 0, 0};
  const uint32_t kind = head_bytes == OLD_HEAD ? 0 : u32_at(head + 16);
  if (!kind) return PATHFAN_OK;
  if (kind != MASKS || i->bits != 32 || left < HEAD + sizeof usual ||
      memcmp(head + HEAD, usual, sizeof usual) != 0)
    return pf_fail(error, PATHFAN_ERR_MALFORMED,
                   "the BMP is compressed, or has unusual masks; save it without");
  i->has_opacity = head_bytes >= HEAD + sizeof usual + 4 && left >= head_bytes &&
                   u32_at(head + HEAD + sizeof usual) == 0xff000000;
  return PATHFAN_OK;
}

/* Reads the colours of up to 8 bits. */
static pathfan_status take_colours(const uint8_t *head, uint32_t head_bytes, size_t left, image *i,
                                   pathfan_error *error) {
  const size_t each = head_bytes == OLD_HEAD ? 3 : 4;
  const uint32_t said = head_bytes == OLD_HEAD ? 0 : u32_at(head + 32);
  if (i->bits > 8) return PATHFAN_OK;
  i->colour_count = said && said < 1u << i->bits ? (int32_t)said : 1 << i->bits;
  if (left < head_bytes || (left - head_bytes) / each < (size_t)i->colour_count)
    return pf_fail(error, PATHFAN_ERR_MALFORMED, "the BMP ends before its colours");
  for (int32_t c = 0; c < i->colour_count; c++)
    i->colours[c] = sum(head + head_bytes + each * (size_t)c);
  return PATHFAN_OK;
}

static pathfan_status take_head(const uint8_t *bytes, size_t count, image *i,
                                pathfan_error *error) {
  const uint8_t *head = bytes + FILE_HEAD;
  const size_t left = count > FILE_HEAD ? count - FILE_HEAD : 0;
  const uint32_t head_bytes = left >= OLD_HEAD ? u32_at(head) : 0;
  *i = (image){0};
  if (left < OLD_HEAD || (head_bytes != OLD_HEAD && (head_bytes < HEAD || left < HEAD)))
    return pf_fail(error, PATHFAN_ERR_MALFORMED, "the BMP has no head that can be read");
  pathfan_status status = take_extent(head, head_bytes, i, error);
  if (!status) status = check_compression(head, head_bytes, left, i, error);
  if (!status) status = take_colours(head, head_bytes, left, i, error);
  if (status) return status;
  const uint32_t start = u32_at(bytes + 10);
  const size_t row_bits = (size_t)i->width * (size_t)i->bits;
  i->row_bytes = (row_bits + 31) / 32 * 4;
  /* The last row needn't be filled up. */
  const size_t needed = i->row_bytes * (size_t)(i->height - 1) + (row_bits + 7) / 8;
  const size_t there = count > start ? count - start : 0;
  if (there < needed)
    return pf_fail(error, PATHFAN_ERR_MALFORMED,
                   "the BMP has %zu bytes of pixels, %d x %d of them need %zu", there,
                   (int)i->width, (int)i->height, needed);
  i->rows = bytes + start;
  return PATHFAN_OK;
}

/* Returns a pixel of a row; -2: it has no colour. */
static int32_t grey_of(const image *i, const uint8_t *row, int32_t x) {
  if (i->bits > 8) {
    const uint8_t *pixel = row + (size_t)x * (size_t)(i->bits / 8);
    return i->has_opacity && pixel[3] != 255 ? PF_IMAGE_CLEAR : sum(pixel);
  }
  const int32_t at = x * i->bits, shift = 8 - i->bits - at % 8;
  const int32_t colour = row[at / 8] >> shift & ((1 << i->bits) - 1);
  return colour < i->colour_count ? i->colours[colour] : -2;
}

pathfan_status pf_bmp_read(const char *bytes, size_t count, const pf_image_taker *to,
                           pathfan_error *error) {
  image i;
  pathfan_status status = take_head((const uint8_t *)bytes, count, &i, error);
  if (!status) status = to->begin(to->context, i.width, i.height, 3 * 255);
  if (status) return status;
  int32_t *grey = pf_alloc((uint64_t)i.width, sizeof *grey);
  if (!grey) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for a row of pixels");
  for (int32_t y = 0; y < i.height && !status; y++) {
    const int32_t at = i.is_from_top ? y : i.height - 1 - y;
    const uint8_t *row = i.rows + i.row_bytes * (size_t)at;
    for (int32_t x = 0; x < i.width && !status; x++) {
      grey[x] = grey_of(&i, row, x);
      if (grey[x] < PF_IMAGE_CLEAR)
        status = pf_fail(error, PATHFAN_ERR_MALFORMED,
                         "pixel %d of row %d of the BMP has none of its %d colours", (int)x, (int)y,
                         (int)i.colour_count);
    }
    if (!status) to->row(to->context, y, grey);
  }
  free(grey);
  return status;
}
