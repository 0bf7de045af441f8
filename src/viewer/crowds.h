/* crowds.h - the crowds that run in this server, one for each client that watches one.
 *
 *   pf_live_crowd *live = pf_crowds_take(crowds, "c1");
 *   if (pf_live_crowd_enter(live)) {
 *     ... pathfan_crowd_step(live->crowd) ...
 *     pf_live_crowd_leave(live);
 *   }
 *   pf_live_crowd_release(live);
 *
 * A crowd makes steps only during a request for them, on the request's thread; it has no thread of
 * its own, and waits for its client. It lives until it is removed, or no request has come for a
 * while, and its last holder has released it. Any thread may call any function here. */
#ifndef PF_VIEWER_CROWDS_H
#define PF_VIEWER_CROWDS_H

#include <pthread.h>

#include "pathfan/crowd.h"
#include "server/held_source.h"
#include "viewer/served_maps.h"

#define PF_ENVIRONMENTS 3

typedef struct pf_live_crowd {
  _Atomic int holders;
  _Atomic int inside; /* requests that have their turn or wait for it */
  int32_t number;
  char map[PF_ID_BYTES]; /* "": an environment */
  const pathfan_crowd_environment *environment;
  pf_held_source *held; /* the ground it walks on: its own, so that it doesn't change */
  int32_t agents;       /* counted against the server's limit */
  int32_t flow_count;
  double asked; /* time of the last request about it; under the lock of all */

  /* For the thread that has its turn. */
  pthread_mutex_t turn;
  pathfan_crowd *crowd;
  pathfan_crowd_strategy strategy;
  int64_t max_steps;
  double step_seconds; /* 0: its law has no units */
  int32_t closed;      /* polygons, including those to be closed later */
  bool is_broken;      /* a step has failed: it can only be removed */
} pf_live_crowd;

typedef struct pf_crowds pf_crowds;

/* Makes an empty table. Errors: NO_MEMORY. */
pathfan_status pf_crowds_make(pf_crowds **crowds, pathfan_error *error);

/* Frees all; no crowd may be held any more. NULL is allowed. */
void pf_crowds_free(pf_crowds *crowds);

/* Makes requests take no more steps. */
void pf_crowds_stop(pf_crowds *crowds);
bool pf_crowds_is_stopped(const pf_crowds *crowds);

/* Returns the name of an environment, 0 to PF_ENVIRONMENTS - 1. */
const char *pf_crowds_environment(int number);

/* Returns an environment with an index, held; it is made at first use. Errors: those of
 * pf_crowd_ground_open. */
pathfan_status pf_crowds_ground(pf_crowds *crowds, const char *environment, pf_held_source **held,
                                pathfan_error *error);

/* Adds a crowd, complete except for its number, and takes it over, even after an error. *live is
 * held for the caller, who has its turn. Errors: BUSY (no room for more crowds or agents),
 * NO_MEMORY. */
pathfan_status pf_crowds_add(pf_crowds *crowds, const pf_live_crowd *made, pf_live_crowd **live,
                             pathfan_error *error);

/* Checks that there is room for one more crowd of so many agents. Errors: BUSY. */
pathfan_status pf_crowds_check(pf_crowds *crowds, int32_t agents, pathfan_error *error);

/* Returns the crowd of an id like c1, held; NULL: there is none (any more). */
pf_live_crowd *pf_crowds_take(pf_crowds *crowds, const char *id);
void pf_live_crowd_release(pf_live_crowd *live); /* NULL is fine */

/* Removes a crowd from the table: it can't be found any more. */
void pf_crowds_remove(pf_crowds *crowds, pf_live_crowd *live);

/* Removes the crowds without recent requests; now: as pf_seconds. */
void pf_crowds_tidy(pf_crowds *crowds, double now);

/* Waits for the turn of the caller. False: too many wait. */
bool pf_live_crowd_enter(pf_live_crowd *live);
void pf_live_crowd_leave(pf_live_crowd *live);

#endif
