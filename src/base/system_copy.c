/* system_copy.c - a file's own copy on disk, without a name: O_TMPFILE where the file system knows
 * it (Linux: ext4, XFS, btrfs, tmpfs), else a file whose name is removed at once.
 *
 * copy_file_range shares the blocks of the original where the file system can (XFS, btrfs), which
 * takes neither time nor space, and a later write to the original gets blocks of its own. */
#include "base/system.h"

#if PATHFAN_WITH_POSIX && PATHFAN_WITH_MAPPINGS

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/retry.h"

#define STEP_BYTES (16 << 10)

/* Opens an empty file without a name in the folder; -1: errno. */
static int open_nameless(const char *folder) {
  char name[4096];
#if PATHFAN_WITH_LINUX
  int fd;
  PF_RETRY(fd, open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return fd;
#endif
  const int length = snprintf(name, sizeof name, "%s/.pathfan-XXXXXX", folder);
  if (length < 0 || (size_t)length >= sizeof name) {
    errno = ENAMETOOLONG;
    return -1;
  }
  const int named = mkostemp(name, O_CLOEXEC);
  if (named >= 0) (void)unlink(name);
  return named;
}

/* Lets the system copy what it can; returns how many bytes it did. */
static uint64_t copy_ranges(int from, uint64_t offset, uint64_t bytes, int to) {
  uint64_t done = 0;
#if PATHFAN_WITH_LINUX
  while (done < bytes) {
    off_t at = (off_t)(offset + done);
    ssize_t copied;
    PF_RETRY(copied, copy_file_range(from, &at, to, NULL, bytes - done, 0));
    if (copied <= 0) break;
    done += (uint64_t)copied;
  }
#else
  (void)from, (void)offset, (void)bytes, (void)to;
#endif
  return done;
}

/* Copies all; false: errno. */
static bool copy(int from, uint64_t offset, uint64_t bytes, int to) {
  char step[STEP_BYTES];
  uint64_t done = copy_ranges(from, offset, bytes, to);
  while (done < bytes) {
    const uint64_t wanted = bytes - done < sizeof step ? bytes - done : sizeof step;
    const int64_t got = pf_file_read_at(from, offset + done, step, wanted);
    if (got == 0) errno = ENODATA;
    if (got <= 0) return false;
    for (int64_t written = 0; written < got;) {
      ssize_t put;
      PF_RETRY(put, write(to, step + written, (size_t)(got - written)));
      if (put < 0) return false;
      written += put;
    }
    done += (uint64_t)got;
  }
  return true;
}

int pf_file_copy(int fd, uint64_t offset, uint64_t bytes, const char *folder) {
  const int made = open_nameless(folder);
  if (made < 0 || copy(fd, offset, bytes, made)) return made;
  const int why = errno;
  (void)close(made);
  errno = why;
  return -1;
}

#endif
