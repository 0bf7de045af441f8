/* crowd.c - a crowd's run. Its files are sampled every few steps; a picture's densities are means
 * over the samples in which any agent was present. */
#include "cli/crowd.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "command/progress.h"
#include "draw/crowd.h"
#include "request/write.h"

#define PROGRESS_EVERY 64 /* steps */

/* A run in progress. */
typedef struct recorder {
  const cli_crowd_run *run;
  pf_output csv, trajectories;
  pf_source_facts map;
  pathfan_crowd_agent *agents; /* [Size: capacity] scratch */
  int32_t capacity, present;
  double *xy;      /* [Size: 2 * capacity] */
  int32_t *flows;  /* [Size: capacity] */
  double *density; /* [Size: cells] sums */
  pf_drawn_cell *cells;
  double *free_xy;
  int32_t *free_first;
  int64_t samples, frames;
  pathfan_error error;
} recorder;

static pathfan_status no_memory(recorder *r) {
  (void)snprintf(r->error.text, sizeof r->error.text, "out of memory");
  return PATHFAN_ERR_NO_MEMORY;
}

/* ---- Pictures ---- */

static bool takes_pictures(const cli_crowd_files *files) {
  return files->density || files->frames;
}

static pathfan_status prepare_pictures(recorder *r) {
  const pf_crowd_ground *ground = r->run->ground;
  const int32_t cells = pathfan_crowd_cell_count(r->run->crowd);
  const int32_t polygons = r->map.info.polygon_count;
  int64_t corners = 0;
  for (int32_t i = 0; i < polygons; i++) corners += pf_source_polygon(&ground->source, i, NULL, 0);
  pathfan_point *xy = malloc(((size_t)corners + 1) * sizeof *xy);
  r->free_xy = (double *)xy;
  r->free_first = malloc(((size_t)polygons + 1) * sizeof *r->free_first);
  r->density = calloc((size_t)cells + 1, sizeof *r->density);
  r->cells = malloc(((size_t)cells + 1) * sizeof *r->cells);
  if (!xy || !r->free_first || !r->density || !r->cells) return no_memory(r);
  r->free_first[0] = 0;
  for (int32_t i = 0; i < polygons; i++)
    r->free_first[i + 1] =
        r->free_first[i] + pf_source_polygon(&ground->source, i, xy + r->free_first[i],
                                             (int32_t)(corners - r->free_first[i]));
  for (int64_t i = 0; i < corners; i++)
    xy[i] = (pathfan_point){xy[i].x - r->map.info.origin_x, xy[i].y - r->map.info.origin_y};
  return PATHFAN_OK;
}

/* Returns the least of 1, 0.5, 0.2, 0.1, ... that no density exceeds: on a large map with few
 * agents, all would have the palest shade of 1. */
static double most_of(const pf_drawn_cell *cells, int32_t count) {
  static const double steps[] = {0.5, 0.4, 0.5};
  double most = 1, density = 0;
  for (int32_t i = 0; i < count; i++) density = fmax(density, cells[i].density);
  for (int i = 0; i < 24 && density <= most * steps[i % 3]; i++) most *= steps[i % 3];
  return most;
}

/* Draws the cells with their mean density, or with their present one and the agents. */
static pathfan_status draw(recorder *r, const char *path, bool is_mean, const char *title) {
  const int32_t count = pathfan_crowd_cell_count(r->run->crowd);
  int32_t squares = 0;
  for (int32_t i = 0; i < count; i++) {
    pathfan_crowd_cell cell;
    if (pathfan_crowd_cell_get(r->run->crowd, i, &cell) || cell.width <= 0) continue;
    const double mean = r->samples ? r->density[i] / (double)r->samples : 0;
    r->cells[squares++] =
        (pf_drawn_cell){cell.x - r->map.info.origin_x, cell.y - r->map.info.origin_y, cell.width,
                        cell.height, is_mean ? mean : cell.density};
  }
  for (int32_t i = 0; i < r->present && !is_mean; i++) {
    r->xy[2 * i] = r->agents[i].x - r->map.info.origin_x;
    r->xy[2 * i + 1] = r->agents[i].y - r->map.info.origin_y;
    r->flows[i] = r->agents[i].flow;
  }
  const pf_crowd_picture picture = {.width = r->map.info.width,
                                    .height = r->map.info.height,
                                    .free_xy = r->free_xy,
                                    .free_first = r->free_first,
                                    .free_count = r->map.info.polygon_count,
                                    .cells = r->cells,
                                    .cell_count = squares,
                                    .most = is_mean ? most_of(r->cells, squares) : 1,
                                    .agents = r->xy,
                                    .flow_of = r->flows,
                                    .agent_count = is_mean ? 0 : r->present,
                                    .title = title};
  return pf_crowd_draw(path, &picture, &r->error);
}

static pathfan_status draw_frame(recorder *r, const pathfan_crowd_statistics *now) {
  char path[1024], title[128];
  (void)snprintf(path, sizeof path, "%s/frame-%06" PRId64 ".png", r->run->files->frames,
                 r->frames++);
  (void)snprintf(title, sizeof title, "step %" PRId64 ", %d present, %d arrived", now->step,
                 now->present, now->arrived);
  return draw(r, path, false, title);
}

static pathfan_status draw_density(recorder *r) {
  char title[160];
  (void)snprintf(title, sizeof title, "mean density, strategy %s, mean time %.0f steps",
                 pathfan_crowd_strategy_name(r->run->scenario->options.strategy),
                 r->run->end.mean_travel);
  return draw(r, r->run->files->density, true, title);
}

/* ---- Samples ---- */

static pathfan_status open_files(recorder *r) {
  const cli_crowd_files *files = r->run->files;
  const pathfan_crowd_options *o = &r->run->scenario->options;
  pathfan_status status = PATHFAN_OK;
  if (files->csv) status = pf_output_open(&r->csv, files->csv, &r->error);
  if (!status && files->trajectories)
    status = pf_output_open(&r->trajectories, files->trajectories, &r->error);
  if (!status && files->frames && mkdir(files->frames, 0777) && access(files->frames, W_OK)) {
    (void)snprintf(r->error.text, sizeof r->error.text, "%s: no folder can be made there",
                   files->frames);
    status = PATHFAN_ERR_IO;
  }
  if (!status && takes_pictures(files)) status = prepare_pictures(r);
  if (status) return status;
  if (r->csv.stream)
    fputs("step,started,present,arrived,searches,evaluations,changes\n", r->csv.stream);
  if (r->trajectories.stream) {
    const double seconds = o->step_seconds > 0                ? o->step_seconds
                           : o->law == PATHFAN_CROWD_WEIDMANN ? 0.5
                                                              : 1;
    fprintf(r->trajectories.stream, "# framerate: %.9g\n# id frame x y z\n",
            1 / (seconds * (double)files->every));
  }
  return PATHFAN_OK;
}

static pathfan_status fit(recorder *r) {
  const int32_t count = pathfan_crowd_agents(r->run->crowd, NULL, 0);
  if (count > r->capacity) {
    const size_t room = (size_t)count + (size_t)count / 2;
    free(r->agents);
    free(r->xy);
    free(r->flows);
    r->agents = malloc(room * sizeof *r->agents);
    r->xy = malloc(2 * room * sizeof *r->xy);
    r->flows = malloc(room * sizeof *r->flows);
    r->capacity = (int32_t)room;
    if (!r->agents || !r->xy || !r->flows) return no_memory(r);
  }
  r->present = pathfan_crowd_agents(r->run->crowd, r->agents, r->capacity);
  return PATHFAN_OK;
}

static pathfan_status sample(recorder *r) {
  const cli_crowd_files *files = r->run->files;
  pathfan_crowd_statistics now;
  pathfan_crowd_cell cell;
  pathfan_crowd_statistics_get(r->run->crowd, &now);
  if (r->csv.stream)
    fprintf(r->csv.stream, "%" PRId64 ",%d,%d,%d,%" PRId64 ",%" PRId64 ",%" PRId64 "\n", now.step,
            now.started, now.present, now.arrived, now.searches, now.evaluations, now.changes);
  if (!files->trajectories && !files->frames && !files->density) return PATHFAN_OK;
  const pathfan_status status = fit(r);
  if (status) return status;
  if (r->trajectories.stream)
    for (int32_t i = 0; i < r->present; i++)
      fprintf(r->trajectories.stream, "%d %" PRId64 " %.4f %.4f 0\n", r->agents[i].id,
              now.step / files->every, r->agents[i].x, r->agents[i].y);
  if (files->density && now.present) {
    for (int32_t i = 0; !pathfan_crowd_cell_get(r->run->crowd, i, &cell); i++)
      r->density[i] += cell.density;
    r->samples++;
  }
  return files->frames ? draw_frame(r, &now) : PATHFAN_OK;
}

/* ---- The run ---- */

static pathfan_status steps(recorder *r) {
  cli_crowd_run *run = (cli_crowd_run *)r->run;
  const int64_t most = run->scenario->max_steps;
  cli_progress progress;
  pathfan_status status = PATHFAN_OK;
  cli_progress_start(&progress, run->is_quiet);
  for (int64_t i = 0; i < most && !pathfan_crowd_is_done(run->crowd) && !status; i++) {
    status = pathfan_crowd_step(run->crowd);
    if (!status && (i + 1) % run->files->every == 0) status = sample(r);
    if (i % PROGRESS_EVERY) continue;
    pathfan_crowd_statistics_get(run->crowd, &run->end);
    /* By arrived agents; in a crowd without end by steps. */
    const bool ends = run->end.agents > 0;
    cli_progress_report(&progress, "crowd", ends ? run->end.arrived : run->end.step,
                        ends ? run->end.agents : most);
  }
  cli_progress_end(&progress);
  pathfan_crowd_statistics_get(run->crowd, &run->end);
  return status;
}

int cli_crowd_run_all(cli_crowd_run *run) {
  recorder r = {.run = run};
  pf_source_look(&run->ground->source, &r.map);
  pathfan_status status = open_files(&r);
  if (!status) status = steps(&r);
  if (!status && run->files->density) status = draw_density(&r);
  if (status) {
    pf_output_discard(&r.csv);
    pf_output_discard(&r.trajectories);
  } else {
    status = pf_output_close(&r.csv, &r.error);
    const pathfan_status other = pf_output_close(&r.trajectories, status ? NULL : &r.error);
    if (!status) status = other;
  }
  free(r.agents);
  free(r.xy);
  free(r.flows);
  free(r.density);
  free(r.cells);
  free(r.free_xy);
  free(r.free_first);
  return status ? cli_failure(status, r.error.text) : CLI_OK;
}

/* ---- Telling ---- */

static double preparing_ms(const cli_crowd_run *run) {
  return run->ground->building_ms + run->end.preparing_ms;
}

bool cli_crowd_has_arrived(const cli_crowd_run *run) {
  return run->end.agents >= 0 && run->end.arrived == run->end.agents;
}

int32_t cli_crowd_wanted(const cli_crowd_run *run) {
  return run->end.agents < 0 ? run->end.started : run->end.agents;
}

/* Writes a mean number of steps; null if nobody has arrived. */

void cli_crowd_print(const cli_crowd_run *run) {
  const pathfan_crowd_statistics *s = &run->end;
  const pathfan_crowd_options *o = &run->scenario->options;
  printf("strategy %s, search %s, law %s, seed %" PRIu64 "\n\n",
         pathfan_crowd_strategy_name(o->strategy), pathfan_crowd_search_name(o->search),
         pathfan_crowd_law_name(o->law), o->seed);
  printf("flow   agents  started  arrived  mean time, steps\n");
  for (int32_t i = 0; i < o->flow_count; i++) {
    pathfan_crowd_flow_statistics flow;
    if (pathfan_crowd_flow_get(run->crowd, i, &flow)) break;
    printf("%4d ", i);
    if (flow.agents < 0)
      printf("%8s", "-");
    else
      printf("%8d", flow.agents);
    printf(" %8d %8d  ", flow.started, flow.arrived);
    if (flow.arrived)
      printf("%16.1f\n", flow.mean_travel);
    else
      printf("%16s\n", "-");
  }
  printf("\n%" PRId64 " steps; %d of %d have arrived", s->step, s->arrived, cli_crowd_wanted(run));
  if (s->arrived) printf(", after %.1f steps in the mean of flows", s->mean_travel);
  putchar('\n');
  if (s->present) printf("%d are still on their way\n", s->present);
  if (s->stuck) printf("%d of them find no way any more\n", s->stuck);
  if (s->kept_out) printf("%" PRId64 " never start: no way is left to them\n", s->kept_out);
  printf("%d present at most, %.0f in the mean\n", s->most_present, s->mean_present);
  printf("%" PRId64 " searches, %" PRId64 " evaluations, %" PRId64 " changes of way\n", s->searches,
         s->evaluations, s->changes);
  printf("a step takes %.4f ms for strategy and searches, %.4f ms for moving; %.0f ms to prepare\n",
         s->mean_step_ms, s->mean_move_ms, preparing_ms(run));
}

void cli_crowd_json(const cli_crowd_run *run) {
  const pathfan_crowd_statistics *s = &run->end;
  const pathfan_crowd_options *o = &run->scenario->options;
  pf_json_writer w = {.out = stdout};
  pf_write_begin(&w, NULL, '{');
  pf_write_text(&w, "strategy", pathfan_crowd_strategy_name(o->strategy));
  pf_write_text(&w, "search", pathfan_crowd_search_name(o->search));
  pf_write_text(&w, "law", pathfan_crowd_law_name(o->law));
  pf_write_json(&w, "seed", "%" PRIu64, o->seed);
  pf_write_integer(&w, "steps", s->step);
  pf_write_number(&w, "agents", s->agents < 0 ? NAN : s->agents);
  pf_write_integer(&w, "started", s->started);
  pf_write_integer(&w, "finished", s->arrived);
  pf_write_integer(&w, "stuck", s->stuck);
  pf_write_integer(&w, "kept_out", s->kept_out);
  pf_write_number(&w, "mean_travel_time", s->arrived ? s->mean_travel : NAN);
  pf_write_begin(&w, "travel_time_by_flow", '[');
  for (int32_t i = 0; i < o->flow_count; i++) {
    pathfan_crowd_flow_statistics flow;
    if (pathfan_crowd_flow_get(run->crowd, i, &flow)) break;
    pf_write_number(&w, NULL, flow.arrived ? flow.mean_travel : NAN);
  }
  pf_write_end(&w, ']');
  pf_write_number(&w, "mean_step_ms", s->mean_step_ms);
  pf_write_number(&w, "mean_move_ms", s->mean_move_ms);
  pf_write_integer(&w, "searches", s->searches);
  pf_write_integer(&w, "evaluations", s->evaluations);
  pf_write_integer(&w, "requests", s->requests);
  pf_write_integer(&w, "changes", s->changes);
  pf_write_integer(&w, "max_present", s->most_present);
  pf_write_number(&w, "mean_present", s->mean_present);
  pf_write_number(&w, "evacuation_time", cli_crowd_has_arrived(run) ? (double)s->step : NAN);
  pf_write_number(&w, "preprocessing_ms", preparing_ms(run));
  pf_write_end(&w, '}');
  putchar('\n');
}
