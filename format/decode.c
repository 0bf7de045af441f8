/* decode.c - takes numbers out of bytes.
 *
 * Bytes are shifted one by one, so the host's byte order and the alignment of the buffer don't
 * matter. */
#include "decode.h"

#include <string.h>

static uint64_t take(pf_decoder *decoder, unsigned width) {
  if (decoder->failed || decoder->left < width) {
    decoder->failed = true;
    return 0;
  }
  uint64_t value = 0;
  for (unsigned i = 0; i < width; i++) value |= (uint64_t)decoder->at[i] << (8 * i);
  decoder->at += width;
  decoder->left -= width;
  return value;
}

uint16_t pf_take_u16(pf_decoder *decoder) {
  return (uint16_t)take(decoder, 2);
}
uint32_t pf_take_u32(pf_decoder *decoder) {
  return (uint32_t)take(decoder, 4);
}
uint64_t pf_take_u64(pf_decoder *decoder) {
  return take(decoder, 8);
}

void pf_take_bytes(pf_decoder *decoder, void *bytes, uint64_t count) {
  if (decoder->failed || decoder->left < count) {
    decoder->failed = true;
    memset(bytes, 0, count);
    return;
  }
  if (count) memcpy(bytes, decoder->at, count);
  decoder->at += count;
  decoder->left -= count;
}

bool pf_all_zero(const uint8_t *bytes, uint64_t count) {
  uint8_t any = 0;
  for (uint64_t i = 0; i < count; i++) any |= bytes[i];
  return any == 0;
}
