/* tag.h - a short digest, to tell whether two texts are equal, for use only where a collision on
 * purpose gains nothing. */
#ifndef PF_SERVER_TAG_H
#define PF_SERVER_TAG_H

#include <stddef.h>
#include <stdint.h>

/* Returns the digest of `bytes` bytes at text; written with 16 hexadecimal digits. */
uint64_t pf_tag_of(const char *text, size_t bytes);

#endif
