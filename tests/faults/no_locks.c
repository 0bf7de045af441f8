/* no_locks.c - LD_PRELOAD: a file system whose locks don't work, for tests of builders on one.
 *
 *   NO_LOCKS=none    flock() fails, as on a network file system without locks
 *   NO_LOCKS=alone   flock() always succeeds, as on machines that don't see each other's locks
 *   either           open() refuses files without a name (O_TMPFILE)
 *   NO_LOCKS_HOST=H  this machine is called H
 *   NO_LOCKS_RENAME=twice  rename() succeeds but reports ENOENT, like a server that is asked twice
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static int is(const char *name, const char *value) {
  const char *given = getenv(name);
  return given && strcmp(given, value) == 0;
}

int flock(int fd, int operation) {
  static int (*real)(int, int);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "flock");
  if (is("NO_LOCKS", "alone")) return 0;
  if (!is("NO_LOCKS", "none")) return real(fd, operation);
  errno = ENOLCK;
  return -1;
}

int open(const char *path, int flags, ...) {
  static int (*real)(const char *, int, ...);
  va_list rest;
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "open");
  va_start(rest, flags);
  const unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  if (!getenv("NO_LOCKS") || (flags & O_TMPFILE) != O_TMPFILE) return real(path, flags, mode);
  errno = EOPNOTSUPP;
  return -1;
}

int gethostname(char *name, size_t bytes) {
  static int (*real)(char *, size_t);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "gethostname");
  const char *host = getenv("NO_LOCKS_HOST");
  if (!host) return real(name, bytes);
  snprintf(name, bytes, "%s", host);
  return 0;
}

int rename(const char *from, const char *to) {
  static int (*real)(const char *, const char *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "rename");
  const int result = real(from, to);
  if (result != 0 || !is("NO_LOCKS_RENAME", "twice")) return result;
  errno = ENOENT;
  return -1;
}
