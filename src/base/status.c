/* status.c - the texts of status codes, and the formatting of errors. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *pathfan_status_text(pathfan_status status) {
  switch (status) {
  case PATHFAN_OK: return "ok";
  case PATHFAN_ERR_IO: return "a file can't be opened, read or written";
  case PATHFAN_ERR_NO_MEMORY: return "out of memory";
  case PATHFAN_ERR_BUSY: return "another program is writing the same file";
  case PATHFAN_ERR_ARGUMENT: return "an argument is out of range";
  case PATHFAN_ERR_LIMIT: return "a limit would be passed";
  case PATHFAN_ERR_CANCELLED: return "cancelled";
  case PATHFAN_ERR_MALFORMED: return "the input breaks its format's rules";
  case PATHFAN_ERR_NOT_INDEX: return "not a pathfan index";
  case PATHFAN_ERR_VERSION: return "an index of another format version or byte order";
  case PATHFAN_ERR_DAMAGED: return "the index is damaged";
  }
  return "unknown status";
}

/* Bytes of a message before it is cut to fit: two paths of the greatest length, and the text about
 * them. */
#define LONGEST 10000

pathfan_status pf_fail(pathfan_error *error, pathfan_status status, const char *format, ...) {
  static const char dots[] = "...";
  char whole[LONGEST];
  if (!error) return status;
  va_list args;
  va_start(args, format);
  vsnprintf(whole, sizeof whole, format, args);
  va_end(args);
  /* The beginning of a long path matters least. */
  const size_t bytes = strlen(whole), most = sizeof error->text - 1;
  const char *from = whole;
  size_t cut = 0;
  if (bytes > most) {
    from += bytes - (most - strlen(dots));
    while (((unsigned char)*from & 0xC0) == 0x80) from++; /* inside a UTF-8 character */
    memcpy(error->text, dots, cut = strlen(dots));
  }
  memmove(error->text + cut, from, strlen(from) + 1);
  return status;
}
