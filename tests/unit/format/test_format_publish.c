/* A file appears whole or not at all. Interrupted writers, from a failing call to kill -9 and a
 * full disk, are tested in tests/faults. */
#include "format_fixture.h"
#include "suite.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>

static pathfan_error error;

/* Returns the generation at `path`, by its content; -1 if it isn't sound. */
static int generation(const char *path, int generations) {
  pathfan_reader *reader;
  int found = -1;
  if (pathfan_verify_file(path, &error) != PATHFAN_OK) return -1;
  if (pathfan_reader_open(path, &(pathfan_open_options){.policy = PATHFAN_OPEN_EAGER}, &reader,
                          &error) != PATHFAN_OK)
    return -1;
  for (int g = 0; g < generations && found < 0; g++) {
    uint8_t *data = sample_content(3, (uint64_t)g);
    void *loaded;
    const pathfan_section *section = pathfan_reader_find(reader, sample_sections[3].name);
    assert_int_equal(pathfan_reader_load(reader, section, &loaded, &error), PATHFAN_OK);
    if (memcmp(data, loaded, section->count * section->element_size) == 0) found = g;
    free(loaded);
    free(data);
  }
  pathfan_reader_close(reader);
  return found;
}

static void test_replaces(void **state) {
  (void)state;
  const char *path = twin_scratch("index");
  pathfan_reader *old, *new;
  assert_int_equal(write_sample(path, 0, &error), PATHFAN_OK);
  assert_int_equal(pathfan_reader_open(path, NULL, &old, &error), PATHFAN_OK);
  assert_int_equal(write_sample(path, 1, &error), PATHFAN_OK);
  assert_int_equal(generation(path, 2), 1);
  assert_int_equal(pathfan_reader_open(path, NULL, &new, &error), PATHFAN_OK);
  for (size_t i = 0; i < SAMPLE_SECTIONS; i++) { /* the old mapping is unchanged */
    const pathfan_section *section = pathfan_reader_section(old, (uint32_t)i);
    uint8_t *data = sample_content(i, 0);
    void *loaded;
    assert_int_equal(pathfan_reader_load(old, section, &loaded, &error), PATHFAN_OK);
    if (section->count) assert_memory_equal(loaded, data, section->count * section->element_size);
    free(loaded);
    free(data);
  }
  pathfan_reader_close(old);
  pathfan_reader_close(new);
  assert_int_equal(twin_scratch_count(""), 1); /* no lock file, no temporary */
}

static void test_abort(void **state) {
  (void)state;
  const char *path = twin_scratch("index");
  pf_writer *writer;
  assert_int_equal(write_sample(path, 2, &error), PATHFAN_OK);
  assert_int_equal(pf_writer_open(path, &sample_provenance, &writer, &error), PATHFAN_OK);
  assert_int_equal(twin_scratch_count("index.tmp"), 1);
  assert_int_equal(pf_writer_add(writer,
                                 &(pf_new_section){"a", "x", 1, 1, PATHFAN_CODEC_RAW, 0, NULL, 0},
                                 &error),
                   PATHFAN_OK);
  pf_writer_abort(writer);
  assert_int_equal(twin_scratch_count(""), 1);
  assert_int_equal(generation(path, 3), 2);
}

static void refuse(const char *path) {
  pf_writer *writer;
  assert_int_equal(pf_writer_open(path, &sample_provenance, &writer, &error), PATHFAN_ERR_IO);
  assert_null(writer);
  assert_true(error.text[0] != '\0');
}

static void test_impossible_paths(void **state) {
  (void)state;
  char name[300];
  refuse(twin_scratch_folder());
  refuse("");
  refuse(twin_scratch(""));
  refuse(twin_scratch("no-folder/index"));
  memset(name, 'n', 255);
  name[255] = '\0';
  refuse(twin_scratch(name));
  /* The target becomes a folder while the index is built. */
  pf_writer *writer;
  assert_int_equal(pf_writer_open(twin_scratch("turned"), &sample_provenance, &writer, &error),
                   PATHFAN_OK);
  assert_int_equal(mkdir(twin_scratch("turned"), 0700), 0);
  assert_int_equal(pf_writer_commit(writer, &error), PATHFAN_ERR_IO);
  assert_int_equal(twin_scratch_count("turned"), 1);
  assert_int_equal(rmdir(twin_scratch("turned")), 0);
}

static void test_relative_path(void **state) {
  (void)state;
  char before[1000];
  assert_non_null(getcwd(before, sizeof before));
  assert_int_equal(chdir(twin_scratch_folder()), 0);
  assert_int_equal(write_sample("relative", 0, &error), PATHFAN_OK);
  assert_int_equal(generation("relative", 1), 0);
  assert_int_equal(unlink("relative"), 0);
  assert_int_equal(chdir(before), 0);
}

static void test_stale_temporaries(void **state) {
  (void)state;
  pf_writer *first, *second;
  const char *path = twin_scratch("index");
  write_all(twin_scratch("index.tmp"), "x", 1);
  assert_int_equal(chmod(twin_scratch("index.tmp"), 01444), 0);
  write_all(twin_scratch("index.tmp2"), "x", 1);
  assert_int_equal(pf_writer_open(path, &sample_provenance, &first, &error), PATHFAN_OK);
  assert_int_equal(access(twin_scratch("index.tmp2"), F_OK), 0);
  assert_int_equal(unlink(twin_scratch("index.tmp2")), 0);
  /* A living writer's temporary stays, even within one process. */
  assert_int_equal(pf_writer_open(path, &sample_provenance, &second, &error), PATHFAN_ERR_BUSY);
  assert_null(second);
  assert_non_null(strstr(error.text, "another program"));
  assert_int_equal(twin_scratch_count("index.tmp"), 1);
  assert_int_equal(pf_writer_commit(first, &error), PATHFAN_OK);
  assert_int_equal(twin_scratch_count(""), 1);
  /* A file that isn't pathfan's is left alone. */
  write_all(twin_scratch("index.tmp"), "x", 1);
  assert_int_equal(pf_writer_open(path, &sample_provenance, &first, &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "in the way"));
  assert_int_equal(unlink(twin_scratch("index.tmp")), 0);
  assert_int_equal(mkdir(twin_scratch("index.tmp"), 0700), 0);
  assert_int_equal(pf_writer_open(path, &sample_provenance, &first, &error), PATHFAN_ERR_IO);
  assert_int_equal(rmdir(twin_scratch("index.tmp")), 0);
  write_all(twin_scratch("other"), "x", 1);
  assert_int_equal(symlink(twin_scratch("other"), twin_scratch("index.tmp")), 0);
  assert_int_equal(pf_writer_open(path, &sample_provenance, &first, &error), PATHFAN_ERR_IO);
  assert_int_equal(unlink(twin_scratch("index.tmp")), 0);
  assert_int_equal(unlink(twin_scratch("other")), 0);
}

/* The disk is full after `limit` bytes, for many limits. */
static void test_file_size_limit(void **state) {
  (void)state;
  const char *path = twin_scratch("index");
  struct rlimit before, limited;
  struct stat info;
  unsigned failures = 0;
  assert_int_equal(write_sample(path, 0, &error), PATHFAN_OK);
  assert_int_equal(stat(path, &info), 0);
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  for (rlim_t limit = 0; limit < (rlim_t)info.st_size; limit += 1531) {
    limited = before;
    limited.rlim_cur = limit;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limited), 0);
    pathfan_status status = write_sample(path, 1, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(status, PATHFAN_ERR_IO);
    assert_non_null(strstr(error.text, path));
    assert_int_equal(generation(path, 2), 0);
    assert_int_equal(twin_scratch_count(""), 1);
    failures++;
  }
  signal(SIGXFSZ, SIG_DFL);
  assert_int_equal(write_sample(path, 1, &error), PATHFAN_OK);
  print_message("%u file size limits: the old index stayed\n", failures);
}

SUITE(test_format_publish) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_replaces),          cmocka_unit_test(test_abort),
      cmocka_unit_test(test_impossible_paths),  cmocka_unit_test(test_relative_path),
      cmocka_unit_test(test_stale_temporaries), cmocka_unit_test(test_file_size_limit),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
