/* program_posix.c - arguments are bytes on POSIX, and streams have no modes. */
#include "base/program.h"

#include "base/platform.h"

#if PATHFAN_WITH_POSIX

#include <signal.h>

void pathfan_program_begin(int *argc, char ***argv) {
  (void)argc, (void)argv;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

FILE *pathfan_stream_open(const char *path) {
  return fopen(path, "rb");
}

int64_t pathfan_stream_line(FILE *stream, char **line, size_t *capacity) {
  return getline(line, capacity, stream);
}

FILE *pathfan_text_stream(char **text, size_t *bytes) {
  return open_memstream(text, bytes);
}

bool pathfan_text_stream_close(FILE *stream, char **text, size_t *bytes) {
  (void)text, (void)bytes;
  const bool whole = !ferror(stream);
  return fclose(stream) == 0 && whole;
}

#endif
