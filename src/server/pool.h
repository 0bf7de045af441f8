/* pool.h - threads that answer requests, so that those that talk to clients never wait.
 *
 * Each thread has a worker: query objects of the maps it was last asked about. */
#ifndef PF_SERVER_POOL_H
#define PF_SERVER_POOL_H

#include "pathfan/query.h"
#include "server/exchange.h"
#include "server/held_source.h"

/* Maps whose scratch one thread keeps. */
#define PF_WORKER_SEATS 4

typedef struct pf_seat {
  pf_held_source *held; /* held */
  pathfan_query *query;
} pf_seat;

typedef struct pf_worker {
  pf_seat seats[PF_WORKER_SEATS]; /* last used first */
  int count;
} pf_worker;

/* Returns the query object of a source, made if needed; the worker owns it. Errors: NO_MEMORY. */
pathfan_status pf_worker_query(pf_worker *worker, pf_held_source *held, pathfan_query **query);

typedef struct pf_pool pf_pool;

typedef struct pf_pool_options {
  int32_t threads;       /* 1..PF_POOL_THREADS_MAX */
  int32_t nice;          /* added niceness, 0..19 */
  int32_t requests;      /* that may wait or run at once */
  int32_t of_one_client; /* the same of one client; 0: as many */
} pf_pool_options;

#define PF_POOL_THREADS_MAX 64

/* Called on one of the threads for each exchange put in. */
typedef void pf_pool_function(void *context, pf_worker *worker, pf_exchange *x);

/* Starts the threads. Errors: NO_MEMORY, IO (no thread could be started). */
pathfan_status pf_pool_start(const pf_pool_options *options, pf_pool_function *function,
                             void *context, pf_pool **pool, pathfan_error *error);

typedef enum pf_pool_put_result {
  PF_POOL_TAKEN = 0,
  PF_POOL_FULL,        /* too many are waiting or running */
  PF_POOL_FULL_OF_ONE, /* too many of this client */
  PF_POOL_ENDED
} pf_pool_put_result;

/* Queues an exchange. Clients take turns: one with many waiting exchanges waits behind the first
 * ones of others. No limit refuses one that was answered in part: connections bound these. Any
 * thread. */
pf_pool_put_result pf_pool_put(pf_pool *pool, pf_exchange *x);

/* Counts the exchanges waiting or running. Any thread. */
int32_t pf_pool_in_hand(pf_pool *pool);

/* Refuses further exchanges, waits until all are done, and ends the threads. NULL is allowed. */
void pf_pool_end(pf_pool *pool);

/* Ends the pool, if it hasn't ended, and frees it: nothing may be put in any more. NULL is allowed.
 */
void pf_pool_free(pf_pool *pool);

/* Releases all that a worker holds. */
void pf_worker_clear(pf_worker *worker);

#endif
