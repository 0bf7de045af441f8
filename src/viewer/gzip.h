/* gzip.h - texts made smaller for their way to a browser.
 *
 *   if (pathfan_takes_gzip(pathfan_exchange_header(x, "Accept-Encoding")))
 *     made = pathfan_gzip(text, bytes, PATHFAN_GZIP_BEST, &made_bytes); */
#ifndef PATHFAN_VIEWER_GZIP_H
#define PATHFAN_VIEWER_GZIP_H

#include <stdbool.h>
#include <stddef.h>

/* What is sent often, and what is made for one answer: 1 ms for 100 KB of JSON, which leaves a
 * third of it. */
#define PATHFAN_GZIP_BEST 9
#define PATHFAN_GZIP_FAST 1

/* Whether who sent this header takes gzip; NULL: there was none. */
bool pathfan_takes_gzip(const char *accept_encoding);

/* A text as gzip, which the caller frees, the same bytes for the same text; NULL if it isn't
 * smaller, or memory is out: then it is sent as it is. */
char *pathfan_gzip(const char *text, size_t bytes, int level, size_t *made);

#endif
