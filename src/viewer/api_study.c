/* api_study.c - taking part in the study, and what came of it. */
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
    "detours or loops. On each map rate the three queries that are given; then choose a start "
    "and a goal of your own, at least once, and rate those paths too. There is no right "
    "answer; we ask for your impression.";

static const char *const letters[PATHFAN_METHODS] = {"A", "B", "C"};

/* False after answering that there is no study. */
static bool enter(pathfan_server *server, pathfan_exchange *x) {
  if (server->study) return true;
  pathfan_exchange_fail(x, 404, "no_study",
                        "this server offers no study; it would if it were started with --study");
  return false;
}

static void fail(pathfan_exchange *x, pathfan_status status, const pathfan_error *error) {
  if (status == PATHFAN_ERR_LIMIT)
    pathfan_exchange_fail(x, 503, "study_full", "%s", error->text);
  else if (status == PATHFAN_ERR_ARGUMENT)
    pathfan_exchange_fail(x, 404, "no_such_participant", "%s", error->text);
  else
    pathfan_exchange_failed(x, status, error->text);
}

/* ---- The plan ---- */

void pathfan_get_study(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  if (!enter(server, x)) return;
  json_t *maps = json_array();
  for (int32_t i = 0; i < server->study->map_count; i++) {
    const pathfan_study_map *map = &server->study->maps[i];
    json_t *queries = json_array();
    for (int q = 0; q < PATHFAN_STUDY_QUERIES; q++)
      json_array_append_new(queries,
                            json_pack("{s:o,s:o}", "from",
                                      pathfan_json_point(map->from[q].x, map->from[q].y), "to",
                                      pathfan_json_point(map->to[q].x, map->to[q].y)));
    json_array_append_new(maps, json_pack("{s:s,s:o}", "map", map->id, "queries", queries));
  }
  pathfan_exchange_json(x, 200,
                        json_pack("{s:o,s:[s,s,s],s:i,s:s}", "maps", maps, "methods", letters[0],
                                  letters[1], letters[2], "paths", PATHFAN_STUDY_PATHS,
                                  "instructions", instructions));
}

/* ---- Taking part ---- */

void pathfan_post_participant(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  char id[40];
  pathfan_error error = {""};
  (void)desk;
  if (!enter(server, x)) return;
  json_t *object = pathfan_exchange_read(x);
  if (!object) return;
  const json_t *given = json_object_get(object, "background");
  const char *background = given && !json_is_null(given) ? json_string_value(given) : "";
  if (!json_is_object(object)) {
    pathfan_exchange_fail(x, 400, "bad_request", "not a JSON object");
  } else if (!background || strlen(background) > BACKGROUND_BYTES_MAX) {
    pathfan_exchange_fail(x, 400, "bad_request", "\"background\" must be text of at most %d bytes",
                          BACKGROUND_BYTES_MAX);
  } else {
    const pathfan_status status =
        pathfan_study_store_join(server->study->store, background, id, &error);
    if (status)
      fail(x, status, &error);
    else
      pathfan_exchange_json(x, 201, json_pack("{s:s}", "participant", id));
  }
  json_decref(object);
}

/* A text field of an object; NULL after answering. */
static const char *take_text(pathfan_exchange *x, const json_t *object, const char *name) {
  const char *text = json_string_value(json_object_get(object, name));
  if (!text) pathfan_exchange_fail(x, 400, "bad_request", "\"%s\" must be a string", name);
  return text;
}

/* The map that an object names; NULL after answering. */
static const pathfan_study_map *take_map(pathfan_server *server, pathfan_exchange *x,
                                         const json_t *object) {
  const char *id = take_text(x, object, "map");
  const pathfan_study_map *map = id ? pathfan_study_find(server->study, id) : NULL;
  if (id && !map) pathfan_exchange_fail(x, 404, "no_such_map", "'%s' is no map of the study", id);
  return map;
}

/* The participant that an object names, who exists; NULL after answering. */
static const char *take_participant(pathfan_server *server, pathfan_exchange *x,
                                    const json_t *object) {
  const char *id = take_text(x, object, "participant");
  if (!id || pathfan_study_store_knows(server->study->store, id)) return id;
  pathfan_exchange_fail(x, 404, "no_such_participant", "there is no such participant");
  return NULL;
}

void pathfan_post_study_query(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  pathfan_query_options options = {.others = "map participant method",
                                   .paths = PATHFAN_STUDY_PATHS,
                                   .exact = true, /* the paper's methods, as the paper has them */
                                   .hide = true};
  if (!enter(server, x)) return;
  json_t *object = pathfan_exchange_read(x);
  if (!object) return;
  const char *method = NULL;
  if (take_participant(server, x, object) && take_map(server, x, object))
    method = take_text(x, object, "method");
  for (int m = 0; m < PATHFAN_METHODS && method; m++)
    if (strcmp(method, letters[m]) == 0) options.algorithm = pathfan_study_methods[m];
  if (method && !options.algorithm)
    pathfan_exchange_fail(x, 400, "bad_request", "\"method\" must be \"A\", \"B\" or \"C\"");
  else if (method)
    pathfan_answer_query(server, desk, x, object, &options);
  json_decref(object);
}

static bool take_ratings(const json_t *ratings, int32_t into[PATHFAN_METHODS]) {
  for (int m = 0; m < PATHFAN_METHODS; m++) {
    int64_t rating;
    if (!pathfan_request_read_whole(json_object_get(ratings, letters[m]), 1, 5, &rating))
      return false;
    into[m] = (int32_t)rating;
  }
  return json_object_size(ratings) == PATHFAN_METHODS;
}

/* The ends: of a pre-defined query those of the plan, else those that were sent. */
static bool take_ends(const json_t *object, const pathfan_study_map *map, pathfan_response *r,
                      pathfan_complaint *wrong) {
  const json_t *query = json_object_get(object, "query");
  r->query = PATHFAN_QUERY_FREE;
  if (query && !json_is_null(query)) {
    int64_t number;
    if (!pathfan_request_read_whole(query, 0, PATHFAN_STUDY_QUERIES - 1, &number))
      return pathfan_complain(wrong, "\"query\" must be 0, 1, 2 or null");
    r->query = (int32_t)number;
    r->from = map->from[r->query];
    r->to = map->to[r->query];
    return true;
  }
  return pathfan_request_read_point("from", json_object_get(object, "from"), &r->from, wrong) &&
         pathfan_request_read_point("to", json_object_get(object, "to"), &r->to, wrong);
}

/* Whether there is a path between the ends of a response, so that there was something to
 * rate; answers if not. */
static bool check_ends(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x,
                       const pathfan_response *r) {
  pathfan_served_map *served = pathfan_take_map(server, x, r->map);
  pathfan_query *query;
  double length = 0;
  if (!served) return false;
  pathfan_held_source *held = pathfan_served_map_source(server->maps, served);
  pathfan_status status = pathfan_desk_query(desk, held, &query);
  if (!status) status = pathfan_study_length(query, r->from, r->to, &length);
  if (status)
    pathfan_exchange_failed(x, status, NULL);
  else if (!(length > 0))
    pathfan_exchange_fail(x, 400, "no_path", "there is no path to rate between these points");
  pathfan_held_source_release(held);
  pathfan_served_map_release(served);
  return length > 0;
}

void pathfan_post_response(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  pathfan_response response = {.query = 0};
  pathfan_complaint wrong;
  pathfan_error error = {""};
  if (!enter(server, x)) return;
  json_t *object = pathfan_exchange_read(x);
  if (!object) return;
  const char *participant = take_participant(server, x, object);
  const pathfan_study_map *map = participant ? take_map(server, x, object) : NULL;
  if (map && !take_ends(object, map, &response, &wrong)) {
    pathfan_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else if (map && !take_ratings(json_object_get(object, "ratings"), response.ratings)) {
    pathfan_exchange_fail(x, 400, "bad_request",
                          "\"ratings\" must be {\"A\": 1..5, \"B\": 1..5, \"C\": 1..5}");
  } else if (map) {
    snprintf(response.participant, sizeof response.participant, "%s", participant);
    snprintf(response.map, sizeof response.map, "%s", map->id);
    if (check_ends(server, desk, x, &response)) {
      const pathfan_status status =
          pathfan_study_store_add(server->study->store, &response, &error);
      if (status)
        fail(x, status, &error);
      else
        pathfan_exchange_json(x, 201, json_pack("{s:b}", "stored", true));
    }
  }
  json_decref(object);
}

/* ---- What came of it ---- */

typedef struct progress {
  const pathfan_study *study;
  bool given[PATHFAN_STUDY_MAPS][PATHFAN_STUDY_QUERIES];
  int64_t own[PATHFAN_STUDY_MAPS];
} progress;

static void see_response(void *context, const pathfan_response *r) {
  progress *p = context;
  const pathfan_study_map *map = pathfan_study_find(p->study, r->map);
  if (!map) return;
  const int i = (int)(map - p->study->maps);
  if (r->query == PATHFAN_QUERY_FREE)
    p->own[i]++;
  else
    p->given[i][r->query] = true;
}

void pathfan_get_progress(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  pathfan_error error = {""};
  (void)desk;
  if (!enter(server, x)) return;
  const char *participant = pathfan_exchange_argument(x, "participant");
  progress p = {.study = server->study};
  if (!participant || !pathfan_study_store_knows(server->study->store, participant)) {
    pathfan_exchange_fail(x, 404, "no_such_participant", "there is no such participant");
    return;
  }
  const pathfan_status status =
      pathfan_study_store_each(server->study->store, participant, &p, see_response, &error);
  if (status) {
    fail(x, status, &error);
    return;
  }
  json_t *maps = json_array();
  bool complete = true;
  for (int32_t i = 0; i < server->study->map_count; i++) {
    const bool *given = p.given[i];
    complete = complete && given[0] && given[1] && given[2] && p.own[i];
    json_array_append_new(maps, json_pack("{s:s,s:[b,b,b],s:I}", "map", server->study->maps[i].id,
                                          "queries", given[0], given[1], given[2], "free",
                                          (json_int_t)p.own[i]));
  }
  pathfan_exchange_json(
      x, 200,
      json_pack("{s:s,s:o,s:b}", "participant", participant, "maps", maps, "complete", complete));
}

/* As spreadsheets read it: between quotes, which come twice in it. */
static void write_quoted(FILE *out, const char *text) {
  putc('"', out);
  for (; *text; text++) {
    if (*text == '"') putc('"', out);
    putc(*text, out);
  }
  putc('"', out);
}

static void write_row(void *context, const pathfan_response *r) {
  FILE *out = context;
  fprintf(out, "%s,%s,", r->participant, r->map);
  if (r->query != PATHFAN_QUERY_FREE) fprintf(out, "%d", r->query);
  fprintf(out, ",%.17g,%.17g,%.17g,%.17g", r->from.x, r->from.y, r->to.x, r->to.y);
  for (int m = 0; m < PATHFAN_METHODS; m++) fprintf(out, ",%d", r->ratings[m]);
  fprintf(out, ",%s,", r->time);
  write_quoted(out, r->background);
  fputs("\r\n", out);
}

void pathfan_get_export(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  char *text = NULL;
  size_t bytes = 0;
  pathfan_error error = {""};
  (void)desk;
  if (!enter(server, x)) return;
  FILE *out = open_memstream(&text, &bytes);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (out) {
    fprintf(out, "participant,map,query,from_x,from_y,to_x,to_y,%s,%s,%s,time,background\r\n",
            pathfan_study_methods[0], pathfan_study_methods[1], pathfan_study_methods[2]);
    status = pathfan_study_store_each(server->study->store, NULL, out, write_row, &error);
    if (ferror(out) | fclose(out)) status = PATHFAN_ERR_NO_MEMORY;
  }
  if (status) {
    free(text);
    fail(x, status, &error);
    return;
  }
  pathfan_exchange_text(x, 200, "text/csv; charset=utf-8", text, bytes);
  pathfan_exchange_add(x, "Content-Disposition", "attachment; filename=\"study.csv\"");
}

void pathfan_get_results(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  static const char *const categories[] = {"pre-defined", "user-selected", "all"};
  pathfan_study_results results;
  pathfan_error error = {""};
  (void)desk;
  if (!enter(server, x)) return;
  const pathfan_status status = pathfan_study_results_of(server->study->store, &results, &error);
  if (status) {
    fail(x, status, &error);
    return;
  }
  json_t *table = json_array();
  for (int c = 0; c < PATHFAN_CATEGORIES; c++) {
    json_t *row = json_pack("{s:s,s:I}", "category", categories[c], "responses",
                            (json_int_t)results.responses[c]);
    for (int m = 0; m < PATHFAN_METHODS; m++)
      json_object_set_new(row, pathfan_study_methods[m], pathfan_json_number(results.means[c][m]));
    json_array_append_new(table, row);
  }
  const pathfan_anova *a = &results.anova;
  json_t *anova =
      results.has_anova
          ? json_pack("{s:o,s:f,s:f,s:o,s:i}", "f", pathfan_json_number(a->f), "df1", a->df1, "df2",
                      a->df2, "p", pathfan_json_number(a->p), "subjects", a->subjects)
          : json_null();
  pathfan_exchange_json(x, 200,
                        json_pack("{s:i,s:o,s:o}", "participants", results.participants, "table",
                                  table, "anova", anova));
}
