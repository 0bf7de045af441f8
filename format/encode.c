/* encode.c - puts numbers, values and directories into bytes.
 *
 * An encoder walks a buffer from front to back; a step that would leave the buffer sets `failed`
 * and does nothing else. Bytes are shifted one by one, as in decode.c. */
#include "encode.h"

#include <assert.h>
#include <string.h>

#define LMDB_PAGE_HEADER 16u

typedef struct encoder {
  uint8_t *at;
  uint64_t left; /* bytes */
  bool failed;
} encoder;

static void put(encoder *to, uint64_t value, unsigned width) {
  if (to->failed || to->left < width) {
    to->failed = true;
    return;
  }
  assert(width >= 1 && width <= 8);
  for (unsigned i = 0; i < width; i++) to->at[i] = (uint8_t)(value >> (8 * i));
  to->at += width;
  to->left -= width;
}

static void put_u16(encoder *to, uint16_t value) {
  put(to, value, 2);
}
static void put_u32(encoder *to, uint32_t value) {
  put(to, value, 4);
}
static void put_u64(encoder *to, uint64_t value) {
  put(to, value, 8);
}

static void put_bytes(encoder *to, const void *bytes, uint64_t count) {
  if (to->failed || to->left < count) {
    to->failed = true;
    return;
  }
  if (count) memcpy(to->at, bytes, count);
  to->at += count;
  to->left -= count;
}

/* ---- Values ---- */

uint64_t pf_value_bytes(uint64_t used, uint32_t page_size) {
  uint64_t pages = (LMDB_PAGE_HEADER + PF_VALUE_HEADER + used + page_size - 1) / page_size;
  return pages * page_size - LMDB_PAGE_HEADER;
}

void pf_value_put_header(const pf_value_header *header, uint8_t out[PF_VALUE_HEADER]) {
  memset(out, 0, PF_VALUE_HEADER);
  encoder to = {.at = out, .left = PF_VALUE_HEADER};
  put_bytes(&to, PF_VALUE_MAGIC, 8);
  put_u32(&to, header->number);
  put_u32(&to, header->kind);
  put_u64(&to, header->used);
}

/* ---- Directory ---- */

static uint16_t kept(const char *text, size_t most) {
  return (uint16_t)(text ? strnlen(text, most) : 0);
}

void pf_directory_set_provenance(pf_directory *directory, const pathfan_provenance *provenance) {
  pathfan_provenance *own = &directory->provenance;
  memset(directory->source_name, 0, sizeof directory->source_name);
  memset(directory->builder, 0, sizeof directory->builder);
  memset(directory->options, 0, sizeof directory->options);
  uint16_t length = kept(provenance->source_name, PF_SOURCE_NAME_MAX);
  if (length) memcpy(directory->source_name, provenance->source_name, length);
  length = kept(provenance->builder, PF_BUILDER_MAX);
  if (length) memcpy(directory->builder, provenance->builder, length);
  length = kept(provenance->options, PF_OPTIONS_MAX);
  if (length) memcpy(directory->options, provenance->options, length);
  memcpy(own->source_digest, provenance->source_digest, sizeof own->source_digest);
  own->source_bytes = provenance->source_bytes;
  own->source_name = directory->source_name;
  own->builder = directory->builder;
  own->options = directory->options;
}

static void put_text(encoder *to, const char *text) {
  uint16_t length = (uint16_t)strlen(text);
  put_u16(to, length);
  put_bytes(to, text, length);
}

void pf_directory_encode(const pf_directory *directory, uint8_t *out) {
  const uint32_t native_tag = PF_ENDIAN_TAG;
  encoder to = {.at = out, .left = pf_directory_bytes(directory)};
  put_bytes(&to, PF_DIRECTORY_MAGIC, 8);
  put_u16(&to, directory->major);
  put_u16(&to, directory->minor);
  put_bytes(&to, &native_tag, sizeof native_tag);
  put_u64(&to, directory->compatible);
  put_u64(&to, directory->incompatible);
  put_bytes(&to, directory->provenance.source_digest, 16);
  put_u64(&to, directory->provenance.source_bytes);
  put_text(&to, directory->source_name);
  put_text(&to, directory->builder);
  put_text(&to, directory->options);
  put_u32(&to, directory->section_count);
  for (uint32_t i = 0; i < directory->section_count; i++) {
    const pathfan_section *section = &directory->sections[i];
    put_bytes(&to, section->name, sizeof section->name);
    put_u32(&to, section->element_size);
    put_u32(&to, section->codec);
    put_u32(&to, section->flags);
    put_u32(&to, section->chunk_count);
    put_u64(&to, section->count);
    put_u64(&to, section->stored_bytes);
    put_bytes(&to, section->digest, sizeof section->digest);
    for (uint32_t c = 0; c < section->chunk_count; c++) {
      const pf_chunk *chunk = &directory->chunks[directory->first_chunk[i] + c];
      put_u32(&to, chunk->value);
      put_u32(&to, chunk->offset);
      put_u64(&to, chunk->bytes);
      put_u64(&to, chunk->count);
    }
  }
}

/* ---- Seal ---- */

void pf_seal_encode(const pf_seal *seal, uint8_t *out) {
  uint64_t bytes = pf_seal_bytes(seal->value_count);
  encoder to = {.at = out, .left = bytes};
  for (uint32_t i = 0; i < seal->value_count; i++) {
    put_u64(&to, seal->values[i].offset);
    put_u64(&to, seal->values[i].bytes);
    put_bytes(&to, seal->values[i].digest, PF_DIGEST_BYTES);
  }
  put_bytes(&to, seal->structure, PF_DIGEST_BYTES);
  put_u64(&to, seal->file_bytes);
  put_u64(&to, seal->page_bytes);
  put_u32(&to, seal->page_size);
  put_u32(&to, seal->value_count);
  put_u32(&to, seal->directory);
  put_u32(&to, 0);
  put_u32(&to, PF_SEAL_VERSION);
  put_u32(&to, (uint32_t)bytes);
  put_bytes(&to, PF_SEAL_MAGIC, 8);
  pf_digest_of(out, bytes - PF_DIGEST_BYTES, to.at);
}
