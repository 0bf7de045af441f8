/* file_image.c - an index in a file, mapped, or copied if requested: into memory, or into a file
 * without a name that is mapped.
 *
 * Seal, structure digest and directory are read and checked (image.c) before LMDB reads the file,
 * because LMDB 0.9 crashes on or believes damaged pages. Then LMDB maps the same inode, and each
 * value that it names must have the number, length and place that the seal lists.
 *
 * LMDB can only open whole files. But the seal vouches for everything that LMDB would say, so an
 * index inside a larger file is mapped without LMDB, just as safely. A build without LMDB maps
 * whole files that way too.
 *
 * Mapped files are listed, so that a process maps each once: opening a file again finds the image
 * by the file's identity, which no other file can have while this one is mapped. The list is locked
 * while a file is opened, or two threads could map it twice. */
#include "file_image.h"

#if PATHFAN_WITH_MAPPINGS

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/fork.h"
#include "base/status.h"
#include "base/system.h"
#include "digest.h"
#include "store_read.h"

/* Whether LMDB maps whole files, as a second witness of the values' places; 0: whole files are
 * mapped like parts of larger ones, and LMDB isn't linked (-DPATHFAN_LMDB=OFF). */
#ifndef PATHFAN_WITH_LMDB
#define PATHFAN_WITH_LMDB 1
#endif

/* Whether copies are made on disk, by base/system_copy.c: not in pathfan-lite, which is kept small,
 * nor on Windows, where a mapped file can't be changed. */
#ifndef PATHFAN_WITH_DISK_COPIES
#define PATHFAN_WITH_DISK_COPIES 0
#endif

typedef enum keeping { MAPPED, COPY_IN_MEMORY, COPY_ON_DISK } keeping;

struct pf_file_image {
  pf_image image;
  pf_file_facts identity; /* published files never change */
  pf_store_view view;     /* LMDB's mapping */
  void *mapping;          /* or our own mapping of `mapped` bytes; neither: a copy */
  uint64_t mapped;
  bool is_copy; /* in memory or on disk: the file at the path isn't held by it */

  /* Guarded by the list. */
  uint64_t offset, bytes; /* of the index in its file */
  int32_t readers;
  pf_file_image *next; /* in the list, if shared */
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static pf_file_image *list;

static void lock_list(void) {
  pf_fork_hold();
  pthread_mutex_lock(&list_lock);
}

static void unlock_list(void) {
  pthread_mutex_unlock(&list_lock);
  pf_fork_release();
}

static void file_image_free(pf_file_image *file) {
  if (!file) return;
#if PATHFAN_WITH_LMDB
  pf_store_view_close(&file->view);
#endif
  if (file->mapping) pf_file_unmap(file->mapping, file->mapped);
  pf_image_clear(&file->image);
  free(file);
}

/* ---- Mapping ---- */

#if PATHFAN_WITH_LMDB
/* Maps the file by LMDB and compares LMDB's view of it with the seal. */
static pathfan_status map_by_lmdb(pf_file_image *file, const pf_input *input,
                                  pathfan_error *error) {
  const pf_seal *seal = &file->image.seal;
  /* Includes the trailer: reading a packed number may read some bytes beyond the last. */
  const uint64_t mapped =
      (seal->file_bytes + seal->page_size - 1) / seal->page_size * seal->page_size;
  pathfan_status status = pf_store_view_open(input->fd, input->name, mapped, &file->view, error);
  if (status) return status;
  if (file->view.page_size != seal->page_size)
    return pf_fail(error, PATHFAN_ERR_DAMAGED,
                   "%s: has pages of %" PRIu32 " bytes, its seal says %" PRIu32, input->name,
                   file->view.page_size, seal->page_size);
  for (uint32_t i = 0;; i++) {
    const uint8_t *data;
    uint32_t number = 0;
    uint64_t bytes = 0, offset = 0;
    status = pf_store_view_next(&file->view, &number, &data, &bytes, &offset, error);
    if (status) return status;
    if (!data && i == seal->value_count) break;
    if (!data || i == seal->value_count || number != i || bytes != seal->values[i].bytes ||
        offset != seal->values[i].offset)
      return pf_fail(error, PATHFAN_ERR_DAMAGED,
                     "%s: LMDB and the seal differ about value %" PRIu32, input->name, i);
  }
  file->image.base = (const uint8_t *)file->view.base;
  file->view.path = NULL; /* the caller's */
  return PATHFAN_OK;
}
#endif

static pathfan_status map_part(pf_file_image *file, const pf_input *input, pathfan_error *error) {
  void *at = pf_file_map(input->fd, input->offset, input->bytes);
  if (!at)
    return pf_fail(error, errno == ENOMEM ? PATHFAN_ERR_NO_MEMORY : PATHFAN_ERR_IO,
                   "%s: can't map: %s", input->name, strerror(errno));
  file->mapping = at;
  file->mapped = input->bytes;
  file->image.base = at;
  return PATHFAN_OK;
}

/* ---- Files ---- */

static bool same_identity(const pf_file_facts *a, const pf_file_facts *b) {
  return a->device == b->device && a->number == b->number && a->bytes == b->bytes &&
         a->modified == b->modified && a->modified_fraction == b->modified_fraction;
}

static pathfan_status open_file(const char *path, const pathfan_open_options *options,
                                pf_input *input, pf_file_facts *identity, pathfan_error *error) {
  input->fd = pf_file_open(path);
  if (input->fd < 0 || !pf_file_look(input->fd, identity))
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't open: %s", path, strerror(errno));
  if (identity->kind != PF_FILE_REGULAR)
    return pf_fail(error, PATHFAN_ERR_NOT_INDEX, "%s: is not a pathfan index: it is %s", path,
                   identity->kind == PF_FILE_FOLDER ? "a folder" : "no regular file");
  input->offset = options->offset;
  return pf_input_find(path, identity->bytes, options, &input->bytes, error);
}

static pf_file_image *find_listed(const pf_file_facts *identity, const pf_input *input) {
  pf_file_image *file = list;
  while (file && !(same_identity(&file->identity, identity) && file->offset == input->offset &&
                   file->bytes == input->bytes))
    file = file->next;
  return file;
}

/* Makes `input` a copy of it in a folder, whose descriptor the caller closes. */
static pathfan_status copy_to_folder(pf_input *input, const char *folder, pathfan_error *error) {
#if PATHFAN_WITH_DISK_COPIES
  input->fd = pf_file_copy(input->fd, input->offset, input->bytes, folder);
  if (input->fd < 0 && errno == ENODATA)
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: became shorter while it was copied",
                   input->name);
  if (input->fd < 0)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't be copied to %s: %s", input->name, folder,
                   strerror(errno));
  input->offset = 0;
  return PATHFAN_OK;
#else
  input->fd = -1;
  return pf_fail(error, PATHFAN_ERR_ARGUMENT, "this library makes no copies in %s", folder);
#endif
}

static pathfan_status open_new(pf_input input, keeping how, const char *folder,
                               const pf_file_facts *identity, pf_file_image **out,
                               pathfan_error *error) {
  pf_file_image *file = calloc(1, sizeof *file);
  if (!file) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to open it", input.name);
  file->readers = 1;
  file->offset = input.offset;
  file->bytes = input.bytes;
  file->identity = *identity;
  file->is_copy = how != MAPPED;
  pathfan_status status = how == COPY_ON_DISK ? copy_to_folder(&input, folder, error) : PATHFAN_OK;
  if (!status) status = pf_image_fill(&file->image, input, how == COPY_IN_MEMORY, error);
  if (!status && how != COPY_IN_MEMORY) {
#if PATHFAN_WITH_LMDB
    const bool whole = how == MAPPED && input.offset == 0 && input.bytes == identity->bytes;
    status = whole ? map_by_lmdb(file, &input, error) : map_part(file, &input, error);
#else
    status = map_part(file, &input, error);
#endif
  }
  if (how == COPY_ON_DISK && input.fd >= 0) pf_file_close(input.fd);
  if (status) {
    file_image_free(file);
    return status;
  }
  *out = file;
  return PATHFAN_OK;
}

pathfan_status pf_file_image_open(const char *path, const pathfan_open_options *options,
                                  bool shared, pf_file_image **out, pathfan_error *error) {
  pf_input input = {.name = path, .fd = -1};
  pf_file_facts identity;
  pf_file_image *file = NULL;
  const bool mappable = options->offset % pf_mapping_step() == 0;
  const keeping how = PATHFAN_WITH_POSIX && options->copy_folder ? COPY_ON_DISK
                      : options->private_copy || !mappable       ? COPY_IN_MEMORY
                                                                 : MAPPED;
  const bool listed = shared && how == MAPPED;

  *out = NULL;
  pathfan_status status = open_file(path, options, &input, &identity, error);
  if (!status && !listed)
    status = open_new(input, how, options->copy_folder, &identity, &file, error);
  if (!status && listed) {
    lock_list();
    file = find_listed(&identity, &input);
    if (file) {
      file->readers++;
    } else {
      status = open_new(input, how, options->copy_folder, &identity, &file, error);
      if (!status) {
        file->next = list;
        list = file;
      }
    }
    unlock_list();
  }
  if (input.fd >= 0) pf_file_close(input.fd); /* LMDB has its own descriptor */
  if (status) return status;
  if (options->prefetch && !file->image.copy)
    pf_mapping_fetch(file->image.base, file->image.seal.page_bytes);
  *out = file;
  return PATHFAN_OK;
}

const pf_image *pf_file_image_of(const pf_file_image *file) {
  return &file->image;
}

void pf_file_image_release(pf_file_image *file) {
  if (!file) return;
  lock_list();
  const bool last = --file->readers == 0;
  if (last) {
    pf_file_image **at = &list;
    while (*at && *at != file) at = &(*at)->next;
    if (*at) *at = file->next;
  }
  unlock_list();
  if (last) file_image_free(file);
}

bool pf_file_is_there(const char *path) {
  pf_file_facts facts;
  return pf_path_look(path, &facts);
}

/* Whether the index at path ends in another seal. A mapping keeps its file, so no other file can
 * have the same number. A private copy doesn't: a new file may have got its number, and even size
 * and time may be the same, as with files unpacked from an archive. The seal's own digest, at the
 * end of an index, distinguishes them. */
static bool has_other_seal(const pf_file_image *file, const char *path) {
  uint8_t self[PF_DIGEST_BYTES];
  pathfan_error error;
  pf_input input = {.name = path, .bytes = file->bytes, .offset = file->offset};
  input.fd = pf_file_open(path);
  if (input.fd < 0) return false;
  const bool read = !pf_input_read(&input, file->bytes - sizeof self, self, sizeof self, &error);
  pf_file_close(input.fd);
  return read && !pf_digest_equal(self, file->image.seal.self);
}

bool pf_file_image_is_stale(const pf_file_image *file, const char *path) {
  pf_file_facts now;
  if (!pf_path_look(path, &now)) return false;
  return !same_identity(&now, &file->identity) || (file->is_copy && has_other_seal(file, path));
}

#endif
