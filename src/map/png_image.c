/* png_image.c - reads PNG by libpng, row by row, so that a small file can't claim much memory.
 * Values are taken as they stand, ignoring gamma: the map's author meant them so.
 *
 * libpng reports errors by longjmp: everything needed after that is in a struct that the caller of
 * setjmp doesn't change itself. */
#include <png.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/png_image.h"

/* Limits of chunks without pixels: more of them, or larger ones, are attacks. */
#define CHUNKS_MAX 1000
#define CHUNK_BYTES_MAX (8 << 20)

typedef struct reader {
  png_structp png;
  png_infop info;
  const uint8_t *at, *end;
  const pf_image_taker *to;
  uint8_t *row;
  int32_t *grey;
  int channels;
  pathfan_error *error;
} reader;

static void give_bytes(png_structp png, png_bytep into, size_t count) {
  reader *r = png_get_io_ptr(png);
  if ((size_t)(r->end - r->at) < count) png_error(png, "it ends too early");
  memcpy(into, r->at, count);
  r->at += count;
}

static void give_up(png_structp png, png_const_charp why) {
  reader *r = png_get_error_ptr(png);
  pf_fail(r->error, PATHFAN_ERR_MALFORMED, "the PNG can't be read: %s", why);
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp why) {
  (void)png;
  (void)why;
}

/* Converts all kinds to 8 bits of grey or colour, with alpha or without. */
static void choose_form(reader *r) {
  const bool is_clear = png_get_valid(r->png, r->info, PNG_INFO_tRNS);
  png_set_expand(r->png); /* palettes, low bit depths, a transparent colour */
  if (is_clear) png_set_tRNS_to_alpha(r->png);
  png_set_scale_16(r->png);
  png_read_update_info(r->png, r->info);
  r->channels = png_get_channels(r->png, r->info);
}

static void take_row(reader *r, int32_t width, int32_t y) {
  const int colours = r->channels > 2 ? 3 : 1;
  png_read_row(r->png, r->row, NULL);
  for (int32_t x = 0; x < width; x++) {
    const uint8_t *pixel = r->row + (size_t)x * (size_t)r->channels;
    int32_t sum = 0;
    for (int i = 0; i < colours; i++) sum += pixel[i];
    const bool is_opaque = r->channels == colours || pixel[colours] == 255;
    r->grey[x] = is_opaque ? sum : PF_IMAGE_CLEAR;
  }
  r->to->row(r->to->context, y, r->grey);
}

static pathfan_status read_all(reader *r) {
  if (setjmp(png_jmpbuf(r->png))) return PATHFAN_ERR_MALFORMED; /* give_up has said why */
  png_set_read_fn(r->png, r, give_bytes);
  png_set_user_limits(r->png, PF_IMAGE_MAX, PF_IMAGE_MAX);
  png_set_chunk_cache_max(r->png, CHUNKS_MAX);
  png_set_chunk_malloc_max(r->png, CHUNK_BYTES_MAX);
  png_read_info(r->png, r->info);
  if (png_get_interlace_type(r->png, r->info) != PNG_INTERLACE_NONE)
    return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "the PNG is interlaced; save it without that");
  choose_form(r);
  const int32_t width = (int32_t)png_get_image_width(r->png, r->info);
  const int32_t height = (int32_t)png_get_image_height(r->png, r->info);
  const pathfan_status status =
      r->to->begin(r->to->context, width, height, r->channels > 2 ? 3 * 255 : 255);
  if (status) return status;
  r->row = pf_alloc((uint64_t)width, (size_t)r->channels);
  r->grey = pf_alloc((uint64_t)width, sizeof *r->grey);
  if (!r->row || !r->grey)
    return pf_fail(r->error, PATHFAN_ERR_NO_MEMORY, "no memory for a row of pixels");
  for (int32_t y = 0; y < height; y++) take_row(r, width, y);
  return PATHFAN_OK;
}

pathfan_status pf_png_read(const char *bytes, size_t count, const pf_image_taker *to,
                           pathfan_error *error) {
  reader r = {.at = (const uint8_t *)bytes,
              .end = (const uint8_t *)bytes + count,
              .to = to,
              .error = error};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  r.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &r, give_up, ignore);
  r.info = r.png ? png_create_info_struct(r.png) : NULL;
  if (r.info)
    status = read_all(&r);
  else
    pf_fail(error, status, "no memory for a PNG");
  png_destroy_read_struct(&r.png, &r.info, NULL);
  free(r.row);
  free(r.grey);
  return status;
}
