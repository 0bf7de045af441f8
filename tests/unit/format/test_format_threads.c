/* One reader, many threads; many readers, one file; publishing while readers read. */
#include "format_fixture.h"
#include "suite.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/resource.h>

#define THREADS 8
#define ROUNDS 150
#define PUBLISHES 60

static pathfan_error error;
static pthread_barrier_t barrier;
static pathfan_reader *shared;
static const char *shared_path;
static atomic_uint verdicts[2]; /* sound, damaged */
static atomic_uint wrong;
static atomic_bool stop;

static void *check_all(void *argument) {
  size_t first = (size_t)argument;
  pathfan_error mine;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_barrier_wait(&barrier); /* a fresh reader */
    for (size_t i = 0; i < SAMPLE_SECTIONS; i++) {
      const pathfan_section *section =
          pathfan_reader_section(shared, (uint32_t)((first + i) % SAMPLE_SECTIONS));
      pathfan_status status = pathfan_reader_check(shared, section, &mine);
      bool damaged = strcmp(section->name, "large") == 0 && round % 2 == 1;
      if (status != (damaged ? PATHFAN_ERR_DAMAGED : PATHFAN_OK)) atomic_fetch_add(&wrong, 1);
      atomic_fetch_add(&verdicts[damaged], 1);
    }
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

/* All threads check every section for the first time at once; every second file has a bit flipped
 * in "large". */
static void test_racing_checks(void **state) {
  (void)state;
  pthread_t threads[THREADS];
  uint64_t bytes;
  assert_int_equal(write_sample(twin_scratch("sound"), 0, &error), PATHFAN_OK);
  uint8_t *file = read_all(twin_scratch("sound"), &bytes), *large = sample_content(5, 0);
  uint8_t *at = memmem(file, bytes, large + 100, 64);
  assert_non_null(at);
  *at ^= 1;
  write_all(twin_scratch("damaged"), file, bytes);
  free(file);
  free(large);
  assert_int_equal(pthread_barrier_init(&barrier, NULL, THREADS + 1), 0);
  for (size_t t = 0; t < THREADS; t++)
    assert_int_equal(pthread_create(&threads[t], NULL, check_all, (void *)t), 0);
  for (int round = 0; round < ROUNDS; round++) {
    const char *path = twin_scratch(round % 2 ? "damaged" : "sound");
    assert_int_equal(pathfan_reader_open(path, NULL, &shared, &error), PATHFAN_OK);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    pathfan_reader_close(shared);
  }
  for (size_t t = 0; t < THREADS; t++) assert_int_equal(pthread_join(threads[t], NULL), 0);
  pthread_barrier_destroy(&barrier);
  assert_int_equal(atomic_load(&wrong), 0);
  assert_int_equal(atomic_load(&verdicts[1]), THREADS * ROUNDS / 2);
  assert_int_equal(atomic_load(&verdicts[0]),
                   THREADS * ROUNDS * SAMPLE_SECTIONS - THREADS * ROUNDS / 2);
}

static void test_several_opens(void **state) {
  (void)state;
  pathfan_reader *readers[50];
  uint64_t count;
  assert_int_equal(write_sample(twin_scratch("sound"), 0, &error), PATHFAN_OK);
  for (int i = 0; i < 50; i++)
    assert_int_equal(
        pathfan_reader_open(twin_scratch("sound"),
                            &(pathfan_open_options){.policy = (pathfan_open_policy)(i % 3)},
                            &readers[i], &error),
        PATHFAN_OK);
  uint8_t *data = sample_content(2, 0);
  for (int i = 0; i < 50; i++) { /* closing some leaves the others alone */
    if (i % 2) {
      pathfan_reader_close(readers[i - 1]);
      const pathfan_section *section = pathfan_reader_find(readers[i], "small.u32");
      assert_memory_equal(pathfan_reader_data(readers[i], section, 0, &count), data, 501 * 4);
      assert_int_equal(count, 501);
    }
  }
  for (int i = 1; i < 50; i += 2) pathfan_reader_close(readers[i]);
  free(data);
}

static void *reopen(void *argument) {
  (void)argument;
  pathfan_error mine;
  while (!atomic_load(&stop)) {
    pathfan_reader *reader;
    if (pathfan_reader_open(shared_path, &(pathfan_open_options){.policy = PATHFAN_OPEN_EAGER},
                            &reader, &mine) != PATHFAN_OK) {
      atomic_fetch_add(&wrong, 1);
      continue;
    }
    atomic_fetch_add(&verdicts[0], 1);
    pathfan_reader_close(reader);
  }
  return NULL;
}

static void test_publish_under_readers(void **state) {
  (void)state;
  pthread_t threads[4];
  char path[600];
  snprintf(path, sizeof path, "%s", twin_scratch("published"));
  shared_path = path;
  atomic_store(&verdicts[0], 0);
  assert_int_equal(write_sample(path, 0, &error), PATHFAN_OK);
  for (size_t t = 0; t < 4; t++)
    assert_int_equal(pthread_create(&threads[t], NULL, reopen, NULL), 0);
  for (uint64_t g = 0; g < PUBLISHES; g++) {
    const unsigned before = atomic_load(&verdicts[0]);
    assert_int_equal(write_sample(path, g, &error), PATHFAN_OK);
    while (g % 2 && atomic_load(&verdicts[0]) == before && !atomic_load(&wrong)) sched_yield();
  }
  atomic_store(&stop, true);
  for (size_t t = 0; t < 4; t++) assert_int_equal(pthread_join(threads[t], NULL), 0);
  assert_int_equal(atomic_load(&wrong), 0);
  print_message("%d publishes under %u opens: none failed\n", PUBLISHES, atomic_load(&verdicts[0]));
}

/* Not under a sanitizer: the sanitizer itself needs terabytes of addresses. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/* The writer maps 64 GiB; a reader maps no more than the file. */
static void test_address_space(void **state) {
  (void)state;
  struct rlimit before, limited;
  pathfan_reader *reader;
  assert_int_equal(write_sample(twin_scratch("sound"), 0, &error), PATHFAN_OK);
  assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
  limited = before;
  limited.rlim_cur = (rlim_t)4 << 30;
  assert_int_equal(setrlimit(RLIMIT_AS, &limited), 0);
  pathfan_status status =
      pathfan_reader_open(twin_scratch("sound"),
                          &(pathfan_open_options){.policy = PATHFAN_OPEN_EAGER}, &reader, &error);
  assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
  assert_int_equal(status, PATHFAN_OK);
  pathfan_reader_close(reader);
}
#endif

SUITE(test_format_threads) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_racing_checks),
    cmocka_unit_test(test_several_opens),
    cmocka_unit_test(test_publish_under_readers),
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    cmocka_unit_test(test_address_space),
#endif
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
