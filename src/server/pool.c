/* pool.c - threads that answer requests.
 *
 * The queue is a list behind one lock, ordered by turns: each client has one exchange in a turn,
 * first come, first served (fair queuing: J. Nagle, On packet switches with infinite storage,
 * 1987). A thread that was idle for some seconds clears its worker, as the scratch of large maps is
 * large. On Linux niceness belongs to a thread: nice threads get the processor time that others
 * leave, and those never wait for them. */
#include "server/pool.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/condition.h"
#include "base/status.h"

#define SECONDS_IDLE 10

struct pf_pool {
  pthread_mutex_t lock;
  pthread_cond_t work;
  pf_exchange *first;
  uint64_t turn; /* of the exchange that was taken last */
  pf_pool_options options;
  int32_t in_hand;   /* waiting or running, without those answered in part, */
  int32_t begun;     /* which are here */
  uint64_t *clients; /* [Size: options.requests] their clients; [0, in_hand) */
  bool stopping;
  pf_pool_function *function;
  void *context;
  int32_t thread_count;
  pthread_t threads[PF_POOL_THREADS_MAX];
};

/* ---- Workers ---- */

static void drop(pf_worker *worker, int i) {
  pathfan_query_free(worker->seats[i].query);
  pf_held_source_release(worker->seats[i].held);
  worker->count--;
  memmove(&worker->seats[i], &worker->seats[i + 1],
          (size_t)(worker->count - i) * sizeof worker->seats[0]);
}

void pf_worker_clear(pf_worker *worker) {
  while (worker->count) drop(worker, worker->count - 1);
}

pathfan_status pf_worker_query(pf_worker *worker, pf_held_source *held, pathfan_query **query) {
  int i = 0;
  while (i < worker->count && worker->seats[i].held != held) i++;
  if (i == worker->count) {
    pathfan_query *made;
    const pathfan_status status = pf_source_query(&held->source, &made);
    if (status) return status;
    if (worker->count == PF_WORKER_SEATS) drop(worker, worker->count - 1);
    i = worker->count++;
    worker->seats[i].held = pf_held_source_retain(held);
    worker->seats[i].query = made;
  }
  const pf_seat found = worker->seats[i];
  memmove(&worker->seats[1], &worker->seats[0], (size_t)i * sizeof found);
  worker->seats[0] = found;
  *query = found.query;
  return PATHFAN_OK;
}

/* ---- Threads ---- */

/* Takes the next exchange, waiting for one; NULL at the end. The lock must be held. */
static pf_exchange *next(pf_pool *pool, pf_worker *worker) {
  while (!pool->first && !pool->stopping) {
    struct timespec until = pf_condition_now();
    until.tv_sec += SECONDS_IDLE;
    if (!worker->count) {
      pthread_cond_wait(&pool->work, &pool->lock);
    } else if (pthread_cond_timedwait(&pool->work, &pool->lock, &until) != 0 && !pool->first) {
      pthread_mutex_unlock(&pool->lock);
      pf_worker_clear(worker);
      pthread_mutex_lock(&pool->lock);
    }
  }
  pf_exchange *x = pool->first;
  if (x) {
    pool->first = x->next;
    assert(x->turn >= pool->turn);
    pool->turn = x->turn;
  }
  return x;
}

/* Puts an exchange into a turn: the one after that of its client's last waiting exchange. Without a
 * client, it waits only for those in the present turn. The lock must be held. */
static void line_up(pf_pool *pool, pf_exchange *x) {
  pf_exchange **place = &pool->first;
  x->turn = pool->turn;
  for (const pf_exchange *e = pool->first; e && x->client; e = e->next)
    if (e->client == x->client) x->turn = e->turn + 1;
  while (*place && (*place)->turn <= x->turn) place = &(*place)->next;
  x->next = *place;
  *place = x;
  assert(!x->next || x->next->turn > x->turn); /* turns ascend */
}

/* Removes an exchange of this client, which is done, from the counts. The lock must be held. */
static void let_go(pf_pool *pool, uint64_t client) {
  int32_t i = 0;
  assert(pool->in_hand > 0);
  while (pool->clients[i] != client) {
    i++;
    assert(i < pool->in_hand); /* its exchange was counted */
  }
  pool->clients[i] = pool->clients[--pool->in_hand];
}

static int32_t count_of(const pf_pool *pool, uint64_t client) {
  int32_t count = 0;
  for (int32_t i = 0; i < pool->in_hand; i++) count += pool->clients[i] == client;
  return count;
}

static void *work(void *context) {
  pf_pool *pool = context;
  pf_worker worker = {.count = 0};
  pf_exchange *x;
  if (pool->options.nice && nice(pool->options.nice) == -1) errno = 0; /* as nice as possible */
  pthread_mutex_lock(&pool->lock);
  while ((x = next(pool, &worker))) {
    const uint64_t client = x->client;
    const bool has_begun = x->has_begun;
    pthread_mutex_unlock(&pool->lock);
    pool->function(pool->context, &worker, x); /* x may be gone after this */
    pthread_mutex_lock(&pool->lock);
    if (has_begun)
      pool->begun--;
    else
      let_go(pool, client);
  }
  pthread_mutex_unlock(&pool->lock);
  pf_worker_clear(&worker);
  return NULL;
}

pathfan_status pf_pool_start(const pf_pool_options *options, pf_pool_function *function,
                             void *context, pf_pool **out, pathfan_error *error) {
  pf_pool *pool = calloc(1, sizeof *pool);
  *out = NULL;
  if (!pool) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pthread_mutex_init(&pool->lock, NULL);
  pf_condition_begin(&pool->work);
  pool->options = *options;
  if (!options->of_one_client) pool->options.of_one_client = options->requests;
  pool->function = function;
  pool->context = context;
  pool->clients = malloc((size_t)options->requests * sizeof *pool->clients);
  if (!pool->clients) {
    pf_pool_free(pool);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  while (pool->thread_count < options->threads && pool->thread_count < PF_POOL_THREADS_MAX &&
         pthread_create(&pool->threads[pool->thread_count], NULL, work, pool) == 0)
    pool->thread_count++;
  if (!pool->thread_count) {
    pf_pool_free(pool);
    return pf_fail(error, PATHFAN_ERR_IO, "no thread could be started");
  }
  *out = pool;
  return PATHFAN_OK;
}

pf_pool_put_result pf_pool_put(pf_pool *pool, pf_exchange *x) {
  pf_pool_put_result result = PF_POOL_TAKEN;
  pthread_mutex_lock(&pool->lock);
  if (pool->stopping)
    result = PF_POOL_ENDED;
  else if (x->has_begun)
    pool->begun++;
  else if (pool->in_hand >= pool->options.requests)
    result = PF_POOL_FULL;
  else if (x->client && count_of(pool, x->client) >= pool->options.of_one_client)
    result = PF_POOL_FULL_OF_ONE;
  if (!result) {
    assert(x->has_begun || pool->in_hand < pool->options.requests); /* there is room in clients */
    line_up(pool, x);
    if (!x->has_begun) pool->clients[pool->in_hand++] = x->client;
    pthread_cond_signal(&pool->work);
  }
  pthread_mutex_unlock(&pool->lock);
  return result;
}

int32_t pf_pool_in_hand(pf_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  const int32_t in_hand = pool->in_hand + pool->begun;
  pthread_mutex_unlock(&pool->lock);
  return in_hand;
}

void pf_pool_end(pf_pool *pool) {
  if (!pool) return;
  pthread_mutex_lock(&pool->lock);
  pool->stopping = true;
  pthread_cond_broadcast(&pool->work);
  pthread_mutex_unlock(&pool->lock);
  for (; pool->thread_count; pool->thread_count--)
    pthread_join(pool->threads[pool->thread_count - 1], NULL);
  assert(!pool->first); /* all that was taken is done */
  assert(!pool->in_hand && !pool->begun);
}

void pf_pool_free(pf_pool *pool) {
  if (!pool) return;
  pf_pool_end(pool);
  pthread_cond_destroy(&pool->work);
  pthread_mutex_destroy(&pool->lock);
  free(pool->clients);
  free(pool);
}
