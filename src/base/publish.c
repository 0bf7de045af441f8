/* publish.c - how a file appears whole or not at all.
 *
 * A writer works on <target>.tmp in the target's folder (rename is atomic only
 * within a file system) and holds an exclusive flock() on it. The kernel drops
 * that lock when the writer dies, whatever killed it. So the one name serves for
 * two things: nobody else writes the same target while the lock is held, and
 * whoever can take the lock of a file of that name knows that its writer is gone
 * and may remove it.
 *
 * Not whatever bears that name is ours: a temporary is marked by S_ISVTX, which says
 * nothing about a regular file elsewhere, can be set as the file is made, and goes once
 * the file is published. Where a file system knows no such bit, nothing is removed.
 *
 * Another writer may take the lock in the instant between creation and locking,
 * or the file may be published between opening and locking. So after locking each
 * looks whether the name still leads to its file, and starts over when it
 * doesn't. */
#include "base/publish.h"

#include "base/platform.h"

#if PATHFAN_WITH_POSIX

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/retry.h"
#include "base/status.h"

/* Each attempt that fails means that another writer of the same target was there
 * in the same instant. */
#define ATTEMPTS 1000

#define MARK S_ISVTX

pathfan_status pathfan_file_write(int fd, const char *path, uint64_t offset, const void *data,
                                  uint64_t bytes, pathfan_error *error) {
  const uint8_t *at = data;
  while (bytes > 0) {
    const ssize_t put = PATHFAN_RETRY(pwrite(fd, at, bytes, (off_t)offset));
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

/* Whether path leads to the file behind fd. */
static bool leads_to(const char *path, int fd) {
  struct stat mine, named;
  return fstat(fd, &mine) == 0 && lstat(path, &named) == 0 && mine.st_dev == named.st_dev &&
         mine.st_ino == named.st_ino;
}

static bool lock(int fd) {
  return PATHFAN_RETRY(flock(fd, LOCK_EX | LOCK_NB)) == 0;
}

/* Removes a temporary file whose writer is gone. False, and errno, if it stays:
 * EWOULDBLOCK if its writer lives, EEXIST if it is something else. */
static bool remove_stale(const char *path) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  struct stat info;
  const int fd = (int)PATHFAN_RETRY(open(path, flags));
  if (fd < 0) {
    if (errno == ELOOP) errno = EEXIST;
    return errno == ENOENT;
  }
  bool gone = fstat(fd, &info) == 0;
  if (gone && !(S_ISREG(info.st_mode) && info.st_mode & MARK)) {
    errno = EEXIST;
    gone = false;
  }
  gone = gone && lock(fd) && (!leads_to(path, fd) || unlink(path) == 0 || errno == ENOENT);
  const int code = errno;
  (void)close(fd);
  errno = code;
  return gone;
}

/* A new file at path, locked; -1 and errno. Not mkstemp: that makes files only their
 * owner can read, and what the umask allows can't be found out without changing it for
 * the whole process. */
static int create_locked(const char *path, mode_t mode) {
  const int flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
  for (int i = 0; i < ATTEMPTS; i++) {
    const int fd = (int)PATHFAN_RETRY(open(path, flags, mode | MARK));
    if (fd >= 0) {
      /* Where there are no locks the file is still worth writing: nobody can take it for
       * a dead writer's. */
      const bool taken = !lock(fd) && errno == EWOULDBLOCK;
      if (!taken && leads_to(path, fd)) return fd;
      (void)close(fd);
    } else if (errno != EEXIST || !remove_stale(path)) {
      return -1;
    }
  }
  errno = EWOULDBLOCK;
  return -1;
}

static pathfan_status fail_create(const pathfan_temporary *made, pathfan_error *error) {
  switch (errno) {
  case EWOULDBLOCK:
    return pathfan_fail(error, PATHFAN_ERR_BUSY, "%s: another program is writing it at this moment",
                        made->target);
  case EEXIST:
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: is in the way: it is no temporary of pathfan's",
                        made->path);
  default:
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't write: can't make %s: %s", made->target,
                        made->path, strerror(errno));
  }
}

static void release(pathfan_temporary *temporary) {
  if (temporary->fd >= 0) (void)close(temporary->fd);
  free(temporary->path);
  free(temporary->target);
  *temporary = (pathfan_temporary){.fd = -1};
}

/* Where a file called target really is to be: at the end of symbolic links. One that leads
 * nowhere is as good as any name. NULL when memory is out. */
static char *real_target(const char *target) {
  struct stat info;
  const bool linked = lstat(target, &info) == 0 && S_ISLNK(info.st_mode);
  char *real = linked ? realpath(target, NULL) : NULL;
  return real || errno == ENOMEM ? real : strdup(target);
}

pathfan_status pathfan_temporary_create(const char *target, mode_t mode,
                                        pathfan_temporary *temporary, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  errno = 0;
  pathfan_temporary made = {.target = real_target(target), .fd = -1};
  struct stat info;

  *temporary = (pathfan_temporary){.fd = -1};
  if (!made.target || asprintf(&made.path, "%s.tmp", made.target) < 0) {
    made.path = NULL;
    status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its name", target);
    goto failed;
  }
  if (name_of(target)[0] == '\0' || (stat(target, &info) == 0 && S_ISDIR(info.st_mode))) {
    status = pathfan_fail(error, PATHFAN_ERR_IO, "%s: is a folder, not a file name", target);
    goto failed;
  }
  made.fd = create_locked(made.path, mode);
  if (made.fd < 0) {
    status = fail_create(&made, error);
    goto failed;
  }
  *temporary = made;
  return PATHFAN_OK;
failed:
  release(&made);
  return status;
}

/* Where modes can't be set, the file is still worth having. */
static void set_mode(const pathfan_temporary *temporary, mode_t mode) {
  (void)!PATHFAN_RETRY(fchmod(temporary->fd, mode));
}

pathfan_status pathfan_temporary_settle(pathfan_temporary *temporary, mode_t mode,
                                        pathfan_error *error) {
  temporary->mode = mode;
  set_mode(temporary, mode | MARK);
  /* Retried after a signal only: after another failure the kernel may have dropped the
   * pages, and would report success. */
  if (PATHFAN_RETRY(fsync(temporary->fd)) != 0)
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't sync: %s", temporary->path,
                        strerror(errno));
  return PATHFAN_OK;
}

pathfan_status pathfan_temporary_publish(pathfan_temporary *temporary, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  /* The folder is opened before the rename so that only its fsync can fail after. */
  char *folder = folder_of(temporary->target);
  const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  const int folder_fd = folder ? (int)PATHFAN_RETRY(open(folder, flags)) : -1;

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
    set_mode(temporary, temporary->mode);
    /* EINVAL: this file system doesn't sync folders at all. */
    if (PATHFAN_RETRY(fsync(folder_fd)) != 0 && errno != EINVAL)
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

#endif
