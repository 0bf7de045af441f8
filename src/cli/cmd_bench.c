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

/* clang-format off */
static const char help[] =
    "usage: pathfan bench INDEX --scen FILE [OPTIONS]\n"
    "\n"
    "Times every query of a scenario: the library call from coordinates to paths, best of\n"
    "three passes over the file. Deciles are by the length of the shortest path, over the\n"
    "queries that have one.\n"
    "\n"
    "  --scen FILE        a MovingAI scenario; malformed lines are left out (exit code 4)\n"
    CLI_REQUEST_HELP
    "  --json             {\"queries\", \"mean_us\", \"median_us\", \"p95_us\", \"p99_us\",\n"
    "                     \"paths_0\", \"paths_1\", ... (how many queries got exactly so many),\n"
    "                     \"deciles\": [...]}\n"
    "  -h, --help         this text\n"
    "\n"
    "example:\n"
    "  pathfan bench rooms.pathfan --scen rooms.scen --paths 3\n";
/* clang-format on */

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

typedef struct report {
  int32_t queries;
  summary times;
  int32_t paths[PATHS_COUNTED + 1]; /* queries by the number of their paths */
  int32_t most;                     /* of paths shown */
  decile deciles[DECILES];          /* ten equal parts, by length */
} report;

/* Sorts samples. */
static void find_deciles(sample *samples, int32_t count, decile deciles[DECILES]) {
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
}

/* Sorts samples. */
static report evaluate(sample *samples, int32_t count, int32_t wanted) {
  report all = {
      .queries = count, .times = summarise(samples, count), .most = wanted < 3 ? 3 : wanted};
  if (all.most > PATHS_COUNTED) all.most = PATHS_COUNTED;
  for (int32_t i = 0; i < count; i++)
    all.paths[samples[i].paths < PATHS_COUNTED ? samples[i].paths : PATHS_COUNTED]++;
  find_deciles(samples, count, all.deciles);
  return all;
}

static void print_json(const report *all) {
  printf("{\"queries\": %d", all->queries);
  cli_json_field(stdout, "mean_us", all->times.mean);
  cli_json_field(stdout, "median_us", all->times.median);
  cli_json_field(stdout, "p95_us", all->times.p95);
  cli_json_field(stdout, "p99_us", all->times.p99);
  for (int32_t i = 0; i <= all->most; i++) printf(", \"paths_%d\": %d", i, all->paths[i]);
  printf(", \"passes\": %d, \"deciles\": [", PASSES);
  for (int i = 0; i < DECILES; i++) {
    const decile *part = &all->deciles[i];
    double nothing = part->queries ? 0 : NAN; /* an empty part has no numbers: null */
    printf("%s{\"queries\": %d", i ? ", " : "", part->queries);
    cli_json_field(stdout, "from", part->from + nothing);
    cli_json_field(stdout, "to", part->to + nothing);
    cli_json_field(stdout, "mean_us", part->times.mean + nothing);
    cli_json_field(stdout, "median_us", part->times.median + nothing);
    putchar('}');
  }
  fputs("]}\n", stdout);
}

static void print_text(const report *all) {
  printf("%d queries, best of %d passes, microseconds\n", all->queries, PASSES);
  printf("mean %.2f  median %.2f  p95 %.2f  p99 %.2f\n", all->times.mean, all->times.median,
         all->times.p95, all->times.p99);
  printf("paths found:");
  for (int32_t i = 1; i <= all->most; i++)
    printf(" %d: %d (%.1f%%) ", i, all->paths[i], 100.0 * all->paths[i] / all->queries);
  printf(" none: %d\n", all->paths[0]);
  printf("%s  shortest path         queries      mean    median%s\n", cli_bold(), cli_plain());
  for (int i = 0; i < DECILES; i++) {
    const decile *part = &all->deciles[i];
    if (part->queries)
      printf("%10.2f - %8.2f  %8d  %8.2f  %8.2f\n", part->from, part->to, part->queries,
             part->times.mean, part->times.median);
  }
}

static int bench(pathfan_index *index, const pathfan_request *request,
                 const pathfan_scenario *scenario, bool json) {
  pathfan_query *query;
  pathfan_status status = pathfan_query_create(index, &query);
  if (status != PATHFAN_OK) return cli_failure(status, NULL);
  sample *samples = calloc((size_t)scenario->count, sizeof *samples);
  int code = samples ? measure(query, *request, scenario, samples)
                     : cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  if (code == CLI_OK) {
    report all = evaluate(samples, scenario->count, request->paths);
    (json ? print_json : print_text)(&all);
  }
  free(samples);
  pathfan_query_free(query);
  return code;
}

/* Times the good lines; CLI_MALFORMED when there are others, or none at all. */
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

/* ---- The command line ---- */

typedef struct arguments {
  const char *scenario_path;
  bool json;
  pathfan_request request;
} arguments;

static int take_option(const cli_command *command, int option, void *context) {
  arguments *into = context;
  int code = CLI_OK;
  if (cli_request_option(command, option, optarg, &into->request, &code)) return code;
  switch (option) {
  case OPTION_SCEN: into->scenario_path = optarg; break;
  case OPTION_JSON: into->json = true; break;
  }
  return CLI_OK;
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  int code;
  pathfan_request_init(&given.request);
  if (!cli_take_options(command, argc, argv, ":h", long_options, take_option, &given, &code))
    return code;
  const char *index_path = cli_operand(command, argc, argv, "INDEX");
  if (!index_path) return CLI_USAGE;
  if (!given.scenario_path) return cli_usage(command, "--scen FILE is missing");

  pathfan_index *index;
  code = cli_open_index(index_path, PATHFAN_OPEN_LAZY, &index);
  if (code != CLI_OK) return code;
  code = cli_check_tables(command, index, &given.request);
  if (code == CLI_OK) code = bench_scenario(index, &given.request, given.scenario_path, given.json);
  pathfan_index_close(index);
  return code;
}

const cli_command cli_bench = {"bench", "time every query of a scenario", help, run};
