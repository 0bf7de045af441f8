/* fuzz.h - shared by the fuzz targets.
 *
 * A target is one fuzz_NAME.c with LLVMFuzzerTestOneInput. It is linked twice: with libFuzzer
 * (-DPATHFAN_FUZZ=ON, clang), which generates inputs, and with replay.c, which ctest runs over the
 * inputs kept in corpus.tar.xz and found/NAME. */
#ifndef PF_FUZZ_H
#define PF_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts the run if a condition doesn't hold, printing it with file and line. */
#define fuzz_check(good)                                                                           \
  do {                                                                                             \
    if (!(good)) {                                                                                 \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #good);                           \
      abort();                                                                                     \
    }                                                                                              \
  } while (0)

/* An input from which decisions are taken, front to back; zeros once it is used up. */
typedef struct fuzz_input {
  const uint8_t *at, *end;
} fuzz_input;

static inline size_t fuzz_left(const fuzz_input *in) {
  return (size_t)(in->end - in->at);
}

static inline uint8_t fuzz_byte(fuzz_input *in) {
  return in->at < in->end ? *in->at++ : 0;
}

/* Takes a number in 0 .. limit-1 from as few bytes as that needs. */
static inline uint32_t fuzz_below(fuzz_input *in, uint32_t limit) {
  uint32_t value = fuzz_byte(in);
  for (uint32_t most = 256; most < limit && most < UINT32_C(1) << 24; most <<= 8)
    value = value << 8 | fuzz_byte(in);
  return limit ? value % limit : 0;
}

/* Takes `count` bytes into `out`. */
static inline void fuzz_bytes(fuzz_input *in, void *out, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)out)[i] = fuzz_byte(in);
}

/* TMPDIR, or /tmp. */
static inline const char *fuzz_folder(void) {
  const char *folder = getenv("TMPDIR");
  return folder ? folder : "/tmp";
}

#endif
