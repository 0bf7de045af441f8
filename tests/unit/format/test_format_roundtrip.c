/* Files are read as they were written: sizes, chunks, alignment, packing, codecs, provenance; and
 * the same input gives the same bytes. */
#include "format_fixture.h"

#include <lmdb.h>
#include <malloc.h>

#include "format/digest.h"
#include "suite.h"

static pathfan_error error;

static void add(pf_writer *writer, const char *name, const void *data, uint64_t count,
                uint32_t element_size, pathfan_codec codec) {
  pathfan_status status = pf_writer_add(
      writer, &(pf_new_section){name, data, count, element_size, codec, 0, NULL, 0}, &error);
  if (status != PATHFAN_OK) fail_msg("%s", error.text);
}

static pf_writer *start(const char *path) {
  pf_writer *writer;
  if (pf_writer_open(path, &sample_provenance, &writer, &error) != PATHFAN_OK)
    fail_msg("%s", error.text);
  return writer;
}

static void commit(pf_writer *writer) {
  if (pf_writer_commit(writer, &error) != PATHFAN_OK) fail_msg("%s", error.text);
}

static pathfan_reader *open_index(const char *path, pathfan_open_policy policy) {
  pathfan_reader *reader;
  if (pathfan_reader_open(path, &(pathfan_open_options){.policy = policy}, &reader, &error) !=
      PATHFAN_OK)
    fail_msg("%s", error.text);
  return reader;
}

/* Checks that the section holds exactly these bytes, both chunk by chunk and loaded. */
static void expect(const pathfan_reader *reader, const char *name, const uint8_t *data,
                   uint64_t count, uint32_t element_size) {
  const pathfan_section *section = pathfan_reader_find(reader, name);
  assert_non_null(section);
  assert_int_equal(section->count, count);
  assert_int_equal(section->element_size, element_size);
  uint8_t digest[16];
  pf_digest_of(data, count * element_size, digest);
  assert_memory_equal(section->digest, digest, 16);
  assert_int_equal(pathfan_reader_check(reader, section, &error), PATHFAN_OK);
  uint64_t seen = 0;
  for (uint32_t c = 0; section->codec == PATHFAN_CODEC_RAW && c < section->chunk_count; c++) {
    uint64_t n;
    const uint8_t *chunk = pathfan_reader_data(reader, section, c, &n);
    assert_non_null(chunk);
    assert_int_equal((uintptr_t)chunk % PATHFAN_SECTION_ALIGN, 0);
    if (n) assert_memory_equal(chunk, data + seen * element_size, n * element_size);
    seen += n;
  }
  if (section->codec == PATHFAN_CODEC_RAW) assert_int_equal(seen, count);
  assert_null(pathfan_reader_data(reader, section, section->chunk_count, NULL));
  void *loaded;
  assert_int_equal(pathfan_reader_load(reader, section, &loaded, &error), PATHFAN_OK);
  if (count) assert_memory_equal(loaded, data, count * element_size);
  free(loaded);
}

static void test_sizes(void **state) {
  (void)state;
  static const uint64_t sizes[] = {
      0,    1,    47,   48,   63,    64,    65,    2037,  2048,    4031,    4032,    4033,   4080,
      4096, 8127, 8128, 8129, 65535, 65536, 65537, 69568, 1048575, 1048576, 1048577, 5000001};
  enum { N = sizeof sizes / sizeof *sizes };
  char name[32];
  for (int codec = 0; codec < 2; codec++) {
    pf_writer *writer = start(twin_scratch("sizes"));
    for (int i = 0; i < N; i++) {
      uint8_t *data = noise(sizes[i], (uint64_t)i);
      snprintf(name, sizeof name, "s%d", i);
      add(writer, name, data, sizes[i], 1, (pathfan_codec)codec);
      free(data);
    }
    commit(writer);
    for (int policy = 0; policy < 3; policy++) {
      pathfan_reader *reader = open_index(twin_scratch("sizes"), (pathfan_open_policy)policy);
      assert_int_equal(pathfan_reader_section_count(reader), N);
      for (int i = 0; i < N; i++) {
        uint8_t *data = noise(sizes[i], (uint64_t)i);
        snprintf(name, sizeof name, "s%d", i);
        expect(reader, name, data, sizes[i], 1);
        assert_string_equal(pathfan_reader_section(reader, (uint32_t)i)->name, name);
        free(data);
      }
      assert_null(pathfan_reader_section(reader, N));
      assert_null(pathfan_reader_find(reader, "nothing"));
      pathfan_reader_close(reader);
    }
  }
}

static void test_no_sections(void **state) {
  (void)state;
  pathfan_provenance bare = {.source_bytes = 0};
  char longer[400];
  memset(longer, 'x', sizeof longer - 1);
  longer[sizeof longer - 1] = '\0';
  bare.options = longer;
  bare.builder = longer;
  pf_writer *writer;
  assert_int_equal(pf_writer_open(twin_scratch("none"), &bare, &writer, &error), PATHFAN_OK);
  commit(writer);
  pathfan_reader *reader = open_index(twin_scratch("none"), PATHFAN_OPEN_EAGER);
  assert_int_equal(pathfan_reader_section_count(reader), 0);
  assert_string_equal(pathfan_reader_provenance(reader)->source_name, "");
  assert_int_equal(strlen(pathfan_reader_provenance(reader)->builder), 63);
  assert_int_equal(strlen(pathfan_reader_provenance(reader)->options), 255);
  pathfan_reader_close(reader);
}

static void test_provenance(void **state) {
  (void)state;
  assert_int_equal(write_sample(twin_scratch("sample"), 0, &error), PATHFAN_OK);
  pathfan_reader *reader = open_index(twin_scratch("sample"), PATHFAN_OPEN_LAZY);
  const pathfan_provenance *read = pathfan_reader_provenance(reader);
  assert_memory_equal(read->source_digest, sample_provenance.source_digest, 16);
  assert_int_equal(read->source_bytes, 123456);
  assert_string_equal(read->source_name, "arena.map");
  assert_string_equal(read->builder, "pathfan 0.1");
  assert_string_equal(read->options, "stretch=1.4");
  for (size_t i = 0; i < SAMPLE_SECTIONS; i++) {
    uint8_t *data = sample_content(i, 0);
    expect(reader, sample_sections[i].name, data, sample_sections[i].count,
           sample_sections[i].element_size);
    assert_int_equal(pathfan_reader_section(reader, (uint32_t)i)->flags, PATHFAN_SECTION_HOT);
    free(data);
  }
  struct stat info;
  assert_int_equal(stat(twin_scratch("sample"), &info), 0);
  assert_int_equal(info.st_mode & 07777, 0444);
  assert_int_equal(info.st_size, pathfan_reader_file_bytes(reader));
  pathfan_reader_close(reader);
}

/* Chunks of one page: every way to cut a section of 10,000 elements. */
static void test_chunks(void **state) {
  (void)state;
  const uint64_t count = 10000;
  const uint32_t sizes[] = {1, 4, 12, 100};
  for (int t = 0; t < 4; t++) {
    for (uint64_t pages = 1; pages <= 5; pages += 2) {
      pf_writer *writer = start(twin_scratch("chunks"));
      pf_writer_set_limits(
          writer,
          (pf_writer_limits){.chunk_max = 4096 * pages, .small_max = 100, .pack_max = 1000});
      uint8_t *data = noise(count * sizes[t], 5);
      add(writer, "plain", data, count, sizes[t], PATHFAN_CODEC_RAW);
      /* Rows of 0 to 19 elements, as in a CSR table with its offsets as cuts. */
      uint64_t cuts[4000], n = 0, at = 0, seed = 9;
      while (at < count) {
        cuts[n++] = at;
        at += next_random(&seed) % 20;
      }
      cuts[n++] = count;
      assert_int_equal(pf_writer_add(writer,
                                     &(pf_new_section){"rows", data, count, sizes[t],
                                                       PATHFAN_CODEC_RAW, 0, cuts, n},
                                     &error),
                       PATHFAN_OK);
      commit(writer);
      pathfan_reader *reader = open_index(twin_scratch("chunks"), PATHFAN_OPEN_EAGER);
      expect(reader, "plain", data, count, sizes[t]);
      expect(reader, "rows", data, count, sizes[t]);
      uint64_t room = (4096 * pages - 64) / sizes[t];
      const pathfan_section *plain = pathfan_reader_find(reader, "plain");
      assert_int_equal(plain->chunk_count, (count + room - 1) / room);
      const pathfan_section *rows = pathfan_reader_find(reader, "rows");
      uint64_t end = 0, cut = 0;
      for (uint32_t c = 0; c < rows->chunk_count; c++) {
        uint64_t in_chunk;
        assert_non_null(pathfan_reader_data(reader, rows, c, &in_chunk));
        assert_true(in_chunk > 0 && in_chunk <= room);
        end += in_chunk;
        while (cut < n && cuts[cut] < end) cut++;
        assert_int_equal(cuts[cut], end);
      }
      pathfan_reader_close(reader);
      free(data);
    }
  }
}

static void test_cuts_too_far_apart(void **state) {
  (void)state;
  uint8_t *data = noise(20000, 1);
  const uint64_t cuts[] = {100, 4200, 8000};
  pf_writer *writer = start(twin_scratch("far"));
  pf_writer_set_limits(writer,
                       (pf_writer_limits){.chunk_max = 4096, .small_max = 100, .pack_max = 1000});
  assert_int_equal(
      pf_writer_add(writer, &(pf_new_section){"far", data, 20000, 1, PATHFAN_CODEC_RAW, 0, cuts, 3},
                    &error),
      PATHFAN_ERR_LIMIT);
  assert_non_null(strstr(error.text, "section far"));
  assert_int_equal(
      pf_writer_add(writer, &(pf_new_section){"next", data, 1, 1, PATHFAN_CODEC_RAW, 0, NULL, 0},
                    &error),
      PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pf_writer_commit(writer, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(access(twin_scratch("far"), F_OK), -1);
  /* One element that is larger than a chunk. */
  writer = start(twin_scratch("far"));
  pf_writer_set_limits(writer,
                       (pf_writer_limits){.chunk_max = 4096, .small_max = 100, .pack_max = 1000});
  assert_int_equal(
      pf_writer_add(writer, &(pf_new_section){"big", data, 2, 5000, PATHFAN_CODEC_RAW, 0, NULL, 0},
                    &error),
      PATHFAN_ERR_LIMIT);
  pf_writer_abort(writer);
  assert_int_equal(twin_scratch_count("far"), 0);
  free(data);
}

static void refuse(const char *name, const void *data, uint64_t count, uint32_t size, int codec,
                   uint32_t flags, const uint64_t *cuts, uint64_t cut_count,
                   pathfan_status expected) {
  pf_writer *writer = start(twin_scratch("refused"));
  add(writer, "taken", "x", 1, 1, PATHFAN_CODEC_RAW);
  assert_int_equal(pf_writer_add(writer,
                                 &(pf_new_section){name, data, count, size, (pathfan_codec)codec,
                                                   flags, cuts, cut_count},
                                 &error),
                   expected);
  assert_true(error.text[0] != '\0');
  pf_writer_abort(writer);
}

static void test_refused_arguments(void **state) {
  (void)state;
  const uint64_t falling[] = {3, 2}, beyond[] = {9};
  refuse(NULL, "x", 1, 1, 0, 0, NULL, 0, PATHFAN_ERR_ARGUMENT);
  refuse("", "x", 1, 1, 0, 0, NULL, 0, PATHFAN_ERR_ARGUMENT);
  refuse("Upper", "x", 1, 1, 0, 0, NULL, 0, PATHFAN_ERR_ARGUMENT);
  refuse("a/b", "x", 1, 1, 0, 0, NULL, 0, PATHFAN_ERR_ARGUMENT);
  refuse("abcdefghijklmnopqrstuvwxyz012345", "x", 1, 1, 0, 0, NULL, 0, PATHFAN_ERR_ARGUMENT);
  refuse("taken", "x", 1, 1, 0, 0, NULL, 0, PATHFAN_ERR_ARGUMENT);
  refuse("a", NULL, 1, 1, 0, 0, NULL, 0, PATHFAN_ERR_ARGUMENT);
  refuse("a", "x", 1, 0, 0, 0, NULL, 0, PATHFAN_ERR_ARGUMENT);
  refuse("a", "x", 1, 1, 2, 0, NULL, 0, PATHFAN_ERR_ARGUMENT);
  refuse("a", "x", 1, 1, 0, 4, NULL, 0, PATHFAN_ERR_ARGUMENT);
  refuse("a", "xxxx", 4, 1, 0, 0, falling, 2, PATHFAN_ERR_ARGUMENT);
  refuse("a", "xxxx", 4, 1, 0, 0, beyond, 1, PATHFAN_ERR_ARGUMENT);
  refuse("a", "xxxx", 4, 1, 0, 0, NULL, 1, PATHFAN_ERR_ARGUMENT);
  refuse("a", "xxxx", 4, 1, 1, 0, beyond, 1, PATHFAN_ERR_ARGUMENT);
  refuse("a", "x", UINT64_MAX / 2, 4, 0, 0, NULL, 0, PATHFAN_ERR_LIMIT);
  refuse("a", "x", PATHFAN_CHUNK_MAX + 1, 1, 1, 0, NULL, 0, PATHFAN_ERR_LIMIT);
  assert_int_equal(twin_scratch_count("refused"), 0);

  pf_writer *writer;
  pathfan_reader *reader;
  assert_int_equal(pf_writer_open(NULL, &sample_provenance, &writer, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pf_writer_open("x", NULL, &writer, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_reader_open(NULL, NULL, &reader, NULL), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_reader_open("x",
                                       &(pathfan_open_options){.policy = (pathfan_open_policy)7},
                                       &reader, NULL),
                   PATHFAN_ERR_ARGUMENT);
  pf_writer_abort(NULL);
  pathfan_reader_close(NULL);

  assert_int_equal(write_sample(twin_scratch("sample"), 0, &error), PATHFAN_OK);
  reader = open_index(twin_scratch("sample"), PATHFAN_OPEN_LAZY);
  pathfan_section stranger = *pathfan_reader_section(reader, 0);
  void *data;
  assert_int_equal(pathfan_reader_check(reader, &stranger, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_reader_check(reader, NULL, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_reader_load(reader, &stranger, &data, &error), PATHFAN_ERR_ARGUMENT);
  assert_null(pathfan_reader_data(reader, &stranger, 0, NULL));
  assert_null(pathfan_reader_data(reader, pathfan_reader_find(reader, "text"), 0, NULL));
  pathfan_reader_close(reader);
}

/* The bytes don't depend on the garbage in fresh memory, which differs for each build. */
static void test_same_bytes(void **state) {
  (void)state;
  uint64_t first_bytes = 0, bytes;
  uint8_t *first = NULL;
  for (int garbage = 0; garbage < 4; garbage++) {
    mallopt(M_PERTURB, garbage * 85);
    pf_writer *writer = start(twin_scratch("same"));
    for (uint64_t i = 0; i < 60; i++) {
      char name[16];
      uint64_t size = i * i * i;
      uint8_t *data = noise(size, i);
      snprintf(name, sizeof name, "n%d", (int)i);
      add(writer, name, data, size, 1, i % 7 == 6 ? PATHFAN_CODEC_ZSTD : PATHFAN_CODEC_RAW);
      free(data);
    }
    commit(writer);
    uint8_t *data = read_all(twin_scratch("same"), &bytes);
    if (!first) {
      first = data;
      first_bytes = bytes;
      continue;
    }
    assert_int_equal(bytes, first_bytes);
    assert_memory_equal(data, first, bytes);
    free(data);
  }
  mallopt(M_PERTURB, 0);
  free(first);
}

/* LMDB opens the file as it is, with the writer's map size, and sees all values. */
static void test_plain_lmdb(void **state) {
  (void)state;
  assert_int_equal(write_sample(twin_scratch("sample"), 0, &error), PATHFAN_OK);
  MDB_env *env;
  MDB_txn *txn;
  MDB_dbi dbi;
  MDB_stat stat;
  assert_int_equal(mdb_env_create(&env), 0);
  assert_int_equal(
      mdb_env_open(env, twin_scratch("sample"), MDB_NOSUBDIR | MDB_RDONLY | MDB_NOLOCK, 0), 0);
  assert_int_equal(mdb_txn_begin(env, NULL, MDB_RDONLY, &txn), 0);
  assert_int_equal(mdb_dbi_open(txn, NULL, 0, &dbi), 0);
  assert_int_equal(mdb_stat(txn, dbi, &stat), 0);
  assert_int_equal(stat.ms_entries, 8); /* 3 + 3 chunks, a pack, the directory */
  MDB_val key = {.mv_size = 15, .mv_data = "00000000 rows/0"}, value;
  assert_int_equal(mdb_get(txn, dbi, &key, &value), 0);
  mdb_txn_abort(txn);
  mdb_env_close(env);
}

/* Bytes beyond the payload: under 2 KiB a section, and at most ten pages for the file itself. */
static void test_overhead(void **state) {
  (void)state;
  static const struct shape {
    int sections;
    uint64_t least, most; /* bytes of a section */
  } shapes[] = {{40, 0, 2000},       {40, 0, 60000},         {40, 1000, 900000},
                {20, 2000, 2000000}, {30, 1100000, 1200000}, {12, 1000, 4000}};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    uint64_t payload = 0, seed = 3;
    pf_writer *writer = start(twin_scratch("shape"));
    for (int i = 0; i < shapes[s].sections; i++) {
      char name[16];
      uint64_t size = shapes[s].least + next_random(&seed) % (shapes[s].most - shapes[s].least);
      uint8_t *data = noise(size, 1);
      snprintf(name, sizeof name, "n%d", i);
      add(writer, name, data, size, 1, PATHFAN_CODEC_RAW);
      free(data);
      payload += size;
    }
    commit(writer);
    pathfan_reader_close(open_index(twin_scratch("shape"), PATHFAN_OPEN_LAZY));
    struct stat info;
    assert_int_equal(stat(twin_scratch("shape"), &info), 0);
    double over = (double)((uint64_t)info.st_size - payload) / shapes[s].sections;
    print_message("%d sections, %.2f MB: %.0f bytes over payload each\n", shapes[s].sections,
                  (double)payload / 1e6, over);
    /* Half a page each if no section can share a page; less if they can. */
    assert_true(over * shapes[s].sections < 2048.0 * shapes[s].sections + 10 * 4096);
  }
}

SUITE(test_format_roundtrip) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_no_sections),
      cmocka_unit_test(test_provenance),
      cmocka_unit_test(test_chunks),
      cmocka_unit_test(test_cuts_too_far_apart),
      cmocka_unit_test(test_refused_arguments),
      cmocka_unit_test(test_same_bytes),
      cmocka_unit_test(test_plain_lmdb),
      cmocka_unit_test(test_overhead),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
