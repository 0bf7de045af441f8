/* image.c - opening in microseconds without trusting a byte too early.
 *
 * The order is the point. Seal, structure digest and directory are read with
 * pread() and checked before LMDB sees the file, because LMDB 0.9 crashes on or
 * believes damaged pages. Then LMDB maps the same inode, and each value that it
 * names must have the number, the length and the place that the seal lists; the
 * directory's chunks have been checked against the seal, so from there on every
 * pointer handed out lies inside the mapping.
 *
 * LMDB can only open whole files. But the seal names every value's place and
 * vouches for LMDB's own pages, so an index inside a larger file is mapped
 * without LMDB, one in memory is used where it is, and both are as sure. A build
 * without LMDB maps whole files that way too.
 *
 * Mapped files are listed, so that a process maps each once: opening one again
 * finds the image by the file's identity, which no other file can have while this
 * one is mapped. The list's lock is held while a file is opened, or else two
 * threads could map it twice. */
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "digest.h"
#include "base/fork.h"
#include "base/status.h"
#include "input.h"
#include "value.h"

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 /* Linux 5.14; older kernels refuse it */
#endif

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static pathfan_image *list;

static void lock_list(void) {
  pathfan_fork_hold();
  pthread_mutex_lock(&list_lock);
}

static void unlock_list(void) {
  pthread_mutex_unlock(&list_lock);
  pathfan_fork_release();
}

static void image_free(pathfan_image *image) {
  if (!image) return;
#if PATHFAN_WITH_LMDB
  pathfan_store_view_close(&image->view);
#endif
  if (image->mapping) (void)munmap(image->mapping, image->mapped);
  free(image->copy);
  pathfan_directory_free(&image->directory);
  pathfan_seal_free(&image->seal);
  free(image->verdicts);
  free(image);
}

/* ---- Checks before use ---- */

static pathfan_status check_structure(const pathfan_input *input, const pathfan_seal *seal,
                                      pathfan_error *error) {
  uint8_t digest[PATHFAN_DIGEST_BYTES] = {0};
  const pathfan_status status = pathfan_seal_structure(input, seal, digest, error);
  if (status == PATHFAN_OK && !pathfan_digest_equal(digest, seal->structure))
    return pathfan_fail(error, PATHFAN_ERR_DAMAGED,
                        "%s: the digest of the structural pages differs", input->name);
  return status;
}

static pathfan_status read_directory(pathfan_image *image, const pathfan_input *input,
                                     pathfan_error *error) {
  const pathfan_sealed_value *value = &image->seal.values[image->seal.directory];
  uint8_t digest[PATHFAN_DIGEST_BYTES];
  uint8_t *record = malloc(value->bytes);
  if (!record)
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its directory",
                        input->name);
  pathfan_status status = pathfan_input_read(input, value->offset, record, value->bytes, error);
  if (status != PATHFAN_OK) goto cleanup;
  pathfan_digest_of(record, value->bytes, digest);
  if (!pathfan_digest_equal(digest, value->digest)) {
    status = pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: the digest of the directory differs",
                          input->name);
    goto cleanup;
  }
  status =
      pathfan_directory_decode(record + PATHFAN_VALUE_HEADER, value->bytes - PATHFAN_VALUE_HEADER,
                               &image->seal, input->name, &image->directory, error);
cleanup:
  free(record);
  return status;
}

/* All that can be known before the bytes are in memory. */
static pathfan_status check(pathfan_image *image, const pathfan_input *input,
                            pathfan_error *error) {
  pathfan_status status = pathfan_seal_read(input, &image->seal, error);
  if (status == PATHFAN_OK) status = check_structure(input, &image->seal, error);
  if (status == PATHFAN_OK) status = read_directory(image, input, error);
  if (status != PATHFAN_OK) return status;
  image->verdicts = calloc((size_t)image->directory.section_count + 1, sizeof *image->verdicts);
  if (!image->verdicts)
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to open it", input->name);
  return PATHFAN_OK;
}

/* ---- Ways into memory ---- */

#if PATHFAN_WITH_LMDB
/* Maps the file by LMDB and holds LMDB's view of it against the seal. */
static pathfan_status map_by_lmdb(pathfan_image *image, const pathfan_input *input,
                                  pathfan_error *error) {
  const pathfan_seal *seal = &image->seal;
  /* With the trailer: who reads a packed number may read some bytes behind the last. */
  const uint64_t mapped =
      (seal->file_bytes + seal->page_size - 1) / seal->page_size * seal->page_size;
  pathfan_status status =
      pathfan_store_view_open(input->fd, input->name, mapped, &image->view, error);
  if (status != PATHFAN_OK) return status;
  if (image->view.page_size != seal->page_size)
    return pathfan_fail(error, PATHFAN_ERR_DAMAGED,
                        "%s: has pages of %" PRIu32 " bytes, its seal says %" PRIu32, input->name,
                        image->view.page_size, seal->page_size);
  for (uint32_t i = 0;; i++) {
    const uint8_t *data;
    uint32_t number = 0;
    uint64_t bytes = 0, offset = 0;
    status = pathfan_store_view_next(&image->view, &number, &data, &bytes, &offset, error);
    if (status != PATHFAN_OK) return status;
    if (!data && i == seal->value_count) break;
    if (!data || i == seal->value_count || number != i || bytes != seal->values[i].bytes ||
        offset != seal->values[i].offset)
      return pathfan_fail(error, PATHFAN_ERR_DAMAGED,
                          "%s: LMDB and the seal differ about value %" PRIu32, input->name, i);
  }
  image->base = (const uint8_t *)image->view.base;
  image->view.path = NULL; /* the caller's */
  return PATHFAN_OK;
}
#endif

static pathfan_status map_part(pathfan_image *image, const pathfan_input *input,
                               pathfan_error *error) {
  void *at = mmap(NULL, input->bytes, PROT_READ, MAP_SHARED, input->fd, (off_t)input->offset);
  if (at == MAP_FAILED)
    return pathfan_fail(error, errno == ENOMEM ? PATHFAN_ERR_NO_MEMORY : PATHFAN_ERR_IO,
                        "%s: can't map: %s", input->name, strerror(errno));
  image->mapping = at;
  image->mapped = input->bytes;
  image->base = at;
  return PATHFAN_OK;
}

/* Makes the copy, and `input` lead to it. */
static pathfan_status copy_all(pathfan_image *image, pathfan_input *input, pathfan_error *error) {
  if (input->bytes == 0) return PATHFAN_OK; /* what that means, the seal's check says */
  if (input->bytes <= SIZE_MAX - PATHFAN_SECTION_ALIGN)
    image->copy =
        aligned_alloc(PATHFAN_SECTION_ALIGN, (input->bytes + PATHFAN_SECTION_ALIGN - 1) /
                                                 PATHFAN_SECTION_ALIGN * PATHFAN_SECTION_ALIGN);
  if (!image->copy)
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY,
                        "%s: no memory for a copy of %" PRIu64 " bytes", input->name, input->bytes);
  const pathfan_status status = pathfan_input_read(input, 0, image->copy, input->bytes, error);
  input->fd = -1;
  input->memory = image->copy;
  image->base = image->copy;
  return status;
}

/* A courtesy: whatever can't be read now is read when it is used. */
static void prefetch(const pathfan_image *image) {
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  const uint8_t *begin = image->base - (uintptr_t)image->base % page;
  const uint64_t bytes = image->seal.page_bytes + (uint64_t)(image->base - begin);
  if (image->copy || (!image->view.env && !image->mapping)) return;
  if (madvise((void *)begin, bytes, MADV_POPULATE_READ) == 0) return;
  (void)madvise((void *)begin, bytes, MADV_WILLNEED);
  volatile uint8_t touched;
  for (uint64_t at = 0; at < bytes; at += page) touched = begin[at];
  (void)touched;
}

/* ---- Files ---- */

static pathfan_identity identity_of(const struct stat *info) {
  return (pathfan_identity){.device = info->st_dev,
                            .inode = info->st_ino,
                            .file_bytes = (uint64_t)info->st_size,
                            .modified = info->st_mtim};
}

static bool same_identity(const pathfan_identity *a, const pathfan_identity *b) {
  return a->device == b->device && a->inode == b->inode && a->file_bytes == b->file_bytes &&
         a->modified.tv_sec == b->modified.tv_sec && a->modified.tv_nsec == b->modified.tv_nsec;
}

/* A descriptor, or -1. O_NONBLOCK: it doesn't wait for the writer of a pipe. */
static int open_to_read(const char *path) {
  int fd;
  do {
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

static pathfan_status open_file(const char *path, const pathfan_open_options *options,
                                pathfan_input *input, pathfan_identity *identity,
                                pathfan_error *error) {
  struct stat info;
  input->fd = open_to_read(path);
  if (input->fd < 0 || fstat(input->fd, &info) != 0)
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't open: %s", path, strerror(errno));
  if (!S_ISREG(info.st_mode))
    return pathfan_fail(error, PATHFAN_ERR_NOT_INDEX, "%s: is not a pathfan index: it is %s", path,
                        S_ISDIR(info.st_mode) ? "a folder" : "no regular file");
  *identity = identity_of(&info);
  const uint64_t size = identity->file_bytes;
  if (options->offset > size || options->bytes > size - options->offset)
    return pathfan_fail(error, PATHFAN_ERR_NOT_INDEX,
                        "%s: has %" PRIu64 " bytes, too few for an index at byte %" PRIu64, path,
                        size, options->offset);
  input->offset = options->offset;
  input->bytes = options->bytes ? options->bytes : size - options->offset;
  return PATHFAN_OK;
}

static pathfan_image *find_listed(const pathfan_identity *identity, const pathfan_input *input) {
  pathfan_image *image = list;
  while (image && !(same_identity(&image->identity, identity) && image->offset == input->offset &&
                    image->bytes == input->bytes))
    image = image->next;
  return image;
}

/* identity: of the file; NULL if the input is memory. */
static pathfan_status open_new(pathfan_input input, bool copied, const pathfan_identity *identity,
                               pathfan_image **out, pathfan_error *error) {
  pathfan_image *image = calloc(1, sizeof *image);
  if (!image)
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to open it", input.name);
  image->readers = 1;
  image->base = input.memory;
  image->offset = input.offset;
  image->bytes = input.bytes;
  if (identity) image->identity = *identity;
  pathfan_status status = copied ? copy_all(image, &input, error) : PATHFAN_OK;
  if (status == PATHFAN_OK) status = check(image, &input, error);
  if (status == PATHFAN_OK && !image->base) {
#if PATHFAN_WITH_LMDB
    const bool whole = input.offset == 0 && input.bytes == identity->file_bytes;
    status = whole ? map_by_lmdb(image, &input, error) : map_part(image, &input, error);
#else
    status = map_part(image, &input, error);
#endif
  }
  if (status != PATHFAN_OK) {
    image_free(image);
    return status;
  }
  *out = image;
  return PATHFAN_OK;
}

pathfan_status pathfan_image_open(const char *path, const pathfan_open_options *options,
                                  bool shared, pathfan_image **out, pathfan_error *error) {
  pathfan_input input = {.name = path, .fd = -1};
  pathfan_identity identity;
  pathfan_image *image = NULL;
  const bool mappable = options->offset % (uint64_t)sysconf(_SC_PAGESIZE) == 0;
  const bool copied = options->private_copy || !mappable, listed = shared && !copied;

  *out = NULL;
  pathfan_status status = open_file(path, options, &input, &identity, error);
  if (status == PATHFAN_OK && !listed) status = open_new(input, copied, &identity, &image, error);
  if (status == PATHFAN_OK && listed) {
    lock_list();
    image = find_listed(&identity, &input);
    if (image) {
      image->readers++;
    } else {
      status = open_new(input, copied, &identity, &image, error);
      if (status == PATHFAN_OK) {
        image->next = list;
        list = image;
      }
    }
    unlock_list();
  }
  if (input.fd >= 0) (void)close(input.fd); /* LMDB holds its own */
  if (status != PATHFAN_OK) return status;
  if (options->prefetch) prefetch(image);
  *out = image;
  return PATHFAN_OK;
}

pathfan_status pathfan_image_open_memory(const uint8_t *data, uint64_t bytes, const char *name,
                                         const pathfan_open_options *options, pathfan_image **out,
                                         pathfan_error *error) {
  pathfan_input input = {.name = name, .fd = -1, .memory = data, .bytes = bytes};
  const bool copied = options->private_copy || (uintptr_t)data % PATHFAN_SECTION_ALIGN != 0;
  *out = NULL;
  return open_new(input, copied, NULL, out, error);
}

void pathfan_image_release(pathfan_image *image) {
  if (!image) return;
  lock_list();
  const bool last = --image->readers == 0;
  if (last) {
    pathfan_image **at = &list;
    while (*at && *at != image) at = &(*at)->next;
    if (*at) *at = image->next;
  }
  unlock_list();
  if (last) image_free(image);
}

/* A mapping keeps its file, so no other can have the same number. A private copy has let
 * go of it: a new file may have got its number, and size and time may be the same too,
 * as with files unpacked from an archive. The seal's own digest, with which an index
 * ends, tells them apart. */
static bool has_other_seal(const pathfan_image *image, const char *path) {
  uint8_t self[PATHFAN_DIGEST_BYTES];
  pathfan_error error;
  pathfan_input input = {.name = path, .bytes = image->bytes, .offset = image->offset};
  input.fd = open_to_read(path);
  if (input.fd < 0) return false;
  const bool read = pathfan_input_read(&input, image->bytes - sizeof self, self, sizeof self,
                                       &error) == PATHFAN_OK;
  (void)close(input.fd);
  return read && !pathfan_digest_equal(self, image->seal.self);
}

bool pathfan_image_is_stale(const pathfan_image *image, const char *path) {
  struct stat info;
  if (stat(path, &info) != 0) return false;
  const pathfan_identity now = identity_of(&info);
  return !same_identity(&now, &image->identity) || (image->copy && has_other_seal(image, path));
}
