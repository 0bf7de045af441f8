/* siege INDEX [TICKS [SVG]] - a world that changes: 800 units walk to a base among 60 buildings;
 * its four gates open and close, and its walls break, one after the other. */
#include <math.h>
#include <pathfan/inspect.h>
#include <pathfan/obstacles.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { UNITS = 800, BUILDINGS = 60, SIDES = 8, POINTS = 64, ASKED_A_TICK = 40 };

typedef struct unit {
  pathfan_point at, way[POINTS];
  int count, next;  /* points of its way; the one it goes to */
  uint64_t version; /* of the obstacles that the way was asked for with, or checked */
} unit;

static pathfan_index *map;
static pathfan_query *query;
static pathfan_obstacles *now; /* what is in the way; each change makes another one */
static pathfan_point base;
static unit units[UNITS];
static long asked, checked, changes;

static void check(pathfan_status status, const char *sentence) {
  if (!status) return;
  fprintf(stderr, "%s\n", sentence);
  exit(1);
}

static void change(const pathfan_change *list, size_t count) {
  pathfan_obstacles *then;
  pathfan_error error;
  check(pathfan_obstacles_change(now, list, count, &then, NULL, &error), error.text);
  pathfan_obstacles_release(now); /* whoever still asks with it, holds it */
  now = then;
  changes += (long)count;
}

static pathfan_point draw(pathfan_point from, uint64_t seed) {
  pathfan_outcome outcome;
  pathfan_point drawn;
  check(pathfan_query_random(query, from, 0, now, seed, &drawn, &outcome),
        pathfan_query_error(query));
  return drawn;
}

/* How far the nearest wall, building or gate is. */
static double room(pathfan_point at) {
  pathfan_hit hit;
  check(pathfan_query_wall(query, at, INFINITY, now, &hit), pathfan_query_error(query));
  return hit.outcome ? 0 : hit.distance;
}

/* The side of the base from one corner to the next: walls, and gates between them. */
static void build_side(int side, double radius) {
  static const char *const names[SIDES] = {"north gate", "wall 1", "east gate", "wall 2",
                                           "south gate", "wall 3", "west gate", "wall 4"};
  pathfan_point corner[4];
  for (int i = 0; i < 4; i++) {
    const double angle = (side + (i == 1 || i == 2)) * 6.283185307179586 / SIDES;
    const double far = i < 2 ? radius : 0.9 * radius;
    corner[i] = (pathfan_point){base.x + far * cos(angle), base.y + far * sin(angle)};
  }
  const pathfan_change built = {.name = names[side],
                                .area = {.corners = corner, .corner_count = 4}};
  change(&built, 1);
}

/* The base stands where most room is, the buildings where there is some. */
static void build(pathfan_point somewhere) {
  double most = 0;
  uint64_t seed = 0;
  for (; seed < 300; seed++) {
    const pathfan_point at = draw(somewhere, seed);
    if (room(at) <= most) continue;
    most = room(at);
    base = at;
  }
  for (int built = 0; built < BUILDINGS && seed < 20000; seed++) {
    const pathfan_point at = draw(somewhere, seed);
    if (room(at) < 1.2 || hypot(at.x - base.x, at.y - base.y) < most) continue;
    const pathfan_point corners[4] = {{at.x - 0.7, at.y - 0.7},
                                      {at.x + 0.7, at.y - 0.7},
                                      {at.x + 0.7, at.y + 0.7},
                                      {at.x - 0.7, at.y + 0.7}};
    const pathfan_change house = {.area = {.corners = corners, .corner_count = 4}};
    change(&house, 1);
    built++;
  }
  for (int i = 0; i < UNITS; i++) units[i].at = draw(somewhere, seed++);
  for (int side = 0; side < SIDES; side++) build_side(side, 0.9 * most);
}

/* Asks for ways to the base, of which each unit takes one; without one it waits. */
static void ask(unit *u, uint64_t seed) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.from = u->at;
  request.to = base;
  request.obstacles = now;
  check(pathfan_query_paths(query, &request, &answer), pathfan_query_error(query));
  const int chosen = pathfan_answer_choose(answer, seed);
  u->version = pathfan_obstacles_version(now);
  u->count = u->next = 0;
  for (int i = 0; chosen >= 0 && i < answer->paths[chosen].point_count && i < POINTS; i++)
    u->way[u->count++] = answer->paths[chosen].points[i];
  asked++;
}

/* Whether a unit must ask again: it has no way, or what has changed is in its way, or something was
 * opened, so that there may be a shorter one. */
static bool must_ask(unit *u) {
  pathfan_checked told;
  if (hypot(u->at.x - base.x, u->at.y - base.y) < 1) return false;
  if (u->next >= u->count) return u->version != pathfan_obstacles_version(now);
  if (u->version == pathfan_obstacles_version(now)) return false;
  check(pathfan_query_check(query, u->way, u->count, now, u->version, &told),
        pathfan_query_error(query));
  checked++;
  if (told.leg >= 0 || !told.still_shortest) return true;
  u->version = pathfan_obstacles_version(now);
  return false;
}

static void walk(unit *u) {
  if (u->next >= u->count) return;
  const pathfan_point to = u->way[u->next];
  const double left = hypot(to.x - u->at.x, to.y - u->at.y), step = left < 0.4 ? left : 0.4;
  const double share = left > 0 ? step / left : 0;
  pathfan_hit moved;
  check(pathfan_query_move(
            query, u->at,
            (pathfan_point){u->at.x + share * (to.x - u->at.x), u->at.y + share * (to.y - u->at.y)},
            now, &moved),
        pathfan_query_error(query));
  u->at = moved.at;
  u->next += left <= 0.4;
}

static void tick(int number) {
  static const char *const gates[] = {"north gate", "east gate", "south gate", "west gate"};
  static const char *const walls[] = {"wall 1", "wall 2", "wall 3", "wall 4"};
  static int next;
  if (number % 20 == 0) { /* one gate opens, another one closes */
    const pathfan_change turn[2] = {
        {.kind = PATHFAN_CHANGE_SET, .name = gates[number / 20 % 4], .on = false},
        {.kind = PATHFAN_CHANGE_SET, .name = gates[(number / 20 + 3) % 4], .on = true}};
    change(turn, 2);
  }
  if (number % 100 == 50 && number / 100 < 4) { /* a wall breaks */
    const pathfan_change fall = {.kind = PATHFAN_CHANGE_REMOVE, .name = walls[number / 100]};
    change(&fall, 1);
  }
  for (int i = 0, budget = ASKED_A_TICK; i < UNITS && budget; i++) {
    unit *u = &units[next = (next + 1) % UNITS];
    if (!must_ask(u)) continue;
    ask(u, (uint64_t)(u - units));
    budget--;
  }
  for (int i = 0; i < UNITS; i++) walk(&units[i]);
}

/* ---- Its picture ---- */

static void draw_shape(FILE *out, const pathfan_point *corners, int count, const char *fill) {
  fprintf(out, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"0.08\" d=\"M", fill, fill);
  for (int i = 0; i < count; i++) fprintf(out, " %.2f,%.2f", corners[i].x, corners[i].y);
  fputs(" Z\"/>\n", out);
}

static void draw_picture(const char *path) {
  pathfan_index_info info;
  FILE *out = fopen(path, "w");
  if (!out) check(PATHFAN_ERR_IO, path);
  pathfan_index_info_get(map, &info);
  fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%g %g %g %g\">\n",
          info.origin_x, info.origin_y, info.width, info.height);
  fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#3b4252\"/>\n",
          info.origin_x, info.origin_y, info.width, info.height);
  for (int i = 0; i < info.polygon_count; i++) {
    pathfan_point corners[256];
    const int count = pathfan_index_polygon(map, i, corners, 256);
    draw_shape(out, corners, count < 256 ? count : 256, "#eceff4");
  }
  const int count = pathfan_obstacles_count(now);
  int64_t *ids = calloc((size_t)count + 1, sizeof *ids);
  if (!ids) check(PATHFAN_ERR_NO_MEMORY, "out of memory");
  pathfan_obstacles_ids(now, ids);
  for (int i = 0; i < count; i++) {
    pathfan_obstacle o;
    if (!pathfan_obstacles_find(now, NULL, ids[i], &o)) continue;
    draw_shape(out, o.area.corners, o.area.corner_count,
               !o.on    ? "#a3be8c"
               : o.name ? "#bf616a"
                        : "#8a6d4b");
  }
  free(ids);
  for (int i = 0; i < UNITS; i++) {
    const unit *u = &units[i];
    if (i % 20 == 0 && u->next < u->count) {
      fprintf(out, "<path fill=\"none\" stroke=\"#88a\" stroke-width=\"0.15\" d=\"M %.2f,%.2f",
              u->at.x, u->at.y);
      for (int k = u->next; k < u->count; k++) fprintf(out, " %.2f,%.2f", u->way[k].x, u->way[k].y);
      fputs("\"/>\n", out);
    }
    fprintf(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"0.35\" fill=\"#2e5a9c\"/>\n", u->at.x,
            u->at.y);
  }
  fputs("</svg>\n", out);
  fclose(out);
}

int main(int argc, char **argv) {
  pathfan_error error;
  pathfan_point corners[256], start = {0, 0};
  if (argc < 2 || argc > 4) return 2;
  const int ticks = argc > 2 ? atoi(argv[2]) : 400;
  check(pathfan_index_open(argv[1], NULL, &map, &error), error.text);
  check(pathfan_query_create(map, &query), "out of memory");
  check(pathfan_obstacles_create(map, &now, &error), error.text);
  if (pathfan_index_polygon(map, 0, corners, 256)) start = corners[0];
  build(start);
  const clock_t began = clock();
  for (int i = 0; i < ticks; i++) tick(i);
  const double spent = (double)(clock() - began) / CLOCKS_PER_SEC;
  int arrived = 0;
  for (int i = 0; i < UNITS; i++)
    arrived += hypot(units[i].at.x - base.x, units[i].at.y - base.y) < 1;
  printf("%d units, %d areas, %d ticks: %ld changes, %ld requests, %ld checks; %d arrived\n", UNITS,
         (int)pathfan_obstacles_count(now), ticks, changes, asked, checked, arrived);
  fprintf(stderr, "%.3f ms a tick\n", ticks ? 1e3 * spent / ticks : 0);
  if (argc > 3) draw_picture(argv[3]);
  pathfan_obstacles_release(now);
  pathfan_query_free(query);
  pathfan_index_close(map);
}
