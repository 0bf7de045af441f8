/* tiled_data.c - reads the tiles of a Tiled layer, in any encoding.
 *
 * Numbers are taken one by one from a list or a string; bytes, four for each tile with the lowest
 * first, are decoded from base64 piece by piece and unpacked into the requested tiles. So only one
 * piece is in memory, however much a few packed bytes unpack to. */
#include "map/tiled_data.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/inflate.h"

/* Bytes decoded at a time; four letters make three bytes. */
#define PIECE_BYTES 3072

typedef enum packing { PLAIN, DEFLATE, ZSTD } packing;

struct pf_tiled_data {
  const json_t *list;     /* NULL: the data is text */
  size_t number;          /* of tiles taken from list or CSV */
  const char *text, *end; /* the rest of the text */
  bool is_csv;            /* otherwise base64 */
  packing packing;        /* of base64 */
  pf_inflate *inflate;    /* of DEFLATE */
  ZSTD_DStream *zstd;     /* of ZSTD */
  bool is_padded;         /* base64 has ended with padding */
  uint8_t piece[PIECE_BYTES];
  const uint8_t *at, *piece_end; /* the rest of the piece */
};

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static pathfan_status wrong_number(const pf_tiled_data *t, pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_MALFORMED, "tile %zu is not the number of a tile", t->number);
}

/* ---- Numbers ---- */

static pathfan_status take_listed(pf_tiled_data *t, size_t count, uint32_t *gids, size_t *taken,
                                  pathfan_error *error) {
  const size_t left = json_array_size(t->list) - t->number;
  for (*taken = 0; *taken < count && *taken < left; (*taken)++, t->number++) {
    const json_t *given = json_array_get(t->list, t->number);
    const double gid = json_number_value(given);
    if (!json_is_number(given) || !(gid >= 0 && gid <= UINT32_MAX) || gid != (double)(uint32_t)gid)
      return wrong_number(t, error);
    gids[*taken] = (uint32_t)gid;
  }
  return PATHFAN_OK;
}

static void skip_blanks(pf_tiled_data *t) {
  while (t->text < t->end && is_blank(*t->text)) t->text++;
}

static pathfan_status take_csv(pf_tiled_data *t, size_t count, uint32_t *gids, size_t *taken,
                               pathfan_error *error) {
  for (*taken = 0; *taken < count; (*taken)++, t->number++) {
    skip_blanks(t);
    if (t->text == t->end) return PATHFAN_OK;
    if (t->number) {
      if (*t->text != ',') return wrong_number(t, error);
      t->text++;
      skip_blanks(t);
    }
    const char *first = t->text;
    uint64_t gid = 0;
    for (; t->text < t->end && *t->text >= '0' && *t->text <= '9' && gid <= UINT32_MAX; t->text++)
      gid = 10 * gid + (uint64_t)(*t->text - '0');
    if (t->text == first || gid > UINT32_MAX) return wrong_number(t, error);
    gids[*taken] = (uint32_t)gid;
  }
  return PATHFAN_OK;
}

/* ---- Bytes ---- */

static int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static pathfan_status no_base64(pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_MALFORMED, "its tiles aren't base64");
}

/* Decodes four letters to three bytes, or to fewer if padding replaces the last letters. */
static pathfan_status decode_four(pf_tiled_data *t, uint8_t **to, pathfan_error *error) {
  uint32_t bits = 0;
  int letters = 0, padding = 0;
  for (int i = 0; i < 4; i++) {
    skip_blanks(t);
    if (t->text == t->end) {
      if (i) return no_base64(error);
      return PATHFAN_OK;
    }
    const char c = *t->text++;
    const int value = value_of(c);
    if ((c == '=') != (value < 0) || (padding && value >= 0)) return no_base64(error);
    padding += value < 0;
    letters += value >= 0;
    bits = bits << 6 | (value < 0 ? 0 : (uint32_t)value);
  }
  if (letters < 2) return no_base64(error);
  t->is_padded = padding > 0;
  for (int i = 0; i + 1 < letters; i++) *(*to)++ = (uint8_t)(bits >> (16 - 8 * i));
  return PATHFAN_OK;
}

/* Decodes the next piece; it is empty at the end. */
static pathfan_status decode_piece(pf_tiled_data *t, pathfan_error *error) {
  uint8_t *to = t->piece;
  t->at = t->piece_end = t->piece;
  skip_blanks(t);
  if (t->is_padded && t->text < t->end) return no_base64(error);
  while (t->text < t->end && !t->is_padded && to + 3 <= t->piece + PIECE_BYTES) {
    const pathfan_status status = decode_four(t, &to, error);
    if (status) return status;
    skip_blanks(t);
  }
  t->piece_end = to;
  return PATHFAN_OK;
}

/* Unpacks from the piece into out[0..room); *made: how many bytes. */
static pathfan_status unpack(pf_tiled_data *t, uint8_t *out, size_t room, size_t *made) {
  const size_t left = (size_t)(t->piece_end - t->at);
  if (t->packing == DEFLATE)
    return pf_inflate_some(t->inflate, &t->at, t->piece_end, out, room, made);
  if (t->packing == PLAIN) {
    *made = left < room ? left : room;
    memcpy(out, t->at, *made);
    t->at += *made;
    return PATHFAN_OK;
  }
  ZSTD_inBuffer from = {t->at, left, 0};
  ZSTD_outBuffer to = {out, room, 0};
  const size_t code = ZSTD_decompressStream(t->zstd, &to, &from);
  t->at += from.pos;
  *made = to.pos;
  if (!ZSTD_isError(code)) return PATHFAN_OK;
  return ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation ? PATHFAN_ERR_NO_MEMORY
                                                                 : PATHFAN_ERR_MALFORMED;
}

/* Takes unpacked bytes, as many as are left, at most count. */
static pathfan_status take_bytes(pf_tiled_data *t, size_t count, uint8_t *bytes, size_t *taken,
                                 pathfan_error *error) {
  bool has_ended = false;
  for (*taken = 0; *taken < count;) {
    const uint8_t *before = t->at;
    size_t made = 0;
    if (t->at == t->piece_end && !has_ended) {
      const pathfan_status status = decode_piece(t, error);
      if (status) return status;
      before = t->at;
      has_ended = t->at == t->piece_end; /* the decompressor may still hold output */
    }
    const pathfan_status status = unpack(t, bytes + *taken, count - *taken, &made);
    if (status)
      return pf_fail(error, status,
                     status == PATHFAN_ERR_NO_MEMORY ? "no memory to unpack tiles"
                                                     : "its packed tiles are damaged");
    *taken += made;
    if (!made && t->at == before) break; /* the stream ends here, whatever follows */
  }
  return PATHFAN_OK;
}

static pathfan_status take_packed(pf_tiled_data *t, size_t count, uint32_t *gids, size_t *taken,
                                  pathfan_error *error) {
  uint8_t *bytes = (uint8_t *)gids;
  size_t got;
  const pathfan_status status = take_bytes(t, 4 * count, bytes, &got, error);
  *taken = got / 4;
  if (status) return status;
  if (got % 4) return pf_fail(error, PATHFAN_ERR_MALFORMED, "its tiles end within one of them");
  for (size_t i = 0; i < *taken; i++) {
    const uint8_t *b = bytes + 4 * i;
    gids[i] = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
  }
  return PATHFAN_OK;
}

/* ---- All ---- */

static bool says(const char *given, const char *word) {
  return given && strcmp(given, word) == 0;
}

static pathfan_status open_packing(pf_tiled_data *t, const char *compression,
                                   pathfan_error *error) {
  if (!compression || !*compression) return PATHFAN_OK;
  if (says(compression, "zlib") || says(compression, "gzip")) {
    t->packing = DEFLATE;
    return pf_inflate_open(&t->inflate, error);
  }
  if (!says(compression, "zstd"))
    return pf_fail(error, PATHFAN_ERR_MALFORMED,
                   "its tiles are packed by %.20s, not by zlib, gzip or zstd", compression);
  t->packing = ZSTD;
  t->zstd = ZSTD_createDStream();
  return t->zstd ? PATHFAN_OK : pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory to unpack tiles");
}

pathfan_status pf_tiled_data_open(const json_t *data, const char *encoding, const char *compression,
                                  pf_tiled_data **tiles, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  pf_tiled_data *t = pf_alloc_zero(1, sizeof *t);
  *tiles = t;
  if (!t) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for tiles");
  t->list = json_is_array(data) ? data : NULL;
  t->text = json_is_string(data) ? json_string_value(data) : "";
  t->end = t->text + (json_is_string(data) ? json_string_length(data) : 0);
  t->is_csv = !encoding || !*encoding || says(encoding, "csv");
  t->at = t->piece_end = t->piece;
  if (!t->list && !t->is_csv && !says(encoding, "base64"))
    status = pf_fail(error, PATHFAN_ERR_MALFORMED,
                     "its tiles are encoded as %.20s, not as csv or base64", encoding);
  else if (!t->list && !t->is_csv)
    status = open_packing(t, compression, error);
  if (!status) return PATHFAN_OK;
  pf_tiled_data_close(t);
  *tiles = NULL;
  return status;
}

pathfan_status pf_tiled_data_take(pf_tiled_data *tiles, size_t count, uint32_t *gids, size_t *taken,
                                  pathfan_error *error) {
  if (tiles->list) return take_listed(tiles, count, gids, taken, error);
  if (tiles->is_csv) return take_csv(tiles, count, gids, taken, error);
  return take_packed(tiles, count, gids, taken, error);
}

void pf_tiled_data_close(pf_tiled_data *tiles) {
  if (!tiles) return;
  pf_inflate_close(tiles->inflate);
  ZSTD_freeDStream(tiles->zstd);
  free(tiles);
}
