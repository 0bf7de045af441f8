/* inflate.h - unpacks zlib and gzip piece by piece, if the builder has zlib; otherwise fails with a
 * message saying so. */
#ifndef PF_MAP_INFLATE_H
#define PF_MAP_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pathfan/status.h"

typedef struct pf_inflate pf_inflate;

/* Errors: NO_MEMORY; MALFORMED (no zlib, with a message). *inflate is NULL then. */
pathfan_status pf_inflate_open(pf_inflate **inflate, pathfan_error *error);

/* Unpacks [*in, in_end) into out[0..room) until either is used up or the stream ends; *made is 0
 * from then on. Advances *in. Errors: NO_MEMORY, MALFORMED (no message). */
pathfan_status pf_inflate_some(pf_inflate *inflate, const uint8_t **in, const uint8_t *in_end,
                               uint8_t *out, size_t room, size_t *made);

/* Whether the stream has come to its end. */
bool pf_inflate_ended(const pf_inflate *inflate);

/* NULL is allowed. */
void pf_inflate_close(pf_inflate *inflate);

#endif
