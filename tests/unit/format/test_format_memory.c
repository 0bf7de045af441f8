/* Every allocation of the library fails once: the call reports it, nothing leaks (according to the
 * address sanitizer), and files stay as they were. See failing_allocations.h. */
#include "failing_allocations.h"
#include "format_fixture.h"
#include "suite.h"

static pathfan_error error;

static uint8_t *contents[SAMPLE_SECTIONS];

/* Does what write_sample() does, with contents made before, so that only the library allocates. */
static pathfan_status write_prepared(const char *path) {
  pf_writer *writer;
  pathfan_status status = pf_writer_open(path, &sample_provenance, &writer, &error);
  if (status != PATHFAN_OK) {
    assert_null(writer);
    return status;
  }
  pf_writer_set_limits(writer,
                       (pf_writer_limits){.chunk_max = 12288, .small_max = 4000, .pack_max = 8192});
  for (size_t i = 0; i < SAMPLE_SECTIONS; i++) {
    status = pf_writer_add(
        writer,
        &(pf_new_section){sample_sections[i].name, contents[i], sample_sections[i].count,
                          sample_sections[i].element_size, sample_sections[i].codec, 0, NULL, 0},
        &error);
    if (status != PATHFAN_OK) {
      pf_writer_abort(writer);
      return status;
    }
  }
  return pf_writer_commit(writer, &error);
}

static void test_writer(void **state) {
  (void)state;
  shortage s = {0};
  char path[600];
  snprintf(path, sizeof path, "%s", twin_scratch("index"));
  for (size_t i = 0; i < SAMPLE_SECTIONS; i++) contents[i] = sample_content(i, 0);
  assert_int_equal(write_sample(path, 1, &error), PATHFAN_OK);
  uint64_t before_bytes, after_bytes;
  uint8_t *before = read_all(path, &before_bytes);
  while (starve(&s)) {
    begin_shortage(&s);
    const pathfan_status status = write_prepared(path);
    end_shortage();
    if (status == PATHFAN_OK) continue;
    assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
    assert_non_null(strstr(error.text, path));
    uint8_t *after = read_all(path, &after_bytes);
    assert_int_equal(after_bytes, before_bytes);
    assert_memory_equal(after, before, before_bytes);
    free(after);
    assert_int_equal(twin_scratch_count(""), 1);
  }
  print_message("writer: %ld allocations failed in turn\n", s.failed);
  assert_true(s.failed > 15);
  free(before);
  for (size_t i = 0; i < SAMPLE_SECTIONS; i++) free(contents[i]);
}

static pathfan_status read_everything(const char *path, pathfan_open_policy policy) {
  pathfan_reader *reader;
  pathfan_status status = pathfan_reader_open(path, &(pathfan_open_options){.policy = policy},
                                              &reader, &error),
                 worst = PATHFAN_OK;
  if (status != PATHFAN_OK) {
    assert_null(reader);
    return status;
  }
  for (uint32_t i = 0; i < pathfan_reader_section_count(reader); i++) {
    const pathfan_section *section = pathfan_reader_section(reader, i);
    void *data;
    status = pathfan_reader_check(reader, section, &error);
    if (status != PATHFAN_OK) worst = status;
    status = pathfan_reader_load(reader, section, &data, &error);
    assert_true((status == PATHFAN_OK) == (data != NULL));
    free(data);
    if (status != PATHFAN_OK) worst = status;
  }
  /* The reader survives the shortage, and the shortage doesn't count as damage. */
  end_shortage();
  for (uint32_t i = 0; i < pathfan_reader_section_count(reader); i++)
    assert_int_equal(pathfan_reader_check(reader, pathfan_reader_section(reader, i), &error),
                     PATHFAN_OK);
  pathfan_reader_close(reader);
  return worst;
}

static void test_reader(void **state) {
  (void)state;
  char path[600];
  snprintf(path, sizeof path, "%s", twin_scratch("index"));
  assert_int_equal(write_sample(path, 0, &error), PATHFAN_OK);
  for (int policy = 0; policy < 3; policy++) {
    shortage s = {0};
    while (starve(&s)) {
      begin_shortage(&s);
      const pathfan_status status = read_everything(path, (pathfan_open_policy)policy);
      assert_int_equal(status, end_shortage() ? PATHFAN_ERR_NO_MEMORY : PATHFAN_OK);
    }
    print_message("reader: %ld allocations failed in turn\n", s.failed);
    assert_true(s.failed > 10);
  }
}

static void test_verify(void **state) {
  (void)state;
  char path[600];
  snprintf(path, sizeof path, "%s", twin_scratch("index"));
  shortage s = {0};
  while (starve(&s)) {
    begin_shortage(&s);
    const pathfan_status status = pathfan_verify_file(path, &error);
    if (!end_shortage()) {
      assert_int_equal(status, PATHFAN_OK);
      continue;
    }
    assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
    assert_non_null(strstr(error.text, path));
  }
}

SUITE(test_format_memory) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_writer),
      cmocka_unit_test(test_reader),
      cmocka_unit_test(test_verify),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
