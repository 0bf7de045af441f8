/* module.c - the exports of the WebAssembly module: pathfan-lite with plain numbers in and out, so
 * that index.js needs no layout of any struct. The module_* functions take the index that
 * module_open gave. Compiled as one file with pathfan.c (build.sh). */
#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan.h"

typedef struct module_index {
  void *bytes; /* the file, aligned */
  pathfan_index *index;
  pathfan_query *query;
  pathfan_request request;
  char *floors[2]; /* named in it */
  const pathfan_answer *answer;
  pathfan_point nearest;
  double length;
  pathfan_index_info info;
  pathfan_change *changes; /* being listed, with their names and corners */
  int64_t *ids;            /* [Size: change_count] of the last ones made */
  int change_count;
  pathfan_obstacle found;
  pathfan_hit hit;
  pathfan_checked checked;
  pathfan_ignored ignored;
} module_index;

static pathfan_error error;           /* of the last failed call */
static pathfan_status failed_to_open; /* of the last module_open or module_make */

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

/* Returns why module_open or module_make gave 0. */
EMSCRIPTEN_KEEPALIVE int module_status(void) {
  return (int)failed_to_open;
}

EMSCRIPTEN_KEEPALIVE const char *module_version(void) {
  return pathfan_version();
}

static void forget_changes(module_index *m) {
  for (int i = 0; i < m->change_count; i++) {
    free((char *)m->changes[i].name);
    free((pathfan_point *)m->changes[i].area.corners);
    free((char *)m->changes[i].area.floor);
    free((pathfan_link *)m->changes[i].link);
    for (int e = 0; e < 2 && m->changes[i].floors; e++) free((char *)m->changes[i].floors[e]);
    free((char **)m->changes[i].floors);
  }
  free(m->changes);
  free(m->ids);
  m->changes = NULL;
  m->ids = NULL;
  m->change_count = 0;
}

EMSCRIPTEN_KEEPALIVE void module_close(module_index *m) {
  if (!m) return;
  forget_changes(m);
  pathfan_query_free(m->query);
  pathfan_index_close(m->index);
  for (int e = 0; e < 2; e++) free(m->floors[e]);
  free(m->bytes);
  free(m);
}

/* Opens the index in `bytes` bytes at data, which came from module_room and then belongs to the
 * index. Returns 0 on failure; module_error says why. */
EMSCRIPTEN_KEEPALIVE module_index *module_open(void *data, size_t bytes, const char *name,
                                               double radius) {
  const pathfan_open_options options = {.radius = radius};
  error.text[0] = 0;
  module_index *m = calloc(1, sizeof *m);
  pathfan_status status = m ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (m) m->bytes = data;
  if (!status) status = pathfan_index_open_memory(data, bytes, name, &options, &m->index, &error);
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
  for (int e = 0; e < 2; e++) free(m->floors[e]);
  m->floors[0] = m->floors[1] = NULL;
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
  case 12: r->snap_any = value != 0; break;
  case 13: r->partial = value != 0; break;
  case 14: r->radius = value; break;
  case 15: r->link_flags = (uint64_t)value; break;
  case 16: r->from_level = value; break;
  case 17: r->to_level = value; break;
  default: break;
  }
}

/* Names the floor of an end, 0 or 1. name comes from malloc and then belongs to the index. */
EMSCRIPTEN_KEEPALIVE void module_floor(module_index *m, int end, char *name) {
  free(m->floors[end]);
  m->floors[end] = name;
  m->request.floors = (const char *const *)m->floors;
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

EMSCRIPTEN_KEEPALIVE double module_path_cost(const module_index *m, int path) {
  return m->answer->paths[path].cost;
}

EMSCRIPTEN_KEEPALIVE int module_path_legs(const module_index *m, int path) {
  return m->answer->paths[path].leg_count;
}

static const pathfan_leg *leg_at(const module_index *m, int path, int leg) {
  return &m->answer->paths[path].legs[leg];
}

/* Returns a text of a leg: its kind, its name, its floor's name; 0: it has none. */
EMSCRIPTEN_KEEPALIVE const char *module_leg_text(const module_index *m, int path, int leg,
                                                 int which) {
  const pathfan_leg *l = leg_at(m, path, leg);
  return which == 0 ? pathfan_leg_kind_name(l->kind) : which == 1 ? l->name : l->floor;
}

/* Returns a number of a leg, in the order of LEG in index.js. */
EMSCRIPTEN_KEEPALIVE double module_leg_number(const module_index *m, int path, int leg, int which) {
  const pathfan_leg *l = leg_at(m, path, leg);
  const double numbers[] = {l->level, l->length, l->cost, l->first, l->last, l->feature};
  return numbers[which];
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

/* Returns x and y of the reachable point nearest to a goal that can't be reached; 0: none. */
EMSCRIPTEN_KEEPALIVE const pathfan_point *module_nearest_reachable(const module_index *m) {
  return m->answer->has_nearest ? &m->answer->nearest : NULL;
}

EMSCRIPTEN_KEEPALIVE double module_radius(const module_index *m) {
  return m->answer->radius;
}

/* Returns radius `number` of the index, ascending; 0 past the last. */
EMSCRIPTEN_KEEPALIVE double module_radii(const module_index *m, int number) {
  return number >= 0 && number < m->info.radius_count ? m->info.radii[number] : 0;
}

EMSCRIPTEN_KEEPALIVE int module_is_partial(const module_index *m) {
  return m->answer->partial;
}

/* ---- Obstacles: module_list, module_change for each change, module_make ---- */

/* Begins a list of `count` changes. Returns 0, or a status. */
EMSCRIPTEN_KEEPALIVE int module_list(module_index *m, int count) {
  forget_changes(m);
  m->changes = calloc((size_t)count + 1, sizeof *m->changes);
  m->ids = calloc((size_t)count + 1, sizeof *m->ids);
  if (!m->changes || !m->ids) return fail(NULL, PATHFAN_ERR_NO_MEMORY);
  m->change_count = count;
  return 0;
}

/* Fills change i. kind: 0 an area that is closed or (on 0) open, 1 REMOVE, 2 SET, 3 an opening
 * likewise. name and corners
 * come from malloc and then belong to the list; each may be 0. With corners, numbers of a circle
 * don't count. */
EMSCRIPTEN_KEEPALIVE void module_change(module_index *m, int i, int kind, int on, char *name,
                                        double id, pathfan_point *corners, int corner_count,
                                        double x, double y, double radius) {
  static const pathfan_change_kind kinds[] = {PATHFAN_CHANGE_ADD_AREA, PATHFAN_CHANGE_REMOVE,
                                              PATHFAN_CHANGE_SET, PATHFAN_CHANGE_ADD_OPENING};
  pathfan_change *c = &m->changes[i];
  *c = (pathfan_change){.kind = kinds[kind], .name = name, .id = (int64_t)id, .on = on};
  c->off = (kind == 0 && !on) || (kind == 3 && on);
  c->area.corners = corners;
  c->area.corner_count = corner_count;
  if (corner_count) return;
  c->area.centre = (pathfan_point){x, y};
  c->area.radius = radius;
}

/* Says on which floor the area of change i is given. floor comes from malloc and then belongs to
 * the list. */
EMSCRIPTEN_KEEPALIVE void module_change_floor(module_index *m, int i, char *floor) {
  m->changes[i].area.floor = floor;
}

/* Makes change i one that adds a link. Its floors come from malloc and then belong to the list;
 * each may be 0. off: it can't be used until it is opened. */
EMSCRIPTEN_KEEPALIVE int module_change_link(module_index *m, int i, int off, double from_x,
                                            double from_y, double to_x, double to_y, double cost,
                                            double back, double flags, char *from, char *to) {
  pathfan_change *c = &m->changes[i];
  pathfan_link *link = calloc(1, sizeof *link);
  char **floors = calloc(2, sizeof *floors);
  c->kind = PATHFAN_CHANGE_ADD_LINK;
  c->off = off;
  c->link = link;
  if (floors) floors[0] = from;
  if (floors) floors[1] = to;
  c->floors = (const char *const *)floors;
  if (!link || !floors) return fail(NULL, PATHFAN_ERR_NO_MEMORY);
  if (!from && !to) c->floors = NULL;
  if (!from && !to) free(floors);
  link->at[0] = (pathfan_point){from_x, from_y};
  link->at[1] = (pathfan_point){to_x, to_y};
  link->cost = cost;
  link->back = back;
  link->flags = (uint64_t)flags;
  return 0;
}

/* Makes the changes listed, to a snapshot or (0) to that of the map's doors. Returns the new one;
 * 0: see module_error and module_status. */
EMSCRIPTEN_KEEPALIVE pathfan_obstacles *module_make(module_index *m,
                                                    const pathfan_obstacles *from) {
  pathfan_obstacles *doors = NULL, *to = NULL;
  error.text[0] = 0;
  pathfan_status status = from ? PATHFAN_OK : pathfan_obstacles_create(m->index, &doors, &error);
  if (!status)
    status = pathfan_obstacles_change(from ? from : doors, m->changes, (size_t)m->change_count, &to,
                                      m->ids, &error);
  pathfan_obstacles_release(doors);
  failed_to_open = status;
  return to;
}

EMSCRIPTEN_KEEPALIVE double module_changed(const module_index *m, int i) {
  return (double)m->ids[i];
}

EMSCRIPTEN_KEEPALIVE void module_release(const pathfan_obstacles *obstacles) {
  pathfan_obstacles_release(obstacles);
}

EMSCRIPTEN_KEEPALIVE double module_obstacles_version(const pathfan_obstacles *obstacles) {
  return (double)pathfan_obstacles_version(obstacles);
}

EMSCRIPTEN_KEEPALIVE int module_obstacles_count(const pathfan_obstacles *obstacles) {
  return pathfan_obstacles_count(obstacles);
}

/* Fills ids, of as many as module_obstacles_count, which lie eight bytes apart. */
EMSCRIPTEN_KEEPALIVE void module_obstacles_ids(const pathfan_obstacles *obstacles, double *ids) {
  const int32_t count = pathfan_obstacles_count(obstacles);
  pathfan_obstacles_ids(obstacles, (int64_t *)ids);
  for (int32_t i = 0; i < count; i++) {
    int64_t id;
    memcpy(&id, &ids[i], sizeof id);
    ids[i] = (double)id;
  }
}

/* Whether there is an obstacle of this name (not 0) or id; see module_found. */
EMSCRIPTEN_KEEPALIVE int module_find(module_index *m, const pathfan_obstacles *obstacles,
                                     const char *name, double id) {
  return pathfan_obstacles_find(obstacles, name, (int64_t)id, &m->found);
}

EMSCRIPTEN_KEEPALIVE const char *module_found_name(const module_index *m) {
  return m->found.name;
}

EMSCRIPTEN_KEEPALIVE const pathfan_point *module_found_corners(const module_index *m) {
  return m->found.area.corners;
}

/* Returns a fact about the obstacle found by its number, in the order of FOUND in index.js. */
EMSCRIPTEN_KEEPALIVE double module_found(const module_index *m, int number) {
  const pathfan_obstacle *o = &m->found;
  const double values[] = {
      (double)o->id,    o->on,          o->is_door,   o->area.corner_count, o->area.centre.x,
      o->area.centre.y, o->area.radius, o->is_opening};
  return values[number];
}

/* Sets the obstacles of the request being made. */
EMSCRIPTEN_KEEPALIVE void module_keep_out(module_index *m, const pathfan_obstacles *obstacles) {
  m->request.obstacles = obstacles;
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

/* Fills module_hit by a ray (0), a move (1), or the wall within a radius, which is to_x (2).
 * Returns 0, or a status. */
EMSCRIPTEN_KEEPALIVE int module_look(module_index *m, int question, double from_x, double from_y,
                                     double to_x, double to_y, const pathfan_obstacles *obstacles) {
  const pathfan_point from = {from_x, from_y}, to = {to_x, to_y};
  const pathfan_status status =
      question == 2   ? pathfan_query_wall(m->query, from, to_x, obstacles, &m->hit)
      : question == 1 ? pathfan_query_move(m->query, from, to, obstacles, &m->hit)
                      : pathfan_query_ray(m->query, from, to, obstacles, &m->hit);
  return status ? fail(m, status) : 0;
}

/* Returns a number of the hit, in the order of HIT in index.js. */
EMSCRIPTEN_KEEPALIVE double module_hit(const module_index *m, int number) {
  const pathfan_hit *h = &m->hit;
  const double values[] = {h->found,    h->from.x,   h->from.y,
                           h->at.x,     h->at.y,     h->normal.x,
                           h->normal.y, h->distance, (double)h->obstacle};
  return values[number];
}

EMSCRIPTEN_KEEPALIVE const char *module_hit_outcome(const module_index *m) {
  return pathfan_outcome_name(m->hit.outcome);
}

/* Returns 0: see module_nearest_point; -1: none was drawn; else a status. */
EMSCRIPTEN_KEEPALIVE int module_random(module_index *m, double x, double y, double radius,
                                       double seed, const pathfan_obstacles *obstacles) {
  pathfan_outcome outcome;
  const pathfan_status status = pathfan_query_random(
      m->query, (pathfan_point){x, y}, radius, obstacles, (uint64_t)seed, &m->nearest, &outcome);
  if (status) return fail(m, status);
  return outcome == PATHFAN_OUTCOME_OK ? 0 : -1;
}

/* Fills module_hit by what is in the way of a path. Returns 0, or a status; see module_leg. */
EMSCRIPTEN_KEEPALIVE int module_check(module_index *m, const pathfan_point *points, int count,
                                      double since, const pathfan_obstacles *obstacles) {
  const pathfan_status status =
      pathfan_query_check(m->query, points, count, obstacles, (uint64_t)since, &m->checked);
  if (status) return fail(m, status);
  m->hit = m->checked.hit;
  return 0;
}

EMSCRIPTEN_KEEPALIVE int module_leg(const module_index *m) {
  return m->checked.leg;
}

EMSCRIPTEN_KEEPALIVE int module_still_shortest(const module_index *m) {
  return m->checked.still_shortest;
}

/* Returns a fact about the index by its number, in the order of INFO in index.js. */
EMSCRIPTEN_KEEPALIVE double module_info(const module_index *m, int number) {
  const pathfan_index_info *i = &m->info;
  const double values[] = {i->format_major,       i->format_minor,    i->vertex_count,
                           i->polygon_count,      i->component_count, i->origin_x,
                           i->origin_y,           i->width,           i->height,
                           (double)i->file_bytes, i->agent_radius};
  return number >= 0 && number < (int)(sizeof values / sizeof *values) ? values[number] : 0;
}

/* Whether so many kinds of things of the map have no effect, from 0; see module_ignored_text. */
EMSCRIPTEN_KEEPALIVE int module_ignored(module_index *m, int number) {
  return pathfan_index_ignored(m->index, number, &m->ignored);
}

/* Returns the kind (0), the sentence (1) or the example (2) of what module_ignored found. */
EMSCRIPTEN_KEEPALIVE const char *module_ignored_text(const module_index *m, int which) {
  const char *const texts[] = {m->ignored.kind, m->ignored.sentence, m->ignored.example};
  return texts[which];
}

EMSCRIPTEN_KEEPALIVE double module_ignored_count(const module_index *m) {
  return (double)m->ignored.count;
}

EMSCRIPTEN_KEEPALIVE const char *module_source_name(const module_index *m) {
  return m->info.source_name;
}
