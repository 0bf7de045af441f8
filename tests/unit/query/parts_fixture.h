/* parts_fixture.h - a file taken apart in memory: its bytes, seal and directory, to be changed and
 * written again with digests that fit.
 *
 *   parts f = parts_of(path);
 *   f.directory.sections[0].codec = 9;
 *   parts_encode_directory(&f);
 *   parts_write(&f, other);
 *   parts_free(&f); */
#ifndef PF_TESTS_PARTS_FIXTURE_H
#define PF_TESTS_PARTS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "format/directory.h"
#include "format/encode.h"
#include "format/seal.h"
#include "format/value.h"

typedef struct parts {
  uint8_t *bytes;
  uint64_t size;
  pf_seal seal;
  pf_directory directory;
} parts;

/* Returns the bytes of the directory. */
static inline uint8_t *parts_directory(const parts *f) {
  return f->bytes + f->seal.values[f->seal.directory].offset + PF_VALUE_HEADER;
}

static inline parts parts_of(const char *path) {
  parts f = {0};
  uint32_t trailer;
  pathfan_error error;
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  f.size = (uint64_t)ftell(file);
  rewind(file);
  f.bytes = malloc(f.size);
  assert_non_null(f.bytes);
  assert_int_equal(fread(f.bytes, 1, f.size, file), f.size);
  fclose(file);
  memcpy(&trailer, f.bytes + f.size - 28, sizeof trailer); /* its size, in all versions */
  assert_int_equal(
      pf_seal_decode(f.bytes + f.size - trailer, trailer, f.size, path, &f.seal, &error),
      PATHFAN_OK);
  assert_int_equal(pf_directory_decode(parts_directory(&f),
                                       f.seal.values[f.seal.directory].bytes - PF_VALUE_HEADER,
                                       &f.seal, path, &f.directory, &error),
                   PATHFAN_OK);
  return f;
}

static inline void parts_free(parts *f) {
  free(f->bytes);
  pf_seal_free(&f->seal);
  pf_directory_free(&f->directory);
}

/* Writes the directory, as it is now, into the bytes. */
static inline void parts_encode_directory(parts *f) {
  const pf_sealed_value *value = &f->seal.values[f->seal.directory];
  const uint64_t used = pf_directory_bytes(&f->directory);
  const pf_value_header header = {
      .number = f->seal.directory, .kind = PF_VALUE_DIRECTORY, .used = used};
  assert_true(used <= value->bytes - PF_VALUE_HEADER);
  pf_value_put_header(&header, f->bytes + value->offset);
  memset(parts_directory(f), 0, value->bytes - PF_VALUE_HEADER);
  pf_directory_encode(&f->directory, parts_directory(f));
}

/* Updates the digests of values and the seal, and writes a file. */
static inline void parts_write(parts *f, const char *path) {
  for (uint32_t i = 0; i < f->seal.value_count; i++) {
    pf_sealed_value *v = &f->seal.values[i];
    pf_digest_of(f->bytes + v->offset, v->bytes, v->digest);
  }
  pf_seal_encode(&f->seal, f->bytes + f->seal.page_bytes);
  unlink(path); /* a published file must not be written to */
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(f->bytes, 1, f->size, file), f->size);
  assert_int_equal(fclose(file), 0);
}

#endif
