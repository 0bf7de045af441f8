/* service.c - how `serve` answers a request.
 *
 * Lanes keep quick requests from waiting for slow ones. A query by index takes microseconds,
 * hardly more than handing it to another thread, so the thread that talks to the client answers it
 * at once. Longer queries by index, and batches of queries by index, are answered by one pool;
 * searches by another, nicer one, which gets the processor time that the others leave. A batch in
 * which a line turns out to need a search begins anew there. Fields and corridors, which take
 * seconds, have a lane of one thread. */
#include "serve/service.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "base/clock.h"
#include "pathfan/inspect.h"
#include "serve/ask.h"
#include "serve/batch.h"
#include "serve/costs.h"
#include "serve/limits.h"
#include "serve/lines.h"
#include "serve/state.h"
#include "server/openapi.h"

typedef enum route_number {
  HEALTH,
  METRICS,
  OPENAPI,
  INDEXES,
  INDEX,
  PATHS,
  FIELD,
  CORRIDOR,
  OBSTACLES
} route_number;

typedef struct route {
  route_number number;
  const char *path; /* the whole path; NULL: below /indexes/ */
  const char *method, *allowed;
} route;

static const route routes[] = {{HEALTH, "/healthz", "GET", "GET, HEAD"},
                               {METRICS, "/metrics", "GET", "GET, HEAD"},
                               {OPENAPI, "/openapi.json", "GET", "GET, HEAD"},
                               {INDEXES, "/indexes", "GET", "GET, HEAD"},
                               {INDEX, NULL, "GET", "GET, HEAD"},
                               {PATHS, NULL, "POST", "POST"},
                               {FIELD, NULL, "POST", "POST"},
                               {CORRIDOR, NULL, "POST", "POST"},
                               {OBSTACLES, NULL, "POST", "POST"}};
enum { ROUTE_COUNT = sizeof routes / sizeof *routes };

/* The pool of any lane but the quick one. */
#define POOL_OF(lane) ((int)(lane)-1)

static const char below[] = "/indexes/";

/* What follows an index's name where it is asked or changed. */
static const struct {
  const char *text;
  route_number number;
} asking[] = {
    {"/paths", PATHS}, {"/field", FIELD}, {"/corridor", CORRIDOR}, {"/obstacles", OBSTACLES}};
enum { ASKING_COUNT = sizeof asking / sizeof *asking };

static const char type_json[] = "application/json", type_batch[] = "application/vnd.pathfan.batch";

/* ---- Finding out what is asked ---- */

static bool is_lines(const pf_exchange *x) {
  return pf_exchange_is_type(x, "application/jsonl") ||
         pf_exchange_is_type(x, "application/x-ndjson");
}

static const route *find_whole(const char *path) {
  for (int i = 0; i < ROUTE_COUNT; i++)
    if (routes[i].path && strcmp(path, routes[i].path) == 0) return &routes[i];
  return NULL;
}

/* Returns the route of an address below /indexes/, and its index; answers if there is none. Names
 * may contain slashes, and even end in /paths: an address that is an index's name means that
 * index. */
static const route *find_below(const pf_serve_state *serve, pf_exchange *x, const char *name,
                               bool posts) {
  const size_t length = strlen(name);
  size_t stem = length;
  route_number number = INDEX;
  for (int i = 0; i < ASKING_COUNT; i++) {
    const size_t end = strlen(asking[i].text);
    if (length <= end || strcmp(name + length - end, asking[i].text) != 0) continue;
    stem = length - end;
    number = asking[i].number;
  }
  pf_served_index *whole = pf_served_indexes_find(&serve->indexes, name, length);
  pf_served_index *asked =
      stem < length ? pf_served_indexes_find(&serve->indexes, name, stem) : NULL;
  const bool takes_asked = asked && (posts || !whole);
  x->subject = takes_asked ? asked : whole;
  if (!x->subject)
    pf_exchange_fail(x, 404, "no_such_index", "there is no index '%.*s'", (int)stem, name);
  return x->subject ? &routes[takes_asked ? number : INDEX] : NULL;
}

static void begin(void *context, pf_exchange *x, const char *method, const char *path) {
  pf_serve_state *serve = context;
  const char *wanted = strcmp(method, "HEAD") == 0 ? "GET" : method;
  if (!pf_http_check_host(serve->http, x)) return;
  const route *found =
      strncmp(path, below, sizeof below - 1) == 0
          ? find_below(serve, x, path + sizeof below - 1, strcmp(method, "POST") == 0)
          : find_whole(path);
  if (x->status) return;
  if (!found || strcmp(found->method, wanted) != 0) {
    pf_exchange_no_route(x, method, path, found ? found->allowed : NULL);
    return;
  }
  x->route = found;
  if (found->number == OBSTACLES ||
      (found->number == PATHS && (is_lines(x) || pf_exchange_is_type(x, type_batch))))
    x->body_limit = PF_SERVE_BATCH_BYTES;
}

/* ---- What is known ---- */

static json_t *describe(const pf_served_index *index) {
  pathfan_index_info info;
  pathfan_index_info_get(index->held->source.index, &info);
  json_t *name = json_string(index->name), *source = pf_json_name(info.source_name);
  double longitude, latitude;
  json_t *centre = pf_source_centre(&index->held->source, &longitude, &latitude)
                       ? pf_json_point(longitude, latitude)
                       : NULL;
  return json_pack("{s:o,s:I,s:o,s:f,s:f,s:f,s:i,s:i,s:i,s:b,s:I,s:o,s:o*}", "name",
                   name ? name : json_string(""), "generation", (json_int_t)info.generation,
                   "origin", pf_json_point(info.origin_x, info.origin_y), "width", info.width,
                   "height", info.height, "unit", info.unit, "n", info.vertex_count, "components",
                   info.component_count, "tables", info.table_count, "terrain", index->is_terrain,
                   "file_bytes", (json_int_t)info.file_bytes, "source_name", source, "centre",
                   centre);
}

static json_t *describe_all(const pf_served_indexes *indexes) {
  json_t *list = json_array();
  for (int32_t i = 0; i < indexes->count; i++)
    json_array_append_new(list, describe(&indexes->all[i]));
  return json_pack("{s:o}", "indexes", list);
}

static void write_indexes(const pf_served_indexes *indexes, FILE *out) {
  pf_metrics_head(out, "pathfan_index_generation", "gauge",
                  "Generation of each index, another one after a reload.");
  for (int32_t i = 0; i < indexes->count; i++) {
    pathfan_index_info info;
    pathfan_index_info_get(indexes->all[i].held->source.index, &info);
    fputs("pathfan_index_generation{index=", out);
    pf_metrics_label(out, indexes->all[i].name);
    fprintf(out, "} %u\n", info.generation);
  }
  pf_metrics_head(out, "pathfan_index_reloads_total", "counter",
                  "Indexes taken over from their builder.");
  for (int32_t i = 0; i < indexes->count; i++) {
    fputs("pathfan_index_reloads_total{index=", out);
    pf_metrics_label(out, indexes->all[i].name);
    fprintf(
        out, "} %llu\n",
        (unsigned long long)atomic_load_explicit(&indexes->all[i].reloads, memory_order_relaxed));
  }
}

static void get_metrics(pf_serve_state *serve, pf_exchange *x) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = pf_text_stream(&text, &bytes);
  if (out) {
    pf_metrics_write(&serve->metrics, out);
    pf_metrics_head(out, "pathfan_in_hand", "gauge", "Requests that wait or run in a lane.");
    fprintf(out,
            "pathfan_in_hand{lane=\"batch\"} %d\npathfan_in_hand{lane=\"slow\"} %d\n"
            "pathfan_in_hand{lane=\"costs\"} %d\n",
            pf_http_in_hand(serve->http, POOL_OF(PF_LANE_BATCH)),
            pf_http_in_hand(serve->http, POOL_OF(PF_LANE_SLOW)),
            pf_http_in_hand(serve->http, POOL_OF(PF_LANE_COSTS)));
    pf_metrics_head(out, "pathfan_held_bytes", "gauge",
                    "Bytes of bodies and answers that clients make it hold.");
    fprintf(out, "pathfan_held_bytes %llu\n", (unsigned long long)pf_http_held(serve->http));
    pf_metrics_head(out, "pathfan_connections", "gauge", "Connections there are.");
    fprintf(out, "pathfan_connections %d\n", pf_http_connections(serve->http));
    write_indexes(&serve->indexes, out);
    if (ferror(out) | fclose(out)) {
      free(text);
      text = NULL;
    }
  }
  pf_exchange_text(x, 200, "text/plain; version=0.0.4; charset=utf-8", text, bytes);
}

static void get(pf_serve_state *serve, pf_exchange *x, route_number number) {
  size_t bytes;
  const char *text;
  switch (number) {
  case HEALTH: pf_exchange_json(x, 200, json_pack("{s:s}", "status", "ok")); break;
  case METRICS: get_metrics(serve, x); break;
  case INDEXES: pf_exchange_json(x, 200, describe_all(&serve->indexes)); break;
  case INDEX: pf_exchange_json(x, 200, describe(x->subject)); break;
  default: text = pf_openapi(&bytes); pf_exchange_fixed(x, 200, type_json, text, bytes);
  }
}

/* ---- Queries ---- */

static void send_answer(pf_exchange *x, const pf_asked *asked, pathfan_query *query,
                        const pathfan_answer *answer, double spent) {
  char *text = NULL;
  size_t bytes = 0;
  pf_refusal refusal = {.status = 503, .code = "no_memory", .text = {"out of memory"}};
  FILE *out = pf_text_stream(&text, &bytes);
  bool good = out != NULL;
  if (out) {
    pf_json_writer w = {.out = out, .compact = true};
    pf_write_begin(&w, NULL, '{');
    good = pf_asked_write(asked, query, answer, spent, &w, &refusal);
    pf_write_end(&w, '}');
    if (ferror(out) | fclose(out)) good = false;
  }
  if (good) {
    pf_exchange_text(x, 200, type_json, text, bytes);
  } else {
    free(text);
    pf_exchange_refuse(x, &refusal);
  }
}

/* Runs the query, and answers. */
static void ask(pf_serve_state *serve, pf_worker *worker, pf_exchange *x, pf_asked *asked) {
  const pf_served_index *index = x->subject;
  const pathfan_answer *answer;
  pf_refusal refusal;
  pathfan_query *query;
  const double began = pf_seconds();
  bool good = !pf_worker_query(worker, index->held, &query) ||
              pf_refuse(&refusal, 503, "no_memory", "out of memory");
  good = good && pf_asked_ask(asked, query, &answer, &refusal);
  if (good) {
    pf_tally tally = {.paths = 0};
    pf_tally_answer(&tally, answer);
    pf_metrics_tally(&serve->metrics, &tally);
    send_answer(x, asked, query, answer, pf_seconds() - began);
  } else {
    pf_exchange_refuse(x, &refusal);
  }
}

/* Does the same for a body that is one request. Returns -1, or the later lane that is to answer
 * instead. */
static int ask_one(pf_serve_state *serve, pf_serve_lane lane, pf_worker *worker, pf_exchange *x) {
  pf_asked asked;
  pf_refusal refusal;
  json_t *object = pf_exchange_read(x);
  int wanted = -1;
  if (!object) return wanted;
  if (!pf_asked_read(&asked, object, "measures obstacles", x->subject, serve->options->work_limit,
                     &refusal))
    pf_exchange_refuse(x, &refusal);
  else if (pf_asked_lane(&asked) > lane)
    wanted = (int)pf_asked_lane(&asked);
  else
    ask(serve, worker, x, &asked);
  pf_asked_free(&asked);
  json_decref(object);
  return wanted;
}

static bool changes_to_map(const pf_served_index *index, pf_change_list *list,
                           pf_complaint *wrong) {
  if (!index->is_projected) return true;
  const pf_degrees degrees = pf_degrees_of(&index->held->source);
  return pf_change_list_to_map(list, &degrees, wrong);
}

/* Changes the obstacles of an index for all who ask it. */
static void change(pf_serve_state *serve, pf_exchange *x) {
  pf_change_list list = {.count = 0};
  pf_complaint wrong;
  pathfan_error error = {""};
  pathfan_status status = PATHFAN_OK;
  uint64_t version;
  if (!serve->options->changes) {
    pf_exchange_fail(x, 403, "no_changes", "this server was started without --changes");
    return;
  }
  json_t *json = pf_exchange_read(x);
  if (!json) return;
  if (!pf_change_list_read(json_object_get(json, "change"), &list, &wrong)) {
    pf_exchange_fail(x, 400, "bad_request", "\"change\": %s", wrong.text);
  } else if (!changes_to_map(x->subject, &list, &wrong)) {
    pf_exchange_fail(x, 400, "bad_request", "\"change\": %s", wrong.text);
  } else {
    int64_t *ids = calloc((size_t)list.count + 1, sizeof *ids);
    status = ids ? pf_served_index_change(x->subject, &list, ids, &version, &error)
                 : PATHFAN_ERR_NO_MEMORY;
    json_t *told = status ? NULL : json_array();
    for (int32_t i = 0; i < list.count && told; i++)
      json_array_append_new(told, json_integer((json_int_t)ids[i]));
    if (status == PATHFAN_ERR_ARGUMENT || status == PATHFAN_ERR_LIMIT)
      pf_exchange_fail(x, 400, "bad_request", "%s", error.text);
    else if (status)
      pf_exchange_failed(x, status, error.text);
    else
      pf_exchange_json(
          x, 200, json_pack("{s:I,s:o}", "obstacles_version", (json_int_t)version, "ids", told));
    free(ids);
  }
  pf_change_list_free(&list);
  json_decref(json);
}

/* Whether the index can be asked, or could during all of a request; answers if not. */
static bool is_sound(pf_exchange *x) {
  if (pf_served_index_is_sound(x->subject)) return true;
  pf_exchange_fail(x, 503, "index_changed",
                   "the file of the index was written to where it lies; it is asked again once a "
                   "whole one is in its place");
  return false;
}

static int ask_any(pf_serve_state *serve, pf_serve_lane lane, pf_worker *worker, pf_exchange *x) {
  const route *found = x->route; /* NULL: whoever tests this has no addresses */
  const route_number number = found ? found->number : PATHS;
  if (!is_sound(x)) return -1;
  if (number == FIELD || number == CORRIDOR) {
    (number == FIELD ? pf_serve_field : pf_serve_corridor)(serve, worker, x);
    (void)is_sound(x);
    return -1;
  }
  const int passed = is_lines(x)                          ? pf_serve_lines(serve, lane, worker, x)
                     : pf_exchange_is_type(x, type_batch) ? pf_serve_batch(serve, lane, worker, x)
                                                          : ask_one(serve, lane, worker, x);
  if (passed < 0) (void)is_sound(x); /* else its answer may be wrong */
  return passed;
}

/* Passes an exchange to a later lane, unless it is answered. */
static int pass(const pf_serve_state *serve, pf_exchange *x, int lane) {
  if (lane < 0) return PF_HTTP_ANSWERED;
  if (!x->client) x->client = pf_exchange_client(x, serve->options->client_header);
  x->how = lane;
  return POOL_OF(lane);
}

/* Returns the worker of the thread that talks to the client; NULL: out of memory. */
static pf_worker *own_worker(const pf_serve_state *serve) {
  pf_worker *worker = pthread_getspecific(serve->worker);
  if (worker) return worker;
  worker = calloc(1, sizeof *worker);
  if (worker && pthread_setspecific(serve->worker, worker) != 0) {
    free(worker);
    worker = NULL;
  }
  return worker;
}

static int finish(void *context, pf_exchange *x) {
  pf_serve_state *serve = context;
  const route *found = x->route;
  if (found->number == OBSTACLES) {
    change(serve, x);
    return PF_HTTP_ANSWERED;
  }
  const bool is_costs = found->number == FIELD || found->number == CORRIDOR;
  if (found->number != PATHS && !is_costs) {
    get(serve, x, found->number);
    return PF_HTTP_ANSWERED;
  }
  if (!is_costs && (is_lines(x) || pf_exchange_is_type(x, type_batch)))
    return pass(serve, x, PF_LANE_BATCH);
  if (x->taken && !pf_exchange_is_type(x, type_json)) {
    pf_exchange_fail(x, 415, "not_json",
                     is_costs ? "the body must be %s"
                              : "the body must be %s, application/jsonl or %s",
                     type_json, type_batch);
    return PF_HTTP_ANSWERED;
  }
  if (is_costs) return pass(serve, x, PF_LANE_COSTS);
  pf_worker *worker = own_worker(serve);
  return pass(serve, x, worker ? ask_any(serve, PF_LANE_QUICK, worker, x) : PF_LANE_BATCH);
}

static int work(void *context, pf_worker *worker, pf_exchange *x) {
  pf_serve_state *serve = context;
  return pass(serve, x, ask_any(serve, (pf_serve_lane)x->how, worker, x));
}

static void tidy(void *context, double now) {
  pf_serve_state *serve = context;
  (void)now;
  pf_served_indexes_freshen(&serve->indexes, serve->options->message);
}

static void answered(void *context, const pf_exchange *x) {
  pf_serve_state *serve = context;
  const route *found = x->route;
  pf_metrics_request(&serve->metrics, x->status);
  if (found && found->number >= PATHS && found->number <= CORRIDOR && x->status == 200)
    pf_metrics_lane(&serve->metrics, (pf_serve_lane)x->how, pf_seconds() - x->began);
}

static const char *const headers[] = {"X-Content-Type-Options", "nosniff", NULL};

const pf_service pf_serve_service = {begin, finish, work, tidy, answered, headers};
