/* first_search.c - measures the cost of the first request that searches the visibility graph.
 *
 *   first-search SCEN ROUNDS INDEX...
 *
 * In ROUNDS rounds, for one INDEX after the other (say, of one map with edges and without), opens
 * the index anew for each figure and measures three requests on the scenario's last line that has a
 * path: a detour round a circle on the middle of path 1, Dissimilarity, and Penalty. Each is
 * measured as the first request of all, which checks all it relies on, and as the first after a
 * plain one, which has checked the tables. Prints medians, us.
 */
#include <math.h>

#include "bench.h"

enum { ROUNDS_MAX = 1001, INDEXES_MAX = 8, WAYS = 3 };

static const char *const names[WAYS] = {"detour", "dissimilarity", "penalty"};
static bench_line line;
static pathfan_area circle;
static double times[INDEXES_MAX][WAYS][2][ROUNDS_MAX];

static double ask(pathfan_query *query, int way) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.from = line.from;
  request.to = line.to;
  if (way == 0) {
    request.avoid = &circle;
    request.avoid_count = 1;
  }
  if (way == 1) request.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY;
  if (way == 2) request.algorithm = PATHFAN_ALGORITHM_PENALTY;
  const double start = bench_microseconds();
  if (pathfan_query_paths(query, &request, &answer)) errx(1, "%s", pathfan_query_error(query));
  const double took = bench_microseconds() - start;
  if (!answer->path_count) errx(1, "no path");
  if (way < 0) { /* the circle lies on the middle of path 1 */
    const pathfan_path *path = &answer->paths[0];
    const pathfan_point *p = &path->points[path->point_count / 2];
    circle.centre = (pathfan_point){(p[-1].x + p[0].x) / 2, (p[-1].y + p[0].y) / 2};
  }
  return took;
}

static double measure(const char *path, int way, bool after) {
  pathfan_index *index;
  pathfan_query *query;
  pathfan_error error;
  const double start = bench_microseconds();
  if (pathfan_index_open(path, NULL, &index, &error)) errx(1, "%s", error.text);
  if (pathfan_query_create(index, &query)) errx(1, "out of memory");
  const double opened = bench_microseconds() - start;
  if (after) ask(query, -1);
  const double took = ask(query, way) + (after ? 0 : opened);
  pathfan_query_free(query);
  pathfan_index_close(index);
  return took;
}

/* The last line of a scenario that has a path; in scenarios of game maps it is the longest. */
static bench_line last_line(const char *index_path, const char *scenario) {
  size_t count;
  bench_line *all = bench_scenario(scenario, &count);
  pathfan_index *index;
  pathfan_query *query;
  pathfan_error error;
  if (pathfan_index_open(index_path, NULL, &index, &error)) errx(1, "%s", error.text);
  if (pathfan_query_create(index, &query)) errx(1, "out of memory");
  for (; count; count--) {
    double length;
    pathfan_outcome outcome;
    const bench_line *one = &all[count - 1];
    if (pathfan_query_distance(query, one->from, one->to, &length, &outcome))
      errx(1, "%s", pathfan_query_error(query));
    if (outcome == PATHFAN_OUTCOME_OK && length > 0) break;
  }
  if (!count) errx(1, "%s: no line has a path", scenario);
  const bench_line found = all[count - 1];
  pathfan_query_free(query);
  pathfan_index_close(index);
  free(all);
  return found;
}

int main(int argc, char **argv) {
  const int rounds = argc > 3 ? atoi(argv[2]) : 0, count = argc - 3;
  if (rounds < 1 || rounds > ROUNDS_MAX || count > INDEXES_MAX) {
    fprintf(stderr, "usage: first-search SCEN ROUNDS INDEX...\n");
    return 2;
  }
  line = last_line(argv[3], argv[1]);
  (void)measure(argv[3], -1, true);
  /* Wide enough to block path 1, however it was rounded. */
  circle.radius = 0.002 * (fabs(line.from.x - line.to.x) + fabs(line.from.y - line.to.y));
  for (int round = 0; round < rounds; round++)
    for (int way = 0; way < WAYS; way++)
      for (int after = 0; after < 2; after++)
        for (int i = 0; i < count; i++)
          times[i][way][after][round] = measure(argv[3 + i], way, after);
  printf("%d rounds; us\n%-14s %26s %26s\n", rounds, "", "first of all, with opening",
         "after a plain request");
  for (int i = 0; i < count; i++)
    for (int way = 0; way < WAYS; way++)
      printf("%-14s %26.0f %26.0f  %s\n", names[way], bench_median(times[i][way][0], rounds),
             bench_median(times[i][way][1], rounds), argv[3 + i]);
  return 0;
}
