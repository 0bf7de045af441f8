/* crowd.c - a crowd's run. Its files are sampled every few steps; a picture's densities are means
 * over the samples in which any agent was present. */
#include "cli/crowd.h"

#include "cli/crowd_patches.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "command/progress.h"
#include "draw/crowd.h"
#include "pathfan/floors.h"
#include "request/write.h"

#define PROGRESS_EVERY 64 /* steps */

/* A run in progress. */
typedef struct recorder {
  const cli_crowd_run *run;
  pf_output csv, trajectories;
  pathfan_query *floors; /* NULL: the map has one */
  pf_source_facts map;
  pathfan_crowd_agent *agents; /* [Size: capacity] scratch */
  int32_t capacity, present;
  double *xy;      /* [Size: 2 * capacity] */
  int32_t *flows;  /* [Size: capacity] */
  double *density; /* [Size: cells] sums */
  pf_drawn_cell *cells;
  cli_crowd_patches patches;
  double *free_xy;
  int32_t *free_first;
  int64_t samples, frames;
  pathfan_error error;
} recorder;

bool cli_crowd_has_units(const cli_crowd_run *run) {
  return run->scenario->options.law == PATHFAN_CROWD_WEIDMANN;
}

double cli_crowd_step_seconds(const cli_crowd_run *run) {
  const double given = run->scenario->options.step_seconds;
  return given > 0 ? given : cli_crowd_has_units(run) ? 0.5 : 1;
}

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
  const pathfan_point origin = {r->map.info.origin_x, r->map.info.origin_y};
  if (r->run->files->above > 0 &&
      !cli_crowd_patches_make(&r->patches, r->run->crowd, r->run->files->above,
                              cli_crowd_step_seconds(r->run), origin))
    return no_memory(r);
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

/* Free space alone. */
static pf_crowd_picture map_of(const recorder *r) {
  return (pf_crowd_picture){.width = r->map.info.width,
                            .height = r->map.info.height,
                            .free_xy = r->free_xy,
                            .free_first = r->free_first,
                            .free_count = r->map.info.polygon_count};
}

/* Draws the cells with their mean density, or with their present one and the agents. */
static pathfan_status draw(recorder *r, const char *path, bool is_mean, const char *title) {
  const int32_t count = pathfan_crowd_cell_count(r->run->crowd);
  int32_t squares = 0;
  for (int32_t i = 0; i < count; i++) {
    pathfan_crowd_cell cell;
    if (pathfan_crowd_cell_get(r->run->crowd, i, &cell) || cell.width <= 0) continue;
    const double mean = r->samples ? r->density[i] / (double)r->samples : 0;
    r->cells[squares++] = (pf_drawn_cell){.x = cell.x - r->map.info.origin_x,
                                          .y = cell.y - r->map.info.origin_y,
                                          .width = cell.width,
                                          .height = cell.height,
                                          .density = is_mean ? mean : cell.density};
  }
  for (int32_t i = 0; i < r->present && !is_mean; i++) {
    r->xy[2 * i] = r->agents[i].x - r->map.info.origin_x;
    r->xy[2 * i + 1] = r->agents[i].y - r->map.info.origin_y;
    r->flows[i] = r->agents[i].flow;
  }
  pf_crowd_picture picture = map_of(r);
  picture.cells = r->cells;
  picture.cell_count = squares;
  picture.most = is_mean ? most_of(r->cells, squares) : 1;
  picture.agents = r->xy;
  picture.flow_of = r->flows;
  picture.agent_count = is_mean ? 0 : r->present;
  picture.title = title;
  return pf_crowd_draw(path, &picture, 1, &r->error);
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
  if (r->run->files->above > 0) {
    const pf_crowd_picture map = map_of(r);
    return cli_crowd_patches_draw(&r->patches, r->run->files->density, &map, &r->error);
  }
  (void)snprintf(title, sizeof title, "mean density, strategy %s, mean time %.0f steps",
                 pathfan_crowd_strategy_name(r->run->scenario->options.strategy),
                 r->run->end.mean_travel);
  return draw(r, r->run->files->density, true, title);
}

/* ---- Samples ---- */

static pathfan_status open_files(recorder *r) {
  const cli_crowd_files *files = r->run->files;
  pathfan_status status = PATHFAN_OK;
  if (files->csv) status = pf_output_open(&r->csv, files->csv, &r->error);
  if (!status && files->trajectories)
    status = pf_output_open(&r->trajectories, files->trajectories, &r->error);
  if (!status && files->frames && !pf_folder_make(files->frames)) {
    (void)snprintf(r->error.text, sizeof r->error.text, "%s: no folder can be made there",
                   files->frames);
    status = PATHFAN_ERR_IO;
  }
  if (!status && takes_pictures(files)) status = prepare_pictures(r);
  if (status) return status;
  if (r->trajectories.stream && r->run->ground->source.index)
    status = pathfan_query_create(r->run->ground->source.index, &r->floors);
  if (status) return no_memory(r);
  if (r->csv.stream)
    fputs("step,started,present,arrived,searches,evaluations,changes\n", r->csv.stream);
  if (r->trajectories.stream)
    fprintf(r->trajectories.stream, "# framerate: %.9g\n# id frame %s\n",
            1 / (cli_crowd_step_seconds(r->run) * (double)files->every),
            cli_crowd_has_units(r->run) ? "x/m y/m z/m" : "x y z");
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

/* On its floor, with its level, where the map has several. */
static void write_place(recorder *r, const pathfan_crowd_agent *agent, int64_t frame) {
  pathfan_point at = {agent->x, agent->y};
  pathfan_floor floor = {.level = 0};
  const int32_t number = r->floors ? pathfan_query_floor_at(r->floors, at) : -1;
  if (number >= 0 && pathfan_query_floor(r->floors, number, &floor))
    at = pathfan_floor_from_plane(&floor, at);
  fprintf(r->trajectories.stream, "%d %" PRId64 " %.4f %.4f %g\n", agent->id, frame, at.x, at.y,
          floor.level);
}

static void write_trajectories(recorder *r, int64_t frame) {
  for (int32_t i = 0; i < r->present; i++) write_place(r, &r->agents[i], frame);
}

/* Frame 0 has those who start in the first step, where they start. */
static pathfan_status write_first_frame(recorder *r) {
  if (!r->trajectories.stream) return PATHFAN_OK;
  pathfan_status status = pathfan_crowd_start(r->run->crowd);
  if (!status) status = fit(r);
  if (!status) write_trajectories(r, 0);
  return status;
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
  if (r->trajectories.stream) write_trajectories(r, now.step / files->every);
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
  pathfan_status status = write_first_frame(r);
  cli_progress_start(&progress, run->is_quiet);
  for (int64_t i = 0; i < most && !pathfan_crowd_is_done(run->crowd) && !status; i++) {
    status = pathfan_crowd_step(run->crowd);
    if (!status && r->patches.count) cli_crowd_patches_look(&r->patches, run->crowd);
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
  pathfan_query_free(r.floors);
  free(r.xy);
  free(r.flows);
  free(r.density);
  free(r.cells);
  free(r.free_xy);
  free(r.free_first);
  cli_crowd_patches_free(&r.patches);
  return status ? cli_failure(status, r.error.text) : CLI_OK;
}
