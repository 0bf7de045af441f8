/* pool.h - threads that answer requests, so that those that talk to clients never wait.
 *
 * Each has a desk: the query objects of the maps it was asked about last. */
#ifndef PATHFAN_VIEWER_POOL_H
#define PATHFAN_VIEWER_POOL_H

#include "pathfan/query.h"
#include "viewer/exchange.h"
#include "viewer/served_maps.h"

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

/* Called on one of the threads for each exchange that was put in. */
typedef void pathfan_pool_function(void *context, pathfan_desk *desk, pathfan_exchange *x);

/* Errors: NO_MEMORY, IO (no thread could be started). */
pathfan_status pathfan_pool_start(int32_t threads, pathfan_pool_function *function, void *context,
                                  pathfan_pool **pool, pathfan_error *error);

/* False: too many are waiting or running, or the pool has ended. Any thread. */
bool pathfan_pool_put(pathfan_pool *pool, pathfan_exchange *x);

/* Takes no more, waits until everything put in is done, and ends the threads. NULL is fine. */
void pathfan_pool_end(pathfan_pool *pool);

/* Ends it, if it hasn't been, and frees it: nobody may put something in any more. NULL is
 * fine. */
void pathfan_pool_free(pathfan_pool *pool);

#endif
