/* pool.c - threads that answer requests.
 *
 * A list behind one lock, first come, first served. A thread that had nothing to do for
 * some seconds clears its desk: scratch of large maps is large. */
#include "viewer/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/status.h"
#include "viewer/limits.h"

#define SECONDS_IDLE 10

struct pathfan_pool {
  pthread_mutex_t lock;
  pthread_cond_t work;
  pathfan_exchange *first, **last;
  int in_hand; /* waiting or running */
  bool stopping;
  pathfan_pool_function *function;
  void *context;
  int32_t thread_count;
  pthread_t threads[64];
};

/* ---- Desks ---- */

static void drop(pathfan_desk *desk, int i) {
  pathfan_query_free(desk->seats[i].query);
  pathfan_held_source_release(desk->seats[i].held);
  desk->count--;
  memmove(&desk->seats[i], &desk->seats[i + 1], (size_t)(desk->count - i) * sizeof desk->seats[0]);
}

static void clear(pathfan_desk *desk) {
  while (desk->count) drop(desk, desk->count - 1);
}

pathfan_status pathfan_desk_query(pathfan_desk *desk, pathfan_held_source *held,
                                  pathfan_query **query) {
  int i = 0;
  while (i < desk->count && desk->seats[i].held != held) i++;
  if (i == desk->count) {
    pathfan_query *made;
    const pathfan_status status = pathfan_source_query(&held->source, &made);
    if (status) return status;
    if (desk->count == PATHFAN_DESK_SEATS) drop(desk, desk->count - 1);
    i = desk->count++;
    desk->seats[i].held = pathfan_held_source_retain(held);
    desk->seats[i].query = made;
  }
  const __typeof__(desk->seats[0]) found = desk->seats[i];
  memmove(&desk->seats[1], &desk->seats[0], (size_t)i * sizeof found);
  desk->seats[0] = found;
  *query = found.query;
  return PATHFAN_OK;
}

/* ---- Threads ---- */

/* The next exchange; NULL at the end. With the lock held. */
static pathfan_exchange *next(pathfan_pool *pool, pathfan_desk *desk) {
  while (!pool->first && !pool->stopping) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += SECONDS_IDLE;
    if (!desk->count) {
      pthread_cond_wait(&pool->work, &pool->lock);
    } else if (pthread_cond_timedwait(&pool->work, &pool->lock, &until) != 0 && !pool->first) {
      pthread_mutex_unlock(&pool->lock);
      clear(desk);
      pthread_mutex_lock(&pool->lock);
    }
  }
  pathfan_exchange *x = pool->first;
  if (x) {
    pool->first = x->next;
    if (!pool->first) pool->last = &pool->first;
  }
  return x;
}

static void *work(void *context) {
  pathfan_pool *pool = context;
  pathfan_desk desk = {.count = 0};
  pathfan_exchange *x;
  pthread_mutex_lock(&pool->lock);
  while ((x = next(pool, &desk))) {
    pthread_mutex_unlock(&pool->lock);
    pool->function(pool->context, &desk, x); /* x may be gone after this */
    pthread_mutex_lock(&pool->lock);
    pool->in_hand--;
  }
  pthread_mutex_unlock(&pool->lock);
  clear(&desk);
  return NULL;
}

pathfan_status pathfan_pool_start(int32_t threads, pathfan_pool_function *function, void *context,
                                  pathfan_pool **out, pathfan_error *error) {
  pathfan_pool *pool = calloc(1, sizeof *pool);
  pthread_condattr_t monotonic;
  *out = NULL;
  if (!pool) return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pthread_mutex_init(&pool->lock, NULL);
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&pool->work, &monotonic);
  pthread_condattr_destroy(&monotonic);
  pool->last = &pool->first;
  pool->function = function;
  pool->context = context;
  while (pool->thread_count < threads && pool->thread_count < 64 &&
         pthread_create(&pool->threads[pool->thread_count], NULL, work, pool) == 0)
    pool->thread_count++;
  if (!pool->thread_count) {
    pathfan_pool_free(pool);
    return pathfan_fail(error, PATHFAN_ERR_IO, "no thread could be started");
  }
  *out = pool;
  return PATHFAN_OK;
}

bool pathfan_pool_put(pathfan_pool *pool, pathfan_exchange *x) {
  pthread_mutex_lock(&pool->lock);
  const bool room = pool->in_hand < PATHFAN_REQUESTS_MAX && !pool->stopping;
  if (room) {
    x->next = NULL;
    *pool->last = x;
    pool->last = &x->next;
    pool->in_hand++;
    pthread_cond_signal(&pool->work);
  }
  pthread_mutex_unlock(&pool->lock);
  return room;
}

void pathfan_pool_end(pathfan_pool *pool) {
  if (!pool) return;
  pthread_mutex_lock(&pool->lock);
  pool->stopping = true;
  pthread_cond_broadcast(&pool->work);
  pthread_mutex_unlock(&pool->lock);
  for (; pool->thread_count; pool->thread_count--)
    pthread_join(pool->threads[pool->thread_count - 1], NULL);
}

void pathfan_pool_free(pathfan_pool *pool) {
  if (!pool) return;
  pathfan_pool_end(pool);
  pthread_cond_destroy(&pool->work);
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}
