/* program_windows.c - arguments as they were typed, not as the code page has them, and streams that
 * change no byte. A text stream is a temporary file, which isn't written to disk if memory has
 * room, and is removed when it is closed. */
#include "base/program.h"

#include "base/wide_path.h"

#if PATHFAN_WITH_WINDOWS

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <io.h>
#include <shellapi.h>

#include "base/memory.h"

#define FIRST_LINE 256 /* bytes; doubled as needed */

/* Converts to UTF-8. NULL: out of memory. */
static char *narrow(const wchar_t *wide) {
  const int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
  char *text = bytes > 0 ? calloc((size_t)bytes, 1) : NULL;
  if (text) (void)WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, bytes, NULL, NULL);
  return text;
}

void pf_program_begin(int *argc, char ***argv) {
  (void)_setmode(_fileno(stdin), _O_BINARY);
  (void)_setmode(_fileno(stdout), _O_BINARY);
  (void)_setmode(_fileno(stderr), _O_BINARY);
  int count = 0;
  wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
  char **arguments = wide ? calloc((size_t)count + 1, sizeof *arguments) : NULL;
  bool whole = arguments != NULL;
  for (int i = 0; i < count && whole; i++) {
    arguments[i] = narrow(wide[i]);
    whole = arguments[i] != NULL;
  }
  if (wide) (void)LocalFree(wide);
  if (!whole) return;
  *argc = count;
  *argv = arguments;
}

void pf_program_limit_memory(uint64_t bytes) {
  (void)bytes;
}

FILE *pf_stream_open(const char *path) {
  wchar_t *wide = pf_wide_path(path);
  FILE *stream = wide ? _wfopen(wide, L"rb") : NULL;
  const int code = errno;
  free(wide);
  errno = code;
  return stream;
}

FILE *pf_text_stream(char **text, size_t *bytes) {
  wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
  const DWORD length = GetTempPathW(MAX_PATH + 1, folder);
  *text = NULL;
  *bytes = 0;
  if (!length || length > MAX_PATH || !GetTempFileNameW(folder, L"pf", 0, name)) {
    errno = pf_windows_errno();
    return NULL;
  }
  const HANDLE file = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
                                  FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    errno = pf_windows_errno();
    (void)DeleteFileW(name);
    return NULL;
  }
  const int fd = _open_osfhandle((intptr_t)file, _O_RDWR | _O_BINARY);
  FILE *stream = fd < 0 ? NULL : _fdopen(fd, "w+b");
  if (!stream && fd >= 0)
    (void)_close(fd);
  else if (!stream)
    (void)CloseHandle(file);
  return stream;
}

bool pf_text_stream_close(FILE *stream, char **text, size_t *bytes) {
  const bool flushed = fflush(stream) == 0 && !ferror(stream);
  const int64_t length = flushed ? _ftelli64(stream) : -1;
  *text = length < 0 ? NULL : pf_alloc((uint64_t)length + 1, 1);
  bool whole = *text != NULL;
  if (whole) {
    rewind(stream);
    whole = fread(*text, 1, (size_t)length, stream) == (size_t)length;
    (*text)[length] = 0;
    *bytes = (size_t)length;
  }
  const int code = errno;
  (void)fclose(stream);
  errno = code;
  return whole;
}

#endif
