/* program_posix.c - arguments are bytes on POSIX, and streams have no modes. */
#include "base/program.h"

#include "base/platform.h"

#if PATHFAN_WITH_POSIX

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/leftovers.h"

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

FILE *pf_text_stream(char **text, size_t *bytes) {
  return open_memstream(text, bytes);
}

bool pf_text_stream_close(FILE *stream, char **text, size_t *bytes) {
  (void)text, (void)bytes;
  const bool whole = !ferror(stream);
  return fclose(stream) == 0 && whole;
}

#endif
