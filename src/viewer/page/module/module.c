/* module.c - answers the page where it has no server: the query library, and the files that write
 * the server's answers, as WebAssembly (build.sh).
 *
 * A module is about one index. Each call returns the HTTP status of the answer, whose text lies at
 * module_text until the next call. Only worker.js talks to it. */
#include <emscripten.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "pathfan/obstacles.h"
#include "request/complaint.h"
#include "request/fields.h"
#include "request/source.h"
#include "request/write.h"
#include "server/check_request.h"
#include "viewer/limits.h"
#include "viewer/map_json.h"
#include "viewer/query_json.h"
#include "viewer/targets.h"
#include "viewer/terrain_json.h"

enum { FINE = 200, WRONG = 400, MISSING = 404, FAILED = 500 };

static pf_source source;
static pf_source_facts facts;
static pathfan_query *query;

/* The clock's step, in seconds: browsers tell time in steps of 0.1 to 1 ms. */
static double clock_step;

/* ---- Answers ---- */

static char *text;
static size_t text_bytes;

EMSCRIPTEN_KEEPALIVE const char *module_text(void) {
  return text;
}

EMSCRIPTEN_KEEPALIVE size_t module_text_bytes(void) {
  return text_bytes;
}

/* Begins an answer, and returns its stream; NULL: out of memory. */
static FILE *begin(void) {
  free(text);
  text = NULL;
  text_bytes = 0;
  return open_memstream(&text, &text_bytes);
}

static int end(FILE *out, int status) {
  text = pf_written(out, &text);
  if (text) return status;
  text_bytes = 0;
  return FAILED;
}

/* Answers with an error, as the server does. */
static int refuse(int status, const char *code, const char *format, ...) {
  char sentence[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  FILE *out = begin();
  if (!out) return FAILED;
  pf_json_writer w = {.out = out, .compact = true};
  pf_write_begin(&w, NULL, '{');
  pf_write_begin(&w, "error", '{');
  pf_write_integer(&w, "status", status);
  pf_write_text(&w, "code", code);
  pf_write_text(&w, "message", sentence);
  pf_write_end(&w, '}');
  pf_write_end(&w, '}');
  return end(out, status);
}

static int fail(pathfan_status status, const char *sentence) {
  if (!*sentence) sentence = pathfan_status_text(status);
  switch (status) {
  case PATHFAN_ERR_ARGUMENT: return refuse(WRONG, "bad_request", "%s", sentence);
  case PATHFAN_ERR_LIMIT: return refuse(WRONG, "too_large", "%s", sentence);
  default: return refuse(FAILED, "failed", "%s", sentence);
  }
}

/* ---- The index ---- */

/* Allocates so many bytes, for an index or anything else; NULL: out of memory. */
EMSCRIPTEN_KEEPALIVE void *module_room(size_t bytes) {
  return aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
}

EMSCRIPTEN_KEEPALIVE void module_free(void *room) {
  free(room);
}

static double find_clock_step(void) {
  const double began = pf_seconds();
  double now;
  do now = pf_seconds();
  while (now == began);
  return now - began;
}

/* Takes the index in memory from module_room; call it once. */
EMSCRIPTEN_KEEPALIVE int module_open(void *room, size_t bytes, const char *name) {
  pathfan_error error = {""};
  pathfan_status status = pathfan_index_open_memory(room, bytes, name, NULL, &source.index, &error);
  if (!status) status = pf_source_query(&source, &query);
  if (status) return fail(status, error.text);
  pf_source_look(&source, &facts);
  clock_step = find_clock_step();
  return FINE;
}

/* ---- A request: module_begin, its fields, module_ask ---- */

static pathfan_request request;
static pathfan_area *areas; /* [Size: area_count]; their corners come from module_room */
static int32_t area_count;
static int round_of_fields; /* pf_field_round of the fields that are taken now */

EMSCRIPTEN_KEEPALIVE void module_begin(void) {
  for (int32_t i = 0; i < area_count; i++) free((pathfan_point *)areas[i].corners);
  area_count = 0;
  pathfan_request_init(&request);
}

/* Begins a round of fields, 0 .. 2, in each of which all are sent: first those that set others too,
 * so that the others hold whatever the order is. */
EMSCRIPTEN_KEEPALIVE void module_round(int round) {
  round_of_fields = round;
}

/* The kind of a value, for module_set. */
enum { NUMBER, SWITCH, POINT, WORD };

static bool take(const pf_field *f, int kind, double a, double b, const char *word) {
  void *into = pf_field_in(f, &request);
  const double largest = f->kind == PF_FIELD_COUNT ? INT32_MAX : 9007199254740992;
  const bool is_whole = kind == NUMBER && a >= -largest && a <= largest && a == (double)(int64_t)a;
  int32_t number;
  switch (f->kind) {
  case PF_FIELD_POINT: *(pathfan_point *)into = (pathfan_point){a, b}; return kind == POINT;
  case PF_FIELD_COUNT: *(int32_t *)into = is_whole ? (int32_t)a : 0; return is_whole;
  case PF_FIELD_WORK:
    *(uint64_t *)into = is_whole && a >= 0 ? (uint64_t)a : 0;
    return is_whole && a >= 0;
  case PF_FIELD_NUMBER:
  case PF_FIELD_LEVEL:
  case PF_FIELD_DISTANCE: *(double *)into = a; return kind == NUMBER;
  case PF_FIELD_SWITCH: *(bool *)into = a != 0; return kind == SWITCH;
  case PF_FIELD_CHOICE:
    number = kind == WORD ? pf_field_name(f, word, strlen(word)) : -1;
    *(int32_t *)into = number < 0 ? 0 : number;
    return number >= 0;
  case PF_FIELD_PRESET:
    number = kind == WORD ? pf_field_name(f, word, strlen(word)) : -1;
    return number >= 0 && pathfan_request_preset(&request, (pathfan_preset)number);
  default: return false;
  }
}

/* Sets a field: NUMBER a, SWITCH a, POINT a and b, or WORD. */
EMSCRIPTEN_KEEPALIVE int module_set(const char *name, int kind, double a, double b,
                                    const char *word) {
  const pf_field *f = pf_field_find(name);
  if (!f || f->is_option) return refuse(WRONG, "bad_request", "unknown field \"%.40s\"", name);
  if (pf_field_round(f) != round_of_fields) return FINE;
  if (!take(f, kind, a, b, word))
    return refuse(WRONG, "bad_request", "\"%s\" has a value that it can't have", name);
  pf_field_given(f, &request);
  return FINE;
}

/* Sets a weight of the field `objective`. */
EMSCRIPTEN_KEEPALIVE int module_weight(const char *field, const char *name, double weight) {
  const pf_field *f = pf_field_find(field);
  const int32_t number =
      f && f->kind == PF_FIELD_WEIGHTS ? pf_field_name(f, name, strlen(name)) : -1;
  if (number < 0)
    return refuse(WRONG, "bad_request", "\"%.40s\" has no weight \"%.40s\"", field, name);
  *pf_field_weight(pf_field_in(f, &request), number) = weight;
  pf_field_given(f, &request);
  return FINE;
}

/* Adds an area to avoid: a circle, or a polygon whose corners lie in memory from module_room, which
 * the module then owns. */
EMSCRIPTEN_KEEPALIVE int module_avoid(double x, double y, double radius, pathfan_point *corners,
                                      int32_t count) {
  pathfan_area *grown = realloc(areas, ((size_t)area_count + 1) * sizeof *grown);
  if (!grown) {
    free(corners);
    return fail(PATHFAN_ERR_NO_MEMORY, "");
  }
  areas = grown;
  areas[area_count++] = (pathfan_area){
      .centre = {x, y}, .radius = radius, .corners = corners, .corner_count = corners ? count : 0};
  request.avoid = areas;
  request.avoid_count = area_count;
  return FINE;
}

/* Sets the obstacles, which the caller holds until the request has been asked. */
EMSCRIPTEN_KEEPALIVE void module_keep_out(const pathfan_obstacles *obstacles) {
  request.obstacles = obstacles;
}

/* Runs the request. wants: PF_WANTS_*. */
EMSCRIPTEN_KEEPALIVE int module_ask(int wants) {
  pf_complaint wrong;
  if (!request.work_limit || request.work_limit > PF_WORK_MAX) request.work_limit = PF_WORK_MAX;
  const char *code = pf_check_request(&source, &request, &wrong);
  if (code) return refuse(WRONG, code, "%s", wrong.text);
  pf_reply reply;
  const pathfan_status status = pf_reply_ask(query, &source, 0, &request, (unsigned)wants, &reply);
  if (reply.spent < 2e6 * clock_step) reply.spent = NAN; /* unknown */
  int answered;
  FILE *out;
  if (status) {
    answered = fail(status, pathfan_query_error(query));
  } else if (reply.answer.outcome == PATHFAN_OUTCOME_INVALID_REQUEST) {
    answered = refuse(WRONG, "invalid_request", "%s", pathfan_query_error(query));
  } else if ((out = begin())) {
    pf_json_writer w = {.out = out, .compact = true};
    pf_reply_write(&w, &reply, false);
    answered = end(out, FINE);
  } else {
    answered = FAILED;
  }
  pf_reply_free(&reply);
  return answered;
}

/* Runs the request for many targets, in memory from module_room, which stays the caller's. */
EMSCRIPTEN_KEEPALIVE int module_targets(const pathfan_point *points, int32_t count) {
  pf_complaint wrong;
  pf_targets targets = {.request = request, .points = points, .count = count};
  if (!request.work_limit || request.work_limit > PF_WORK_MAX)
    targets.request.work_limit = PF_WORK_MAX;
  const char *code = pf_check_request(&source, &request, &wrong);
  if (code) return refuse(WRONG, code, "%s", wrong.text);
  if (pf_request_searches(&request, pf_source_is_terrain(&source)))
    return refuse(WRONG, "invalid_request",
                  "many targets are asked of an index, without areas to avoid, effort thorough, or "
                  "searches");
  const pathfan_status status = pf_targets_ask(query, &targets);
  FILE *out = status || targets.is_invalid ? NULL : begin();
  int answered = FAILED;
  if (out) {
    pf_targets_write(out, &targets);
    answered = end(out, FINE);
  } else if (status) {
    answered = fail(status, pathfan_query_error(query));
  } else if (targets.is_invalid) {
    answered = refuse(WRONG, "invalid_request", "%s", pathfan_query_error(query));
  }
  pf_targets_free(&targets);
  return answered;
}

/* ---- Obstacles: module_change for each change, module_make ---- */

static pathfan_change *changes; /* names and corners come from module_room */
static int32_t change_count, change_capacity;
static int64_t *ids; /* of the areas that the latest changes were about */
static int32_t id_capacity;
static pathfan_obstacles *made;

/* Adds to the list of changes. kind: a pathfan_change_kind; on: of SET. name and corners come from
 * module_room, and belong to the list; each may be 0. */
EMSCRIPTEN_KEEPALIVE int module_change(int kind, int on, char *name, double id,
                                       pathfan_point *corners, int count, double x, double y,
                                       double radius) {
  if (pf_grow(&changes, &change_capacity, change_count + 1)) {
    free(name);
    free(corners);
    return fail(PATHFAN_ERR_NO_MEMORY, "");
  }
  changes[change_count++] = (pathfan_change){
      .kind = (pathfan_change_kind)kind,
      .on = on,
      .name = name,
      .id = (int64_t)id,
      .area = {.centre = {x, y}, .radius = radius, .corners = corners, .corner_count = count}};
  return FINE;
}

/* Makes the changes listed, to a snapshot or (0) to that of the map's doors; see module_made. The
 * list is empty afterwards. */
EMSCRIPTEN_KEEPALIVE int module_make(const pathfan_obstacles *from) {
  pathfan_error error = {""};
  pathfan_obstacles *doors = NULL;
  pathfan_status status = pf_grow(&ids, &id_capacity, change_count + 1);
  made = NULL;
  if (!status && !from) status = pathfan_obstacles_create(source.index, &doors, &error);
  if (!status)
    status = pathfan_obstacles_change(from ? from : doors, changes, (size_t)change_count, &made,
                                      ids, &error);
  pathfan_obstacles_release(doors);
  while (change_count) {
    const pathfan_change *c = &changes[--change_count];
    free((char *)c->name);
    free((pathfan_point *)c->area.corners);
  }
  return status ? fail(status, error.text) : FINE;
}

/* Returns the snapshot, for module_release. */
EMSCRIPTEN_KEEPALIVE pathfan_obstacles *module_made(void) {
  return made;
}

/* Returns the number of the area that change i was about. */
EMSCRIPTEN_KEEPALIVE double module_changed(int i) {
  return (double)ids[i];
}

EMSCRIPTEN_KEEPALIVE void module_release(const pathfan_obstacles *obstacles) {
  pathfan_obstacles_release(obstacles);
}

/* ---- Looking at the map ---- */

EMSCRIPTEN_KEEPALIVE int module_geometry(void) {
  FILE *out = begin();
  if (!out) return FAILED;
  const pathfan_status status = pf_write_geometry(out, &source, &facts);
  const int answered = end(out, FINE);
  return status ? fail(status, "") : answered;
}

EMSCRIPTEN_KEEPALIVE int module_vertices(void) {
  FILE *out = begin();
  if (!out) return FAILED;
  pf_write_vertices(out, source.index, &facts.info);
  return end(out, FINE);
}

/* Answers with what a point sees or, with info, a vertex. */
static int see(pathfan_point point, int32_t vertex, const pathfan_vertex_info *info) {
  const int32_t n = facts.info.vertex_count;
  pf_seen seen = {.index = source.index, .vertices = malloc(((size_t)n + 1) * sizeof(int32_t))};
  if (!seen.vertices) return fail(PATHFAN_ERR_NO_MEMORY, "");
  const pathfan_status status =
      pathfan_query_visible(query, point, &seen.sight, seen.vertices, n, &seen.count);
  FILE *out = status ? NULL : begin();
  int answered = FAILED;
  if (out && info)
    pf_write_vertex(out, vertex, info, &seen);
  else if (out)
    pf_write_sight(out, &seen);
  if (out)
    answered = end(out, FINE);
  else if (status)
    answered = fail(status, pathfan_query_error(query));
  free(seen.vertices);
  return answered;
}

EMSCRIPTEN_KEEPALIVE int module_look(double x, double y) {
  const pathfan_point point = {x, y};
  if (!pf_source_is_terrain(&source)) return see(point, -1, NULL);
  pathfan_point nearest = point;
  bool is_free = false;
  const pathfan_status status = pathfan_query_nearest_free(query, point, 0, &nearest, &is_free);
  if (status) return fail(status, "");
  FILE *out = begin();
  if (!out) return FAILED;
  pf_write_freedom(out, nearest, is_free);
  return end(out, FINE);
}

EMSCRIPTEN_KEEPALIVE int module_vertex(double number) {
  pathfan_vertex_info info;
  const int32_t vertex = number >= 0 && number <= INT32_MAX ? (int32_t)number : -1;
  if (pathfan_index_vertex(source.index, vertex, &info))
    return refuse(MISSING, "no_such_vertex", "there is no vertex %.0f", number);
  return see(info.at, vertex, &info);
}

static void write_terrain_facts(pf_json_writer *w) {
  pathfan_terrain_info info;
  if (!pf_source_is_terrain(&source)) {
    pf_write_null(w, "terrain");
    return;
  }
  pf_source_terrain_info(&source, &info);
  pf_write_begin(w, "terrain", '{');
  pf_write_number(w, "background_rate", info.background_rate);
  pf_write_number(w, "least_rate", info.least_rate);
  pf_write_integer(w, "roads", info.road_count);
  pf_write_integer(w, "rivers", info.river_count);
  pf_write_integer(w, "bridges", info.bridge_count);
  pf_write_integer(w, "areas", info.area_count);
  pf_write_end(w, '}');
}

/* Describes the index as the server's list of maps does, but for id and name: for an index that was
 * made here (docs/openapi.json). */
EMSCRIPTEN_KEEPALIVE int module_facts(void) {
  const pathfan_index_info *info = &facts.info;
  pathfan_obstacles *doors = NULL;
  pathfan_ignored one;
  FILE *out = begin();
  if (!out) return FAILED;
  const pathfan_status status = pathfan_obstacles_create(source.index, &doors, NULL);
  pf_json_writer w = {.out = out, .compact = true};
  pf_write_begin(&w, NULL, '{');
  pf_write_text(&w, "kind", "index");
  pf_write_xy(&w, "origin", info->origin_x, info->origin_y);
  pf_write_number(&w, "width", info->width);
  pf_write_number(&w, "height", info->height);
  pf_write_bool(&w, "is_y_up", pf_source_is_y_up(&source));
  pf_write_number(&w, "unit", info->unit);
  pf_write_number(&w, "agent_radius", info->agent_radius);
  pf_write_begin(&w, "radii", '[');
  for (int32_t i = 0; i < info->radius_count; i++) pf_write_number(&w, NULL, info->radii[i]);
  pf_write_end(&w, ']');
  pf_write_integer(&w, "n", info->vertex_count);
  pf_write_integer(&w, "polygons", info->polygon_count);
  pf_write_integer(&w, "components", info->component_count);
  pf_write_integer(&w, "doors", status ? 0 : pathfan_obstacles_count(doors));
  pf_write_integer(&w, "tables", info->table_count);
  pf_write_integer(&w, "regions", info->region_count);
  pf_write_integer(&w, "generation", (int64_t)info->generation);
  pf_write_integer(&w, "file_bytes", (int64_t)info->file_bytes);
  pf_write_text(&w, "source_name", info->source_name);
  pf_write_null(&w, "building");
  write_terrain_facts(&w);
  pf_write_begin(&w, "ignored", '[');
  for (int32_t i = 0; pf_source_ignored(&source, i, &one); i++) {
    pf_write_begin(&w, NULL, '{');
    pf_write_text(&w, "kind", one.kind);
    pf_write_integer(&w, "count", one.count);
    pf_write_text(&w, "sentence", one.sentence);
    pf_write_text(&w, "example", one.example);
    pf_write_end(&w, '}');
  }
  pf_write_end(&w, ']');
  pf_write_end(&w, '}');
  pathfan_obstacles_release(doors);
  return end(out, FINE);
}

/* ---- Terrains: of no other index ---- */

EMSCRIPTEN_KEEPALIVE int module_terrain(void) {
  pathfan_terrain_info info;
  int32_t count;
  pf_source_terrain_info(&source, &info);
  pathfan_terrain_line *lines = pf_terrain_lines(&source, &count);
  FILE *out = lines ? begin() : NULL;
  if (out)
    pf_write_terrain(out, &source, facts.info.generation, info.background_rate, lines, count);
  free(lines);
  return out ? end(out, FINE) : fail(PATHFAN_ERR_NO_MEMORY, "");
}

EMSCRIPTEN_KEEPALIVE int module_field(double x, double y, int32_t columns, int32_t rows) {
  pf_field_answer field = {
      .generation = facts.info.generation, .goal = {x, y}, .columns = columns, .rows = rows};
  const pathfan_status status = pf_ask_field(query, &facts, &field);
  FILE *out = status ? NULL : begin();
  if (out) pf_write_field(out, &field);
  free(field.values);
  if (out) return end(out, FINE);
  return fail(status ? status : PATHFAN_ERR_NO_MEMORY, status ? pathfan_query_error(query) : "");
}

/* ---- What the C library of emscripten lacks ---- */

static int (*compare_with)(const void *a, const void *b, void *context);
static void *compare_context;

static int compare_both(const void *a, const void *b) {
  return compare_with(a, b, compare_context);
}

/* Replaces base/sort.c: there is one thread, and no comparison function sorts again. */
void pf_sort(void *elements, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context) {
  compare_with = compare;
  compare_context = context;
  qsort(elements, count, size, compare_both);
}
