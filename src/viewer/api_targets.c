/* api_targets.c - many targets of one source: from JSON to a group of requests, and their results.
 *
 * They are answered by an index alone, without searches, and for a tenth of a second: the page
 * sends the rest again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/program.h"
#include "request/read.h"
#include "server/check_request.h"
#include "viewer/limits.h"
#include "viewer/server.h"
#include "viewer/targets.h"

/* Reads the points of a list; the caller frees them. NULL: it isn't such a list, or out of memory;
 * `wrong` says which. */
static pathfan_point *read_points(const json_t *list, int32_t *count, pf_complaint *wrong) {
  const size_t size = json_array_size(list);
  if (!size || size > PF_TARGETS_MAX) {
    pf_complain(wrong, "\"targets\" must be a list of 1 to %d points", PF_TARGETS_MAX);
    return NULL;
  }
  pathfan_point *points = pf_alloc(size, sizeof *points);
  pf_complain(wrong, "out of memory");
  for (size_t i = 0; points && i < size; i++) {
    if (pf_request_read_point("targets", json_array_get(list, i), &points[i], wrong)) continue;
    free(points);
    return NULL;
  }
  *count = (int32_t)size;
  return points;
}

static void send(pf_exchange *x, const pf_targets *targets) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = pf_text_stream(&text, &bytes);
  if (out) {
    pf_targets_write(out, targets);
    text = pf_written(out, &text);
  }
  pf_exchange_text(x, 200, "application/json", text, bytes);
}

static void ask(pf_exchange *x, pathfan_query *query, pf_targets *targets) {
  const pathfan_status status = pf_targets_ask(query, targets);
  if (status)
    pf_exchange_failed(x, status, pathfan_query_error(query));
  else if (targets->is_invalid)
    pf_exchange_fail(x, 400, "invalid_request", "%s", pathfan_query_error(query));
  else
    send(x, targets);
  pf_targets_free(targets);
}

/* Whether this source may be asked the request for many targets; answers if not. */
static bool check(pf_exchange *x, const pf_held_source *held, const pathfan_request *request) {
  pf_complaint wrong;
  const char *code = pf_check_request(&held->source, request, &wrong);
  if (!code && pf_request_searches(request, pf_source_is_terrain(&held->source))) {
    code = "invalid_request";
    pf_complain(&wrong, "many targets are asked of an index, without areas to avoid, effort "
                        "thorough, or searches");
  }
  if (code) pf_exchange_fail(x, strcmp(code, "no_index") == 0 ? 409 : 400, code, "%s", wrong.text);
  return !code;
}

static void answer(pf_server *server, pf_worker *worker, pf_exchange *x, const char *map,
                   pf_targets *targets) {
  pathfan_query *query;
  pf_served_map *served = pf_take_map(server, x, map);
  pf_held_source *held = served ? pf_served_map_source(server->maps, served) : NULL;
  if (held && check(x, held, &targets->request)) {
    const pathfan_status status = pf_worker_query(worker, held, &query);
    if (status)
      pf_exchange_failed(x, status, NULL);
    else
      ask(x, query, targets);
  }
  pf_held_source_release(held);
  pf_served_map_release(served);
}

void pf_post_targets(pf_server *server, pf_worker *worker, pf_exchange *x) {
  pf_targets targets = {.count = 0};
  pf_area_list areas = {0};
  pf_complaint wrong;
  json_t *object = pf_exchange_read(x);
  if (!object) return;
  const json_t *id = json_object_get(object, "map");
  pathfan_point *points = read_points(json_object_get(object, "targets"), &targets.count, &wrong);
  pathfan_request_init(&targets.request);
  /* A request must have a `to`. */
  json_object_set(object, "to", json_array_get(json_object_get(object, "targets"), 0));
  if (!points || !pf_request_read(object, "map targets", &targets.request, &areas, &wrong)) {
    pf_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else if (!json_is_string(id)) {
    pf_exchange_fail(x, 400, "bad_request", "\"map\" must be the id of a map");
  } else {
    targets.points = points;
    if (!targets.request.work_limit || targets.request.work_limit > PF_WORK_MAX)
      targets.request.work_limit = PF_WORK_MAX;
    answer(server, worker, x, json_string_value(id), &targets);
  }
  free(points);
  pf_area_list_free(&areas);
  json_decref(object);
}
