/* gzip.c - compression by zlib. */
#include "viewer/gzip.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

/* Makes deflateInit2 write gzip's head and tail, with the largest window. */
#define WINDOW_OF_GZIP (15 + 16)
#define MEMORY_LEVEL 8 /* zlib's default */

/* Whether one coding of the list is gzip, or any; *wanted: it is accepted. */
static bool names_gzip(const char *item, size_t length, bool *wanted) {
  const size_t name = strcspn(item, ";, \t");
  if (!(name == 4 && strncasecmp(item, "gzip", 4) == 0) && !(name == 1 && *item == '*'))
    return false;
  const char *q = memmem(item, length, "q=", 2);
  *wanted = !q || strtod(q + 2, NULL) > 0;
  return true;
}

bool pf_takes_gzip(const char *accept_encoding) {
  bool any = false, wanted = false;
  for (const char *at = accept_encoding; at && *at;) {
    at += strspn(at, ", \t");
    const size_t length = strcspn(at, ",");
    if (names_gzip(at, length, &wanted)) {
      if (*at != '*') return wanted; /* by name, whatever the others say */
      any = wanted;
    }
    at += length;
  }
  return any;
}

char *pf_gzip(const char *text, size_t bytes, int level, size_t *made) {
  z_stream stream = {.next_in = (z_const Bytef *)text, .avail_in = (uInt)bytes};
  if (bytes > UINT_MAX / 2) return NULL;
  if (deflateInit2(&stream, level, Z_DEFLATED, WINDOW_OF_GZIP, MEMORY_LEVEL, Z_DEFAULT_STRATEGY))
    return NULL;
  char *out = malloc(bytes + 1);
  stream.next_out = (Bytef *)out;
  stream.avail_out = (uInt)bytes;
  const bool fits = out && deflate(&stream, Z_FINISH) == Z_STREAM_END;
  *made = stream.total_out;
  deflateEnd(&stream);
  if (fits) return out;
  free(out);
  return NULL;
}
