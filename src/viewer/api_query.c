/* api_query.c - queries: JSON to a request, the library's answer to JSON.
 *
 * Work is bounded by the library's own limit, which a request may lower; what it finds
 * until then is answered with status "work_limit". */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "request/names.h"
#include "request/read.h"
#include "viewer/limits.h"
#include "viewer/server.h"

static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

static json_t *measures_json(const pathfan_measures *m) {
  return json_pack("{s:o,s:o,s:o,s:o}", "bounded_stretch", pathfan_json_number(m->bounded_stretch),
                   "local_optimality", pathfan_json_number(m->local_optimality), "similarity",
                   pathfan_json_number(m->similarity), "length_ratio",
                   pathfan_json_number(m->length_ratio));
}

static json_t *path_json(const pathfan_path *path, const pathfan_measures *measures) {
  json_t *points = json_array();
  for (int32_t i = 0; i < path->point_count; i++)
    json_array_append_new(points, pathfan_json_point(path->points[i].x, path->points[i].y));
  return json_pack("{s:o,s:o,s:o}", "length", pathfan_json_number(path->length), "points", points,
                   "measures", measures ? measures_json(measures) : json_null());
}

static json_t *candidates_json(const pathfan_candidates *c) {
  return json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:i}", "tried", c->tried, "not_taut", c->not_taut,
                   "too_long", c->too_long, "too_similar", c->too_similar, "not_simple",
                   c->not_simple, "unfit", c->unfit, "entering", c->entering);
}

/* An answer in JSON. each is NULL if there are no measures. */
static json_t *answer_json(const pathfan_answer *answer, const pathfan_measures *each,
                           const pathfan_measures *all, double spent, bool hide) {
  json_t *paths = json_array();
  for (int32_t i = 0; i < answer->path_count; i++)
    json_array_append_new(paths, path_json(&answer->paths[i], each ? &each[i] : NULL));
  json_t *json = json_pack(
      "{s:s,s:s,s:o,s:o,s:b,s:b,s:I,s:o,s:o}", "status", pathfan_outcome_name(answer->outcome),
      "reason", pathfan_reason_name(answer->reason), "from",
      pathfan_json_point(answer->from.x, answer->from.y), "to",
      pathfan_json_point(answer->to.x, answer->to.y), "from_snapped", answer->from_snapped,
      "to_snapped", answer->to_snapped, "generation", (json_int_t)answer->generation, "paths",
      paths, "measures", each ? measures_json(all) : json_null());
  if (!json || hide) return json;
  json_object_set_new(json, "proof", json_string(pathfan_proof_name(answer->proof)));
  json_object_set_new(json, "time_us", pathfan_json_number(spent));
  json_object_set_new(json, "work", json_integer((json_int_t)answer->work));
  json_object_set_new(json, "candidates", candidates_json(&answer->candidates));
  json_object_set_new(
      json, "bounds",
      json_pack("{s:o,s:o}", "stretch", pathfan_json_number(answer->stretch), "dissimilarity",
                answer->dissimilarity > 0 ? pathfan_json_number(answer->dissimilarity)
                                          : json_null()));
  return json;
}

/* Asks the library. */
static void ask(pathfan_exchange *x, pathfan_query *query, const pathfan_request *request,
                bool hide) {
  const pathfan_answer *answer;
  pathfan_measures all, *each = NULL;
  const double began = microseconds();
  pathfan_status status = pathfan_query_paths(query, request, &answer);
  const double spent = microseconds() - began;
  if (!status && answer->path_count) {
    each = malloc((size_t)answer->path_count * sizeof *each);
    status = each ? pathfan_query_measure(query, answer->paths, answer->path_count, each, &all)
                  : PATHFAN_ERR_NO_MEMORY;
    if (status == PATHFAN_ERR_ARGUMENT) { /* paths that have no measures are still paths */
      free(each);
      each = NULL;
      status = PATHFAN_OK;
    }
  }
  if (status)
    pathfan_exchange_failed(x, status, pathfan_query_error(query));
  else if (answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST)
    pathfan_exchange_fail(x, 400, "invalid_request", "a field of the request is out of range");
  else
    pathfan_exchange_json(x, 200, answer_json(answer, each, &all, spent, hide));
  free(each);
}

/* Whether the request may be asked of this view; answers if not. */
static bool check(pathfan_exchange *x, const pathfan_view *view, const pathfan_request *request) {
  if (request->paths > PATHFAN_PATHS_MAX) {
    pathfan_exchange_fail(x, 400, "invalid_request", "\"paths\" must be 1 to %d",
                          PATHFAN_PATHS_MAX);
    return false;
  }
  if (request->algorithm == PATHFAN_ALGORITHM_INDEX && !view->index) {
    pathfan_exchange_fail(x, 409, "no_index",
                          "the index of this map is still being built; algorithms polyanya, "
                          "plateaus, dissimilarity and penalty answer without it");
    return false;
  }
  if (view->index) {
    pathfan_index_info info;
    pathfan_index_info_get(view->index, &info);
    if (request->tables > info.table_count) {
      pathfan_exchange_fail(x, 400, "invalid_request", "\"tables\": %d: the index has %d",
                            request->tables, info.table_count);
      return false;
    }
  }
  return true;
}

void pathfan_answer_query(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x,
                          const json_t *object, const pathfan_query_options *options) {
  pathfan_request request;
  pathfan_area_list areas = {0};
  pathfan_complaint wrong;
  pathfan_query *query;
  pathfan_request_init(&request);
  const json_t *id = json_object_get(object, "map");
  if (!pathfan_request_read(object, options->others, &request, &areas, &wrong)) {
    pathfan_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else if (!json_is_string(id)) {
    pathfan_exchange_fail(x, 400, "bad_request", "\"map\" must be the id of a map");
  } else {
    if (options->algorithm) pathfan_read_algorithm(options->algorithm, &request.algorithm);
    if (options->paths) request.paths = options->paths;
    if (!request.work_limit || request.work_limit > PATHFAN_WORK_MAX)
      request.work_limit = PATHFAN_WORK_MAX;
    pathfan_place *place = pathfan_take_place(server, x, json_string_value(id));
    pathfan_view *view = place ? pathfan_world_view(server->world, place) : NULL;
    if (view && check(x, view, &request)) {
      const pathfan_status status = pathfan_desk_query(desk, view, &query);
      if (status)
        pathfan_exchange_failed(x, status, NULL);
      else
        ask(x, query, &request, options->hide);
    }
    pathfan_view_release(view);
    pathfan_place_release(place);
  }
  pathfan_area_list_free(&areas);
}

void pathfan_post_query(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  const pathfan_query_options options = {.others = "map"};
  json_t *object = pathfan_exchange_read(x);
  if (!object) return;
  pathfan_answer_query(server, desk, x, object, &options);
  json_decref(object);
}
