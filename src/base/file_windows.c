/* file_windows.c - whole files by Windows calls, in place of file.c.
 *
 * A writer works on <path>.tmp, which can't be opened again meanwhile, and renames it when all is
 * on disk. The owner of an old file of that name is unknown, so it isn't removed: after a writer
 * was killed, the user must. */
#include "base/file.h"

#include "base/system.h"
#include "base/wide_path.h"

#if PATHFAN_WITH_WINDOWS

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <io.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/status.h"
#include "base/text.h"

#define FIRST_BUFFER 65536 /* bytes; doubled as needed */

static pathfan_status fail_errno(pathfan_error *error, const char *path, const char *verb) {
  const int code = errno;
  return pf_fail(error, code == ENOMEM ? PATHFAN_ERR_NO_MEMORY : PATHFAN_ERR_IO, "%s: can't %s: %s",
                 pf_name_tail(path), verb, strerror(code));
}

static pathfan_status out_of_memory(pathfan_error *error, const char *path) {
  return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", pf_name_tail(path));
}

/* ---- Reading ---- */

/* Reads an open file to its end into *text of *bytes; these are set even on failure. */
static pathfan_status read_all(int fd, const char *path, size_t max_bytes, char **text,
                               size_t *bytes, pathfan_error *error) {
  size_t room = 0;
  for (;;) {
    if (pf_grow(text, &room, *bytes + 2)) return out_of_memory(error, path);
    const size_t left = room - 1 - *bytes;
    const int got = _read(fd, *text + *bytes, left < INT32_MAX ? (unsigned)left : INT32_MAX);
    if (got < 0) return fail_errno(error, path, "read");
    if (got == 0) break;
    *bytes += (size_t)got;
    if (*bytes > max_bytes)
      return pf_fail(error, PATHFAN_ERR_LIMIT, "%s: larger than %zu bytes", pf_name_tail(path),
                     max_bytes);
  }
  (*text)[*bytes] = 0;
  return PATHFAN_OK;
}

pathfan_status pf_read_file(const char *path, size_t max_bytes, char **text, size_t *bytes,
                            pathfan_error *error) {
  pf_file_facts facts;
  pathfan_status status;
  *text = NULL;
  *bytes = 0;
  const int fd = pf_file_open(path);
  if (fd < 0) return fail_errno(error, path, "open");
  if (!pf_file_look(fd, &facts))
    status = fail_errno(error, path, "read");
  else if (facts.kind == PF_FILE_FOLDER)
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: is a directory", pf_name_tail(path));
  else
    status = read_all(fd, path, max_bytes, text, bytes, error);
  pf_file_close(fd);
  if (status) {
    free(*text);
    *text = NULL;
    *bytes = 0;
  }
  return status;
}

pathfan_status pf_regular_check(const char *path, pathfan_error *error) {
  pf_file_facts facts;
  if (!pf_path_look(path, &facts)) return fail_errno(error, path, "open");
  if (facts.kind == PF_FILE_REGULAR) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_IO,
                 "%s: isn't a regular file; a file can't name a folder, a pipe or a device",
                 pf_name_tail(path));
}

pathfan_status pf_named_check(const char *path, const char *namer, pathfan_error *error) {
  const char *slash = strcmp(namer, PF_STANDARD_INPUT) == 0 ? NULL : pf_path_slash(namer);
  const size_t folder = slash ? (size_t)(slash - namer) + 1 : 0;
  pathfan_status status = pf_regular_check(path, error);
  if (status) return status;
  const bool is_below = strncmp(path, namer, folder) == 0 && !strstr(path + folder, "..") &&
                        !strpbrk(path + folder, ":\\") && path[folder] != '/';
  if (is_below) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_MALFORMED,
                 "%s: lies elsewhere; what a map names must be in the map's folder or below",
                 pf_name_tail(path));
}

ssize_t pf_file_start(const char *path, char *start, size_t room) {
  pf_file_facts facts;
  const int fd = pf_file_open(path);
  if (fd < 0) return -1;
  int64_t got = 0;
  if (pf_file_look(fd, &facts) && facts.kind == PF_FILE_REGULAR)
    got = pf_file_read_at(fd, 0, start, room);
  const int code = errno;
  pf_file_close(fd);
  errno = code;
  return (ssize_t)got;
}

bool pf_is_same_file(const char *a, const char *b) {
  pf_file_facts left, right;
  return pf_path_look(a, &left) && left.kind != PF_FILE_OTHER && pf_path_look(b, &right) &&
         right.kind != PF_FILE_OTHER && left.device == right.device && left.number == right.number;
}

pathfan_status pf_output_check(const char *path, const char *input, pathfan_error *error) {
  if (!pf_is_same_file(path, input)) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                 "%s: is the file that is read, so it can't be written too", pf_name_tail(path));
}

/* ---- Writing ---- */

typedef struct pf_sink {
  char *path;                /* as given; owned */
  wchar_t *name, *temporary; /* owned; without a temporary: a device, written directly */
} sink;

static void sink_free(sink *to) {
  if (to) {
    free(to->path);
    free(to->name);
    free(to->temporary);
  }
  free(to);
}

/* Returns name.tmp; NULL: out of memory. */
static wchar_t *temporary_of(const wchar_t *name) {
  static const wchar_t ending[] = L".tmp";
  wchar_t *made = pf_alloc_zero(wcslen(name) + 1, sizeof *made + sizeof ending);
  if (made) {
    wcscpy(made, name);
    wcscat(made, ending);
  }
  return made;
}

/* Creates a file that can't be opened again meanwhile; -1 and errno. */
static int create_alone(const wchar_t *name) {
  const HANDLE file =
      CreateFileW(name, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    errno = pf_windows_errno();
    return -1;
  }
  const int fd = _open_osfhandle((intptr_t)file, _O_BINARY);
  if (fd < 0) (void)CloseHandle(file);
  return fd;
}

/* Reports why there is a file of the temporary's name: it is being written, or was left there. */
static pathfan_status in_the_way(const sink *to, pathfan_error *error) {
  const HANDLE file = CreateFileW(to->temporary, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                  NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
  if (file == INVALID_HANDLE_VALUE && pf_windows_errno() == EBUSY)
    return pf_fail(error, PATHFAN_ERR_BUSY, "%s: another program is writing it at this moment",
                   pf_name_tail(to->path));
  if (file != INVALID_HANDLE_VALUE) (void)CloseHandle(file);
  return pf_fail(error, PATHFAN_ERR_IO, "%s.tmp: is in the way: remove it", pf_name_tail(to->path));
}

static pathfan_status open_sink(sink *to, const char *path, FILE **stream, pathfan_error *error) {
  pf_file_facts facts;
  to->path = strdup(path);
  if (!to->path) return out_of_memory(error, path);
  to->name = pf_wide_path(path);
  if (!to->name) return fail_errno(error, path, "write");
  const bool exists = pf_path_look(path, &facts);
  if (exists && facts.kind == PF_FILE_FOLDER)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: is a folder, not a file name", pf_name_tail(path));
  if (exists && facts.kind == PF_FILE_OTHER) {
    *stream = _wfopen(to->name, L"wb");
    return *stream ? PATHFAN_OK : fail_errno(error, path, "write");
  }
  to->temporary = temporary_of(to->name);
  if (!to->temporary) return out_of_memory(error, path);
  const int fd = create_alone(to->temporary);
  if (fd < 0 && (errno == EEXIST || errno == EBUSY)) return in_the_way(to, error);
  if (fd < 0) return fail_errno(error, path, "write");
  *stream = _fdopen(fd, "wb");
  if (*stream) return PATHFAN_OK;
  const pathfan_status status = fail_errno(error, path, "write");
  (void)_close(fd);
  (void)DeleteFileW(to->temporary);
  return status;
}

pathfan_status pf_output_open(pf_output *output, const char *path, pathfan_error *error) {
  *output = (pf_output){0};
  FILE *stream = NULL;
  sink *to = pf_alloc_zero(1, sizeof *to);
  if (!to) return out_of_memory(error, path);
  const pathfan_status status = open_sink(to, path, &stream, error);
  if (status) {
    sink_free(to);
    return status;
  }
  *output = (pf_output){.stream = stream, .sink = to};
  return PATHFAN_OK;
}

/* Closes the stream; true if everything is written and on disk, else false and errno. */
static bool settle(const pf_output *output) {
  errno = 0;
  bool whole = fflush(output->stream) == 0 && !ferror(output->stream);
  if (whole && output->sink->temporary) whole = _commit(_fileno(output->stream)) == 0;
  const int code = errno;
  whole = fclose(output->stream) == 0 && whole;
  errno = code ? code : EIO;
  return whole;
}

pathfan_status pf_output_close(pf_output *output, pathfan_error *error) {
  if (!output->stream) return PATHFAN_OK;
  sink *to = output->sink;
  pathfan_status status = settle(output) ? PATHFAN_OK : fail_errno(error, to->path, "write");
  *output = (pf_output){0};
  if (!status && to->temporary &&
      !MoveFileExW(to->temporary, to->name, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
    errno = pf_windows_errno();
    status = fail_errno(error, to->path, "replace");
  }
  if (status && to->temporary) (void)DeleteFileW(to->temporary);
  sink_free(to);
  return status;
}

void pf_output_discard(pf_output *output) {
  if (!output->stream) return;
  sink *to = output->sink;
  (void)fclose(output->stream);
  if (to->temporary) (void)DeleteFileW(to->temporary);
  *output = (pf_output){0};
  sink_free(to);
}

pathfan_status pf_temporary_folder(const char *name, char **path, pathfan_error *error) {
  wchar_t place[MAX_PATH + 1];
  char narrow[3 * MAX_PATH + 1];
  const DWORD length = GetTempPathW(MAX_PATH + 1, place);
  *path = NULL;
  if (!length || length > MAX_PATH ||
      !WideCharToMultiByte(CP_UTF8, 0, place, -1, narrow, sizeof narrow, NULL, NULL))
    return pf_fail(error, PATHFAN_ERR_IO, "there is no folder for temporary files");
  for (DWORD number = GetCurrentProcessId() ^ GetTickCount(), i = 0; i < 1000;
       number += 7919, i++) {
    char *made;
    if (asprintf(&made, "%s%s-%08lx", narrow, name, (unsigned long)number) < 0)
      return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
    wchar_t *wide = pf_wide_path(made);
    const bool is_made = wide && CreateDirectoryW(wide, NULL);
    free(wide);
    if (is_made) {
      *path = made;
      return PATHFAN_OK;
    }
    free(made);
  }
  return pf_fail(error, PATHFAN_ERR_IO, "%s: no folder can be made there", narrow);
}

bool pf_folder_make(const char *path) {
  pf_file_facts facts;
  wchar_t *wide = pf_wide_path(path);
  const bool is_made = wide && CreateDirectoryW(wide, NULL);
  if (wide && !is_made) errno = pf_windows_errno();
  free(wide);
  return is_made || (errno == EEXIST && pf_path_look(path, &facts) && facts.kind == PF_FILE_FOLDER);
}

#endif
