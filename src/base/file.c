/* file.c - reading whole files; writing by temporary file and rename; on POSIX (file_windows.c).
 *
 * Sizes are never trusted: a regular file's size only suggests the first buffer, and reading goes
 * on to the end of the file. So pipes work, and a file may grow or shrink meanwhile.
 *
 * The temporary file is of the same kind as an index's (base/publish.c). */
#include "base/file.h"

#include "base/platform.h"

#if PATHFAN_WITH_POSIX

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/retry.h"
#include "base/status.h"
#include "base/text.h"
#include "base/publish.h"

#define FIRST_BUFFER 65536 /* bytes, if the size isn't known; doubled as needed */

static pathfan_status fail_errno(pathfan_error *error, const char *path, const char *verb) {
  int code = errno;
  return pf_fail(error, code == ENOMEM ? PATHFAN_ERR_NO_MEMORY : PATHFAN_ERR_IO, "%s: can't %s: %s",
                 pf_name_tail(path), verb, strerror(code));
}

static pathfan_status out_of_memory(pathfan_error *error, const char *path) {
  return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", pf_name_tail(path));
}

pathfan_status pf_read_file(const char *path, size_t max_bytes, char **text, size_t *bytes,
                            pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  char *buffer = NULL;
  size_t used = 0, room;
  struct stat info;
  *text = NULL;
  *bytes = 0;
  if (max_bytes > SSIZE_MAX - 2) max_bytes = SSIZE_MAX - 2;

  int file;
  PF_RETRY(file, open(path, O_RDONLY | O_CLOEXEC));
  if (file < 0) return fail_errno(error, path, "open");
  if (fstat(file, &info) != 0) {
    status = fail_errno(error, path, "read");
    goto cleanup;
  }
  if (S_ISDIR(info.st_mode)) {
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: is a directory", pf_name_tail(path));
    goto cleanup;
  }
  if (S_ISREG(info.st_mode) && (uint64_t)info.st_size > max_bytes) goto too_large;

  /* One byte for the terminator, one to notice the end without growing. */
  room = (S_ISREG(info.st_mode) ? (size_t)info.st_size : FIRST_BUFFER) + 2;
  for (;;) {
    char *grown = pf_resize(buffer, room, 1);
    if (!grown) {
      status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory while reading",
                       pf_name_tail(path));
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
  status =
      pf_fail(error, PATHFAN_ERR_LIMIT, "%s: larger than %zu bytes", pf_name_tail(path), max_bytes);
cleanup:
  free(buffer);
  close(file);
  return status;
}

pathfan_status pf_regular_check(const char *path, pathfan_error *error) {
  struct stat info;
  if (stat(path, &info) != 0) return fail_errno(error, path, "open");
  if (S_ISREG(info.st_mode)) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_IO,
                 "%s: isn't a regular file; a file can't name a folder, a pipe or a device",
                 pf_name_tail(path));
}

/* Whether a real path lies in the folder above this real one, or below. */
static bool lies_near(const char *path, const char *folder) {
  const char *slash = strrchr(folder, '/');
  const size_t root = slash == folder ? strlen(folder) : (size_t)(slash - folder);
  if (root == 1) return strrchr(path, '/') == path; /* all lies below this folder */
  return strncmp(path, folder, root) == 0 && path[root] == '/';
}

pathfan_status pf_named_check(const char *path, const char *namer, pathfan_error *error) {
  const char *slash = strcmp(namer, PF_STANDARD_INPUT) == 0 ? NULL : strrchr(namer, '/');
  pathfan_status status = pf_regular_check(path, error);
  if (status) return status;
  char *folder = slash ? strndup(namer, (size_t)(slash - namer) + 1) : strdup(".");
  char *real_folder = folder ? realpath(folder, NULL) : NULL, *real = realpath(path, NULL);
  if (!folder || ((!real_folder || !real) && errno == ENOMEM))
    status =
        pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its path", pf_name_tail(path));
  else if (!real_folder || !real)
    status = fail_errno(error, path, "open");
  else if (!lies_near(real, real_folder))
    status = pf_fail(error, PATHFAN_ERR_MALFORMED,
                     "%s: lies elsewhere; what a map names must be in the folder above the map's "
                     "or below",
                     pf_name_tail(path));
  (free)(real);
  (free)(real_folder);
  free(folder);
  return status;
}

ssize_t pf_file_start(const char *path, char *start, size_t room) {
  struct stat info;
  size_t used = 0;
  ssize_t got = 0;
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  int file;
  PF_RETRY(file, open(path, flags));
  if (file < 0) return -1;
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode)) do {
      PF_RETRY(got, read(file, start + used, room - used));
      if (got > 0) used += (size_t)got;
    } while (got > 0 && used < room);
  const int code = errno;
  close(file);
  errno = code;
  return got < 0 ? -1 : (ssize_t)used;
}

bool pf_is_same_file(const char *a, const char *b) {
  struct stat left, right;
  return stat(a, &left) == 0 && (S_ISREG(left.st_mode) || S_ISDIR(left.st_mode)) &&
         stat(b, &right) == 0 && left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

pathfan_status pf_output_check(const char *path, const char *input, pathfan_error *error) {
  if (!pf_is_same_file(path, input)) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                 "%s: is the file that is read, so it can't be written too", pf_name_tail(path));
}

pathfan_status pf_temporary_folder(const char *name, char **path, pathfan_error *error) {
  const char *place = getenv("TMPDIR");
  if (!place || !*place) place = "/tmp";
  if (asprintf(path, "%s/%s-XXXXXX", place, name) < 0) {
    *path = NULL;
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  if (mkdtemp(*path)) return PATHFAN_OK;
  const pathfan_status status =
      pf_fail(error, PATHFAN_ERR_IO, "%s: no folder can be made there: %s", place, strerror(errno));
  free(*path);
  *path = NULL;
  return status;
}

/* The stream's destination. stdio remembers that a write failed, but not why. */
typedef struct pf_sink {
  char *path; /* as given; owned */
  int file;
  int error;              /* errno of the first failed write; 0: none */
  pf_temporary temporary; /* that `file` belongs to; all zero for pipes and devices */
  mode_t mode;            /* the final permissions of the file */
} sink;

/* Closes the stream, which writes what it still holds: the file must be open. */
static sink *end_stream(pf_output *output) {
  sink *to = output->sink;
  fclose(output->stream);
  *output = (pf_output){0};
  return to;
}

static void sink_free(sink *to) {
  free(to->path);
  free(to);
}

#if PATHFAN_WITH_LINUX

/* The stream's write function: writes all bytes, whatever signals arrive. Fewer are an error. */
static ssize_t write_all(void *cookie, const char *data, size_t bytes) {
  sink *to = cookie;
  size_t done = 0;
  while (done < bytes) {
    ssize_t put;
    PF_RETRY(put, write(to->file, data + done, bytes - done));
    if (put <= 0) {
      if (!to->error) to->error = put < 0 ? errno : EIO;
      break;
    }
    done += (size_t)put;
  }
  return (ssize_t)done;
}

static FILE *stream_to(sink *to) {
  static const cookie_io_functions_t functions = {.write = write_all};
  return fopencookie(to, "w", functions);
}

#else

/* By a descriptor of its own: the file stays open when the stream is closed. Why a write failed
 * isn't known. */
static FILE *stream_to(sink *to) {
  const int file = fcntl(to->file, F_DUPFD_CLOEXEC, 0);
  FILE *stream = file < 0 ? NULL : fdopen(file, "w");
  if (!stream && file >= 0) close(file);
  return stream;
}

#endif

/* Opens the file that the stream will write: the temporary of a regular file, new or old, or the
 * pipe or device itself. */
static pathfan_status open_sink(sink *to, const char *path, pathfan_error *error) {
  struct stat info;
  to->path = strdup(path);
  if (!to->path) return out_of_memory(error, path);
  if (strcmp(path, PF_STANDARD_OUTPUT) == 0) {
    /* At its present position, perhaps a file's end: opened anew it would begin at the front. */
    (void)fflush(stdout);
    to->file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    return to->file < 0 ? fail_errno(error, path, "write") : PATHFAN_OK;
  }
  const bool exists = stat(path, &info) == 0;
  if (!exists && errno != ENOENT) return fail_errno(error, path, "write");
  if (exists && !S_ISREG(info.st_mode)) {
    PF_RETRY(to->file, open(path, O_WRONLY | O_CLOEXEC));
    return to->file < 0 ? fail_errno(error, path, "write") : PATHFAN_OK;
  }
  const pathfan_status status = pf_temporary_create(path, 0666, &to->temporary, error);
  if (status) return status;
  to->file = to->temporary.fd;
  /* The new file gets the old one's permissions. */
  if (!exists && fstat(to->file, &info) != 0) return fail_errno(error, path, "write");
  to->mode = info.st_mode & 0777;
  return PATHFAN_OK;
}

/* Closes the file and removes it if it is a temporary. */
static void abandon(sink *to) {
  if (to->temporary.path)
    pf_temporary_discard(&to->temporary);
  else if (to->file >= 0)
    close(to->file);
}

pathfan_status pf_output_open(pf_output *output, const char *path, pathfan_error *error) {
  *output = (pf_output){0};
  sink *to = pf_alloc_zero(1, sizeof *to);
  if (!to) return out_of_memory(error, path);
  to->file = -1;
  pathfan_status status = open_sink(to, path, error);
  FILE *stream = status ? NULL : stream_to(to);
  if (!status && !stream) status = fail_errno(error, path, "write");
  if (status) {
    abandon(to);
    sink_free(to);
    return status;
  }
  *output = (pf_output){.stream = stream, .sink = to};
  return PATHFAN_OK;
}

pathfan_status pf_output_close(pf_output *output, pathfan_error *error) {
  if (!output->stream) return PATHFAN_OK;
  pathfan_status status = PATHFAN_OK;
  const bool flushed = fflush(output->stream) == 0;
  const bool whole = !ferror(output->stream) && flushed;
  sink *to = end_stream(output);
  errno = to->error ? to->error : EIO;
  if (!whole)
    status = fail_errno(error, to->path, "write");
  else if (to->temporary.path)
    status = pf_temporary_settle(&to->temporary, to->mode, error);
  if (status)
    abandon(to);
  else if (to->temporary.path)
    status = pf_temporary_publish(&to->temporary, error);
  else if (close(to->file) != 0 && errno != EINTR)
    status = fail_errno(error, to->path, "write");
  sink_free(to);
  return status;
}

void pf_output_discard(pf_output *output) {
  if (!output->stream) return;
  sink *to = end_stream(output);
  abandon(to);
  sink_free(to);
}

bool pf_folder_make(const char *path) {
  return mkdir(path, 0777) == 0 || (errno == EEXIST && access(path, W_OK) == 0);
}

#endif

pathfan_status pf_output_text(const char *path, const char *text, pathfan_error *error) {
  pf_output output;
  const pathfan_status status = pf_output_open(&output, path, error);
  if (status) return status;
  (void)fputs(text, output.stream); /* closing reports failures */
  return pf_output_close(&output, error);
}
