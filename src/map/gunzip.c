/* gunzip.c - unpacks files of gzip: one or more members, each a stream with a checksum; zeros may
 * fill the end up, as on tapes. Everything is unpacked twice, first only to count and check it. So
 * memory is taken once, of the right size, and not for a damaged file. */
#include "map/gunzip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/inflate.h"

/* Bytes that are unpacked at once while counting. */
#define PIECE 16384

typedef struct packed {
  const uint8_t *at, *end;
  const char *path;
  pathfan_error *error;
} packed;

bool pf_is_gzip(const char *bytes, size_t count) {
  return count >= 2 && memcmp(bytes, "\x1f\x8b", 2) == 0;
}

static pathfan_status damaged(const packed *p) {
  return pf_fail(p->error, PATHFAN_ERR_MALFORMED, "%s: is packed by gzip, and damaged or cut short",
                 p->path);
}

/* Unpacks one member. out: where to; NULL: nowhere. *made: counts bytes on, up to most. */
static pathfan_status unpack_member(packed *p, char *out, size_t most, size_t *made) {
  uint8_t piece[PIECE];
  pf_inflate *inflate;
  pathfan_status status = pf_inflate_open(&inflate, NULL);
  while (!status && !pf_inflate_ended(inflate)) {
    /* One byte of room more than allowed shows that there is more. */
    const size_t room = out ? most - *made : most - *made < PIECE ? most - *made + 1 : PIECE;
    const uint8_t *from = p->at;
    size_t some = 0;
    status =
        pf_inflate_some(inflate, &p->at, p->end, out ? (uint8_t *)out + *made : piece, room, &some);
    *made += some;
    if (!status && *made > most)
      status =
          pf_fail(p->error, PATHFAN_ERR_LIMIT, "%s: unpacks to more than %zu bytes", p->path, most);
    else if (status == PATHFAN_ERR_MALFORMED ||
             (!status && !some && p->at == from && !pf_inflate_ended(inflate)))
      status = damaged(p);
  }
  pf_inflate_close(inflate);
  if (status == PATHFAN_ERR_NO_MEMORY)
    pf_fail(p->error, status, "%s: no memory to unpack it", p->path);
  return status;
}

static pathfan_status unpack(packed p, char *out, size_t most, size_t *made) {
  pathfan_status status = PATHFAN_OK;
  *made = 0;
  while (!status && pf_is_gzip((const char *)p.at, (size_t)(p.end - p.at)))
    status = unpack_member(&p, out, most, made);
  while (p.at < p.end && !*p.at) p.at++;
  if (!status && p.at < p.end)
    status = pf_fail(p.error, PATHFAN_ERR_MALFORMED,
                     "%s: is packed by gzip, and followed by other bytes", p.path);
  return status;
}

/* Whether the builder can unpack at all. */
static bool has_zlib(void) {
  pf_inflate *inflate;
  const pathfan_status status = pf_inflate_open(&inflate, NULL);
  pf_inflate_close(inflate);
  return status != PATHFAN_ERR_MALFORMED;
}

pathfan_status pf_gunzip(const char *path, size_t max_bytes, char **text, size_t *bytes,
                         pathfan_error *error) {
  const uint8_t *from = (const uint8_t *)*text;
  const packed all = {from, from + *bytes, path, error};
  size_t count, again;
  if (!has_zlib()) return PATHFAN_OK;
  pathfan_status status = unpack(all, NULL, max_bytes, &count);
  if (status) return status;
  char *out = pf_alloc((uint64_t)count + 1, 1);
  if (!out) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to unpack it", path);
  status = unpack(all, out, count, &again);
  if (status) {
    free(out);
    return status;
  }
  out[count] = 0;
  free(*text);
  *text = out;
  *bytes = count;
  return PATHFAN_OK;
}
