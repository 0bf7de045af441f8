/* api_crowds.c - crowds that run while a client watches: requests begin them from a scenario, step,
 * change and end them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "base/clock.h"
#include "request/read.h"
#include "scenario/crowd_scenario.h"
#include "viewer/crowd_frame.h"
#include "viewer/crowd_json.h"
#include "viewer/limits.h"
#include "viewer/server.h"

/* ---- Responding ---- */

/* Text being written. */
typedef struct response {
  pf_json_writer w;
  char *text;
  size_t bytes;
} response;

static bool begin_response(response *r) {
  *r = (response){.text = NULL};
  r->w = (pf_json_writer){.out = pf_text_stream(&r->text, &r->bytes), .compact = true};
  if (r->w.out) pf_write_begin(&r->w, NULL, '{');
  return r->w.out != NULL;
}

static void send_response(pf_exchange *x, int status, response *r) {
  pf_write_end(&r->w, '}');
  char *text = pf_written(r->w.out, &r->text);
  pf_exchange_text(x, status, "application/json", text, text ? r->bytes : 0);
}

/* Answers with a crowd, whose turn the caller must have. */
static void send_crowd(pf_exchange *x, int status, const pf_live_crowd *live, bool with_ground) {
  response r;
  if (!begin_response(&r)) {
    pf_exchange_failed(x, PATHFAN_ERR_NO_MEMORY, NULL);
    return;
  }
  pf_write_crowd(&r.w, live);
  if (with_ground) pf_write_crowd_ground(&r.w, live);
  send_response(x, status, &r);
}

void pf_get_environments(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)server, (void)worker;
  response r;
  if (!begin_response(&r)) {
    pf_exchange_failed(x, PATHFAN_ERR_NO_MEMORY, NULL);
    return;
  }
  pf_write_environments(&r.w);
  send_response(x, 200, &r);
}

static void leave(pf_live_crowd *live) {
  pf_live_crowd_leave(live);
  pf_live_crowd_release(live);
}

/* ---- Beginning ---- */

/* Returns the largest number of agents that may be on their way at once. */
static int64_t agents_of(const pathfan_crowd_options *o) {
  int64_t agents = 0;
  bool any = false;
  for (int32_t i = 0; i < o->flow_count; i++) {
    agents += o->flows[i].agents;
    any |= !o->flows[i].agents;
  }
  return agents + (any ? o->agents ? o->agents : PATHFAN_CROWD_AGENTS : 0);
}

static bool too_much(pf_exchange *x, const char *what, int64_t is, int64_t most) {
  pf_exchange_fail(x, 400, "too_large", "%s: %lld; it must be %lld at most", what, (long long)is,
                   (long long)most);
  return false;
}

/* Checks a scenario against the limits, before anything is made of it. Answers if it exceeds
 * one. */
static bool check_scenario(pf_exchange *x, const pathfan_crowd_options *o) {
  if (o->flow_count > PF_CROWD_FLOWS_MAX)
    return too_much(x, "\"flows\"", o->flow_count, PF_CROWD_FLOWS_MAX);
  if (agents_of(o) > PF_CROWD_AGENTS_MAX)
    return too_much(x, "\"agents\" of all flows", agents_of(o), PF_CROWD_AGENTS_MAX);
  if (o->depth > PF_CROWD_DEPTH_MAX) return too_much(x, "\"depth\"", o->depth, PF_CROWD_DEPTH_MAX);
  if (o->neighbours > PF_CROWD_NEIGHBOURS_MAX)
    return too_much(x, "\"neighbours\"", o->neighbours, PF_CROWD_NEIGHBOURS_MAX);
  if (o->closure_count > PF_CROWD_CLOSED_MAX)
    return too_much(x, "areas of \"close\"", o->closure_count, PF_CROWD_CLOSED_MAX);
  return true;
}

/* Does the same for the crowd made of it. */
static bool check_cells(pf_exchange *x, const pathfan_crowd *crowd,
                        const pathfan_crowd_options *o) {
  const int64_t cells = pathfan_crowd_cell_count(crowd);
  const int64_t paths = (int64_t)(o->alternatives ? o->alternatives : PATHFAN_CROWD_PATHS) *
                        (o->lanes ? o->lanes : PATHFAN_CROWD_LANES);
  if (cells * agents_of(o) > PF_CROWD_CELLS_AGENTS)
    return too_much(x, "cells times agents", cells * agents_of(o), PF_CROWD_CELLS_AGENTS);
  if (cells * o->flow_count * paths > PF_CROWD_CELLS_PATHS)
    return too_much(x, "cells times flows times alternatives times lanes",
                    cells * o->flow_count * paths, PF_CROWD_CELLS_PATHS);
  return true;
}

/* Returns the source of a scenario: an environment's, or that of a served map as it is now. An
 * index is opened separately, so that the crowd doesn't move to another when one is published. NULL
 * after answering. */
static pf_held_source *open_source(pf_server *server, pf_exchange *x,
                                   const pf_crowd_scenario *scenario) {
  pf_held_source *held = NULL;
  pathfan_error error = {""};
  pathfan_status status;
  if (scenario->environment) {
    status = pf_crowds_ground(server->crowds, scenario->environment->name, &held, &error);
    if (status) pf_exchange_failed(x, status, error.text);
    return held;
  }
  pf_served_map *served = pf_take_map(server, x, scenario->map);
  if (!served) return NULL;
  pf_held_source *now = pf_served_map_source(server->maps, served);
  if (now->source.map) {
    held = now;
  } else {
    pathfan_index *index;
    status = pf_index_open_served(served->index_path, pf_copying_each(), false, &index, &error);
    if (!status) {
      held = pf_held_source_make(index, NULL);
      status = held ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
    }
    if (status) pf_exchange_failed(x, status, error.text);
    pf_held_source_release(now);
  }
  pf_served_map_release(served);
  return held;
}

static void no_index(pf_exchange *x) {
  pf_exchange_fail(x, 409, "no_index",
                   "strategy alternatives needs the index of this map, which isn't there");
}

/* Makes a crowd from a scenario whose options have their source, and answers with it. Takes over
 * held. */
static void begin(pf_server *server, pf_exchange *x, const pf_crowd_scenario *scenario,
                  pf_held_source *held) {
  const pathfan_crowd_options *o = &scenario->options;
  pf_live_crowd made = {.environment = scenario->environment,
                        .held = held,
                        .agents = (int32_t)agents_of(o),
                        .flow_count = o->flow_count,
                        .strategy = o->strategy,
                        .max_steps = scenario->max_steps,
                        .step_seconds = o->law != PATHFAN_CROWD_WEIDMANN ? 0
                                        : o->step_seconds > 0            ? o->step_seconds
                                                                         : 0.5,
                        .closed = o->closure_count};
  pf_live_crowd *live = NULL;
  pathfan_error error = {""};
  if (scenario->map) (void)snprintf(made.map, sizeof made.map, "%s", scenario->map);
  pathfan_status status = pf_crowds_check(server->crowds, made.agents, &error);
  if (!status) status = pathfan_crowd_create(o, &made.crowd, &error);
  if (status || !check_cells(x, made.crowd, o)) {
    if (status) pf_exchange_failed(x, status, error.text);
    pathfan_crowd_free(made.crowd);
    pf_held_source_release(held);
    return;
  }
  status = pf_crowds_add(server->crowds, &made, &live, &error);
  if (status) {
    pf_exchange_failed(x, status, error.text);
    return;
  }
  send_crowd(x, 201, live, true);
  leave(live);
}

void pf_post_crowd(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  pf_crowd_scenario scenario;
  pathfan_error error = {""};
  if (!x->body_bytes) {
    pf_exchange_fail(x, 400, "no_body", "the request has no body");
    return;
  }
  const pathfan_status status =
      pf_crowd_scenario_parse(x->body, x->body_bytes, "scenario", NULL, &scenario, &error);
  if (status) {
    if (status == PATHFAN_ERR_MALFORMED)
      pf_exchange_fail(x, 400, "bad_request", "%s", error.text);
    else
      pf_exchange_failed(x, status, error.text);
    return;
  }
  pf_held_source *held =
      check_scenario(x, &scenario.options) ? open_source(server, x, &scenario) : NULL;
  if (held) {
    scenario.options.index = held->source.index;
    scenario.options.map = held->source.map;
    if (scenario.options.strategy == PATHFAN_CROWD_ALTERNATIVES && !held->source.index) {
      no_index(x);
      pf_held_source_release(held);
    } else {
      begin(server, x, &scenario, held);
    }
  }
  pf_crowd_scenario_free(&scenario);
}

/* ---- While it runs ---- */

/* Returns the crowd that the address names, held, once it is this request's turn; NULL after
 * answering. */
static pf_live_crowd *enter(pf_server *server, pf_exchange *x) {
  pf_live_crowd *live = pf_crowds_take(server->crowds, x->parts[0]);
  if (!live) {
    pf_exchange_fail(x, 404, "no_such_crowd",
                     "there is no crowd '%s'; one that nobody asks "
                     "about for %d s goes",
                     x->parts[0], PF_CROWD_SECONDS_IDLE);
    return NULL;
  }
  if (!pf_live_crowd_enter(live)) {
    pf_exchange_fail(x, 429, "too_many", "%d requests about this crowd wait already",
                     PF_CROWD_WAITING_MAX);
    pf_live_crowd_release(live);
    return NULL;
  }
  return live;
}

void pf_get_crowd(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  pf_live_crowd *live = enter(server, x);
  if (!live) return;
  send_crowd(x, 200, live, false);
  leave(live);
}

/* The members of a request for steps. */
typedef struct march {
  int64_t after; /* -1: whatever the present step is */
  int64_t steps;
} march;

static bool read_march(pf_exchange *x, march *m) {
  pf_complaint wrong = {""};
  const char *name;
  json_t *value;
  json_t *object = pf_exchange_read(x);
  if (!object) return false;
  *m = (march){.after = -1, .steps = 1};
  bool good = json_is_object(object) || pf_complain(&wrong, "it must be a JSON object");
  json_object_foreach(object, name, value) {
    if (strcmp(name, "steps") == 0)
      good &= pf_request_read_whole(value, 0, PF_CROWD_STEPS_MAX, &m->steps) ||
              pf_complain(&wrong, "\"steps\" must be a whole number, 0 to %d", PF_CROWD_STEPS_MAX);
    else if (strcmp(name, "after") == 0)
      good &= pf_request_read_whole(value, 0, INT64_MAX, &m->after) ||
              pf_complain(&wrong, "\"after\" must be a whole number, 0 or more");
    else
      good = pf_complain(&wrong, "unknown field \"%.40s\"", name);
  }
  json_decref(object);
  if (!good) pf_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  return good;
}

/* Makes the steps for which there is time; *step_ms: mean milliseconds of one. */
static pathfan_status walk(pf_crowds *crowds, const pf_live_crowd *live, const march *m,
                           double *step_ms) {
  pathfan_crowd_statistics now;
  pathfan_status status = PATHFAN_OK;
  const double begin = pf_seconds();
  double spent = 0;
  int64_t made = 0;
  *step_ms = 0;
  pathfan_crowd_statistics_get(live->crowd, &now);
  if (m->after >= 0 && m->after != now.step) return PATHFAN_OK; /* the request was repeated */
  while (!status && made < m->steps && spent < PF_CROWD_SECONDS_STEPS &&
         !pf_crowds_is_stopped(crowds) && !pf_crowd_frame_is_last(live)) {
    status = pathfan_crowd_step(live->crowd);
    spent = pf_seconds() - begin;
    made++;
  }
  if (made) *step_ms = 1e3 * spent / (double)made;
  return status;
}

void pf_post_steps(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  march m;
  double step_ms;
  if (!read_march(x, &m)) return;
  pf_live_crowd *live = enter(server, x);
  if (!live) return;
  pathfan_status status =
      live->is_broken ? PATHFAN_ERR_NO_MEMORY : walk(server->crowds, live, &m, &step_ms);
  if (status) {
    live->is_broken = true;
    pf_crowds_remove(server->crowds, live);
    pf_exchange_failed(x, status, NULL);
  } else {
    size_t bytes = 0;
    char *frame = pf_crowd_frame(live, step_ms, &bytes);
    pf_exchange_text(x, 200, "application/octet-stream", frame, bytes);
  }
  leave(live);
}

/* The members of a request for a change. */
typedef struct change {
  bool has_strategy, has_area;
  int strategy;
  pathfan_crowd_place area;
  pf_complaint wrong;
} change;

static bool read_strategy(change *c, const json_t *value) {
  const char *name = json_string_value(value);
  c->has_strategy = true;
  for (c->strategy = 0; name && c->strategy <= PATHFAN_CROWD_ALTERNATIVES; c->strategy++)
    if (strcmp(name, pathfan_crowd_strategy_name((pathfan_crowd_strategy)c->strategy)) == 0)
      return true;
  return pf_complain(&c->wrong, "\"strategy\" must be one of \"none\", \"periodic\", "
                                "\"initial\", \"event\", \"alternatives\"");
}

static bool read_area(change *c, const json_t *value) {
  const json_t *polygon = json_object_get(value, "polygon");
  const size_t count = json_array_size(polygon);
  if (json_object_size(value) != 1 || count < 3)
    return pf_complain(&c->wrong,
                       "\"close\" must be {\"polygon\": [[x, y], ...]}, of 3 points or more");
  pathfan_point *corners = malloc(count * sizeof *corners);
  if (!corners) return pf_complain(&c->wrong, "out of memory");
  c->has_area = true;
  c->area = (pathfan_crowd_place){corners, (int32_t)count};
  for (size_t i = 0; i < count; i++) {
    char name[40];
    (void)snprintf(name, sizeof name, "close.polygon[%zu]", i);
    if (!pf_request_read_point(name, json_array_get(polygon, i), &corners[i], &c->wrong))
      return false;
  }
  return true;
}

static bool read_change(pf_exchange *x, change *c) {
  const char *name;
  json_t *value;
  json_t *object = pf_exchange_read(x);
  if (!object) return false;
  bool good = json_is_object(object) || pf_complain(&c->wrong, "it must be a JSON object");
  json_object_foreach(object, name, value) {
    if (!good) break;
    if (strcmp(name, "strategy") == 0)
      good = read_strategy(c, value);
    else if (strcmp(name, "close") == 0)
      good = read_area(c, value);
    else
      good = pf_complain(&c->wrong, "unknown field \"%.40s\"", name);
  }
  json_decref(object);
  if (!good) pf_exchange_fail(x, 400, "bad_request", "%s", c->wrong.text);
  return good;
}

/* Applies the whole change or, after answering why, nothing. */
static bool apply(pf_exchange *x, pf_live_crowd *live, const change *c) {
  if (c->has_strategy && c->strategy == PATHFAN_CROWD_ALTERNATIVES && !live->held->source.index) {
    no_index(x);
    return false;
  }
  if (c->has_area && live->closed >= PF_CROWD_CLOSED_MAX)
    return too_much(x, "areas of \"close\"", live->closed + 1, PF_CROWD_CLOSED_MAX);
  if (c->has_area) {
    const pathfan_status status = pathfan_crowd_close(live->crowd, c->area);
    if (status) {
      pf_exchange_failed(x, status,
                         status == PATHFAN_ERR_ARGUMENT ? "\"close\" has no area" : NULL);
      return false;
    }
    live->closed++;
  }
  if (c->has_strategy) {
    live->strategy = (pathfan_crowd_strategy)c->strategy;
    (void)pathfan_crowd_set_strategy(live->crowd, live->strategy);
  }
  return true;
}

void pf_patch_crowd(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  change c = {.strategy = 0};
  pf_live_crowd *live = read_change(x, &c) ? enter(server, x) : NULL;
  if (live) {
    if (apply(x, live, &c)) send_crowd(x, 200, live, false);
    leave(live);
  }
  free((void *)c.area.corners);
}

void pf_delete_crowd(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  pf_live_crowd *live = pf_crowds_take(server->crowds, x->parts[0]);
  if (!live) {
    pf_exchange_fail(x, 404, "no_such_crowd", "there is no crowd '%s'", x->parts[0]);
    return;
  }
  pf_crowds_remove(server->crowds, live);
  pf_live_crowd_release(live);
  pf_exchange_fixed(x, 204, NULL, "", 0);
}
