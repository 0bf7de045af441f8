/* publish_windows.c - the temporary that an index grows in, by Windows calls.
 *
 * It is TARGET.tmp, which only one program can make; readers may open it meanwhile, as the check
 * before it is published does. What a killed program has left is in the way, and is named: Windows
 * doesn't tell whose it was. */
#include "base/wide_path.h"

#if PATHFAN_WITH_WINDOWS

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <io.h>

#include "base/allocate.h"
#include "base/path.h"
#include "base/publish.h"
#include "base/status.h"
#include "base/system.h"

#define WRITE_MOST 0x40000000u /* bytes per call, whose count has 32 bits */

pathfan_status pf_file_write(int fd, const char *path, uint64_t offset, const void *data,
                             uint64_t bytes, pathfan_error *error) {
  const uint8_t *from = data;
  while (bytes > 0) {
    OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    DWORD put = 0;
    const DWORD most = bytes < WRITE_MOST ? (DWORD)bytes : WRITE_MOST;
    if (!WriteFile((HANDLE)_get_osfhandle(fd), from, most, &put, &at) || !put)
      return pf_fail(error, PATHFAN_ERR_IO, "%s: can't write: %s", path,
                     strerror(pf_windows_errno()));
    from += put;
    offset += put;
    bytes -= put;
  }
  return PATHFAN_OK;
}

/* Creates a file that others may read, and rename away, but not write; -1 and errno. */
static int create(const char *path) {
  wchar_t *wide = pf_wide_path(path);
  if (!wide) return -1;
  const HANDLE file = CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, NULL,
                                  CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) errno = pf_windows_errno();
  const int fd =
      file == INVALID_HANDLE_VALUE ? -1 : _open_osfhandle((intptr_t)file, _O_RDWR | _O_BINARY);
  const int code = errno;
  if (fd < 0 && file != INVALID_HANDLE_VALUE) (void)CloseHandle(file);
  free(wide);
  errno = code;
  return fd;
}

/* Whether a program is writing to the file: then nobody else may. */
static bool is_being_written(const char *path) {
  wchar_t *wide = pf_wide_path(path);
  const HANDLE file =
      wide ? CreateFileW(wide, GENERIC_WRITE, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL)
           : INVALID_HANDLE_VALUE;
  const bool is_busy = file == INVALID_HANDLE_VALUE && pf_windows_errno() == EBUSY;
  if (file != INVALID_HANDLE_VALUE) (void)CloseHandle(file);
  free(wide);
  return is_busy;
}

static void erase(const char *path) {
  wchar_t *wide = pf_wide_path(path);
  if (wide) (void)DeleteFileW(wide);
  free(wide);
}

static void release(pf_temporary *temporary) {
  if (temporary->fd >= 0) (void)_close(temporary->fd);
  free(temporary->path);
  free(temporary->target);
  *temporary = (pf_temporary){.fd = -1, .claim_fd = -1};
}

pathfan_status pf_temporary_create(const char *target, mode_t mode, pf_temporary *temporary,
                                   pathfan_error *error) {
  pf_file_facts facts;
  pf_temporary made = {.target = strdup(target), .fd = -1, .claim_fd = -1, .mode = mode};
  pathfan_status status = PATHFAN_OK;
  *temporary = (pf_temporary){.fd = -1, .claim_fd = -1};
  if (!made.target || asprintf(&made.path, "%s.tmp", target) < 0) {
    made.path = NULL;
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its name", target);
  } else if (pf_path_name(target)[0] == '\0' ||
             (pf_path_look(target, &facts) && facts.kind == PF_FILE_FOLDER)) {
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: is a folder, not a file name", target);
  } else {
    made.fd = create(made.path);
    if (made.fd < 0 && is_being_written(made.path))
      status = pf_fail(error, PATHFAN_ERR_BUSY, "%s: another program is writing it at this moment",
                       target);
    else if (made.fd < 0 && errno == EEXIST)
      status = pf_fail(error, PATHFAN_ERR_IO, "%s: is in the way: remove it", made.path);
    else if (made.fd < 0)
      status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't write: can't make %s: %s", target,
                       made.path, strerror(errno));
  }
  if (status)
    release(&made);
  else
    *temporary = made;
  return status;
}

pathfan_status pf_temporary_settle(pf_temporary *temporary, mode_t mode, pathfan_error *error) {
  temporary->mode = mode; /* Windows has none */
  if (_commit(temporary->fd) == 0) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_IO, "%s: can't sync: %s", temporary->path, strerror(errno));
}

pathfan_status pf_temporary_publish(pf_temporary *temporary, pathfan_error *error) {
  wchar_t *from = pf_wide_path(temporary->path), *to = pf_wide_path(temporary->target);
  pathfan_status status = PATHFAN_OK;
  (void)_close(temporary->fd); /* an open file can't be renamed */
  temporary->fd = -1;
  if (!from || !to)
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its name", temporary->target);
  else if (!MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't be renamed to %s: %s", temporary->path,
                     temporary->target, strerror(pf_windows_errno()));
  if (status) erase(temporary->path);
  free(from);
  free(to);
  release(temporary);
  return status;
}

void pf_temporary_discard(pf_temporary *temporary) {
  if (!temporary->path) return;
  if (temporary->fd >= 0) (void)_close(temporary->fd);
  temporary->fd = -1;
  erase(temporary->path);
  release(temporary);
}

#endif
