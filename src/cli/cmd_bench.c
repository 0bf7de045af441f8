/* cmd_bench.c - pathfan bench: times the queries of a scenario, or of random pairs, from
 * coordinates to paths.
 *
 * Every query runs three times, in three passes over the whole file, so that no query profits from
 * the caches of its own previous run; its best time counts. Only the library call is timed, and all
 * of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/random.h"
#include "base/text.h"
#include "cli/ask.h"
#include "cli/cli.h"
#include "cli/request_options.h"
#include "cli/scenario_map.h"
#include "cli/source.h"
#include "request/fields.h"

/* clang-format off */
static const char help[] =
    "usage: pathfan bench INDEX --scen FILE [OPTIONS]\n"
    "       pathfan bench MAP --scen FILE --algorithm polyanya,astar [OPTIONS]\n"
    "       pathfan bench TERRAIN --random N [OPTIONS]\n"
    "\n"
    "Times every query of a scenario, or random ones: the library call from coordinates to paths,\n"
    "best of three passes. Deciles are by the length of the shortest path, on a terrain by its cost,\n"
    "over the queries that have a path. Several algorithms, separated by commas, take turns in each\n"
    "pass.\n"
    "\n"
    "  --scen FILE        a MovingAI scenario; malformed lines are skipped (exit code 4);\n"
    "                     -: standard input\n"
    "  --random N         instead of a scenario, N random pairs of free points, always the same\n"
    "  --seed S           other random pairs: a whole number (0)\n"
    "{request}"
    "  --json             {\"queries\", \"open_us\", \"mean_us\", \"median_us\", \"p95_us\", \"p99_us\",\n"
    "                     \"max_us\", \"paths_0\", \"paths_1\", ... (how many queries got that many paths),\n"
    "                     \"deciles\": [...]}, one line per algorithm; searches add\n"
    "                     \"expanded\", \"generated\", \"pruned\" (nodes, mean)\n"
    "  --per-query FILE   also write a line for each query and algorithm, as CSV: its ends, time,\n"
    "                     number of paths, length of the first, mean length of the others\n"
    "\n"
    "options of an INDEX:\n"
    CLI_OPEN_HELP
    "\n"
    "options of a MAP ({maps}):\n"
    CLI_MAP_HELP CLI_MEMORY_HELP
    "  -h, --help         this text\n"
    "\n"
    "examples:\n"
    "  pathfan bench rooms.pathfan --scen rooms.scen --paths 3\n"
    "  pathfan bench hills.geojson --random 1000 --seed 1\n";
/* clang-format on */

#define PASSES 3
#define DECILES 10
#define RANDOM_MAX 10000000
/* Draws per free point; a map on which all of them fail counts as all but blocked. */
#define DRAWS_MAX 10000
/* Random points lie on a net with so many meshes across the map. */
#define DRAW_STEPS (1 << 30)

/* Counts are kept up to this many paths; more fall into the last one. */
#define PATHS_COUNTED 64

typedef struct sample {
  double microseconds; /* best pass */
  double length;       /* of the shortest path, on a terrain its cost; -1: no path */
  double others;       /* mean length of the other paths, on a terrain of costs; NAN: none */
  int32_t paths;
  pathfan_search_counts search;
} sample;

/* One algorithm, its query, and its times. */
typedef struct timed_algorithm {
  pathfan_algorithm algorithm;
  const pf_source *source;
  double open_us; /* for opening or reading the source */
  pathfan_query *query;
  sample *samples; /* [Size: queries] */
} timed_algorithm;

typedef struct summary {
  double mean, median, p95, p99, max;
} summary;

static int by_time(const void *a, const void *b) {
  double left = ((const sample *)a)->microseconds, right = ((const sample *)b)->microseconds;
  return (left > right) - (left < right);
}

static int by_length(const void *a, const void *b) {
  double left = ((const sample *)a)->length, right = ((const sample *)b)->length;
  return (left > right) - (left < right);
}

/* Returns the smallest time that at least `share` of the sorted samples don't exceed. */
static double percentile(const sample *sorted, int32_t count, double share) {
  int32_t rank = (int32_t)ceil(share * count);
  return sorted[rank > 0 ? rank - 1 : 0].microseconds;
}

/* Summarises samples, which it sorts by time. count must not be 0. */
static summary summarise(sample *samples, int32_t count) {
  double sum = 0;
  qsort(samples, (size_t)count, sizeof *samples, by_time);
  for (int32_t i = 0; i < count; i++) sum += samples[i].microseconds;
  return (summary){sum / count, percentile(samples, count, 0.5), percentile(samples, count, 0.95),
                   percentile(samples, count, 0.99), samples[count - 1].microseconds};
}

/* Makes one pass over the scenario: fills samples[i] for line i. Returns an exit code. */
static int pass_over(timed_algorithm *who, pathfan_request request,
                     const pathfan_scenario *scenario, bool first) {
  request.algorithm = who->algorithm;
  for (int32_t i = 0; i < scenario->count; i++) {
    const pathfan_answer *answer;
    sample *out = &who->samples[i];
    request.from = (pathfan_point){scenario->lines[i].from_x, scenario->lines[i].from_y};
    request.to = (pathfan_point){scenario->lines[i].to_x, scenario->lines[i].to_y};
    double start = pf_seconds();
    pathfan_status status = pathfan_query_paths(who->query, &request, &answer);
    double spent = 1e6 * (pf_seconds() - start);
    if (status) return cli_failure(status, pathfan_query_error(who->query));
    if (first || spent < out->microseconds) out->microseconds = spent;
    out->length = answer->path_count ? answer->paths[0].cost : -1;
    out->paths = answer->path_count;
    out->others = 0;
    for (int32_t p = 1; p < answer->path_count; p++) out->others += answer->paths[p].cost;
    out->others = out->paths > 1 ? out->others / (out->paths - 1) : NAN;
    out->search = answer->search;
  }
  return CLI_OK;
}

typedef struct decile {
  double from, to; /* lengths */
  int32_t queries;
  summary times;
} decile;

typedef struct report {
  pathfan_algorithm algorithm;
  int32_t queries;
  double open_us;
  double expanded, generated, pruned; /* mean */
  summary times;
  int32_t paths[PATHS_COUNTED + 1]; /* queries by the number of their paths */
  int32_t most;                     /* number of paths shown */
  decile deciles[DECILES];          /* ten equal parts, by length */
} report;

/* Fills deciles; reorders samples. */
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

/* Makes one algorithm's report; reorders samples. */
static report evaluate(const timed_algorithm *who, int32_t count, int32_t wanted) {
  sample *samples = who->samples;
  report all = {.algorithm = who->algorithm,
                .queries = count,
                .open_us = who->open_us,
                .times = summarise(samples, count),
                .most = wanted < 3 ? 3 : wanted};
  pathfan_search_counts sum = {0}; /* integers: the sum doesn't depend on the order of samples */
  if (all.most > PATHS_COUNTED) all.most = PATHS_COUNTED;
  for (int32_t i = 0; i < count; i++) {
    all.paths[samples[i].paths < PATHS_COUNTED ? samples[i].paths : PATHS_COUNTED]++;
    sum.expanded += samples[i].search.expanded;
    sum.generated += samples[i].search.generated;
    sum.pruned += samples[i].search.pruned;
  }
  all.expanded = (double)sum.expanded / count;
  all.generated = (double)sum.generated / count;
  all.pruned = (double)sum.pruned / count;
  find_deciles(samples, count, all.deciles);
  return all;
}

static void print_json(const report *all) {
  pf_json_writer w = {.out = stdout};
  pf_write_begin(&w, NULL, '{');
  pf_write_text(&w, "algorithm", pathfan_algorithm_name(all->algorithm));
  pf_write_integer(&w, "queries", all->queries);
  pf_write_number(&w, "open_us", all->open_us);
  pf_write_number(&w, "mean_us", all->times.mean);
  pf_write_number(&w, "median_us", all->times.median);
  pf_write_number(&w, "p95_us", all->times.p95);
  pf_write_number(&w, "p99_us", all->times.p99);
  pf_write_number(&w, "max_us", all->times.max);
  for (int32_t i = 0; i <= all->most; i++) {
    char name[32];
    snprintf(name, sizeof name, "paths_%d", i);
    pf_write_integer(&w, name, all->paths[i]);
  }
  if (!pathfan_algorithm_is_indexed(all->algorithm)) {
    pf_write_number(&w, "expanded", all->expanded);
    pf_write_number(&w, "generated", all->generated);
    pf_write_number(&w, "pruned", all->pruned);
  }
  pf_write_integer(&w, "passes", PASSES);
  pf_write_begin(&w, "deciles", '[');
  for (int i = 0; i < DECILES; i++) {
    const decile *part = &all->deciles[i];
    double nothing = part->queries ? 0 : NAN; /* an empty part has no numbers: null */
    pf_write_begin(&w, NULL, '{');
    pf_write_integer(&w, "queries", part->queries);
    pf_write_number(&w, "from", part->from + nothing);
    pf_write_number(&w, "to", part->to + nothing);
    pf_write_number(&w, "mean_us", part->times.mean + nothing);
    pf_write_number(&w, "median_us", part->times.median + nothing);
    pf_write_end(&w, '}');
  }
  pf_write_end(&w, ']');
  pf_write_end(&w, '}');
  putchar('\n');
}

static void print_text(const report *all) {
  printf("%s: %d queries, best of %d passes, microseconds; opened in %.0f\n",
         pathfan_algorithm_name(all->algorithm), all->queries, PASSES, all->open_us);
  printf("mean %.2f  median %.2f  p95 %.2f  p99 %.2f  max %.2f\n", all->times.mean,
         all->times.median, all->times.p95, all->times.p99, all->times.max);
  if (!pathfan_algorithm_is_indexed(all->algorithm))
    printf("nodes: %.1f expanded, %.1f generated, %.1f pruned\n", all->expanded, all->generated,
           all->pruned);
  printf("paths found:");
  for (int32_t i = 1; i <= all->most; i++)
    printf(" %d: %d (%.1f%%) ", i, all->paths[i], 100.0 * all->paths[i] / all->queries);
  printf(" none: %d (%.1f%%)\n", all->paths[0], 100.0 * all->paths[0] / all->queries);
  printf("%s  shortest path         queries      mean    median%s\n", cli_bold(), cli_plain());
  for (int i = 0; i < DECILES; i++) {
    const decile *part = &all->deciles[i];
    if (part->queries)
      printf("%10.2f - %8.2f  %8d  %8.2f  %8.2f\n", part->from, part->to, part->queries,
             part->times.mean, part->times.median);
  }
}

/* ---- Single queries ---- */

static void print_number(FILE *stream, double value, int decimals) {
  char text[PF_NUMBER_BYTES];
  fprintf(stream, ",%s", isnan(value) ? "" : pf_number_text(value, decimals, text));
}

/* Writes a line for each query and algorithm. Returns an exit code. */
static int write_queries(const char *path, const timed_algorithm *all, int count,
                         const pathfan_scenario *scenario) {
  pf_output out;
  pathfan_error error = {""};
  pathfan_status status = pf_output_open(&out, path, &error);
  if (status) return cli_failure(status, error.text);
  fputs("query,from x,from y,to x,to y,algorithm,us,paths,length,others,expanded\n", out.stream);
  for (int32_t i = 0; i < scenario->count; i++)
    for (int a = 0; a < count; a++) {
      const pathfan_scenario_line *ends = &scenario->lines[i];
      const sample *at = &all[a].samples[i];
      fprintf(out.stream, "%d", i);
      print_number(out.stream, ends->from_x, 9);
      print_number(out.stream, ends->from_y, 9);
      print_number(out.stream, ends->to_x, 9);
      print_number(out.stream, ends->to_y, 9);
      fprintf(out.stream, ",%s", pathfan_algorithm_name(all[a].algorithm));
      print_number(out.stream, at->microseconds, 3);
      fprintf(out.stream, ",%d", at->paths);
      print_number(out.stream, at->length < 0 ? NAN : at->length, 9);
      print_number(out.stream, at->others, 9);
      fprintf(out.stream, ",%lld\n", (long long)at->search.expanded);
    }
  status = pf_output_close(&out, &error);
  return status ? cli_failure(status, error.text) : CLI_OK;
}

/* How results are shown. */
typedef struct output {
  bool json;
  const char *per_query; /* a file; NULL: none */
} output;

static int bench(timed_algorithm *all, int count, const pathfan_request *request,
                 const pathfan_scenario *scenario, output to) {
  int code = CLI_OK;
  for (int i = 0; i < count && code == CLI_OK; i++) {
    all[i].samples = calloc((size_t)scenario->count, sizeof *all[i].samples);
    pathfan_status status =
        all[i].samples ? pf_source_query(all[i].source, &all[i].query) : PATHFAN_ERR_NO_MEMORY;
    if (status) code = cli_failure(status, NULL);
    pathfan_request one = *request;
    one.algorithm = all[i].algorithm;
    if (code == CLI_OK) code = cli_check_request(all[i].query, &one);
  }
  for (int pass = 0; pass < PASSES; pass++)
    for (int i = 0; i < count && code == CLI_OK; i++)
      code = pass_over(&all[i], *request, scenario, pass == 0);
  if (code == CLI_OK && to.per_query) code = write_queries(to.per_query, all, count, scenario);
  for (int i = 0; i < count && code == CLI_OK; i++) {
    report result = evaluate(&all[i], scenario->count, request->paths);
    (to.json ? print_json : print_text)(&result);
  }
  for (int i = 0; i < count; i++) {
    free(all[i].samples);
    pathfan_query_free(all[i].query);
  }
  return code;
}

/* Times the valid lines. CLI_MALFORMED: there are others, or none at all is valid. */
static int bench_scenario(timed_algorithm *all, int count, const pathfan_request *request,
                          const char *path, const char *source_path, output to) {
  pathfan_scenario scenario = {0};
  pathfan_error error = {""};
  pathfan_status status = pathfan_scenario_read(path, &scenario, &error);
  int code = status ? cli_failure(status, error.text) : CLI_OK;
  if (scenario.count > 0) {
    cli_warn_scenario(path, &scenario, source_path, all[0].source);
    int failed = bench(all, count, request, &scenario, to);
    if (failed != CLI_OK) code = failed;
  } else if (!status) {
    cli_message("%s: there is no query in it", path);
    code = CLI_MALFORMED;
  }
  pathfan_scenario_free(&scenario);
  return code;
}

/* ---- Random pairs ---- */

/* Draws a random free point of a source. Returns an exit code. */
static int draw(pathfan_query *query, const pathfan_index_info *map, pf_random *random,
                pathfan_point *point) {
  for (int i = 0; i < DRAWS_MAX; i++) {
    pathfan_point at, nearest;
    bool is_free = false;
    at.x = map->origin_x + map->width * ((double)pf_random_below(random, DRAW_STEPS) / DRAW_STEPS);
    at.y = map->origin_y + map->height * ((double)pf_random_below(random, DRAW_STEPS) / DRAW_STEPS);
    const pathfan_status status = pathfan_query_nearest_free(query, at, 0, &nearest, &is_free);
    if (status) return cli_failure(status, pathfan_query_error(query));
    if (!is_free) continue;
    *point = at;
    return CLI_OK;
  }
  cli_message("no free point was found in %d draws", DRAWS_MAX);
  return CLI_MALFORMED;
}

/* Times random pairs, spread evenly over the free part of the map. */
static int bench_random(timed_algorithm *all, int count, const pathfan_request *request,
                        int32_t pairs, uint64_t seed, output shown) {
  pf_random random = pf_random_from(seed);
  pf_source_facts facts;
  pathfan_query *query = NULL;
  pathfan_scenario drawn = {.lines = calloc((size_t)pairs, sizeof *drawn.lines)};
  pathfan_status status =
      drawn.lines ? pf_source_query(all[0].source, &query) : PATHFAN_ERR_NO_MEMORY;
  int code = status ? cli_failure(status, NULL) : CLI_OK;
  pf_source_look(all[0].source, &facts);
  for (; drawn.count < pairs && code == CLI_OK; drawn.count++) {
    pathfan_point from, to;
    code = draw(query, &facts.info, &random, &from);
    if (code == CLI_OK) code = draw(query, &facts.info, &random, &to);
    if (code == CLI_OK)
      drawn.lines[drawn.count] = (pathfan_scenario_line){
          .number = drawn.count, .from_x = from.x, .from_y = from.y, .to_x = to.x, .to_y = to.y};
  }
  pathfan_query_free(query);
  if (code == CLI_OK) code = bench(all, count, request, &drawn, shown);
  pathfan_scenario_free(&drawn);
  return code;
}

/* ---- The command line ---- */

typedef struct arguments {
  const char *scenario_path;
  int64_t pairs; /* random ones; 0: the scenario's */
  uint64_t seed;
  output to;
  bool has_algorithms, has_seed;
  pathfan_request request;
  pathfan_map_options map;
  pathfan_open_options open;
  pf_area_list avoid;
  pathfan_algorithm algorithms[PATHFAN_ALGORITHM_COUNT];
  int algorithm_count;
} arguments;

/* Reads algorithms such as "index,polyanya", each of them once. */
static int take_algorithms(const cli_command *command, int field, const char *text,
                           arguments *into) {
  into->algorithm_count = 0;
  into->has_algorithms = true;
  for (;;) {
    char name[32];
    pathfan_algorithm algorithm;
    const size_t length = strcspn(text, ",");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             text);
    if (!pf_read_algorithm(text, length, &algorithm))
      return cli_refuse_request_option(command, field, name);
    for (int i = 0; i < into->algorithm_count; i++)
      if (into->algorithms[i] == algorithm)
        return cli_usage(command, "--algorithm: '%s' is named twice", name);
    into->algorithms[into->algorithm_count++] = algorithm;
    if (!text[length]) return CLI_OK;
    text += length + 1;
  }
}

static int take_request(const cli_command *command, const cli_option *option, char *text,
                        void *context) {
  arguments *into = context;
  int code = CLI_OK;
  if (cli_is_request_option(option->field, "algorithm"))
    return take_algorithms(command, option->field, text, into);
  cli_request_option(command, option->field, text, &into->request, &into->avoid, &code);
  return code;
}

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    {"", CLI_REQUEST, .take = take_request},
    CLI_MAP_OPTIONS(AT(map)),
    CLI_OPEN_OPTIONS(AT(open)),
    {"scen", CLI_INPUT, .at = AT(scenario_path)},
    {"random", CLI_INTEGER, .at = AT(pairs), .least = 1, .most = RANDOM_MAX},
    {"seed", CLI_WHOLE, .at = AT(seed), .given = AT(has_seed), .wanted = "a whole number"},
    {"json", CLI_SWITCH, .at = AT(to.json)},
    {"per-query", CLI_OUTPUT, .at = AT(to.per_query)},
    {NULL}};

/* Checks that the options go together. Returns CLI_OK or CLI_USAGE. */
static int check_together(const cli_command *command, const arguments *given) {
  if (!given->scenario_path && !given->pairs)
    return cli_usage(command, "--scen FILE or --random N is missing");
  if (given->scenario_path && given->pairs)
    return cli_usage(command, "--scen and --random: either one or the other");
  if (given->has_seed && !given->pairs) return cli_usage(command, "--seed needs --random N");
  for (int i = 0; i < given->algorithm_count && given->request.avoid_count; i++)
    if (given->algorithms[i] == PATHFAN_ALGORITHM_ASTAR)
      return cli_usage(command, "--avoid: algorithm astar can't keep out of areas");
  return CLI_OK;
}

/* Opens the sources that the algorithms need, from the file at path, and times the algorithms. */
static int time_algorithms(const cli_command *command, const char *path, const arguments *given) {
  int code = CLI_OK;
  pf_source sources[PATHFAN_ALGORITHM_COUNT] = {{0}};
  timed_algorithm all[PATHFAN_ALGORITHM_COUNT] = {{0}};
  for (int i = 0; i < given->algorithm_count && code == CLI_OK; i++) {
    all[i].algorithm = given->algorithms[i];
    for (int k = 0; k < i && !all[i].source; k++) /* another one's source may do */
      if (pf_source_can(&sources[k], given->algorithms[i])) {
        all[i].source = &sources[k];
        all[i].open_us = all[k].open_us;
      }
    if (all[i].source) continue;
    const double start = pf_seconds();
    code = given->has_algorithms
               ? cli_open_source(path, given->algorithms[i], &given->map, &given->open, &sources[i])
               : cli_open_any(path, &all[i].algorithm, &given->map, &given->open, &sources[i]);
    all[i].open_us = 1e6 * (pf_seconds() - start);
    all[i].source = &sources[i];
  }
  for (int i = 0; i < given->algorithm_count && code == CLI_OK; i++)
    if (sources[i].index) code = cli_check_tables(command, sources[i].index, &given->request);
  if (code == CLI_OK && given->pairs)
    code = bench_random(all, given->algorithm_count, &given->request, (int32_t)given->pairs,
                        given->seed, given->to);
  else if (code == CLI_OK)
    code = bench_scenario(all, given->algorithm_count, &given->request, given->scenario_path, path,
                          given->to);
  for (int i = 0; i < PATHFAN_ALGORITHM_COUNT; i++) pf_source_close(&sources[i]);
  return code;
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {.algorithms = {PATHFAN_ALGORITHM_INDEX}, .algorithm_count = 1};
  int code = CLI_OK;
  pathfan_request_init(&given.request);
  pathfan_map_options_init(&given.map);
  if (cli_take_options(command, argc, argv, all_options, &given, &code)) {
    const char *path = cli_operand(command, argc, argv, "INDEX or MAP");
    code = path ? check_together(command, &given) : CLI_USAGE;
    if (code == CLI_OK && cli_is_stdin(cli_input_path(path)))
      code = cli_usage(command, "what is timed is opened more than once; name a file, not -");
    if (code == CLI_OK) code = time_algorithms(command, path, &given);
  }
  pf_area_list_free(&given.avoid);
  return code;
}

const cli_command cli_bench = {"bench", "time queries of a scenario, or random ones", help, run};
