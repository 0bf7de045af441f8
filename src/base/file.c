/* file.c - reading whole files; writing by temporary file and rename.
 *
 * Sizes are never trusted: a regular file's size only suggests the first
 * buffer, and reading goes on to the end of the file, so pipes work and a file
 * that grows or shrinks meanwhile does no harm.
 *
 * The temporary file is locked while its writer lives, as an index's is
 * (format/file.c): one that can be locked was left by a writer that died, and is
 * removed. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

#define ATTEMPTS 1000      /* each that fails met another writer in the same instant */
#define FIRST_BUFFER 65536 /* bytes, where the size isn't known; doubled as needed */

static pathfan_status fail_errno(pathfan_error *error, const char *path, const char *verb) {
  int code = errno;
  return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't %s: %s", pathfan_name_tail(path), verb,
                      strerror(code));
}

pathfan_status pathfan_read_file(const char *path, size_t max_bytes, char **text, size_t *bytes,
                                 pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  char *buffer = NULL;
  size_t used = 0, room;
  struct stat info;
  *text = NULL;
  *bytes = 0;
  if (max_bytes > SSIZE_MAX - 2) max_bytes = SSIZE_MAX - 2;

  int file = (int)TEMP_FAILURE_RETRY(open(path, O_RDONLY | O_CLOEXEC));
  if (file < 0) return fail_errno(error, path, "open");
  if (fstat(file, &info) != 0) {
    status = fail_errno(error, path, "read");
    goto cleanup;
  }
  if (S_ISDIR(info.st_mode)) {
    status = pathfan_fail(error, PATHFAN_ERR_IO, "%s: is a directory", pathfan_name_tail(path));
    goto cleanup;
  }
  if (S_ISREG(info.st_mode) && (uint64_t)info.st_size > max_bytes) goto too_large;

  /* One byte for the zero, one to notice the end without growing. */
  room = (S_ISREG(info.st_mode) ? (size_t)info.st_size : FIRST_BUFFER) + 2;
  for (;;) {
    char *grown = pathfan_resize(buffer, room, 1);
    if (!grown) {
      status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory while reading",
                            pathfan_name_tail(path));
      goto cleanup;
    }
    buffer = grown;
    while (used < room - 1) {
      ssize_t got = read(file, buffer + used, room - 1 - used);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) {
        status = fail_errno(error, path, "read");
        goto cleanup;
      }
      if (got == 0) {
        buffer[used] = 0;
        *text = buffer;
        *bytes = used;
        buffer = NULL;
        goto cleanup;
      }
      used += (size_t)got;
      if (used > max_bytes) goto too_large;
    }
    room = room > max_bytes / 2 ? max_bytes + 2 : room * 2;
  }

too_large:
  status = pathfan_fail(error, PATHFAN_ERR_LIMIT, "%s: larger than %zu bytes",
                        pathfan_name_tail(path), max_bytes);
cleanup:
  free(buffer);
  close(file);
  return status;
}

/* Behind the stream. stdio remembers that a write failed, but not why. */
typedef struct pathfan_sink {
  int file;  /* the output itself or its temporary file, which is locked */
  int error; /* errno of the first write that failed; 0: none has */
} sink;

static void output_free(pathfan_output *output) {
  free(output->sink);
  free(output->path);
  free(output->temporary);
  *output = (pathfan_output){0};
}

/* Whether path leads to the open file. */
static bool leads_to(const char *path, int file) {
  struct stat mine, named;
  return fstat(file, &mine) == 0 && lstat(path, &named) == 0 && mine.st_dev == named.st_dev &&
         mine.st_ino == named.st_ino;
}

static bool lock(int file) {
  return TEMP_FAILURE_RETRY(flock(file, LOCK_EX | LOCK_NB)) == 0;
}

/* Removes a temporary file whose writer is gone. False, and errno, if it stays:
 * EWOULDBLOCK if its writer lives, EEXIST if it is something else. */
static bool remove_stale(const char *path) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  struct stat info;
  const int file = (int)TEMP_FAILURE_RETRY(open(path, flags));
  if (file < 0) {
    if (errno == ELOOP) errno = EEXIST;
    return errno == ENOENT;
  }
  bool gone = fstat(file, &info) == 0;
  if (gone && !S_ISREG(info.st_mode)) {
    errno = EEXIST;
    gone = false;
  }
  gone = gone && lock(file) && (!leads_to(path, file) || unlink(path) == 0);
  const int code = errno;
  close(file);
  errno = code;
  return gone;
}

/* A new file beside output->path, locked; -1 and errno. Not mkstemp: that makes files
 * only their owner can read, and the wanted mode (0666 less the umask) can't be found out
 * without changing the umask of the whole process. */
static int create_temporary(pathfan_output *output) {
  const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  const size_t room = strlen(output->path) + sizeof ".tmp";
  output->temporary = pathfan_alloc(room, 1);
  if (!output->temporary) {
    errno = ENOMEM;
    return -1;
  }
  snprintf(output->temporary, room, "%s.tmp", output->path);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    const int file = (int)TEMP_FAILURE_RETRY(open(output->temporary, flags, 0666));
    if (file >= 0) {
      /* Where there are no locks the file is still worth writing. Before it was locked,
       * somebody else may have taken it for a dead writer's. */
      const bool taken = !lock(file) && errno == EWOULDBLOCK;
      if (!taken && leads_to(output->temporary, file)) return file;
      close(file);
    } else if (errno != EEXIST || !remove_stale(output->temporary)) {
      return -1;
    }
  }
  errno = EWOULDBLOCK;
  return -1;
}

/* How the stream writes: all bytes, whatever signals arrive. Fewer are an error. */
static ssize_t write_all(void *cookie, const char *data, size_t bytes) {
  sink *to = cookie;
  size_t done = 0;
  while (done < bytes) {
    const ssize_t put = TEMP_FAILURE_RETRY(write(to->file, data + done, bytes - done));
    if (put <= 0) {
      if (!to->error) to->error = put < 0 ? errno : EIO;
      break;
    }
    done += (size_t)put;
  }
  return (ssize_t)done;
}

static pathfan_status fail_open(pathfan_error *error, const char *path) {
  const char *name = pathfan_name_tail(path);
  switch (errno) {
  case ENOMEM: return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", name);
  case EWOULDBLOCK:
    return pathfan_fail(error, PATHFAN_ERR_BUSY, "%s: another program is writing it at this moment",
                        name);
  case EEXIST:
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't write: %s.tmp is in the way", name, name);
  default: return fail_errno(error, path, "write");
  }
}

pathfan_status pathfan_output_open(pathfan_output *output, const char *path, pathfan_error *error) {
  static const cookie_io_functions_t functions = {.write = write_all};
  struct stat info;
  const bool exists = stat(path, &info) == 0;
  const bool direct = exists && !S_ISREG(info.st_mode);
  *output = (pathfan_output){0};
  if (!exists && errno != ENOENT) return fail_open(error, path);

  /* The folder of a link's target is where the temporary file must be, and
   * /dev/stdout may be a link to a regular file. */
  output->path = exists && !direct ? realpath(path, NULL) : strdup(path);
  output->sink = output->path ? pathfan_alloc_zero(1, sizeof *output->sink) : NULL;
  int file = -1;
  if (output->sink)
    file = direct ? (int)TEMP_FAILURE_RETRY(open(path, O_WRONLY | O_CLOEXEC))
                  : create_temporary(output);
  else if (output->path)
    errno = ENOMEM;
  if (file >= 0) {
    output->sink->file = file;
    output->stream = fopencookie(output->sink, "w", functions);
  }
  if (output->stream) {
    /* Who may read the old file may read the new one. Where modes can't be set,
     * the file is still worth writing. */
    if (output->temporary && exists) (void)!TEMP_FAILURE_RETRY(fchmod(file, info.st_mode & 0777));
    return PATHFAN_OK;
  }

  const pathfan_status status = fail_open(error, path);
  if (file >= 0) {
    if (output->temporary) unlink(output->temporary);
    close(file);
  }
  output_free(output);
  return status;
}

pathfan_status pathfan_output_close(pathfan_output *output, pathfan_error *error) {
  if (!output->stream) return PATHFAN_OK;
  pathfan_status status = PATHFAN_OK;
  const int file = output->sink->file;
  const bool flushed = fflush(output->stream) == 0;
  const bool whole = !ferror(output->stream) && flushed;
  errno = output->sink->error ? output->sink->error : EIO;
  if (!whole || (output->temporary && TEMP_FAILURE_RETRY(fsync(file)) != 0))
    status = fail_errno(error, output->path, "write");
  fclose(output->stream); /* nothing is left to be written */
  if (output->temporary) {
    if (!status && rename(output->temporary, output->path) != 0)
      status = fail_errno(error, output->path, "write");
    if (status) unlink(output->temporary);
  }
  /* The lock goes last. What was synced can't be lost by closing. */
  if (close(file) != 0 && errno != EINTR && !output->temporary && !status)
    status = fail_errno(error, output->path, "write");
  output_free(output);
  return status;
}

void pathfan_output_discard(pathfan_output *output) {
  if (!output->stream) return;
  fclose(output->stream);
  if (output->temporary) unlink(output->temporary);
  close(output->sink->file);
  output_free(output);
}
