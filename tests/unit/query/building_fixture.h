/* building_fixture.h - random buildings, each floor of which is built by itself, too. What a
 * request over links costs is compared with Dijkstra over all links, whose walks are asked of the
 * single floors' indexes; paths are followed leg by leg. */
#ifndef PF_TESTS_BUILDING_FIXTURE_H
#define PF_TESTS_BUILDING_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "pathfan/build.h"
#include "pathfan/floors.h"
#include "pathfan/inspect.h"
#include "pathfan/obstacles.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_ask.h"

enum { FLOORS = 3, BOXES = 7, LINKS = 6, SIDE = 40, NODES = 2 * LINKS + 2 };

/* Whole coordinates, so that moved floors have the same corners as those built alone. */
typedef struct building {
  int32_t box[FLOORS][BOXES][4];
  struct {
    int32_t at[2][2], floor[2];
    double cost[2];
    uint32_t flags;
  } link[LINKS];
  int32_t door[FLOORS][4];              /* each named after its floor: "door 0" */
  bool has_doors, is_off[LINKS];        /* is_off: links that nobody can use now */
  const pathfan_obstacles *now[FLOORS]; /* of the single floors; NULL: none */
  pathfan_index *whole, *floor[FLOORS];
  pathfan_query *query, *alone[FLOORS];
} building;

static inline bool is_free(const building *b, int32_t floor, int32_t x, int32_t y) {
  for (int i = 0; i < BOXES; i++) {
    const int32_t *box = b->box[floor][i];
    if (x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]) return false;
  }
  return true;
}

static inline void draw_point(const building *b, pf_random *random, int32_t floor, int32_t at[2]) {
  do {
    at[0] = pf_random_between(random, 0, SIDE);
    at[1] = pf_random_between(random, 0, SIDE);
  } while (!is_free(b, floor, at[0], at[1]));
}

static inline void draw(building *b, pf_random *random) {
  memset(b, 0, sizeof *b);
  for (int f = 0; f < FLOORS; f++)
    for (int i = 0; i < BOXES; i++) {
      int32_t *box = b->box[f][i];
      const bool is_wall = i < 2; /* from border to border, so floors fall apart */
      box[0] = is_wall && i ? 0 : pf_random_between(random, 1, SIDE - 4);
      box[1] = is_wall && !i ? 0 : pf_random_between(random, 1, SIDE - 4);
      box[2] = is_wall && i ? SIDE : box[0] + pf_random_between(random, 1, is_wall ? 1 : 12);
      box[3] = is_wall && !i ? SIDE : box[1] + pf_random_between(random, 1, is_wall ? 1 : 12);
      if (is_wall && pf_random_chance(random, 0.5)) box[2 + !i] -= SIDE / 4;
    }
  for (int i = 0; i < LINKS; i++) {
    const double cost = pf_random_between(random, 0, 20);
    for (int e = 0; e < 2; e++) {
      b->link[i].floor[e] = pf_random_between(random, 0, FLOORS - 1);
      draw_point(b, random, b->link[i].floor[e], b->link[i].at[e]);
      b->link[i].cost[e] = cost + e;
    }
    if (i % 3 == 2) b->link[i].cost[pf_random_between(random, 0, 1)] = INFINITY;
    b->link[i].flags = i == LINKS - 1;
  }
}

static inline void write_box(FILE *file, const char *kind, int floor, const int32_t *b) {
  fprintf(file, "{\"type\":\"Feature\",\"properties\":{\"kind\":\"%s\",\"level\":%d},", kind,
          floor);
  fprintf(file,
          "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[%d,%d],[%d,%d],[%d,%d],[%d,%d],"
          "[%d,%d]]]}}",
          b[0], b[1], b[2], b[1], b[2], b[3], b[0], b[3], b[0], b[1]);
}

/* links: how many of them. beside: an obstacle off the free space, which moves floors apart. */
static inline void write_building(const building *b, const char *path, int links, bool beside) {
  FILE *file = fopen(path, "w");
  const int32_t whole[4] = {0, 0, SIDE, SIDE};
  assert_non_null(file);
  fputs("{\"type\":\"FeatureCollection\",\"features\":[", file);
  for (int i = 0; i < links; i++) {
    const double *cost = b->link[i].cost;
    const bool is_turned = isinf(cost[0]);
    fprintf(file,
            "{\"type\":\"Feature\",\"properties\":{\"kind\":\"link\",\"level\":[%d,%d],\"name\":"
            "\"link %d\",\"flags\":%u,\"cost\":%g",
            b->link[i].floor[0], b->link[i].floor[1], i, b->link[i].flags,
            is_turned ? cost[1] : cost[0]);
    if (isinf(cost[0]) || isinf(cost[1]))
      fprintf(file, ",\"oneway\":%d", is_turned ? -1 : 1);
    else
      fprintf(file, ",\"cost_back\":%g", cost[1]);
    fprintf(file, "},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[%d,%d],[%d,%d]]}},",
            b->link[i].at[0][0], b->link[i].at[0][1], b->link[i].at[1][0], b->link[i].at[1][1]);
  }
  for (int f = 0; f < FLOORS; f++) {
    write_box(file, "free", f, whole);
    for (int i = 0; i < BOXES; i++) {
      fputc(',', file);
      write_box(file, "obstacle", f, b->box[f][i]);
    }
    char door[40];
    snprintf(door, sizeof door, "door\",\"name\":\"door %d", f);
    if (b->has_doors) fputc(',', file);
    if (b->has_doors) write_box(file, door, f, b->door[f]);
    if (beside && !f) fputc(',', file);
    if (beside && !f) write_box(file, "obstacle", f, (const int32_t[4]){SIDE + 9, 3, SIDE + 10, 5});
    fputs(f + 1 < FLOORS ? "," : "]}\n", file);
  }
  assert_int_equal(fclose(file), 0);
}

static inline pathfan_index *build(const char *map, const char *level, const char *name,
                                   pathfan_query **query) {
  pathfan_build_options options;
  pathfan_index *index;
  pathfan_error error;
  pathfan_build_options_init(&options);
  options.map.level = level;
  const char *path = twin_scratch(name);
  if (pathfan_build_index(map, path, &options, NULL, &error)) fail_msg("%s", error.text);
  assert_int_equal(pathfan_index_open(path, NULL, &index, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, query), PATHFAN_OK);
  return index;
}

static inline void open_building(building *b) {
  char *map = strdup(twin_scratch("building.geojson"));
  write_building(b, map, LINKS, false);
  b->whole = build(map, NULL, "building.pathfan", &b->query);
  write_building(b, map, 0, false);
  for (int f = 0; f < FLOORS; f++) {
    const char level[2] = {(char)('0' + f), 0};
    char name[32];
    snprintf(name, sizeof name, "floor%d.pathfan", f);
    b->floor[f] = build(map, level, name, &b->alone[f]);
  }
  free(map);
}

static inline void close_building(building *b) {
  pathfan_query_free(b->query);
  pathfan_index_close(b->whole);
  for (int f = 0; f < FLOORS; f++) {
    pathfan_query_free(b->alone[f]);
    pathfan_index_close(b->floor[f]);
  }
}

/* ---- The reference ---- */

typedef struct place {
  int32_t at[2], floor;
} place;

static inline double walk(const building *b, place from, place to) {
  const pathfan_point p = {from.at[0], from.at[1]}, q = {to.at[0], to.at[1]};
  pathfan_outcome outcome;
  double length = INFINITY;
  if (from.floor != to.floor) return INFINITY;
  if (b->now[from.floor]) {
    pathfan_request request;
    const pathfan_answer *answer;
    pathfan_request_init(&request);
    request.from = p;
    request.to = q;
    request.paths = 1;
    request.obstacles = b->now[from.floor];
    assert_int_equal(pathfan_query_paths(b->alone[from.floor], &request, &answer), PATHFAN_OK);
    return answer->path_count ? answer->paths[0].length : INFINITY;
  }
  assert_int_equal(pathfan_query_distance(b->alone[from.floor], p, q, &length, &outcome),
                   PATHFAN_OK);
  return outcome ? INFINITY : length;
}

/* The cost of the cheapest path, by Dijkstra over both ends and all ends of links. */
static inline double least_cost(const building *b, place from, place to, uint64_t flags) {
  place node[NODES];
  double cost[NODES];
  bool settled[NODES] = {false};
  for (int i = 0; i < 2 * LINKS; i++) {
    memcpy(node[i].at, b->link[i / 2].at[i % 2], sizeof node[i].at);
    node[i].floor = b->link[i / 2].floor[i % 2];
  }
  node[2 * LINKS] = from;
  node[2 * LINKS + 1] = to;
  for (int i = 0; i < NODES; i++) cost[i] = i == 2 * LINKS ? 0 : INFINITY;
  for (;;) {
    int best = -1;
    for (int i = 0; i < NODES; i++)
      if (!settled[i] && isfinite(cost[i]) && (best < 0 || cost[i] < cost[best])) best = i;
    if (best < 0 || best == 2 * LINKS + 1) return cost[2 * LINKS + 1];
    settled[best] = true;
    for (int i = 0; i < NODES; i++) {
      if (settled[i]) continue;
      cost[i] = fmin(cost[i], cost[best] + walk(b, node[best], node[i]));
      if (best < 2 * LINKS && i == (best ^ 1) && !b->is_off[i / 2] &&
          !(b->link[i / 2].flags & ~flags))
        cost[i] = fmin(cost[i], cost[best] + b->link[i / 2].cost[best % 2]);
    }
  }
}

/* ---- Paths ---- */

static inline bool is_same(pathfan_point a, const int32_t at[2]) {
  return a.x == at[0] && a.y == at[1];
}

/* Follows a path leg by leg; its walks are as long as they say, and free. */
static inline void follow(const building *b, const pathfan_path *path, place from, place to,
                          uint64_t flags) {
  double cost = 0, length = 0;
  int32_t floor = from.floor;
  assert_true(is_same(path->points[0], from.at));
  assert_true(is_same(path->points[path->point_count - 1], to.at));
  for (int32_t i = 0; i < path->leg_count; i++) {
    const pathfan_leg *leg = &path->legs[i];
    assert_int_equal(leg->first, i ? leg[-1].last : 0);
    assert_true(leg->level == floor);
    cost += leg->cost;
    if (leg->kind == PATHFAN_LEG_LINK) {
      const int e = is_same(path->points[leg->first], b->link[leg->feature].at[0]) &&
                            b->link[leg->feature].floor[0] == floor &&
                            b->link[leg->feature].cost[0] == leg->cost
                        ? 0
                        : 1;
      assert_int_equal(leg->last, leg->first + 1);
      assert_true(is_same(path->points[leg->first], b->link[leg->feature].at[e]));
      assert_true(is_same(path->points[leg->last], b->link[leg->feature].at[1 - e]));
      assert_true(leg->cost == b->link[leg->feature].cost[e]);
      assert_false(b->link[leg->feature].flags & ~flags);
      floor = b->link[leg->feature].floor[1 - e];
      continue;
    }
    assert_int_equal(leg->kind, PATHFAN_LEG_WALK);
    double sum = 0;
    for (int32_t p = leg->first; p < leg->last; p++) {
      const pathfan_point u = path->points[p], v = path->points[p + 1];
      pathfan_outcome outcome;
      double straight;
      assert_int_equal(pathfan_query_distance(b->alone[floor], u, v, &straight, &outcome),
                       PATHFAN_OK);
      assert_int_equal(outcome, PATHFAN_OUTCOME_OK);
      assert_true(fabs(straight - hypot(v.x - u.x, v.y - u.y)) < 1e-6);
      sum += straight;
    }
    assert_true(fabs(sum - leg->length) < 1e-6);
    length += leg->length;
  }
  assert_int_equal(floor, to.floor);
  assert_true(fabs(cost - path->cost) < 1e-9 * (1 + cost));
  assert_true(fabs(length - path->length) < 1e-9 * (1 + length));
}

static inline place draw_place(const building *b, pf_random *random) {
  place p = {.floor = pf_random_between(random, 0, FLOORS - 1)};
  draw_point(b, random, p.floor, p.at);
  return p;
}

static inline pathfan_request request_of(place from, place to) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.from = (pathfan_point){from.at[0], from.at[1]};
  request.to = (pathfan_point){to.at[0], to.at[1]};
  request.from_level = from.floor;
  request.to_level = to.floor;
  return request;
}

static inline int32_t check(const building *b, place from, place to, pathfan_request request) {
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_paths(b->query, &request, &answer), PATHFAN_OK);
  const double least = least_cost(b, from, to, request.link_flags);
  if (isinf(least)) {
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_NO_PATH);
    return 0;
  }
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_true(fabs(answer->paths[0].cost - least) <= 1e-9 * (1 + least));
  for (int32_t i = 0; i < answer->path_count; i++) {
    follow(b, &answer->paths[i], from, to, request.link_flags);
    assert_true(answer->paths[i].cost <= request.stretch * least * (1 + 1e-12));
    assert_true(!i || answer->paths[i].cost >= answer->paths[i - 1].cost);
  }
  return answer->path_count;
}

#endif
