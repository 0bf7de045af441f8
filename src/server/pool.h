/* pool.h - threads that answer requests, so that those that talk to clients never wait.
 *
 * Each thread has a desk: query objects of the maps it was last asked about. */
#ifndef PATHFAN_SERVER_POOL_H
#define PATHFAN_SERVER_POOL_H

#include "pathfan/query.h"
#include "server/exchange.h"
#include "server/held_source.h"

/* Maps whose scratch one thread keeps. */
#define PATHFAN_DESK_SEATS 4

typedef struct pathfan_desk {
  struct {
    pathfan_held_source *held; /* held */
    pathfan_query *query;
  } seats[PATHFAN_DESK_SEATS]; /* last used first */
  int count;
} pathfan_desk;

/* Returns the query object of a source, made if needed; the desk owns it. Errors: NO_MEMORY. */
pathfan_status pathfan_desk_query(pathfan_desk *desk, pathfan_held_source *held,
                                  pathfan_query **query);

typedef struct pathfan_pool pathfan_pool;

typedef struct pathfan_pool_options {
  int32_t threads;       /* 1..PATHFAN_POOL_THREADS_MAX */
  int32_t nice;          /* added niceness, 0..19 */
  int32_t requests;      /* that may wait or run at once */
  int32_t of_one_client; /* the same of one client; 0: as many */
} pathfan_pool_options;

#define PATHFAN_POOL_THREADS_MAX 64

/* Called on one of the threads for each exchange put in. */
typedef void pathfan_pool_function(void *context, pathfan_desk *desk, pathfan_exchange *x);

/* Starts the threads. Errors: NO_MEMORY, IO (no thread could be started). */
pathfan_status pathfan_pool_start(const pathfan_pool_options *options,
                                  pathfan_pool_function *function, void *context,
                                  pathfan_pool **pool, pathfan_error *error);

typedef enum pathfan_pool_put_result {
  PATHFAN_POOL_TAKEN = 0,
  PATHFAN_POOL_FULL,        /* too many are waiting or running */
  PATHFAN_POOL_FULL_OF_ONE, /* too many of this client */
  PATHFAN_POOL_ENDED
} pathfan_pool_put_result;

/* Queues an exchange. Clients take turns: one with many waiting exchanges waits behind the first
 * ones of others. Any thread. */
pathfan_pool_put_result pathfan_pool_put(pathfan_pool *pool, pathfan_exchange *x);

/* Counts the exchanges waiting or running. Any thread. */
int32_t pathfan_pool_in_hand(pathfan_pool *pool);

/* Refuses further exchanges, waits until all are done, and ends the threads. NULL is fine. */
void pathfan_pool_end(pathfan_pool *pool);

/* Ends the pool, if it hasn't ended, and frees it: nothing may be put in any more. NULL is fine. */
void pathfan_pool_free(pathfan_pool *pool);

/* Releases all that a desk holds. */
void pathfan_desk_clear(pathfan_desk *desk);

#endif
