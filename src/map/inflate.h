/* inflate.h - zlib and gzip, unpacked piece by piece, where the builder has zlib; elsewhere a
 * sentence that says so. */
#ifndef PATHFAN_MAP_INFLATE_H
#define PATHFAN_MAP_INFLATE_H

#include <stddef.h>
#include <stdint.h>

#include "pathfan/status.h"

typedef struct pathfan_inflate pathfan_inflate;

/* Errors: NO_MEMORY; MALFORMED (there is no zlib, a sentence). *inflate is NULL then. */
pathfan_status pathfan_inflate_open(pathfan_inflate **inflate, pathfan_error *error);

/* Unpacks [*in, in_end) into out[0..room) until one of them is used up, or the stream ends: *made
 * is 0 from then on. *in moves on. Errors: NO_MEMORY, MALFORMED (no sentence). */
pathfan_status pathfan_inflate_some(pathfan_inflate *inflate, const uint8_t **in,
                                    const uint8_t *in_end, uint8_t *out, size_t room, size_t *made);

/* NULL is fine. */
void pathfan_inflate_close(pathfan_inflate *inflate);

#endif
