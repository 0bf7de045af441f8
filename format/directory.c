/* directory.c - decodes and checks a directory.
 *
 * The checks that keep the rest of the reader simple: once a directory is decoded, every chunk lies
 * within its value, is aligned, and holds as many elements as it says.
 *
 * The order of checks determines the message: magic, then version and byte order (which must work
 * for records whose remainder we can't read), then the remainder. */
#include "directory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/portable.h"
#include "base/status.h"
#include "decode.h"
#include "value.h"

#define SECTION_BYTES 80u /* an encoded section without its chunks */
#define CHUNK_BYTES 24u

uint64_t pf_directory_bytes(const pf_directory *directory) {
  uint64_t bytes = 8 + 2 + 2 + 4 + 8 + 8 + 16 + 8 + 3 * 2 + 4;
  bytes += strlen(directory->source_name) + strlen(directory->builder) + strlen(directory->options);
  bytes += (uint64_t)directory->section_count * SECTION_BYTES;
  bytes += (uint64_t)directory->chunk_count * CHUNK_BYTES;
  return bytes;
}

static bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

bool pf_section_name_ok(const char *name) {
  size_t length = 0;
  while (length <= PATHFAN_SECTION_NAME_MAX && is_name_character(name[length])) length++;
  return length >= 1 && length <= PATHFAN_SECTION_NAME_MAX && !name[length];
}

static void take_text(pf_decoder *from, char *text, uint16_t most) {
  uint16_t length = pf_take_u16(from);
  if (length > most) from->failed = true;
  if (!from->failed) pf_take_bytes(from, text, length);
  if (!from->failed && strlen(text) != length) from->failed = true; /* a zero byte inside */
}

static pathfan_status take_version(pf_decoder *from, const char *path, pf_directory *directory,
                                   pathfan_error *error) {
  uint8_t magic[8];
  uint32_t tag = 0;
  pf_take_bytes(from, magic, sizeof magic);
  directory->major = pf_take_u16(from);
  directory->minor = pf_take_u16(from);
  pf_take_bytes(from, &tag, sizeof tag);
  directory->compatible = pf_take_u64(from);
  directory->incompatible = pf_take_u64(from);
  if (from->failed || memcmp(magic, PF_DIRECTORY_MAGIC, sizeof magic) != 0)
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: holds no directory", path);
  if (tag != PF_ENDIAN_TAG)
    return pf_fail(error, PATHFAN_ERR_VERSION, "%s: was written on a machine of another byte order",
                   path);
  if (directory->major < PATHFAN_CONTAINER_MAJOR || directory->major > PATHFAN_FORMAT_MAJOR)
    return pf_fail(error, PATHFAN_ERR_VERSION, "%s: has format %u.%u, this program reads format %d",
                   path, directory->major, directory->minor, PATHFAN_FORMAT_MAJOR);
  if (directory->incompatible & ~PF_FEATURES_KNOWN)
    return pf_fail(error, PATHFAN_ERR_VERSION,
                   "%s: needs features 0x%" PRIx64 " that this program doesn't know", path,
                   directory->incompatible & ~PF_FEATURES_KNOWN);
  return PATHFAN_OK;
}

/* Returns what is wrong with a chunk, or NULL. */
static const char *chunk_fault(const pathfan_section *section, const pf_chunk *chunk,
                               const pf_seal *seal) {
  if (chunk->value >= seal->value_count || chunk->value == seal->directory)
    return "a chunk names no value";
  uint64_t room = seal->values[chunk->value].bytes;
  if (chunk->offset % PATHFAN_SECTION_ALIGN != PF_VALUE_HEADER) return "a chunk is not aligned";
  if (chunk->offset > room || chunk->bytes > room - chunk->offset)
    return "a chunk leaves its value";
  uint64_t content;
  if (!pf_times_fits(chunk->count, section->element_size, &content))
    return "a chunk's count is impossible";
  if (section->codec == PATHFAN_CODEC_RAW && content != chunk->bytes)
    return "a chunk's count differs from its size";
  if (section->codec == PATHFAN_CODEC_ZSTD && content > PATHFAN_CHUNK_MAX)
    return "compressed content is too large";
  return NULL;
}

/* Returns what is wrong with section `number` and its chunks, or NULL. */
static const char *section_fault(const pf_directory *directory, uint32_t number,
                                 const pf_seal *seal) {
  const pathfan_section *section = &directory->sections[number];
  uint64_t count = 0, bytes = 0;
  size_t length = strnlen(section->name, sizeof section->name);
  if (!pf_section_name_ok(section->name) ||
      !pf_all_zero((const uint8_t *)section->name + length, sizeof section->name - length))
    return "a name is impossible";
  if (section->element_size == 0) return "its elements have no size";
  if (section->chunk_count == 0) return "it has no chunk";
  if (section->codec == PATHFAN_CODEC_ZSTD && section->chunk_count != 1)
    return "a compressed section has several chunks";
  pf_padded_name name;
  memcpy(&name, section->name, sizeof name);
  for (uint32_t i = 0; i < number; i++)
    if (pf_name_equal(&name, directory->sections[i].name)) return "its name occurs twice";
  for (uint32_t c = 0; c < section->chunk_count; c++) {
    const pf_chunk *chunk = &directory->chunks[directory->first_chunk[number] + c];
    const char *fault = chunk_fault(section, chunk, seal);
    if (fault) return fault;
    if (!pf_plus_fits(count, chunk->count, &count) || !pf_plus_fits(bytes, chunk->bytes, &bytes))
      return "its counts overflow";
  }
  if (count != section->count || bytes != section->stored_bytes)
    return "its chunks don't add up to its size";
  return NULL;
}

static bool take_sections(pf_decoder *from, pf_directory *directory) {
  for (uint32_t i = 0; i < directory->section_count; i++) {
    pathfan_section *section = &directory->sections[i];
    pf_take_bytes(from, section->name, sizeof section->name);
    section->element_size = pf_take_u32(from);
    section->codec = pf_take_u32(from);
    section->flags = pf_take_u32(from);
    section->chunk_count = pf_take_u32(from);
    section->count = pf_take_u64(from);
    section->stored_bytes = pf_take_u64(from);
    pf_take_bytes(from, section->digest, sizeof section->digest);
    if (from->failed || section->chunk_count > from->left / CHUNK_BYTES) return false;
    directory->first_chunk[i] = directory->chunk_count;
    for (uint32_t c = 0; c < section->chunk_count; c++) {
      pf_chunk *chunk = &directory->chunks[directory->chunk_count++];
      chunk->value = pf_take_u32(from);
      chunk->offset = pf_take_u32(from);
      chunk->bytes = pf_take_u64(from);
      chunk->count = pf_take_u64(from);
    }
  }
  return !from->failed && pf_all_zero(from->at, from->left);
}

pathfan_status pf_directory_decode(const uint8_t *data, uint64_t bytes, const pf_seal *seal,
                                   const char *path, pf_directory *directory,
                                   pathfan_error *error) {
  pf_decoder from = {.at = data, .left = bytes};
  memset(directory, 0, sizeof *directory);
  pathfan_status status = take_version(&from, path, directory, error);
  if (status) goto failed;

  pf_take_bytes(&from, directory->provenance.source_digest, 16);
  directory->provenance.source_bytes = pf_take_u64(&from);
  take_text(&from, directory->source_name, PF_SOURCE_NAME_MAX);
  take_text(&from, directory->builder, PF_BUILDER_MAX);
  take_text(&from, directory->options, PF_OPTIONS_MAX);
  directory->section_count = pf_take_u32(&from);
  if (from.failed || directory->section_count > from.left / SECTION_BYTES) {
    status = pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: the directory is cut off", path);
    goto failed;
  }
  directory->provenance.source_name = directory->source_name;
  directory->provenance.builder = directory->builder;
  directory->provenance.options = directory->options;

  /* The rest of the record bounds the number of chunks. Each array has one element more, so that
     empty lists need no special case. */
  directory->sections = calloc((size_t)directory->section_count + 1, sizeof *directory->sections);
  directory->first_chunk =
      calloc((size_t)directory->section_count + 1, sizeof *directory->first_chunk);
  directory->chunks = calloc(from.left / CHUNK_BYTES + 1, sizeof *directory->chunks);
  if (!directory->sections || !directory->first_chunk || !directory->chunks) {
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its directory", path);
    goto failed;
  }
  if (!take_sections(&from, directory)) {
    status = pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: the directory is malformed", path);
    goto failed;
  }
  for (uint32_t i = 0; i < directory->section_count; i++) {
    const pathfan_section *section = &directory->sections[i];
    const char *fault = section_fault(directory, i, seal);
    if (fault) {
      status =
          pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section %.31s: %s", path, section->name, fault);
      goto failed;
    }
    if (section->codec > PATHFAN_CODEC_ZSTD && (section->flags & PATHFAN_SECTION_REQUIRED)) {
      status = pf_fail(error, PATHFAN_ERR_VERSION,
                       "%s: section %s is required and has codec %" PRIu32
                       ", which this program doesn't know",
                       path, section->name, section->codec);
      goto failed;
    }
  }
  return PATHFAN_OK;

failed:
  pf_directory_free(directory);
  return status;
}

void pf_directory_free(pf_directory *directory) {
  free(directory->sections);
  free(directory->first_chunk);
  free(directory->chunks);
  memset(directory, 0, sizeof *directory);
}
