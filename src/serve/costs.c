/* costs.c - fields and corridors. They take seconds where paths take milliseconds, so each has a
 * bound on its work, on its time and on its size, and ends when its client hangs up or the server
 * ends: the library asks `go_on` many times a second. Only the cheapest way of a corridor is found
 * as any other path is: by the work of one query at most, which isn't interrupted.
 *
 * An index may be replaced while its mesh is read: then all begins anew with the new one. */
#include "serve/costs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/program.h"
#include "costs/corridor.h"
#include "costs/cost_field.h"
#include "request/read.h"
#include "serve/limits.h"

#define GRID 46 /* starts of a field, along the longer side of the map, as of the command */
#define WITHIN_MOST 10
#define TOLERANCE 0.001
#define SECONDS_LOOKED 0.05 /* between two looks at the client */

/* ---- What is asked ---- */

typedef struct asked {
  pathfan_point from, to;   /* on the map, once take_degrees has been called */
  pathfan_point ends[2];    /* as asked */
  int32_t columns, rows;    /* of a field; rows 0: in proportion to the map's sides */
  double within, tolerance; /* of a corridor, shares */
  uint64_t work;
  pf_degrees degrees;
  pf_degrees_asked in_degrees; /* its ends alone, if they were given so */
  bool is_in_degrees;
} asked;

static bool read_points(asked *a, const json_t *object, bool has_from, pf_complaint *wrong) {
  if (!pf_request_read_point("to", json_object_get(object, "to"), &a->ends[1], wrong)) return false;
  a->ends[0] = a->ends[1];
  return !has_from ||
         pf_request_read_point("from", json_object_get(object, "from"), &a->ends[0], wrong);
}

static bool read_work(asked *a, const json_t *object, pf_complaint *wrong) {
  const json_t *given = json_object_get(object, "max_work");
  int64_t whole;
  if (!given) return true;
  if (!pf_request_read_whole(given, 1, INT64_MAX, &whole))
    return pf_complain(wrong, "\"max_work\" must be a whole number, 1 or more");
  if ((uint64_t)whole < a->work) a->work = (uint64_t)whole;
  return true;
}

/* Reads N, or [columns, rows]. */
static bool read_grid(asked *a, const json_t *object, pf_complaint *wrong) {
  const json_t *given = json_object_get(object, "grid");
  const bool is_pair = json_array_size(given) == 2;
  int64_t columns = GRID, rows = 0;
  const bool good =
      !given ||
      (is_pair
           ? pf_request_read_whole(json_array_get(given, 0), 2, PF_SERVE_FIELD_SIDE, &columns) &&
                 pf_request_read_whole(json_array_get(given, 1), 2, PF_SERVE_FIELD_SIDE, &rows)
           : pf_request_read_whole(given, 2, PF_SERVE_FIELD_SIDE, &columns));
  if (!good)
    return pf_complain(wrong, "\"grid\" must be N or [columns, rows], each 2 to %d",
                       PF_SERVE_FIELD_SIDE);
  a->columns = (int32_t)columns;
  a->rows = (int32_t)rows;
  return true;
}

/* Reads a share above 0. */
static bool read_share(const json_t *object, const char *name, double otherwise, double *share,
                       pf_complaint *wrong) {
  const json_t *given = json_object_get(object, name);
  *share = given ? json_number_value(given) : otherwise;
  if (*share > 0 && *share <= WITHIN_MOST && (!given || json_is_number(given))) return true;
  return pf_complain(wrong, "\"%s\" must be a share of the cheapest cost, above 0 and at most %d",
                     name, WITHIN_MOST);
}

static bool read_tolerance(asked *a, const json_t *object, pf_complaint *wrong) {
  if (!read_share(object, "tolerance", TOLERANCE, &a->tolerance, wrong)) return false;
  return a->tolerance >= PF_SERVE_TOLERANCE_LEAST ||
         pf_complain(wrong, "\"tolerance\" must be at least %g", PF_SERVE_TOLERANCE_LEAST);
}

static bool check_names(const json_t *object, const char *words, pf_complaint *wrong) {
  const char *name;
  json_t *value;
  if (!json_is_object(object)) return pf_complain(wrong, "the body must be a JSON object");
  json_object_foreach((json_t *)object, name, value) {
    if (!pf_has_word(words, name)) return pf_complain(wrong, "unknown field \"%.40s\"", name);
  }
  return true;
}

/* Takes the ends to the map: of this generation of the index, since each has its own centre. False
 * after answering why not. */
static bool take_degrees(asked *a, pf_exchange *x) {
  const pf_served_index *index = x->subject;
  pf_complaint wrong = {""};
  a->from = a->ends[0];
  a->to = a->ends[1];
  if (!index->is_projected) return true;
  a->degrees = pf_degrees_of(&index->held->source);
  if (!pf_degrees_decide(&a->degrees, a->from, a->to, &a->is_in_degrees, &wrong)) {
    pf_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
    return false;
  }
  if (!a->is_in_degrees) return true;
  a->in_degrees = (pf_degrees_asked){.ends = {a->from, a->to}};
  a->from = pf_degrees_to_map(&a->degrees, a->from);
  a->to = pf_degrees_to_map(&a->degrees, a->to);
  return true;
}

/* The work limit of a field or corridor, for that of a query. */
static uint64_t work_of(uint64_t limit) {
  return limit > UINT64_MAX / PF_SERVE_COSTS_WORK ? UINT64_MAX : PF_SERVE_COSTS_WORK * limit;
}

/* Reads the body; false after answering why not. */
static bool read_asked(const pf_serve_state *serve, pf_exchange *x, bool is_corridor, asked *a) {
  const pf_served_index *index = x->subject;
  pf_complaint wrong = {""};
  json_t *object = pf_exchange_read(x);
  if (!object) return false;
  *a = (asked){.work = work_of(serve->options->work_limit)};
  bool good = check_names(
      object, is_corridor ? "from to within tolerance max_work" : "to grid max_work", &wrong);
  good = good && read_points(a, object, is_corridor, &wrong) && read_work(a, object, &wrong);
  if (good && is_corridor) /* NAN: it must be given */
    good =
        read_share(object, "within", NAN, &a->within, &wrong) && read_tolerance(a, object, &wrong);
  else if (good)
    good = read_grid(a, object, &wrong);
  json_decref(object);
  if (good && !index->is_terrain)
    good = pf_complain(&wrong,
                       "'%s' isn't a terrain: fields and corridors are of maps with roads, "
                       "rivers or areas with a rate",
                       index->name);
  if (!good) pf_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  return good;
}

/* ---- How far it may go ---- */

typedef struct watch {
  const pf_serve_state *serve;
  const pf_exchange *x;
  double until, looked;
  bool is_late;
} watch;

static bool go_on(void *context, size_t done) {
  watch *w = context;
  const double now = pf_seconds();
  (void)done;
  w->is_late = now > w->until;
  if (w->is_late) return false;
  if (now < w->looked + SECONDS_LOOKED || !w->serve->http) return true;
  w->looked = now;
  return pf_http_is_wanted(w->serve->http, w->x);
}

static watch watch_over(const pf_serve_state *serve, const pf_exchange *x) {
  const double now = pf_seconds();
  return (watch){.serve = serve, .x = x, .until = now + PF_SERVE_SECONDS_COSTS, .looked = now};
}

/* Answers that a call has failed. */
static void fail(const watch *w, pf_exchange *x, pathfan_status status,
                 const pathfan_query *query) {
  if (status != PATHFAN_ERR_CANCELLED)
    pf_exchange_failed(x, status, query ? pathfan_query_error(query) : NULL);
  else if (w->is_late)
    pf_exchange_fail(x, 503, "too_late", "this has taken %d s already: ask for less",
                     PF_SERVE_SECONDS_COSTS);
  else
    pf_http_give_up(w->serve->http, x);
}

/* ---- Answers ---- */

static void tally(pf_serve_state *serve, pathfan_outcome outcome) {
  const pathfan_answer answer = {.outcome = outcome};
  pf_tally counted = {.paths = 0};
  pf_tally_answer(&counted, &answer);
  pf_metrics_tally(&serve->metrics, &counted);
}

/* What an answer is written of; one of field and corridor, or neither. */
typedef struct result {
  pathfan_outcome outcome;
  uint32_t generation;
  const pf_source *source;
  const pf_cost_field *field;
  const pf_cost_corridor *corridor;
  const pathfan_path *way; /* of the corridor */
  double within;
} result;

/* Answers with a collection of features if it is about a corridor. */
static void send(pf_serve_state *serve, pf_exchange *x, const result *r, bool is_corridor) {
  char *text = NULL;
  size_t bytes = 0;
  pf_refusal refusal = {.status = 503, .code = "no_memory", .text = {"out of memory"}};
  FILE *out = pf_text_stream(&text, &bytes);
  pf_json_writer w = {.out = out, .compact = true};
  if (out) {
    if (is_corridor)
      pf_begin_collection(&w);
    else
      pf_write_begin(&w, NULL, '{');
    pf_write_text(&w, "status", pathfan_outcome_name(r->outcome));
    pf_write_integer(&w, "generation", r->generation);
    if (r->field) pf_cost_field_write(&w, r->field, r->source);
    if (r->corridor) pf_cost_corridor_write(&w, r->corridor, r->way, r->within);
    if (is_corridor && !r->corridor) pf_write_begin(&w, "features", '[');
    if (is_corridor)
      pf_end_collection(&w);
    else
      pf_write_end(&w, '}');
  }
  bool good = out && !(ferror(out) | fclose(out));
  good = good && pf_serve_hold(serve, x, bytes, &refusal);
  if (good) {
    tally(serve, r->outcome);
    pf_exchange_text(x, 200, "application/json", text, bytes);
  } else {
    free(text);
    pf_exchange_refuse(x, &refusal);
  }
}

static uint32_t generation_of(const pf_served_index *index, pf_source_facts *facts) {
  pf_source_look(&index->held->source, facts);
  return facts->info.generation;
}

/* Reads what is asked, and gets a query of the index. False: the exchange has its refusal. */
static bool begin(pf_serve_state *serve, pf_worker *worker, pf_exchange *x, bool is_corridor,
                  asked *a, const watch *w, pathfan_query **query) {
  const pf_served_index *index = x->subject;
  if (!read_asked(serve, x, is_corridor, a)) return false;
  const pathfan_status status = pf_worker_query(worker, index->held, query);
  if (status) fail(w, x, status, NULL);
  return !status;
}

/* ---- A field ---- */

void pf_serve_field(pf_serve_state *serve, pf_worker *worker, pf_exchange *x) {
  const pf_served_index *index = x->subject;
  asked a;
  pathfan_query *query = NULL;
  pf_source_facts facts;
  pf_cost_field field;
  bool is_free = true;
  watch w = watch_over(serve, x);
  if (!begin(serve, worker, x, false, &a, &w, &query)) return;
  pathfan_status status;
  do {
    const uint32_t generation = generation_of(index, &facts);
    if (!take_degrees(&a, x)) return;
    int32_t columns = a.columns, rows = a.rows;
    field = (pf_cost_field){.columns = 0};
    if (!rows) pf_cost_field_proportion(&facts.info, a.columns, &columns, &rows);
    pf_cost_field_lay(&field, &facts.info, columns, rows, false);
    const pathfan_field_limits limits = {.work_limit = a.work, .go_on = go_on, .context = &w};
    pathfan_query_limit_fields(query, &limits);
    status = pf_cost_field_ask(&field, query, a.to, &is_free);
    pathfan_query_limit_fields(query, NULL);
    if (generation_of(index, &facts) == generation) break;
    pf_cost_field_free(&field);
  } while (true);
  result r = {.outcome = PATHFAN_OUTCOME_OK,
              .generation = facts.info.generation,
              .source = &index->held->source};
  if (!status && is_free) r.field = &field;
  if (!is_free) r.outcome = PATHFAN_OUTCOME_GOAL_BLOCKED;
  if (status == PATHFAN_ERR_LIMIT) r.outcome = PATHFAN_OUTCOME_WORK_LIMIT;
  if (a.is_in_degrees && r.field) {
    pf_cost_field_in_degrees(&field, &a.degrees);
    field.goal = a.in_degrees.ends[1];
  }
  if (status && status != PATHFAN_ERR_LIMIT)
    fail(&w, x, status, query);
  else
    send(serve, x, &r, false);
  pf_cost_field_free(&field);
}

/* ---- A corridor ---- */

/* Whether the start is the goal, so that there is no corridor. */
static bool stays(const pathfan_answer *answer) {
  return answer->path_count && !(answer->paths[0].cost > 0);
}

/* Finds the cheapest way, by the work of one query at most, and the corridor round it by what is
 * left then. *answer is the query object's. */
static pathfan_status find_corridor(const asked *a, watch *w, const pf_served_index *index,
                                    pathfan_query *query, const pathfan_answer **answer,
                                    pf_cost_corridor *corridor) {
  const uint64_t most = w->serve->options->work_limit;
  pathfan_request request;
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_TERRAIN;
  request.paths = 1;
  request.from = a->from;
  request.to = a->to;
  request.work_limit = a->work < most ? a->work : most;
  pathfan_status status = pathfan_query_paths(query, &request, answer);
  if (status) return status;
  if ((*answer)->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) return PATHFAN_ERR_ARGUMENT;
  if (!(*answer)->path_count || stays(*answer)) return PATHFAN_OK;
  const double cost = (*answer)->paths[0].cost;
  const uint64_t spent = (*answer)->work;
  if (spent >= a->work) return PATHFAN_ERR_LIMIT;
  const pathfan_field_limits limits = {.work_limit = a->work - spent, .go_on = go_on, .context = w};
  const pf_cost_corridor_wanted wanted = {.from = a->from,
                                          .to = a->to,
                                          .limit = cost * (1 + a->within),
                                          .tolerance = cost * a->tolerance,
                                          .cells_most = PF_SERVE_CORRIDOR_CELLS};
  pathfan_query_limit_fields(query, &limits);
  status = pf_cost_corridor_find(corridor, &index->held->source, query, &wanted);
  pathfan_query_limit_fields(query, NULL);
  return status;
}

/* Answers with what was found, in degrees if it was asked so. */
static void send_corridor(pf_serve_state *serve, pf_exchange *x, const asked *a, result *r,
                          const pathfan_answer *answer, pf_cost_corridor *corridor) {
  pf_degrees_shown shown = {.answer = *answer};
  pathfan_status status = PATHFAN_OK;
  if (a->is_in_degrees && r->corridor) {
    pf_cost_corridor_in_degrees(corridor, &a->degrees);
    status = pf_degrees_show(&a->degrees, &a->in_degrees, answer, &shown);
  }
  r->way = r->corridor ? &shown.answer.paths[0] : NULL;
  if (status)
    pf_exchange_failed(x, status, NULL);
  else
    send(serve, x, r, true);
  pf_degrees_shown_free(&shown);
}

void pf_serve_corridor(pf_serve_state *serve, pf_worker *worker, pf_exchange *x) {
  const pf_served_index *index = x->subject;
  static const pathfan_answer none = {.outcome = PATHFAN_OUTCOME_WORK_LIMIT};
  const pathfan_answer *answer = &none;
  asked a;
  pathfan_query *query = NULL;
  pf_source_facts facts;
  pf_cost_corridor corridor;
  watch w = watch_over(serve, x);
  if (!begin(serve, worker, x, true, &a, &w, &query)) return;
  pathfan_status status;
  do {
    const uint32_t generation = generation_of(index, &facts);
    if (!take_degrees(&a, x)) return;
    corridor = (pf_cost_corridor){.cells = 0};
    status = find_corridor(&a, &w, index, query, &answer, &corridor);
    if (generation_of(index, &facts) == generation) break;
    pf_cost_corridor_free(&corridor);
  } while (true);
  if (!answer) answer = &none; /* the query failed */
  result r = {.outcome = status == PATHFAN_ERR_LIMIT ? PATHFAN_OUTCOME_WORK_LIMIT : answer->outcome,
              .generation = facts.info.generation,
              .within = a.within};
  if (!status && answer->path_count) r.corridor = &corridor;
  if (status && status != PATHFAN_ERR_LIMIT)
    fail(&w, x, status, query);
  else if (stays(answer))
    pf_exchange_fail(x, 400, "bad_request", "the start is the goal, so there is no corridor");
  else
    send_corridor(serve, x, &a, &r, answer, &corridor);
  pf_cost_corridor_free(&corridor);
}
