/* inflate.c - unpacks by zlib, which tells its own format from gzip's. */
#include "map/inflate.h"

#include <stdlib.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/status.h"

/* The largest window; detects either format. */
#define WINDOW_BITS (15 + 32)

struct pf_inflate {
  z_stream stream;
  bool ended;
};

/* zlib allocates by this program's allocator, as all code here does. */
static void *give_memory(void *context, unsigned count, unsigned size) {
  (void)context;
  return pf_alloc(count, size);
}

static void take_memory(void *context, void *memory) {
  (void)context;
  free(memory);
}

pathfan_status pf_inflate_open(pf_inflate **inflate, pathfan_error *error) {
  pf_inflate *opened = pf_alloc_zero(1, sizeof *opened);
  *inflate = opened;
  if (opened) {
    opened->stream.zalloc = give_memory;
    opened->stream.zfree = take_memory;
    if (inflateInit2(&opened->stream, WINDOW_BITS) == Z_OK) return PATHFAN_OK;
    free(opened);
    *inflate = NULL;
  }
  return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory to unpack tiles");
}

pathfan_status pf_inflate_some(pf_inflate *from, const uint8_t **in, const uint8_t *in_end,
                               uint8_t *out, size_t room, size_t *made) {
  z_stream *stream = &from->stream;
  *made = 0;
  if (from->ended) return PATHFAN_OK;
  stream->next_in = (Bytef *)*in; /* the header of zlib omits const unless an option is set */
  stream->avail_in = in_end - *in < UINT32_MAX ? (uInt)(in_end - *in) : UINT32_MAX;
  stream->next_out = out;
  stream->avail_out = room < UINT32_MAX ? (uInt)room : UINT32_MAX;
  const uInt before = stream->avail_out;
  const int code = inflate(stream, Z_NO_FLUSH);
  *in = stream->next_in;
  *made = before - stream->avail_out;
  from->ended = code == Z_STREAM_END;
  if (code == Z_MEM_ERROR) return PATHFAN_ERR_NO_MEMORY;
  return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR ? PATHFAN_OK
                                                                     : PATHFAN_ERR_MALFORMED;
}

bool pf_inflate_ended(const pf_inflate *from) {
  return from->ended;
}

void pf_inflate_close(pf_inflate *from) {
  if (from) inflateEnd(&from->stream);
  free(from);
}
