/* crowd_trial.c - steps a crowd until all have arrived. Samples for pictures are taken between
 * steps, which the crowd times itself; processor time includes the sampling. */
#include "evaluate/crowd_trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/status.h"
#include "draw/crowd.h"
#include "pathfan/inspect.h"

#define STEPS_MOST 1000000
#define SPEED 2.0           /* pixels per step */
#define SPREAD 10.0         /* pixels */
#define TRIGGER 200.0       /* pixels; all three are the defaults of environments */
#define MANY 8              /* the paper's AvrA: more than 1,500 of 12,000 */
#define DENSITY_EVERY 10    /* steps */
#define SAMPLES_STARTING 16 /* of the number present, while agents start */
#define PER_STEP 3

/* A trial in progress. */
typedef struct recorder {
  const pf_trial *trial;
  const pf_trial_ground *ground;
  pathfan_crowd *crowd;
  int32_t started;
  double above, after; /* sums of the numbers present */
  int64_t above_steps, after_steps;
  double *density; /* [Size: cells] sums; NULL: no pictures */
  int64_t density_samples;
  pf_output present;
} recorder;

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void options_of(const pf_trial *t, const pf_trial_ground *g,
                       pathfan_crowd_options *options) {
  pathfan_crowd_options_init(options);
  options->index = g->index;
  options->flows = g->flows;
  options->flow_count = PF_TRIAL_FLOWS;
  options->agents = t->agents;
  options->per_step = PER_STEP;
  options->agent_area = t->area * g->unit * g->unit;
  options->speed = SPEED * g->unit;
  options->trigger_distance = TRIGGER * g->unit;
  options->spread = SPREAD * g->unit;
  options->law = t->law;
  options->strategy = t->strategy;
  options->search = t->search;
  options->seed = t->seed;
}

/* ---- Pictures ---- */

static char *path_of(const recorder *r, const char *folder, const char *format) {
  char *path = NULL;
  if (asprintf(&path, format, folder, r->ground->name,
               pathfan_crowd_strategy_name(r->trial->strategy)) < 0)
    return NULL;
  return path;
}

static pathfan_status begin_pictures(recorder *r, const char *folder, pathfan_error *error) {
  char *path = path_of(r, folder, "%s/present/%s-%s.csv");
  r->density = pf_alloc_zero((uint64_t)pathfan_crowd_cell_count(r->crowd), sizeof(double));
  pathfan_status status = path && r->density
                              ? pf_output_open(&r->present, path, error)
                              : pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) fputs("step,present\n", r->present.stream);
  free(path);
  return status;
}

static void sample(recorder *r, int64_t step, int32_t present) {
  const int32_t starting = r->trial->agents / PER_STEP / SAMPLES_STARTING;
  if (step % (starting > 1 ? starting : 1) == 0)
    fprintf(r->present.stream, "%lld,%d\n", (long long)step, present);
  if (step % DENSITY_EVERY) return;
  r->density_samples++;
  for (int32_t i = 0; i < pathfan_crowd_cell_count(r->crowd); i++) {
    pathfan_crowd_cell cell;
    if (!pathfan_crowd_cell_get(r->crowd, i, &cell)) r->density[i] += cell.density;
  }
}

/* The polygons of free space, relative to the map's corner. */
typedef struct free_space {
  pathfan_point *points;
  int32_t *first;
} free_space;

static pathfan_status free_space_of(const pathfan_index *index, const pathfan_index_info *info,
                                    free_space *space) {
  int64_t corners = 0;
  for (int32_t i = 0; i < info->polygon_count; i++)
    corners += pathfan_index_polygon(index, i, NULL, 0);
  space->points = pf_alloc((uint64_t)corners, sizeof *space->points);
  space->first = pf_alloc((uint64_t)info->polygon_count + 1, sizeof *space->first);
  if (!space->points || !space->first) return PATHFAN_ERR_NO_MEMORY;
  space->first[0] = 0;
  for (int32_t i = 0; i < info->polygon_count; i++)
    space->first[i + 1] =
        space->first[i] + pathfan_index_polygon(index, i, space->points + space->first[i],
                                                (int32_t)(corners - space->first[i]));
  for (int64_t i = 0; i < corners; i++) {
    space->points[i].x -= info->origin_x;
    space->points[i].y -= info->origin_y;
  }
  return PATHFAN_OK;
}

static pathfan_status draw_density(const recorder *r, const char *path, pathfan_error *error) {
  const int32_t count = pathfan_crowd_cell_count(r->crowd);
  pf_drawn_cell *cells = pf_alloc((uint64_t)count, sizeof *cells);
  free_space space = {NULL, NULL};
  pathfan_index_info info;
  char title[160];
  int32_t squares = 0;
  pathfan_index_info_get(r->ground->index, &info);
  pathfan_status status = free_space_of(r->ground->index, &info, &space);
  if (!cells) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count && !status; i++) {
    pathfan_crowd_cell cell;
    if (pathfan_crowd_cell_get(r->crowd, i, &cell) || cell.width <= 0) continue;
    cells[squares++] = (pf_drawn_cell){.x = cell.x - info.origin_x,
                                       .y = cell.y - info.origin_y,
                                       .width = cell.width,
                                       .height = cell.height,
                                       .density = r->density[i] / (double)r->density_samples};
  }
  (void)snprintf(title, sizeof title, "%s, strategy %s: mean density, mean time %.0f steps",
                 r->ground->name, pathfan_crowd_strategy_name(r->trial->strategy),
                 r->trial->measured.travel);
  const pf_crowd_picture picture = {.width = info.width,
                                    .height = info.height,
                                    .free_xy = (const double *)space.points,
                                    .free_first = space.first,
                                    .free_count = info.polygon_count,
                                    .cells = cells,
                                    .cell_count = squares,
                                    .title = title};
  status =
      status ? pf_fail(error, status, "out of memory") : pf_crowd_draw(path, &picture, 1, error);
  free(cells);
  free(space.points);
  free(space.first);
  return status;
}

static pathfan_status end_pictures(recorder *r, const char *folder, pathfan_error *error) {
  char *path = path_of(r, folder, "%s/density-%s-%s.svg");
  pathfan_status status =
      path ? draw_density(r, path, error) : pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) status = pf_output_close(&r->present, error);
  free(path);
  return status;
}

/* ---- Running ---- */

static void count_present(recorder *r, int32_t present) {
  const int32_t many = r->trial->agents / MANY;
  if (present > many) {
    r->above += present;
    r->above_steps++;
  }
  if (r->started < many) { /* asked only until then: it goes over all agents */
    pathfan_crowd_statistics now;
    pathfan_crowd_statistics_get(r->crowd, &now);
    r->started = now.started;
  } else {
    r->after += present;
    r->after_steps++;
  }
}

static pathfan_status step_all(recorder *r, pathfan_error *error) {
  for (int64_t step = 1; !pathfan_crowd_is_done(r->crowd); step++) {
    if (step > STEPS_MOST)
      return pf_fail(error, PATHFAN_ERR_LIMIT, "%s, strategy %s: not over after %d steps",
                     r->ground->name, pathfan_crowd_strategy_name(r->trial->strategy), STEPS_MOST);
    const pathfan_status status = pathfan_crowd_step(r->crowd);
    if (status) return pf_fail(error, status, "%s", pathfan_status_text(status));
    const int32_t present = pathfan_crowd_agents(r->crowd, NULL, 0);
    count_present(r, present);
    if (r->density) sample(r, step, present);
  }
  return PATHFAN_OK;
}

static void measure(const recorder *r, double cpu_seconds, pf_trial_measures *m) {
  pathfan_crowd_statistics end;
  pathfan_crowd_statistics_get(r->crowd, &end);
  const double at_once = m->at_once, steps = (double)end.step;
  *m =
      (pf_trial_measures){.steps = steps,
                          .arrived = end.arrived,
                          .travel = end.mean_travel,
                          .step_ms = end.mean_step_ms,
                          .move_ms = end.mean_move_ms,
                          .cpu_ms = 1e3 * cpu_seconds / steps,
                          .preparing_ms = end.preparing_ms,
                          .building_ms = r->ground->building_ms,
                          .searches = (double)end.searches,
                          .evaluations = (double)end.evaluations,
                          .requests = (double)end.requests,
                          .changes = (double)end.changes,
                          .most_present = end.most_present,
                          .present_above = r->above_steps ? r->above / (double)r->above_steps : NAN,
                          .present_after = r->after_steps ? r->after / (double)r->after_steps : NAN,
                          .at_once = at_once};
}

pathfan_status pf_trial_run(pf_trial *trial, const pf_trial_ground *ground, const char *folder,
                            pathfan_error *error) {
  recorder r = {.trial = trial, .ground = ground};
  pathfan_crowd_options options;
  options_of(trial, ground, &options);
  pathfan_status status = pathfan_crowd_create(&options, &r.crowd, error);
  if (!status && trial->has_pictures) status = begin_pictures(&r, folder, error);
  const double begin = processor_seconds();
  if (!status) status = step_all(&r, error);
  if (!status) measure(&r, processor_seconds() - begin, &trial->measured);
  if (!status && trial->has_pictures) status = end_pictures(&r, folder, error);
  trial->is_measured = !status;
  pf_output_discard(&r.present);
  free(r.density);
  pathfan_crowd_free(r.crowd);
  return status;
}
