/* decode.h - bounds-checked reading of fixed-width little-endian fields from a byte buffer.
 *
 * A decoder walks a buffer from front to back. A step that would leave the buffer sets `failed` and
 * returns zeros, so a caller may take many fields and test `failed` once. */
#ifndef PF_FORMAT_DECODE_H
#define PF_FORMAT_DECODE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pf_decoder {
  const uint8_t *at;
  uint64_t left; /* bytes */
  bool failed;
} pf_decoder;

uint16_t pf_take_u16(pf_decoder *decoder);
uint32_t pf_take_u32(pf_decoder *decoder);
uint64_t pf_take_u64(pf_decoder *decoder);
void pf_take_bytes(pf_decoder *decoder, void *bytes, uint64_t count);

/* Whether `count` bytes at `bytes` are all zero. */
bool pf_all_zero(const uint8_t *bytes, uint64_t count);

#endif
