/* file_copy.c - an index in a file, read into memory by the C library alone, for systems without
 * descriptors and mappings. Every reader has its own copy, as if one had been requested. */
#include "file_image.h"

#if !PATHFAN_WITH_MAPPINGS

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "digest.h"
#include "input.h"

struct pf_file_image {
  pf_image image;
  uint64_t offset, bytes; /* of the index in its file */
  bool is_to_end;         /* the index reaches to the file's end, even if that moves */
  uint8_t *data;
};

/* Opens the file and finds where the index lies in it. */
static pathfan_status open_file(const char *path, const pathfan_open_options *options, FILE **file,
                                uint64_t *bytes, pathfan_error *error) {
  *file = fopen(path, "rb");
  if (!*file || fseeko(*file, 0, SEEK_END) != 0)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't open: %s", path, strerror(errno));
  return pf_input_find(path, (uint64_t)ftello(*file), options, bytes, error);
}

static pathfan_status read_all(pf_file_image *image, FILE *file, const char *path,
                               pathfan_error *error) {
  if (image->bytes < SIZE_MAX - 64) image->data = malloc((size_t)image->bytes + 64);
  if (!image->data)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for a copy of %" PRIu64 " bytes",
                   path, image->bytes);
  if (fseeko(file, (int64_t)image->offset, SEEK_SET) != 0 ||
      fread(image->data, 1, (size_t)image->bytes, file) != image->bytes)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't read: %s", path, strerror(errno));
  return PATHFAN_OK;
}

pathfan_status pf_file_image_open(const char *path, const pathfan_open_options *options,
                                  bool shared, pf_file_image **out, pathfan_error *error) {
  FILE *file = NULL;
  (void)shared;
  *out = NULL;
  pf_file_image *image = calloc(1, sizeof *image);
  if (!image) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to open it", path);
  image->offset = options->offset;
  image->is_to_end = !options->bytes;
  pathfan_status status = open_file(path, options, &file, &image->bytes, error);
  if (!status) status = read_all(image, file, path, error);
  if (file) (void)fclose(file);
  if (!status) {
    /* Sections must be aligned: copied once more if malloc's memory isn't. */
    const pathfan_open_options as_it_is = {.policy = options->policy};
    status = pf_image_fill_memory(&image->image, image->data, image->bytes, path, &as_it_is, error);
  }
  if (!status && image->image.copy) {
    free(image->data);
    image->data = NULL;
  }
  if (status) {
    pf_file_image_release(image);
    return status;
  }
  *out = image;
  return PATHFAN_OK;
}

const pf_image *pf_file_image_of(const pf_file_image *file) {
  return &file->image;
}

void pf_file_image_release(pf_file_image *file) {
  if (!file) return;
  pf_image_clear(&file->image);
  free(file->data);
  free(file);
}

/* Compares the seal's own digest, at the end of an index. */
bool pf_file_image_is_stale(const pf_file_image *image, const char *path) {
  uint8_t self[PF_DIGEST_BYTES];
  const pathfan_open_options place = {.offset = image->offset,
                                      .bytes = image->is_to_end ? 0 : image->bytes};
  pathfan_error error;
  FILE *file = NULL;
  uint64_t bytes = 0;
  const bool is_open = !open_file(path, &place, &file, &bytes, &error);
  const bool is_read = is_open && bytes >= sizeof self &&
                       fseeko(file, (int64_t)(place.offset + bytes - sizeof self), SEEK_SET) == 0 &&
                       fread(self, 1, sizeof self, file) == sizeof self;
  if (file) (void)fclose(file);
  return is_read && (bytes != image->bytes || !pf_digest_equal(self, image->image.seal.self));
}

bool pf_file_is_there(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file) (void)fclose(file);
  return file != NULL;
}

#endif
