/* api_study.c - the plan of the study, and taking part. Its results: api_study_results.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "request/read.h"
#include "viewer/server.h"
#include "viewer/study.h"

#define BACKGROUND_BYTES_MAX 2000

static const char instructions[] =
    "Games need more than one way to go. You will see maps with a start and a goal, and for "
    "each three sets of up to four paths, found by methods A, B and C. Look at the paths of "
    "each method and rate how good they are together, from 1 (poor) to 5 (very good). Good "
    "paths differ substantially from each other and are meaningful: they have no strange "
    "detours or loops. On each map rate the queries that are given; then choose a start "
    "and a goal of your own, at least once, and rate those paths too. There is no right "
    "answer; we ask for your impression.";

static const char *const letters[PF_METHODS] = {"A", "B", "C"};

/* False after answering that there is no study. */
static bool enter(pf_server *server, pf_exchange *x) {
  if (server->study) return true;
  pf_exchange_fail(x, 404, "no_study",
                   "this server offers no study; it would if it were started with --study");
  return false;
}

static void fail(pf_exchange *x, pathfan_status status, const pathfan_error *error) {
  if (status == PATHFAN_ERR_LIMIT)
    pf_exchange_fail(x, 503, "study_full", "%s", error->text);
  else if (status == PATHFAN_ERR_ARGUMENT)
    pf_exchange_fail(x, 404, "no_such_participant", "%s", error->text);
  else
    pf_exchange_failed(x, status, error->text);
}

/* ---- The plan ---- */

static json_t *pack_ends(pathfan_point from, pathfan_point to) {
  return json_pack("{s:o,s:o}", "from", pf_json_point(from.x, from.y), "to",
                   pf_json_point(to.x, to.y));
}

void pf_get_study(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  const pf_study *study = server->study;
  if (!study) { /* the page asks each time it is opened */
    pf_exchange_json(x, 200, json_pack("{s:b}", "offered", false));
    return;
  }
  json_t *maps = json_array();
  for (int32_t i = 0; i < study->map_count; i++) {
    const pf_study_map *map = &study->maps[i];
    json_t *queries = json_array();
    for (int q = 0; q < map->query_count; q++)
      json_array_append_new(queries, pack_ends(map->from[q], map->to[q]));
    json_array_append_new(maps, json_pack("{s:s,s:o}", "map", map->id, "queries", queries));
  }
  json_t *practice = study->has_practice
                         ? json_pack("{s:s,s:o}", "map", study->maps[0].id, "query",
                                     pack_ends(study->practice_from, study->practice_to))
                         : json_null();
  pf_exchange_json(x, 200,
                   json_pack("{s:b,s:i,s:o,s:o,s:[s,s,s],s:i,s:s}", "offered", true, "study",
                             (int)pf_study_store_number(study->store), "maps", maps, "practice",
                             practice, "methods", letters[0], letters[1], letters[2], "paths",
                             PF_STUDY_PATHS, "instructions", instructions));
}

/* ---- Taking part ---- */

void pf_post_participant(pf_server *server, pf_worker *worker, pf_exchange *x) {
  char id[40];
  pathfan_error error = {""};
  (void)worker;
  if (!enter(server, x)) return;
  json_t *object = pf_exchange_read(x);
  if (!object) return;
  const json_t *given = json_object_get(object, "background");
  const char *background = given && !json_is_null(given) ? json_string_value(given) : "";
  if (!json_is_object(object)) {
    pf_exchange_fail(x, 400, "bad_request", "not a JSON object");
  } else if (!background || strlen(background) > BACKGROUND_BYTES_MAX) {
    pf_exchange_fail(x, 400, "bad_request", "\"background\" must be text of at most %d bytes",
                     BACKGROUND_BYTES_MAX);
  } else {
    const pathfan_status status = pf_study_store_join(server->study->store, background, id, &error);
    if (status)
      fail(x, status, &error);
    else
      pf_exchange_json(x, 201, json_pack("{s:s}", "participant", id));
  }
  json_decref(object);
}

/* Returns a text member of an object; NULL after answering. */
static const char *take_text(pf_exchange *x, const json_t *object, const char *name) {
  const char *text = json_string_value(json_object_get(object, name));
  if (!text) pf_exchange_fail(x, 400, "bad_request", "\"%s\" must be a string", name);
  return text;
}

/* Returns the map that an object names; NULL after answering. */
static const pf_study_map *take_map(pf_server *server, pf_exchange *x, const json_t *object) {
  const char *id = take_text(x, object, "map");
  const pf_study_map *map = id ? pf_study_find(server->study, id) : NULL;
  if (id && !map) pf_exchange_fail(x, 404, "no_such_map", "'%s' is no map of the study", id);
  return map;
}

/* Returns the participant that an object names, who must exist, and the number of earlier ones;
 * NULL after answering. */
static const char *take_participant(pf_server *server, pf_exchange *x, const json_t *object,
                                    int32_t *place) {
  const char *id = take_text(x, object, "participant");
  if (!id || pf_study_store_knows(server->study->store, id, place)) return id;
  pf_exchange_fail(x, 404, "no_such_participant", "there is no such participant");
  return NULL;
}

void pf_post_study_query(pf_server *server, pf_worker *worker, pf_exchange *x) {
  pf_query_options options = {.others = "map participant method",
                              .paths = PF_STUDY_PATHS,
                              .exact = true, /* the paper's methods as in the paper */
                              .hide = true};
  if (!enter(server, x)) return;
  json_t *object = pf_exchange_read(x);
  if (!object) return;
  const char *method = NULL;
  int32_t place;
  if (take_participant(server, x, object, &place) && take_map(server, x, object))
    method = take_text(x, object, "method");
  for (int m = 0; m < PF_METHODS && method; m++)
    if (strcmp(method, letters[m]) == 0)
      options.algorithm = pf_study_methods[pf_study_method(place, m)];
  if (method && !options.algorithm)
    pf_exchange_fail(x, 400, "bad_request", "\"method\" must be \"A\", \"B\" or \"C\"");
  else if (method)
    pf_answer_query(server, worker, x, object, &options);
  json_decref(object);
}

/* Reads whole numbers by letter, exactly one per letter, as numbers by method. */
static bool take_numbers(const json_t *numbers, int32_t place, int64_t least, int64_t most,
                         int32_t into[PF_METHODS]) {
  for (int m = 0; m < PF_METHODS; m++) {
    int64_t number;
    if (!pf_request_read_whole(json_object_get(numbers, letters[m]), least, most, &number))
      return false;
    into[pf_study_method(place, m)] = (int32_t)number;
  }
  return json_object_size(numbers) == PF_METHODS;
}

/* A day: longer times include a break. */
#define SECONDS_MAX 86400

/* Reads the optional members of a response. */
static bool take_more(const json_t *object, int32_t place, pf_response *r, pf_complaint *wrong) {
  const json_t *shown = json_object_get(object, "shown");
  const json_t *seconds = json_object_get(object, "seconds");
  for (int m = 0; m < PF_METHODS; m++) r->paths[m] = -1;
  r->seconds = json_is_number(seconds) ? json_number_value(seconds) : (double)NAN;
  if (shown && !take_numbers(shown, place, 0, PF_STUDY_PATHS, r->paths))
    return pf_complain(wrong, "\"shown\" must be {\"A\": 0..%d, \"B\": 0..%d, \"C\": 0..%d}",
                       PF_STUDY_PATHS, PF_STUDY_PATHS, PF_STUDY_PATHS);
  if (seconds && !(r->seconds >= 0 && r->seconds <= SECONDS_MAX))
    return pf_complain(wrong, "\"seconds\" must be a number, 0 to %d", SECONDS_MAX);
  return true;
}

/* Sets the ends: the plan's for a pre-defined query, else those that were sent. */
static bool take_ends(const json_t *object, const pf_study_map *map, pf_response *r,
                      pf_complaint *wrong) {
  const json_t *query = json_object_get(object, "query");
  r->query = PF_QUERY_FREE;
  if (query && !json_is_null(query)) {
    int64_t number;
    if (!pf_request_read_whole(query, 0, map->query_count - 1, &number))
      return pf_complain(wrong, "\"query\" must be 0 to %d, or null", (int)map->query_count - 1);
    r->query = (int32_t)number;
    r->from = map->from[r->query];
    r->to = map->to[r->query];
    return true;
  }
  return pf_request_read_point("from", json_object_get(object, "from"), &r->from, wrong) &&
         pf_request_read_point("to", json_object_get(object, "to"), &r->to, wrong);
}

/* Whether a path between the ends of a response exists, so that there was something to rate;
 * answers if not. */
static bool check_ends(pf_server *server, pf_worker *worker, pf_exchange *x, const pf_response *r) {
  pf_served_map *served = pf_take_map(server, x, r->map);
  pathfan_query *query;
  double length = 0;
  if (!served) return false;
  pf_held_source *held = pf_served_map_source(server->maps, served);
  pathfan_status status = pf_worker_query(worker, held, &query);
  if (!status) status = pf_study_length(query, r->from, r->to, &length);
  if (status)
    pf_exchange_failed(x, status, NULL);
  else if (!(length > 0))
    pf_exchange_fail(x, 400, "no_path", "there is no path to rate between these points");
  pf_held_source_release(held);
  pf_served_map_release(served);
  return length > 0;
}

void pf_post_response(pf_server *server, pf_worker *worker, pf_exchange *x) {
  pf_response response = {.query = 0};
  pf_complaint wrong;
  pathfan_error error = {""};
  if (!enter(server, x)) return;
  json_t *object = pf_exchange_read(x);
  if (!object) return;
  int32_t place = 0;
  const char *participant = take_participant(server, x, object, &place);
  const pf_study_map *map = participant ? take_map(server, x, object) : NULL;
  if (map && (!take_ends(object, map, &response, &wrong) ||
              !take_more(object, place, &response, &wrong))) {
    pf_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else if (map &&
             !take_numbers(json_object_get(object, "ratings"), place, 1, 5, response.ratings)) {
    pf_exchange_fail(x, 400, "bad_request",
                     "\"ratings\" must be {\"A\": 1..5, \"B\": 1..5, \"C\": 1..5}");
  } else if (map) {
    snprintf(response.participant, sizeof response.participant, "%s", participant);
    snprintf(response.map, sizeof response.map, "%s", map->id);
    snprintf(response.digest, sizeof response.digest, "%s", map->digest);
    if (check_ends(server, worker, x, &response)) {
      const pathfan_status status = pf_study_store_add(server->study->store, &response, &error);
      if (status)
        fail(x, status, &error);
      else
        pf_exchange_json(x, 201, json_pack("{s:b}", "stored", true));
    }
  }
  json_decref(object);
}

/* ---- How far one is ---- */

typedef struct progress {
  const pf_study *study;
  bool given[PF_STUDY_MAPS][PF_QUERIES_MAX];
  int64_t own[PF_STUDY_MAPS];
} progress;

static void see_response(void *context, const pf_response *r) {
  progress *p = context;
  const pf_study_map *map = pf_study_find(p->study, r->map);
  if (!map) return;
  const int i = (int)(map - p->study->maps);
  if (r->query == PF_QUERY_FREE)
    p->own[i]++;
  else if (r->query < map->query_count)
    p->given[i][r->query] = true;
}

void pf_get_progress(pf_server *server, pf_worker *worker, pf_exchange *x) {
  pathfan_error error = {""};
  (void)worker;
  if (!enter(server, x)) return;
  const char *participant = pf_exchange_argument(x, "participant");
  progress p = {.study = server->study};
  if (!participant || !pf_study_store_knows(server->study->store, participant, NULL)) {
    pf_exchange_fail(x, 404, "no_such_participant", "there is no such participant");
    return;
  }
  const pathfan_status status =
      pf_study_store_each(server->study->store, false, participant, &p, see_response, &error);
  if (status) {
    fail(x, status, &error);
    return;
  }
  json_t *maps = json_array();
  bool complete = true;
  for (int32_t i = 0; i < server->study->map_count; i++) {
    const pf_study_map *map = &server->study->maps[i];
    json_t *given = json_array();
    complete = complete && p.own[i];
    for (int32_t q = 0; q < map->query_count; q++) {
      complete = complete && p.given[i][q];
      json_array_append_new(given, json_boolean(p.given[i][q]));
    }
    json_array_append_new(maps, json_pack("{s:s,s:o,s:I}", "map", map->id, "queries", given, "free",
                                          (json_int_t)p.own[i]));
  }
  pf_exchange_json(
      x, 200,
      json_pack("{s:s,s:o,s:b}", "participant", participant, "maps", maps, "complete", complete));
}
