/* spill.c - arrays in mapped files.
 *
 * Disk space is allocated at once: a process that writes to a mapping when the disk is full is
 * killed. A file that never had a name isn't left behind by a killed process; network file systems
 * don't have such files, so there it has a name for a moment. */
#include "spill.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform.h"
#if PATHFAN_WITH_POSIX
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "base/memory.h"
#include "base/path.h"
#include "base/retry.h"
#include "base/status.h"

#if PATHFAN_WITH_POSIX

/* Whether errno says that files must have names there. */
static bool must_have_name(void) {
  return errno == EOPNOTSUPP || errno == EISDIR;
}

static int open_without_name(const char *index_path) {
#if PATHFAN_WITH_LINUX
  char *folder = pf_path_folder(index_path);
  if (!folder) return -1;
  int fd;
  PF_RETRY(fd, open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  const int code = errno;
  free(folder);
  errno = code;
  return fd;
#else
  (void)index_path;
  errno = EOPNOTSUPP;
  return -1;
#endif
}

static int open_and_unlink(const char *index_path) {
  static const char ending[] = ".work-XXXXXX";
  const size_t length = strlen(index_path) + sizeof ending;
  char *path = pf_alloc(length, 1);
  if (!path) return -1;
  memcpy(path, index_path, length - sizeof ending);
  int fd;
  do { /* an interrupted call has used up the template */
    memcpy(path + length - sizeof ending, ending, sizeof ending);
    fd = mkostemp(path, O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  const int code = errno;
  if (fd >= 0) (void)unlink(path);
  free(path);
  errno = code;
  return fd;
}

int pf_spill_file(const char *index_path) {
  const int fd = open_without_name(index_path);
  return fd < 0 && must_have_name() ? open_and_unlink(index_path) : fd;
}

/* Allocates the file's disk space. Returns 0 or an errno value, as posix_fallocate does. */
static int take_room(int fd, uint64_t bytes) {
#if PATHFAN_WITH_LINUX
  int failure;
  do failure = posix_fallocate(fd, 0, (off_t)bytes);
  while (failure == EINTR);
  return failure;
#else
  static const char zeros[1 << 16];
  for (uint64_t at = 0; at < bytes;) {
    const uint64_t rest = bytes - at;
    ssize_t put;
    PF_RETRY(put, pwrite(fd, zeros, rest < sizeof zeros ? rest : sizeof zeros, (off_t)at));
    if (put <= 0) return put < 0 ? errno : EIO;
    at += (uint64_t)put;
  }
  return 0;
#endif
}

static void *map_file(const char *index_path, uint64_t bytes, int *failure) {
  const int fd = pf_spill_file(index_path);
  void *at = MAP_FAILED;
  *failure = fd < 0 ? errno : take_room(fd, bytes);
  if (!*failure) {
    at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED) *failure = errno;
  }
  if (fd >= 0) (void)close(fd);
  return at == MAP_FAILED ? NULL : at;
}

static void unmap(void *at, uint64_t bytes) {
  (void)munmap(at, bytes);
}

static void relax(void *at, uint64_t bytes) {
  (void)madvise(at, bytes, MADV_DONTNEED);
}

#else /* there are no such files: what doesn't fit in memory can't be made */

static void *map_file(const char *index_path, uint64_t bytes, int *failure) {
  (void)index_path, (void)bytes;
  *failure = ENOMEM;
  return NULL;
}

static void unmap(void *at, uint64_t bytes) {
  (void)at, (void)bytes;
}

static void relax(void *at, uint64_t bytes) {
  (void)at, (void)bytes;
}

#endif

bool pf_spill_array_make(pf_spill_array *array, pf_spill *spill, uint64_t bytes) {
  int failure = 0;
  const bool may_map = spill && spill->index_path;
  *array = (pf_spill_array){.bytes = bytes ? bytes : 1};
  if (may_map && pf_memory_limit_fits(spill->memory_limit, array->bytes))
    array->memory_limit = spill->memory_limit;
  else
    array->is_mapped = may_map;
  if (!array->is_mapped)
    array->at = pf_alloc_zero(array->bytes, 1);
  else
    array->at = map_file(spill->index_path, array->bytes, &failure);
  if (array->at) return true;
  if (failure && failure != ENOMEM) atomic_store(&spill->failure, failure);
  pf_memory_limit_release(array->memory_limit, array->bytes);
  *array = (pf_spill_array){0};
  return false;
}

void pf_spill_array_relax(const pf_spill_array *array) {
  assert(array->at || !array->is_mapped);
  if (array->is_mapped) relax(array->at, array->bytes);
}

void pf_spill_array_free(pf_spill_array *array) {
  if (array->is_mapped)
    unmap(array->at, array->bytes);
  else
    free(array->at);
  pf_memory_limit_release(array->memory_limit, array->bytes);
  *array = (pf_spill_array){0};
}

pathfan_status pf_spill_failed(const pf_spill *spill, pathfan_status status, pathfan_error *error) {
  const int failure = atomic_load(&spill->failure);
  assert(!failure || spill->index_path);
  if (status != PATHFAN_ERR_NO_MEMORY || !failure) return status;
  return pf_fail(error, PATHFAN_ERR_IO, "%s: can't make room beside it: %s", spill->index_path,
                 strerror(failure));
}
