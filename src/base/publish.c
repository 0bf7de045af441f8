/* publish.c - how a file appears whole or not at all.
 *
 * A writer works on a file of its own in the target's folder (rename is atomic only within a file
 * system), under a name that no other writer has (base/temporary.h). So whatever two writers of one
 * target do, on whatever machines, only whole files are renamed, and the last one stays.
 *
 * The claim, <target>.tmp under an exclusive flock(), ensures that there is one writer only. The
 * kernel drops the lock when the writer dies, whatever killed it; a writer that can take the lock
 * knows that the claim's owner is gone, and takes the claim over. Where locks don't work among
 * machines, as on some network file systems, or don't exist, a living writer's claim is taken over
 * too: then two write, which only wastes time.
 *
 * A claim is made before the temporary and removed after it: while a dead writer's temporary
 * exists, a claim tells the next writer to look for it. If temporaries stay whose writers may be
 * alive, the claim stays too, unlocked; the last of these writers removes it.
 *
 * Not every file with such a name is ours: temporaries and claims are marked by S_ISVTX, which has
 * no meaning on a regular file elsewhere, can be set as the file is created, and is removed once
 * the file is published. On a file system without this bit, nothing is removed.
 *
 * Another writer may take the lock between creation and locking, or the file may be removed between
 * opening and locking. So after locking each writer checks that the name still leads to its file,
 * and starts over if it doesn't. */
#include "base/publish.h"

#include "base/platform.h"

#if PATHFAN_WITH_POSIX

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/leftovers.h"
#include "base/path.h"
#include "base/retry.h"
#include "base/status.h"
#include "base/temporary.h"

/* An attempt fails only if another writer of the same target acts at the same instant. */
#define ATTEMPTS 1000

#define MARK PF_TEMPORARY_MARK

pathfan_status pf_file_write(int fd, const char *path, uint64_t offset, const void *data,
                             uint64_t bytes, pathfan_error *error) {
  const uint8_t *at = data;
  while (bytes > 0) {
    ssize_t put;
    PF_RETRY(put, pwrite(fd, at, bytes, (off_t)offset));
    if (put <= 0)
      return pf_fail(error, PATHFAN_ERR_IO, "%s: can't write: %s", path,
                     put < 0 ? strerror(errno) : "nothing was written");
    at += put;
    offset += (uint64_t)put;
    bytes -= (uint64_t)put;
  }
  return PATHFAN_OK;
}

/* Removes a claim whose writer is gone. False, and errno, if it stays: EWOULDBLOCK if its writer
 * lives, EEXIST if it isn't a claim. */
static bool remove_claim(const char *path) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  struct stat info;
  int fd;
  PF_RETRY(fd, open(path, flags));
  if (fd < 0) {
    if (errno == ELOOP) errno = EEXIST;
    return errno == ENOENT;
  }
  bool gone = fstat(fd, &info) == 0;
  if (gone && !(S_ISREG(info.st_mode) && info.st_mode & MARK)) {
    errno = EEXIST;
    gone = false;
  }
  gone = gone && (pf_temporary_lock(fd) || errno != EWOULDBLOCK) &&
         (!pf_temporary_leads(path, fd) || unlink(path) == 0 || errno == ENOENT);
  const int code = errno;
  (void)close(fd);
  errno = code;
  return gone;
}

/* Creates a file at path, locked if possible; -1 and errno. EAGAIN: another writer took it for a
 * dead writer's before it was locked. mkstemp won't do: it makes files that only their owner can
 * read, and the umask can't be read without changing it for the whole process. */
static int create_locked(const char *path, mode_t mode) {
  const int flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
  int fd;
  PF_RETRY(fd, open(path, flags, mode | MARK));
  if (fd < 0) return -1;
  const bool taken = !pf_temporary_lock(fd) && errno == EWOULDBLOCK;
  if (!taken && pf_temporary_leads(path, fd)) return fd;
  (void)close(fd);
  errno = EAGAIN;
  return -1;
}

/* Takes the claim; false and errno. *left: there was another writer's claim; that writer may have
 * left more. */
static bool take_claim(pf_temporary *made, mode_t mode, bool *left) {
  for (int i = 0; i < ATTEMPTS; i++) {
    made->claim_fd = create_locked(made->claim, mode);
    if (made->claim_fd >= 0) return true;
    if (errno == EAGAIN) continue;
    if (errno != EEXIST || !remove_claim(made->claim)) return false;
    *left = true;
  }
  errno = EWOULDBLOCK;
  return false;
}

/* Releases the claim after the temporary is gone. */
static void end_claim(pf_temporary *temporary) {
  if (temporary->claim_fd < 0) return;
  const bool mine = pf_temporary_leads(temporary->claim, temporary->claim_fd);
  const bool last = (mine && !temporary->others) || pf_temporary_remove_all(temporary->target);
  if (mine && last) (void)unlink(temporary->claim);
  (void)close(temporary->claim_fd);
  temporary->claim_fd = -1;
  /* The claim of a writer that took it over, and may have left it for us to remove. */
  if (!mine && last) (void)remove_claim(temporary->claim);
}

/* Creates the writer's own file; false and errno, possibly ENOMEM. */
static bool create_own(pf_temporary *made, mode_t mode) {
  for (int i = 0; i < ATTEMPTS; i++) {
    made->path = pf_temporary_name(made->target);
    if (!made->path) return errno = ENOMEM, false;
    made->fd = create_locked(made->path, mode);
    if (made->fd >= 0) return true;
    if (errno != EAGAIN && errno != EEXIST) return false;
    if (errno == EAGAIN) (void)unlink(made->path); /* if it exists, it is ours */
    free(made->path);
    made->path = NULL;
  }
  errno = EWOULDBLOCK;
  return false;
}

static pathfan_status fail_create(const pf_temporary *made, pathfan_error *error) {
  switch (errno) {
  case EWOULDBLOCK:
    return pf_fail(error, PATHFAN_ERR_BUSY, "%s: another program is writing it at this moment",
                   made->target);
  case EEXIST:
    return pf_fail(error, PATHFAN_ERR_IO,
                   "%s: is in the way: it is not a temporary file of pathfan's", made->claim);
  case ENOMEM:
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its name", made->target);
  default:
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't write: can't make %s: %s", made->target,
                   made->path ? made->path : made->claim, strerror(errno));
  }
}

static void release(pf_temporary *temporary) {
  pf_leftover_drop(temporary->path);
  pf_leftover_drop(temporary->claim);
  if (temporary->fd >= 0) (void)close(temporary->fd);
  end_claim(temporary);
  free(temporary->path);
  free(temporary->target);
  free(temporary->claim);
  *temporary = (pf_temporary){.fd = -1, .claim_fd = -1};
}

/* Resolves target if it is a symbolic link. One that leads nowhere is treated as any name. NULL:
 * out of memory. */
static char *real_target(const char *target) {
  struct stat info;
  const bool linked = lstat(target, &info) == 0 && S_ISLNK(info.st_mode);
  char *real = linked ? realpath(target, NULL) : NULL;
  if (!real && errno == ENOMEM) return NULL;
  char *made = strdup(real ? real : target);
  (free)(real);
  return made;
}

pathfan_status pf_temporary_create(const char *target, mode_t mode, pf_temporary *temporary,
                                   pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  bool left = false;
  errno = 0;
  pf_temporary made = {.target = real_target(target), .fd = -1, .claim_fd = -1};
  struct stat info;

  *temporary = (pf_temporary){.fd = -1, .claim_fd = -1};
  if (!made.target || asprintf(&made.claim, "%s.tmp", made.target) < 0) {
    made.claim = NULL;
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its name", target);
    goto failed;
  }
  if (pf_path_name(target)[0] == '\0' || (stat(target, &info) == 0 && S_ISDIR(info.st_mode))) {
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: is a folder, not a file name", target);
    goto failed;
  }
  if (!take_claim(&made, mode, &left)) {
    status = fail_create(&made, error);
    goto failed;
  }
  /* The claim's owner may be alive and make its temporary after this look: so it is repeated at the
     end. */
  made.others = left;
  if (left) (void)pf_temporary_remove_all(made.target);
  if (!create_own(&made, mode)) {
    status = fail_create(&made, error);
    goto failed;
  }
  pf_leftover_add(made.path);
  if (!made.others) pf_leftover_add(made.claim);
  *temporary = made;
  return PATHFAN_OK;
failed:
  release(&made);
  return status;
}

/* A file whose mode can't be set is still worth having. */
static void set_mode(const pf_temporary *temporary, mode_t mode) {
  int set;
  PF_RETRY(set, fchmod(temporary->fd, mode));
}

pathfan_status pf_temporary_settle(pf_temporary *temporary, mode_t mode, pathfan_error *error) {
  int synced;
  temporary->mode = mode;
  set_mode(temporary, mode | MARK);
  /* Retried only after a signal: after another failure the kernel may have dropped the pages, and
     would report success. */
  PF_RETRY(synced, fsync(temporary->fd));
  if (synced != 0)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't sync: %s", temporary->path, strerror(errno));
  return PATHFAN_OK;
}

/* Renames the file that was settled and no other: if a living writer's file was taken for a dead
 * one's, LMDB may have made another of its name. A network file system that repeats the request to
 * its server may get ENOENT the second time because the first one succeeded. */
static bool rename_over(const pf_temporary *temporary) {
  if (!pf_temporary_leads(temporary->path, temporary->fd)) {
    errno = ENOENT;
    return false;
  }
  if (rename(temporary->path, temporary->target) == 0) return true;
  const int code = errno;
  if (code == ENOENT && pf_temporary_leads(temporary->target, temporary->fd)) return true;
  errno = code;
  return false;
}

pathfan_status pf_temporary_publish(pf_temporary *temporary, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  /* The folder is opened before the rename, so that afterwards only its fsync can fail. */
  char *folder = pf_path_folder(temporary->target);
  const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  int folder_fd = -1, synced;
  if (folder) PF_RETRY(folder_fd, open(folder, flags));

  if (!folder) {
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its folder's name",
                     temporary->target);
  } else if (folder_fd < 0) {
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't open its folder: %s", temporary->target,
                     strerror(errno));
  } else if (!rename_over(temporary)) {
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't be renamed to %s: %s", temporary->path,
                     temporary->target, strerror(errno));
  } else {
    set_mode(temporary, temporary->mode);
    /* EINVAL: this file system doesn't sync folders at all. */
    PF_RETRY(synced, fsync(folder_fd));
    if (synced != 0 && errno != EINVAL)
      status =
          pf_fail(error, PATHFAN_ERR_IO, "%s: is published, but its folder can't be synced: %s",
                  temporary->target, strerror(errno));
    pf_leftover_drop(temporary->path);
    free(temporary->path);
    temporary->path = NULL;
  }
  if (temporary->path) (void)unlink(temporary->path);
  release(temporary);
  if (folder_fd >= 0) (void)close(folder_fd);
  free(folder);
  return status;
}

void pf_temporary_discard(pf_temporary *temporary) {
  if (!temporary->target) return;
  if (temporary->path) (void)unlink(temporary->path);
  release(temporary);
}

#endif
