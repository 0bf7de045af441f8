/* Results of long stages (results.h): stored results are found again, in memory and in a file, also
 * after a build that ended at any byte of it; those of another map or option, or damaged, aren't.
 * And batches (batches.h), of one process and of a process group. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "build-index/run/batches.h"
#include "format/digest.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

enum { COUNT = 40 };

static char index_path[600], work_path[620];
static pathfan_error error;

static pf_results_origin origin_of(const char *options, uint8_t digest[PF_DIGEST_BYTES]) {
  memset(digest, 7, PF_DIGEST_BYTES);
  return (pf_results_origin){"pathfan test", options, digest};
}

/* Size of a result, in bytes that identify it; some are empty. */
static uint64_t size_of(int64_t number) {
  return (uint64_t)(number * 37 % 200);
}

static uint8_t *bytes_of(int64_t number) {
  const uint64_t size = size_of(number);
  uint8_t *bytes = malloc(size + 1);
  assert_non_null(bytes);
  for (uint64_t i = 0; i < size; i++) bytes[i] = (uint8_t)(number * 31 + (int64_t)i * 7);
  return bytes;
}

static void put(pf_results *results, int64_t number) {
  assert_int_equal(
      pf_results_put(results, PF_RESULT_LABELS, number, bytes_of(number), size_of(number)),
      PATHFAN_OK);
}

static void assert_result(const pf_results *results, int64_t number) {
  const pf_result r = pf_results_get(results, PF_RESULT_LABELS, number);
  uint8_t *expected = bytes_of(number);
  assert_true(r.is_there);
  assert_int_equal(r.size, size_of(number));
  assert_memory_equal(r.bytes, expected, r.size);
  free(expected);
}

/* Opens the work file; checks its results and returns how many it has. */
static int open_file(pf_results *results, const char *options) {
  uint8_t digest[PF_DIGEST_BYTES];
  const pf_results_origin origin = origin_of(options, digest);
  int count = 0;
  pf_results_init(results, NULL);
  assert_int_equal(pf_results_open(results, index_path, &origin, NULL, &error), PATHFAN_OK);
  assert_int_equal(pf_results_expect(results, PF_RESULT_LABELS, COUNT), PATHFAN_OK);
  for (int64_t i = 0; i < COUNT; i++)
    if (pf_results_get(results, PF_RESULT_LABELS, i).is_there) {
      assert_result(results, i);
      count++;
    }
  return count;
}

/* Makes a work file with all results, in another order; returns its bytes. */
static uint8_t *make_file(size_t *bytes) {
  pf_results results;
  unlink(work_path);
  assert_int_equal(open_file(&results, "a"), 0);
  for (int64_t i = 0; i < COUNT; i++) put(&results, i * 7 % COUNT);
  assert_int_equal(pf_results_ready(&results), PATHFAN_OK);
  for (int64_t i = 0; i < COUNT; i++) assert_result(&results, i);
  pf_results_close(&results, false);
  FILE *file = fopen(work_path, "rb");
  uint8_t *all = malloc(1 << 16);
  assert_true(file && all);
  *bytes = fread(all, 1, 1 << 16, file);
  fclose(file);
  return all;
}

/* Leaves the work file as an interrupted build would; no other file is touched. */
static void leave(const uint8_t *bytes, size_t count) {
  unlink(work_path);
  const int fd = open(work_path, O_WRONLY | O_CREAT | O_EXCL, 0600 | S_ISVTX);
  assert_true(fd >= 0 && fchmod(fd, 0600 | S_ISVTX) == 0);
  assert_int_equal(write(fd, bytes, count), count);
  close(fd);
}

static void test_memory(void **state) {
  (void)state;
  pf_results results;
  pf_results_init(&results, NULL);
  assert_int_equal(pf_results_expect(&results, PF_RESULT_LABELS, COUNT), PATHFAN_OK);
  for (int64_t i = 0; i < COUNT; i += 2) put(&results, i);
  assert_int_equal(pf_results_ready(&results), PATHFAN_OK);
  for (int64_t i = 0; i < COUNT; i++)
    if (i % 2)
      assert_false(pf_results_get(&results, PF_RESULT_LABELS, i).is_there);
    else
      assert_result(&results, i);
  assert_false(pf_results_get(&results, PF_RESULT_LABELS, COUNT).is_there);
  pf_results_drop(&results, PF_RESULT_LABELS);
  assert_false(pf_results_get(&results, PF_RESULT_LABELS, 0).is_there);
  pf_results_close(&results, true);
}

/* A build that ended at any byte: complete results are found, the one begun isn't, and new ones are
 * appended. */
static void test_ended_anywhere(void **state) {
  (void)state;
  size_t bytes;
  uint8_t *all = make_file(&bytes);
  int before = 0;
  for (size_t end = 0; end <= bytes; end++) {
    pf_results results;
    leave(all, end);
    const int count = open_file(&results, "a");
    assert_true(count == before || count == before + 1);
    before = count;
    if (end % 16 == 0) {
      for (int64_t i = 0; i < COUNT; i++)
        if (!pf_results_get(&results, PF_RESULT_LABELS, i).is_there) put(&results, i);
      pf_results_close(&results, false);
      assert_int_equal(open_file(&results, "a"), COUNT);
    }
    pf_results_close(&results, end % 2);
    assert_int_equal(access(work_path, F_OK) == 0, end % 2 == 0);
  }
  assert_int_equal(before, COUNT);
  free(all);
}

/* With any bit flipped, no wrong result is accepted, and missing ones can be made again. */
static void test_damaged(void **state) {
  (void)state;
  size_t bytes;
  uint8_t *all = make_file(&bytes);
  int all_there = 0;
  for (size_t at = 0; at < bytes; at++) {
    pf_results results;
    all[at] ^= (uint8_t)(1 << at % 8);
    leave(all, bytes);
    all_there += open_file(&results, "a") == COUNT;
    for (int64_t i = 0; i < COUNT; i++)
      if (!pf_results_get(&results, PF_RESULT_LABELS, i).is_there) put(&results, i);
    assert_int_equal(pf_results_ready(&results), PATHFAN_OK);
    for (int64_t i = 0; i < COUNT; i++) assert_result(&results, i);
    pf_results_close(&results, true);
    all[at] ^= (uint8_t)(1 << at % 8);
  }
  assert_int_equal(all_there, 0);
  free(all);
}

static void test_of_another(void **state) {
  (void)state;
  size_t bytes;
  free(make_file(&bytes));
  pf_results results;
  assert_int_equal(open_file(&results, "b"), 0);
  pf_results_close(&results, false);
  assert_int_equal(open_file(&results, "a"), 0);
  pf_results_close(&results, true);
}

/* A file that isn't a work file stays, and is reported if its name is needed. */
static void test_in_the_way(void **state) {
  (void)state;
  uint8_t digest[PF_DIGEST_BYTES];
  const pf_results_origin origin = origin_of("a", digest);
  struct stat info;
  pf_results results;
  unlink(work_path);
  close(open(work_path, O_WRONLY | O_CREAT, 0600));
  pf_results_init(&results, NULL);
  assert_int_equal(pf_results_open(&results, index_path, &origin, NULL, &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, work_path));
  assert_non_null(strstr(error.text, "in the way"));
  pf_results_close(&results, true);
  pf_results_remove_left(index_path);
  assert_int_equal(stat(work_path, &info), 0);
  unlink(work_path);
}

/* What the memory limit has no room for goes to a file that is never visible; the rest stays in
 * memory. */
static void test_spill(void **state) {
  (void)state;
  uint64_t all = 0;
  size_t bytes;
  for (int64_t i = 0; i < COUNT; i++) all += size_of(i);
  for (uint64_t most = 1; most <= all; most += all / 3) {
    pf_memory_limit limit = {.most = most};
    const pf_spill spill = {.index_path = index_path, .memory_limit = &limit};
    pf_results results;
    int64_t in_memory = 0;
    pf_results_init(&results, &spill);
    assert_int_equal(pf_results_expect(&results, PF_RESULT_LABELS, COUNT), PATHFAN_OK);
    for (int64_t i = 0; i < COUNT; i++) {
      put(&results, i);
      in_memory += pf_results_get(&results, PF_RESULT_LABELS, i).at == 0;
    }
    assert_true(in_memory < COUNT && (most > all / 4) == (in_memory > COUNT / 5));
    assert_true(limit.held <= most && !limit.is_spent);
    assert_int_not_equal(access(work_path, F_OK), 0);
    assert_int_equal(pf_results_ready(&results), PATHFAN_OK);
    pf_results_relax(&results);
    for (int64_t i = 0; i < COUNT; i++) assert_result(&results, i);
    pf_results_close(&results, false);
    assert_int_equal(limit.held, 0);
  }
  free(make_file(&bytes));
  pf_results_remove_left(index_path);
  assert_int_not_equal(access(work_path, F_OK), 0);
}

/* ---- Batches ---- */

/* A process group in one process: members run in turn, and each number goes to the member that
 * asks first. */
typedef struct post {
  int64_t next;
  int64_t batch[COUNT];
  uint8_t *bytes[COUNT];
  uint64_t size[COUNT];
  int count, taken;
  uint8_t told[COUNT];
} post;

static pathfan_status tell_0(void *context, void *data, uint64_t bytes) {
  post *p = context;
  memcpy(p->told, data, bytes);
  return PATHFAN_OK;
}

static pathfan_status tell_1(void *context, void *data, uint64_t bytes) {
  post *p = context;
  memcpy(data, p->told, bytes);
  return PATHFAN_OK;
}

static pathfan_status nothing(void *context) {
  (void)context;
  return PATHFAN_OK;
}

static pathfan_status next(void *context, int64_t *number) {
  *number = ((post *)context)->next++;
  return PATHFAN_OK;
}

/* Another member leaves half for this one. */
static pathfan_status next_half(void *context, int64_t *number) {
  post *p = context;
  *number = p->next < COUNT / 2 ? p->next++ : COUNT;
  return PATHFAN_OK;
}

static pathfan_status send(void *context, int64_t batch, uint8_t *bytes, uint64_t size) {
  post *p = context;
  p->batch[p->count] = batch;
  p->bytes[p->count] = bytes;
  p->size[p->count++] = size;
  return PATHFAN_OK;
}

static pathfan_status receive(void *context, int64_t *batch, uint8_t **bytes, uint64_t *size) {
  post *p = context;
  *bytes = NULL;
  if (p->taken == p->count) return PATHFAN_OK;
  *batch = p->batch[p->taken];
  *bytes = p->bytes[p->taken];
  *size = p->size[p->taken++];
  return PATHFAN_OK;
}

static _Atomic int worked_on[COUNT];

static pathfan_status make_batch(void *context, int64_t batch, int32_t thread, uint8_t **bytes,
                                 uint64_t *size) {
  (void)thread;
  worked_on[batch]++;
  if (context && batch == *(int64_t *)context) return PATHFAN_ERR_NO_MEMORY;
  *bytes = bytes_of(batch);
  *size = size_of(batch);
  return PATHFAN_OK;
}

static bool counts(void *context, int64_t batches) {
  int64_t *most = context;
  assert_true(batches >= *most && batches <= COUNT);
  *most = batches;
  return true;
}

static bool is_enough(void *context, int64_t batches) {
  (void)context;
  return batches < 5;
}

static void begin(pf_results *results, int64_t there) {
  pf_results_init(results, NULL);
  for (int64_t i = 0; i < COUNT; i++) worked_on[i] = 0;
  assert_int_equal(pf_results_expect(results, PF_RESULT_LABELS, COUNT), PATHFAN_OK);
  for (int64_t i = 0; i < there; i++) put(results, i * 3 % COUNT);
}

static void test_batches(void **state) {
  (void)state;
  for (int32_t threads = 1; threads <= 4; threads++)
    for (int64_t there = 0; there <= COUNT; there += 8) {
      pf_results results;
      int64_t most = 0, failing = COUNT - 1;
      begin(&results, there);
      const pf_batches batches = {.results = &results, .threads = threads};
      assert_int_equal(pf_batches_find(&batches, PF_RESULT_LABELS, COUNT, make_batch, NULL,
                                       &(pf_limits){counts, &most, NULL}),
                       PATHFAN_OK);
      assert_int_equal(most, COUNT);
      for (int64_t i = 0; i < COUNT; i++) {
        assert_result(&results, i * 3 % COUNT);
        assert_int_equal(worked_on[i * 3 % COUNT], i >= there);
      }
      pf_results_close(&results, true);
      begin(&results, 0);
      assert_int_equal(
          pf_batches_find(&batches, PF_RESULT_LABELS, COUNT, make_batch, &failing, NULL),
          PATHFAN_ERR_NO_MEMORY);
      pf_results_close(&results, true);
      begin(&results, 0);
      assert_int_equal(pf_batches_find(&batches, PF_RESULT_LABELS, COUNT, make_batch, NULL,
                                       &(pf_limits){is_enough, NULL, NULL}),
                       PATHFAN_ERR_CANCELLED);
      pf_results_close(&results, true);
    }
}

static void test_crew(void **state) {
  (void)state;
  pf_results results, none;
  post p = {0};
  const pf_processes other = {.member = 1,
                              .count = 2,
                              .context = &p,
                              .tell = tell_1,
                              .begin = nothing,
                              .next = next_half,
                              .send = send,
                              .end = nothing};
  const pf_processes first = {.member = 0,
                              .count = 2,
                              .context = &p,
                              .tell = tell_0,
                              .begin = nothing,
                              .next = next,
                              .receive = receive,
                              .end = nothing};
  const pf_batches others = {&none, &other, 1}, ours = {&results, &first, 2};
  begin(&results, 4);
  pf_results_init(&none, NULL);
  assert_int_equal(pf_batches_agree(&ours, PF_RESULT_LABELS, COUNT), PATHFAN_OK);
  assert_int_equal(pf_batches_agree(&others, PF_RESULT_LABELS, COUNT), PATHFAN_OK);
  assert_int_equal(pf_batches_find(&others, PF_RESULT_LABELS, COUNT, make_batch, NULL, NULL),
                   PATHFAN_OK);
  assert_int_equal(p.count, COUNT / 2);
  assert_int_equal(pf_batches_find(&ours, PF_RESULT_LABELS, COUNT, make_batch, NULL, NULL),
                   PATHFAN_OK);
  for (int64_t i = 0; i < COUNT; i++) {
    assert_result(&results, i * 3 % COUNT);
    assert_int_equal(worked_on[i * 3 % COUNT], i >= 4);
  }
  pf_results_close(&results, true);
  pf_results_close(&none, true);
}

static int setup(void **state) {
  (void)state;
  snprintf(index_path, sizeof index_path, "%s", twin_scratch("results"));
  snprintf(work_path, sizeof work_path, "%s.work", index_path);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  unlink(work_path);
  return 0;
}

SUITE(test_results) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_memory),     cmocka_unit_test(test_ended_anywhere),
      cmocka_unit_test(test_damaged),    cmocka_unit_test(test_of_another),
      cmocka_unit_test(test_in_the_way), cmocka_unit_test(test_spill),
      cmocka_unit_test(test_batches),    cmocka_unit_test(test_crew),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
