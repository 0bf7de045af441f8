/* gunzip.h - unpacks a whole file of gzip (RFC 1952). */
#ifndef PF_MAP_GUNZIP_H
#define PF_MAP_GUNZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "pathfan/status.h"

/* Whether these bytes begin as a file of gzip does. */
bool pf_is_gzip(const char *bytes, size_t count);

/* Replaces the *text of a file of gzip, which is freed, by what is packed in it, zero-terminated
 * after its *bytes bytes. Leaves it as it is if the builder has no zlib. On failure *text stays.
 * Errors, with path: NO_MEMORY, LIMIT (above max_bytes), MALFORMED (damaged, cut short, or followed
 * by other bytes). */
pathfan_status pf_gunzip(const char *path, size_t max_bytes, char **text, size_t *bytes,
                         pathfan_error *error);

#endif
