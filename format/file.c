/* file.c - how an index file appears whole or not at all.
 *
 * A writer works on its own temporary file in the target's folder (rename is
 * atomic only within a file system) and holds an exclusive flock() on it. The
 * kernel drops that lock when the writer dies, whatever killed it, so whoever
 * can take the lock of somebody's temporary knows that its writer is gone and
 * may remove it. The pid in the name only helps people.
 *
 * A cleaner may take the lock in the instant between creation and locking. The
 * creator therefore looks, once it has the lock, whether its name still leads
 * to its file, and starts over when it doesn't. */
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Attempts to find a free name. Each failure means that another writer of the
 * same target, in another pid namespace, took the name first. */
#define NAME_ATTEMPTS 1000

pathfan_status pathfan_file_read(int fd, const char *path, uint64_t offset, void *data,
                                 uint64_t bytes, pathfan_error *error) {
  uint8_t *at = data;
  while (bytes > 0) {
    ssize_t got = pread(fd, at, bytes, (off_t)offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't read: %s", path, strerror(errno));
    if (got == 0)
      return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: ends at byte %" PRIu64, path, offset);
    at += got;
    offset += (uint64_t)got;
    bytes -= (uint64_t)got;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_file_write(int fd, const char *path, uint64_t offset, const void *data,
                                  uint64_t bytes, pathfan_error *error) {
  const uint8_t *at = data;
  while (bytes > 0) {
    ssize_t put = pwrite(fd, at, bytes, (off_t)offset);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0)
      return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't write: %s", path,
                          put < 0 ? strerror(errno) : "nothing was written");
    at += put;
    offset += (uint64_t)put;
    bytes -= (uint64_t)put;
  }
  return PATHFAN_OK;
}

/* The folder part of path as a new string, "." when there is none. */
static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return strdup(".");
  return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static int lock(int fd) {
  int rc;
  do rc = flock(fd, LOCK_EX | LOCK_NB);
  while (rc != 0 && errno == EINTR);
  return rc;
}

/* "<name>.tmp-<digits>-<digits>" and nothing else. */
static int is_temporary_of(const char *entry, const char *name) {
  size_t length = strlen(name);
  if (strncmp(entry, name, length) != 0 || strncmp(entry + length, ".tmp-", 5) != 0) return 0;
  const char *rest = entry + length + 5;
  size_t pid = strspn(rest, "0123456789");
  if (pid == 0 || rest[pid] != '-') return 0;
  size_t serial = strspn(rest + pid + 1, "0123456789");
  return serial > 0 && rest[pid + 1 + serial] == '\0';
}

/* Cleaning is a courtesy: whatever can't be removed is left alone. */
static void remove_stale(const char *folder, const char *name) {
  DIR *dir = opendir(folder);
  if (!dir) return;
  struct dirent *entry;
  while ((entry = readdir(dir)) != NULL) {
    if (!is_temporary_of(entry->d_name, name)) continue;
    int fd = openat(dirfd(dir), entry->d_name,
                    O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) continue;
    struct stat info;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && lock(fd) == 0)
      (void)unlinkat(dirfd(dir), entry->d_name, 0);
    (void)close(fd);
  }
  (void)closedir(dir);
}

/* 1: ours and locked, 0: a cleaner was faster, -1: errno. */
static int claim(int fd, const char *path) {
  struct stat mine, named;
  if (lock(fd) != 0) return errno == EWOULDBLOCK ? 0 : -1;
  if (fstat(fd, &mine) != 0) return -1;
  if (stat(path, &named) != 0) return errno == ENOENT ? 0 : -1;
  return mine.st_dev == named.st_dev && mine.st_ino == named.st_ino;
}

pathfan_status pathfan_temporary_create(const char *target, pathfan_temporary *temporary,
                                        pathfan_error *error) {
  static atomic_uint serial;
  pathfan_status status = PATHFAN_OK;
  pathfan_temporary made = {.path = NULL, .target = NULL, .fd = -1};
  size_t capacity = strlen(target) + 48;
  char *folder = folder_of(target);
  struct stat info;

  memset(temporary, 0, sizeof *temporary);
  temporary->fd = -1;
  made.path = malloc(capacity);
  made.target = strdup(target);
  if (!folder || !made.path || !made.target) {
    status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its name", target);
    goto cleanup;
  }
  if (name_of(target)[0] == '\0' || (stat(target, &info) == 0 && S_ISDIR(info.st_mode))) {
    status = pathfan_fail(error, PATHFAN_ERR_IO, "%s: is a folder, not a file name", target);
    goto cleanup;
  }
  remove_stale(folder, name_of(target));

  for (int attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
    (void)snprintf(made.path, capacity, "%s.tmp-%ld-%u", target, (long)getpid(),
                   atomic_fetch_add(&serial, 1));
    made.fd = open(made.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (made.fd < 0 && (errno == EEXIST || errno == EINTR)) continue;
    int claimed = made.fd < 0 ? -1 : claim(made.fd, made.path);
    if (claimed == 1) break;
    if (claimed < 0) {
      status =
          pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't create: %s", made.path, strerror(errno));
      if (made.fd >= 0) (void)unlink(made.path);
      goto cleanup;
    }
    (void)close(made.fd);
    made.fd = -1;
  }
  if (made.fd < 0) {
    status = pathfan_fail(error, PATHFAN_ERR_IO, "%s: no free temporary name next to it", target);
    goto cleanup;
  }
  *temporary = made;
  made = (pathfan_temporary){.path = NULL, .target = NULL, .fd = -1};

cleanup:
  if (made.fd >= 0) (void)close(made.fd);
  free(made.path);
  free(made.target);
  free(folder);
  return status;
}

pathfan_status pathfan_temporary_settle(pathfan_temporary *temporary, pathfan_error *error) {
  if (fchmod(temporary->fd, 0444) != 0)
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't make it read-only: %s", temporary->path,
                        strerror(errno));
  /* Never retried: after a failed fsync the kernel may have dropped the pages. */
  if (fsync(temporary->fd) != 0)
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't sync: %s", temporary->path,
                        strerror(errno));
  return PATHFAN_OK;
}

static void release(pathfan_temporary *temporary) {
  if (temporary->fd >= 0) (void)close(temporary->fd);
  free(temporary->path);
  free(temporary->target);
  memset(temporary, 0, sizeof *temporary);
  temporary->fd = -1;
}

pathfan_status pathfan_temporary_publish(pathfan_temporary *temporary, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  /* The folder is opened before the rename so that only its fsync can fail after. */
  char *folder = folder_of(temporary->target);
  int folder_fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

  if (!folder) {
    status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its folder's name",
                          temporary->target);
  } else if (folder_fd < 0) {
    status = pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't open its folder: %s", temporary->target,
                          strerror(errno));
  } else if (rename(temporary->path, temporary->target) != 0) {
    status = pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't be renamed to %s: %s", temporary->path,
                          temporary->target, strerror(errno));
  } else {
    /* EINVAL: this file system doesn't sync folders at all. */
    if (fsync(folder_fd) != 0 && errno != EINVAL)
      status = pathfan_fail(error, PATHFAN_ERR_IO,
                            "%s: is published, but its folder can't be synced: %s",
                            temporary->target, strerror(errno));
    free(temporary->path);
    temporary->path = NULL;
  }
  if (temporary->path) (void)unlink(temporary->path);
  release(temporary);
  if (folder_fd >= 0) (void)close(folder_fd);
  free(folder);
  return status;
}

void pathfan_temporary_discard(pathfan_temporary *temporary) {
  if (!temporary->target) return;
  if (temporary->path) (void)unlink(temporary->path);
  release(temporary);
}
