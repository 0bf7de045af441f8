/* Files that are wrong, with digests that fit: versions, codecs, directories, seals and padding are
 * refused or read as they say, and verifying trusts nothing. */
#include "damage_fixture.h"

#include "format/directory.h"
#include "format/encode.h"
#include "suite.h"

#define FORGERIES 6000

/* Writes the seal with the digest of value `number` changed to that of `data`. */
static void forge_value(uint32_t number, const uint8_t *data) {
  pf_seal seal = sound_seal;
  uint64_t bytes = pf_seal_bytes(seal.value_count);
  uint8_t *trailer = malloc(bytes);
  assert_non_null(trailer);
  seal.values = malloc(seal.value_count * sizeof *seal.values);
  assert_non_null(seal.values);
  memcpy(seal.values, sound_seal.values, seal.value_count * sizeof *seal.values);
  pf_digest_of(data, seal.values[number].bytes, seal.values[number].digest);
  pf_seal_encode(&seal, trailer);
  put(data, seal.values[number].offset, seal.values[number].bytes);
  put(trailer, seal.page_bytes, bytes);
  free(seal.values);
  free(trailer);
}

/* Returns a copy of the directory's value. */
static uint8_t *directory_copy(uint64_t *bytes) {
  const pf_sealed_value *value = &sound_seal.values[sound_seal.directory];
  uint8_t *copy = malloc(value->bytes);
  assert_non_null(copy);
  memcpy(copy, sound + value->offset, value->bytes);
  *bytes = value->bytes;
  return copy;
}

/* Opens the sample with one byte of its directory changed and all digests right. */
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
  expect_directory_byte(8, 4, PATHFAN_ERR_VERSION, "has format 4.0, this program reads format 3");
  expect_directory_byte(8, 2, PATHFAN_ERR_VERSION, " -o NEW makes a new index of the map inside");
  expect_directory_byte(8, 1, PATHFAN_ERR_VERSION, "has format 1.0, this program reads format 3");
  expect_directory_byte(8, 0, PATHFAN_ERR_VERSION, "format 0.0");
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
  pf_digest_of(trailer, trailer_bytes - 16, trailer + trailer_bytes - 16);
  put(trailer, sound_seal.page_bytes, trailer_bytes);
  expect_status(victim, PATHFAN_ERR_VERSION);
  assert_non_null(strstr(error.text, "seal version 7"));
  free(trailer);
  restore();
}

/* Codecs of future versions: fatal for required sections only. */
static void test_unknown_codec(void **state) {
  (void)state;
  pf_directory decoded;
  const pf_sealed_value *value = &sound_seal.values[sound_seal.directory];
  for (uint32_t flags = 2; flags <= 3; flags++) {
    assert_int_equal(pf_directory_decode(sound + value->offset + 48, value->bytes - 48, &sound_seal,
                                         victim, &decoded, &error),
                     PATHFAN_OK);
    decoded.sections[2].codec = 9;
    decoded.sections[2].flags = flags;
    uint8_t *directory = calloc(1, value->bytes);
    assert_non_null(directory);
    memcpy(directory, sound + value->offset, 48);
    pf_directory_encode(&decoded, directory + 48);
    pf_directory_free(&decoded);
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

/* Any directory with valid digests: refused, or read within bounds. */
static void test_forged_directories(void **state) {
  (void)state;
  uint64_t seed = 21, bytes;
  unsigned opened = 0;
  uint8_t *directory = directory_copy(&bytes);
  pf_directory decoded;
  assert_int_equal(
      pf_directory_decode(directory + 48, bytes - 48, &sound_seal, victim, &decoded, &error),
      PATHFAN_OK);
  uint64_t used = pf_directory_bytes(&decoded);
  pf_directory_free(&decoded);
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

/* Any seal with a valid self-digest: a file that opens is still read correctly. */
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
    pf_digest_of(trailer, bytes - 16, trailer + bytes - 16);
    if (memcmp(trailer, sound + sound_seal.page_bytes, bytes) == 0) continue;
    put(trailer, sound_seal.page_bytes, bytes);
    if (use(victim) >= 0) opened++;
    if (pathfan_verify_file(victim, &error) == PATHFAN_OK) fail_msg("a forged seal was not found");
  }
  restore();
  free(trailer);
  print_message("%d forged seals: %u opened, none read wrong\n", FORGERIES, opened);
}

/* Unowned bytes, with valid digests: readers don't see them, pathfan_verify_file finds them. */
static void test_dirty_padding(void **state) {
  (void)state;
  unsigned found = 0;
  for (uint32_t v = 0; v < sound_seal.value_count; v++) {
    const pf_sealed_value *value = &sound_seal.values[v];
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

/* Verifying checks every section, even if the policy is to trust digests. */
static void test_verify_trusts_nobody(void **state) {
  (void)state;
  for (uint32_t v = 0; v < sound_seal.value_count; v++) {
    const pf_sealed_value *value = &sound_seal.values[v];
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

SUITE(test_format_forged) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_versions),           cmocka_unit_test(test_unknown_codec),
      cmocka_unit_test(test_forged_directories), cmocka_unit_test(test_forged_seals),
      cmocka_unit_test(test_dirty_padding),      cmocka_unit_test(test_verify_trusts_nobody),
  };
  return cmocka_run_group_tests(tests, damage_setup, damage_teardown);
}
