/* seal.c - why there is a trailer, and how it is trusted.
 *
 * LMDB 0.9 has no checksums and believes its pages: a flipped bit in a page number causes a
 * segmentation fault, a hang or wrong data. The seal lets a reader check the file before LMDB reads
 * it. It has to lie outside LMDB's pages because no page can hold a digest of all pages; LMDB never
 * looks past its last page, so its own tools still open a sealed file.
 *
 * Opening hashes the trailer and the gaps between values: a few dozen pages even in a large file,
 * because a value is one long run of overflow pages. The values themselves are hashed section by
 * section at first use.
 *
 * The self-digest is checked before any field but magic, version and length, so a damaged seal is
 * reported as damage, not as a wrong size. */
#include "seal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/status.h"
#include "decode.h"
#include "input.h"
#include "value.h"

/* One read that gets the whole trailer of any file with up to 125 values. */
#define FIRST_READ 4096

/* Size of the buffer through which gaps are hashed; most gaps are a page or less. */
#define GAP_BUFFER 16384

/* Bytes of an LMDB page header; an overflow value starts right behind it. */
#define PAGE_HEADER 16u

/* Byte offset and value of LMDB's own magic in its two meta pages. */
#define LMDB_MAGIC_OFFSET 16
#define LMDB_MAGIC 0xBEEFC0DEu

uint64_t pf_seal_bytes(uint32_t value_count) {
  return (uint64_t)value_count * PF_SEAL_ENTRY_BYTES + PF_SEAL_TAIL_BYTES;
}

/* The part of a trailer that no version changes. */
typedef struct seal_end {
  uint32_t version;
  uint32_t trailer_bytes;
  uint8_t magic[8];
  uint8_t self[PF_DIGEST_BYTES];
} seal_end;

static seal_end take_end(const uint8_t *last32) {
  seal_end end;
  pf_decoder from = {.at = last32, .left = 32};
  end.version = pf_take_u32(&from);
  end.trailer_bytes = pf_take_u32(&from);
  pf_take_bytes(&from, end.magic, sizeof end.magic);
  pf_take_bytes(&from, end.self, sizeof end.self);
  return end;
}

static int by_offset(const void *a, const void *b) {
  const pf_sealed_value *x = a, *y = b;
  return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Returns the values sorted by offset, with a value of zero bytes at the end of the pages as the
 * last; the caller frees it. NULL: out of memory. */
static pf_sealed_value *in_file_order(const pf_seal *seal) {
  pf_sealed_value *sorted = malloc(((size_t)seal->value_count + 1) * sizeof *sorted);
  if (!sorted) return NULL;
  memcpy(sorted, seal->values, seal->value_count * sizeof *sorted);
  qsort(sorted, seal->value_count, sizeof *sorted, by_offset);
  memset(&sorted[seal->value_count], 0, sizeof *sorted);
  sorted[seal->value_count].offset = seal->page_bytes;
  return sorted;
}

static pathfan_status check_values(const pf_seal *seal, const char *path, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  uint64_t page = seal->page_size;
  uint64_t free_from = 2 * page; /* after the two meta pages */
  pf_sealed_value *sorted = in_file_order(seal);
  if (!sorted) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its seal", path);
  for (uint32_t i = 0; i < seal->value_count && !status; i++) {
    uint64_t offset = sorted[i].offset, bytes = sorted[i].bytes;
    if (offset % page != PAGE_HEADER || bytes % page != page - PAGE_HEADER || offset < free_from ||
        offset > seal->page_bytes || bytes > seal->page_bytes - offset)
      status =
          pf_fail(error, PATHFAN_ERR_DAMAGED,
                  "%s: the seal lists an impossible value of %" PRIu64 " bytes at byte %" PRIu64,
                  path, bytes, offset);
    free_from = offset + bytes;
  }
  free(sorted);
  return status;
}

pathfan_status pf_seal_decode(const uint8_t *trailer, uint64_t bytes, uint64_t file_bytes,
                              const char *path, pf_seal *seal, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  pf_seal read = {.values = NULL};

  memset(seal, 0, sizeof *seal);
  if (bytes < 32) return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: the seal is cut off", path);
  seal_end end = take_end(trailer + bytes - 32);
  if (memcmp(end.magic, PF_SEAL_MAGIC, 8) != 0 || end.trailer_bytes != bytes)
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: the seal is broken", path);
  pf_digest_of(trailer, bytes - PF_DIGEST_BYTES, read.self);
  if (!pf_digest_equal(read.self, end.self))
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: the seal's own digest differs", path);
  if (end.version != PF_SEAL_VERSION)
    return pf_fail(error, PATHFAN_ERR_VERSION,
                   "%s: seal version %" PRIu32 ", this program reads version %u", path, end.version,
                   PF_SEAL_VERSION);
  if (bytes < PF_SEAL_TAIL_BYTES)
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: the seal is too short", path);

  pf_decoder from = {.at = trailer + bytes - PF_SEAL_TAIL_BYTES, .left = PF_SEAL_TAIL_BYTES};
  pf_take_bytes(&from, read.structure, PF_DIGEST_BYTES);
  read.file_bytes = pf_take_u64(&from);
  read.page_bytes = pf_take_u64(&from);
  read.page_size = pf_take_u32(&from);
  read.value_count = pf_take_u32(&from);
  read.directory = pf_take_u32(&from);
  uint32_t zero = pf_take_u32(&from);

  if (read.file_bytes != file_bytes)
    return pf_fail(error, PATHFAN_ERR_DAMAGED,
                   "%s: has %" PRIu64 " bytes, its seal says %" PRIu64
                   "; an index inside a larger file needs its offset and size",
                   path, file_bytes, read.file_bytes);
  if (pf_seal_bytes(read.value_count) != bytes || bytes > file_bytes ||
      read.page_bytes != file_bytes - bytes || read.page_size < 512 || read.page_size > 65536 ||
      (read.page_size & (read.page_size - 1)) != 0 || read.page_bytes % read.page_size != 0 ||
      read.directory >= read.value_count || zero != 0)
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: the seal contradicts itself", path);

  read.values = malloc((size_t)read.value_count * sizeof *read.values);
  if (!read.values)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its seal", path);
  from = (pf_decoder){.at = trailer, .left = bytes};
  for (uint32_t i = 0; i < read.value_count; i++) {
    read.values[i].offset = pf_take_u64(&from);
    read.values[i].bytes = pf_take_u64(&from);
    pf_take_bytes(&from, read.values[i].digest, PF_DIGEST_BYTES);
  }
  status = check_values(&read, path, error);
  if (!status)
    *seal = read;
  else
    pf_seal_free(&read);
  return status;
}

/* Reports what kind of file lacks a seal at its end. Ours is an LMDB database whose first value (on
 * page 2 to 4, depending on how the writer works) has our magic. */
static pathfan_status explain_missing_seal(const pf_input *input, pathfan_error *error) {
  const char *path = input->name;
  const uint64_t file_bytes = input->bytes;
  uint8_t start[LMDB_MAGIC_OFFSET + 32] = {0};
  uint64_t have = file_bytes < sizeof start ? file_bytes : sizeof start;
  pathfan_status status = pf_input_read(input, 0, start, have, error);
  if (status) return status;

  uint32_t magic;
  memcpy(&magic, start + LMDB_MAGIC_OFFSET, sizeof magic);
  if (have < sizeof start || magic != LMDB_MAGIC)
    return pf_fail(error, PATHFAN_ERR_NOT_INDEX,
                   "%s: is not a pathfan index: it is no LMDB database and has no seal", path);
  for (uint64_t page_size = 512; page_size <= 65536; page_size *= 2) {
    for (uint64_t page = 2; page <= 4; page++) {
      uint8_t value[8];
      uint64_t at = page * page_size + PAGE_HEADER;
      if (at + sizeof value > file_bytes) continue;
      status = pf_input_read(input, at, value, sizeof value, error);
      if (status) return status;
      if (memcmp(value, PF_VALUE_MAGIC, sizeof value) == 0)
        return pf_fail(error, PATHFAN_ERR_DAMAGED,
                       "%s: a pathfan index without the seal at its end: it is cut off, "
                       "has grown, or the seal is overwritten",
                       path);
    }
  }
  return pf_fail(error, PATHFAN_ERR_NOT_INDEX,
                 "%s: is not a pathfan index: an LMDB database without a seal", path);
}

pathfan_status pf_seal_read(const pf_input *input, pf_seal *seal, pathfan_error *error) {
  pathfan_status status;
  const char *path = input->name;
  const uint64_t file_bytes = input->bytes;
  uint8_t last[FIRST_READ];
  uint8_t *whole = NULL;
  uint64_t have = file_bytes < FIRST_READ ? file_bytes : FIRST_READ;

  memset(seal, 0, sizeof *seal);
  if (file_bytes == 0)
    return pf_fail(error, PATHFAN_ERR_NOT_INDEX, "%s: is empty, not a pathfan index", path);
  status = pf_input_read(input, file_bytes - have, last, have, error);
  if (status) return status;
  if (have < 32) return explain_missing_seal(input, error);
  seal_end end = take_end(last + have - 32);
  if (memcmp(end.magic, PF_SEAL_MAGIC, 8) != 0) return explain_missing_seal(input, error);
  /* Versions are small numbers: this one was written in the other byte order. */
  if (end.version != 0 && (end.version & 0xFFFF) == 0)
    return pf_fail(error, PATHFAN_ERR_VERSION, "%s: is of a machine of the other byte order", path);
  if (end.trailer_bytes < 32 || end.trailer_bytes > file_bytes)
    return pf_fail(error, PATHFAN_ERR_DAMAGED,
                   "%s: the seal claims %" PRIu32 " bytes, the file has %" PRIu64, path,
                   end.trailer_bytes, file_bytes);
  if (end.trailer_bytes <= have)
    return pf_seal_decode(last + have - end.trailer_bytes, end.trailer_bytes, file_bytes, path,
                          seal, error);

  whole = malloc(end.trailer_bytes);
  if (!whole) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its seal", path);
  status = pf_input_read(input, file_bytes - end.trailer_bytes, whole, end.trailer_bytes, error);
  if (!status) status = pf_seal_decode(whole, end.trailer_bytes, file_bytes, path, seal, error);
  free(whole);
  return status;
}

pathfan_status pf_seal_structure(const pf_input *input, const pf_seal *seal,
                                 uint8_t digest[PF_DIGEST_BYTES], pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  pf_digest sum;
  uint8_t buffer[GAP_BUFFER];
  uint64_t at = 0;
  pf_sealed_value *sorted = in_file_order(seal);

  if (!sorted)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its seal", input->name);
  pf_digest_start(&sum);
  for (uint32_t i = 0; i <= seal->value_count && !status; i++) {
    while (at < sorted[i].offset && !status) {
      uint64_t step = sorted[i].offset - at;
      if (step > GAP_BUFFER) step = GAP_BUFFER;
      status = pf_input_read(input, at, buffer, step, error);
      if (!status) pf_digest_add(&sum, buffer, step);
      at += step;
    }
    at = sorted[i].offset + sorted[i].bytes;
  }
  if (!status) pf_digest_finish(&sum, digest);
  free(sorted);
  return status;
}

void pf_seal_free(pf_seal *seal) {
  free(seal->values);
  memset(seal, 0, sizeof *seal);
}
