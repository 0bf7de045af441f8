/* Floors and links: random buildings, each floor of which is built by itself, too. What a request
 * over links costs is compared with Dijkstra over all links, whose walks are asked of the single
 * floors' indexes; paths are followed leg by leg. */
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
  pathfan_index *whole, *floor[FLOORS];
  pathfan_query *query, *alone[FLOORS];
} building;

static bool is_free(const building *b, int32_t floor, int32_t x, int32_t y) {
  for (int i = 0; i < BOXES; i++) {
    const int32_t *box = b->box[floor][i];
    if (x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]) return false;
  }
  return true;
}

static void draw_point(const building *b, pf_random *random, int32_t floor, int32_t at[2]) {
  do {
    at[0] = pf_random_between(random, 0, SIDE);
    at[1] = pf_random_between(random, 0, SIDE);
  } while (!is_free(b, floor, at[0], at[1]));
}

static void draw(building *b, pf_random *random) {
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

static void write_box(FILE *file, const char *kind, int floor, const int32_t *b) {
  fprintf(file, "{\"type\":\"Feature\",\"properties\":{\"kind\":\"%s\",\"level\":%d},", kind,
          floor);
  fprintf(file,
          "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[%d,%d],[%d,%d],[%d,%d],[%d,%d],"
          "[%d,%d]]]}}",
          b[0], b[1], b[2], b[1], b[2], b[3], b[0], b[3], b[0], b[1]);
}

static void write_building(const building *b, const char *path, bool with_links) {
  FILE *file = fopen(path, "w");
  const int32_t whole[4] = {0, 0, SIDE, SIDE};
  assert_non_null(file);
  fputs("{\"type\":\"FeatureCollection\",\"features\":[", file);
  for (int i = 0; i < LINKS && with_links; i++) {
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
    fputs(f + 1 < FLOORS ? "," : "]}\n", file);
  }
  assert_int_equal(fclose(file), 0);
}

static pathfan_index *build(const char *map, const char *level, const char *name,
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

static void open_building(building *b) {
  char *map = strdup(twin_scratch("building.geojson"));
  write_building(b, map, true);
  b->whole = build(map, NULL, "building.pathfan", &b->query);
  write_building(b, map, false);
  for (int f = 0; f < FLOORS; f++) {
    const char level[2] = {(char)('0' + f), 0};
    char name[32];
    snprintf(name, sizeof name, "floor%d.pathfan", f);
    b->floor[f] = build(map, level, name, &b->alone[f]);
  }
  free(map);
}

static void close_building(building *b) {
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

static double walk(const building *b, place from, place to) {
  const pathfan_point p = {from.at[0], from.at[1]}, q = {to.at[0], to.at[1]};
  pathfan_outcome outcome;
  double length = INFINITY;
  if (from.floor != to.floor) return INFINITY;
  assert_int_equal(pathfan_query_distance(b->alone[from.floor], p, q, &length, &outcome),
                   PATHFAN_OK);
  return outcome ? INFINITY : length;
}

/* The cost of the cheapest path, by Dijkstra over both ends and all ends of links. */
static double least_cost(const building *b, place from, place to, uint64_t flags) {
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
      if (best < 2 * LINKS && i == (best ^ 1) && !(b->link[i / 2].flags & ~flags))
        cost[i] = fmin(cost[i], cost[best] + b->link[i / 2].cost[best % 2]);
    }
  }
}

/* ---- Paths ---- */

static bool is_same(pathfan_point a, const int32_t at[2]) {
  return a.x == at[0] && a.y == at[1];
}

/* Follows a path leg by leg; its walks are as long as they say, and free. */
static void follow(const building *b, const pathfan_path *path, place from, place to,
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

static place draw_place(const building *b, pf_random *random) {
  place p = {.floor = pf_random_between(random, 0, FLOORS - 1)};
  draw_point(b, random, p.floor, p.at);
  return p;
}

static pathfan_request request_of(place from, place to) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.from = (pathfan_point){from.at[0], from.at[1]};
  request.to = (pathfan_point){to.at[0], to.at[1]};
  request.from_level = from.floor;
  request.to_level = to.floor;
  return request;
}

static int32_t check(const building *b, place from, place to, pathfan_request request) {
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

static void test_cheapest_paths(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(11);
  const int buildings = twin_is_whole() ? 100 : 6, pairs = twin_is_whole() ? 100 : 40;
  int32_t counts[5] = {0};
  for (int n = 0; n < buildings; n++) {
    draw(&b, &random);
    open_building(&b);
    assert_int_equal(pathfan_query_floor_count(b.query), FLOORS);
    assert_int_equal(pathfan_query_link_count(b.query), LINKS);
    for (int i = 0; i < pairs; i++) {
      const place from = draw_place(&b, &random), to = draw_place(&b, &random);
      pathfan_request request = request_of(from, to);
      request.paths = 1 + i % 4;
      request.link_flags = i / 4 % 2;
      request.stretch = i % 3 ? 1.5 : 3;
      if (i % 5 == 0) request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
      counts[check(&b, from, to, request)]++;
    }
    close_building(&b);
  }
  for (int i = 0; i < 5; i++) assert_true(counts[i] > 0);
}

/* A point of a floor and the same point in the plane are one; links that a request lacks the flags
 * for, or that cost more than the way, change nothing. */
static void test_levels(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(5);
  const pathfan_answer *answer;
  pathfan_floor floor;
  draw(&b, &random);
  open_building(&b);
  for (int i = 0; i < 20; i++) {
    const place from = draw_place(&b, &random), to = draw_place(&b, &random);
    pathfan_request request = request_of(from, to), plane = request;
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    const int32_t count = answer->path_count;
    const double cost = count ? answer->paths[0].cost : 0;
    plane.from_level = plane.to_level = NAN;
    assert_true(pathfan_query_floor(b.query, from.floor, &floor));
    plane.from = pathfan_floor_to_plane(&floor, request.from);
    assert_true(pathfan_query_floor(b.query, to.floor, &floor));
    plane.to = pathfan_floor_to_plane(&floor, request.to);
    assert_int_equal(pathfan_query_floor_at(b.query, plane.to), to.floor);
    assert_int_equal(pathfan_query_paths(b.query, &plane, &answer), PATHFAN_OK);
    assert_int_equal(answer->path_count, count);
    assert_true(!count || answer->paths[0].cost == cost);
    double length;
    pathfan_outcome outcome;
    assert_int_equal(pathfan_query_distance(b.query, plane.from, plane.to, &length, &outcome),
                     PATHFAN_OK);
    assert_true(count ? length == cost : outcome == PATHFAN_OUTCOME_NO_PATH);
  }
  pathfan_request request = request_of((place){{0, 0}, 0}, (place){{1, 1}, 0});
  request.from_level = 7;
  assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_non_null(strstr(pathfan_query_error(b.query), "no such level"));
  close_building(&b);
}

/* ---- Near ends ---- */

/* An end moves on its own floor, however far it may; without moving it is off the map. */
static void test_snapped_ends(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(3);
  const pathfan_answer *answer;
  pathfan_floor floor;
  draw(&b, &random);
  open_building(&b);
  for (int i = 0; i < 60; i++) {
    const int32_t f = i % FLOORS;
    pathfan_request request = request_of((place){.floor = f}, (place){.floor = f});
    request.from.x = pf_random_between(&random, -3 * SIDE, 4 * SIDE);
    request.from.y = pf_random_between(&random, 0, SIDE);
    request.to = request.from;
    const bool is_off = request.from.x < 0 || request.from.x > SIDE;
    const bool is_there =
        !is_off && is_free(&b, f, (int32_t)request.from.x, (int32_t)request.from.y);
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    if (is_there || (!is_off && !answer->outcome)) continue; /* on a wall, or free */
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_START_BLOCKED);
    assert_int_equal(answer->blocked_by,
                     is_off ? PATHFAN_BLOCKED_BY_BORDER : PATHFAN_BLOCKED_BY_OBSTACLE);
    request.snap = 1000;
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
    assert_true(answer->from_snapped);
    assert_true(answer->from.x >= 0 && answer->from.x <= SIDE);
    /* As near as any point of that floor. */
    assert_true(pathfan_query_floor(b.query, f, &floor));
    for (int32_t x = 0; x <= SIDE; x++)
      for (int32_t y = 0; y <= SIDE; y++)
        if (is_free(&b, f, x, y))
          assert_true(hypot(x - request.from.x, y - request.from.y) + 1e-6 >=
                      hypot(answer->from.x - request.from.x, answer->from.y - request.from.y));
    pathfan_point nearest;
    bool found;
    if (is_off) continue;
    assert_int_equal(pathfan_query_nearest_free(b.query,
                                                pathfan_floor_to_plane(&floor, request.from), 1000,
                                                &nearest, &found),
                     PATHFAN_OK);
    nearest = pathfan_floor_from_plane(&floor, nearest);
    assert_true(found &&
                fabs(nearest.x - answer->from.x) + fabs(nearest.y - answer->from.y) < 1e-9);
  }
  close_building(&b);
}

/* A partial path goes to the point of the goal's floor that is nearest to the goal, of all that
 * walks and links reach. */
static void test_partial_paths(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(8);
  const pathfan_answer *answer;
  int32_t near = 0, far = 0, none = 0;
  for (int n = 0; n < 4; n++) {
    draw(&b, &random);
    open_building(&b);
    for (int i = 0; i < 50; i++) {
      const place from = draw_place(&b, &random);
      place to = draw_place(&b, &random);
      if (i % 2) { /* perhaps in an obstacle */
        to.at[0] = pf_random_between(&random, 0, SIDE);
        to.at[1] = pf_random_between(&random, 0, SIDE);
      }
      pathfan_request request = request_of(from, to);
      request.partial = true;
      request.paths = 2;
      assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
      far += !answer->partial && answer->path_count;
      none += !answer->path_count;
      if (!answer->partial && answer->path_count) continue;
      double least = INFINITY;
      for (int32_t x = 0; x <= SIDE; x++)
        for (int32_t y = 0; y <= SIDE; y++) {
          const double away = hypot(x - to.at[0], y - to.at[1]);
          if (away >= least || !is_free(&b, to.floor, x, y)) continue;
          const place there = {{x, y}, to.floor};
          if (isfinite(least_cost(&b, from, there, 0))) least = away;
        }
      if (isinf(least)) {
        assert_false(answer->has_nearest);
        assert_int_equal(answer->path_count, 0);
        continue;
      }
      near++;
      assert_true(answer->partial && answer->has_nearest && answer->path_count);
      assert_memory_equal(&answer->to, &answer->nearest, sizeof answer->to);
      assert_true(hypot(answer->to.x - to.at[0], answer->to.y - to.at[1]) <= least + 1e-6);
      const pathfan_path *path = &answer->paths[0];
      assert_memory_equal(&path->points[path->point_count - 1], &answer->to, sizeof answer->to);
      assert_memory_equal(&answer->from, &path->points[0], sizeof answer->from);
    }
    close_building(&b);
  }
  assert_true(near > 20 && far > 20 && none > 5);
}

/* ---- Names, and areas on floors ---- */

static const char named_map[] =
    "{\"type\":\"FeatureCollection\",\"features\":["
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\",\"level\":\"%s\"},\"geometry\":"
    "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[20,0],[20,10],[0,10],[0,0]]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"link\",\"level\":[\"%s\",\"%s\"],"
    "\"flags\":%s,\"name\":\"stairs\",\"cost\":1},\"geometry\":"
    "{\"type\":\"LineString\",\"coordinates\":[[18,5],[18,6]]}}]}";

static pathfan_index *build_named(const char *all, const char *low, const char *high,
                                  const char *flags, pathfan_query **query) {
  char *map = strdup(twin_scratch("named.geojson"));
  FILE *file = fopen(map, "w");
  assert_non_null(file);
  fprintf(file, named_map, all, low, high, flags);
  assert_int_equal(fclose(file), 0);
  pathfan_index *index = build(map, NULL, "named.pathfan", query);
  free(map);
  return index;
}

static pathfan_outcome ask(pathfan_query *query, const pathfan_request *request, double *cost) {
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_paths(query, request, &answer), PATHFAN_OK);
  *cost = answer->path_count ? answer->paths[0].cost : NAN;
  return answer->outcome;
}

static void test_named_floors(void **state) {
  (void)state;
  pathfan_query *query;
  pathfan_index *index = build_named("0;Attic;Mezzanine", "0", "Mezzanine", "0", &query);
  pathfan_request request;
  const char *floors[2] = {"0", "Mezzanine"};
  const pathfan_answer *answer;
  double cost;
  assert_int_equal(pathfan_query_floor_named(query, "Mezzanine"), 2);
  assert_int_equal(pathfan_query_floor_named(query, "0.0"), 0);
  assert_int_equal(pathfan_query_floor_named(query, "Cellar"), -1);
  pathfan_request_init(&request);
  request.from = (pathfan_point){2, 5};
  request.to = (pathfan_point){2, 6};
  request.floors = floors;
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_true(answer->paths[0].cost == 16 + 1 + 16);
  assert_int_equal(answer->paths[0].leg_count, 3);
  assert_string_equal(answer->paths[0].legs[0].floor, "0");
  assert_string_equal(answer->paths[0].legs[2].floor, "Mezzanine");
  assert_true(answer->to.x == 2 && answer->to.y == 6);
  /* A name counts before a level; alone it is that of both ends. */
  request.from_level = request.to_level = 0;
  floors[0] = NULL;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_OK);
  assert_true(cost == 33);
  request.from_level = request.to_level = NAN;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_OK);
  assert_true(cost == 1);
  floors[0] = "Cellar";
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_string_equal(pathfan_query_error(query), "from_level: the map has no such level");

  /* Areas on floors: in a request and in a snapshot. */
  const pathfan_point wall[4] = {{10, 0}, {11, 0}, {11, 10}, {10, 10}};
  pathfan_area area = {.corners = wall, .corner_count = 4, .floor = "Mezzanine"};
  floors[0] = "0";
  request.avoid = &area;
  request.avoid_count = 1;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_NO_PATH);
  floors[0] = "Attic";
  floors[1] = NULL;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_OK);
  area.floor = "Cellar";
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_INVALID_REQUEST);
  request.avoid_count = 0;
  pathfan_obstacles *none, *some;
  pathfan_error error;
  pathfan_obstacle found;
  pathfan_change change = {.kind = PATHFAN_CHANGE_ADD_AREA, .name = "fire", .area = area};
  assert_int_equal(pathfan_obstacles_create(index, &none, &error), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_change(none, &change, 1, &some, NULL, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_string_equal(error.text, "change 0: an area is on a level that the map hasn't");
  change.area.floor = "Mezzanine";
  assert_int_equal(pathfan_obstacles_change(none, &change, 1, &some, NULL, &error), PATHFAN_OK);
  assert_true(pathfan_obstacles_find(some, "fire", 0, &found));
  assert_true(found.area.corners[0].x == 10 + 2 * 25 && !found.area.floor);
  request.obstacles = some;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_OK);
  floors[0] = "0";
  floors[1] = "Mezzanine";
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_NO_PATH);
  pathfan_obstacles_release(some);
  pathfan_obstacles_release(none);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* Flags of links may have bits above the 32nd. */
static void test_high_flags(void **state) {
  (void)state;
  pathfan_query *query;
  pathfan_index *index = build_named("0;1", "0", "1", "4294967297", &query);
  pathfan_request request;
  pathfan_link link;
  double cost;
  assert_true(pathfan_query_link(query, 0, &link));
  assert_true(link.flags == UINT64_C(0x100000001));
  pathfan_request_init(&request);
  request.from_level = 0;
  request.to_level = 1;
  request.from = request.to = (pathfan_point){2, 5};
  request.link_flags = 1;
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_NO_PATH);
  request.link_flags = UINT64_C(0x1000000ff);
  assert_int_equal(ask(query, &request, &cost), PATHFAN_OUTCOME_OK);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* A map without floors has level 0 only. */
static void test_no_floors(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(2);
  double cost;
  draw(&b, &random);
  open_building(&b);
  pathfan_request request = request_of((place){{0, 0}, 3}, (place){{0, 0}, 3});
  assert_int_equal(ask(b.alone[0], &request, &cost), PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_string_equal(pathfan_query_error(b.alone[0]),
                      "from_level: the map has no floors, only level 0");
  request.from_level = request.to_level = 0;
  assert_int_not_equal(ask(b.alone[0], &request, &cost), PATHFAN_OUTCOME_INVALID_REQUEST);
  close_building(&b);
}

/* With one end of a request to be shared, answers are the same. */
static bool visit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  double *costs = context;
  (void)chosen;
  costs[i] = answer->path_count ? answer->paths[answer->path_count - 1].cost : 0;
  return true;
}

static void test_groups(void **state) {
  (void)state;
  static building b;
  enum { UNITS = 12 };
  pf_random random = pf_random_from(9);
  const pathfan_answer *answer;
  double costs[UNITS];
  pathfan_point points[UNITS];
  draw(&b, &random);
  open_building(&b);
  const place goal = draw_place(&b, &random);
  place units[UNITS];
  for (int i = 0; i < UNITS; i++) {
    do units[i] = draw_place(&b, &random);
    while (units[i].floor != 1);
    points[i] = (pathfan_point){units[i].at[0], units[i].at[1]};
  }
  const pathfan_group group = {
      .request = request_of((place){{0, 0}, 1}, goal), .points = points, .count = UNITS};
  assert_int_equal(pathfan_query_group(b.query, &group, visit, costs), PATHFAN_OK);
  for (int i = 0; i < UNITS; i++) {
    pathfan_request request = request_of(units[i], goal);
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    assert_true(costs[i] == (answer->path_count ? answer->paths[answer->path_count - 1].cost : 0));
  }
  close_building(&b);
}

/* Made-up buildings are read back without a word of theirs ignored; all floors are joined. */
static void test_made_building(void **state) {
  (void)state;
  pathfan_map_recipe recipe;
  pathfan_query *query;
  const pathfan_answer *answer;
  pathfan_ignored ignored;
  pathfan_link link;
  pathfan_map_recipe_init(&recipe);
  recipe.kind = PATHFAN_MAP_BUILDING;
  recipe.width = 40;
  recipe.height = 30;
  char *map = strdup(twin_scratch("made.geojson"));
  assert_int_equal(pathfan_map_make(&recipe, map, NULL), PATHFAN_OK);
  pathfan_index *index = build(map, NULL, "made.pathfan", &query);
  free(map);
  assert_false(pathfan_index_ignored(index, 0, &ignored));
  assert_int_equal(pathfan_query_floor_count(query), 3);
  const int32_t links = pathfan_query_link_count(query);
  assert_true(links >= 6);
  assert_true(pathfan_query_link(query, links - 1, &link));
  assert_string_equal(link.name, "lift");
  assert_int_equal(link.floor[1], 2);
  pathfan_request request;
  pathfan_request_init(&request);
  request.from = link.at[0];
  assert_true(pathfan_query_link(query, 0, &link));
  request.to = link.at[0];
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  pathfan_query_free(query);
  pathfan_index_close(index);
  recipe.floors = 65;
  assert_int_equal(pathfan_map_make(&recipe, twin_scratch("none.geojson"), NULL),
                   PATHFAN_ERR_ARGUMENT);
}

SUITE(test_links) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cheapest_paths), cmocka_unit_test(test_levels),
      cmocka_unit_test(test_groups),         cmocka_unit_test(test_made_building),
      cmocka_unit_test(test_snapped_ends),   cmocka_unit_test(test_partial_paths),
      cmocka_unit_test(test_named_floors),   cmocka_unit_test(test_high_flags),
      cmocka_unit_test(test_no_floors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
