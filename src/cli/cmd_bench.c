/* cmd_bench.c - pathfan bench: how long queries take, from coordinates to paths.
 *
 * Every query runs three times, in three passes over the whole file so that no
 * query profits from the caches of its own previous run; its best time counts.
 * Only the library call is timed, and all of it. */
#include <math.h>
#include <stdlib.h>

#include "cli/json.h"
#include "cli/options.h"
#include "pathfan/build.h"

static const char help[] =
    "usage: pathfan bench INDEX --scen FILE [OPTIONS]\n"
    "\n"
    "Times every query of a scenario: the library call from coordinates to paths, best of\n"
    "three passes over the file. Deciles are by the length of the shortest path, over the\n"
    "queries that have one.\n"
    "\n"
    "  --scen FILE        a MovingAI scenario; malformed lines are left out (exit code "
    "4)\n" CLI_REQUEST_HELP
    "  --json             {\"queries\", \"mean_us\", \"median_us\", \"p95_us\", \"p99_us\", "
    "\"paths_1\",\n"
    "                     ... (how many queries got exactly so many), \"deciles\": [...]}\n"
    "  -h, --help         this text\n"
    "\n"
    "example:\n"
    "  pathfan bench rooms.pathfan --scen rooms.scen --paths 3\n";

enum { OPTION_SCEN = CLI_OPTION_FREE, OPTION_JSON };

static const struct option long_options[] = {CLI_REQUEST_OPTIONS,
                                             {"scen", required_argument, NULL, OPTION_SCEN},
                                             {"json", no_argument, NULL, OPTION_JSON},
                                             {"help", no_argument, NULL, 'h'},
                                             {NULL, 0, NULL, 0}};

#define PASSES 3
#define DECILES 10

/* Counts are kept up to this many paths; more fall into the last one. */
#define PATHS_COUNTED 64

typedef struct sample {
  double microseconds; /* best pass */
  double length;       /* of the shortest path; -1 when there is none */
  int32_t paths;
} sample;

typedef struct summary {
  double mean, median, p95, p99;
} summary;

static int by_time(const void *a, const void *b) {
  double left = ((const sample *)a)->microseconds, right = ((const sample *)b)->microseconds;
  return (left > right) - (left < right);
}

static int by_length(const void *a, const void *b) {
  double left = ((const sample *)a)->length, right = ((const sample *)b)->length;
  return (left > right) - (left < right);
}

/* The smallest time that at least `share` of the sorted samples don't exceed. */
static double percentile(const sample *sorted, int32_t count, double share) {
  int32_t rank = (int32_t)ceil(share * count);
  return sorted[rank > 0 ? rank - 1 : 0].microseconds;
}

/* Sorts samples by time. count must not be 0. */
static summary summarise(sample *samples, int32_t count) {
  double sum = 0;
  qsort(samples, (size_t)count, sizeof *samples, by_time);
  for (int32_t i = 0; i < count; i++) sum += samples[i].microseconds;
  return (summary){sum / count, percentile(samples, count, 0.5), percentile(samples, count, 0.95),
                   percentile(samples, count, 0.99)};
}

/* Fills samples[i] for line i. Returns an exit code. */
static int measure(pathfan_query *query, pathfan_request request, const pathfan_scenario *scenario,
                   sample *samples) {
  for (int pass = 0; pass < PASSES; pass++) {
    for (int32_t i = 0; i < scenario->count; i++) {
      const pathfan_answer *answer;
      request.from = (pathfan_point){scenario->lines[i].from_x, scenario->lines[i].from_y};
      request.to = (pathfan_point){scenario->lines[i].to_x, scenario->lines[i].to_y};
      double start = cli_seconds();
      pathfan_status status = pathfan_query_paths(query, &request, &answer);
      double spent = 1e6 * (cli_seconds() - start);
      if (status != PATHFAN_OK) return cli_failure(status, pathfan_query_error(query));
      if (pass == 0 || spent < samples[i].microseconds) samples[i].microseconds = spent;
      samples[i].length = answer->path_count ? answer->paths[0].length : -1;
      samples[i].paths = answer->path_count;
    }
  }
  return CLI_OK;
}

typedef struct decile {
  double from, to; /* lengths */
  int32_t queries;
  summary times;
} decile;

/* Ten equal parts of the samples that have a path, by length; sorts samples. */
static int32_t split(sample *samples, int32_t count, decile deciles[DECILES]) {
  qsort(samples, (size_t)count, sizeof *samples, by_length);
  int32_t without = 0;
  while (without < count && samples[without].length < 0) without++;
  sample *reached = samples + without;
  int32_t reachable = count - without;
  for (int i = 0; i < DECILES; i++) {
    int32_t first = (int32_t)((int64_t)reachable * i / DECILES);
    int32_t next = (int32_t)((int64_t)reachable * (i + 1) / DECILES);
    deciles[i] = (decile){.queries = next - first};
    if (next == first) continue;
    deciles[i].from = reached[first].length;
    deciles[i].to = reached[next - 1].length;
    deciles[i].times = summarise(reached + first, next - first);
  }
  return without;
}

static void print_json(int32_t count, int32_t without, const summary *all, const int32_t *paths,
                       int32_t most, const decile *deciles) {
  printf("{\"queries\": %d, \"mean_us\": ", count);
  cli_json_number(stdout, all->mean);
  fputs(", \"median_us\": ", stdout);
  cli_json_number(stdout, all->median);
  fputs(", \"p95_us\": ", stdout);
  cli_json_number(stdout, all->p95);
  fputs(", \"p99_us\": ", stdout);
  cli_json_number(stdout, all->p99);
  printf(", \"paths_0\": %d", without);
  for (int32_t i = 1; i <= most; i++) printf(", \"paths_%d\": %d", i, paths[i]);
  printf(", \"passes\": %d, \"deciles\": [", PASSES);
  for (int i = 0; i < DECILES; i++) {
    const decile *part = &deciles[i];
    double nothing = part->queries ? 0 : NAN; /* an empty part has no times: null */
    fputs(i ? ", {\"from\": " : "{\"from\": ", stdout);
    cli_json_number(stdout, part->from + nothing);
    fputs(", \"to\": ", stdout);
    cli_json_number(stdout, part->to + nothing);
    printf(", \"queries\": %d, \"mean_us\": ", part->queries);
    cli_json_number(stdout, part->times.mean + nothing);
    fputs(", \"median_us\": ", stdout);
    cli_json_number(stdout, part->times.median + nothing);
    putchar('}');
  }
  fputs("]}\n", stdout);
}

static void print_text(int32_t count, int32_t without, const summary *all, const int32_t *paths,
                       int32_t most, const decile *deciles) {
  printf("%d queries, best of %d passes, microseconds\n", count, PASSES);
  printf("mean %.2f  median %.2f  p95 %.2f  p99 %.2f\n", all->mean, all->median, all->p95,
         all->p99);
  printf("paths found:");
  for (int32_t i = 1; i <= most; i++)
    printf(" %d: %d (%.1f%%) ", i, paths[i], 100.0 * paths[i] / count);
  printf(" none: %d\n", without);
  printf("%s  shortest path         queries      mean    median%s\n", cli_bold(), cli_plain());
  for (int i = 0; i < DECILES; i++)
    if (deciles[i].queries)
      printf("%10.2f - %8.2f  %8d  %8.2f  %8.2f\n", deciles[i].from, deciles[i].to,
             deciles[i].queries, deciles[i].times.mean, deciles[i].times.median);
}

static int bench(pathfan_index *index, const pathfan_request *request,
                 const pathfan_scenario *scenario, bool json) {
  pathfan_query *query;
  pathfan_status status = pathfan_query_create(index, &query);
  if (status != PATHFAN_OK) return cli_failure(status, NULL);
  int32_t count = scenario->count;
  sample *samples = calloc((size_t)count, sizeof *samples);
  int code = samples ? measure(query, *request, scenario, samples)
                     : cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  if (code == CLI_OK) {
    int32_t paths[PATHS_COUNTED + 1] = {0};
    decile deciles[DECILES];
    summary all = summarise(samples, count);
    for (int32_t i = 0; i < count; i++)
      paths[samples[i].paths < PATHS_COUNTED ? samples[i].paths : PATHS_COUNTED]++;
    int32_t without = split(samples, count, deciles);
    int32_t most = request->paths < 3 ? 3 : request->paths;
    if (most > PATHS_COUNTED) most = PATHS_COUNTED;
    (json ? print_json : print_text)(count, without, &all, paths, most, deciles);
  }
  free(samples);
  pathfan_query_free(query);
  return code;
}

static int bench_scenario(pathfan_index *index, const pathfan_request *request, const char *path,
                          bool json) {
  pathfan_scenario scenario = {0};
  pathfan_error error = {""};
  pathfan_status status = pathfan_scenario_read(path, &scenario, &error);
  int code = status == PATHFAN_OK ? CLI_OK : cli_failure(status, error.text);
  if (scenario.count > 0) {
    int failed = bench(index, request, &scenario, json);
    if (failed != CLI_OK) code = failed;
  } else if (status == PATHFAN_OK) {
    cli_message("%s: there is no query in it", path);
    code = CLI_MALFORMED;
  }
  pathfan_scenario_free(&scenario);
  return code;
}

static int run(const cli_command *command, int argc, char **argv) {
  const char *scenario_path = NULL;
  bool json = false;
  pathfan_request request;
  pathfan_request_init(&request);
  int option, code = CLI_OK;
  while ((option = cli_next_option(command, argc, argv, ":h", long_options)) != -1) {
    switch (option) {
    case 'h':
      fputs(help, stdout);
      return CLI_OK;
    case '?':
      return CLI_USAGE;
    case OPTION_SCEN:
      scenario_path = optarg;
      break;
    case OPTION_JSON:
      json = true;
      break;
    default:
      cli_request_option(command, option, optarg, &request, &code);
      if (code != CLI_OK) return code;
    }
  }
  const char *index_path = cli_operand(command, argc, argv, "INDEX");
  if (!index_path) return CLI_USAGE;
  if (!scenario_path) return cli_usage(command, "--scen FILE is missing");

  pathfan_index *index;
  code = cli_open_index(index_path, PATHFAN_OPEN_LAZY, &index);
  if (code != CLI_OK) return code;
  code = cli_check_tables(command, index, &request);
  if (code == CLI_OK) code = bench_scenario(index, &request, scenario_path, json);
  pathfan_index_close(index);
  return code;
}

const cli_command cli_bench = {"bench", "time every query of a scenario", help, run};
