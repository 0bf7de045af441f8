/* measure.c - times that `pathfan bench` doesn't give: opening, first use, single queries.
 *
 *   measure open INDEX SCEN [ROUNDS]        opening (lazy), and the first query after it
 *   measure queries INDEX SCEN [PATHS [PASSES]]   a line per query: us, paths, length of path 1
 *
 * A query's time is that of the library call, best of PASSES (3) passes over the file, as in
 * `pathfan bench`; times of other programs, taken the same way, can be compared with it line by
 * line. Queries ask for no separation, like the paper's method. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static pathfan_index *open_index(const char *path) {
  pathfan_index *index;
  pathfan_error error;
  if (pathfan_index_open(path, NULL, &index, &error)) errx(1, "%s", error.text);
  return index;
}

static pathfan_query *create_query(const pathfan_index *index) {
  pathfan_query *query;
  if (pathfan_query_create(index, &query)) errx(1, "out of memory");
  return query;
}

/* Microseconds of one library call. */
static double ask(pathfan_query *query, const bench_line *one, int32_t paths,
                  const pathfan_answer **answer) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.from = one->from;
  request.to = one->to;
  request.paths = paths;
  request.separation_share = 0;
  double start = bench_microseconds();
  pathfan_status status = pathfan_query_paths(query, &request, answer);
  double spent = bench_microseconds() - start;
  if (status) errx(1, "%s", pathfan_query_error(query));
  return spent;
}

static void print_times(const char *what, double *times, size_t count) {
  const double median = bench_median(times, (int)count);
  printf("%-28s best %9.1f  median %9.1f us\n", what, times[0], median);
}

/* The query is the scenario's longest (its last line). Memory is warm in that the file is in the
 * page cache; the mapping is new in every round. */
static void measure_open(const char *path, const bench_line *one, size_t rounds) {
  double *opening = calloc(rounds, sizeof *opening), *creating = calloc(rounds, sizeof *creating);
  double *first = calloc(rounds, sizeof *first), *second = calloc(rounds, sizeof *second);
  if (!opening || !creating || !first || !second) errx(1, "out of memory");
  for (size_t i = 0; i < rounds; i++) {
    const pathfan_answer *answer;
    double start = bench_microseconds();
    pathfan_index *index = open_index(path);
    double opened = bench_microseconds();
    pathfan_query *query = create_query(index);
    creating[i] = bench_microseconds() - opened;
    opening[i] = opened - start;
    first[i] = ask(query, one, 3, &answer);
    second[i] = ask(query, one, 3, &answer);
    pathfan_query_free(query);
    pathfan_index_close(index);
  }
  printf("%-28s      %9.1f us\n", "open, first in the process", opening[0]);
  print_times("open", opening, rounds);
  print_times("create a query object", creating, rounds);
  print_times("first query", first, rounds);
  print_times("the same query again", second, rounds);
  free(opening);
  free(creating);
  free(first);
  free(second);
}

static void measure_queries(const char *path, const bench_line *lines, size_t count, int32_t paths,
                            int passes) {
  double *best = calloc(count, sizeof *best), *length = calloc(count, sizeof *length);
  int32_t *found = calloc(count, sizeof *found);
  if (!best || !length || !found) errx(1, "out of memory");
  pathfan_index *index = open_index(path);
  pathfan_query *query = create_query(index);
  for (int pass = 0; pass < passes; pass++) {
    for (size_t i = 0; i < count; i++) {
      const pathfan_answer *answer;
      double spent = ask(query, &lines[i], paths, &answer);
      if (pass == 0 || spent < best[i]) best[i] = spent;
      found[i] = answer->path_count;
      length[i] = answer->path_count ? answer->paths[0].length : -1;
    }
  }
  for (size_t i = 0; i < count; i++) printf("%.3f %d %.9f\n", best[i], found[i], length[i]);
  pathfan_query_free(query);
  pathfan_index_close(index);
  free(best);
  free(length);
  free(found);
}

int main(int argc, char **argv) {
  if (argc < 4 || argc > 6 || (strcmp(argv[1], "open") && strcmp(argv[1], "queries"))) {
    fputs("usage: measure open INDEX SCEN [ROUNDS]\n"
          "       measure queries INDEX SCEN [PATHS [PASSES]]\n",
          stderr);
    return 2;
  }
  size_t count;
  bench_line *lines = bench_scenario(argv[3], &count);
  int first = argc > 4 ? atoi(argv[4]) : 0, second = argc > 5 ? atoi(argv[5]) : 0;
  if (!strcmp(argv[1], "open"))
    measure_open(argv[2], &lines[count - 1], first > 0 ? (size_t)first : 200);
  else
    measure_queries(argv[2], lines, count, first > 0 ? first : 3, second > 0 ? second : 3);
  free(lines);
}
