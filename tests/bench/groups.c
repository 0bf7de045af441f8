/* groups.c - times requests of many units to one goal, one by one and as a group.
 *
 *   groups INDEX SCEN [PATHS [SHARE [ROUNDS [alone | group]]]]
 *
 * 800 units start where lines of the scenario do, spread over the file, and go to the goal of its
 * last line; SHARE is the separation's share (by default a request's default). In each of ROUNDS
 * (51) rounds both ways are timed, one after the other; prints medians, ms. `alone` or `group` runs
 * only one of them, to count its instructions with `valgrind --tool=callgrind` or `perf stat`. */
#include <stdint.h>
#include <string.h>

#include "bench.h"

enum { UNITS = 800, ROUNDS_MAX = 10001 };

static bool take(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  (void)i, (void)chosen;
  *(int64_t *)context += answer->path_count;
  return true;
}

static double ask_alone(pathfan_query *query, const pathfan_group *group, int64_t *paths) {
  const double start = bench_microseconds();
  pathfan_request request = group->request;
  for (size_t i = 0; i < group->count; i++) {
    const pathfan_answer *answer;
    request.from = group->points[i];
    if (pathfan_query_paths(query, &request, &answer)) errx(1, "%s", pathfan_query_error(query));
    take(paths, i, answer, -1);
  }
  return bench_microseconds() - start;
}

static double ask_group(pathfan_query *query, const pathfan_group *group, int64_t *paths) {
  const double start = bench_microseconds();
  if (pathfan_query_group(query, group, take, paths)) errx(1, "%s", pathfan_query_error(query));
  return bench_microseconds() - start;
}

int main(int argc, char **argv) {
  const int rounds = argc > 5 ? atoi(argv[5]) : 51;
  const char *only = argc > 6 ? argv[6] : "";
  if (argc < 3 || argc > 7 || rounds < 1 || rounds > ROUNDS_MAX ||
      (*only && strcmp(only, "alone") && strcmp(only, "group")))
    errx(2, "usage: groups INDEX SCEN [PATHS [SHARE [ROUNDS [alone | group]]]]");
  static double times[2][ROUNDS_MAX];
  static pathfan_point starts[UNITS];
  pathfan_index *index;
  pathfan_query *query;
  pathfan_error error;
  size_t lines;
  bench_line *scenario = bench_scenario(argv[2], &lines);
  if (pathfan_index_open(argv[1], NULL, &index, &error)) errx(1, "%s", error.text);
  if (pathfan_query_create(index, &query)) errx(1, "out of memory");
  for (size_t i = 0; i < UNITS; i++) starts[i] = scenario[i * lines / UNITS].from;
  pathfan_group group = {.points = starts, .count = UNITS};
  pathfan_request_init(&group.request);
  group.request.paths = argc > 3 ? atoi(argv[3]) : 3;
  if (argc > 4) group.request.separation_share = atof(argv[4]);
  group.request.to = scenario[lines - 1].to;
  int64_t paths[2] = {0, 0};
  for (int round = 0; round < rounds; round++) {
    if (strcmp(only, "group")) times[0][round] = ask_alone(query, &group, &paths[0]);
    if (strcmp(only, "alone")) times[1][round] = ask_group(query, &group, &paths[1]);
  }
  for (int way = 0; way < 2; way++)
    printf("%-10s %8.3f ms  %.3f paths a unit\n", way ? "group" : "one by one",
           bench_median(times[way], rounds) / 1000,
           (double)paths[way] / (double)UNITS / (double)rounds);
  pathfan_query_free(query);
  pathfan_index_close(index);
  free(scenario);
}
