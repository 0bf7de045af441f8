/* batches.c - shares batches of work among threads and processes.
 *
 * Threads take the next batch from a counter, this process's own or the group of processes's, until
 * none is left. Member 0 receives the others' results whenever its first thread has finished a
 * batch, and at the end until nothing is missing. */
#include "batches.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "base/parallel.h"

/* Pause between two looks for results of other members when there is nothing else to do. */
#define WAIT_NANOSECONDS 2000000

typedef struct batch_job {
  const pf_batches *batches;
  pf_result_kind kind;
  int64_t *missing; /* [Size: missing_count] batches */
  int64_t missing_count;
  int64_t before; /* batches already there */
  pf_batch_function *function;
  void *context;
  const pf_limits *limits;

  _Atomic int64_t next;  /* without a process group */
  _Atomic int64_t found; /* missing ones found so far; in members other than 0, by itself */
  _Atomic bool is_over;  /* a thread failed: nothing more is wanted */
  pathfan_status taking; /* the status of receiving the others' results */
} batch_job;

static pathfan_status keep(batch_job *job, int64_t batch, uint8_t *bytes, uint64_t size) {
  const pf_processes *processes = job->batches->processes;
  const pathfan_status status =
      processes && processes->member
          ? processes->send(processes->context, batch, bytes, size)
          : pf_results_put(job->batches->results, job->kind, batch, bytes, size);
  if (!status) atomic_fetch_add(&job->found, 1);
  return status;
}

static pathfan_status take_in(batch_job *job) {
  const pf_processes *processes = job->batches->processes;
  pathfan_status status = PATHFAN_OK;
  if (!processes || processes->member) return PATHFAN_OK;
  for (;;) {
    int64_t batch;
    uint8_t *bytes = NULL;
    uint64_t size;
    status = processes->receive(processes->context, &batch, &bytes, &size);
    if (status || !bytes) return status;
    status = keep(job, batch, bytes, size);
    if (status) return status;
  }
}

/* A pf_done_function, for the first thread. */
static bool go_on(void *context, int64_t items) {
  batch_job *job = context;
  (void)items;
  if (!job->taking) job->taking = take_in(job);
  const bool wanted =
      !job->taking && !pf_limits_done(job->limits, job->before + atomic_load(&job->found));
  if (!wanted) atomic_store(&job->is_over, true);
  return wanted;
}

static pathfan_status take_number(batch_job *job, int64_t *number) {
  const pf_processes *processes = job->batches->processes;
  if (processes) return processes->next(processes->context, number);
  *number = atomic_fetch_add(&job->next, 1);
  return PATHFAN_OK;
}

/* The work of one thread; the first thread asks in between whether to go on. */
static pathfan_status work(void *context, int64_t item, int32_t thread) {
  batch_job *job = context;
  pathfan_status status = PATHFAN_OK;
  (void)item;
  while (!status && !atomic_load(&job->is_over)) {
    int64_t number, batch;
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    status = take_number(job, &number);
    if (status || number >= job->missing_count) break;
    assert(number >= 0);
    batch = job->missing[number];
    status = job->function(job->context, batch, thread, &bytes, &size);
    assert(status || bytes);
    if (!status) status = keep(job, batch, bytes, size);
    if (!status && thread == 0 && !go_on(job, 0)) status = PATHFAN_ERR_CANCELLED;
  }
  if (status) atomic_store(&job->is_over, true);
  return status;
}

static pathfan_status wait_for_others(batch_job *job) {
  const struct timespec pause = {.tv_nsec = WAIT_NANOSECONDS};
  const pf_processes *processes = job->batches->processes;
  if (!processes) return PATHFAN_OK;
  if (processes->member) return processes->end(processes->context);
  while (atomic_load(&job->found) < job->missing_count) {
    if (!go_on(job, 0)) return PATHFAN_ERR_CANCELLED;
    nanosleep(&pause, NULL);
  }
  return processes->end(processes->context);
}

pathfan_status pf_batches_agree(const pf_batches *batches, pf_result_kind kind, int64_t count) {
  assert(count >= 0);
  const pf_processes *processes = batches->processes;
  pathfan_status status = pf_results_expect(batches->results, kind, count);
  if (status || !processes) return status;
  uint8_t *is_there = pf_alloc((uint64_t)count, 1);
  if (!is_there) return PATHFAN_ERR_NO_MEMORY;
  for (int64_t i = 0; i < count; i++)
    is_there[i] = pf_results_get(batches->results, kind, i).is_there;
  status = processes->tell(processes->context, is_there, (uint64_t)count);
  for (int64_t i = 0; i < count && processes->member; i++)
    batches->results->lists[kind].list[i].is_there = is_there[i];
  free(is_there);
  return status;
}

static pathfan_status list_missing(batch_job *job, int64_t count) {
  job->missing = pf_alloc((uint64_t)count, sizeof *job->missing);
  if (!job->missing) return PATHFAN_ERR_NO_MEMORY;
  for (int64_t i = 0; i < count; i++)
    if (!pf_results_get(job->batches->results, job->kind, i).is_there)
      job->missing[job->missing_count++] = i;
  job->before = count - job->missing_count;
  return PATHFAN_OK;
}

pathfan_status pf_batches_find(const pf_batches *batches, pf_result_kind kind, int64_t count,
                               pf_batch_function *function, void *context,
                               const pf_limits *limits) {
  const pf_processes *processes = batches->processes;
  batch_job job = {
      .batches = batches, .kind = kind, .function = function, .context = context, .limits = limits};
  const pf_limits of_job = {.done = go_on, .done_context = &job};
  assert(batches->threads >= 1);
  assert(batches->results->lists[kind].count == count); /* agreed on */
  pathfan_status status = list_missing(&job, count);
  if (!status && processes) status = processes->begin(processes->context);
  if (!status) status = pf_parallel_for(batches->threads, batches->threads, work, &job, &of_job);
  if (!status) status = wait_for_others(&job);
  assert(status || (processes && processes->member) || job.found == job.missing_count);
  if (job.taking) status = job.taking;
  if (!status) status = pf_results_ready(batches->results);
  free(job.missing);
  return status;
}
