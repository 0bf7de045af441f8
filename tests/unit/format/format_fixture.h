/* format_fixture.h - files, deterministic bytes and a sample index for the test_format_* suites.
 * Every suite is one file and includes this. */
#ifndef PF_TESTS_FORMAT_FIXTURE_H
#define PF_TESTS_FORMAT_FIXTURE_H

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "format/writer.h"
#include "pathfan/format.h"
#include "twin_scratch.h"

#define UNUSED __attribute__((unused))

/* splitmix64 */
UNUSED static uint64_t next_random(uint64_t *seed) {
  uint64_t z = (*seed += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* Returns bytes that differ everywhere and don't compress; free() them. */
UNUSED static uint8_t *noise(uint64_t bytes, uint64_t seed) {
  uint8_t *data = malloc(bytes ? bytes : 1);
  assert_non_null(data);
  for (uint64_t i = 0; i < bytes; i++) data[i] = (uint8_t)next_random(&seed);
  return data;
}

UNUSED static uint8_t *read_all(const char *path, uint64_t *bytes) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *bytes = (uint64_t)ftell(file);
  rewind(file);
  uint8_t *data = malloc(*bytes ? *bytes : 1);
  assert_non_null(data);
  assert_int_equal(fread(data, 1, *bytes, file), *bytes);
  fclose(file);
  return data;
}

UNUSED static void write_all(const char *path, const void *data, uint64_t bytes) {
  unlink(path);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, bytes, file), bytes);
  assert_int_equal(fclose(file), 0);
}

static const pathfan_provenance sample_provenance UNUSED = {
    .source_digest = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
    .source_bytes = 123456,
    .source_name = "arena.map",
    .builder = "pathfan 0.1",
    .options = "stretch=1.4"};

/* A section of a small index that has every kind of section. Contents are noise(bytes, number of
 * the section), except "text", which is compressed with zstd. */
typedef struct sample_section {
  const char *name;
  uint64_t count;
  uint32_t element_size;
  pathfan_codec codec;
} sample_section;

static const sample_section sample_sections[] UNUSED = {
    {"empty", 0, 8, PATHFAN_CODEC_RAW},         {"one", 1, 1, PATHFAN_CODEC_RAW},
    {"small.u32", 501, 4, PATHFAN_CODEC_RAW},   {"rows", 3000, 12, PATHFAN_CODEC_RAW},
    {"text", 5000, 1, PATHFAN_CODEC_ZSTD},      {"large", 9001, 4, PATHFAN_CODEC_RAW},
    {"tail-of.three", 77, 3, PATHFAN_CODEC_RAW}};
#define SAMPLE_SECTIONS (sizeof sample_sections / sizeof *sample_sections)

UNUSED static uint8_t *sample_content(size_t i, uint64_t salt) {
  const sample_section *section = &sample_sections[i];
  uint64_t bytes = section->count * section->element_size;
  uint8_t *data = noise(bytes, i + 1000 * salt);
  if (section->codec == PATHFAN_CODEC_ZSTD)
    for (uint64_t b = 0; b < bytes; b++) data[b] = "pathfan "[data[b] % 8];
  return data;
}

/* Adds the sample's sections, with chunks of 12 KiB and packs of 8 KiB, so that the small file has
 * several of both. */
UNUSED static pathfan_status add_sample(pf_writer *writer, uint64_t salt, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  pf_writer_set_limits(writer,
                       (pf_writer_limits){.chunk_max = 12288, .small_max = 4000, .pack_max = 8192});
  for (size_t i = 0; i < SAMPLE_SECTIONS && status == PATHFAN_OK; i++) {
    const sample_section *section = &sample_sections[i];
    uint8_t *data = sample_content(i, salt);
    status =
        pf_writer_add(writer,
                      &(pf_new_section){section->name, data, section->count, section->element_size,
                                        section->codec, PATHFAN_SECTION_HOT, NULL, 0},
                      error);
    free(data);
  }
  return status;
}

UNUSED static pathfan_status write_sample(const char *path, uint64_t salt, pathfan_error *error) {
  pf_writer *writer;
  pathfan_status status = pf_writer_open(path, &sample_provenance, &writer, error);
  if (status != PATHFAN_OK) return status;
  status = add_sample(writer, salt, error);
  if (status == PATHFAN_OK) return pf_writer_commit(writer, error);
  pf_writer_abort(writer);
  return status;
}

#endif
