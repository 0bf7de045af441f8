/* test_parallel.c - every item runs once; per-thread scratch, failures, progress, cancelling. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "base/parallel.h"
#include "suite.h"

#define THREADS_MOST 9

typedef struct tally {
  _Atomic int32_t *visits;    /* [Size: count] */
  int64_t sums[THREADS_MOST]; /* written without locks: one slot per thread */
  int32_t threads;
  _Atomic int32_t bad_threads; /* thread numbers out of range */
} tally;

static pathfan_status visit(void *context, int64_t item, int32_t thread) {
  tally *counts = context;
  atomic_fetch_add(&counts->visits[item], 1);
  if (thread < 0 || thread >= counts->threads)
    atomic_fetch_add(&counts->bad_threads, 1);
  else
    counts->sums[thread] += item;
  return PATHFAN_OK;
}

static void test_each_item_once(void **state) {
  (void)state;
  const int64_t counts[] = {0, 1, 2, 7, 64, 1000, 100003};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    for (int32_t threads = 1; threads <= THREADS_MOST; threads += 4) {
      int64_t count = counts[c], sum = 0;
      tally context = {.threads = threads};
      context.visits = calloc((size_t)count + 1, sizeof *context.visits);
      assert_non_null(context.visits);
      assert_int_equal(pf_parallel_for(count, threads, visit, &context, NULL), PATHFAN_OK);
      for (int64_t i = 0; i < count; i++) assert_int_equal(context.visits[i], 1);
      for (int32_t i = 0; i < threads; i++) sum += context.sums[i];
      assert_int_equal(sum, count * (count - 1) / 2);
      assert_int_equal(context.bad_threads, 0);
      free(context.visits);
    }
  }
}

static pathfan_status only_inline(void *context, int64_t item, int32_t thread) {
  int64_t *next = context;
  assert_int_equal(thread, 0);
  assert_int_equal(item, *next);
  ++*next;
  return PATHFAN_OK;
}

static void test_one_thread_goes_in_order(void **state) {
  (void)state;
  const int32_t threads[] = {1, 0, -5};
  for (int i = 0; i < 3; i++) {
    int64_t next = 0;
    assert_int_equal(pf_parallel_for(500, threads[i], only_inline, &next, NULL), PATHFAN_OK);
    assert_int_equal(next, 500);
  }
}

/* Item 40 fails, and so do 77 and those above 5000, which are usually earlier. */
static pathfan_status fail_twice(void *context, int64_t item, int32_t thread) {
  (void)thread;
  atomic_fetch_add((_Atomic int64_t *)context, 1);
  if (item == 40) {
    nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
    return PATHFAN_ERR_NO_MEMORY;
  }
  return item == 77 || item > 5000 ? PATHFAN_ERR_IO : PATHFAN_OK;
}

static void test_lowest_failure_wins(void **state) {
  (void)state;
  for (int32_t threads = 1; threads <= 8; threads++) {
    _Atomic int64_t calls = 0;
    assert_int_equal(pf_parallel_for(1000000, threads, fail_twice, &calls, NULL),
                     PATHFAN_ERR_NO_MEMORY);
    assert_true(calls >= 41);
    assert_true(calls < 10000); /* the rest is skipped */
  }
}

typedef struct reports {
  _Atomic int64_t calls;
  int64_t last;
  int decreased;
} reports;

static bool note_done(void *context, int64_t items) {
  reports *seen = context;
  seen->calls++;
  if (items < seen->last) seen->decreased = 1;
  seen->last = items;
  return true;
}

/* Item 0 goes to any thread and takes long. A thread that doesn't report progress waits in it for
 * the first report; the other items get done meanwhile. */
static pathfan_status first_is_slow(void *context, int64_t item, int32_t thread) {
  reports *seen = context;
  if (item != 0) return PATHFAN_OK;
  if (thread == 0)
    nanosleep(&(struct timespec){.tv_nsec = 350000000}, NULL);
  else
    while (seen->calls == 0) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  return PATHFAN_OK;
}

static void test_progress(void **state) {
  (void)state;
  for (int32_t threads = 1; threads <= 4; threads += 3) {
    reports seen = {0};
    const pf_limits limits = {note_done, &seen, NULL};
    assert_int_equal(pf_parallel_for(10000, threads, first_is_slow, &seen, &limits), PATHFAN_OK);
    assert_int_equal(seen.last, 10000);
    assert_int_equal(seen.decreased, 0);
    assert_true(seen.calls >= 2); /* after the slow item, and at the end */
  }
  reports seen = {.last = -1};
  const pf_limits limits = {note_done, &seen, NULL};
  assert_int_equal(pf_parallel_for(0, 2, first_is_slow, &seen, &limits), PATHFAN_OK);
  assert_int_equal(seen.calls, 1);
  assert_int_equal(seen.last, 0);
}

/* Progress that cancels at call number `call`. */
typedef struct quitter {
  int64_t calls, call;
  _Atomic int64_t begun;
} quitter;

static bool quit(void *context, int64_t items) {
  quitter *q = context;
  (void)items;
  return ++q->calls != q->call;
}

static pathfan_status begin(void *context, int64_t item, int32_t thread) {
  quitter *q = context;
  (void)item;
  (void)thread;
  q->begun++;
  return PATHFAN_OK;
}

/* Cancelling takes precedence even over a failure of the lowest item. */
static pathfan_status fail_all(void *context, int64_t item, int32_t thread) {
  begin(context, item, thread);
  return PATHFAN_ERR_MALFORMED;
}

static void test_cancelled(void **state) {
  (void)state;
  /* Progress is called after each item, and at the end. */
  for (int64_t call = 1; call <= 101; call++) {
    quitter q = {.call = call};
    assert_int_equal(pf_parallel_for(100, 1, begin, &q, &(pf_limits){quit, &q, NULL}),
                     PATHFAN_ERR_CANCELLED);
    assert_int_equal(q.begun, call < 100 ? call : 100);
  }
  quitter patient = {.call = 102};
  assert_int_equal(pf_parallel_for(100, 1, begin, &patient, &(pf_limits){quit, &patient, NULL}),
                   PATHFAN_OK);
  for (int32_t threads = 1; threads <= 4; threads++) {
    quitter q = {.call = 1};
    assert_int_equal(pf_parallel_for(1000000, threads, begin, &q, &(pf_limits){quit, &q, NULL}),
                     PATHFAN_ERR_CANCELLED);
    q = (quitter){.call = 1};
    assert_int_equal(pf_parallel_for(1, threads, fail_all, &q, &(pf_limits){quit, &q, NULL}),
                     PATHFAN_ERR_CANCELLED);
  }
}

SUITE(test_parallel) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each_item_once),      cmocka_unit_test(test_one_thread_goes_in_order),
      cmocka_unit_test(test_lowest_failure_wins), cmocka_unit_test(test_progress),
      cmocka_unit_test(test_cancelled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
