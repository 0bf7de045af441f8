/* value.c - see value.h. Readers don't need the header; it is there for pathfan_verify_file and for
 * people who look at a file with other tools. */
#include "value.h"

#include <string.h>

#include "decode.h"

bool pathfan_value_take_header(const uint8_t in[PATHFAN_VALUE_HEADER],
                               pathfan_value_header *header) {
  uint8_t magic[8];
  pathfan_decoder from = {.at = in, .left = PATHFAN_VALUE_HEADER};
  pathfan_take_bytes(&from, magic, sizeof magic);
  header->number = pathfan_take_u32(&from);
  header->kind = pathfan_take_u32(&from);
  header->used = pathfan_take_u64(&from);
  return memcmp(magic, PATHFAN_VALUE_MAGIC, sizeof magic) == 0 &&
         header->kind >= PATHFAN_VALUE_CHUNK && header->kind <= PATHFAN_VALUE_DIRECTORY &&
         pathfan_all_zero(from.at, from.left);
}
