/* api_targets.c - many targets of one source: from JSON to a group of requests, and their results.
 *
 * They are answered by an index alone, without searches, and for a tenth of a second: the page
 * sends the rest again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "request/read.h"
#include "server/check_request.h"
#include "viewer/limits.h"
#include "viewer/server.h"
#include "viewer/targets.h"

/* Reads the points of a list; the caller frees them. NULL: it isn't such a list, or out of memory;
 * `wrong` says which. */
static pathfan_point *read_points(const json_t *list, int32_t *count, pathfan_complaint *wrong) {
  const size_t size = json_array_size(list);
  if (!size || size > PATHFAN_TARGETS_MAX) {
    pathfan_complain(wrong, "\"targets\" must be a list of 1 to %d points", PATHFAN_TARGETS_MAX);
    return NULL;
  }
  pathfan_point *points = pathfan_alloc(size, sizeof *points);
  pathfan_complain(wrong, "out of memory");
  for (size_t i = 0; points && i < size; i++) {
    if (pathfan_request_read_point("targets", json_array_get(list, i), &points[i], wrong)) continue;
    free(points);
    return NULL;
  }
  *count = (int32_t)size;
  return points;
}

static void send(pathfan_exchange *x, const pathfan_targets *targets) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  if (out) {
    pathfan_targets_write(out, targets);
    text = pathfan_written(out, &text);
  }
  pathfan_exchange_text(x, 200, "application/json", text, bytes);
}

static void ask(pathfan_exchange *x, pathfan_query *query, pathfan_targets *targets) {
  const pathfan_status status = pathfan_targets_ask(query, targets);
  if (status)
    pathfan_exchange_failed(x, status, pathfan_query_error(query));
  else if (targets->is_invalid)
    pathfan_exchange_fail(x, 400, "invalid_request", "%s", pathfan_query_error(query));
  else
    send(x, targets);
  pathfan_targets_free(targets);
}

/* Whether this source may be asked the request for many targets; answers if not. */
static bool check(pathfan_exchange *x, const pathfan_held_source *held,
                  const pathfan_request *request) {
  pathfan_complaint wrong;
  const char *code = pathfan_check_request(&held->source, request, &wrong);
  if (!code && pathfan_request_searches(request, pathfan_source_is_terrain(&held->source))) {
    code = "invalid_request";
    pathfan_complain(&wrong, "many targets are asked of an index, without areas to avoid, effort "
                             "thorough, or searches");
  }
  if (code)
    pathfan_exchange_fail(x, strcmp(code, "no_index") == 0 ? 409 : 400, code, "%s", wrong.text);
  return !code;
}

static void answer(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x, const char *map,
                   pathfan_targets *targets) {
  pathfan_query *query;
  pathfan_served_map *served = pathfan_take_map(server, x, map);
  pathfan_held_source *held = served ? pathfan_served_map_source(server->maps, served) : NULL;
  if (held && check(x, held, &targets->request)) {
    const pathfan_status status = pathfan_desk_query(desk, held, &query);
    if (status)
      pathfan_exchange_failed(x, status, NULL);
    else
      ask(x, query, targets);
  }
  pathfan_held_source_release(held);
  pathfan_served_map_release(served);
}

void pathfan_post_targets(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  pathfan_targets targets = {.count = 0};
  pathfan_area_list areas = {0};
  pathfan_complaint wrong;
  json_t *object = pathfan_exchange_read(x);
  if (!object) return;
  const json_t *id = json_object_get(object, "map");
  pathfan_point *points = read_points(json_object_get(object, "targets"), &targets.count, &wrong);
  pathfan_request_init(&targets.request);
  /* A request must have a `to`. */
  json_object_set(object, "to", json_array_get(json_object_get(object, "targets"), 0));
  if (!points || !pathfan_request_read(object, "map targets", &targets.request, &areas, &wrong)) {
    pathfan_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else if (!json_is_string(id)) {
    pathfan_exchange_fail(x, 400, "bad_request", "\"map\" must be the id of a map");
  } else {
    targets.points = points;
    if (!targets.request.work_limit || targets.request.work_limit > PATHFAN_WORK_MAX)
      targets.request.work_limit = PATHFAN_WORK_MAX;
    answer(server, desk, x, json_string_value(id), &targets);
  }
  free(points);
  pathfan_area_list_free(&areas);
  json_decref(object);
}
