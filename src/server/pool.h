/* pool.h - threads that answer requests, so that those that talk to clients never wait.
 *
 * Each has a desk: the query objects of the maps it was asked about last. */
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
  } seats[PATHFAN_DESK_SEATS]; /* used last first */
  int count;
} pathfan_desk;

/* The query object of a source, made if need be; the desk's. Errors: NO_MEMORY. */
pathfan_status pathfan_desk_query(pathfan_desk *desk, pathfan_held_source *held,
                                  pathfan_query **query);

typedef struct pathfan_pool pathfan_pool;

typedef struct pathfan_pool_options {
  int32_t threads;       /* 1..PATHFAN_POOL_THREADS_MAX */
  int32_t nice;          /* that much nicer than the rest of the process, 0..19 */
  int32_t requests;      /* that may wait or run */
  int32_t of_one_client; /* the same of one client; 0: as many */
} pathfan_pool_options;

#define PATHFAN_POOL_THREADS_MAX 64

/* Called on one of the threads for each exchange that was put in. */
typedef void pathfan_pool_function(void *context, pathfan_desk *desk, pathfan_exchange *x);

/* Errors: NO_MEMORY, IO (no thread could be started). */
pathfan_status pathfan_pool_start(const pathfan_pool_options *options,
                                  pathfan_pool_function *function, void *context,
                                  pathfan_pool **pool, pathfan_error *error);

typedef enum pathfan_pool_put_result {
  PATHFAN_POOL_TAKEN = 0,
  PATHFAN_POOL_FULL,        /* too many are waiting or running */
  PATHFAN_POOL_FULL_OF_ONE, /* too many of this client */
  PATHFAN_POOL_ENDED
} pathfan_pool_put_result;

/* Clients take turns: one that has put in many waits behind others' first ones. Any thread. */
pathfan_pool_put_result pathfan_pool_put(pathfan_pool *pool, pathfan_exchange *x);

/* How many are waiting or running. Any thread. */
int32_t pathfan_pool_in_hand(pathfan_pool *pool);

/* Takes no more, waits until everything put in is done, and ends the threads. NULL is fine. */
void pathfan_pool_end(pathfan_pool *pool);

/* Ends it, if it hasn't been, and frees it: nobody may put something in any more. NULL is
 * fine. */
void pathfan_pool_free(pathfan_pool *pool);

/* Lets go of all that a desk holds. */
void pathfan_desk_clear(pathfan_desk *desk);

#endif
