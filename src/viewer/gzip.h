/* gzip.h - compression of texts for browsers.
 *
 *   if (pf_takes_gzip(pf_exchange_header(x, "Accept-Encoding")))
 *     made = pf_gzip(text, bytes, PF_GZIP_BEST, &made_bytes); */
#ifndef PF_VIEWER_GZIP_H
#define PF_VIEWER_GZIP_H

#include <stdbool.h>
#include <stddef.h>

/* Levels for texts that are sent often, and for those made for one answer: 1 ms for 100 KB of JSON,
 * of which a third remains. */
#define PF_GZIP_BEST 9
#define PF_GZIP_FAST 1

/* Whether the client that sent this header accepts gzip; NULL: no header. */
bool pf_takes_gzip(const char *accept_encoding);

/* Compresses a text; the caller frees the result, which is the same for the same text. NULL if it
 * isn't smaller, or out of memory: then send the text as it is. */
char *pf_gzip(const char *text, size_t bytes, int level, size_t *made);

#endif
