/* crowd.c - creates, steps and frees a crowd. */
#include "pathfan/crowd.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/reserved.h"
#include "base/status.h"
#include "crowd/arrivals.h"
#include "crowd/closures.h"
#include "crowd/draws.h"
#include "pathfan/inspect.h"
#include "pathfan/terrain.h"
#include "crowd/start.h"
#include "crowd/state.h"
#include "crowd/strategy.h"

#define DEPTH 6
#define DEPTH_TRIED 9
#define RETRY_EVERY 4    /* steps */
#define MOST_CELLS 65536 /* of full width */

/* ---- Options ---- */

void pathfan_crowd_options_init(pathfan_crowd_options *options) {
  *options = (pathfan_crowd_options){.search = PATHFAN_CROWD_ASTAR,
                                     .strategy = PATHFAN_CROWD_INITIAL,
                                     .law = PATHFAN_CROWD_NONLINEAR};
}

static void fill(double *value, double missing) {
  if (*value == 0) *value = missing;
}

static void fill_whole(int32_t *value, int32_t missing) {
  if (*value == 0) *value = missing;
}

/* The default number of re-plans in a step. */
static double replans_of(pathfan_crowd_strategy strategy) {
  return strategy == PATHFAN_CROWD_PERIODIC ? 6 : 3;
}

static void fill_in(pathfan_crowd_options *o) {
  const bool is_real = o->law == PATHFAN_CROWD_WEIDMANN;
  fill_whole(&o->agents, PATHFAN_CROWD_AGENTS);
  fill(&o->per_step, 3);
  fill(&o->agent_area, is_real ? 1 / 5.4 : 16);
  fill(&o->speed, is_real ? 1.34 : 2);
  fill(&o->step_seconds, is_real ? 0.5 : 1);
  fill(&o->least_speed, is_real ? 0.005 : 0.1);
  if (is_real) {
    fill(&o->patch, 2);
    fill(&o->specific_flow, PF_WEIDMANN_FLOW);
  }
  fill_whole(&o->patience, 8);
  fill(&o->replans, replans_of(o->strategy));
  fill(&o->trigger_density, 0.5);
  fill(&o->trigger_distance, 200);
  fill_whole(&o->cooldown, 150);
  fill_whole(&o->alternatives, PATHFAN_CROWD_PATHS);
  fill_whole(&o->lanes, PATHFAN_CROWD_LANES);
  fill(&o->stretch, 1.8);
  fill(&o->evaluations, 30);
  fill(&o->gain, 0.03);
  fill_whole(&o->neighbours, 8);
}

typedef struct limit {
  const char *name;
  double value, least, most;
} limit;

static pathfan_status check_numbers(const pathfan_crowd_options *o, pathfan_error *error) {
  const bool is_real = o->law == PATHFAN_CROWD_WEIDMANN;
  const limit limits[] = {
      {"agents", o->agents, 1, 1e7},
      {"per_step", o->per_step, 1e-6, 1e7},
      {"agent_area", o->agent_area, 1e-12, 1e12},
      {"speed", o->speed, 1e-9, 1e12},
      {"step_seconds", o->step_seconds, 1e-9, 1e9},
      {"least_speed", o->least_speed, 1e-6, 1},
      {"most_density", o->most_density, 0, 1e9},
      {"patience", o->patience, 1, 1e9},
      {"spread", o->spread, 0, 1e12},
      {"replans", o->replans, 0, 1e7},
      {"trigger_density", o->trigger_density, 1e-9, 1e9},
      {"trigger_distance", o->trigger_distance, 0, 1e12},
      {"cooldown", o->cooldown, 0, 1e9},
      {"alternatives", o->alternatives, 1, PF_STORED_MOST},
      {"lanes", o->lanes, 1, PF_LANES_MOST},
      {"stretch", o->stretch, 1, 1e6},
      {"evaluations", o->evaluations, 0, 1e7},
      {"gain", o->gain, 0, 1},
      {"neighbours", o->neighbours, 1, 64},
      {"patch", o->patch, is_real ? 0.1 : 0, is_real ? 1000 : 0},
      {"specific_flow", o->specific_flow, is_real ? 0.01 : 0, is_real ? 100 : 0},
      {"boundary", o->boundary, 0, is_real ? 3 : 0},
      {"door_count", o->door_count, 0, 10000},
      {"zone_count", o->zone_count, 0, 10000},
      {"law", o->law, 0, PATHFAN_CROWD_WEIDMANN},
      {"strategy", o->strategy, 0, PATHFAN_CROWD_ALTERNATIVES},
      {"search", o->search, 0, PATHFAN_CROWD_DIJKSTRA},
      {"spawn", o->spawn, 0, PATHFAN_CROWD_KEEP}};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    if (!(limits[i].value >= limits[i].least && limits[i].value <= limits[i].most))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s is %g; it must be %g to %g", limits[i].name,
                     limits[i].value, limits[i].least, limits[i].most);
  if (o->depth && (o->depth < PF_CELLS_DEPTH_LEAST || o->depth > PF_CELLS_DEPTH_MOST))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "depth is %d; it must be %d to %d", o->depth,
                   PF_CELLS_DEPTH_LEAST, PF_CELLS_DEPTH_MOST);
  return PATHFAN_OK;
}

static bool is_place(const pathfan_crowd_place *place) {
  if (!place->corners || (place->corner_count != 1 && place->corner_count < 3)) return false;
  for (int32_t i = 0; i < place->corner_count; i++)
    if (!isfinite(place->corners[i].x) || !isfinite(place->corners[i].y)) return false;
  return true;
}

static bool is_drawn(const pathfan_crowd_draw *draw) {
  return !draw || (PF_KNOWS(draw) && pf_draw_is_valid(draw));
}

/* Times that ascend, from 0 on; or none. */
static bool has_times(const pathfan_crowd_door *d) {
  double last = 0;
  if (d->open_count < 0 || d->open_count > 10000 || !d->open != !d->open_count) return false;
  for (int32_t i = 0; i < 2 * d->open_count; last = d->open[i++])
    if (!isfinite(d->open[i]) || !(i ? d->open[i] > last : d->open[i] >= 0)) return false;
  return true;
}

/* What only Weidmann's law has. */
static pathfan_status check_weidmann(const pathfan_crowd_options *o, pathfan_error *error) {
  const bool is_real = o->law == PATHFAN_CROWD_WEIDMANN;
  double fastest = o->speed;
  bool has_draws = o->speeds || o->start_after;
  bool are_valid = is_drawn(o->speeds) && is_drawn(o->start_after);
  if (o->speeds) fastest = o->speeds->most > 0 ? o->speeds->most : o->speeds->a;
  for (int32_t i = 0; i < o->flow_count; i++) {
    const pathfan_crowd_flow *f = &o->flows[i];
    has_draws = has_draws || f->speed || f->start_after;
    are_valid = are_valid && is_drawn(f->speed) && is_drawn(f->start_after);
    if (f->speed) fastest = fmax(fastest, f->speed->most > 0 ? f->speed->most : f->speed->a);
  }
  if (!is_real && (o->link_count || o->door_count || o->zone_count))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "only law weidmann has doors, areas and links");
  if (o->link_count < 0 || o->link_count > 10000)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "there are %d links; it must be 0 to 10000",
                   o->link_count);
  if (!is_real && has_draws)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "only law weidmann draws speeds and delays");
  if (!are_valid)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "a distribution of speeds or delays is invalid");
  if (is_real && !(o->step_seconds * fastest <= o->patch))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "a step of %g s at %g m/s is longer than a patch, %g m", o->step_seconds,
                   fastest, o->patch);
  for (int32_t i = 0; i < o->door_count; i++) {
    const pathfan_crowd_door *d = &o->doors[i];
    const double length = hypot(d->b.x - d->a.x, d->b.y - d->a.y);
    if (!PF_KNOWS(d) || !(length >= PF_GATE_SHORTEST && length < 1e6) ||
        !(d->capacity >= 0 && d->capacity < 1e6) || !has_times(d))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "door %d must have a line, a capacity and times in ascending order", i);
  }
  for (int32_t i = 0; i < o->zone_count; i++) {
    const pathfan_crowd_zone *z = &o->zones[i];
    if (!PF_KNOWS(z) || !is_place(&z->area) || z->area.corner_count < 3 ||
        !(z->speed >= 0 && z->speed <= 1) || !(z->flow >= 0 && z->flow <= 100) ||
        !(z->density >= 0 && z->density <= PF_WEIDMANN_JAM))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "area %d must have a polygon, a speed up to 1, a flow and a density up to %g",
                     i, PF_WEIDMANN_JAM);
  }
  for (int32_t i = 0; i < o->link_count; i++) {
    const pathfan_crowd_link *l = &o->links[i];
    if (!PF_KNOWS(l) || !(l->length >= 0 && l->length < 1e6) || !(l->speed >= 0 && l->speed <= 1) ||
        !(l->width >= 0 && l->width < 1e6) || !(l->flow >= 0 && l->flow <= 100))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "link %d: its length, width and flow must be above 0, its speed 0 to 1", i);
  }
  return PATHFAN_OK;
}

static pathfan_status check(const pathfan_crowd_options *o, pathfan_error *error) {
  if (!PF_KNOWS(o))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "crowd options: " PF_UNKNOWN_MEMBER);
  if (!o->index == !o->map)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "a crowd needs an index or a map");
  if (o->index ? pathfan_index_is_terrain(o->index) : pathfan_map_is_terrain(o->map))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "crowds don't walk on terrains");
  if (o->strategy == PATHFAN_CROWD_ALTERNATIVES && !o->index)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "strategy alternatives needs an index");
  if (o->flow_count < 1 || o->flow_count > 10000)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "there are %d flows; it must be 1 to 10000",
                   o->flow_count);
  for (int32_t i = 0; i < o->flow_count; i++) {
    const pathfan_crowd_flow *flow = &o->flows[i];
    if (!PF_KNOWS(flow))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT, "flow %d: " PF_UNKNOWN_MEMBER, i);
    if (flow->agents < 0 || flow->agents > 10000000 || !(flow->share >= 0 && flow->share < 1e9))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "flow %d has an invalid number of agents or share", i);
    if (!is_place(&flow->from))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT, "flow %d: from is neither a point nor a polygon",
                     i);
    if (flow->to_count < 1) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "flow %d has no goal", i);
    for (int32_t k = 0; k < flow->to_count; k++)
      if (!is_place(&flow->to[k]))
        return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                       "flow %d: goal %d is neither a point nor a polygon", i, k);
  }
  pathfan_status status = check_numbers(o, error);
  if (!status) status = check_weidmann(o, error);
  if (status) return status;
  for (int32_t i = 0; i < o->closure_count; i++)
    if (!PF_KNOWS(&o->closures[i]))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT, "closure %d: " PF_UNKNOWN_MEMBER, i);
  return PATHFAN_OK;
}

/* ---- Making ---- */

static void free_plan(pathfan_crowd *c) {
  pf_start_free(c);
  pf_courses_free(&c->courses);
  c->courses = (pf_courses){.floor = &c->floor,
                            .off = c->traffic ? PF_OFF_WALLS : 0,
                            .links = c->traffic ? &c->traffic->links : NULL};
  pf_router_free(&c->router);
  pf_density_free(&c->density);
  pf_cell_graph_free(&c->graph);
  pf_cells_free(&c->cells);
  free(c->ones);
  free(c->is_shut);
  free(c->is_dense);
  free(c->left_at);
  c->ones = NULL;
  c->left_at = NULL;
  c->is_shut = c->is_dense = NULL;
}

/* By Weidmann's law cells are no wider than patches, or than makes too many of them. 0: another
 * law. */
static double widest_cell(const pathfan_crowd *c) {
  if (!c->traffic) return 0;
  double widest = c->options.patch;
  while (c->floor.width / widest * (c->floor.height / widest) > MOST_CELLS) widest *= 2;
  return widest;
}

/* The first depth to try. */
static int32_t least_depth(const pathfan_crowd *c) {
  int32_t depth = DEPTH;
  const double longer = fmax(c->floor.width, c->floor.height), widest = widest_cell(c);
  if (c->options.depth) return c->options.depth;
  while (widest > 0 && depth < DEPTH_TRIED && longer / (1 << depth) > widest) depth++;
  return depth;
}

static pathfan_status make_plan(pathfan_crowd *c, int32_t depth, bool *is_unreachable,
                                pathfan_error *error) {
  const pathfan_crowd_options *o = &c->options;
  const pf_slowing slowing = {o->law, o->agent_area, o->least_speed};
  *is_unreachable = false;
  pathfan_status status = pf_cells_of(&c->cells, &c->floor, depth, widest_cell(c));
  if (!status && c->cells.is_layered) {
    *is_unreachable = false;
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "the map lies above itself; crowds walk on floors beside each other");
  }
  if (!status)
    status = pf_cell_graph_of(&c->graph, &c->floor, &c->cells, o->neighbours,
                              c->traffic ? &c->traffic->links : NULL);
  if (!status) status = pf_density_of(&c->density, &c->cells, &slowing);
  if (!status && c->traffic) status = pf_traffic_relate(c->traffic, &c->cells);
  if (status) return status;
  c->ones = pf_alloc((uint64_t)c->cells.count, sizeof *c->ones);
  c->is_shut = pf_alloc_zero((uint64_t)c->cells.count, sizeof *c->is_shut);
  c->is_dense = pf_alloc_zero((uint64_t)c->cells.count, sizeof *c->is_dense);
  c->left_at = pf_alloc_zero((uint64_t)c->cells.count, sizeof *c->left_at);
  if (!c->ones || !c->is_shut || !c->is_dense || !c->left_at) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < c->cells.count; i++) c->ones[i] = 1;
  return pf_start_make(c, is_unreachable, error);
}

static pathfan_status make_traffic(pathfan_crowd *c, pathfan_error *error) {
  const pathfan_crowd_options *o = &c->options;
  c->traffic = pf_alloc_zero(1, sizeof *c->traffic);
  if (!c->traffic) return PATHFAN_ERR_NO_MEMORY;
  const pathfan_status status = pf_traffic_make(c->traffic, &c->floor, c->query, o, error);
  if (status == PATHFAN_ERR_LIMIT)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "patch is %g: the map has more than %d of them",
                   o->patch, PF_PATCHES_MOST);
  if (status) return status;
  c->full_of = pf_alloc((uint64_t)c->traffic->patches.count + 1, sizeof *c->full_of);
  if (!c->full_of) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < c->traffic->patches.count; p++) c->full_of[p] = -1;
  return PATHFAN_OK;
}

/* Has the doors of the index as they were built. */
static pathfan_status take_doors(pathfan_crowd *c, pathfan_error *error) {
  pathfan_obstacles *doors;
  pathfan_status status = pathfan_obstacles_create(c->options.index, &doors, error);
  if (!status) status = pf_closures_set_snapshot(c, doors);
  pathfan_obstacles_release(doors);
  return status;
}

static pathfan_status take_closure(pathfan_crowd *c, int32_t number, pathfan_error *error) {
  const pathfan_crowd_closure *closure = &c->options.closures[number];
  pathfan_status status;
  if (closure->door) {
    status = pf_closures_add_named(c, closure->door, closure->at_step);
    return status == PATHFAN_ERR_ARGUMENT
               ? pf_fail(error, status, "closure %d: the map has no door %.60s", number,
                         closure->door)
               : status;
  }
  status = pf_closures_add(c, &closure->area, closure->at_step);
  return status == PATHFAN_ERR_ARGUMENT
             ? pf_fail(error, status, "closure %d is not a polygon with an area", number)
             : status;
}

static pathfan_status make(pathfan_crowd *c, pathfan_error *error) {
  const pathfan_crowd_options *o = &c->options;
  bool is_unreachable = true;
  pathfan_status status = pf_floor_of(&c->floor, o->map, o->index);
  if (!status && o->index) status = pathfan_query_create(o->index, &c->query);
  if (!status && o->law == PATHFAN_CROWD_WEIDMANN) status = make_traffic(c, error);
  if (status) return status;
  for (int32_t depth = least_depth(c); is_unreachable; depth++) {
    free_plan(c);
    status = make_plan(c, depth, &is_unreachable, error);
    if (o->depth || depth == DEPTH_TRIED) break;
  }
  if (status) return status;
  c->stored = (pf_stored){.query = c->query,
                          .courses = &c->courses,
                          .floor = &c->floor,
                          .cells = &c->cells,
                          .goals = c->goals,
                          .flow_count = c->stream_count,
                          .links = c->traffic ? &c->traffic->links : NULL,
                          .link_flags = o->link_flags,
                          .paths = o->alternatives,
                          .lanes = o->lanes,
                          .stretch = o->stretch};
  if (!status && o->index) status = take_doors(c, error);
  for (int32_t i = 0; i < o->closure_count && !status; i++) status = take_closure(c, i, error);
  for (int32_t i = 0; i < o->door_count && !status; i++)
    if (o->doors[i].open) status = pf_closures_add_door(c, &o->doors[i]);
  return status;
}

pathfan_status pathfan_crowd_create(const pathfan_crowd_options *options, pathfan_crowd **crowd,
                                    pathfan_error *error) {
  const double begin = pf_seconds();
  if (error) error->text[0] = 0;
  *crowd = NULL;
  pathfan_crowd *c = pf_alloc_zero(1, sizeof *c);
  if (!c) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  c->options = *options;
  c->has_replans = options->replans != 0;
  fill_in(&c->options);
  c->random = pf_random_from(c->options.seed);
  pathfan_status status = check(&c->options, error);
  if (!status) status = make(c, error);
  if (status) {
    if (error && !error->text[0]) pf_fail(error, status, "%s", pathfan_status_text(status));
    pathfan_crowd_free(c);
    return status;
  }
  c->options.flows = NULL; /* they belong to the caller */
  c->options.closures = NULL;
  c->options.doors = NULL;
  c->options.zones = NULL;
  c->options.links = NULL;
  c->options.speeds = c->options.start_after = NULL;
  c->statistics.preparing_ms = 1e3 * (pf_seconds() - begin);
  *crowd = c;
  return PATHFAN_OK;
}

void pathfan_crowd_free(pathfan_crowd *c) {
  if (!c) return;
  pf_closures_free(c); /* which has given stored its snapshot */
  pf_stored_free(&c->stored);
  free_plan(c);
  pathfan_query_free(c->query);
  pf_floor_free(&c->floor);
  if (c->traffic) pf_traffic_free(c->traffic);
  free(c->traffic);
  free(c->walkers);
  free(c->marches);
  free(c->full);
  free(c->full_of);
  free(c->full_next);
  free(c->points);
  free(c->ways);
  free(c);
}

/* ---- Stepping ---- */

/* Prices the cells of a patch for planning. */
static void price(void *context, int32_t patch) {
  pathfan_crowd *c = context;
  const pf_traffic *g = c->traffic;
  const double coming = 1 / pf_traffic_planned(g, patch, g->agents[patch]);
  const double own = 1 / pf_traffic_planned(g, patch, g->agents[patch] - 1);
  for (int32_t i = g->first_cell[patch]; i < g->first_cell[patch + 1]; i++) {
    c->density.factor[g->cells[i]] = coming;
    c->density.own[g->cells[i]] = own;
  }
}

static void update(pathfan_crowd *c) {
  if (c->traffic)
    pf_traffic_update(c->traffic, price, c);
  else
    pf_density_update(&c->density);
}

pathfan_status pathfan_crowd_start(pathfan_crowd *c) {
  if (c->has_started) return PATHFAN_OK;
  c->has_started = true;
  pf_closing closing;
  pathfan_status status = pf_closures_begin(c, &closing);
  if (!status && closing) status = pf_strategy_reroute(c);
  if (!status && closing == PF_CLOSES_OR_OPENS) status = pf_strategy_reconsider(c);
  if (!status && c->step % RETRY_EVERY == 0) status = pf_strategy_retry(c);
  return status ? status : pf_start_step(c);
}

pathfan_status pathfan_crowd_step(pathfan_crowd *c) {
  const double begin = pf_seconds();
  pathfan_status status = pathfan_crowd_start(c);
  c->has_started = false; /* for the next step */
  update(c);
  if (!status) status = pf_strategy_step(c);
  if (status) return status;
  const double planned = pf_seconds();
  status = pf_arrivals_expect(c);
  if (!status) status = pf_walkers_move(c);
  if (status) return status;
  update(c);
  assert(c->count >= 0);
  assert(c->statistics.started == c->statistics.arrived + c->count);
  c->step++;
  c->present_sum += c->count;
  if (c->count > c->statistics.most_present) c->statistics.most_present = c->count;
  c->strategy_seconds += planned - begin;
  c->move_seconds += pf_seconds() - planned;
  return PATHFAN_OK;
}

bool pathfan_crowd_is_done(const pathfan_crowd *c) {
  if (!pf_start_is_over(c)) return false;
  if (c->count && pf_closures_will_open(c)) return false;
  for (int32_t i = 0; i < c->count; i++)
    if (!c->walkers[i].is_stuck) return false;
  return true;
}

pathfan_status pathfan_crowd_close(pathfan_crowd *c, pathfan_crowd_place area) {
  return is_place(&area) ? pf_closures_add(c, &area, c->step) : PATHFAN_ERR_ARGUMENT;
}

pathfan_status pathfan_crowd_set_obstacles(pathfan_crowd *c, const pathfan_obstacles *obstacles) {
  return c->query && obstacles ? pf_closures_set_snapshot(c, obstacles) : PATHFAN_ERR_ARGUMENT;
}

pathfan_status pathfan_crowd_set_strategy(pathfan_crowd *c, pathfan_crowd_strategy strategy) {
  if ((int)strategy < 0 || strategy > PATHFAN_CROWD_ALTERNATIVES ||
      (strategy == PATHFAN_CROWD_ALTERNATIVES && !c->query))
    return PATHFAN_ERR_ARGUMENT;
  c->options.strategy = strategy;
  if (!c->has_replans) c->options.replans = replans_of(strategy);
  /* Cells that became dense under another strategy count as newly dense. */
  memset(c->is_dense, 0, (size_t)c->cells.count * sizeof *c->is_dense);
  return PATHFAN_OK;
}
