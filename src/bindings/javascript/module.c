/* module.c - the exports of the WebAssembly module: pathfan-lite with plain numbers in and out, so
 * that index.js needs no layout of any struct. The module_* functions take the index that
 * module_open gave. Compiled as one file with pathfan.c (build.sh). */
#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>

#include "pathfan.h"

typedef struct module_index {
  void *bytes; /* the file, aligned */
  pathfan_index *index;
  pathfan_query *query;
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_point nearest;
  double length;
  pathfan_index_info info;
} module_index;

static pathfan_error error;           /* of the last failed call */
static pathfan_status failed_to_open; /* of the last failed module_open */

static int fail(const module_index *m, pathfan_status status) {
  const char *said = m && m->query ? pathfan_query_error(m->query) : "";
  snprintf(error.text, sizeof error.text, "%s", *said ? said : pathfan_status_text(status));
  return (int)status;
}

/* Allocates memory for an index of that many bytes, to be filled and then opened; 0: out of
 * memory. */
EMSCRIPTEN_KEEPALIVE void *module_room(size_t bytes) {
  return aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
}

EMSCRIPTEN_KEEPALIVE const char *module_error(void) {
  return error.text;
}

/* Returns why module_open gave 0. */
EMSCRIPTEN_KEEPALIVE int module_status(void) {
  return (int)failed_to_open;
}

EMSCRIPTEN_KEEPALIVE const char *module_version(void) {
  return pathfan_version();
}

EMSCRIPTEN_KEEPALIVE void module_close(module_index *m) {
  if (!m) return;
  pathfan_query_free(m->query);
  pathfan_index_close(m->index);
  free(m->bytes);
  free(m);
}

/* Opens the index in `bytes` bytes at data, which came from module_room and then belongs to the
 * index. Returns 0 on failure; module_error says why. */
EMSCRIPTEN_KEEPALIVE module_index *module_open(void *data, size_t bytes, const char *name) {
  error.text[0] = 0;
  module_index *m = calloc(1, sizeof *m);
  pathfan_status status = m ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (m) m->bytes = data;
  if (!status) status = pathfan_index_open_memory(data, bytes, name, NULL, &m->index, &error);
  if (!status) status = pathfan_query_create(m->index, &m->query);
  if (!status) {
    pathfan_index_info_get(m->index, &m->info);
    pathfan_request_init(&m->request);
    return m;
  }
  failed_to_open = status;
  if (!error.text[0]) (void)fail(NULL, status);
  if (m)
    module_close(m);
  else
    free(data);
  return NULL;
}

/* Verifies all digests and structures. Returns 0, or a status. */
EMSCRIPTEN_KEEPALIVE int module_verify(module_index *m) {
  return (int)pathfan_index_verify(m->index, &error);
}

/* ---- Requests: module_begin, module_set for each field, module_ask ---- */

EMSCRIPTEN_KEEPALIVE void module_begin(module_index *m, double from_x, double from_y, double to_x,
                                       double to_y) {
  pathfan_request_init(&m->request);
  m->request.from = (pathfan_point){from_x, from_y};
  m->request.to = (pathfan_point){to_x, to_y};
}

/* Sets a field by its number, in the order of FIELDS in index.js. */
EMSCRIPTEN_KEEPALIVE void module_set(module_index *m, int field, double value) {
  pathfan_request *r = &m->request;
  switch (field) {
  case 0: r->paths = (int32_t)value; break;
  case 1: r->stretch = value; break;
  case 2: r->dissimilarity = value; break;
  case 3: r->separation = value; break;
  case 4: r->separation_share = value; break;
  case 5: r->fill = value != 0; break;
  case 6: r->snap = value; break;
  case 7: r->effort = value != 0 ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST; break;
  case 8: r->max_bounded_stretch = value; break;
  case 9: r->min_local_optimality = value; break;
  case 10: r->work_limit = (uint64_t)value; break;
  case 11: r->max_loop = value; break;
  default: break;
  }
}

EMSCRIPTEN_KEEPALIVE int module_ask(module_index *m) {
  const pathfan_status status = pathfan_query_paths(m->query, &m->request, &m->answer);
  if (status) return fail(m, status);
  if (m->answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) return fail(m, PATHFAN_ERR_ARGUMENT);
  return 0;
}

EMSCRIPTEN_KEEPALIVE const char *module_outcome(const module_index *m) {
  return pathfan_outcome_name(m->answer->outcome);
}

EMSCRIPTEN_KEEPALIVE const char *module_reason(const module_index *m) {
  return pathfan_reason_name(m->answer->reason);
}

EMSCRIPTEN_KEEPALIVE int module_paths(const module_index *m) {
  return m->answer->path_count;
}

EMSCRIPTEN_KEEPALIVE double module_path_length(const module_index *m, int path) {
  return m->answer->paths[path].length;
}

EMSCRIPTEN_KEEPALIVE int module_path_count(const module_index *m, int path) {
  return m->answer->paths[path].point_count;
}

/* Returns x and y of each point, one after the other, valid until the next call. */
EMSCRIPTEN_KEEPALIVE const pathfan_point *module_path_points(const module_index *m, int path) {
  return m->answer->paths[path].points;
}

EMSCRIPTEN_KEEPALIVE int module_path_is_filled(const module_index *m, int path) {
  return m->answer->filled && m->answer->filled[path];
}

/* Returns the points used, rounded and perhaps snapped: x and y of from, then of to. */
EMSCRIPTEN_KEEPALIVE const pathfan_point *module_ends(const module_index *m) {
  _Static_assert(offsetof(pathfan_answer, to) ==
                     offsetof(pathfan_answer, from) + sizeof(pathfan_point),
                 "the ends lie side by side");
  return &m->answer->from;
}

/* ---- Other questions ---- */

/* Returns 0: see module_length; -1: no path; else a status. */
EMSCRIPTEN_KEEPALIVE int module_distance(module_index *m, double from_x, double from_y, double to_x,
                                         double to_y) {
  pathfan_outcome outcome;
  const pathfan_status status = pathfan_query_distance(
      m->query, (pathfan_point){from_x, from_y}, (pathfan_point){to_x, to_y}, &m->length, &outcome);
  if (status) return fail(m, status);
  if (outcome == PATHFAN_OUTCOME_INVALID_REQUEST) return fail(m, PATHFAN_ERR_ARGUMENT);
  return outcome == PATHFAN_OUTCOME_OK ? 0 : -1;
}

EMSCRIPTEN_KEEPALIVE double module_length(const module_index *m) {
  return m->length;
}

/* Returns 0: see module_nearest_point; -1: there is none; else a status. */
EMSCRIPTEN_KEEPALIVE int module_nearest(module_index *m, double x, double y, double radius) {
  bool found;
  const pathfan_status status =
      pathfan_query_nearest_free(m->query, (pathfan_point){x, y}, radius, &m->nearest, &found);
  if (status) return fail(m, status);
  return found ? 0 : -1;
}

EMSCRIPTEN_KEEPALIVE const pathfan_point *module_nearest_point(const module_index *m) {
  return &m->nearest;
}

/* Returns a fact about the index by its number, in the order of INFO in index.js. */
EMSCRIPTEN_KEEPALIVE double module_info(const module_index *m, int number) {
  const pathfan_index_info *i = &m->info;
  const double values[] = {
      i->format_major, i->format_minor, i->vertex_count, i->polygon_count, i->component_count,
      i->origin_x,     i->origin_y,     i->width,        i->height,        (double)i->file_bytes};
  return number >= 0 && number < (int)(sizeof values / sizeof *values) ? values[number] : 0;
}

EMSCRIPTEN_KEEPALIVE const char *module_source_name(const module_index *m) {
  return m->info.source_name;
}
