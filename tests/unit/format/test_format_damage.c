/* Damaged and foreign files: pathfan_verify_file finds every change, none crashes a reader, and no
 * section whose check succeeds holds other bytes than were written. */
#include "damage_fixture.h"
#include "suite.h"

#include <lmdb.h>

#define RANDOM_FLIPS 12000

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

/* Flips every bit of a range; opening must refuse each. */
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
  const pf_sealed_value *directory = &sound_seal.values[sound_seal.directory];
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

SUITE(test_format_damage) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),
      cmocka_unit_test(test_random_flips),
      cmocka_unit_test(test_every_bit_of_meta_directory_trailer),
      cmocka_unit_test(test_pages),
      cmocka_unit_test(test_truncation),
      cmocka_unit_test(test_extension),
      cmocka_unit_test(test_other_files),
  };
  return cmocka_run_group_tests(tests, damage_setup, damage_teardown);
}
