/* system_windows.c - files by Windows calls.
 *
 * Descriptors are those of the C library, so that callers are the same as elsewhere; behind each is
 * a handle that lets others read, write, rename and remove the file meanwhile. A mapping keeps its
 * file without a handle. Windows then refuses to truncate, overwrite or remove it: so a mapped
 * index can't be harmed, nor replaced in place; it may be renamed.
 *
 * Needs Windows Vista or later. */
#include "base/wide_path.h"

#if PATHFAN_WITH_WINDOWS

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <io.h>

#include "base/system.h"

#define READ_MOST 0x40000000u /* bytes per call, whose count has 32 bits */

wchar_t *pf_wide_path(const char *path) {
  const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
  if (length <= 0) {
    errno = ENOENT; /* every file name is UTF-8 */
    return NULL;
  }
  wchar_t *wide = calloc((size_t)length, sizeof *wide);
  if (!wide) {
    errno = ENOMEM;
    return NULL;
  }
  (void)MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, length);
  return wide;
}

int pf_windows_errno(void) {
  switch (GetLastError()) {
  case ERROR_FILE_NOT_FOUND:
  case ERROR_PATH_NOT_FOUND:
  case ERROR_BAD_NETPATH:
  case ERROR_INVALID_NAME: return ENOENT;
  case ERROR_ACCESS_DENIED: return EACCES;
  case ERROR_SHARING_VIOLATION:
  case ERROR_LOCK_VIOLATION:
  case ERROR_USER_MAPPED_FILE: return EBUSY;
  case ERROR_FILE_EXISTS:
  case ERROR_ALREADY_EXISTS: return EEXIST;
  case ERROR_TOO_MANY_OPEN_FILES: return EMFILE;
  case ERROR_FILENAME_EXCED_RANGE: return ENAMETOOLONG;
  case ERROR_HANDLE_DISK_FULL:
  case ERROR_DISK_FULL: return ENOSPC;
  case ERROR_BROKEN_PIPE:
  case ERROR_NO_DATA: return EPIPE;
  case ERROR_NOT_ENOUGH_MEMORY:
  case ERROR_OUTOFMEMORY:
  case ERROR_COMMITMENT_LIMIT: return ENOMEM;
  default: return EIO;
  }
}

#if PATHFAN_WITH_MAPPINGS

static HANDLE handle_of(int fd) {
  return (HANDLE)_get_osfhandle(fd);
}

/* FILE_FLAG_BACKUP_SEMANTICS is needed to open folders. */
static HANDLE open_handle(const char *path, DWORD access) {
  const DWORD sharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  wchar_t *wide = pf_wide_path(path);
  if (!wide) return INVALID_HANDLE_VALUE;
  const HANDLE file =
      CreateFileW(wide, access, sharing, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
  if (file == INVALID_HANDLE_VALUE) errno = pf_windows_errno();
  free(wide);
  return file;
}

int pf_file_open(const char *path) {
  const HANDLE file = open_handle(path, GENERIC_READ);
  if (file == INVALID_HANDLE_VALUE) return -1;
  const int fd = _open_osfhandle((intptr_t)file, _O_RDONLY | _O_BINARY);
  if (fd < 0) (void)CloseHandle(file);
  return fd;
}

void pf_file_close(int fd) {
  (void)_close(fd);
}

static uint64_t both(DWORD high, DWORD low) {
  return (uint64_t)high << 32 | low;
}

static bool look(HANDLE file, pf_file_facts *facts) {
  BY_HANDLE_FILE_INFORMATION info;
  if (GetFileType(file) != FILE_TYPE_DISK) {
    *facts = (pf_file_facts){.kind = PF_FILE_OTHER};
    return true;
  }
  if (!GetFileInformationByHandle(file, &info)) {
    errno = pf_windows_errno();
    return false;
  }
  const bool is_folder = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
  *facts = (pf_file_facts){.device = info.dwVolumeSerialNumber,
                           .number = both(info.nFileIndexHigh, info.nFileIndexLow),
                           .bytes = both(info.nFileSizeHigh, info.nFileSizeLow),
                           .modified = (int64_t)both(info.ftLastWriteTime.dwHighDateTime,
                                                     info.ftLastWriteTime.dwLowDateTime),
                           .kind = is_folder ? PF_FILE_FOLDER : PF_FILE_REGULAR};
  return true;
}

bool pf_file_look(int fd, pf_file_facts *facts) {
  return look(handle_of(fd), facts);
}

bool pf_path_look(const char *path, pf_file_facts *facts) {
  const HANDLE file = open_handle(path, FILE_READ_ATTRIBUTES);
  if (file == INVALID_HANDLE_VALUE) return false;
  const bool looked = look(file, facts);
  const int code = errno;
  (void)CloseHandle(file);
  errno = code;
  return looked;
}

int64_t pf_file_read_at(int fd, uint64_t offset, void *data, uint64_t bytes) {
  OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
  DWORD got = 0;
  const DWORD most = bytes < READ_MOST ? (DWORD)bytes : READ_MOST;
  if (ReadFile(handle_of(fd), data, most, &got, &at)) return got;
  if (GetLastError() == ERROR_HANDLE_EOF) return 0;
  errno = pf_windows_errno();
  return -1;
}

void *pf_file_map(int fd, uint64_t offset, uint64_t bytes) {
  const HANDLE mapping = CreateFileMappingW(handle_of(fd), NULL, PAGE_READONLY, 0, 0, NULL);
  void *at = NULL;
  if (mapping)
    at = MapViewOfFile(mapping, FILE_MAP_READ, (DWORD)(offset >> 32), (DWORD)offset, (SIZE_T)bytes);
  if (!at) errno = pf_windows_errno();
  const int code = errno;
  if (mapping) (void)CloseHandle(mapping); /* the view holds it */
  errno = code;
  return at;
}

void pf_file_unmap(void *mapping, uint64_t bytes) {
  (void)bytes;
  (void)UnmapViewOfFile(mapping);
}

int32_t pf_processors(void) {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwNumberOfProcessors > 0 ? (int32_t)info.dwNumberOfProcessors : 1;
}

uint64_t pf_mapping_step(void) {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwAllocationGranularity;
}

void pf_mapping_announce(const uint8_t *data, uint64_t bytes) {
  (void)data;
  (void)bytes;
}

void pf_mapping_drop(const uint8_t *data, uint64_t bytes) {
  (void)data, (void)bytes; /* the system trims by itself */
}

void pf_mapping_fetch(const uint8_t *data, uint64_t bytes) {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  volatile uint8_t touched;
  for (uint64_t at = 0; at < bytes; at += info.dwPageSize) touched = data[at];
  (void)touched;
}

#endif
#endif
