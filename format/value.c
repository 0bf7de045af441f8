/* value.c - the bytes before the content of a value.
 *
 * Readers don't need the header; it is there for pathfan_verify_file and for people who look at a
 * file with other tools. */
#include "value.h"

#include <string.h>

#include "decode.h"

bool pf_value_take_header(const uint8_t in[PF_VALUE_HEADER], pf_value_header *header) {
  uint8_t magic[8];
  pf_decoder from = {.at = in, .left = PF_VALUE_HEADER};
  pf_take_bytes(&from, magic, sizeof magic);
  header->number = pf_take_u32(&from);
  header->kind = pf_take_u32(&from);
  header->used = pf_take_u64(&from);
  return memcmp(magic, PF_VALUE_MAGIC, sizeof magic) == 0 && header->kind >= PF_VALUE_CHUNK &&
         header->kind <= PF_VALUE_DIRECTORY && pf_all_zero(from.at, from.left);
}
