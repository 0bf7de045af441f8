/* decode.h - bounds-checked reading of fixed-width little-endian fields from a byte buffer.
 *
 * A decoder walks a buffer from front to back. A step that would leave the buffer sets `failed` and
 * returns zeros, so a caller may take many fields and test `failed` once. */
#ifndef PATHFAN_FORMAT_DECODE_H
#define PATHFAN_FORMAT_DECODE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pathfan_decoder {
  const uint8_t *at;
  uint64_t left; /* bytes */
  bool failed;
} pathfan_decoder;

uint16_t pathfan_take_u16(pathfan_decoder *decoder);
uint32_t pathfan_take_u32(pathfan_decoder *decoder);
uint64_t pathfan_take_u64(pathfan_decoder *decoder);
void pathfan_take_bytes(pathfan_decoder *decoder, void *bytes, uint64_t count);

/* Whether `count` bytes at `bytes` are all zero. */
bool pathfan_all_zero(const uint8_t *bytes, uint64_t count);

#endif
