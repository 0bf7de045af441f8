/* stream_line.c - lines of a stream, of bounded length, on all systems. */
#include <errno.h>

#include "base/memory.h"
#include "base/platform.h"
#include "base/program.h"

#if PATHFAN_WITH_POSIX
#define NEXT getc_unlocked /* one thread reads */
#else
#define NEXT getc
#endif

int64_t pf_stream_line(FILE *stream, size_t most, char **line, size_t *capacity) {
  size_t used = 0;
  int c = 0;
  while (c != '\n' && (c = NEXT(stream)) != EOF) {
    if (used > most) continue;
    if (pf_grow(line, capacity, used + 2)) {
      errno = ENOMEM;
      return -1;
    }
    (*line)[used++] = (char)c;
  }
  if (!used || ferror(stream)) return -1;
  (*line)[used] = 0;
  return (int64_t)used;
}
