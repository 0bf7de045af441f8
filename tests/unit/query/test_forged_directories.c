/* Directories, chunks and compressed frames that are wrong, with digests that fit: every change
 * must be refused or be harmless. Nothing may crash or hang, and answers must be in range. */
#include "twin_outline_maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/random.h"
#include "forge_fixture.h"
#include "parts_fixture.h"
#include "suite.h"

/* Updates the digest of a raw section to what its only chunk names, if that is in the file. */
static void fit_digest(parts *f, uint32_t number) {
  pathfan_section *s = &f->directory.sections[number];
  const pf_chunk *c = &f->directory.chunks[f->directory.first_chunk[number]];
  if (s->codec != PATHFAN_CODEC_RAW || s->chunk_count != 1 || c->value >= f->seal.value_count)
    return;
  const uint64_t at = f->seal.values[c->value].offset + c->offset;
  if (at <= f->size && c->bytes <= f->size - at) pf_digest_of(f->bytes + at, c->bytes, s->digest);
}

/* Cuts a section in two, at an element. The result is sound unless rows straddle the cut or, with a
 * `gap`, the second chunk begins elsewhere. */
static void split(parts *f, uint32_t number, uint64_t at, uint64_t gap) {
  pf_directory *d = &f->directory;
  pathfan_section *s = &d->sections[number];
  const uint32_t first = d->first_chunk[number];
  if (s->codec != PATHFAN_CODEC_RAW || s->chunk_count != 1 || s->count < 2) return;
  d->chunks = realloc(d->chunks, (d->chunk_count + 1) * sizeof *d->chunks);
  memmove(d->chunks + first + 1, d->chunks + first, (d->chunk_count - first) * sizeof *d->chunks);
  d->chunk_count++;
  for (uint32_t i = number + 1; i < d->section_count; i++) d->first_chunk[i]++;
  pf_chunk *c = &d->chunks[first];
  at = 1 + at % (s->count - 1);
  c[1].offset += (uint32_t)(at * s->element_size + gap);
  c[1].count = s->count - at;
  c[1].bytes = c[1].count * s->element_size;
  c[0].count = at;
  c[0].bytes = at * s->element_size;
  s->chunk_count = 2;
}

/* Replaces a compressed section by a frame that holds much more than it takes. */
static void put_bomb(parts *f, uint32_t number, pf_random *random) {
  static const uint64_t sizes[] = {1 << 10, 1 << 20, 1 << 24, 1 << 26};
  pathfan_section *s = &f->directory.sections[number];
  pf_chunk *c = &f->directory.chunks[f->directory.first_chunk[number]];
  const uint64_t size = sizes[pf_random_below(random, 4)];
  const pf_sealed_value *v = &f->seal.values[c->value];
  const uint64_t room = v->bytes - c->offset;
  uint8_t *zeros = calloc(1, size), *frame = malloc(ZSTD_compressBound(size));
  const size_t bytes = ZSTD_compress(frame, ZSTD_compressBound(size), zeros, size, 1);
  if (bytes <= room && s->codec == PATHFAN_CODEC_ZSTD) {
    memcpy(f->bytes + v->offset + c->offset, frame, bytes);
    c->bytes = s->stored_bytes = bytes;
    pf_digest_of(zeros, size, s->digest);
    if (pf_random_below(random, 2)) c->count = s->count = size / s->element_size;
  }
  free(zeros);
  free(frame);
}

static uint64_t nasty_wide(pf_random *random) {
  static const uint64_t values[] = {0,
                                    1,
                                    48,
                                    64,
                                    4095,
                                    4096,
                                    UINT32_MAX,
                                    (uint64_t)1 << 30,
                                    (uint64_t)1 << 32,
                                    (uint64_t)1 << 62,
                                    (uint64_t)1 << 63,
                                    UINT64_MAX,
                                    UINT64_MAX / 4 + 2};
  return values[pf_random_below(random, sizeof values / sizeof *values)];
}

static void change_directory(parts *f, pf_random *random) {
  pf_directory *d = &f->directory;
  const uint32_t number = (uint32_t)pf_random_below(random, d->section_count);
  const uint32_t other = (uint32_t)pf_random_below(random, d->section_count);
  pathfan_section *s = &d->sections[number];
  pf_chunk *c = &d->chunks[d->first_chunk[number]];
  switch (pf_random_below(random, 14)) {
  case 0: c->offset = 48 + 64 * (uint32_t)pf_random_below(random, 2000); break;
  case 1: c->bytes = s->stored_bytes = nasty_wide(random); break;
  case 2: c->count = s->count = nasty_wide(random); break;
  case 3: c->value = (uint32_t)pf_random_below(random, f->seal.value_count + 1); break;
  case 4: s->count = nasty_wide(random); break;
  case 5: s->element_size = (uint32_t)nasty_wide(random); break;
  case 6: s->codec = (uint32_t)pf_random_below(random, 4); break;
  case 7: *c = d->chunks[d->first_chunk[other]]; break; /* two sections in one place */
  case 8: memcpy(s->name, d->sections[other].name, sizeof s->name); break;
  case 9: snprintf(s->name, sizeof s->name, "other"); break;
  case 10: s->flags = (uint32_t)pf_random_below(random, 8); break;
  case 11: split(f, number, (uint64_t)pf_random_below(random, 1 << 20), 0); break;
  case 12:
    split(f, number, (uint64_t)pf_random_below(random, 1 << 20),
          64 * (uint64_t)pf_random_below(random, 64));
    break;
  default: /* shorter or longer, consistently */
    c->count += (uint64_t)pf_random_below(random, 9) - 4;
    s->count = c->count;
    c->bytes = s->stored_bytes = c->count * s->element_size;
  }
  if (pf_random_below(random, 4)) fit_digest(f, number);
}

static void test_forged_directories(void **state) {
  (void)state;
  pf_random random = pf_random_from(78);
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  forge_tally t = {0};
  for (int polygons = 0; polygons < 2; polygons++) {
    char path[512], forged[512];
    twin_map map = polygons ? twin_outline_map(4, 14) : twin_map_number(twin_drawn_count() + 3, 24);
    pathfan_index *index =
        polygons ? twin_outline_index(&map, &options) : twin_index(&map, &options);
    const interview_points points = interview_points_of(index, 7);
    pathfan_index_close(index);
    twin_map_free(&map);
    snprintf(path, sizeof path, "%s", twin_scratch("map.pathfan"));
    snprintf(forged, sizeof forged, "%s", twin_scratch("forged.pathfan"));
    for (int i = 0; i < twin_scaled_harm(120); i++) {
      parts f = parts_of(path);
      if (i % 8)
        for (int64_t k = pf_random_below(&random, 2); k >= 0; k--) change_directory(&f, &random);
      else
        for (uint32_t k = 0; k < f.directory.section_count; k++)
          if (f.directory.sections[k].codec == PATHFAN_CODEC_ZSTD && (i / 8 + (int)k) % 2)
            put_bomb(&f, k, &random);
      parts_encode_directory(&f);
      parts_write(&f, forged);
      forge_use(forged, &points, &random, &t);
      parts_free(&f);
    }
  }
  forge_tell("directories", &t);
  assert_true(t.refused > t.files / 4 && t.answered);
}

SUITE(test_forged_directories) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_forged_directories)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
