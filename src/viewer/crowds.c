/* crowds.c - the crowds that run in this server: a small table behind one lock. */
#include "viewer/crowds.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/status.h"
#include "scenario/crowd_ground.h"
#include "viewer/limits.h"

static const char *const names[PF_ENVIRONMENTS] = {"big", "narrow", "medium"};

struct pf_crowds {
  pthread_mutex_t lock;
  pf_live_crowd *live[PF_CROWDS_MAX]; /* NULL: free */
  int32_t last;                       /* number of the newest one */
  _Atomic bool is_stopped;
  pthread_mutex_t making; /* held while an environment's index is made */
  pf_held_source *grounds[PF_ENVIRONMENTS];
};

pathfan_status pf_crowds_make(pf_crowds **out, pathfan_error *error) {
  pf_crowds *crowds = calloc(1, sizeof *crowds);
  *out = crowds;
  if (!crowds) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pthread_mutex_init(&crowds->lock, NULL);
  pthread_mutex_init(&crowds->making, NULL);
  return PATHFAN_OK;
}

void pf_crowds_free(pf_crowds *crowds) {
  if (!crowds) return;
  for (int i = 0; i < PF_CROWDS_MAX; i++) pf_live_crowd_release(crowds->live[i]);
  for (int i = 0; i < PF_ENVIRONMENTS; i++) pf_held_source_release(crowds->grounds[i]);
  pthread_mutex_destroy(&crowds->lock);
  pthread_mutex_destroy(&crowds->making);
  free(crowds);
}

void pf_crowds_stop(pf_crowds *crowds) {
  atomic_store_explicit(&crowds->is_stopped, true, memory_order_relaxed);
}

bool pf_crowds_is_stopped(const pf_crowds *crowds) {
  return atomic_load_explicit(&crowds->is_stopped, memory_order_relaxed);
}

/* ---- Environments ---- */

const char *pf_crowds_environment(int number) {
  return names[number];
}

static pathfan_status open_ground(const char *name, pf_held_source **held, pathfan_error *error) {
  pf_crowd_scenario scenario;
  pf_crowd_ground ground;
  if (!pf_crowd_scenario_of(name, &scenario))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "there is no environment '%s'", name);
  const pathfan_status status = pf_crowd_ground_open(&scenario, &ground, error);
  pf_crowd_scenario_free(&scenario);
  if (status) return status;
  *held = pf_held_source_make(ground.source.index, ground.source.map);
  return *held ? PATHFAN_OK : pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
}

pathfan_status pf_crowds_ground(pf_crowds *crowds, const char *environment, pf_held_source **held,
                                pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  int i = 0;
  *held = NULL;
  while (i + 1 < PF_ENVIRONMENTS && strcmp(names[i], environment) != 0) i++;
  pthread_mutex_lock(&crowds->making);
  if (!crowds->grounds[i]) status = open_ground(names[i], &crowds->grounds[i], error);
  if (!status) *held = pf_held_source_retain(crowds->grounds[i]);
  pthread_mutex_unlock(&crowds->making);
  return status;
}

/* ---- The table ---- */

void pf_live_crowd_release(pf_live_crowd *live) {
  if (!live || atomic_fetch_sub_explicit(&live->holders, 1, memory_order_acq_rel) > 1) return;
  pathfan_crowd_free(live->crowd);
  pf_held_source_release(live->held);
  pthread_mutex_destroy(&live->turn);
  free(live);
}

/* Finds a free place for a crowd of so many agents; -1, and a sentence in error, if there is none.
 * The lock must be held. */
static int find_place(const pf_crowds *crowds, int32_t agents, pathfan_error *error) {
  int64_t all = agents;
  int place = -1;
  for (int i = 0; i < PF_CROWDS_MAX; i++) {
    if (crowds->live[i])
      all += crowds->live[i]->agents;
    else
      place = i;
  }
  if (place < 0)
    (void)pf_fail(error, PATHFAN_ERR_BUSY, "%d crowds run here already; end one", PF_CROWDS_MAX);
  if (place >= 0 && all > PF_CROWD_AGENTS_OF_ALL) {
    (void)pf_fail(error, PATHFAN_ERR_BUSY,
                  "all crowds here would have %lld agents; it must be %d at most", (long long)all,
                  PF_CROWD_AGENTS_OF_ALL);
    place = -1;
  }
  return place;
}

pathfan_status pf_crowds_check(pf_crowds *crowds, int32_t agents, pathfan_error *error) {
  pf_crowds_tidy(crowds, pf_seconds());
  pthread_mutex_lock(&crowds->lock);
  const int place = find_place(crowds, agents, error);
  pthread_mutex_unlock(&crowds->lock);
  return place < 0 ? PATHFAN_ERR_BUSY : PATHFAN_OK;
}

pathfan_status pf_crowds_add(pf_crowds *crowds, const pf_live_crowd *made, pf_live_crowd **out,
                             pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  pf_live_crowd *live = malloc(sizeof *live);
  *out = NULL;
  if (!live) {
    pathfan_crowd_free(made->crowd);
    pf_held_source_release(made->held);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  *live = *made;
  live->holders = 1;
  live->inside = 1;
  live->asked = pf_seconds();
  pthread_mutex_init(&live->turn, NULL);
  pthread_mutex_lock(&live->turn);
  pthread_mutex_lock(&crowds->lock);
  const int place = find_place(crowds, live->agents, error);
  if (place < 0) {
    status = PATHFAN_ERR_BUSY;
  } else {
    live->number = ++crowds->last;
    live->holders = 2; /* the table and the caller */
    crowds->live[place] = live;
    *out = live;
  }
  pthread_mutex_unlock(&crowds->lock);
  if (status) {
    pf_live_crowd_leave(live);
    pf_live_crowd_release(live);
  }
  return status;
}

/* Returns the number in an id; 0: not such an id. */
static int32_t number_of(const char *id) {
  char *end;
  if (id[0] != 'c' || id[1] < '1' || id[1] > '9') return 0;
  const long number = strtol(id + 1, &end, 10);
  return *end || number > INT32_MAX ? 0 : (int32_t)number;
}

pf_live_crowd *pf_crowds_take(pf_crowds *crowds, const char *id) {
  const int32_t number = number_of(id);
  pf_live_crowd *found = NULL;
  pthread_mutex_lock(&crowds->lock);
  for (int i = 0; i < PF_CROWDS_MAX; i++)
    if (crowds->live[i] && crowds->live[i]->number == number) found = crowds->live[i];
  if (found) {
    atomic_fetch_add_explicit(&found->holders, 1, memory_order_relaxed);
    found->asked = pf_seconds();
  }
  pthread_mutex_unlock(&crowds->lock);
  return found;
}

void pf_crowds_remove(pf_crowds *crowds, pf_live_crowd *live) {
  bool is_there = false;
  pthread_mutex_lock(&crowds->lock);
  for (int i = 0; i < PF_CROWDS_MAX; i++)
    if (crowds->live[i] == live) {
      crowds->live[i] = NULL;
      is_there = true;
    }
  pthread_mutex_unlock(&crowds->lock);
  if (is_there) pf_live_crowd_release(live);
}

void pf_crowds_tidy(pf_crowds *crowds, double now) {
  for (int i = 0; i < PF_CROWDS_MAX; i++) {
    pf_live_crowd *old = NULL;
    pthread_mutex_lock(&crowds->lock);
    if (crowds->live[i] && now - crowds->live[i]->asked > PF_CROWD_SECONDS_IDLE) {
      old = crowds->live[i];
      crowds->live[i] = NULL;
    }
    pthread_mutex_unlock(&crowds->lock);
    pf_live_crowd_release(old); /* outside the lock, as it takes a while */
  }
}

/* ---- Turns ---- */

bool pf_live_crowd_enter(pf_live_crowd *live) {
  if (atomic_fetch_add_explicit(&live->inside, 1, memory_order_relaxed) <
      1 + PF_CROWD_WAITING_MAX) {
    pthread_mutex_lock(&live->turn);
    return true;
  }
  atomic_fetch_sub_explicit(&live->inside, 1, memory_order_relaxed);
  return false;
}

void pf_live_crowd_leave(pf_live_crowd *live) {
  pthread_mutex_unlock(&live->turn);
  atomic_fetch_sub_explicit(&live->inside, 1, memory_order_relaxed);
}
