/* api_query.c - queries: from JSON to a request, from the library's answer to JSON.
 *
 * The library's own work limit, which a request may lower, bounds the work; paths found until then
 * are returned with status "work_limit". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "request/fields.h"
#include "request/read.h"
#include "server/check_request.h"
#include "viewer/limits.h"
#include "viewer/query_json.h"
#include "viewer/server.h"

static void send_reply(pathfan_exchange *x, const pathfan_reply *r, bool hide) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  if (out) {
    pathfan_json_writer w = {.out = out, .compact = true};
    pathfan_reply_write(&w, r, hide);
    text = pathfan_written(out, &text);
  }
  pathfan_exchange_text(x, 200, "application/json", text, bytes);
}

/* Runs the request, and answers. wants: PATHFAN_WANTS_*. */
static void ask(pathfan_exchange *x, pathfan_query *query, const pathfan_held_source *held,
                const pathfan_request *request, unsigned wants, bool hide) {
  pathfan_reply r;
  const pathfan_status status =
      pathfan_reply_ask(query, &held->source, held->generation, request, wants, &r);
  if (status)
    pathfan_exchange_failed(x, status, pathfan_query_error(query));
  else if (r.answer.outcome == PATHFAN_OUTCOME_INVALID_REQUEST)
    pathfan_exchange_fail(x, 400, "invalid_request", "%s", pathfan_query_error(query));
  else
    send_reply(x, &r, hide);
  pathfan_reply_free(&r);
}

/* Whether it may take long. Polyanya's one path takes a few milliseconds on the largest maps. */
static bool is_slow(const pathfan_request *request, const pathfan_held_source *held) {
  if (request->algorithm == PATHFAN_ALGORITHM_POLYANYA && !request->avoid_count) return false;
  return pathfan_request_searches(request, pathfan_source_is_terrain(&held->source));
}

/* Whether this source may be asked the request; answers if not. */
static bool check(pathfan_exchange *x, const pathfan_held_source *held,
                  const pathfan_request *request) {
  pathfan_complaint wrong;
  const char *code = pathfan_check_request(&held->source, request, &wrong);
  if (code)
    pathfan_exchange_fail(x, strcmp(code, "no_index") == 0 ? 409 : 400, code, "%s", wrong.text);
  return !code;
}

void pathfan_answer_query(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x,
                          const json_t *object, const pathfan_query_options *options) {
  pathfan_request request;
  pathfan_area_list areas = {0};
  pathfan_complaint wrong;
  pathfan_query *query;
  pathfan_request_init(&request);
  const json_t *id = json_object_get(object, "map");
  const json_t *measures = json_object_get(object, "measures");
  const json_t *trace = json_object_get(object, "trace");
  const unsigned wants = (json_is_false(measures) ? 0 : PATHFAN_WANTS_MEASURES) |
                         (json_is_true(trace) ? PATHFAN_WANTS_TRACE : 0);
  if (!pathfan_request_read(object, options->others, &request, &areas, &wrong)) {
    pathfan_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else if (!json_is_string(id)) {
    pathfan_exchange_fail(x, 400, "bad_request", "\"map\" must be the id of a map");
  } else if (measures && !json_is_boolean(measures)) {
    pathfan_exchange_fail(x, 400, "bad_request", "\"measures\" must be true or false");
  } else if (trace && !json_is_boolean(trace)) {
    pathfan_exchange_fail(x, 400, "bad_request", "\"trace\" must be true or false");
  } else {
    if (options->algorithm)
      pathfan_read_algorithm(options->algorithm, strlen(options->algorithm), &request.algorithm);
    if (options->paths) request.paths = options->paths;
    if (options->exact) request.separation = request.separation_share = 0;
    if (!request.work_limit || request.work_limit > PATHFAN_WORK_MAX)
      request.work_limit = PATHFAN_WORK_MAX;
    pathfan_served_map *served = pathfan_take_map(server, x, json_string_value(id));
    pathfan_held_source *held = served ? pathfan_served_map_source(server->maps, served) : NULL;
    if (held && pathfan_source_is_terrain(&held->source) && !options->algorithm &&
        !json_object_get(object, "algorithm") && !held->source.index)
      request.algorithm = PATHFAN_ALGORITHM_TERRAIN;
    if (held && check(x, held, &request) && x->how == PATHFAN_VIEWER_FAST &&
        is_slow(&request, held)) {
      x->how = PATHFAN_VIEWER_SLOW;
    } else if (held && !x->status) {
      const pathfan_status status = pathfan_desk_query(desk, held, &query);
      if (status)
        pathfan_exchange_failed(x, status, NULL);
      else
        ask(x, query, held, &request, wants, options->hide);
    }
    pathfan_held_source_release(held);
    pathfan_served_map_release(served);
  }
  pathfan_area_list_free(&areas);
}

void pathfan_post_query(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  const pathfan_query_options options = {.others = "map measures trace"};
  json_t *object = pathfan_exchange_read(x);
  if (!object) return;
  pathfan_answer_query(server, desk, x, object, &options);
  json_decref(object);
}
