#include "twin_benchmark.h"
#include "pathfan/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The lengths, one per line; the caller frees them. NULL: no file, too few lines or out of
 * memory. */
static double *read_lengths(const char *path, int32_t count) {
  double *lengths = malloc(((size_t)count + 1) * sizeof *lengths);
  FILE *file = fopen(path, "r");
  bool good = lengths && file;
  for (int32_t i = 0; i < count && good; i++) good = fscanf(file, "%lf", &lengths[i]) == 1;
  if (file) fclose(file);
  if (good) return lengths;
  fprintf(stderr, "%s: can't be read, or has fewer lines than the scenario\n", path);
  free(lengths);
  return NULL;
}

/* Tolerance of a scenario's length column: rounding, also of sums. */
static double octile_close(double length) {
  return 0.0051 * (1 + length / 1000);
}

/* expected: -1 if there is no path. */
static void check_line(pathfan_query *query, const pathfan_request *request, double expected,
                       double close, const char *path, int32_t line, twin_benchmark *sum) {
  const pathfan_answer *answer = NULL;
  const pathfan_status status = pathfan_query_paths(query, request, &answer);
  const char *found = status ? pathfan_query_error(query) : pathfan_outcome_name(answer->outcome);
  double length = -1;
  sum->queries++;
  if (!status) sum->expanded += (double)answer->search.expanded;
  if (!status && answer->outcome == PATHFAN_OUTCOME_OK) length = answer->paths[0].length;
  if (expected >= 0 && length >= 0) sum->worst = fmax(sum->worst, fabs(length - expected));
  const bool none = !status && answer->outcome == PATHFAN_OUTCOME_NO_PATH;
  if (expected < 0 ? none : length >= 0 && fabs(length - expected) <= close) return;
  sum->wrong++;
  fprintf(stderr, "%s, line %d: %.10g, not %.10g (%s)\n", path, line, expected, length, found);
}

bool twin_benchmark_map(const char *map_path, pathfan_mesh_kind mesh, pathfan_algorithm algorithm,
                        int32_t step, twin_benchmark *sum) {
  char path[4200];
  pathfan_map *map = NULL;
  pathfan_query *query = NULL;
  pathfan_scenario scenario = {0};
  pathfan_map_options options;
  pathfan_error error = {""};
  double *lengths = NULL;
  pathfan_map_options_init(&options);
  options.mesh = mesh;
  snprintf(path, sizeof path, "%s.scen", map_path);
  bool good = !pathfan_scenario_read(path, &scenario, &error) &&
              !pathfan_map_open(map_path, &options, &map, &error);
  if (!good) fprintf(stderr, "%s\n", error.text);
  good = good && !pathfan_query_create_online(map, &query);
  if (good && algorithm == PATHFAN_ALGORITHM_POLYANYA) {
    snprintf(path, sizeof path, "%s.dist", map_path);
    lengths = read_lengths(path, scenario.count);
    good = lengths != NULL;
  }
  for (int32_t i = 0; i < scenario.count && good; i += step) {
    const pathfan_scenario_line *line = &scenario.lines[i];
    pathfan_request request;
    pathfan_request_init(&request);
    request.from = (pathfan_point){line->from_x, line->from_y};
    request.to = (pathfan_point){line->to_x, line->to_y};
    request.paths = 1;
    request.algorithm = algorithm;
    double expected = lengths ? lengths[i] : line->octile_length;
    if (!lengths && expected == 0 && (line->from_x != line->to_x || line->from_y != line->to_y))
      expected = -1;
    check_line(query, &request, expected, lengths ? TWIN_BENCHMARK_CLOSE : octile_close(expected),
               map_path, line->line, sum);
  }
  free(lengths);
  pathfan_query_free(query);
  pathfan_map_free(map);
  pathfan_scenario_free(&scenario);
  return good;
}
