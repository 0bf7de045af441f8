/* parallel.c - a loop distributed over threads.
 *
 * Threads take runs of items from one atomic counter, in increasing order. Runs are long at first
 * and shrink towards the end ("guided self-scheduling"), so cheap items cost little to hand out,
 * and a slow item late in the range leaves no thread idle for long.
 *
 * After a failure at item f all items below f still finish, because a lower item may fail as well;
 * all items above f are dropped. So the status returned is the same for any number of threads, if
 * the function itself is deterministic. A cancellation counts as a failure before item 0. */
#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/condition.h"
#include "base/memory.h"

/* A run has at most LONGEST_RUN items, and at most 1 / (RUNS_LEFT * threads) of the rest. Longer
 * runs: fewer accesses to the counter, more waiting for the last thread at the end. */
#define LONGEST_RUN 64
#define RUNS_LEFT 8

#define REPORT_NANOSECONDS 100000000 /* between two calls of limits->done while waiting */

typedef struct parallel_loop {
  int64_t count;
  int32_t threads;
  pf_parallel_function *function;
  void *context;
  const pf_limits *limits; /* NULL: nobody asks how far the loop is */

  _Atomic int64_t next;          /* the first item not taken yet */
  _Atomic int64_t finished;      /* items; counted only with limits */
  _Atomic int64_t lowest_failed; /* INT64_MAX if none; -1: cancelled */

  pthread_mutex_t mutex; /* guards the rest */
  pthread_cond_t one_left;
  pathfan_status status; /* of item lowest_failed */
  int32_t running;       /* helper threads still at work */
} parallel_loop;

typedef struct parallel_helper {
  parallel_loop *loop;
  int32_t thread;
  pthread_t handle;
} parallel_helper;

static bool take_run(parallel_loop *loop, int64_t *from, int64_t *to) {
  int64_t at = atomic_load_explicit(&loop->next, memory_order_relaxed), length;
  do {
    if (at >= loop->count || at > atomic_load_explicit(&loop->lowest_failed, memory_order_relaxed))
      return false;
    length = (loop->count - at) / ((int64_t)RUNS_LEFT * loop->threads);
    if (length < 1) length = 1;
    if (length > LONGEST_RUN) length = LONGEST_RUN;
  } while (!atomic_compare_exchange_weak_explicit(&loop->next, &at, at + length,
                                                  memory_order_relaxed, memory_order_relaxed));
  *from = at;
  *to = at + length;
  return true;
}

static void note_failure(parallel_loop *loop, int64_t item, pathfan_status status) {
  pthread_mutex_lock(&loop->mutex);
  if (item < atomic_load_explicit(&loop->lowest_failed, memory_order_relaxed)) {
    atomic_store_explicit(&loop->lowest_failed, item, memory_order_relaxed);
    loop->status = status;
  }
  pthread_mutex_unlock(&loop->mutex);
}

static void report(parallel_loop *loop) {
  const int64_t finished = atomic_load_explicit(&loop->finished, memory_order_relaxed);
  const pathfan_status status = pf_limits_done(loop->limits, finished);
  if (status) note_failure(loop, -1, status);
}

static void work(parallel_loop *loop, int32_t thread) {
  int64_t from, to;
  while (take_run(loop, &from, &to)) {
    for (int64_t item = from; item < to; item++) {
      if (item > atomic_load_explicit(&loop->lowest_failed, memory_order_relaxed)) break;
      pathfan_status status = loop->function(loop->context, item, thread);
      if (status) note_failure(loop, item, status);
      if (loop->limits) {
        atomic_fetch_add_explicit(&loop->finished, 1, memory_order_relaxed);
        if (thread == 0) report(loop);
      }
    }
  }
}

static void *help(void *argument) {
  parallel_helper *helper = argument;
  parallel_loop *loop = helper->loop;
  work(loop, helper->thread);
  pthread_mutex_lock(&loop->mutex);
  loop->running--;
  pthread_cond_signal(&loop->one_left);
  pthread_mutex_unlock(&loop->mutex);
  return NULL;
}

/* Reports while the helpers finish the items that they have taken. */
static void wait_reporting(parallel_loop *loop) {
  pthread_mutex_lock(&loop->mutex);
  while (loop->running > 0) {
    struct timespec until = pf_condition_now();
    until.tv_nsec += REPORT_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&loop->one_left, &loop->mutex, &until);
    pthread_mutex_unlock(&loop->mutex);
    report(loop);
    pthread_mutex_lock(&loop->mutex);
  }
  pthread_mutex_unlock(&loop->mutex);
}

pathfan_status pf_parallel_for(int64_t count, int32_t threads, pf_parallel_function *function,
                               void *context, const pf_limits *limits) {
  const bool asks = limits && limits->done;
  if (threads > count) threads = (int32_t)count;
  if (threads < 1) threads = 1;
  parallel_loop loop = {.count = count,
                        .threads = threads,
                        .function = function,
                        .context = context,
                        .limits = asks ? limits : NULL,
                        .lowest_failed = INT64_MAX};
  pthread_mutex_init(&loop.mutex, NULL);
  pf_condition_begin(&loop.one_left);

  /* Without memory or threads the loop is slower, but not wrong. */
  int32_t started = 0;
  parallel_helper *helpers = threads > 1 ? pf_alloc((uint64_t)threads - 1, sizeof *helpers) : NULL;
  while (helpers && started < threads - 1) {
    helpers[started] = (parallel_helper){.loop = &loop, .thread = started + 1};
    pthread_mutex_lock(&loop.mutex);
    loop.running++;
    pthread_mutex_unlock(&loop.mutex);
    if (pthread_create(&helpers[started].handle, NULL, help, &helpers[started]) != 0) {
      pthread_mutex_lock(&loop.mutex);
      loop.running--;
      pthread_mutex_unlock(&loop.mutex);
      break;
    }
    started++;
  }

  work(&loop, 0);
  if (asks) wait_reporting(&loop);
  for (int32_t i = 0; i < started; i++) pthread_join(helpers[i].handle, NULL);
  if (asks) report(&loop);

  free(helpers);
  pthread_cond_destroy(&loop.one_left);
  pthread_mutex_destroy(&loop.mutex);
  return loop.status;
}
