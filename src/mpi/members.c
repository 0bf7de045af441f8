/* members.c - the counter from which batches are taken lies with member 0, where the others add to
 * it without asking (one-sided communication); a stage has a counter of its own, so that nobody
 * waits for who is late. Results are sent without waiting, too: a message is the batch's number and
 * its bytes, and is kept until it has gone.
 *
 * Threads of a member take turns: at most one is in MPI (MPI_THREAD_SERIALIZED). Who waits for
 * others sleeps in between: MPI's own waiting takes a core, which others may need. */
#include "mpi/members.h"

#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"

/* How often batches may be begun: a hub order does so some hundred times. */
enum { STAGES = 1 << 16 };

/* Messages have a tag by stage, since a member may be a stage ahead of member 0: any MPI has so
 * many.
 */
enum { TAGS = 1 << 14 };

/* Messages of one call. */
#define TOLD_AT_ONCE (1 << 28)

#define WAIT_NANOSECONDS 2000000

typedef struct message {
  uint8_t *bytes;
  MPI_Request request;
} message;

struct pathfan_members {
  pathfan_crew crew;
  pthread_mutex_t mutex; /* who is in MPI; guards the rest */
  MPI_Win window;
  int64_t *counters; /* [Size: STAGES] member 0's */
  int stage;         /* that is being worked on; -1: none was */
  message *sent;     /* that haven't gone yet, as far as is known */
  int32_t sent_count, sent_capacity;
};

static int tag_of(const pathfan_members *m) {
  return m->stage % TAGS;
}

static void pause_a_little(void) {
  const struct timespec pause = {.tv_nsec = WAIT_NANOSECONDS};
  nanosleep(&pause, NULL);
}

/* ---- What a crew does ---- */

static pathfan_status tell(void *context, void *data, uint64_t bytes) {
  pathfan_members *m = context;
  pthread_mutex_lock(&m->mutex);
  for (uint64_t at = 0; at < bytes; at += TOLD_AT_ONCE) {
    const uint64_t left = bytes - at;
    MPI_Request request;
    int has_come = 0;
    MPI_Ibcast((char *)data + at, (int)(left < TOLD_AT_ONCE ? left : TOLD_AT_ONCE), MPI_BYTE, 0,
               MPI_COMM_WORLD, &request);
    for (MPI_Test(&request, &has_come, MPI_STATUS_IGNORE); !has_come;
         MPI_Test(&request, &has_come, MPI_STATUS_IGNORE))
      pause_a_little();
  }
  pthread_mutex_unlock(&m->mutex);
  return PATHFAN_OK;
}

static pathfan_status begin(void *context) {
  pathfan_members *m = context;
  return ++m->stage < STAGES ? PATHFAN_OK : PATHFAN_ERR_LIMIT;
}

static pathfan_status next(void *context, int64_t *number) {
  static const int64_t one = 1;
  pathfan_members *m = context;
  pthread_mutex_lock(&m->mutex);
  MPI_Fetch_and_op(&one, number, MPI_INT64_T, 0, m->stage, MPI_SUM, m->window);
  MPI_Win_flush(0, m->window);
  pthread_mutex_unlock(&m->mutex);
  return PATHFAN_OK;
}

/* Forgets messages that have gone; the mutex is held. */
static void clear_sent(pathfan_members *m) {
  int32_t left = 0;
  for (int32_t i = 0; i < m->sent_count; i++) {
    int has_gone = 0;
    MPI_Test(&m->sent[i].request, &has_gone, MPI_STATUS_IGNORE);
    if (has_gone)
      free(m->sent[i].bytes);
    else
      m->sent[left++] = m->sent[i];
  }
  m->sent_count = left;
}

static pathfan_status send(void *context, int64_t batch, uint8_t *bytes, uint64_t size) {
  pathfan_members *m = context;
  const uint64_t whole = size + sizeof batch;
  pathfan_status status = whole > INT_MAX ? PATHFAN_ERR_LIMIT : PATHFAN_OK;
  message sent = {.bytes = status ? NULL : pathfan_alloc(whole, 1)};
  if (!status && !sent.bytes) status = PATHFAN_ERR_NO_MEMORY;
  pthread_mutex_lock(&m->mutex);
  clear_sent(m);
  if (!status)
    status = pathfan_grow(&m->sent, &m->sent_capacity, m->sent_count + 1, sizeof *m->sent);
  if (!status) {
    memcpy(sent.bytes, &batch, sizeof batch);
    memcpy(sent.bytes + sizeof batch, bytes, size);
    MPI_Isend(sent.bytes, (int)whole, MPI_BYTE, 0, tag_of(m), MPI_COMM_WORLD, &sent.request);
    m->sent[m->sent_count++] = sent;
  }
  pthread_mutex_unlock(&m->mutex);
  if (status) free(sent.bytes);
  free(bytes);
  return status;
}

static pathfan_status receive(void *context, int64_t *batch, uint8_t **bytes, uint64_t *size) {
  pathfan_members *m = context;
  MPI_Status from;
  int has_come = 0, whole = 0;
  pathfan_status status = PATHFAN_OK;
  *bytes = NULL;
  pthread_mutex_lock(&m->mutex);
  MPI_Iprobe(MPI_ANY_SOURCE, tag_of(m), MPI_COMM_WORLD, &has_come, &from);
  if (has_come) {
    MPI_Get_count(&from, MPI_BYTE, &whole);
    *bytes = pathfan_alloc((uint64_t)whole, 1);
    if (!*bytes || whole < (int)sizeof *batch) status = PATHFAN_ERR_NO_MEMORY;
  }
  if (has_come && !status)
    MPI_Recv(*bytes, whole, MPI_BYTE, from.MPI_SOURCE, tag_of(m), MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  pthread_mutex_unlock(&m->mutex);
  if (status) {
    free(*bytes);
    *bytes = NULL;
  }
  if (!*bytes) return status;
  memcpy(batch, *bytes, sizeof *batch);
  *size = (uint64_t)whole - sizeof *batch;
  memmove(*bytes, *bytes + sizeof *batch, *size);
  return PATHFAN_OK;
}

static pathfan_status end(void *context) {
  pathfan_members *m = context;
  for (bool have_gone = false; !have_gone;) {
    pthread_mutex_lock(&m->mutex);
    clear_sent(m);
    have_gone = !m->sent_count;
    pthread_mutex_unlock(&m->mutex);
    if (!have_gone) pause_a_little();
  }
  return PATHFAN_OK;
}

/* ---- Coming and going ---- */

/* The counters: member 0's memory, which the others may add to as long as the job lasts. */
static bool open_window(pathfan_members *m) {
  const MPI_Aint bytes = m->crew.member ? 0 : STAGES * (MPI_Aint)sizeof *m->counters;
  if (MPI_Win_allocate(bytes, sizeof *m->counters, MPI_INFO_NULL, MPI_COMM_WORLD, &m->counters,
                       &m->window) != MPI_SUCCESS)
    return false;
  MPI_Win_lock_all(0, m->window);
  if (!m->crew.member) {
    memset(m->counters, 0, (size_t)bytes);
    MPI_Win_sync(m->window);
  }
  MPI_Barrier(MPI_COMM_WORLD); /* nobody adds before they are zero */
  return true;
}

pathfan_members *pathfan_members_join(int *argc, char ***argv) {
  int provided = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) return NULL;
  pathfan_members *m = pathfan_alloc_zero(1, sizeof *m);
  if (m && provided >= MPI_THREAD_SERIALIZED) {
    m->crew = (pathfan_crew){.context = m,
                             .tell = tell,
                             .begin = begin,
                             .next = next,
                             .send = send,
                             .receive = receive,
                             .end = end};
    MPI_Comm_rank(MPI_COMM_WORLD, &m->crew.member);
    MPI_Comm_size(MPI_COMM_WORLD, &m->crew.count);
    m->stage = -1;
    pthread_mutex_init(&m->mutex, NULL);
    if (open_window(m)) return m;
  }
  fputs(m ? "pathfan: this MPI has no threads, or no one-sided communication\n"
          : "pathfan: out of memory\n",
        stderr);
  free(m);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return NULL;
}

const pathfan_crew *pathfan_members_crew(const pathfan_members *members) {
  return &members->crew;
}

void pathfan_members_attend(pathfan_members *m) {
  int flag;
  pthread_mutex_lock(&m->mutex);
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  pthread_mutex_unlock(&m->mutex);
}

void pathfan_members_leave(pathfan_members *m) {
  MPI_Request request;
  int all = 0;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (MPI_Test(&request, &all, MPI_STATUS_IGNORE); !all;
       MPI_Test(&request, &all, MPI_STATUS_IGNORE))
    pause_a_little();
  MPI_Win_unlock_all(m->window);
  MPI_Win_free(&m->window);
  free(m->sent);
  pthread_mutex_destroy(&m->mutex);
  free(m);
  MPI_Finalize();
}

void pathfan_members_abort(pathfan_members *m, int code) {
  (void)m;
  MPI_Abort(MPI_COMM_WORLD, code);
}
