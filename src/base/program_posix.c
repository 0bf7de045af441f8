/* program_posix.c - arguments are bytes on POSIX, and streams have no modes. */
#include "base/program.h"

#include "base/platform.h"

#if PATHFAN_WITH_POSIX

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/leftovers.h"
#include "base/memory.h"

void pf_program_begin(int *argc, char ***argv) {
  (void)argc, (void)argv;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  pf_leftovers_at_signals();
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0 /* sanitizers reserve address space that isn't used */
#endif

/* Stacks count whole, though little of them is used: threads get small ones. */
#define STACK_BYTES (UINT64_C(1) << 20)

/* For what isn't counted: messages, buffers of streams, gaps between allocations. */
#define SPARE_BYTES (UINT64_C(24) << 20)

static void use_small_stacks(void) {
#ifdef __GLIBC__
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  if (pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0)
    (void)pthread_setattr_default_np(&attributes);
  (void)pthread_attr_destroy(&attributes);
#endif
}

void pf_program_limit_memory(uint64_t bytes) {
  unsigned long long data = 0; /* pages: the sixth figure, what RLIMIT_DATA counts */
  struct rlimit limit;
  FILE *facts = IS_SANITIZED ? NULL : fopen("/proc/self/statm", "r");
  if (!facts) return;
  const bool is_told = fscanf(facts, "%*u %*u %*u %*u %*u %llu", &data) == 1;
  (void)fclose(facts);
  if (!is_told || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const uint64_t now = data * (uint64_t)sysconf(_SC_PAGESIZE);
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const uint64_t spare = SPARE_BYTES + (uint64_t)(processors > 0 ? processors : 1) * STACK_BYTES;
  if (bytes > UINT64_MAX / 2 || now + bytes + spare >= limit.rlim_cur) return;
  limit.rlim_cur = now + bytes + spare;
  if (setrlimit(RLIMIT_DATA, &limit) == 0) use_small_stacks();
}

FILE *pf_stream_open(const char *path) {
  return fopen(path, "rb");
}

#ifdef __GLIBC__
/* In place of open_memstream, whose streams (glibc 2.36) lose letters without an error when memory
 * runs out. */
typedef struct memory_stream {
  char **text;
  size_t *bytes, capacity;
} memory_stream;

static ssize_t write_memory(void *context, const char *data, size_t bytes) {
  memory_stream *m = context;
  if (pf_grow(m->text, &m->capacity, *m->bytes + bytes + 1)) {
    errno = ENOMEM;
    return 0; /* which is an error, unlike in write() */
  }
  memcpy(*m->text + *m->bytes, data, bytes);
  *m->bytes += bytes;
  (*m->text)[*m->bytes] = '\0';
  return (ssize_t)bytes;
}

/* Only tells the position, for ftell. */
static int seek_memory(void *context, off64_t *offset, int whence) {
  const memory_stream *m = context;
  if (*offset != 0 || whence == SEEK_SET) return -1;
  *offset = (off64_t)*m->bytes;
  return 0;
}

static int close_memory(void *context) {
  free(context);
  return 0;
}

FILE *pf_text_stream(char **text, size_t *bytes) {
  memory_stream *m = malloc(sizeof *m);
  *text = NULL;
  *bytes = 0;
  if (!m) return NULL;
  *m = (memory_stream){text, bytes, 0};
  FILE *stream =
      write_memory(m, "", 0) == 0 && *text
          ? fopencookie(m, "w",
                        (cookie_io_functions_t){
                            .write = write_memory, .seek = seek_memory, .close = close_memory})
          : NULL;
  if (stream) return stream;
  free(*text);
  *text = NULL;
  free(m);
  return NULL;
}
#else
FILE *pf_text_stream(char **text, size_t *bytes) {
  return open_memstream(text, bytes);
}
#endif

bool pf_text_stream_close(FILE *stream, char **text, size_t *bytes) {
  bool whole = !ferror(stream);
  whole = fclose(stream) == 0 && whole;
#ifndef __GLIBC__
  char *made = *text ? pf_alloc(*bytes + 1, 1) : NULL; /* the caller's free isn't the C library's */
  if (made) memcpy(made, *text, *bytes + 1);
  (free)(*text);
  *text = made;
  whole = made && whole;
#else
  (void)text, (void)bytes;
#endif
  return whole;
}

#endif
