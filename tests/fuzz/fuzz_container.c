/* fuzz_container.c - a sound container with changed bytes, opened in every way.
 *
 * The input changes bytes of a small file that has sections of every kind, in several values and
 * chunks, and chooses which digests are corrected. If none is, every change must be found: by
 * opening, by the section's own digest, or at the latest by verifying. If some are, wrong content
 * may go unnoticed, but readers must stay inside the file, all ways of opening must agree, and
 * files that verify must be readable.
 *
 * LMDB trusts its pages, so files whose structural pages were changed and sealed again are opened
 * without it: from memory and inside a larger file. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "format/digest.h"
#include "format/directory.h"
#include "format/encode.h"
#include "format/input.h"
#include "format/seal.h"
#include "format/value.h"
#include "format/writer.h"
#include "fuzz.h"
#include "pathfan/format.h"

#define PACK_OFFSET 4096 /* of the index inside a larger file, which is mapped there */

static const struct sample {
  const char *name;
  uint64_t count;
  uint32_t element_size;
  pathfan_codec codec;
} samples[] = {{"empty", 0, 8, PATHFAN_CODEC_RAW},         {"one", 1, 1, PATHFAN_CODEC_RAW},
               {"small.u32", 501, 4, PATHFAN_CODEC_RAW},   {"rows", 700, 12, PATHFAN_CODEC_RAW},
               {"text", 3000, 1, PATHFAN_CODEC_ZSTD},      {"large", 3001, 4, PATHFAN_CODEC_RAW},
               {"tail-of.three", 77, 3, PATHFAN_CODEC_RAW}};
#define SAMPLES (sizeof samples / sizeof samples[0])

/* The sound file, and its seal. */
static struct original {
  uint8_t *bytes;
  size_t size;
  pf_seal seal;
} original;

static void write_file(const char *path) {
  const pathfan_provenance provenance = {.source_name = "a.map", .builder = "b", .options = "c=1"};
  pf_writer *writer;
  fuzz_check(pf_writer_open(path, &provenance, &writer, NULL) == PATHFAN_OK);
  pf_writer_set_limits(writer,
                       (pf_writer_limits){.chunk_max = 8192, .small_max = 2500, .pack_max = 4096});
  for (size_t i = 0; i < SAMPLES; i++) {
    uint8_t data[16384];
    const uint64_t bytes = samples[i].count * samples[i].element_size;
    for (uint64_t b = 0; b < bytes; b++)
      data[b] = samples[i].codec ? "pathfan "[b * b % 8] : (uint8_t)(b * 37 + b / 251 + i);
    fuzz_check(pf_writer_add(writer,
                             &(pf_new_section){samples[i].name, data, samples[i].count,
                                               samples[i].element_size, samples[i].codec,
                                               PATHFAN_SECTION_HOT, NULL, 0},
                             NULL) == PATHFAN_OK);
  }
  fuzz_check(pf_writer_commit(writer, NULL) == PATHFAN_OK);
}

static void make_original(void) {
  char path[256];
  pathfan_error error;
  snprintf(path, sizeof path, "%.200s/container-%ld.pathfan", fuzz_folder(), (long)getpid());
  write_file(path);
  FILE *file = fopen(path, "rb");
  fuzz_check(file && fseek(file, 0, SEEK_END) == 0);
  original.size = (size_t)ftell(file);
  rewind(file);
  original.bytes = malloc(original.size);
  fuzz_check(original.bytes && fread(original.bytes, 1, original.size, file) == original.size);
  fclose(file);
  unlink(path);
  const pf_input input = {
      .name = "original", .fd = -1, .memory = original.bytes, .bytes = original.size};
  fuzz_check(pf_seal_read(&input, &original.seal, &error) == PATHFAN_OK);
}

/* ---- Changes ---- */

enum { REDO_VALUES = 1, REDO_STRUCTURE = 2, REDO_SEAL = 4, REDO_SECTIONS = 8 };

/* Offset of the directory's record. */
static uint64_t directory_at(void) {
  return original.seal.values[original.seal.directory].offset + PF_VALUE_HEADER;
}

static uint64_t any_place(fuzz_input *in, bool *structure) {
  const pf_seal *seal = &original.seal;
  const uint32_t value = fuzz_below(in, seal->value_count);
  const uint8_t where = fuzz_byte(in) % 8;
  *structure = false;
  switch (where) {
  case 0:
  case 1:
  case 2: return directory_at() + fuzz_below(in, 1300); /* also a little beyond the record */
  case 3:
  case 4: return seal->page_bytes + fuzz_below(in, (uint32_t)(original.size - seal->page_bytes));
  case 5: return seal->values[value].offset + fuzz_below(in, PF_VALUE_HEADER);
  case 6: return seal->values[value].offset + fuzz_below(in, (uint32_t)seal->values[value].bytes);
  default:
    *structure = true; /* pages 0 and 1, or the header of an overflow page */
    return fuzz_byte(in) % 2 ? fuzz_below(in, 2 * seal->page_size)
                             : seal->values[value].offset - 1 - fuzz_below(in, 16);
  }
}

/* Changes a number of 1, 2, 4 or 8 bytes. */
static void change(fuzz_input *in, uint8_t *file, bool *structure) {
  static const uint64_t nasty[] = {0,          1,
                                   2,          0xFF,
                                   0x7FFF,     0xFFFF,
                                   0x7FFFFFFF, 0x80000000,
                                   0xFFFFFFFF, UINT64_C(1) << 32,
                                   INT64_MAX,  UINT64_C(1) << 63,
                                   UINT64_MAX, UINT64_MAX - 15,
                                   48,         64,
                                   4096};
  bool here;
  const uint64_t at = any_place(in, &here);
  const uint8_t how = fuzz_byte(in);
  const uint32_t width = 1u << how % 4;
  uint64_t value = 0;
  if (at + width > original.size) return;
  *structure |= here;
  memcpy(&value, file + at, width);
  switch (how / 4 % 4) {
  case 0: value = nasty[fuzz_below(in, sizeof nasty / sizeof nasty[0])]; break;
  case 1: value += (uint64_t)(int8_t)fuzz_byte(in); break;
  case 2: value ^= UINT64_C(1) << fuzz_below(in, 8 * width); break;
  default:
    for (uint32_t i = 0; i < width; i++) value = value << 8 | fuzz_byte(in);
  }
  memcpy(file + at, &value, width);
}

/* Recomputes the digest of each raw section over its chunks as they are now, if the directory
 * decodes. */
static void redo_sections(uint8_t *file) {
  const pf_sealed_value *value = &original.seal.values[original.seal.directory];
  uint8_t *record = file + directory_at();
  pf_directory directory;
  if (pf_directory_decode(record, value->bytes - PF_VALUE_HEADER, &original.seal, "redo",
                          &directory, NULL))
    return;
  for (uint32_t i = 0; i < directory.section_count; i++) {
    pf_digest digest;
    if (directory.sections[i].codec != PATHFAN_CODEC_RAW) continue;
    pf_digest_start(&digest);
    for (uint32_t c = 0; c < directory.sections[i].chunk_count; c++) {
      const pf_chunk *chunk = &directory.chunks[directory.first_chunk[i] + c];
      pf_digest_add(&digest, file + original.seal.values[chunk->value].offset + chunk->offset,
                    chunk->bytes);
    }
    pf_digest_finish(&digest, directory.sections[i].digest);
  }
  pf_directory_encode(&directory, record);
  pf_directory_free(&directory);
}

static void redo(uint8_t *file, uint8_t what) {
  const pf_seal *seal = &original.seal;
  uint8_t *trailer = file + seal->page_bytes;
  const uint64_t trailer_bytes = original.size - seal->page_bytes;
  if (what & REDO_SECTIONS) redo_sections(file);
  for (uint32_t i = 0; i < seal->value_count && what & REDO_VALUES; i++)
    pf_digest_of(file + seal->values[i].offset, seal->values[i].bytes,
                 trailer + i * PF_SEAL_ENTRY_BYTES + 16);
  if (what & REDO_STRUCTURE) {
    const pf_input input = {.name = "redo", .fd = -1, .memory = file, .bytes = original.size};
    fuzz_check(pf_seal_structure(&input, seal, trailer + trailer_bytes - PF_SEAL_TAIL_BYTES,
                                 NULL) == PATHFAN_OK);
  }
  if (what & REDO_SEAL)
    pf_digest_of(trailer, trailer_bytes - PF_DIGEST_BYTES,
                 trailer + trailer_bytes - PF_DIGEST_BYTES);
}

/* ---- Use ---- */

/* Reads every section in every way. found: a digest of all that could be read, the same however the
 * file was opened. */
static void read_all(const pathfan_reader *reader, bool verified, uint8_t found[16]) {
  pf_digest all;
  pathfan_error error = {""};
  pf_digest_start(&all);
  for (uint32_t i = 0; i < pathfan_reader_section_count(reader); i++) {
    const pathfan_section *section = pathfan_reader_section(reader, i);
    fuzz_check(pathfan_reader_find(reader, section->name) == section);
    const pathfan_status checked = pathfan_reader_check(reader, section, &error);
    fuzz_check(!checked || error.text[0]);
    fuzz_check(checked == pathfan_reader_check(reader, section, NULL));
    fuzz_check(!verified || !checked || section->codec > PATHFAN_CODEC_ZSTD);
    uint64_t elements = 0, count;
    for (uint32_t c = 0; c < section->chunk_count; c++) {
      const void *chunk = pathfan_reader_data(reader, section, c, &count);
      fuzz_check((chunk != NULL) == (section->codec == PATHFAN_CODEC_RAW));
      if (!chunk) continue;
      fuzz_check((uintptr_t)chunk % 16 == 0);
      pf_digest_add(&all, chunk, count * section->element_size);
      elements += count;
    }
    fuzz_check(section->codec != PATHFAN_CODEC_RAW || elements == section->count);
    void *content = NULL;
    const pathfan_status loaded = pathfan_reader_load(reader, section, &content, &error);
    fuzz_check((loaded == PATHFAN_OK) == (content != NULL));
    fuzz_check(!loaded || error.text[0]);
    fuzz_check(!verified || !loaded || section->codec > PATHFAN_CODEC_ZSTD);
    if (content) pf_digest_add(&all, content, section->count * section->element_size);
    free(content);
  }
  pf_digest_finish(&all, found);
}

typedef struct opened {
  pathfan_status status, verdict;
  uint8_t found[16];
} opened;

/* Checks how opening went, and the reader, which it closes. */
static opened use(pathfan_status status, pathfan_reader *reader, const pathfan_error *error) {
  opened o = {.status = status, .verdict = status};
  pathfan_error why = {""};
  fuzz_check((status == PATHFAN_OK) == (reader != NULL));
  fuzz_check(!status || error->text[0]);
  fuzz_check(!status || status == PATHFAN_ERR_DAMAGED || status == PATHFAN_ERR_VERSION ||
             status == PATHFAN_ERR_NOT_INDEX);
  if (!reader) return o;
  o.verdict = pathfan_reader_verify(reader, &why);
  fuzz_check(!o.verdict || (o.verdict == PATHFAN_ERR_DAMAGED && why.text[0]));
  read_all(reader, o.verdict == PATHFAN_OK, o.found);
  pathfan_reader_close(reader);
  return o;
}

static opened open_memory(const uint8_t *bytes, size_t size, pathfan_open_options options) {
  pathfan_reader *reader;
  pathfan_error error = {""};
  const pathfan_status status =
      pathfan_reader_open_memory(bytes, size, "memory", &options, &reader, &error);
  return use(status, reader, &error);
}

static opened open_file(const uint8_t *bytes, size_t size, uint64_t offset, bool private_copy) {
  static uint8_t before[PACK_OFFSET];
  const pathfan_open_options options = {
      .offset = offset, .bytes = offset ? size : 0, .private_copy = private_copy};
  pathfan_reader *reader;
  pathfan_error error = {""};
  char path[64];
  const int file = memfd_create("container", MFD_CLOEXEC);
  fuzz_check(file >= 0 && write(file, before, offset) == (ssize_t)offset);
  fuzz_check(write(file, bytes, size) == (ssize_t)size);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  const pathfan_status status = pathfan_reader_open(path, &options, &reader, &error);
  close(file);
  return use(status, reader, &error);
}

static void check_same(const opened *a, const opened *b) {
  fuzz_check(a->status == b->status && a->verdict == b->verdict);
  fuzz_check(a->status || !memcmp(a->found, b->found, sizeof a->found));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_input in = {data, data + size};
  if (!original.bytes) make_original();
  const uint8_t redone = fuzz_byte(&in) % 16, changes = fuzz_byte(&in) % 16;
  const uint8_t ways = fuzz_byte(&in);
  bool structure = false;
  uint8_t *file = aligned_alloc(64, (original.size + 64) / 64 * 64);
  fuzz_check(file != NULL);
  memcpy(file, original.bytes, original.size);
  for (int i = 0; i < changes; i++) change(&in, file, &structure);
  const bool changed = memcmp(file, original.bytes, original.size) != 0;
  redo(file, redone);
  const opened first = open_memory(file, original.size, (pathfan_open_options){0});
  if (!redone) fuzz_check(changed == (first.verdict != PATHFAN_OK));
  if (!changed) fuzz_check(first.verdict == PATHFAN_OK);

  const opened copied =
      open_memory(file, original.size, (pathfan_open_options){.private_copy = true});
  check_same(&first, &copied);
  const pathfan_open_options eager = {.policy = PATHFAN_OPEN_EAGER};
  const opened eagerly = open_memory(file, original.size, eager);
  fuzz_check(first.status ? eagerly.status == first.status : first.verdict || !eagerly.status);
  if (ways & 1) {
    const opened trusted =
        open_memory(file, original.size, (pathfan_open_options){.policy = PATHFAN_OPEN_TRUST});
    fuzz_check(trusted.status == first.status);
  }
  if (ways & 2) {
    const opened packed = open_file(file, original.size, PACK_OFFSET, ways & 8);
    check_same(&first, &packed);
  }
  if (ways & 4 && !(structure && redone & REDO_STRUCTURE)) {
    const opened whole = open_file(file, original.size, 0, ways & 8);
    check_same(&first, &whole);
  }
  free(file);
  return 0;
}
