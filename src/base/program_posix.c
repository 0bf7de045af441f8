/* program_posix.c - arguments are bytes on POSIX, and streams have no modes. */
#include "base/program.h"

#include "base/platform.h"

#if PATHFAN_WITH_POSIX

#include <signal.h>

void pf_program_begin(int *argc, char ***argv) {
  (void)argc, (void)argv;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

FILE *pf_stream_open(const char *path) {
  return fopen(path, "rb");
}

int64_t pf_stream_line(FILE *stream, char **line, size_t *capacity) {
  return getline(line, capacity, stream);
}

FILE *pf_text_stream(char **text, size_t *bytes) {
  return open_memstream(text, bytes);
}

bool pf_text_stream_close(FILE *stream, char **text, size_t *bytes) {
  (void)text, (void)bytes;
  const bool whole = !ferror(stream);
  return fclose(stream) == 0 && whole;
}

#endif
