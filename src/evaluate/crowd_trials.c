/* crowd_trials.c - lists the trials, and runs those that are missing.
 *
 * Compared trials form a block, which runs on one thread, one trial after the other: initial and
 * alternatives adjacent, each of them first in turn, so that a machine that is busy for a while
 * slows both down. Blocks run at once. */
#include "evaluate/crowd_trials.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/status.h"
#include "evaluate/crowd_report.h"
#include "evaluate/crowd_rows.h"

#define AREA 16.0 /* square pixels: the default */

static const double areas[] = {8, 16, 32};
#define AREAS ((int)(sizeof areas / sizeof *areas))

typedef struct run {
  const pf_trials_options *options;
  pf_trials_set set;
  int32_t capacity;
  int32_t *blocks; /* [Size: block_count + 1] the first trial of each block */
  int32_t block_count, block_capacity;
  pf_trial_rows rows;
  pf_trials_result *result;
  pathfan_error *error;
  pthread_mutex_t mutex; /* guards rows, done and error */
  int32_t done;
  int lock; /* file that keeps other runs away; -1 */
} run;

/* ---- Which ---- */

typedef struct way {
  pathfan_crowd_search search;
  pathfan_crowd_strategy strategy;
} way;

static pathfan_status add_block(run *r, pf_trial trial, const way *ways, int count) {
  pf_trials_set *set = &r->set;
  const bool is_first = trial.seed == r->options->seed && set->grounds[trial.ground].environment;
  if (pf_grow(&set->list, &r->capacity, (int64_t)set->count + count) ||
      pf_grow(&r->blocks, &r->block_capacity, (int64_t)r->block_count + 2))
    return pf_fail(r->error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  for (int i = 0; i < count; i++) {
    /* The first two are compared most closely: they take turns in being first. */
    const way *it = &ways[i < 2 && trial.seed % 2 ? 1 - i : i];
    trial.search = it->search;
    trial.strategy = it->strategy;
    trial.has_pictures = is_first && trial.law == PATHFAN_CROWD_NONLINEAR && trial.area == AREA &&
                         trial.search == PATHFAN_CROWD_ASTAR;
    set->list[set->count++] = trial;
  }
  r->blocks[++r->block_count] = set->count;
  return PATHFAN_OK;
}

static pathfan_status add_paper(run *r, pf_trial trial) {
  static const way ways[] = {{PATHFAN_CROWD_ASTAR, PATHFAN_CROWD_INITIAL},
                             {PATHFAN_CROWD_ASTAR, PATHFAN_CROWD_ALTERNATIVES},
                             {PATHFAN_CROWD_ASTAR, PATHFAN_CROWD_NONE},
                             {PATHFAN_CROWD_ASTAR, PATHFAN_CROWD_PERIODIC},
                             {PATHFAN_CROWD_ASTAR, PATHFAN_CROWD_EVENT},
                             {PATHFAN_CROWD_DIJKSTRA, PATHFAN_CROWD_NONE},
                             {PATHFAN_CROWD_DIJKSTRA, PATHFAN_CROWD_PERIODIC},
                             {PATHFAN_CROWD_DIJKSTRA, PATHFAN_CROWD_INITIAL},
                             {PATHFAN_CROWD_DIJKSTRA, PATHFAN_CROWD_EVENT}};
  return add_block(r, trial, ways, (int)(sizeof ways / sizeof *ways));
}

static pathfan_status add_pairs(run *r, pf_trial trial) {
  static const way ways[] = {{PATHFAN_CROWD_ASTAR, PATHFAN_CROWD_INITIAL},
                             {PATHFAN_CROWD_ASTAR, PATHFAN_CROWD_ALTERNATIVES}};
  static const pathfan_crowd_law laws[] = {PATHFAN_CROWD_LINEAR, PATHFAN_CROWD_NONLINEAR};
  pathfan_status status = PATHFAN_OK;
  for (int a = 0; a < AREAS && !status; a++)
    for (int l = 0; l < 2 && !status; l++) {
      trial.area = areas[a];
      trial.law = laws[l];
      status = add_block(r, trial, ways, 2);
    }
  return status;
}

/* Lists the trials seed by seed, so that a report before the end has all cases. */
static pathfan_status list_trials(run *r) {
  const pf_trials_options *o = r->options;
  const pf_trial_grounds_wanted wanted = {.paper = o->paper,
                                          .unseen = o->unseen,
                                          .maps = o->maps,
                                          .map_count = o->map_count,
                                          .seed = o->seed};
  pathfan_status status = pf_grow(&r->blocks, &r->block_capacity, 1);
  if (status) return pf_fail(r->error, status, "out of memory");
  r->blocks[0] = 0;
  r->set.ground_count = pf_trial_grounds_list(r->set.grounds, &wanted);
  for (int32_t repeat = 0; repeat < o->repeats; repeat++)
    for (int32_t g = 0; g < r->set.ground_count && !status; g++) {
      const pf_trial trial = {.ground = g,
                              .law = PATHFAN_CROWD_NONLINEAR,
                              .area = AREA,
                              .agents = o->agents,
                              .seed = o->seed + (uint64_t)repeat};
      status = r->set.grounds[g].environment ? add_paper(r, trial) : add_pairs(r, trial);
    }
  return status;
}

/* ---- The folder ---- */

static pathfan_status make_folder(run *r, const char *path) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return PATHFAN_OK;
  return pf_fail(r->error, PATHFAN_ERR_IO, "%.300s: can't make the folder: %s", path,
                 strerror(errno));
}

static pathfan_status lock_folder(run *r, const char *path) {
  r->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (r->lock < 0)
    return pf_fail(r->error, PATHFAN_ERR_IO, "%.300s: can't write: %s", path, strerror(errno));
  if (flock(r->lock, LOCK_EX | LOCK_NB))
    return pf_fail(r->error, PATHFAN_ERR_IO, "%.300s: other trials are written there",
                   r->options->out);
  return PATHFAN_OK;
}

static pathfan_status open_folder(run *r) {
  static const char *const parts[] = {"", "/maps", "/present", "/.lock", "/runs.csv"};
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; i < 5 && !status; i++) {
    char *path = NULL;
    if (asprintf(&path, "%s%s", r->options->out, parts[i]) < 0)
      return pf_fail(r->error, PATHFAN_ERR_NO_MEMORY, "out of memory");
    status = i < 3    ? make_folder(r, path)
             : i == 3 ? lock_folder(r, path)
                      : pf_trial_rows_open(&r->rows, path, r->error);
    free(path);
  }
  return status;
}

static void close_folder(run *r) {
  char *path = NULL;
  pf_trial_rows_close(&r->rows);
  if (r->lock < 0) return;
  if (asprintf(&path, "%s/.lock", r->options->out) >= 0) (void)unlink(path);
  free(path);
  close(r->lock);
}

/* ---- Running ---- */

static pathfan_status run_block(void *context, int64_t block, int32_t thread) {
  run *r = context;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = r->blocks[block]; i < r->blocks[block + 1] && !status; i++) {
    pf_trial *trial = &r->set.list[i];
    const pf_trial_ground *ground = &r->set.grounds[trial->ground];
    pathfan_error error = {""};
    if (trial->is_measured) continue;
    trial->measured.at_once = r->options->jobs;
    status = pf_trial_run(trial, ground, r->options->out, &error);
    pthread_mutex_lock(&r->mutex);
    if (!status) status = pf_trial_rows_add(&r->rows, trial, ground->name, &error);
    if (status) *r->error = error;
    r->done++;
    if (!thread && r->options->progress) /* on the caller's thread */
      r->options->progress(r->options->context, "crowds", r->done,
                           r->set.count - r->result->reused);
    pthread_mutex_unlock(&r->mutex);
  }
  return status;
}

static pathfan_status run_missing(run *r) {
  bool is_wanted[PF_TRIAL_GROUNDS_MAX] = {false};
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < r->set.count; i++) {
    pf_trial *trial = &r->set.list[i];
    if (pf_trial_rows_take(&r->rows, trial, r->set.grounds[trial->ground].name))
      r->result->reused++;
    else
      is_wanted[trial->ground] = true;
  }
  for (int32_t g = 0; g < r->set.ground_count && !status; g++)
    if (is_wanted[g]) status = pf_trial_ground_open(&r->set.grounds[g], r->options->out, r->error);
  if (status) return status;
  return pf_parallel_for(r->block_count, r->options->jobs, run_block, r, NULL);
}

static pathfan_status check(const pf_trials_options *o, pathfan_error *error) {
  if (!o->out || (!o->paper && !o->unseen) || o->repeats < 1 || o->jobs < 1 || o->agents < 1 ||
      o->map_count < 0 || o->map_count > PF_TRIALS_MAPS_MAX)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "an option is missing or out of range");
  return PATHFAN_OK;
}

pathfan_status pf_trials(const pf_trials_options *options, pf_trials_result *result,
                         pathfan_error *error) {
  pathfan_error own;
  run r = {.options = options,
           .set = {.options = options},
           .result = result,
           .error = error ? error : &own,
           .lock = -1};
  r.error->text[0] = 0;
  *result = (pf_trials_result){0};
  pathfan_status status = check(options, r.error);
  if (status) return status;
  pthread_mutex_init(&r.mutex, NULL);
  status = list_trials(&r);
  if (!status) status = open_folder(&r);
  if (!status) status = run_missing(&r);
  if (!status) status = pf_trials_report(&r.set, r.error);
  result->trials = r.set.count;
  close_folder(&r);
  for (int32_t g = 0; g < r.set.ground_count; g++) pf_trial_ground_close(&r.set.grounds[g]);
  free(r.set.list);
  free(r.blocks);
  pthread_mutex_destroy(&r.mutex);
  return status;
}
