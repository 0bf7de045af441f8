/* fuzz_reader.c - reads arbitrary bytes as an index file, an index in memory, a directory record,
 * the header of a value and a seal. Nothing may crash, and files that verify must be readable.
 *
 * A mutated file rarely gets past the seal, which is the seal's purpose; the decoders behind it are
 * therefore also called on their own, and fuzz_container.c makes seals that fit. Files with valid
 * digests and broken LMDB pages are out of scope: LMDB trusts its pages, and the digests protect
 * against accidents, not against forgers. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "format/directory.h"
#include "format/encode.h"
#include "format/seal.h"
#include "format/value.h"
#include "pathfan/format.h"
#include "pathfan/query.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_sections(const pathfan_reader *reader, bool verified) {
  pathfan_error error;
  volatile uint8_t sink = 0;
  for (uint32_t i = 0; i < pathfan_reader_section_count(reader); i++) {
    const pathfan_section *section = pathfan_reader_section(reader, i);
    pathfan_status status = pathfan_reader_check(reader, section, &error);
    if (verified && section->codec <= PATHFAN_CODEC_ZSTD && status != PATHFAN_OK) abort();
    for (uint32_t c = 0; c < section->chunk_count; c++) {
      uint64_t count;
      const uint8_t *chunk = pathfan_reader_data(reader, section, c, &count);
      if (!chunk) continue;
      for (uint64_t b = 0; b < count * section->element_size; b++) sink ^= chunk[b];
    }
    void *content = NULL;
    if (pathfan_reader_load(reader, section, &content, &error) == PATHFAN_OK && !content) abort();
    free(content);
  }
  (void)sink;
}

/* The same bytes must give the same status in memory as in a file; an index must at least be a
 * container. */
static void as_memory(const uint8_t *data, size_t size, pathfan_status as_file) {
  pathfan_error error;
  pathfan_reader *reader;
  pathfan_index *index;
  for (int copied = 0; copied < 2; copied++) {
    const pathfan_open_options options = {.private_copy = copied};
    const pathfan_status status =
        pathfan_reader_open_memory(data, size, "memory", &options, &reader, &error);
    if (status != as_file || (status == PATHFAN_OK) != (reader != NULL)) abort();
    if (status && !error.text[0]) abort();
    if (reader) read_sections(reader, pathfan_reader_verify(reader, &error) == PATHFAN_OK);
    pathfan_reader_close(reader);
  }
  const pathfan_status status =
      pathfan_index_open_memory(data, size, "memory", NULL, &index, &error);
  if ((status == PATHFAN_OK) != (index != NULL) || (as_file && status != as_file)) abort();
  pathfan_index_close(index);
}

static void as_file(const uint8_t *data, size_t size) {
  pathfan_error error;
  pathfan_reader *reader;
  char path[64];
  int fd = memfd_create("fuzz", MFD_CLOEXEC);
  if (fd < 0 || (size && write(fd, data, size) != (ssize_t)size)) abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  bool verified = pathfan_verify_file(path, &error) == PATHFAN_OK;
  for (int policy = 0; policy < 3; policy++) {
    if (pathfan_reader_open(path, &(pathfan_open_options){.policy = (pathfan_open_policy)policy},
                            &reader, &error) == PATHFAN_OK) {
      read_sections(reader, verified);
      pathfan_reader_close(reader);
    } else if (verified) {
      abort();
    }
  }
  as_memory(data, size, pathfan_reader_open(path, NULL, &reader, &error));
  pathfan_reader_close(reader);
  close(fd);
}

static void as_value(const uint8_t *data, size_t size) {
  pf_value_header header;
  uint8_t again[PF_VALUE_HEADER];
  if (size < PF_VALUE_HEADER || !pf_value_take_header(data, &header)) return;
  pf_value_put_header(&header, again);
  if (memcmp(again, data, sizeof again) != 0) abort();
}

static void as_directory(const uint8_t *data, size_t size) {
  pathfan_error error;
  pf_directory directory;
  pf_sealed_value values[3] = {{.offset = 8208, .bytes = 4080},
                               {.offset = 12304, .bytes = 1048560},
                               {.offset = 1060880, .bytes = 4080}};
  pf_seal seal = {.page_size = 4096, .value_count = 3, .directory = 2, .values = values};
  if (pf_directory_decode(data, size, &seal, "fuzz", &directory, &error) != PATHFAN_OK) return;
  /* A record that decodes must encode to the same bytes, up to ignored feature bits. */
  uint64_t bytes = pf_directory_bytes(&directory);
  uint8_t *again = malloc(bytes);
  if (!again || bytes > size) abort();
  pf_directory_encode(&directory, again);
  if (memcmp(again, data, bytes) != 0) abort();
  free(again);
  pf_directory_free(&directory);
}

/* Corrects length, magic and self-digest, or nothing would decode. */
static void as_seal(const uint8_t *data, size_t size) {
  pathfan_error error;
  pf_seal seal;
  if (size < PF_SEAL_TAIL_BYTES || size > 1 << 20) return;
  uint8_t *trailer = malloc(size);
  if (!trailer) abort();
  memcpy(trailer, data, size);
  for (int i = 0; i < 4; i++) trailer[size - 28 + (size_t)i] = (uint8_t)(size >> (8 * i));
  memcpy(trailer + size - 24, PF_SEAL_MAGIC, 8);
  pf_digest_of(trailer, size - PF_DIGEST_BYTES, trailer + size - PF_DIGEST_BYTES);
  uint64_t file_bytes = 0;
  for (int i = 0; i < 8; i++)
    file_bytes |= (uint64_t)trailer[size - PF_SEAL_TAIL_BYTES + 16 + (size_t)i] << (8 * i);
  if (pf_seal_decode(trailer, size, file_bytes, "fuzz", &seal, &error) == PATHFAN_OK) {
    uint8_t *again = malloc(size);
    if (!again || pf_seal_bytes(seal.value_count) != size) abort();
    pf_seal_encode(&seal, again);
    if (memcmp(again, trailer, size) != 0) abort();
    free(again);
    pf_seal_free(&seal);
  }
  free(trailer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  as_file(data, size);
  as_directory(data, size);
  as_value(data, size);
  as_seal(data, size);
  return 0;
}
