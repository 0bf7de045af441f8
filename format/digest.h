/* digest.h - XXH3-128 in its canonical (big-endian) form, 16 bytes. It finds accidental damage but
 * doesn't protect against forgery. */
#ifndef PF_FORMAT_DIGEST_H
#define PF_FORMAT_DIGEST_H

#include <stdbool.h>
#include <stdint.h>

#define XXH_STATIC_LINKING_ONLY /* the state lives on the stack, so no allocation can fail */
#include <xxhash.h>

#define PF_DIGEST_BYTES 16

/* A digest of bytes that come in several parts: start, add ..., finish. */
typedef struct pf_digest {
  XXH3_state_t state;
} pf_digest;

void pf_digest_start(pf_digest *digest);
void pf_digest_add(pf_digest *digest, const void *data, uint64_t bytes);
void pf_digest_finish(const pf_digest *digest, uint8_t out[PF_DIGEST_BYTES]);

/* Computes the digest of one block. data may be NULL if bytes is 0. */
void pf_digest_of(const void *data, uint64_t bytes, uint8_t out[PF_DIGEST_BYTES]);

/* Returns the XXH3-64 of one block. */
uint64_t pf_digest_short(const void *data, uint64_t bytes);

bool pf_digest_equal(const uint8_t a[PF_DIGEST_BYTES], const uint8_t b[PF_DIGEST_BYTES]);

#endif
