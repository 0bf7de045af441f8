/* members.c - member 0 has the counter that gives out batches, and answers requests for numbers.
 * Each stage has a counter of its own, so that no member waits for a late one. Results are sent
 * without waiting: a message is the batch's number and its bytes, and is kept until it has gone.
 * MPI is used for broadcasts and for messages between two: adding to member 0's memory remotely
 * would need no answers, but Debian's Open MPI can't do so where machines have only TCP.
 *
 * A thread of each member, the attendant, does nothing but check for messages every so often:
 * answers would take as long as a batch otherwise. Threads of a member take turns: at most one is
 * in MPI (MPI_THREAD_SERIALIZED). A thread that waits for other members sleeps in between: MPI's
 * own waiting takes a core, which others may need. */
#include "mpi/members.h"

#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"

/* Most times that a build begins batches: a hub order does so some hundred times. */
enum { STAGES = 1 << 16 };

/* Results are tagged by stage, since a member may be a stage ahead of member 0. Any MPI has that
 * many tags. */
enum { TAGS = 1 << 14, TAG_ASK = TAGS, TAG_NUMBER };

/* Bytes sent to all members in one call. */
#define TOLD_AT_ONCE (1 << 28)

/* Between two checks for messages. */
#define WAIT_NANOSECONDS 300000

typedef struct message {
  uint8_t *bytes;
  MPI_Request request;
} message;

struct pf_members {
  pf_processes processes;
  pthread_mutex_t mutex; /* held by the thread in MPI; guards the rest */
  int64_t *counters;     /* [Size: STAGES] next numbers; member 0's */
  int stage;             /* the current one; -1: none yet */
  message *sent;         /* messages not known to have gone */
  int32_t sent_count, sent_capacity;
  pthread_t attendant;
  _Atomic bool is_over; /* the attendant is to end */
};

static int tag_of(const pf_members *m) {
  return m->stage % TAGS;
}

static void pause_a_little(void) {
  const struct timespec pause = {.tv_nsec = WAIT_NANOSECONDS};
  nanosleep(&pause, NULL);
}

/* Waits for a request, letting other threads have turns in between. */
static void wait_for(pf_members *m, MPI_Request *request) {
  for (int has_come = 0; !has_come;) {
    pthread_mutex_lock(&m->mutex);
    MPI_Test(request, &has_come, MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&m->mutex);
    if (!has_come) pause_a_little();
  }
}

/* ---- What a process group does ---- */

static pathfan_status tell(void *context, void *data, uint64_t bytes) {
  pf_members *m = context;
  for (uint64_t at = 0; at < bytes; at += TOLD_AT_ONCE) {
    const uint64_t left = bytes - at;
    MPI_Request request;
    pthread_mutex_lock(&m->mutex);
    MPI_Ibcast((char *)data + at, (int)(left < TOLD_AT_ONCE ? left : TOLD_AT_ONCE), MPI_BYTE, 0,
               MPI_COMM_WORLD, &request);
    pthread_mutex_unlock(&m->mutex);
    wait_for(m, &request);
  }
  return PATHFAN_OK;
}

static pathfan_status begin(void *context) {
  pf_members *m = context;
  return ++m->stage < STAGES ? PATHFAN_OK : PATHFAN_ERR_LIMIT;
}

static pathfan_status next(void *context, int64_t *number) {
  pf_members *m = context;
  MPI_Request request;
  pthread_mutex_lock(&m->mutex);
  if (!m->processes.member) {
    *number = m->counters[m->stage]++;
  } else { /* each of several threads gets an answer, whichever's it is */
    MPI_Irecv(number, 1, MPI_INT64_T, 0, TAG_NUMBER, MPI_COMM_WORLD, &request);
    MPI_Send(&m->stage, 1, MPI_INT, 0, TAG_ASK, MPI_COMM_WORLD);
  }
  pthread_mutex_unlock(&m->mutex);
  if (m->processes.member) wait_for(m, &request);
  return PATHFAN_OK;
}

/* Drops messages that have gone; the mutex must be held. */
static void clear_sent(pf_members *m) {
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
  pf_members *m = context;
  const uint64_t whole = size + sizeof batch;
  pathfan_status status = whole > INT_MAX ? PATHFAN_ERR_LIMIT : PATHFAN_OK;
  message sent = {.bytes = status ? NULL : pf_alloc(whole, 1)};
  if (!status && !sent.bytes) status = PATHFAN_ERR_NO_MEMORY;
  pthread_mutex_lock(&m->mutex);
  clear_sent(m);
  if (!status) status = pf_grow(&m->sent, &m->sent_capacity, m->sent_count + 1);
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
  pf_members *m = context;
  MPI_Status from;
  int has_come = 0, whole = 0;
  pathfan_status status = PATHFAN_OK;
  *bytes = NULL;
  pthread_mutex_lock(&m->mutex);
  MPI_Iprobe(MPI_ANY_SOURCE, tag_of(m), MPI_COMM_WORLD, &has_come, &from);
  if (has_come) {
    MPI_Get_count(&from, MPI_BYTE, &whole);
    *bytes = pf_alloc((uint64_t)whole, 1);
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
  pf_members *m = context;
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

/* Gives numbers to all members that asked, as member 0; the mutex must be held. */
static void answer(pf_members *m) {
  for (;;) {
    MPI_Status from;
    int has_asked = 0, stage;
    MPI_Iprobe(MPI_ANY_SOURCE, TAG_ASK, MPI_COMM_WORLD, &has_asked, &from);
    if (!has_asked) return;
    MPI_Recv(&stage, 1, MPI_INT, from.MPI_SOURCE, TAG_ASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&m->counters[stage], 1, MPI_INT64_T, from.MPI_SOURCE, TAG_NUMBER, MPI_COMM_WORLD);
    m->counters[stage]++;
  }
}

/* Runs the attendant. Checking also lets MPI progress what other threads send and wait for. */
static void *attend(void *context) {
  pf_members *m = context;
  while (!atomic_load(&m->is_over)) {
    int is_there;
    pthread_mutex_lock(&m->mutex);
    if (m->processes.member)
      MPI_Iprobe(0, TAG_ASK, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    else
      answer(m);
    pthread_mutex_unlock(&m->mutex);
    pause_a_little();
  }
  return NULL;
}

pf_members *pf_members_join(int *argc, char ***argv) {
  int provided = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) return NULL;
  pf_members *m = pf_alloc_zero(1, sizeof *m);
  if (m && provided >= MPI_THREAD_SERIALIZED) {
    m->processes = (pf_processes){.context = m,
                                  .tell = tell,
                                  .begin = begin,
                                  .next = next,
                                  .send = send,
                                  .receive = receive,
                                  .end = end};
    MPI_Comm_rank(MPI_COMM_WORLD, &m->processes.member);
    MPI_Comm_size(MPI_COMM_WORLD, &m->processes.count);
    m->stage = -1;
    m->counters = m->processes.member ? NULL : pf_alloc_zero(STAGES, sizeof *m->counters);
    pthread_mutex_init(&m->mutex, NULL);
    if ((m->processes.member || m->counters) && !pthread_create(&m->attendant, NULL, attend, m))
      return m;
  }
  fputs(provided < MPI_THREAD_SERIALIZED ? "pathfan: this MPI has no threads\n"
                                         : "pathfan: out of memory\n",
        stderr);
  if (m) free(m->counters);
  free(m);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return NULL;
}

const pf_processes *pf_members_processes(const pf_members *members) {
  return &members->processes;
}

void pf_members_leave(pf_members *m) {
  MPI_Request request;
  pthread_mutex_lock(&m->mutex);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  pthread_mutex_unlock(&m->mutex);
  wait_for(m, &request);
  atomic_store(&m->is_over, true);
  pthread_join(m->attendant, NULL);
  free(m->counters);
  free(m->sent);
  pthread_mutex_destroy(&m->mutex);
  free(m);
  MPI_Finalize();
}

void pf_members_abort(pf_members *m, int code) {
  pthread_mutex_lock(&m->mutex); /* never unlocked: no other thread may enter MPI any more */
  MPI_Abort(MPI_COMM_WORLD, code);
}
