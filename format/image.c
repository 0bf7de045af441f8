/* image.c - opening in microseconds without trusting a byte too early.
 *
 * The order matters. Seal, structure digest and directory are read and checked before anything else
 * is read; the directory's chunks are checked against the seal, so every pointer handed out
 * afterwards lies inside the image. The seal names every value's place and vouches for LMDB's own
 * pages, so an index can be used wherever its bytes lie: in memory as it is, in a copy, or mapped
 * (file_image.c). */
#include "image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "digest.h"
#include "value.h"

void pf_image_clear(pf_image *image) {
  pf_free_aligned(image->copy);
  pf_directory_free(&image->directory);
  pf_seal_free(&image->seal);
  free(image->verdicts);
  memset(image, 0, sizeof *image);
}

/* ---- Checks before use ---- */

static pathfan_status check_structure(const pf_input *input, const pf_seal *seal,
                                      pathfan_error *error) {
  uint8_t digest[PF_DIGEST_BYTES] = {0};
  const pathfan_status status = pf_seal_structure(input, seal, digest, error);
  if (!status && !pf_digest_equal(digest, seal->structure))
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: the digest of the structural pages differs",
                   input->name);
  return status;
}

static pathfan_status read_directory(pf_image *image, const pf_input *input, pathfan_error *error) {
  const pf_sealed_value *value = &image->seal.values[image->seal.directory];
  uint8_t digest[PF_DIGEST_BYTES];
  uint8_t *record = malloc(value->bytes);
  if (!record)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its directory", input->name);
  pathfan_status status = pf_input_read(input, value->offset, record, value->bytes, error);
  if (status) goto cleanup;
  pf_digest_of(record, value->bytes, digest);
  if (!pf_digest_equal(digest, value->digest)) {
    status =
        pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: the digest of the directory differs", input->name);
    goto cleanup;
  }
  status = pf_directory_decode(record + PF_VALUE_HEADER, value->bytes - PF_VALUE_HEADER,
                               &image->seal, input->name, &image->directory, error);
cleanup:
  free(record);
  return status;
}

/* Makes all checks that are possible before the bytes are in memory. */
static pathfan_status check(pf_image *image, const pf_input *input, pathfan_error *error) {
  pathfan_status status = pf_seal_read(input, &image->seal, error);
  if (!status) status = check_structure(input, &image->seal, error);
  if (!status) status = read_directory(image, input, error);
  if (status) return status;
  image->verdicts = calloc((size_t)image->directory.section_count + 1, sizeof *image->verdicts);
  if (!image->verdicts)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to open it", input->name);
  return PATHFAN_OK;
}

/* ---- Filling ---- */

/* Makes the copy and lets `input` refer to it. */
static pathfan_status copy_all(pf_image *image, pf_input *input, pathfan_error *error) {
  if (input->bytes == 0) return PATHFAN_OK; /* left to the seal's check, which reports it */
  image->copy = pf_alloc_aligned(input->bytes, PATHFAN_SECTION_ALIGN);
  if (!image->copy)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for a copy of %" PRIu64 " bytes",
                   input->name, input->bytes);
  const pathfan_status status = pf_input_read(input, 0, image->copy, input->bytes, error);
  input->fd = -1;
  input->memory = image->copy;
  return status;
}

pathfan_status pf_image_fill(pf_image *image, pf_input input, bool copied, pathfan_error *error) {
  memset(image, 0, sizeof *image);
  pathfan_status status = copied ? copy_all(image, &input, error) : PATHFAN_OK;
  image->base = input.memory;
  if (!status) status = check(image, &input, error);
  if (status) pf_image_clear(image);
  return status;
}

pathfan_status pf_image_fill_memory(pf_image *image, const uint8_t *data, uint64_t bytes,
                                    const char *name, const pathfan_open_options *options,
                                    pathfan_error *error) {
  const pf_input input = {.name = name, .fd = -1, .memory = data, .bytes = bytes};
  const bool copied = options->private_copy || (uintptr_t)data % PATHFAN_SECTION_ALIGN != 0;
  return pf_image_fill(image, input, copied, error);
}
