"""The library's declarations for Python, and a few lines of C that return an answer in one piece.

The declarations are those of pathfan/*.h, with only the struct members that are used: the compiler
fills in the rest, so that the extension can't disagree with the headers."""

import os
import subprocess
import sys

from cffi import FFI

DECLARED = """
typedef int... pathfan_status; typedef int... pathfan_open_policy; typedef int... pathfan_splices;
typedef int... pathfan_effort; typedef int... pathfan_algorithm; typedef int... pathfan_outcome;
typedef int... pathfan_reason; typedef int... pathfan_mesh_kind; typedef int... pathfan_projection;
typedef struct { double x, y; } pathfan_point;
typedef struct { char text[512]; } pathfan_error;
typedef struct pathfan_index pathfan_index;
typedef struct pathfan_query pathfan_query;
typedef struct pathfan_obstacles pathfan_obstacles;
typedef struct { pathfan_open_policy policy; bool prefetch, private_copy; uint64_t offset, bytes; double radius; ...; } pathfan_open_options;
const char *pathfan_version(void);
const char *pathfan_status_text(pathfan_status status);
pathfan_status pathfan_index_open(const char *path, const pathfan_open_options *options, pathfan_index **index,
                       pathfan_error *error);
pathfan_status pathfan_index_open_memory(const void *data, size_t bytes, const char *name,
                              const pathfan_open_options *options, pathfan_index **index,
                              pathfan_error *error);
void pathfan_index_close(pathfan_index *index);
bool pathfan_index_is_stale(const pathfan_index *index);
pathfan_status pathfan_index_reload(pathfan_index *index, pathfan_error *error);
pathfan_status pathfan_index_verify(const pathfan_index *index, pathfan_error *error);
typedef struct {
  int32_t format_major, format_minor, vertex_count, polygon_count, component_count;
  uint64_t file_bytes; double origin_x, origin_y, width, height, unit; bool is_terrain;
  char source_name[256]; char options[256]; double agent_radius; int32_t radius_count; double radii[8]; ...; } pathfan_index_info;
void pathfan_index_info_get(const pathfan_index *index, pathfan_index_info *info);
typedef struct { char kind[32], sentence[200], example[200]; int64_t count; ...; } pathfan_ignored;
bool pathfan_index_ignored(const pathfan_index *index, int32_t number, pathfan_ignored *ignored);

pathfan_status pathfan_query_create(const pathfan_index *index, pathfan_query **query);
void pathfan_query_free(pathfan_query *query);
const char *pathfan_query_error(const pathfan_query *query);
typedef struct { const pathfan_point *corners; int32_t corner_count; pathfan_point centre;
                 double radius; const char *floor; ...; } pathfan_area;
typedef struct { double length, bounded_stretch, similarity, local_optimality, nearness; ...; } pathfan_objective;
typedef struct { int32_t paths, tables, access; double stretch, dissimilarity;
  double separation, separation_share; bool fill; pathfan_splices splices; double snap; pathfan_effort effort; pathfan_algorithm algorithm;
  double max_bounded_stretch, min_local_optimality; pathfan_objective objective;
  const pathfan_area *avoid; int32_t avoid_count; uint64_t work_limit; double max_loop;
  const pathfan_obstacles *obstacles; bool snap_any, partial; double radius;
  uint64_t link_flags; double from_level, to_level; const char *const *floors; double max_gap; ...; } pathfan_request;
typedef int... pathfan_leg_kind;
typedef int... pathfan_change_kind;
typedef struct { char name[64]; pathfan_point at[2]; int32_t floor[2]; double cost, back; uint64_t flags; ...; } pathfan_link;
#define PATHFAN_CHANGE_ADD_AREA ...
#define PATHFAN_CHANGE_REMOVE ...
#define PATHFAN_CHANGE_SET ...
#define PATHFAN_CHANGE_ADD_OPENING ...
#define PATHFAN_CHANGE_ADD_LINK ...
typedef struct { pathfan_change_kind kind; const char *name; int64_t id; pathfan_area area; bool on, off;
                 const pathfan_link *link; const char *const *floors; ...; } pathfan_change;
typedef struct { int64_t id; const char *name; pathfan_area area; bool on, is_door, is_opening; ...; } pathfan_obstacle;
pathfan_status pathfan_obstacles_create(const pathfan_index *index, pathfan_obstacles **obstacles, pathfan_error *error);
pathfan_status pathfan_obstacles_change(const pathfan_obstacles *from, const pathfan_change *changes, size_t count,
                                        pathfan_obstacles **to, int64_t *ids, pathfan_error *error);
pathfan_status pathfan_obstacles_rebase(const pathfan_obstacles *from, const pathfan_index *index,
                                        pathfan_obstacles **to, pathfan_error *error);
void pathfan_obstacles_release(const pathfan_obstacles *obstacles);
uint64_t pathfan_obstacles_version(const pathfan_obstacles *obstacles);
int32_t pathfan_obstacles_count(const pathfan_obstacles *obstacles);
void pathfan_obstacles_ids(const pathfan_obstacles *obstacles, int64_t *ids);
bool pathfan_obstacles_find(const pathfan_obstacles *obstacles, const char *name, int64_t id, pathfan_obstacle *obstacle);
typedef struct { pathfan_link link; int64_t id; bool on, is_of_map; ...; } pathfan_obstacle_link;
int32_t pathfan_obstacles_link_count(const pathfan_obstacles *obstacles);
bool pathfan_obstacles_link(const pathfan_obstacles *obstacles, int32_t number, pathfan_obstacle_link *link);
void pathfan_request_init(pathfan_request *request);
const char *pathfan_outcome_name(pathfan_outcome outcome);
const char *pathfan_reason_name(pathfan_reason reason);
const char *pathfan_algorithm_name(pathfan_algorithm algorithm);
#define PATHFAN_ALGORITHM_COUNT ...
#define PATHFAN_OUTCOME_OK ...
#define PATHFAN_OUTCOME_INVALID_REQUEST ...
#define PATHFAN_ERR_ARGUMENT ...
typedef struct { double bounded_stretch, local_optimality, similarity, length_ratio, nearness, loop; ...; } pathfan_measures;
typedef struct { pathfan_leg_kind kind; int32_t feature; double length, cost; int32_t first, last; double level; ...; } pathfan_leg;
typedef struct { double length; int32_t point_count; const pathfan_point *points; double cost;
  int32_t leg_count; const pathfan_leg *legs; const double *heights; ...; } pathfan_path;
typedef struct { char name[64]; double level; pathfan_point offset, low, high; ...; } pathfan_floor;
int32_t pathfan_query_floor_count(const pathfan_query *query);
bool pathfan_query_floor(const pathfan_query *query, int32_t number, pathfan_floor *floor);
int32_t pathfan_query_link_count(const pathfan_query *query);
bool pathfan_query_link(const pathfan_query *query, int32_t number, pathfan_link *link);
pathfan_status pathfan_query_measure(pathfan_query *query, const pathfan_path *paths, int32_t count,
                          pathfan_measures *each, pathfan_measures *all);
int32_t pathfan_index_polygon(const pathfan_index *index, int32_t polygon, pathfan_point *corners, int32_t capacity);
typedef struct { double cost, heading_x, heading_y; int32_t feature; double gap; ...; } pathfan_field_value;
pathfan_status pathfan_query_field(pathfan_query *query, pathfan_point goal, const pathfan_point *points,
                                   size_t count, pathfan_field_value *values, bool *goal_is_free);
typedef struct { uint64_t work_limit; bool (*go_on)(void *context, size_t done); void *context; ...; } pathfan_field_limits;
extern "Python" bool field_go_on(void *context, size_t done);
pathfan_status pathfan_query_limit_fields(pathfan_query *query, const pathfan_field_limits *limits);
pathfan_status pathfan_query_via(pathfan_query *query, pathfan_point from, pathfan_point to, double limit,
                                 const pathfan_point *points, size_t count, double (*costs)[2]);
typedef struct { double background_rate, least_rate; ...; } pathfan_terrain_info;
bool pathfan_index_terrain_info(const pathfan_index *index, pathfan_terrain_info *info);
typedef struct { double rate; int32_t feature; ...; } pathfan_terrain_area;
bool pathfan_index_terrain_area(const pathfan_index *index, int32_t polygon, pathfan_terrain_area *area);
pathfan_status pathfan_query_distances(pathfan_query *query, pathfan_point from, const pathfan_point *to,
                            size_t count, double *lengths, pathfan_outcome *outcomes);
pathfan_status pathfan_query_nearest_free(pathfan_query *query, pathfan_point point, double radius,
                               pathfan_point *nearest, bool *found);
typedef struct { pathfan_outcome outcome; bool found; pathfan_point from, at; double distance;
                 pathfan_point normal; int64_t obstacle; ...; } pathfan_hit;
typedef struct { int32_t leg; bool still_shortest; pathfan_hit hit; ...; } pathfan_checked;
pathfan_status pathfan_query_ray(pathfan_query *query, pathfan_point from, pathfan_point to,
                                 const pathfan_obstacles *obstacles, pathfan_hit *hit);
pathfan_status pathfan_query_wall(pathfan_query *query, pathfan_point from, double radius,
                                  const pathfan_obstacles *obstacles, pathfan_hit *hit);
pathfan_status pathfan_query_move(pathfan_query *query, pathfan_point from, pathfan_point toward,
                                  const pathfan_obstacles *obstacles, pathfan_hit *hit);
pathfan_status pathfan_query_random(pathfan_query *query, pathfan_point from, double radius,
                                    const pathfan_obstacles *obstacles, uint64_t seed,
                                    pathfan_point *point, pathfan_outcome *outcome);
pathfan_status pathfan_query_check(pathfan_query *query, const pathfan_point *points, int32_t count,
                                   const pathfan_obstacles *obstacles, uint64_t since,
                                   pathfan_checked *checked);

typedef struct { const char *passable, *layers; double agent_radius, unit, background_rate, wall_width; bool skip_others, strict, walkable; pathfan_projection projection; pathfan_mesh_kind mesh; const char *level, *profile; ...; } pathfan_map_options;
typedef struct { int32_t tables; bool regions, edges; int32_t threads; uint64_t max_memory;
                 pathfan_map_options map; const double *radii; int32_t radius_count; ...; } pathfan_build_options;
typedef struct { int32_t vertex_count, polygon_count, component_count; uint64_t file_bytes;
                 double wall_seconds; ...; } pathfan_build_report;
void pathfan_map_options_of(const char *described, pathfan_map_options *options, char *texts);
#define PATHFAN_MAP_TEXTS_BYTES ...
#define PATHFAN_PROJECTION_LOCAL ...
void pathfan_build_options_init(pathfan_build_options *options);
pathfan_status pathfan_build_index(const char *map_path, const char *index_path,
                        const pathfan_build_options *options, pathfan_build_report *report,
                        pathfan_error *error);
pathfan_status pathfan_build_memory(const void *map, size_t bytes, const char *name,
                        const pathfan_build_options *options, pathfan_build_report *report,
                        void **index, size_t *index_bytes, pathfan_error *error);
void pathfan_build_free(void *index);

typedef struct pathfan_crowd pathfan_crowd;
typedef struct pathfan_crowd_scenario pathfan_crowd_scenario;
typedef int... pathfan_crowd_law; typedef int... pathfan_crowd_strategy;
#define PATHFAN_CROWD_WEIDMANN ...
typedef struct { const pathfan_point *corners; int32_t corner_count; } pathfan_crowd_place;
typedef struct { const pathfan_index *index; int32_t flow_count; double step_seconds; pathfan_crowd_law law; uint64_t seed; ...; } pathfan_crowd_options;
pathfan_status pathfan_crowd_scenario_open(const char *path, const pathfan_index *index,
                                           pathfan_crowd_scenario **scenario, pathfan_error *error);
pathfan_status pathfan_crowd_scenario_parse(const char *text, size_t bytes, const char *name, const pathfan_index *index,
                                            pathfan_crowd_scenario **scenario, pathfan_error *error);
void pathfan_crowd_scenario_close(pathfan_crowd_scenario *scenario);
void pathfan_crowd_scenario_options(const pathfan_crowd_scenario *scenario, pathfan_crowd_options *options);
int64_t pathfan_crowd_scenario_steps(const pathfan_crowd_scenario *scenario);
const char *pathfan_crowd_strategy_name(pathfan_crowd_strategy strategy);
pathfan_status pathfan_crowd_create(const pathfan_crowd_options *options, pathfan_crowd **crowd, pathfan_error *error);
void pathfan_crowd_free(pathfan_crowd *crowd);
pathfan_status pathfan_crowd_start(pathfan_crowd *crowd);
pathfan_status pathfan_crowd_step(pathfan_crowd *crowd);
bool pathfan_crowd_is_done(const pathfan_crowd *crowd);
pathfan_status pathfan_crowd_close(pathfan_crowd *crowd, pathfan_crowd_place area);
pathfan_status pathfan_crowd_set_obstacles(pathfan_crowd *crowd, const pathfan_obstacles *obstacles);
pathfan_status pathfan_crowd_set_strategy(pathfan_crowd *crowd, pathfan_crowd_strategy strategy);
typedef struct { int32_t id, flow, cell; double x, y, speed; int32_t link; ...; } pathfan_crowd_agent;
int32_t pathfan_crowd_agents(const pathfan_crowd *crowd, pathfan_crowd_agent *agents, int32_t capacity);
typedef struct { int32_t id, place; double egress, travel; ...; } pathfan_crowd_arrival;
int32_t pathfan_crowd_arrivals(const pathfan_crowd *crowd, int32_t flow, pathfan_crowd_arrival *arrivals, int32_t capacity);
typedef struct { int64_t step; int32_t agents, started, arrived, present, stuck, most_present;
                 double mean_present, mean_travel; int64_t searches, evaluations, requests, changes, kept_out, waiting; ...; } pathfan_crowd_statistics;
void pathfan_crowd_statistics_get(const pathfan_crowd *crowd, pathfan_crowd_statistics *statistics);
typedef struct { double x, y, width, height, area, density; bool is_closed; ...; } pathfan_crowd_cell;
int32_t pathfan_crowd_cell_count(const pathfan_crowd *crowd);
pathfan_status pathfan_crowd_cell_get(const pathfan_crowd *crowd, int32_t cell, pathfan_crowd_cell *info);
typedef struct { pathfan_point a, b; double width, capacity; int32_t door, waiting, most_waiting; int64_t passed, passed_queueing;
                 double seconds_queueing, longest_wait; ...; } pathfan_crowd_gate;
int32_t pathfan_crowd_gate_count(const pathfan_crowd *crowd);
pathfan_status pathfan_crowd_gate_get(const pathfan_crowd *crowd, int32_t gate, pathfan_crowd_gate *info);
typedef struct { int32_t link; pathfan_point at[2]; double length[2], width, capacity; int32_t room, on, most_on, waiting[2], most_waiting[2];
                 int64_t passed[2]; ...; } pathfan_crowd_link_use;
int32_t pathfan_crowd_link_count(const pathfan_crowd *crowd);
pathfan_status pathfan_crowd_link_get(const pathfan_crowd *crowd, int32_t number, pathfan_crowd_link_use *use);
void place_agents(const pathfan_query *query, const pathfan_crowd_agent *agents, int32_t count, double *places);

typedef struct {
  int32_t outcome, reason, path_count;
  pathfan_point start, goal, nearest;
  uint32_t generation, flags; /* 1: has nearest, 2: partial, 4: gap missed */
  double radius;
} packed_head;
typedef struct {
  double length, cost, gap;
  int64_t first;       /* of its points */
  int32_t point_count;
  int32_t is_filled;
  int64_t first_leg;
  int32_t leg_count, has_heights;
} packed_path;
typedef struct {
  double length, cost, rate, level;
  int64_t name, floor; /* where these begin among the names; -1: none */
  int32_t kind, feature, first, last;
} packed_leg;
typedef struct {
  packed_head *heads; packed_path *paths; pathfan_point *points; packed_leg *legs; char *names;
  double *heights; /* of the points; of paths without them: not set */
  int64_t head_count, path_count, point_count, leg_count, name_count;
  ...; } packed;
const char *pathfan_leg_kind_name(pathfan_leg_kind kind);
#define PATHFAN_LEG_BORDER ...
int pack(pathfan_query *query, pathfan_request *request, double start_x, double start_y,
         double goal_x, double goal_y, packed *out);
int pack_many(pathfan_query *query, const pathfan_request *request, const pathfan_point *from,
              const pathfan_point *to, int64_t count, packed *out, int64_t *invalid);
int pack_group(pathfan_query *query, const pathfan_request *request, const pathfan_point *points,
               int64_t count, pathfan_point end, bool has_one_start, int32_t weights, uint64_t seed,
               packed *out, int32_t *chosen, int64_t *invalid);
void packed_free(packed *out);
"""

SOURCE = r"""
#include <pathfan/build.h>
#include <pathfan/crowd_scenario.h>
#include <pathfan/floors.h>
#include <pathfan/inspect.h>
#include <pathfan/map.h>
#include <pathfan/terrain.h>
#include <pathfan/obstacles.h>
#include <pathfan/version.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int32_t outcome, reason, path_count;
  pathfan_point start, goal, nearest;
  uint32_t generation, flags; /* 1: has nearest, 2: partial, 4: gap missed */
  double radius;
} packed_head;
typedef struct {
  double length, cost, gap;
  int64_t first;
  int32_t point_count;
  int32_t is_filled;
  int64_t first_leg;
  int32_t leg_count, has_heights;
} packed_path;
typedef struct {
  double length, cost, rate, level;
  int64_t name, floor;
  int32_t kind, feature, first, last;
} packed_leg;
/* Answers one after the other; kept and filled anew by pack, so that nothing is allocated. */
typedef struct {
  packed_head *heads;
  packed_path *paths;
  pathfan_point *points;
  packed_leg *legs;
  char *names; /* each with its end */
  double *heights;
  int64_t head_count, path_count, point_count, leg_count, name_count;
  int64_t head_room, path_room, point_room, leg_room, name_room, height_room;
} packed;

static int fit(void **list, int64_t *room, int64_t count, size_t size) {
  if (count <= *room) return 1;
  const int64_t more = count + count / 2 + 16;
  void *grown = realloc(*list, (size_t)more * size);
  if (!grown) return 0;
  *list = grown;
  *room = more;
  return 1;
}

/* Keeps a name; *at: where it begins, -1: there is none. */
static int append_name(packed *out, const char *name, int64_t *at) {
  const int64_t size = name ? (int64_t)strlen(name) + 1 : 0;
  *at = name ? out->name_count : -1;
  if (!fit((void **)&out->names, &out->name_room, out->name_count + size, 1)) return 0;
  if (name) memcpy(out->names + out->name_count, name, (size_t)size);
  out->name_count += size;
  return 1;
}

static int append_legs(packed *out, const pathfan_path *p) {
  if (!fit((void **)&out->legs, &out->leg_room, out->leg_count + p->leg_count, sizeof *out->legs)) return 0;
  for (int32_t i = 0; i < p->leg_count; i++) {
    const pathfan_leg *leg = &p->legs[i];
    packed_leg *to = &out->legs[out->leg_count++];
    *to = (packed_leg){leg->length, leg->cost, leg->rate, leg->level, -1, -1, (int32_t)leg->kind, leg->feature,
                       leg->first, leg->last};
    if (!append_name(out, leg->name, &to->name) || !append_name(out, leg->floor, &to->floor)) return 0;
  }
  return 1;
}

static int append(packed *out, const pathfan_answer *a) {
  int64_t points = out->point_count;
  for (int32_t i = 0; i < a->path_count; i++) points += a->paths[i].point_count;
  if (!fit((void **)&out->heads, &out->head_room, out->head_count + 1, sizeof *out->heads) ||
      !fit((void **)&out->paths, &out->path_room, out->path_count + a->path_count, sizeof *out->paths) ||
      !fit((void **)&out->points, &out->point_room, points, sizeof *out->points))
    return PATHFAN_ERR_NO_MEMORY;
  out->heads[out->head_count++] = (packed_head){a->outcome, a->reason, a->path_count, a->from, a->to, a->nearest,
                                                a->generation, (a->has_nearest ? 1u : 0) | (a->partial ? 2u : 0) |
                                                    (a->gap_reached ? 0 : 4u), a->radius};
  for (int32_t i = 0; i < a->path_count; i++) {
    const pathfan_path *p = &a->paths[i];
    out->paths[out->path_count++] = (packed_path){p->length, p->cost, p->gap, out->point_count, p->point_count,
                                                  a->filled && a->filled[i], out->leg_count, p->leg_count,
                                                  p->heights != NULL};
    if (p->heights) {
      if (!fit((void **)&out->heights, &out->height_room, points, sizeof *out->heights)) return PATHFAN_ERR_NO_MEMORY;
      memcpy(out->heights + out->point_count, p->heights, (size_t)p->point_count * sizeof *p->heights);
    }
    if (!append_legs(out, p)) return PATHFAN_ERR_NO_MEMORY;
    memcpy(out->points + out->point_count, p->points, (size_t)p->point_count * sizeof *p->points);
    out->point_count += p->point_count;
  }
  return PATHFAN_OK;
}

static int pack(pathfan_query *query, pathfan_request *request, double start_x, double start_y,
                double goal_x, double goal_y, packed *out) {
  const pathfan_answer *answer;
  request->from = (pathfan_point){start_x, start_y};
  request->to = (pathfan_point){goal_x, goal_y};
  out->head_count = out->path_count = out->point_count = out->leg_count = out->name_count = 0;
  const int status = pathfan_query_paths(query, request, &answer);
  if (status) return status;
  if (answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) return PATHFAN_ERR_ARGUMENT;
  return append(out, answer);
}

/* Adds answers to what is there. *invalid: the request that was none, -1: all were. */
static int pack_many(pathfan_query *query, const pathfan_request *request, const pathfan_point *from,
                     const pathfan_point *to, int64_t count, packed *out, int64_t *invalid) {
  pathfan_request r = *request;
  const pathfan_answer *answer;
  *invalid = -1;
  for (int64_t i = 0; i < count; i++) {
    r.from = from[i];
    r.to = to[i];
    int status = pathfan_query_paths(query, &r, &answer);
    if (!status && answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) {
      *invalid = i;
      return PATHFAN_ERR_ARGUMENT;
    }
    if (!status) status = append(out, answer);
    if (status) return status;
  }
  return PATHFAN_OK;
}

typedef struct {
  packed *out;
  int32_t *chosen;
  int64_t invalid;
  int status;
} group_visit;

static bool visit_unit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  group_visit *v = context;
  if (answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) {
    v->invalid = (int64_t)i;
    v->status = PATHFAN_ERR_ARGUMENT;
  } else {
    v->chosen[i] = chosen;
    v->status = append(v->out, answer);
  }
  return !v->status;
}

/* As pack_many, of units that share an end; chosen [Size: count]: the path of each, -1: none. */
static int pack_group(pathfan_query *query, const pathfan_request *request, const pathfan_point *points,
                      int64_t count, pathfan_point end, bool has_one_start, int32_t weights, uint64_t seed,
                      packed *out, int32_t *chosen, int64_t *invalid) {
  pathfan_shares shares;
  pathfan_group group;
  group_visit visit = {out, chosen, -1, PATHFAN_OK};
  memset(&shares, 0, sizeof shares);
  memset(&group, 0, sizeof group);
  shares.seed = seed;
  shares.weights = (pathfan_weights)weights;
  group.request = *request;
  group.request.from = group.request.to = end;
  group.has_one_start = has_one_start;
  group.points = points;
  group.count = (size_t)count;
  group.shares = &shares;
  const int status = pathfan_query_group(query, &group, visit_unit, &visit);
  *invalid = visit.invalid;
  return visit.status ? visit.status : status;
}

/* Writes x and y on its floor, and that floor's level, of each agent; query NULL: there are no floors. */
static void place_agents(const pathfan_query *query, const pathfan_crowd_agent *agents, int32_t count,
                         double *places) {
  for (int32_t i = 0; i < count; i++, places += 3) {
    pathfan_point at = {agents[i].x, agents[i].y};
    pathfan_floor floor = {.level = 0};
    const int32_t number = query ? pathfan_query_floor_at(query, at) : -1;
    if (number >= 0 && pathfan_query_floor(query, number, &floor)) at = pathfan_floor_from_plane(&floor, at);
    places[0] = at.x;
    places[1] = at.y;
    places[2] = floor.level;
  }
}

static void packed_free(packed *out) {
  free(out->heads);
  free(out->paths);
  free(out->points);
  free(out->legs);
  free(out->names);
  free(out->heights);
  memset(out, 0, sizeof *out);
}
"""


def ask(*arguments):
    return subprocess.run(["pkg-config", *arguments, "pathfan-build"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.split()


def declared(**how):
    ffi = FFI()
    ffi.cdef(DECLARED)
    ffi.set_source("pathfan._module", SOURCE, **how)
    return ffi


def builder():
    """Returns the builder that cffi_modules of setup.py names."""
    libraries = ["-l:libpathfan-build.a" if flag == "-lpathfan-build" else flag
                 for flag in ask("--libs", "--static")]
    beside = "-Wl,-rpath,$ORIGIN/../pathfan.libs"  # where src/packaging/manylinux.py puts others' libraries
    archive = os.path.join(*ask("--variable=libdir"), "libpathfan-build.a")
    return declared(extra_compile_args=["-O2", *ask("--cflags")], extra_link_args=[*libraries, beside, "-s"],
                    depends=[archive])  # relinks when the library changes


if __name__ == "__main__":  # module.py FILE: writes the extension in C, for a separate build
    declared().emit_c_code(sys.argv[1])
else:
    builder = builder()
