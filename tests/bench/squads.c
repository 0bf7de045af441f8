/* squads.c - eight squads of 25 units each ask for three paths to the middle of a base, to count
 * the instructions:
 *
 *   valgrind --tool=callgrind --toggle-collect='measured*' squads INDEX BUILDINGS ROUNDS
 *
 * Round each goal stand BUILDINGS (30, or 0) squares of 3 x 3 in a spiral. The first of ROUNDS
 * warms up. Prints how many paths the squads have. */
#include <err.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "pathfan/inspect.h"
#include "pathfan/obstacles.h"

enum { SQUADS = 8, UNITS = 25, BUILDINGS_MAX = 30 };

typedef struct squad {
  pathfan_point goal, starts[UNITS];
  pathfan_obstacles *base; /* NULL: no buildings */
} squad;

static const pathfan_answer *ask(pathfan_query *query, pathfan_point from, pathfan_point to) {
  const pathfan_answer *answer;
  pathfan_request request;
  pathfan_request_init(&request);
  request.from = from;
  request.to = to;
  request.paths = 1;
  if (pathfan_query_paths(query, &request, &answer)) errx(1, "%s", pathfan_query_error(query));
  return answer;
}

static double some(pf_random *random, double most) {
  return pf_random_below(random, 1 << 20) * 0x1p-20 * most;
}

static bool gather(pathfan_query *query, pf_random *random, const pathfan_index_info *info,
                   squad *s) {
  const pathfan_point from = {info->origin_x + some(random, info->width),
                              info->origin_y + some(random, info->height)};
  int count = 0;
  s->goal = (pathfan_point){info->origin_x + some(random, info->width),
                            info->origin_y + some(random, info->height)};
  const pathfan_answer *answer = ask(query, from, s->goal);
  if (!answer->path_count || answer->paths[0].length < 100) return false;
  for (int tries = 0; tries < 2000 && count < UNITS; tries++) {
    const pathfan_point at = {from.x + some(random, 8) - 4, from.y + some(random, 8) - 4};
    if (ask(query, at, s->goal)->path_count) s->starts[count++] = at;
  }
  return count == UNITS;
}

static pathfan_obstacles *build(const pathfan_index *index, pathfan_point goal, int buildings) {
  pathfan_change changes[BUILDINGS_MAX];
  pathfan_point corners[BUILDINGS_MAX][4];
  pathfan_obstacles *none, *base;
  if (pathfan_obstacles_create(index, &none, NULL)) errx(1, "no obstacles");
  for (int i = 0; i < buildings; i++) {
    const double turn = 2.399963 * i, off = 5 + i;
    const pathfan_point m = {goal.x + off * cos(turn), goal.y + off * sin(turn)};
    corners[i][0] = (pathfan_point){m.x - 1.5, m.y - 1.5};
    corners[i][1] = (pathfan_point){m.x + 1.5, m.y - 1.5};
    corners[i][2] = (pathfan_point){m.x + 1.5, m.y + 1.5};
    corners[i][3] = (pathfan_point){m.x - 1.5, m.y + 1.5};
    changes[i] = (pathfan_change){.area = {.corners = corners[i], .corner_count = 4}};
  }
  if (pathfan_obstacles_change(none, changes, (size_t)buildings, &base, NULL, NULL))
    errx(1, "no buildings");
  pathfan_obstacles_release(none);
  return base;
}

static bool count_paths(void *paths, size_t i, const pathfan_answer *answer, int32_t chosen) {
  (void)i, (void)chosen;
  *(int *)paths += answer->path_count;
  return true;
}

__attribute__((noinline)) static int measured(pathfan_query *query, const squad *squads) {
  int paths = 0;
  for (int i = 0; i < SQUADS; i++) {
    pathfan_group group = {.points = squads[i].starts, .count = UNITS};
    pathfan_request_init(&group.request);
    group.request.to = squads[i].goal;
    group.request.obstacles = squads[i].base;
    if (pathfan_query_group(query, &group, count_paths, &paths))
      errx(1, "%s", pathfan_query_error(query));
  }
  return paths;
}

int main(int argc, char **argv) {
  static squad squads[SQUADS];
  pathfan_index *index;
  pathfan_query *query;
  pathfan_index_info info;
  pathfan_error error;
  pf_random random = pf_random_from(9);
  const int buildings = argc == 4 ? atoi(argv[2]) : -1;
  if (buildings < 0 || buildings > BUILDINGS_MAX) errx(2, "usage: squads INDEX BUILDINGS ROUNDS");
  if (pathfan_index_open(argv[1], NULL, &index, &error)) errx(1, "%s", error.text);
  if (pathfan_query_create(index, &query)) errx(1, "out of memory");
  pathfan_index_info_get(index, &info);
  for (int i = 0; i < SQUADS; i++) {
    while (!gather(query, &random, &info, &squads[i])) continue;
    squads[i].base = buildings ? build(index, squads[i].goal, buildings) : NULL;
  }
  for (int round = 0; round < atoi(argv[3]); round++) printf("%d paths\n", measured(query, squads));
  for (int i = 0; i < SQUADS; i++) pathfan_obstacles_release(squads[i].base);
  pathfan_query_free(query);
  pathfan_index_close(index);
  return 0;
}
