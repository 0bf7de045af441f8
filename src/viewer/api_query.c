/* api_query.c - queries: JSON to a request, the library's answer to JSON.
 *
 * Work is bounded by the library's own limit, which a request may lower; what it finds
 * until then is answered with status "work_limit". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "request/fields.h"
#include "request/read.h"
#include "request/write.h"
#include "server/check_request.h"
#include "viewer/limits.h"
#include "viewer/plateau.h"
#include "viewer/server.h"

/* What is known of an answer, copied: the query object may be asked again. */
typedef struct reply {
  pathfan_answer answer;
  pathfan_path *paths;            /* [Size: path_count], and their points; of answer */
  double *apart;                  /* [Size: path_count] of answer; NULL if that has none */
  bool *filled;                   /* the same */
  pathfan_measures *each;         /* [Size: path_count]; NULL: not asked for */
  pathfan_path_plateau *plateaus; /* the same */
  pathfan_measures all;
  double spent;    /* microseconds */
  bool is_terrain; /* paths have legs, which stay the query object's: nobody asks it again */
} reply;

static void reply_free(reply *r) {
  if (r->paths && r->answer.path_count) free((pathfan_point *)r->paths[0].points);
  free(r->paths);
  free(r->apart);
  free(r->filled);
  free(r->each);
  free(r->plateaus);
}

/* Copies the paths of an answer, so that r->answer is the caller's. */
static pathfan_status copy_paths(reply *r) {
  const int32_t count = r->answer.path_count;
  size_t all = 0, at = 0;
  for (int32_t i = 0; i < count; i++) all += (size_t)r->answer.paths[i].point_count;
  pathfan_point *points = malloc((all + 1) * sizeof *points);
  r->paths = malloc(((size_t)count + 1) * sizeof *r->paths);
  if (!points || !r->paths) {
    free(points);
    free(r->paths);
    r->paths = NULL;
    return PATHFAN_ERR_NO_MEMORY;
  }
  if (!count) free(points);
  for (int32_t i = 0; i < count; i++) {
    r->paths[i] = r->answer.paths[i];
    r->paths[i].points = points + at;
    for (int32_t k = 0; k < r->paths[i].point_count; k++)
      points[at++] = r->answer.paths[i].points[k];
  }
  r->answer.paths = r->paths;
  return PATHFAN_OK;
}

/* The same of what is said of the paths where there is a separation. */
static pathfan_status copy_spread(reply *r) {
  const size_t count = (size_t)r->answer.path_count;
  if (!count || !r->answer.apart) return PATHFAN_OK;
  r->apart = malloc(count * sizeof *r->apart);
  r->filled = malloc(count * sizeof *r->filled);
  if (!r->apart || !r->filled) return PATHFAN_ERR_NO_MEMORY;
  memcpy(r->apart, r->answer.apart, count * sizeof *r->apart);
  memcpy(r->filled, r->answer.filled, count * sizeof *r->filled);
  r->answer.apart = r->apart;
  r->answer.filled = r->filled;
  return PATHFAN_OK;
}

/* How a path came about; p: NULL if that isn't known. */
static void write_plateau(pathfan_json_writer *w, const pathfan_path_plateau *p) {
  if (p && p->vertex >= 0) {
    pathfan_write_begin(w, "via", '{');
    pathfan_write_integer(w, "vertex", p->vertex);
    pathfan_write_point(w, "at", p->info.at);
    pathfan_write_integer(w, "rank", p->info.rank);
    pathfan_write_end(w, '}');
  } else {
    pathfan_write_null(w, "via");
  }
  if (p && p->first >= 0) {
    pathfan_write_begin(w, "plateau", '[');
    pathfan_write_integer(w, NULL, p->first);
    pathfan_write_integer(w, NULL, p->last);
    pathfan_write_end(w, ']');
  } else {
    pathfan_write_null(w, "plateau");
  }
}

/* measures: NULL if there are none. */
static void write_measures(pathfan_json_writer *w, const pathfan_answer *answer,
                           const pathfan_measures *measures) {
  if (measures)
    pathfan_write_measures(w, "measures", answer, measures);
  else
    pathfan_write_null(w, "measures");
}

/* hide: without what would tell the method. */
static void write_reply(pathfan_json_writer *w, const reply *r, bool hide) {
  const pathfan_answer *answer = &r->answer;
  pathfan_write_begin(w, NULL, '{');
  pathfan_write_answer(w, answer,
                       "status blocked_by reason from to from_snapped to_snapped generation");
  pathfan_write_begin(w, "paths", '[');
  for (int32_t i = 0; i < answer->path_count; i++) {
    pathfan_write_begin(w, NULL, '{');
    pathfan_write_path(w, answer, i);
    if (r->is_terrain) {
      pathfan_write_number(w, "cost", answer->paths[i].cost);
      pathfan_write_legs(w, "legs", &answer->paths[i]);
    }
    write_plateau(w, r->plateaus ? &r->plateaus[i] : NULL);
    write_measures(w, answer, r->each ? &r->each[i] : NULL);
    pathfan_write_end(w, '}');
  }
  pathfan_write_end(w, ']');
  write_measures(w, answer, r->each ? &r->all : NULL);
  if (!hide) {
    pathfan_write_answer(w, answer, "proof");
    pathfan_write_number(w, "time_us", r->spent);
    pathfan_write_answer(w, answer, "work candidates bounds backup");
  }
  pathfan_write_end(w, '}');
}

static void send_reply(pathfan_exchange *x, const reply *r, bool hide) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  if (out) {
    pathfan_json_writer w = {.out = out, .compact = true};
    write_reply(&w, r, hide);
    const bool failed = ferror(out);
    if (fclose(out) != 0 || failed) {
      free(text);
      text = NULL;
    }
  }
  pathfan_exchange_text(x, 200, "application/json", text, bytes);
}

/* Measures the paths of the query object's last answer. Paths that have no measures are
 * still paths. */
static pathfan_status measure(pathfan_query *query, reply *r) {
  const int32_t count = r->answer.path_count;
  r->each = malloc((size_t)count * sizeof *r->each);
  if (!r->each) return PATHFAN_ERR_NO_MEMORY;
  const pathfan_status status = pathfan_query_measure_at(query, r->answer.paths, count,
                                                         r->answer.separation, r->each, &r->all);
  if (!status) return PATHFAN_OK;
  free(r->each);
  r->each = NULL;
  return status == PATHFAN_ERR_ARGUMENT ? PATHFAN_OK : status;
}

static pathfan_status find_plateaus(pathfan_query *query, const pathfan_index *index, reply *r) {
  pathfan_index_info info;
  r->plateaus = malloc((size_t)r->answer.path_count * sizeof *r->plateaus);
  if (!r->plateaus) return PATHFAN_ERR_NO_MEMORY;
  const pathfan_status status =
      pathfan_find_plateaus(query, index, r->paths, r->answer.path_count, r->plateaus);
  pathfan_index_info_get(index, &info);
  if (info.generation == r->answer.generation) return status;
  free(r->plateaus); /* of another generation */
  r->plateaus = NULL;
  return status;
}

/* Asks the library, and answers. measures: of the paths too. */
static void ask(pathfan_exchange *x, pathfan_query *query, const pathfan_held_source *held,
                const pathfan_request *request, bool measures, bool hide) {
  const pathfan_answer *answer;
  reply r = {.is_terrain = pathfan_source_is_terrain(&held->source)};
  const double began = pathfan_seconds();
  pathfan_status status = pathfan_query_paths(query, request, &answer);
  r.spent = 1e6 * (pathfan_seconds() - began);
  if (!status) {
    r.answer = *answer;
    if (held->source.map) r.answer.generation = held->generation;
    if (measures && answer->path_count && !r.is_terrain) status = measure(query, &r);
    if (!status) status = copy_paths(&r);
    if (!status) status = copy_spread(&r);
    if (!status && measures && held->source.index && r.answer.path_count && !r.is_terrain)
      status = find_plateaus(query, held->source.index, &r);
  }
  if (status)
    pathfan_exchange_failed(x, status, pathfan_query_error(query));
  else if (r.answer.outcome == PATHFAN_OUTCOME_INVALID_REQUEST)
    pathfan_exchange_fail(x, 400, "invalid_request", "%s", pathfan_query_error(query));
  else
    send_reply(x, &r, hide);
  reply_free(&r);
}

/* Whether it may take long. Polyanya's one path takes a few milliseconds on the largest maps. */
static bool is_slow(const pathfan_request *request, const pathfan_held_source *held) {
  if (request->algorithm == PATHFAN_ALGORITHM_POLYANYA && !request->avoid_count) return false;
  return pathfan_request_searches(request, pathfan_source_is_terrain(&held->source));
}

/* Whether the request may be asked of this source; answers if not. */
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
  if (!pathfan_request_read(object, options->others, &request, &areas, &wrong)) {
    pathfan_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else if (!json_is_string(id)) {
    pathfan_exchange_fail(x, 400, "bad_request", "\"map\" must be the id of a map");
  } else if (measures && !json_is_boolean(measures)) {
    pathfan_exchange_fail(x, 400, "bad_request", "\"measures\" must be true or false");
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
        ask(x, query, held, &request, !json_is_false(measures), options->hide);
    }
    pathfan_held_source_release(held);
    pathfan_served_map_release(served);
  }
  pathfan_area_list_free(&areas);
}

void pathfan_post_query(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  const pathfan_query_options options = {.others = "map measures"};
  json_t *object = pathfan_exchange_read(x);
  if (!object) return;
  pathfan_answer_query(server, desk, x, object, &options);
  json_decref(object);
}
