/* verify.c - accounts for every byte of a file.
 *
 * Opening covers the trailer, all structural pages, the directory and LMDB's agreement with the
 * seal. The rest of the file is values, each covered to its last byte by its digest. Besides, the
 * parts of a value that belong to no section (padding, the gaps in a pack) must be zero, and its
 * header must say what it is, so that two files with the same sections have the same bytes; and
 * each section's own digest must match, because readers check that one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/status.h"
#include "decode.h"
#include "digest.h"
#include "reader.h"
#include "value.h"

static int by_place(const void *a, const void *b) {
  const pf_chunk *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
  return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* Checks header and zero bytes of value `number`, whose `count` chunks are sorted. */
static pathfan_status check_frame(const pathfan_reader *reader, uint32_t number,
                                  const pf_chunk *chunks, uint32_t count, pathfan_error *error) {
  const uint8_t *data = pf_image_value(reader->image, number);
  const uint64_t bytes = reader->image->seal.values[number].bytes;
  const bool directory = number == reader->image->seal.directory;
  uint64_t at = PF_VALUE_HEADER;
  pf_value_header header;

  if (directory) {
    at += pf_directory_bytes(&reader->image->directory);
  } else {
    for (uint32_t c = 0; c < count; c++) {
      if (chunks[c].offset < at)
        return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: sections overlap in value %" PRIu32,
                       reader->path, number);
      if (!pf_all_zero(data + at, chunks[c].offset - at))
        return pf_fail(error, PATHFAN_ERR_DAMAGED,
                       "%s: value %" PRIu32 " holds bytes that no section owns", reader->path,
                       number);
      at = chunks[c].offset + chunks[c].bytes;
    }
  }
  if (!pf_value_take_header(data, &header) || header.number != number ||
      header.used != at - PF_VALUE_HEADER || (header.kind == PF_VALUE_DIRECTORY) != directory)
    return pf_fail(error, PATHFAN_ERR_DAMAGED,
                   "%s: the header of value %" PRIu32 " contradicts the directory", reader->path,
                   number);
  if (!pf_all_zero(data + at, bytes - at))
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: the padding of value %" PRIu32 " isn't zero",
                   reader->path, number);
  return PATHFAN_OK;
}

static pathfan_status check_frames(const pathfan_reader *reader, pathfan_error *error) {
  const pf_directory *directory = &reader->image->directory;
  pathfan_status status = PATHFAN_OK;
  pf_chunk *sorted = calloc((size_t)directory->chunk_count + 1, sizeof *sorted);
  if (!sorted)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to verify it", reader->path);
  if (directory->chunk_count)
    memcpy(sorted, directory->chunks, directory->chunk_count * sizeof *sorted);
  qsort(sorted, directory->chunk_count, sizeof *sorted, by_place);
  uint32_t begin = 0;
  for (uint32_t i = 0; i < reader->image->seal.value_count && !status; i++) {
    uint32_t end = begin;
    while (end < directory->chunk_count && sorted[end].value == i) end++;
    status = check_frame(reader, i, sorted + begin, end - begin, error);
    begin = end;
  }
  free(sorted);
  return status;
}

pathfan_status pathfan_reader_verify(const pathfan_reader *reader, pathfan_error *error) {
  const pf_directory *directory = &reader->image->directory;
  const pf_seal *seal = &reader->image->seal;
  pathfan_status status = PATHFAN_OK;

  /* Sections first: their names make better messages. */
  for (uint32_t i = 0; i < directory->section_count && !status; i++)
    if (pf_codec_is_known(directory->sections[i].codec)) status = pf_reader_judge(reader, i, error);
  for (uint32_t i = 0; i < seal->value_count && !status; i++) {
    const pf_sealed_value *value = &seal->values[i];
    uint8_t digest[PF_DIGEST_BYTES];
    pf_digest sum;
    pf_digest_start(&sum);
    pf_reader_digest(reader, &sum, pf_image_value(reader->image, i), value->bytes);
    pf_digest_finish(&sum, digest);
    if (!pf_digest_equal(digest, value->digest))
      status = pf_fail(error, PATHFAN_ERR_DAMAGED,
                       "%s: the digest of value %" PRIu32
                       " differs, though not in the sections that this program reads",
                       reader->path, i);
  }
  return status ? status : check_frames(reader, error);
}

pathfan_status pathfan_verify_file(const char *path, pathfan_error *error) {
  pathfan_reader *reader;
  pathfan_status status = pf_reader_open_alone(path, &reader, error);
  if (status) return status;
  status = pathfan_reader_verify(reader, error);
  pathfan_reader_close(reader);
  return status;
}
