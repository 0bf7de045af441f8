/* gzip.h - compression of texts for browsers.
 *
 *   if (pathfan_takes_gzip(pathfan_exchange_header(x, "Accept-Encoding")))
 *     made = pathfan_gzip(text, bytes, PATHFAN_GZIP_BEST, &made_bytes); */
#ifndef PATHFAN_VIEWER_GZIP_H
#define PATHFAN_VIEWER_GZIP_H

#include <stdbool.h>
#include <stddef.h>

/* Levels for texts that are sent often, and for those made for one answer: 1 ms for 100 KB of JSON,
 * of which a third remains. */
#define PATHFAN_GZIP_BEST 9
#define PATHFAN_GZIP_FAST 1

/* Whether the client that sent this header accepts gzip; NULL: no header. */
bool pathfan_takes_gzip(const char *accept_encoding);

/* Compresses a text; the caller frees the result, which is the same for the same text. NULL if it
 * isn't smaller, or out of memory: then send the text as it is. */
char *pathfan_gzip(const char *text, size_t bytes, int level, size_t *made);

#endif
