/* digest.c - a thin wrapper of libxxhash, which nothing else includes. */
#include "digest.h"

#include <string.h>

static void canonical(XXH128_hash_t hash, uint8_t out[PF_DIGEST_BYTES]) {
  XXH128_canonical_t form;
  XXH128_canonicalFromHash(&form, hash);
  memcpy(out, form.digest, PF_DIGEST_BYTES);
}

void pf_digest_start(pf_digest *digest) {
  XXH3_INITSTATE(&digest->state);
  (void)XXH3_128bits_reset(&digest->state);
}

void pf_digest_add(pf_digest *digest, const void *data, uint64_t bytes) {
  if (bytes) (void)XXH3_128bits_update(&digest->state, data, bytes);
}

void pf_digest_finish(const pf_digest *digest, uint8_t out[PF_DIGEST_BYTES]) {
  canonical(XXH3_128bits_digest(&digest->state), out);
}

void pf_digest_of(const void *data, uint64_t bytes, uint8_t out[PF_DIGEST_BYTES]) {
  canonical(XXH3_128bits(bytes ? data : "", bytes), out);
}

bool pf_digest_equal(const uint8_t a[PF_DIGEST_BYTES], const uint8_t b[PF_DIGEST_BYTES]) {
  return memcmp(a, b, PF_DIGEST_BYTES) == 0;
}

uint64_t pf_digest_short(const void *data, uint64_t bytes) {
  return bytes ? XXH3_64bits(data, bytes) : XXH3_64bits("", 0);
}
