/* digest.h - XXH3-128 in its canonical (big-endian) form, 16 bytes. It finds accidental damage but
 * doesn't protect against forgery. */
#ifndef PATHFAN_FORMAT_DIGEST_H
#define PATHFAN_FORMAT_DIGEST_H

#include <stdbool.h>
#include <stdint.h>

#define XXH_STATIC_LINKING_ONLY /* the state lives on the stack, so no allocation can fail */
#include <xxhash.h>

#define PATHFAN_DIGEST_BYTES 16

/* A digest of bytes that come in several parts: start, add ..., finish. */
typedef struct pathfan_digest {
  XXH3_state_t state;
} pathfan_digest;

void pathfan_digest_start(pathfan_digest *digest);
void pathfan_digest_add(pathfan_digest *digest, const void *data, uint64_t bytes);
void pathfan_digest_finish(const pathfan_digest *digest, uint8_t out[PATHFAN_DIGEST_BYTES]);

/* Computes the digest of one block. data may be NULL if bytes is 0. */
void pathfan_digest_of(const void *data, uint64_t bytes, uint8_t out[PATHFAN_DIGEST_BYTES]);

/* Returns the XXH3-64 of one block. */
uint64_t pathfan_digest_short(const void *data, uint64_t bytes);

bool pathfan_digest_equal(const uint8_t a[PATHFAN_DIGEST_BYTES],
                          const uint8_t b[PATHFAN_DIGEST_BYTES]);

#endif
