/* jobs.c - indexes built in the background.
 *
 * The latest jobs that are over are remembered, so that a page can ask how one ended. The builder
 * publishes an index by rename; then the open index reloads it, or a map without one gets it.
 * Requests go on meanwhile.
 *
 * A build checks about ten times a second whether it is still wanted. It isn't if it is cancelled,
 * if the server ends, or if the file at its path has been replaced: then the same job begins
 * anew. */
#include "viewer/jobs.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/file.h"
#include "base/status.h"
#include "build-index/run/stage.h"
#include "pathfan/build.h"
#include "pathfan/terrain.h"
#include "server/exchange.h"
#include "viewer/data_folder.h"
#include "viewer/limits.h"

/* Beyond this number of jobs, those that are over are forgotten, the oldest first. */
#define JOBS_KEPT 1024

typedef enum job_state { WAITING = 0, BUILDING, DONE, FAILED, CANCELLED } job_state;

typedef struct job {
  int32_t number;        /* from 1, in the order of adding */
  pf_served_map *served; /* held while it waits or is being built */
  char map[PF_ID_BYTES];
  job_state state;
  bool soon;
  const char *stage;
  double done;
  char message[512]; /* as long as an error's text */
} job;

struct pf_jobs {
  pthread_mutex_t lock;
  pthread_cond_t news; /* wakes the thread: work, or the end */
  pf_served_maps *maps;
  pf_served_message *message;
  pthread_t thread;
  int32_t last; /* number of the newest job */
  job *running;
  bool unwanted; /* the running build is to end */
  bool again;    /* the running job is to be begun anew */
  bool stopping;
  int32_t count, capacity;
  job **jobs; /* [Size: count] in any order */
};

/* ---- One build ---- */

static void progress(void *context, const char *stage, int64_t done, int64_t total) {
  pf_jobs *jobs = context;
  const double now = pf_stage_share(stage, done, total);
  pthread_mutex_lock(&jobs->lock);
  assert(jobs->running);
  jobs->running->stage = stage;
  if (now > jobs->running->done) jobs->running->done = now;
  pthread_mutex_unlock(&jobs->lock);
}

static bool is_cancelled(void *context) {
  pf_jobs *jobs = context;
  pthread_mutex_lock(&jobs->lock);
  const bool cancelled = jobs->unwanted || jobs->stopping;
  pthread_mutex_unlock(&jobs->lock);
  return cancelled;
}

/* Whether a file may have roads, rivers or areas: it contains these words. */
static bool may_be_terrain(const char *path) {
  char *text;
  size_t bytes;
  if (pf_read_file(path, PF_MAP_SHOWN_MAX, &text, &bytes, NULL)) return true;
  const bool may = memmem(text, bytes, "\"road\"", 6) || memmem(text, bytes, "\"river\"", 7) ||
                   memmem(text, bytes, "\"area\"", 6);
  free(text);
  return may;
}

/* Opens the terrain at a path; NULL without an error if it isn't a terrain. A file that begins with
 * a brace is read to find out; pipes, which can be read only once, are left to the builder. Errors:
 * those of opening. */
static pathfan_status open_terrain(const char *path, const pathfan_map_options *options,
                                   pathfan_map **map, pathfan_error *error) {
  char start[64];
  struct stat info;
  const bool is_file = stat(path, &info) == 0 && S_ISREG(info.st_mode);
  const ssize_t bytes = is_file ? pf_file_start(path, start, sizeof start) : 0;
  ssize_t at = 0;
  *map = NULL;
  while (at < bytes && start[at] && strchr(" \t\r\n", start[at])) at++;
  if (at >= bytes || start[at] != '{' || !may_be_terrain(path)) return PATHFAN_OK;
  const pathfan_status status = pathfan_map_open(path, options, map, error);
  if (status || pathfan_map_is_terrain(*map)) return status;
  pathfan_map_free(*map);
  *map = NULL;
  return PATHFAN_OK;
}

/* Replaces the source of a map by a terrain, which it takes over. */
static pathfan_status show_terrain(pf_served_maps *maps, pf_served_map *served, pathfan_map *map,
                                   pathfan_error *error) {
  pf_held_source *fresh = pf_held_source_make(NULL, map);
  if (!fresh) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pf_served_map_show(maps, served, fresh);
  return PATHFAN_OK;
}

/* Gives the map the index that was built. */
static pathfan_status show(pf_served_maps *maps, pf_served_map *served, pathfan_error *error) {
  pf_held_source *held = pf_served_map_source(maps, served);
  pathfan_status status;
  if (held->source.index) {
    status = pathfan_index_reload(held->source.index, error);
  } else {
    pathfan_index *index;
    status = pf_index_open_served(served->index_path, pf_copying_each(), false, &index, error);
    pf_held_source *fresh = status ? NULL : pf_held_source_make(index, NULL);
    if (fresh)
      pf_served_map_show(maps, served, fresh);
    else if (!status)
      status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  pf_held_source_release(held);
  return status;
}

static pathfan_status build(pf_jobs *jobs, pf_served_map *served, pathfan_error *error) {
  pathfan_build_options options;
  pathfan_map *terrain;
  pathfan_build_options_init(&options);
  options.map.is_cancelled = is_cancelled;
  options.map.cancel_context = jobs;
  options.map.agent_radius = pf_served_map_radius(jobs->maps, served);
  if (served->drawing) { /* no limits for maps named by the user who started the server */
    options.map.max_memory = PF_READING_MEMORY;
    options.max_memory = PF_BUILD_MEMORY;
  }
  pathfan_status status = open_terrain(served->map_path, &options.map, &terrain, error);
  if (terrain) return show_terrain(jobs->maps, served, terrain, error);
  if (!status) status = pf_data_check(served->index_path, error);
  if (status) return status;
  if (options.threads > 1) options.threads--; /* one processor is left for answering */
  options.progress = progress;
  options.is_cancelled = is_cancelled;
  options.progress_context = jobs;
  status = pathfan_build_index(served->map_path, served->index_path, &options, NULL, error);
  return status ? status : show(jobs->maps, served, error);
}

/* ---- The thread ---- */

/* Returns the next job; NULL: none waits. The lock must be held. */
static job *choose(pf_jobs *jobs) {
  job *found = NULL;
  for (int32_t i = 0; i < jobs->count; i++) {
    job *j = jobs->jobs[i];
    if (j->state != WAITING) continue;
    if (!found || j->soon > found->soon || (j->soon == found->soon && j->number < found->number))
      found = j;
  }
  return found;
}

/* Returns the waiting or running job of a map; NULL: none. The lock must be held. */
static job *open_job(pf_jobs *jobs, const pf_served_map *served) {
  for (int32_t i = 0; i < jobs->count; i++)
    if (jobs->jobs[i]->served == served) return jobs->jobs[i];
  return NULL;
}

/* Returns the job of a number; NULL: there is none (any more). The lock must be held. */
static job *numbered(pf_jobs *jobs, int32_t number) {
  for (int32_t i = 0; i < jobs->count; i++)
    if (jobs->jobs[i]->number == number) return jobs->jobs[i];
  return NULL;
}

/* Ends a job. The lock must be held. */
static void finish(pf_jobs *jobs, job *j, job_state state) {
  j->state = state;
  j->stage = "";
  pf_served_map_set_job(jobs->maps, j->served, 0);
  pf_served_map_release(j->served);
  j->served = NULL;
}

/* Does one job; the lock is held before and after. */
static void work_on(pf_jobs *jobs, job *j) {
  pathfan_error error;
  pathfan_status status;
  assert(!jobs->running);
  assert(j->served); /* held until the job is done */
  j->state = BUILDING;
  jobs->running = j;
  do {
    jobs->unwanted = jobs->again = false;
    j->done = 0; /* an abandoned build may have reported last */
    error.text[0] = '\0';
    pthread_mutex_unlock(&jobs->lock);
    status = build(jobs, j->served, &error);
    pthread_mutex_lock(&jobs->lock);
  } while (jobs->again && !jobs->stopping);
  jobs->running = NULL;
  /* The folder of an unwanted build may be gone before the builder notices. */
  if (status && jobs->unwanted && status != PATHFAN_ERR_CANCELLED)
    status = pf_fail(&error, PATHFAN_ERR_CANCELLED, "%s: the build was cancelled",
                     j->served->index_path);
  const char *why = *error.text ? error.text : pathfan_status_text(status);
  if (!status) {
    j->done = 1;
  } else {
    snprintf(j->message, sizeof j->message, "%s", why);
    pf_hide_folders(j->message);
  }
  finish(jobs, j, !status ? DONE : status == PATHFAN_ERR_CANCELLED ? CANCELLED : FAILED);
  if (j->state == FAILED && jobs->message) jobs->message(why);
}

static void *work(void *context) {
  pf_jobs *jobs = context;
  pthread_mutex_lock(&jobs->lock);
  while (!jobs->stopping) {
    job *j = choose(jobs);
    if (j)
      work_on(jobs, j);
    else
      pthread_cond_wait(&jobs->news, &jobs->lock);
  }
  pthread_mutex_unlock(&jobs->lock);
  return NULL;
}

pathfan_status pf_jobs_start(pf_served_maps *maps, pf_served_message *message, pf_jobs **out,
                             pathfan_error *error) {
  pf_jobs *jobs = calloc(1, sizeof *jobs);
  *out = NULL;
  if (!jobs) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  jobs->maps = maps;
  jobs->message = message;
  pthread_mutex_init(&jobs->lock, NULL);
  pthread_cond_init(&jobs->news, NULL);
  if (pthread_create(&jobs->thread, NULL, work, jobs) != 0) {
    pthread_cond_destroy(&jobs->news);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
    return pf_fail(error, PATHFAN_ERR_IO, "no thread could be started");
  }
  *out = jobs;
  return PATHFAN_OK;
}

/* Returns a job to fill in: a new one, or the oldest that is over; NULL: out of memory. The lock
 * must be held. */
static job *blank_job(pf_jobs *jobs) {
  job *oldest = NULL;
  for (int32_t i = 0; i < jobs->count && jobs->count >= JOBS_KEPT; i++) {
    job *j = jobs->jobs[i];
    if (j->state > BUILDING && (!oldest || j->number < oldest->number)) oldest = j;
  }
  if (oldest) return oldest;
  if (pf_grow(&jobs->jobs, &jobs->capacity, (int64_t)jobs->count + 1)) return NULL;
  job *j = malloc(sizeof *j);
  if (j) jobs->jobs[jobs->count++] = j;
  return j;
}

int32_t pf_jobs_add(pf_jobs *jobs, pf_served_map *served, bool soon) {
  pthread_mutex_lock(&jobs->lock);
  job *j = open_job(jobs, served);
  if (j && j == jobs->running) {
    jobs->unwanted = jobs->again = true;
  } else if (j) {
    j->soon |= soon;
  } else if ((j = blank_job(jobs))) {
    *j = (job){
        .number = ++jobs->last, .served = pf_served_map_retain(served), .soon = soon, .stage = ""};
    snprintf(j->map, sizeof j->map, "%s", served->id);
    pf_served_map_set_job(jobs->maps, served, j->number);
    pthread_cond_signal(&jobs->news);
  }
  const int32_t number = j ? j->number : 0;
  pthread_mutex_unlock(&jobs->lock);
  return number;
}

/* Cancels a job. The lock must be held; NULL is allowed. */
static void cancel(pf_jobs *jobs, job *j) {
  if (j && j == jobs->running) {
    jobs->unwanted = true;
    jobs->again = false;
  } else if (j && j->state == WAITING) {
    finish(jobs, j, CANCELLED);
  }
}

void pf_jobs_cancel(pf_jobs *jobs, int32_t number) {
  pthread_mutex_lock(&jobs->lock);
  cancel(jobs, numbered(jobs, number));
  pthread_mutex_unlock(&jobs->lock);
}

void pf_jobs_cancel_map(pf_jobs *jobs, const pf_served_map *served) {
  pthread_mutex_lock(&jobs->lock);
  cancel(jobs, open_job(jobs, served));
  pthread_mutex_unlock(&jobs->lock);
}

int32_t pf_jobs_number(const char *id) {
  char *end;
  if (id[0] != 'j' || id[1] < '1' || id[1] > '9') return 0;
  const long number = strtol(id + 1, &end, 10);
  return *end || number > INT32_MAX ? 0 : (int32_t)number;
}

json_t *pf_jobs_describe(pf_jobs *jobs, int32_t number) {
  static const char *const states[] = {"waiting", "building", "done", "failed", "cancelled"};
  json_t *json = NULL;
  char id[16];
  pthread_mutex_lock(&jobs->lock);
  const job *j = numbered(jobs, number);
  if (j) {
    json_t *message = json_string(j->message);
    snprintf(id, sizeof id, "j%d", number);
    json = json_pack("{s:s,s:s,s:s,s:s,s:f,s:o}", "id", id, "map", j->map, "state",
                     states[j->state], "stage", j->stage, "done", j->done, "message",
                     message ? message : json_string("failed"));
  }
  pthread_mutex_unlock(&jobs->lock);
  return json;
}

void pf_jobs_stop(pf_jobs *jobs) {
  if (!jobs) return;
  pthread_mutex_lock(&jobs->lock);
  jobs->stopping = true;
  pthread_cond_signal(&jobs->news);
  pthread_mutex_unlock(&jobs->lock);
  pthread_join(jobs->thread, NULL);
  for (int32_t i = 0; i < jobs->count; i++) {
    pf_served_map_release(jobs->jobs[i]->served);
    free(jobs->jobs[i]);
  }
  free(jobs->jobs);
  pthread_cond_destroy(&jobs->news);
  pthread_mutex_destroy(&jobs->lock);
  free(jobs);
}
