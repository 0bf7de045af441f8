/* crowds.h - the crowds that run in this server, one for whoever looks at it.
 *
 *   pathfan_live_crowd *live = pathfan_crowds_take(crowds, "c1");
 *   if (pathfan_live_crowd_enter(live)) {
 *     ... pathfan_crowd_step(live->crowd) ...
 *     pathfan_live_crowd_leave(live);
 *   }
 *   pathfan_live_crowd_release(live);
 *
 * A crowd makes steps only while a request asks for them, on that request's thread; so it needs
 * none of its own, and waits for whoever looks. It lives until it is removed, or nobody has asked
 * about it for a while, and the last who holds it has let go. Any thread may call anything here. */
#ifndef PATHFAN_VIEWER_CROWDS_H
#define PATHFAN_VIEWER_CROWDS_H

#include <pthread.h>

#include "pathfan/crowd.h"
#include "server/held_source.h"
#include "viewer/served_maps.h"

#define PATHFAN_ENVIRONMENTS 3

typedef struct pathfan_live_crowd {
  int holders; /* atomic */
  int inside;  /* atomic; requests whose turn it is, or who wait for it */
  int32_t number;
  char map[PATHFAN_ID_BYTES]; /* "": an environment */
  const pathfan_crowd_environment *environment;
  pathfan_held_source *held; /* what it walks on: nobody else's, so that it stays as it is */
  int32_t agents;            /* that count against the server's limit */
  int32_t flow_count;
  double asked; /* when somebody asked about it last; under the lock of all */

  /* Of whose turn it is. */
  pthread_mutex_t turn;
  pathfan_crowd *crowd;
  pathfan_crowd_strategy strategy;
  int64_t max_steps;
  int32_t closed; /* polygons, those to be closed later too */
  bool is_broken; /* a step has failed: it can only go */
} pathfan_live_crowd;

typedef struct pathfan_crowds pathfan_crowds;

/* Errors: NO_MEMORY. */
pathfan_status pathfan_crowds_make(pathfan_crowds **crowds, pathfan_error *error);

/* Nobody may hold one any more. NULL is fine. */
void pathfan_crowds_free(pathfan_crowds *crowds);

/* From now on requests make no steps. */
void pathfan_crowds_stop(pathfan_crowds *crowds);
bool pathfan_crowds_is_stopped(const pathfan_crowds *crowds);

/* Names of the environments, 0 to PATHFAN_ENVIRONMENTS - 1. */
const char *pathfan_crowds_environment(int number);

/* An environment with an index, held; it is made when the first asks. Errors: those of
 * pathfan_crowd_ground_open. */
pathfan_status pathfan_crowds_ground(pathfan_crowds *crowds, const char *environment,
                                     pathfan_held_source **held, pathfan_error *error);

/* Begins one that is all set but for its number, and takes it over, also after an error. *live is
 * held for the caller, whose turn it is. Errors: BUSY (there are as many as there may be, or
 * agents). */
pathfan_status pathfan_crowds_add(pathfan_crowds *crowds, const pathfan_live_crowd *made,
                                  pathfan_live_crowd **live, pathfan_error *error);

/* Whether there is room for one more of so many agents; else a sentence. */
pathfan_status pathfan_crowds_check(pathfan_crowds *crowds, int32_t agents, pathfan_error *error);

/* The crowd of an id like c1, held; NULL: there is none (any more). */
pathfan_live_crowd *pathfan_crowds_take(pathfan_crowds *crowds, const char *id);
void pathfan_live_crowd_release(pathfan_live_crowd *live); /* NULL is fine */

/* Nobody can ask for it any more. */
void pathfan_crowds_remove(pathfan_crowds *crowds, pathfan_live_crowd *live);

/* Removes those about which nobody has asked lately; now as pathfan_seconds. */
void pathfan_crowds_tidy(pathfan_crowds *crowds, double now);

/* Waits for one's turn. False: too many wait. */
bool pathfan_live_crowd_enter(pathfan_live_crowd *live);
void pathfan_live_crowd_leave(pathfan_live_crowd *live);

#endif
