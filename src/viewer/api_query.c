/* api_query.c - queries: from JSON to a request, from the library's answer to JSON.
 *
 * The library's own work limit, which a request may lower, bounds the work; paths found until then
 * are returned with status "work_limit". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "request/changes.h"
#include "request/fields.h"
#include "request/read.h"
#include "server/check_request.h"
#include "viewer/limits.h"
#include "viewer/query_json.h"
#include "viewer/server.h"

static void send_reply(pf_exchange *x, const pf_reply *r, bool hide) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = pf_text_stream(&text, &bytes);
  if (out) {
    pf_json_writer w = {.out = out, .compact = true};
    pf_reply_write(&w, r, hide);
    text = pf_written(out, &text);
  }
  pf_exchange_text(x, 200, "application/json", text, bytes);
}

/* Runs the request, and answers. wants: PF_WANTS_*. */
static void ask(pf_exchange *x, pathfan_query *query, const pf_held_source *held,
                const pathfan_request *request, unsigned wants, bool hide) {
  pf_reply r;
  const pathfan_status status =
      pf_reply_ask(query, &held->source, held->generation, request, wants, &r);
  if (status)
    pf_exchange_failed(x, status, pathfan_query_error(query));
  else if (r.answer.outcome == PATHFAN_OUTCOME_INVALID_REQUEST)
    pf_exchange_fail(x, 400, "invalid_request", "%s", pathfan_query_error(query));
  else
    send_reply(x, &r, hide);
  pf_reply_free(&r);
}

/* Whether it may take long. Polyanya's one path takes a few milliseconds on the largest maps. */
static bool is_slow(const pathfan_request *request, const pf_held_source *held) {
  if (request->algorithm == PATHFAN_ALGORITHM_POLYANYA && !request->avoid_count) return false;
  return pf_request_searches(request, pf_source_is_terrain(&held->source));
}

/* Whether this source may be asked the request; answers if not. */
static bool check(pf_exchange *x, const pf_held_source *held, const pathfan_request *request) {
  pf_complaint wrong;
  const char *code = pf_check_request(&held->source, request, &wrong);
  if (code) pf_exchange_fail(x, strcmp(code, "no_index") == 0 ? 409 : 400, code, "%s", wrong.text);
  return !code;
}

/* Makes the obstacles of the map and the request; answers if it can't. */
static bool add_obstacles(pf_exchange *x, const pf_held_source *held, const pf_change_list *changes,
                          pathfan_obstacles **obstacles, pathfan_request *request) {
  pathfan_error error = {""};
  if (!changes->count && !held->source.index) return true;
  if (!held->source.index) {
    pf_exchange_fail(x, 409, "no_index", "obstacles need the map's index, which isn't built yet");
    return false;
  }
  const pathfan_status status = changes->count ? pf_change_list_apply(changes, held->source.index,
                                                                      NULL, obstacles, NULL, &error)
                                               : pf_doors_of(held->source.index, obstacles, &error);
  if (status == PATHFAN_ERR_ARGUMENT || status == PATHFAN_ERR_LIMIT)
    pf_exchange_fail(x, 400, "bad_request", "\"obstacles\": %s", error.text);
  else if (status)
    pf_exchange_failed(x, status, error.text);
  request->obstacles = *obstacles;
  return !status;
}

void pf_answer_query(pf_server *server, pf_worker *worker, pf_exchange *x, const json_t *object,
                     const pf_query_options *options) {
  pathfan_request request;
  pf_area_list areas = {0};
  pf_change_list changes = {.count = 0};
  pathfan_obstacles *obstacles = NULL;
  pf_complaint wrong;
  pathfan_query *query;
  pathfan_request_init(&request);
  const json_t *id = json_object_get(object, "map");
  const json_t *measures = json_object_get(object, "measures");
  const json_t *trace = json_object_get(object, "trace");
  const json_t *changed = json_object_get(object, "obstacles");
  const unsigned wants = (json_is_false(measures) ? 0 : PF_WANTS_MEASURES) |
                         (json_is_true(trace) ? PF_WANTS_TRACE : 0);
  if (!pf_request_read(object, options->others, &request, &areas, &wrong)) {
    pf_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else if (changed && !pf_change_list_read(changed, &changes, &wrong)) {
    pf_exchange_fail(x, 400, "bad_request", "\"obstacles\": %s", wrong.text);
  } else if (!json_is_string(id)) {
    pf_exchange_fail(x, 400, "bad_request", "\"map\" must be the id of a map");
  } else if (measures && !json_is_boolean(measures)) {
    pf_exchange_fail(x, 400, "bad_request", "\"measures\" must be true or false");
  } else if (trace && !json_is_boolean(trace)) {
    pf_exchange_fail(x, 400, "bad_request", "\"trace\" must be true or false");
  } else {
    if (options->algorithm)
      pf_read_algorithm(options->algorithm, strlen(options->algorithm), &request.algorithm);
    if (options->paths) request.paths = options->paths;
    if (options->exact) request.separation = request.separation_share = request.max_loop = 0;
    if (!request.work_limit || request.work_limit > PF_WORK_MAX) request.work_limit = PF_WORK_MAX;
    pf_served_map *served = pf_take_map(server, x, json_string_value(id));
    pf_held_source *held = served ? pf_served_map_source(server->maps, served) : NULL;
    if (held && pf_source_is_terrain(&held->source) && !options->algorithm &&
        !json_object_get(object, "algorithm") && !held->source.index)
      request.algorithm = PATHFAN_ALGORITHM_TERRAIN;
    if (held && check(x, held, &request) && x->how == PF_VIEWER_FAST && is_slow(&request, held)) {
      x->how = PF_VIEWER_SLOW;
    } else if (held && !x->status && add_obstacles(x, held, &changes, &obstacles, &request)) {
      const pathfan_status status = pf_worker_query(worker, held, &query);
      if (status)
        pf_exchange_failed(x, status, NULL);
      else
        ask(x, query, held, &request, wants, options->hide);
    }
    pf_held_source_release(held);
    pf_served_map_release(served);
  }
  pf_area_list_free(&areas);
  pf_change_list_free(&changes);
  pathfan_obstacles_release(obstacles);
}

void pf_post_query(pf_server *server, pf_worker *worker, pf_exchange *x) {
  const pf_query_options options = {.others = "map measures trace obstacles"};
  json_t *object = pf_exchange_read(x);
  if (!object) return;
  pf_answer_query(server, worker, x, object, &options);
  json_decref(object);
}
