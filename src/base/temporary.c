/* temporary.c - names of temporary files, and removal of those whose writers are dead.
 *
 * Is the writer of a temporary dead?
 *
 * Usually its lock tells: the kernel drops it when the writer dies. There are two exceptions. On a
 * shared file system a lock may be known to its own machine only (NFS and Lustre, as they are
 * mounted), so a free lock says nothing of a writer on another host. And there may be no locks at
 * all; then the process number tells, on its own host. If neither does, a temporary stays until it
 * is so old that no writer can still be at work:
 *
 *   lock          writer's host   dead
 *   held          any             no
 *   free          this one        yes
 *   free          another         if it is old
 *   no locks      this one        if there is no such process, or it is old
 *   no locks      another         if it is old
 *
 * If a living writer's temporary is removed all the same, the writer finds nothing to rename at the
 * end, and fails: no other file can bear its name. */
#include "base/temporary.h"

#include "base/platform.h"

#if PATHFAN_WITH_POSIX

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/path.h"
#include "base/retry.h"

/* No writer takes a week for one file [Unit: s]. */
#define OLD_SECONDS (7 * 24 * 3600)

/* The most bytes in a name; a temporary of a longer target has the beginning of its name. */
#define NAME_BYTES_MAX 255

#define HOST_BYTES 65
#define RANDOM_DIGITS 8
#define ENDING ".tmp"

/* Returns this machine's name, with "_" for anything but letters, digits and "-". */
static void host_name(char host[HOST_BYTES]) {
  if (gethostname(host, HOST_BYTES) != 0 || !host[0]) strcpy(host, "host");
  host[HOST_BYTES - 1] = 0;
  for (char *at = host; *at; at++)
    if (!isalnum((unsigned char)*at) && *at != '-') *at = '_';
}

/* Returns a number that differs between processes of the same number, as they occur in containers
 * and after a restart, and between calls. */
static uint32_t random_number(void) {
  static atomic_uint calls;
  uint32_t number;
  struct timespec now = {0};
  if (getentropy(&number, sizeof number) == 0) return number;
  (void)clock_gettime(CLOCK_REALTIME, &now);
  return (uint32_t)now.tv_nsec ^ (uint32_t)now.tv_sec << 20 ^ atomic_fetch_add(&calls, 1) << 10;
}

/* Returns how many bytes of a target's name a temporary has if `rest` bytes follow; characters stay
 * whole. */
static size_t stem_length(const char *name, size_t rest) {
  size_t length = strlen(name);
  if (length + rest <= NAME_BYTES_MAX) return length;
  length = NAME_BYTES_MAX - rest;
  while (length && ((unsigned char)name[length] & 0xC0) == 0x80) length--;
  return length;
}

char *pf_temporary_name(const char *target) {
  char host[HOST_BYTES], rest[HOST_BYTES + 48], *path;
  host_name(host);
  const int rest_length = snprintf(rest, sizeof rest, ".%s-%ld-%0*" PRIx32 ENDING, host,
                                   (long)getpid(), RANDOM_DIGITS, random_number());
  const char *name = pf_path_name(target);
  const size_t length = (size_t)(name - target) + stem_length(name, (size_t)rest_length);
  return asprintf(&path, "%.*s%s", (int)length, target, rest) < 0 ? NULL : path;
}

/* The parts of a temporary's name. */
typedef struct writer {
  size_t stem; /* bytes of the target's name */
  char host[HOST_BYTES];
  long process;
} writer;

/* Parses a name backwards, since the target's name may hold anything. */
static bool read_name(const char *name, writer *w) {
  const size_t ending = sizeof ENDING - 1, length = strlen(name);
  if (length < ending + RANDOM_DIGITS || strcmp(name + length - ending, ENDING) != 0) return false;
  const char *at = name + length - ending - RANDOM_DIGITS;
  if (strspn(at, "0123456789abcdef") != RANDOM_DIGITS || at == name || *--at != '-') return false;
  const char *end = at;
  while (at > name && isdigit((unsigned char)at[-1])) at--;
  if (at == end || end - at > 10 || at == name || *--at != '-') return false;
  w->process = strtol(at + 1, NULL, 10);
  end = at;
  while (at > name && (isalnum((unsigned char)at[-1]) || at[-1] == '-' || at[-1] == '_')) at--;
  if (at == end || end - at >= HOST_BYTES || at - name < 2 || at[-1] != '.') return false;
  snprintf(w->host, sizeof w->host, "%.*s", (int)(end - at), at);
  w->stem = (size_t)(at - name) - 1;
  return true;
}

bool pf_temporary_is_name(const char *name, size_t *stem) {
  writer w;
  const bool is_one = read_name(name, &w);
  *stem = is_one ? w.stem : 0;
  return is_one;
}

bool pf_temporary_lock(int fd) {
  int locked;
  PF_RETRY(locked, flock(fd, LOCK_EX | LOCK_NB));
  return locked == 0;
}

bool pf_temporary_leads(const char *path, int fd) {
  struct stat mine, named;
  return fstat(fd, &mine) == 0 && lstat(path, &named) == 0 && mine.st_dev == named.st_dev &&
         mine.st_ino == named.st_ino;
}

static bool is_dead(const writer *w, int fd, const struct stat *info) {
  char host[HOST_BYTES];
  host_name(host);
  const bool is_here = strcmp(w->host, host) == 0;
  const bool locked = pf_temporary_lock(fd);
  if (!locked && errno == EWOULDBLOCK) return false;
  if (is_here && locked) return true;
  if (is_here && kill((pid_t)w->process, 0) != 0 && errno == ESRCH) return true;
  return info->st_mtime < time(NULL) - OLD_SECONDS;
}

bool pf_temporary_remove(const char *path) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  struct stat info;
  writer w;
  if (!read_name(pf_path_name(path), &w)) return false;
  int fd;
  PF_RETRY(fd, open(path, flags));
  if (fd < 0) return errno == ENOENT;
  const bool gone = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
                    info.st_mode & PF_TEMPORARY_MARK && is_dead(&w, fd, &info) &&
                    (!pf_temporary_leads(path, fd) || unlink(path) == 0 || errno == ENOENT);
  (void)close(fd);
  return gone;
}

/* Whether a temporary of that name is the target's, or may be, since names are cut. */
static bool is_of(const char *name, const char *target) {
  size_t stem;
  if (!pf_temporary_is_name(name, &stem) || strncmp(name, target, stem) != 0) return false;
  return !target[stem] || strlen(name) > NAME_BYTES_MAX - 4; /* a character has up to 4 bytes */
}

bool pf_temporary_remove_all(const char *target) {
  const char *name = pf_path_name(target);
  char *folder = pf_path_folder(target);
  DIR *directory = folder ? opendir(folder) : NULL;
  bool all = directory != NULL;
  for (const struct dirent *entry; directory && (entry = readdir(directory));) {
    char *path;
    if (!is_of(entry->d_name, name)) continue;
    if (asprintf(&path, "%s/%s", folder, entry->d_name) < 0) {
      all = false;
      continue;
    }
    if (!pf_temporary_remove(path)) all = false;
    free(path);
  }
  if (directory) (void)closedir(directory);
  free(folder);
  return all;
}

#endif
