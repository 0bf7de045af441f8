/* file.c - reading whole files; writing by temporary file and rename.
 *
 * Sizes are never trusted: a regular file's size only suggests the first
 * buffer, and reading goes on to the end of the file, so pipes work and a file
 * that grows or shrinks meanwhile does no harm. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

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

  int file = open(path, O_RDONLY | O_CLOEXEC);
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

static void output_free(pathfan_output *output) {
  free(output->path);
  free(output->temporary);
  *output = (pathfan_output){0};
}

/* A new file beside output->path. Not mkstemp: that makes files only their
 * owner can read, and the wanted mode (0666 less the umask) can't be found out
 * without changing the umask of the whole process. */
static int create_temporary(pathfan_output *output) {
  size_t room = strlen(output->path) + 40;
  output->temporary = pathfan_alloc(room, 1);
  if (!output->temporary) {
    errno = ENOMEM;
    return -1;
  }
  for (int attempt = 0; attempt < 1000; attempt++) {
    snprintf(output->temporary, room, "%s.%ld-%d.tmp", output->path, (long)getpid(), attempt);
    int file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

pathfan_status pathfan_output_open(pathfan_output *output, const char *path, pathfan_error *error) {
  struct stat info;
  bool exists = stat(path, &info) == 0;
  bool direct = exists && !S_ISREG(info.st_mode);
  *output = (pathfan_output){0};

  /* The folder of a link's target is where the temporary file must be, and
   * /dev/stdout may be a link to a regular file. */
  output->path = exists && !direct ? realpath(path, NULL) : strdup(path);
  int file = -1;
  if (output->path) file = direct ? open(path, O_WRONLY | O_CLOEXEC) : create_temporary(output);
  if (file >= 0) output->stream = fdopen(file, "w");
  if (output->stream) {
    /* Who may read the old file may read the new one. Where modes can't be set,
     * the file is still worth writing. */
    if (output->temporary && exists) (void)!fchmod(file, info.st_mode & 0777);
    return PATHFAN_OK;
  }

  pathfan_status status =
      errno == ENOMEM
          ? pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", pathfan_name_tail(path))
          : fail_errno(error, path, "write");
  if (file >= 0) {
    close(file);
    if (output->temporary) unlink(output->temporary);
  }
  output_free(output);
  return status;
}

pathfan_status pathfan_output_close(pathfan_output *output, pathfan_error *error) {
  if (!output->stream) return PATHFAN_OK;
  pathfan_status status = PATHFAN_OK;
  errno = EIO; /* ferror remembers that a write failed, but not why */
  if (ferror(output->stream) || fflush(output->stream) != 0 ||
      (output->temporary && fsync(fileno(output->stream)) != 0))
    status = fail_errno(error, output->path, "write");
  if (fclose(output->stream) != 0 && !status) status = fail_errno(error, output->path, "write");
  if (output->temporary) {
    if (!status && rename(output->temporary, output->path) != 0)
      status = fail_errno(error, output->path, "write");
    if (status) unlink(output->temporary);
  }
  output_free(output);
  return status;
}

void pathfan_output_discard(pathfan_output *output) {
  if (output->stream) fclose(output->stream);
  if (output->temporary) unlink(output->temporary);
  output_free(output);
}
