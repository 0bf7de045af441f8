/* system_posix.c - files by POSIX calls. Calls interrupted by a signal are repeated. */
#include "base/system.h"

#if PATHFAN_WITH_POSIX && PATHFAN_WITH_MAPPINGS

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/retry.h"

#if PATHFAN_WITH_LINUX && !defined MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 /* Linux 5.14; older kernels refuse it */
#endif

int pf_file_open(const char *path) {
  int fd;
  PF_RETRY(fd, open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  return fd;
}

void pf_file_close(int fd) {
  (void)close(fd);
}

static pf_file_facts facts_of(const struct stat *info) {
  return (pf_file_facts){.device = (uint64_t)info->st_dev,
                         .number = (uint64_t)info->st_ino,
                         .bytes = (uint64_t)info->st_size,
                         .modified = info->PF_STAT_MODIFIED.tv_sec,
                         .modified_fraction = info->PF_STAT_MODIFIED.tv_nsec,
                         .kind = S_ISREG(info->st_mode)   ? PF_FILE_REGULAR
                                 : S_ISDIR(info->st_mode) ? PF_FILE_FOLDER
                                                          : PF_FILE_OTHER};
}

bool pf_file_look(int fd, pf_file_facts *facts) {
  struct stat info;
  if (fstat(fd, &info) != 0) return false;
  *facts = facts_of(&info);
  return true;
}

bool pf_path_look(const char *path, pf_file_facts *facts) {
  struct stat info;
  if (stat(path, &info) != 0) return false;
  *facts = facts_of(&info);
  return true;
}

int64_t pf_file_read_at(int fd, uint64_t offset, void *data, uint64_t bytes) {
  ssize_t got;
  PF_RETRY(got, pread(fd, data, bytes, (off_t)offset));
  return got;
}

void *pf_file_map(int fd, uint64_t offset, uint64_t bytes) {
  void *at = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, (off_t)offset);
  return at == MAP_FAILED ? NULL : at;
}

void pf_file_unmap(void *mapping, uint64_t bytes) {
  (void)munmap(mapping, bytes);
}

int32_t pf_processors(void) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  return processors > 0 && processors <= INT32_MAX ? (int32_t)processors : 1;
}

uint64_t pf_mapping_step(void) {
  return (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Returns the beginning of a byte's page; *bytes then counts from there. */
static const uint8_t *page_of(const uint8_t *data, uint64_t page, uint64_t *bytes) {
  const uint64_t before = (uintptr_t)data % page;
  *bytes += before;
  return data - before;
}

void pf_mapping_announce(const uint8_t *data, uint64_t bytes) {
  const uint8_t *begin = page_of(data, pf_mapping_step(), &bytes);
  (void)madvise((void *)begin, bytes, MADV_WILLNEED);
}

void pf_mapping_drop(const uint8_t *data, uint64_t bytes) {
  const uint64_t page = pf_mapping_step();
  const uint64_t ahead = (page - (uintptr_t)data % page) % page;
  if (bytes < ahead + page) return;
  (void)madvise((void *)(data + ahead), (bytes - ahead) / page * page, MADV_DONTNEED);
}

void pf_mapping_fetch(const uint8_t *data, uint64_t bytes) {
  const uint64_t page = pf_mapping_step();
  const uint8_t *begin = page_of(data, page, &bytes);
#if PATHFAN_WITH_LINUX
  if (madvise((void *)begin, bytes, MADV_POPULATE_READ) == 0) return;
#endif
  (void)madvise((void *)begin, bytes, MADV_WILLNEED);
  volatile uint8_t touched;
  for (uint64_t at = 0; at < bytes; at += page) touched = begin[at];
  (void)touched;
}

#endif
