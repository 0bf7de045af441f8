/* image.c - reads PGM (https://netpbm.sourceforge.net/doc/pgm.html): a header of words, with
 * comments between them, then the values, as words in P2, as bytes in P5. Only the first image of a
 * file is read. Before anything is taken, the file is known to be long enough for all values. */
#include "map/image.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/bmp_image.h"
#include "map/png_image.h"

typedef struct reader {
  const uint8_t *at, *end;
  pathfan_error *error;
} reader;

static bool is_blank(uint8_t byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void skip_blanks(reader *r) {
  while (r->at < r->end && (is_blank(*r->at) || *r->at == '#')) {
    if (*r->at++ != '#') continue;
    while (r->at < r->end && *r->at != '\n' && *r->at != '\r') r->at++;
  }
}

/* Takes a decimal number of at most `most`. */
static bool take_whole(reader *r, int32_t most, int32_t *value) {
  const uint8_t *from;
  int64_t number = 0;
  skip_blanks(r);
  for (from = r->at; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
    number = 10 * number + (*r->at - '0');
    if (number > most) return false;
  }
  *value = (int32_t)number;
  return r->at > from;
}

typedef struct header {
  int32_t width, height, white;
  bool is_text;
} header;

static pathfan_status take_header(reader *r, header *h) {
  h->is_text = r->at[1] == '2';
  r->at += 2;
  if (!take_whole(r, PF_IMAGE_MAX, &h->width) || h->width < 1 ||
      !take_whole(r, PF_IMAGE_MAX, &h->height) || h->height < 1)
    return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "the width and height of a PGM must be 1 to %d",
                   PF_IMAGE_MAX);
  if (!take_whole(r, 65535, &h->white) || h->white < 1)
    return pf_fail(r->error, PATHFAN_ERR_MALFORMED,
                   "the value of white in a PGM must be 1 to 65535");
  if (r->at == r->end || !is_blank(*r->at))
    return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "the PGM ends before its pixels");
  r->at++;
  /* As text, each value takes at least a digit and a blank. */
  const size_t pixels = (size_t)h->width * (size_t)h->height, bytes = (size_t)(r->end - r->at);
  const size_t needed = h->is_text ? 2 * pixels - 1 : h->white > 255 ? 2 * pixels : pixels;
  if (bytes < needed)
    return pf_fail(r->error, PATHFAN_ERR_MALFORMED,
                   "the PGM has %zu bytes of pixels, %d x %d of them need %zu", bytes,
                   (int)h->width, (int)h->height, needed);
  return PATHFAN_OK;
}

static pathfan_status take_row(reader *r, const header *h, int32_t y, int32_t *grey) {
  for (int32_t x = 0; x < h->width; x++) {
    bool is_there = true;
    if (h->is_text) {
      is_there = take_whole(r, h->white, &grey[x]);
    } else if (h->white > 255) {
      grey[x] = r->at[0] << 8 | r->at[1];
      r->at += 2;
    } else {
      grey[x] = *r->at++;
    }
    if (!is_there || grey[x] > h->white)
      return pf_fail(r->error, PATHFAN_ERR_MALFORMED,
                     "pixel %d of row %d of the PGM is no number up to %d", (int)x, (int)y,
                     (int)h->white);
  }
  return PATHFAN_OK;
}

/* Returns how many bytes are left, 0 if they are blanks. */
static size_t count_excess(const reader *r) {
  for (const uint8_t *at = r->at; at < r->end; at++)
    if (!is_blank(*at)) return (size_t)(r->end - r->at);
  return 0;
}

static pathfan_status read_pgm(reader *r, const pf_image_taker *to, size_t *excess) {
  header h;
  pathfan_status status = take_header(r, &h);
  if (!status) status = to->begin(to->context, h.width, h.height, h.white);
  if (status) return status;
  int32_t *grey = pf_alloc((uint64_t)h.width, sizeof *grey);
  if (!grey) return pf_fail(r->error, PATHFAN_ERR_NO_MEMORY, "no memory for a row of pixels");
  for (int32_t y = 0; y < h.height && !status; y++) {
    status = take_row(r, &h, y, grey);
    if (!status) to->row(to->context, y, grey);
  }
  free(grey);
  if (!status && excess) *excess = count_excess(r);
  return status;
}

pathfan_status pf_image_read(const char *bytes, size_t count, const pf_image_taker *to,
                             size_t *excess, pathfan_error *error) {
  if (excess) *excess = 0;
  reader r = {(const uint8_t *)bytes, (const uint8_t *)bytes + count, error};
  if (count > 3 && bytes[0] == 'P' && (bytes[1] == '2' || bytes[1] == '5') && is_blank(r.at[2]))
    return read_pgm(&r, to, excess);
  if (count > 8 && memcmp(bytes, "\x89PNG", 4) == 0) return pf_png_read(bytes, count, to, error);
  if (count > 2 && memcmp(bytes, "BM", 2) == 0) return pf_bmp_read(bytes, count, to, error);
  return pf_fail(error, PATHFAN_ERR_MALFORMED, "is neither a PGM, P2 or P5, nor a PNG or BMP");
}
