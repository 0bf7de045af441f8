/* jobs.c - indexes built in the background.
 *
 * The last jobs are kept in a ring, so that a page can ask how one ended. The builder
 * publishes an index by rename; then the open index reloads it, or a place that had none
 * gets one. Requests go on all the while. */
#include "viewer/jobs.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pathfan/build.h"

/* Jobs that are remembered. More can't wait: places are fewer. */
#define JOBS_KEPT 1024

/* Seconds that the end waits for a build. */
#define SECONDS_LAST 3

typedef enum job_state { WAITING = 0, BUILDING, DONE, FAILED } job_state;

typedef struct job {
  int32_t number;       /* 0: none yet */
  pathfan_place *place; /* held while it isn't done or failed */
  char map[PATHFAN_ID_BYTES];
  job_state state;
  bool soon;
  const char *stage;
  double done;
  char message[256];
} job;

struct pathfan_jobs {
  pthread_mutex_t lock;
  pthread_cond_t news; /* to the thread: work or the end; from it: it has ended */
  pathfan_world *world;
  pathfan_world_message *message;
  pthread_t thread;
  int32_t last; /* number of the last job */
  job *running;
  bool stopping, ended, abandoned;
  bool showing; /* the world is in use: the end waits for that */
  job jobs[JOBS_KEPT];
};

/* ---- One build ---- */

/* The share of a build that comes before a stage, and its own: about that of large maps. */
static const struct {
  const char *stage;
  double before, share;
} shares[] = {{"wait", 0, 0.01},      {"map", 0.01, 0.04},     {"sight", 0.05, 0.10},
              {"order", 0.15, 0.01},  {"trees", 0.16, 0.24},   {"columns", 0.40, 0.10},
              {"tables", 0.50, 0.30}, {"regions", 0.80, 0.15}, {"write", 0.95, 0.05}};

static void progress(void *context, const char *stage, int64_t done, int64_t total) {
  pathfan_jobs *jobs = context;
  pthread_mutex_lock(&jobs->lock);
  if (!jobs->abandoned && jobs->running) {
    jobs->running->stage = stage;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
      if (strcmp(shares[i].stage, stage) == 0)
        jobs->running->done =
            shares[i].before +
            (total > 0 ? shares[i].share * (double)done / (double)total : shares[i].share);
  }
  pthread_mutex_unlock(&jobs->lock);
}

/* The place gets what was built. */
static pathfan_status show(pathfan_world *world, pathfan_place *place, pathfan_error *error) {
  pathfan_view *view = pathfan_world_view(world, place);
  pathfan_status status;
  if (view->index) {
    status = pathfan_index_reload(view->index, error);
  } else {
    pathfan_index *index;
    status = pathfan_index_open(place->index_path, NULL, &index, error);
    pathfan_view *fresh = status ? NULL : pathfan_view_make(index, NULL);
    if (fresh)
      pathfan_world_show(world, place, fresh);
    else if (!status)
      status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  pathfan_view_release(view);
  return status;
}

/* Begins and ends the use of the world, unless nobody waits for the thread any more:
 * false, what it would touch may be gone then. */
static bool set_showing(pathfan_jobs *jobs, bool showing) {
  pthread_mutex_lock(&jobs->lock);
  jobs->showing = showing && !jobs->abandoned;
  const bool good = jobs->showing;
  pthread_cond_broadcast(&jobs->news);
  pthread_mutex_unlock(&jobs->lock);
  return good;
}

static pathfan_status build(pathfan_jobs *jobs, pathfan_place *place, pathfan_error *error) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  if (options.threads > 1) options.threads--; /* one is for answering */
  options.progress = progress;
  options.progress_context = jobs;
  pathfan_status status =
      pathfan_build_index(place->map_path, place->index_path, &options, NULL, error);
  if (status || !set_showing(jobs, true)) return status;
  status = show(jobs->world, place, error);
  set_showing(jobs, false);
  return status;
}

/* ---- The thread ---- */

/* The job to do next; NULL: none waits. With the lock held. */
static job *choose(pathfan_jobs *jobs) {
  job *found = NULL;
  for (int i = 0; i < JOBS_KEPT; i++) {
    job *j = &jobs->jobs[i];
    if (!j->number || j->state != WAITING) continue;
    if (!found || j->soon > found->soon || (j->soon == found->soon && j->number < found->number))
      found = j;
  }
  return found;
}

/* A job that waits for a place; NULL: none does. With the lock held. */
static job *waiting_for(pathfan_jobs *jobs, const pathfan_place *place) {
  for (int i = 0; i < JOBS_KEPT; i++) {
    job *j = &jobs->jobs[i];
    if (j->number && j->state == WAITING && j->place == place) return j;
  }
  return NULL;
}

/* Does one job; the lock is held before and after. */
static void work_on(pathfan_jobs *jobs, job *j) {
  pathfan_error error = {""};
  pathfan_place *place = j->place;
  j->state = BUILDING;
  jobs->running = j;
  pthread_mutex_unlock(&jobs->lock);
  const pathfan_status status = build(jobs, place, &error);
  pthread_mutex_lock(&jobs->lock);
  if (jobs->abandoned) return;
  j->state = status ? FAILED : DONE;
  j->place = NULL;
  j->stage = "";
  if (!status) j->done = 1;
  snprintf(j->message, sizeof j->message, "%s",
           !status       ? ""
           : *error.text ? error.text
                         : pathfan_status_text(status));
  jobs->running = NULL;
  const job *next = waiting_for(jobs, place);
  pathfan_world_set_job(jobs->world, place, next ? next->number : 0);
  if (status && jobs->message) jobs->message(j->message);
  pathfan_place_release(place);
}

static void *work(void *context) {
  pathfan_jobs *jobs = context;
  pthread_mutex_lock(&jobs->lock);
  while (!jobs->stopping) {
    job *j = choose(jobs);
    if (j)
      work_on(jobs, j);
    else
      pthread_cond_wait(&jobs->news, &jobs->lock);
  }
  jobs->ended = true;
  pthread_cond_broadcast(&jobs->news);
  pthread_mutex_unlock(&jobs->lock);
  return NULL;
}

pathfan_status pathfan_jobs_start(pathfan_world *world, pathfan_world_message *message,
                                  pathfan_jobs **out, pathfan_error *error) {
  pthread_condattr_t monotonic;
  pathfan_jobs *jobs = calloc(1, sizeof *jobs);
  *out = NULL;
  if (!jobs) return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  jobs->world = world;
  jobs->message = message;
  pthread_mutex_init(&jobs->lock, NULL);
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&jobs->news, &monotonic);
  pthread_condattr_destroy(&monotonic);
  if (pthread_create(&jobs->thread, NULL, work, jobs) != 0) {
    free(jobs);
    return pathfan_fail(error, PATHFAN_ERR_IO, "no thread could be started");
  }
  *out = jobs;
  return PATHFAN_OK;
}

int32_t pathfan_jobs_add(pathfan_jobs *jobs, pathfan_place *place, bool soon) {
  pthread_mutex_lock(&jobs->lock);
  job *j = waiting_for(jobs, place);
  if (j) {
    j->soon |= soon;
  } else {
    for (int tries = 0; tries < JOBS_KEPT && !j; tries++) {
      job *slot = &jobs->jobs[++jobs->last % JOBS_KEPT];
      if (!slot->number || slot->state >= DONE) j = slot;
    }
    if (j) {
      *j = (job){
          .number = jobs->last, .place = pathfan_place_hold(place), .soon = soon, .stage = ""};
      snprintf(j->map, sizeof j->map, "%s", place->id);
      pathfan_world_set_job(jobs->world, place, j->number);
      pthread_cond_broadcast(&jobs->news);
    }
  }
  const int32_t number = j ? j->number : 0;
  pthread_mutex_unlock(&jobs->lock);
  return number;
}

json_t *pathfan_jobs_describe_number(pathfan_jobs *jobs, int32_t number) {
  static const char *const states[] = {"waiting", "building", "done", "failed"};
  json_t *json = NULL;
  char id[16];
  pthread_mutex_lock(&jobs->lock);
  const job *j = &jobs->jobs[(uint32_t)number % JOBS_KEPT];
  if (number > 0 && j->number == number) {
    json_t *message = json_string(j->message);
    snprintf(id, sizeof id, "j%d", number);
    json = json_pack("{s:s,s:s,s:s,s:s,s:f,s:o}", "id", id, "map", j->map, "state",
                     states[j->state], "stage", j->stage, "done", j->done, "message",
                     message ? message : json_string("failed"));
  }
  pthread_mutex_unlock(&jobs->lock);
  return json;
}

json_t *pathfan_jobs_describe(pathfan_jobs *jobs, const char *id) {
  char *end;
  if (id[0] != 'j' || id[1] < '1' || id[1] > '9') return NULL;
  const long number = strtol(id + 1, &end, 10);
  return *end || number > INT32_MAX ? NULL : pathfan_jobs_describe_number(jobs, (int32_t)number);
}

void pathfan_jobs_stop(pathfan_jobs *jobs) {
  struct timespec until;
  int late = 0;
  if (!jobs) return;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += SECONDS_LAST;
  pthread_mutex_lock(&jobs->lock);
  jobs->stopping = true;
  pthread_cond_broadcast(&jobs->news);
  while (!jobs->ended && !late) late = pthread_cond_timedwait(&jobs->news, &jobs->lock, &until);
  while (jobs->showing) pthread_cond_wait(&jobs->news, &jobs->lock);
  jobs->abandoned = !jobs->ended;
  for (int i = 0; i < JOBS_KEPT; i++) {
    job *j = &jobs->jobs[i];
    if (j->number && j->state == WAITING) pathfan_place_release(j->place);
  }
  const bool abandoned = jobs->abandoned;
  pthread_mutex_unlock(&jobs->lock);
  if (abandoned) {
    pthread_detach(jobs->thread);
    return;
  }
  pthread_join(jobs->thread, NULL);
  pthread_cond_destroy(&jobs->news);
  pthread_mutex_destroy(&jobs->lock);
  free(jobs);
}
