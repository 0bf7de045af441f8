/* damage_fixture.h - the sample file, a copy of it to damage, and checks of the consequences, for
 * the suites test_format_damage and test_format_forged. */
#ifndef PF_TESTS_DAMAGE_FIXTURE_H
#define PF_TESTS_DAMAGE_FIXTURE_H

#include "format_fixture.h"

#include "format/seal.h"

static pathfan_error error;
static uint8_t *contents[SAMPLE_SECTIONS];
static uint8_t *sound; /* the bytes of the undamaged sample */
static uint64_t sound_bytes;
static pf_seal sound_seal;
static const char *victim; /* a writable copy, which tests restore */
static int victim_fd;

static inline int damage_setup(void **state) {
  static char path[600];
  if (twin_scratch_make(state) != 0) return -1;
  for (size_t i = 0; i < SAMPLE_SECTIONS; i++) contents[i] = sample_content(i, 0);
  if (write_sample(twin_scratch("sample"), 0, &error) != PATHFAN_OK) return -1;
  sound = read_all(twin_scratch("sample"), &sound_bytes);
  snprintf(path, sizeof path, "%s", twin_scratch("victim"));
  victim = path;
  write_all(victim, sound, sound_bytes);
  victim_fd = open(victim, O_RDWR);
  const pf_input input = {.name = victim, .fd = victim_fd, .bytes = sound_bytes};
  if (pf_seal_read(&input, &sound_seal, &error) != PATHFAN_OK) return -1;
  return victim_fd < 0 ? -1 : 0;
}

static inline int damage_teardown(void **state) {
  for (size_t i = 0; i < SAMPLE_SECTIONS; i++) free(contents[i]);
  free(sound);
  pf_seal_free(&sound_seal);
  close(victim_fd);
  return twin_scratch_remove(state);
}

static inline void put(const void *data, uint64_t offset, uint64_t bytes) {
  assert_int_equal(pwrite(victim_fd, data, bytes, (off_t)offset), bytes);
}

static inline void restore(void) {
  assert_int_equal(ftruncate(victim_fd, (off_t)sound_bytes), 0);
  put(sound, 0, sound_bytes);
}

static inline void restore_part(uint64_t offset, uint64_t bytes) {
  put(sound + offset, offset, bytes);
}

/* Reads everything that a caller could read. Returns the number of sections that failed their
 * check, or -1 if the file didn't open. */
static inline int use(const char *path) {
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

static inline void expect_found(const char *path) {
  (void)use(path);
  if (pathfan_verify_file(path, &error) == PATHFAN_OK) fail_msg("damage was not found");
  assert_non_null(strstr(error.text, path));
}

static inline void expect_status(const char *path, pathfan_status expected) {
  pathfan_reader *reader;
  assert_int_equal(pathfan_reader_open(path, NULL, &reader, &error), expected);
  assert_null(reader);
  assert_non_null(strstr(error.text, path));
  assert_int_equal(pathfan_verify_file(path, &error), expected);
}

#endif
