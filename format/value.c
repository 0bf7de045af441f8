/* value.c - see value.h. Readers need nothing of the header; it is there for
 * pathfan_verify_file and for people who look at a file with other tools. */
#include "value.h"

#include <string.h>

#include "codec.h"

#define LMDB_PAGE_HEADER 16u

uint64_t pathfan_value_bytes(uint64_t used, uint32_t page_size) {
  uint64_t pages = (LMDB_PAGE_HEADER + PATHFAN_VALUE_HEADER + used + page_size - 1) / page_size;
  return pages * page_size - LMDB_PAGE_HEADER;
}

void pathfan_value_put_header(const pathfan_value_header *header,
                              uint8_t out[PATHFAN_VALUE_HEADER]) {
  memset(out, 0, PATHFAN_VALUE_HEADER);
  pathfan_encoder to = {.at = out, .left = PATHFAN_VALUE_HEADER};
  pathfan_put_bytes(&to, PATHFAN_VALUE_MAGIC, 8);
  pathfan_put_u32(&to, header->number);
  pathfan_put_u32(&to, header->kind);
  pathfan_put_u64(&to, header->used);
}

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
