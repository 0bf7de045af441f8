/* Damaged, foreign and forged files: every change is found by
 * pathfan_verify_file, none crashes a reader, and no section whose check
 * succeeds holds other bytes than were written. */
#include "format_fixture.h"

#include <lmdb.h>

#include "format/directory.h"
#include "format/seal.h"

#define RANDOM_FLIPS 12000
#define FORGERIES 6000

static pathfan_error error;
static uint8_t *contents[SAMPLE_SECTIONS];
static uint8_t *sound; /* the bytes of the undamaged sample */
static uint64_t sound_bytes;
static pathfan_seal sound_seal;
static const char *victim; /* a writable copy; tests put it back as it was */
static int victim_fd;

static int setup(void **state) {
  static char path[600];
  if (twin_scratch_make(state) != 0) return -1;
  for (size_t i = 0; i < SAMPLE_SECTIONS; i++) contents[i] = sample_content(i, 0);
  if (write_sample(twin_scratch("sample"), 0, &error) != PATHFAN_OK) return -1;
  sound = read_all(twin_scratch("sample"), &sound_bytes);
  snprintf(path, sizeof path, "%s", twin_scratch("victim"));
  victim = path;
  write_all(victim, sound, sound_bytes);
  victim_fd = open(victim, O_RDWR);
  const pathfan_input input = {.name = victim, .fd = victim_fd, .bytes = sound_bytes};
  if (pathfan_seal_read(&input, &sound_seal, &error) != PATHFAN_OK) return -1;
  return victim_fd < 0 ? -1 : 0;
}

static int teardown(void **state) {
  for (size_t i = 0; i < SAMPLE_SECTIONS; i++) free(contents[i]);
  free(sound);
  pathfan_seal_free(&sound_seal);
  close(victim_fd);
  return twin_scratch_remove(state);
}

static void put(const void *data, uint64_t offset, uint64_t bytes) {
  assert_int_equal(pwrite(victim_fd, data, bytes, (off_t)offset), bytes);
}

static void restore(void) {
  assert_int_equal(ftruncate(victim_fd, (off_t)sound_bytes), 0);
  put(sound, 0, sound_bytes);
}

static void restore_part(uint64_t offset, uint64_t bytes) {
  put(sound + offset, offset, bytes);
}

/* Reads everything that a caller could. Returns the number of sections that
 * failed their check, or -1 when the file didn't open. */
static int use(const char *path) {
  pathfan_reader *reader;
  int failed = 0;
  pathfan_status status = pathfan_reader_open(path, NULL, &reader, &error);
  if (status != PATHFAN_OK) {
    assert_null(reader);
    assert_true(status == PATHFAN_ERR_DAMAGED || status == PATHFAN_ERR_NOT_INDEX ||
                status == PATHFAN_ERR_VERSION);
    assert_non_null(strstr(error.text, path));
    return -1;
  }
  for (uint32_t i = 0; i < pathfan_reader_section_count(reader); i++) {
    const pathfan_section *section = pathfan_reader_section(reader, i);
    void *loaded;
    if (pathfan_reader_check(reader, section, &error) != PATHFAN_OK) {
      assert_non_null(strstr(error.text, path));
      assert_non_null(strstr(error.text, section->name));
      assert_int_not_equal(pathfan_reader_check(reader, section, &error), PATHFAN_OK);
      assert_int_not_equal(pathfan_reader_load(reader, section, &loaded, &error), PATHFAN_OK);
      assert_null(loaded);
      failed++;
      continue;
    }
    if (i >= SAMPLE_SECTIONS || strcmp(section->name, sample_sections[i].name) != 0) continue;
    uint64_t seen = 0, size = section->element_size;
    for (uint32_t c = 0; section->codec == PATHFAN_CODEC_RAW && c < section->chunk_count; c++) {
      uint64_t count;
      const uint8_t *data = pathfan_reader_data(reader, section, c, &count);
      assert_non_null(data);
      assert_int_equal((uintptr_t)data % PATHFAN_SECTION_ALIGN, 0);
      if (count) assert_memory_equal(data, contents[i] + seen * size, count * size);
      seen += count;
    }
    assert_int_equal(pathfan_reader_load(reader, section, &loaded, &error), PATHFAN_OK);
    if (section->count) assert_memory_equal(loaded, contents[i], section->count * size);
    free(loaded);
  }
  pathfan_reader_close(reader);
  return failed;
}

static void expect_found(const char *path) {
  (void)use(path);
  if (pathfan_verify_file(path, &error) == PATHFAN_OK) fail_msg("damage was not found");
  assert_non_null(strstr(error.text, path));
}

static void test_sound(void **state) {
  (void)state;
  assert_int_equal(use(victim), 0);
  assert_int_equal(pathfan_verify_file(victim, &error), PATHFAN_OK);
  assert_string_equal(error.text, "");
}

static void flip(uint64_t bit) {
  uint8_t byte = sound[bit / 8] ^ (uint8_t)(1u << (bit % 8));
  put(&byte, bit / 8, 1);
}

static void test_random_flips(void **state) {
  (void)state;
  uint64_t seed = 11;
  unsigned refused = 0, in_section = 0, unused = 0;
  for (int i = 0; i < RANDOM_FLIPS; i++) {
    uint64_t bit = next_random(&seed) % (sound_bytes * 8);
    flip(bit);
    int failed = use(victim);
    if (failed < 0)
      refused++;
    else if (failed > 0)
      in_section++;
    else
      unused++;
    if (pathfan_verify_file(victim, &error) == PATHFAN_OK)
      fail_msg("flip of bit %llu was not found", (unsigned long long)bit);
    restore_part(bit / 8, 1);
  }
  print_message("%d flips: %u refused by open, %u by a section's check, %u in unused bytes\n",
                RANDOM_FLIPS, refused, in_section, unused);
  assert_int_equal(use(victim), 0);
}

/* Flips every bit of a range; open must refuse each. */
static uint64_t flip_all(uint64_t offset, uint64_t bytes) {
  pathfan_reader *reader;
  for (uint64_t bit = offset * 8; bit < (offset + bytes) * 8; bit++) {
    flip(bit);
    if (pathfan_reader_open(victim, &(pathfan_open_options){.policy = PATHFAN_OPEN_TRUST}, &reader,
                            &error) == PATHFAN_OK)
      fail_msg("flip of bit %llu was not found", (unsigned long long)bit);
    restore_part(bit / 8, 1);
  }
  return bytes * 8;
}

static void test_every_bit_of_meta_directory_trailer(void **state) {
  (void)state;
  const pathfan_sealed_value *directory = &sound_seal.values[sound_seal.directory];
  uint64_t flips = flip_all(0, 2 * (uint64_t)sound_seal.page_size);
  flips += flip_all(directory->offset, directory->bytes);
  flips += flip_all(sound_seal.page_bytes, sound_bytes - sound_seal.page_bytes);
  print_message("%llu flips of meta pages, directory and trailer: all refused by open\n",
                (unsigned long long)flips);
}

/* Every page replaced as a whole. */
static void test_pages(void **state) {
  (void)state;
  const uint64_t page = sound_seal.page_size, pages = sound_seal.page_bytes / page;
  uint64_t older_bytes, tried = 0;
  assert_int_equal(write_sample(twin_scratch("older"), 1, &error), PATHFAN_OK);
  uint8_t *older = read_all(twin_scratch("older"), &older_bytes);
  uint8_t *zeros = calloc(1, page), *random = noise(page, 77);
  for (uint64_t i = 0; i < pages; i++) {
    const uint8_t *substitutes[] = {zeros, random, sound + (i + 1) % pages * page,
                                    i * page + page <= older_bytes ? older + i * page : zeros};
    for (int s = 0; s < 4; s++) {
      if (memcmp(substitutes[s], sound + i * page, page) == 0) continue;
      put(substitutes[s], i * page, page);
      expect_found(victim);
      restore_part(i * page, page);
      tried++;
    }
  }
  print_message("%llu replaced pages: all found\n", (unsigned long long)tried);
  free(zeros);
  free(random);
  free(older);
}

static void test_truncation(void **state) {
  (void)state;
  const uint64_t page = sound_seal.page_size;
  unsigned tried = 0;
  for (uint64_t at = 0; at <= sound_bytes; at += page) {
    static const int around[] = {-17, -16, -1, 0, 1, 15, 16, 17, 48, 80, 100};
    for (size_t a = 0; a < sizeof around / sizeof *around; a++) {
      if ((int64_t)at + around[a] < 0 || at + (uint64_t)around[a] >= sound_bytes) continue;
      assert_int_equal(ftruncate(victim_fd, (off_t)at + around[a]), 0);
      assert_int_equal(use(victim), -1);
      expect_found(victim);
      tried++;
    }
    restore();
  }
  for (uint64_t at = sound_seal.page_bytes; at < sound_bytes; at++, tried++) {
    assert_int_equal(ftruncate(victim_fd, (off_t)at), 0);
    assert_int_equal(pathfan_verify_file(victim, &error), PATHFAN_ERR_DAMAGED);
    restore();
  }
  print_message("%u truncations: all refused by open\n", tried);
}

static void test_extension(void **state) {
  (void)state;
  static const uint64_t sizes[] = {1, 2, 16, 80, 4095, 4096, 4097, 100000};
  uint8_t *garbage = noise(100000, 5), *zeros = calloc(1, 100000);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    put(garbage, sound_bytes, sizes[i]);
    assert_int_equal(pathfan_verify_file(victim, &error), PATHFAN_ERR_DAMAGED);
    put(zeros, sound_bytes, sizes[i]);
    assert_int_equal(pathfan_verify_file(victim, &error), PATHFAN_ERR_DAMAGED);
    restore();
  }
  /* A second copy of the trailer, and of the whole file. */
  put(sound + sound_seal.page_bytes, sound_bytes, sound_bytes - sound_seal.page_bytes);
  assert_int_equal(pathfan_verify_file(victim, &error), PATHFAN_ERR_DAMAGED);
  assert_non_null(strstr(error.text, "its seal says"));
  restore();
  put(sound, sound_bytes, sound_bytes);
  assert_int_equal(pathfan_verify_file(victim, &error), PATHFAN_ERR_DAMAGED);
  restore();
  free(garbage);
  free(zeros);
}

static void expect_status(const char *path, pathfan_status expected) {
  pathfan_reader *reader;
  assert_int_equal(pathfan_reader_open(path, NULL, &reader, &error), expected);
  assert_null(reader);
  assert_non_null(strstr(error.text, path));
  assert_int_equal(pathfan_verify_file(path, &error), expected);
}

static void test_other_files(void **state) {
  (void)state;
  write_all(twin_scratch("file"), "", 0);
  expect_status(twin_scratch("file"), PATHFAN_ERR_NOT_INDEX);
  write_all(twin_scratch("file"), "x", 1);
  expect_status(twin_scratch("file"), PATHFAN_ERR_NOT_INDEX);
  const char *text = "type octile\nheight 49\nwidth 49\nmap\n..........................\n";
  write_all(twin_scratch("file"), text, strlen(text));
  expect_status(twin_scratch("file"), PATHFAN_ERR_NOT_INDEX);
  uint8_t *data = noise(50000, 2);
  write_all(twin_scratch("file"), data, 50000);
  free(data);
  expect_status(twin_scratch("file"), PATHFAN_ERR_NOT_INDEX);
  expect_status(twin_scratch_folder(), PATHFAN_ERR_NOT_INDEX);
  expect_status("/dev/null", PATHFAN_ERR_NOT_INDEX);
  assert_int_equal(mkfifo(twin_scratch("pipe"), 0600), 0);
  expect_status(twin_scratch("pipe"), PATHFAN_ERR_NOT_INDEX);
  expect_status(twin_scratch("missing"), PATHFAN_ERR_IO);
  expect_status("", PATHFAN_ERR_IO);
  assert_int_equal(symlink("sample", twin_scratch("link")), 0);
  assert_int_equal(use(twin_scratch("link")), 0);

  MDB_env *env;
  MDB_txn *txn;
  MDB_dbi dbi;
  assert_int_equal(mdb_env_create(&env), 0);
  assert_int_equal(mdb_env_open(env, twin_scratch("plain"), MDB_NOSUBDIR | MDB_NOLOCK, 0600), 0);
  expect_status(twin_scratch("plain"), PATHFAN_ERR_NOT_INDEX);
  assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
  assert_int_equal(mdb_dbi_open(txn, NULL, 0, &dbi), 0);
  char large[10000] = "x";
  MDB_val key = {1, "k"}, value = {sizeof large, large};
  assert_int_equal(mdb_put(txn, dbi, &key, &value, 0), 0);
  assert_int_equal(mdb_txn_commit(txn), 0);
  mdb_env_close(env);
  expect_status(twin_scratch("plain"), PATHFAN_ERR_NOT_INDEX);

  write_all(twin_scratch("file"), sound, sound_seal.page_bytes);
  expect_status(twin_scratch("file"), PATHFAN_ERR_DAMAGED);
  assert_non_null(strstr(error.text, "without the seal"));
}

/* Writes the seal, whose digest of value `number` is made to fit `data`. */
static void forge_value(uint32_t number, const uint8_t *data) {
  pathfan_seal seal = sound_seal;
  uint64_t bytes = pathfan_seal_bytes(seal.value_count);
  uint8_t *trailer = malloc(bytes);
  assert_non_null(trailer);
  seal.values = malloc(seal.value_count * sizeof *seal.values);
  assert_non_null(seal.values);
  memcpy(seal.values, sound_seal.values, seal.value_count * sizeof *seal.values);
  pathfan_digest_of(data, seal.values[number].bytes, seal.values[number].digest);
  pathfan_seal_encode(&seal, trailer);
  put(data, seal.values[number].offset, seal.values[number].bytes);
  put(trailer, seal.page_bytes, bytes);
  free(seal.values);
  free(trailer);
}

/* A copy of the directory's value. */
static uint8_t *directory_copy(uint64_t *bytes) {
  const pathfan_sealed_value *value = &sound_seal.values[sound_seal.directory];
  uint8_t *copy = malloc(value->bytes);
  assert_non_null(copy);
  memcpy(copy, sound + value->offset, value->bytes);
  *bytes = value->bytes;
  return copy;
}

/* The sample with one byte of its directory changed and all digests right. */
static void expect_directory_byte(uint64_t at, uint8_t value, pathfan_status expected,
                                  const char *words) {
  uint64_t bytes;
  pathfan_reader *reader;
  uint8_t *directory = directory_copy(&bytes);
  directory[48 + at] = value;
  forge_value(sound_seal.directory, directory);
  assert_int_equal(pathfan_reader_open(victim, NULL, &reader, &error), expected);
  if (words) assert_non_null(strstr(error.text, words));
  pathfan_reader_close(reader);
  free(directory);
  restore();
}

static void test_versions(void **state) {
  (void)state;
  expect_directory_byte(8, 3, PATHFAN_ERR_VERSION, "format 3.1");
  expect_directory_byte(8, 0, PATHFAN_ERR_VERSION, "format 0.1");
  expect_directory_byte(10, 9, PATHFAN_OK, NULL); /* a newer minor */
  expect_directory_byte(16, 1, PATHFAN_OK, NULL); /* a compatible feature */
  expect_directory_byte(24, 1, PATHFAN_ERR_VERSION, "features 0x1");
  expect_directory_byte(31, 128, PATHFAN_ERR_VERSION, "features");
  expect_directory_byte(0, 'x', PATHFAN_ERR_DAMAGED, "no directory");

  uint64_t bytes;
  uint8_t *directory = directory_copy(&bytes);
  for (int i = 0; i < 2; i++) { /* the tag as the other byte order writes it */
    uint8_t swap = directory[48 + 12 + i];
    directory[48 + 12 + i] = directory[48 + 15 - i];
    directory[48 + 15 - i] = swap;
  }
  forge_value(sound_seal.directory, directory);
  expect_status(victim, PATHFAN_ERR_VERSION);
  assert_non_null(strstr(error.text, "byte order"));
  free(directory);
  restore();

  uint64_t trailer_bytes = sound_bytes - sound_seal.page_bytes;
  uint8_t *trailer = malloc(trailer_bytes);
  assert_non_null(trailer);
  memcpy(trailer, sound + sound_seal.page_bytes, trailer_bytes);
  trailer[trailer_bytes - 32] = 7;
  pathfan_digest_of(trailer, trailer_bytes - 16, trailer + trailer_bytes - 16);
  put(trailer, sound_seal.page_bytes, trailer_bytes);
  expect_status(victim, PATHFAN_ERR_VERSION);
  assert_non_null(strstr(error.text, "seal version 7"));
  free(trailer);
  restore();
}

/* Codecs from the future: fatal for required sections only. */
static void test_unknown_codec(void **state) {
  (void)state;
  pathfan_directory decoded;
  const pathfan_sealed_value *value = &sound_seal.values[sound_seal.directory];
  for (uint32_t flags = 2; flags <= 3; flags++) {
    assert_int_equal(pathfan_directory_decode(sound + value->offset + 48, value->bytes - 48,
                                              &sound_seal, victim, &decoded, &error),
                     PATHFAN_OK);
    decoded.sections[2].codec = 9;
    decoded.sections[2].flags = flags;
    uint8_t *directory = calloc(1, value->bytes);
    assert_non_null(directory);
    memcpy(directory, sound + value->offset, 48);
    pathfan_directory_encode(&decoded, directory + 48);
    pathfan_directory_free(&decoded);
    forge_value(sound_seal.directory, directory);
    free(directory);
    pathfan_reader *reader;
    pathfan_status status = pathfan_reader_open(
        victim, &(pathfan_open_options){.policy = PATHFAN_OPEN_EAGER}, &reader, &error);
    if (flags & PATHFAN_SECTION_REQUIRED) {
      assert_int_equal(status, PATHFAN_ERR_VERSION);
      assert_non_null(strstr(error.text, "small.u32"));
    } else {
      void *data;
      assert_int_equal(status, PATHFAN_OK);
      const pathfan_section *section = pathfan_reader_find(reader, "small.u32");
      assert_null(pathfan_reader_data(reader, section, 0, NULL));
      assert_int_equal(pathfan_reader_check(reader, section, &error), PATHFAN_ERR_VERSION);
      assert_int_equal(pathfan_reader_load(reader, section, &data, &error), PATHFAN_ERR_VERSION);
      pathfan_reader_close(reader);
      assert_int_equal(pathfan_verify_file(victim, &error), PATHFAN_OK);
    }
    restore();
  }
}

/* Any directory under valid digests: refused, or read within bounds. */
static void test_forged_directories(void **state) {
  (void)state;
  uint64_t seed = 21, bytes;
  unsigned opened = 0;
  uint8_t *directory = directory_copy(&bytes);
  pathfan_directory decoded;
  assert_int_equal(
      pathfan_directory_decode(directory + 48, bytes - 48, &sound_seal, victim, &decoded, &error),
      PATHFAN_OK);
  uint64_t used = pathfan_directory_bytes(&decoded);
  pathfan_directory_free(&decoded);
  for (int i = 0; i < FORGERIES; i++) {
    uint8_t *forged = directory_copy(&bytes);
    static const uint8_t nasty[] = {0, 1, 2, 0x7F, 0x80, 0xFF};
    for (uint64_t n = 1 + next_random(&seed) % 3; n > 0; n--) {
      uint64_t at = 48 + next_random(&seed) % used;
      forged[at] = next_random(&seed) % 2 ? nasty[next_random(&seed) % 6]
                                          : forged[at] ^ (uint8_t)(1u << next_random(&seed) % 8);
    }
    forge_value(sound_seal.directory, forged);
    if (use(victim) >= 0) opened++;
    free(forged);
  }
  restore();
  print_message("%d forged directories: %u opened, none read out of bounds\n", FORGERIES, opened);
  free(directory);
}

/* Any seal under a valid self-digest: what opens still reads right. */
static void test_forged_seals(void **state) {
  (void)state;
  uint64_t seed = 22, bytes = sound_bytes - sound_seal.page_bytes;
  unsigned opened = 0;
  uint8_t *trailer = malloc(bytes);
  assert_non_null(trailer);
  for (int i = 0; i < FORGERIES; i++) {
    memcpy(trailer, sound + sound_seal.page_bytes, bytes);
    for (uint64_t n = 1 + next_random(&seed) % 2; n > 0; n--)
      trailer[next_random(&seed) % (bytes - 16)] ^= (uint8_t)(1u << next_random(&seed) % 8);
    pathfan_digest_of(trailer, bytes - 16, trailer + bytes - 16);
    if (memcmp(trailer, sound + sound_seal.page_bytes, bytes) == 0) continue;
    put(trailer, sound_seal.page_bytes, bytes);
    if (use(victim) >= 0) opened++;
    if (pathfan_verify_file(victim, &error) == PATHFAN_OK) fail_msg("a forged seal was not found");
  }
  restore();
  free(trailer);
  print_message("%d forged seals: %u opened, none read wrong\n", FORGERIES, opened);
}

/* Bytes that no section owns, under valid digests: unseen by readers, found by
 * pathfan_verify_file. */
static void test_dirty_padding(void **state) {
  (void)state;
  unsigned found = 0;
  for (uint32_t v = 0; v < sound_seal.value_count; v++) {
    const pathfan_sealed_value *value = &sound_seal.values[v];
    static const uint64_t places[] = {0, 9, 12, 17, 24, 47, UINT64_MAX};
    for (int p = 0; p < 7; p++) {
      uint64_t at = places[p] == UINT64_MAX ? value->bytes - 1 : places[p];
      if (at >= 48 && sound[value->offset + at] != 0) continue; /* a full chunk */
      uint8_t *copy = malloc(value->bytes);
      assert_non_null(copy);
      memcpy(copy, sound + value->offset, value->bytes);
      copy[at] ^= 0x40;
      forge_value(v, copy);
      assert_int_equal(pathfan_verify_file(victim, &error), PATHFAN_ERR_DAMAGED);
      free(copy);
      found++;
    }
    restore();
  }
  assert_true(found > 20);
}

/* Verifying looks at every section, also where digests were to be trusted. */
static void test_verify_trusts_nobody(void **state) {
  (void)state;
  for (uint32_t v = 0; v < sound_seal.value_count; v++) {
    const pathfan_sealed_value *value = &sound_seal.values[v];
    if (v == sound_seal.directory) continue;
    uint8_t *copy = malloc(value->bytes);
    assert_non_null(copy);
    memcpy(copy, sound + value->offset, value->bytes);
    copy[48] ^= 1; /* the first byte of a section */
    forge_value(v, copy);
    free(copy);
    for (int policy = PATHFAN_OPEN_LAZY; policy <= PATHFAN_OPEN_TRUST; policy += 2) {
      pathfan_reader *reader;
      const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
      assert_int_equal(pathfan_reader_open(victim, &options, &reader, &error), PATHFAN_OK);
      assert_int_equal(pathfan_reader_verify(reader, &error), PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(error.text, "section"));
      pathfan_reader_close(reader);
    }
    restore();
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),
      cmocka_unit_test(test_random_flips),
      cmocka_unit_test(test_every_bit_of_meta_directory_trailer),
      cmocka_unit_test(test_pages),
      cmocka_unit_test(test_truncation),
      cmocka_unit_test(test_extension),
      cmocka_unit_test(test_other_files),
      cmocka_unit_test(test_versions),
      cmocka_unit_test(test_unknown_codec),
      cmocka_unit_test(test_forged_directories),
      cmocka_unit_test(test_forged_seals),
      cmocka_unit_test(test_dirty_padding),
      cmocka_unit_test(test_verify_trusts_nobody),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
