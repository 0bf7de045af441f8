/* ask.c - one query, from the body of a request or from a line of a batch. */
#include "serve/ask.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/shortage.h"
#include "serve/limits.h"
#include "server/check_request.h"

bool pf_refuse(pf_refusal *refusal, int status, const char *code, const char *format, ...) {
  va_list arguments;
  refusal->status = status;
  refusal->code = code;
  va_start(arguments, format);
  vsnprintf(refusal->text.text, sizeof refusal->text.text, format, arguments);
  va_end(arguments);
  return false;
}

void pf_exchange_refuse(pf_exchange *x, const pf_refusal *refusal) {
  pf_exchange_fail(x, refusal->status, refusal->code, "%s", refusal->text.text);
}

/* Refuses because a library call has failed. */
static bool failed(pf_refusal *refusal, pathfan_status status, const char *sentence) {
  if (status == PATHFAN_ERR_NO_MEMORY) return pf_refuse(refusal, 503, "no_memory", "out of memory");
  const bool is_theirs = status == PATHFAN_ERR_ARGUMENT || status == PATHFAN_ERR_LIMIT;
  pf_refuse(refusal, is_theirs ? 400 : 500, is_theirs ? "bad_request" : "failed", "%s",
            sentence && *sentence ? sentence : pathfan_status_text(status));
  pf_hide_folders(refusal->text.text);
  return false;
}

/* Takes the index's obstacles, with the changes of this request. */
static bool take_obstacles(pf_asked *asked, pf_refusal *refusal) {
  pathfan_obstacles *of_index = NULL, *own = NULL;
  pathfan_error error = {""};
  pathfan_status status =
      pf_served_index_obstacles(asked->index, &of_index, &asked->generation, &error);
  if (!status && asked->changes.count)
    status = pf_change_list_apply(&asked->changes, asked->index->held->source.index, of_index, &own,
                                  NULL, &error);
  pathfan_obstacles_release(asked->obstacles);
  asked->obstacles = own ? own : of_index;
  if (own || status) pathfan_obstacles_release(of_index);
  if (status) asked->obstacles = NULL;
  asked->request.obstacles = asked->obstacles;
  return !status || failed(refusal, status, error.text);
}

/* Turns a request as it was given, with the ends and the areas to avoid in degrees perhaps, into
 * one in metres. */
static bool take_given(pf_asked *asked, pf_refusal *refusal) {
  const pathfan_obstacles *obstacles = asked->request.obstacles;
  pf_degrees_asked_free(&asked->in_degrees);
  const pathfan_status status =
      pf_degrees_ask(&asked->degrees, &asked->given, &asked->in_degrees, &refusal->text);
  if (status == PATHFAN_ERR_NO_MEMORY) return failed(refusal, status, NULL);
  asked->request = asked->in_degrees.request;
  asked->request.obstacles = obstacles;
  return !status;
}

/* Turns all points of a request or a question into metres, if they are in degrees. */
static bool take_degrees(pf_asked *asked, pf_refusal *refusal) {
  if (!asked->index->is_projected) return true;
  asked->degrees = pf_degrees_of(&asked->index->held->source);
  if (!pf_change_list_to_map(&asked->changes, &asked->degrees, &refusal->text)) return false;
  return asked->place.kind ? pf_place_to_map(&asked->place, &asked->degrees, &refusal->text)
                           : take_given(asked, refusal);
}

bool pf_asked_between(pf_asked *asked, pathfan_point from, pathfan_point to, pf_refusal *refusal) {
  refusal->status = 400;
  refusal->code = "bad_request";
  asked->request.from = asked->given.from = from;
  asked->request.to = asked->given.to = to;
  return !asked->index->is_projected || take_given(asked, refusal);
}

static bool read_all(pf_asked *asked, const json_t *object, const char *others,
                     pf_served_index *index, uint64_t limit, pf_refusal *refusal) {
  const json_t *measures = json_object_get(object, "measures");
  const json_t *changes = json_object_get(object, "obstacles");
  *asked = (pf_asked){
      .measures = json_is_true(measures), .is_terrain = index->is_terrain, .index = index};
  pathfan_request_init(&asked->request);
  refusal->status = 400;
  refusal->code = "bad_request";
  if (pf_place_is_asked(object)
          ? !pf_place_read(object, others, 0, &asked->place, &refusal->text)
          : !pf_request_read(object, others, &asked->request, &asked->areas, &refusal->text))
    return false;
  if (measures && !json_is_boolean(measures))
    return pf_complain(&refusal->text, "\"measures\" must be true or false");
  if (changes && !pf_change_list_read(changes, &asked->changes, &refusal->text)) return false;
  if (!asked->request.work_limit || asked->request.work_limit > limit)
    asked->request.work_limit = limit;
  asked->given = asked->request;
  if (!take_degrees(asked, refusal)) return false;
  if (!asked->place.kind)
    refusal->code = pf_check_request(&index->held->source, &asked->request, &refusal->text);
  else
    refusal->code = NULL;
  if (refusal->code || !take_obstacles(asked, refusal)) return false;
  if (!asked->measures) return true;
  bool is_open;
  const pathfan_status status = pf_has_openings(asked->obstacles, &is_open);
  if (status) return failed(refusal, status, NULL);
  return !is_open || pf_refuse(refusal, 400, "invalid_request", PF_NOT_MEASURED);
}

bool pf_asked_read(pf_asked *asked, const json_t *object, const char *others,
                   pf_served_index *index, uint64_t limit, pf_refusal *refusal) {
  if (read_all(asked, object, others, index, limit, refusal)) return true;
  /* What looks like a mistake of the client may be a lack of memory here. */
  return pf_shortage_seen() ? failed(refusal, PATHFAN_ERR_NO_MEMORY, NULL) : false;
}

void pf_asked_free(pf_asked *asked) {
  pf_area_list_free(&asked->areas);
  pf_change_list_free(&asked->changes);
  pf_place_free(&asked->place);
  pf_degrees_asked_free(&asked->in_degrees);
  pathfan_obstacles_release(asked->obstacles);
}

pf_serve_lane pf_asked_lane(const pf_asked *asked) {
  const pathfan_request *r = &asked->request;
  const pathfan_objective *o = &r->objective;
  if (asked->place.kind == PF_PLACE_RANDOM || asked->changes.count) return PF_LANE_SLOW;
  if (asked->place.kind) return asked->place.kind == PF_PLACE_CHECK ? PF_LANE_BATCH : PF_LANE_QUICK;
  if (pf_request_searches(r, asked->is_terrain)) return PF_LANE_SLOW;
  const bool judges = o->length > 0 || o->bounded_stretch > 0 || o->similarity > 0 ||
                      o->local_optimality > 0 || o->nearness > 0 || r->max_bounded_stretch > 0 ||
                      r->min_local_optimality > 0;
  const bool bounded = r->algorithm == PATHFAN_ALGORITHM_INDEX &&
                       r->paths <= PF_SERVE_QUICK_PATHS && !judges && !asked->measures &&
                       !r->obstacles;
  return bounded ? PF_LANE_QUICK : PF_LANE_BATCH;
}

/* Whether the index has moved to another generation since the request's obstacles were taken. */
static bool is_outdated(const pf_asked *asked) {
  pathfan_index_info info;
  if (!asked->obstacles) return false;
  pathfan_index_info_get(asked->index->held->source.index, &info);
  return info.generation != asked->generation;
}

static bool ask_place(pf_asked *asked, pathfan_query *query, pf_refusal *refusal) {
  pathfan_error error;
  pathfan_status status = pf_place_ask(&asked->place, query, asked->obstacles, &error);
  while (status == PATHFAN_ERR_ARGUMENT && is_outdated(asked)) {
    if (!take_obstacles(asked, refusal)) return false;
    status = pf_place_ask(&asked->place, query, asked->obstacles, &error);
  }
  return !status || failed(refusal, status, error.text);
}

bool pf_asked_ask(pf_asked *asked, pathfan_query *query, const pathfan_answer **answer,
                  pf_refusal *refusal) {
  *answer = NULL;
  if (asked->place.kind) return ask_place(asked, query, refusal);
  pathfan_status status = pathfan_query_paths(query, &asked->request, answer);
  while (!status && (*answer)->outcome == PATHFAN_OUTCOME_INVALID_REQUEST && is_outdated(asked)) {
    if (!take_obstacles(asked, refusal)) return false;
    status = pathfan_query_paths(query, &asked->request, answer);
  }
  if (status) return failed(refusal, status, pathfan_query_error(query));
  if ((*answer)->outcome == PATHFAN_OUTCOME_INVALID_REQUEST)
    return pf_refuse(refusal, 400, "invalid_request", "%s", pathfan_query_error(query));
  return true;
}

/* Writes the answer's members. each: NULL without measures. */
static void write_answer(const pf_asked *asked, const pathfan_answer *answer,
                         const pathfan_measures *each, const pathfan_measures *all, double spent,
                         pf_json_writer *w) {
  pf_write_answer(w, answer,
                  "status blocked_by reason from to from_snapped to_snapped nearest partial radius "
                  "generation");
  pf_write_begin(w, "paths", '[');
  for (int32_t i = 0; i < answer->path_count; i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_path(w, answer, i);
    pf_write_costs(w, &answer->paths[i], asked->is_terrain);
    if (each) pf_write_measures(w, "measures", answer, &each[i]);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
  if (each) pf_write_measures(w, "measures", answer, all);
  pf_write_answer(w, answer, "proof");
  pf_write_number(w, "time_us", rint(1e6 * 1024 * spent) / 1024); /* few digits */
  pf_write_answer(w, answer, "work candidates bounds backup gap_reached");
}

/* Whether paths on floors tell where they are: by their legs. */
static bool tells_floors(const pf_asked *asked, const pathfan_answer *answer) {
  const pathfan_request *r = &asked->request;
  return answer->paths[0].leg_count || answer->paths[0].heights ||
         (isnan(r->from_level) && isnan(r->to_level) && !r->floors);
}

bool pf_asked_write(const pf_asked *asked, pathfan_query *query, const pathfan_answer *answer,
                    double spent, pf_json_writer *w, pf_refusal *refusal) {
  pathfan_measures *each = NULL, all = {0};
  if (asked->place.kind) {
    pf_place_write(&asked->place, w);
    return true;
  }
  if (asked->measures && answer->path_count && !asked->is_terrain && tells_floors(asked, answer)) {
    each = malloc((size_t)answer->path_count * sizeof *each);
    if (!each) return failed(refusal, PATHFAN_ERR_NO_MEMORY, NULL);
    pathfan_query *of;
    pathfan_status status = pathfan_query_at_radius(query, answer->radius, &of);
    if (!status)
      status = pathfan_query_measure_at(of, answer->paths, answer->path_count, answer->separation,
                                        each, &all);
    if (status) {
      free(each);
      each = NULL;
    }
    /* Paths without measures are still an answer. */
    if (status && status != PATHFAN_ERR_ARGUMENT)
      return failed(refusal, status, pathfan_query_error(query));
  }
  pf_degrees_shown shown = {.answer = *answer};
  const pathfan_status status =
      asked->in_degrees.is_given
          ? pf_degrees_show(&asked->degrees, &asked->in_degrees, answer, &shown)
          : PATHFAN_OK;
  if (!status) write_answer(asked, &shown.answer, each, &all, spent, w);
  pf_degrees_shown_free(&shown);
  free(each);
  return !status || failed(refusal, status, NULL);
}
