/* coverage.c - how many of the answers with three paths that a thorough request finds a fast one
 * finds, too.
 *
 *   coverage-run [MAP...]
 *
 * Without maps takes a fixed list: game maps from the folder PATHFAN_BENCHMARK_DIR, and maps made
 * for it. Builds each map's index, and asks LINES requests twice, fast and thoroughly: with the
 * preset game, and with the preset paper. Prints a line for each map and each suite; without MAP
 * fails if a ratio is below its least. Takes minutes. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "bench.h"
#include "pathfan/build.h"

enum { LINES = 60, PATHS = 3, WAYS = 2, SUITES_MOST = 8 };

/* Maps with fewer answers of three paths than these say little by themselves. */
enum { ANSWERS_LEAST = 8 };

/* The least ratios. */
#define OF_SUITE 0.97
#define OF_MAP 0.85
#define OF_PAPER 0.98

/* The ten on which the first measurements were worst (docs/decisions/coverage.md), and others of
 * each suite. */
static const char *const game_maps[] = {"dao/den207d",
                                        "dao/orz700d",
                                        "dao/brc503d",
                                        "dao/ost001d",
                                        "dao/brc202d",
                                        "dao/orz100d",
                                        "dao/ost000a",
                                        "dao/lak102d",
                                        "dao/hrt201d",
                                        "dao/den011d",
                                        "da2/lt_undercitydungeon",
                                        "da2/ht_0_hightown",
                                        "da2/ca_caverns1",
                                        "da2/w_bonepitdestroyed_a3",
                                        "da2/lt_gallowstemplar_n",
                                        "bgmaps/AR0044SR",
                                        "bgmaps/AR0603SR",
                                        "bgmaps/AR0605SR",
                                        "bgmaps/AR0300SR",
                                        "bgmaps/AR0704SR"};

static const struct {
  const char *name;
  pathfan_map_kind kind;
  int32_t width, height, scale;
} made_maps[] = {{"caves", PATHFAN_MAP_CAVES, 160, 100, 0},
                 {"rooms", PATHFAN_MAP_ROOMS, 160, 100, 0},
                 {"maze", PATHFAN_MAP_MAZE, 160, 100, 0},
                 {"random", PATHFAN_MAP_RANDOM, 100, 80, 0},
                 {"town", PATHFAN_MAP_CITY, 500, 400, 0}};

typedef struct tally {
  char suite[64];
  int32_t requests, thorough[WAYS], fast[WAYS], paths_thorough[WAYS], paths_fast[WAYS];
  double seconds, bytes;
} tally;

static const pathfan_preset presets[WAYS] = {PATHFAN_PRESET_GAME, PATHFAN_PRESET_PAPER};
static tally suites[SUITES_MOST];
static int32_t suite_count;

/* Returns the number of paths of an answer. */
static int32_t ask(pathfan_query *query, bench_line line, int way, pathfan_effort effort) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  (void)pathfan_request_preset(&request, presets[way]);
  request.from = line.from;
  request.to = line.to;
  request.paths = PATHS;
  request.effort = effort;
  if (pathfan_query_paths(query, &request, &answer)) errx(1, "%s", pathfan_query_error(query));
  return answer->path_count;
}

static bool has_path(pathfan_query *query, bench_line line) {
  double length;
  pathfan_outcome outcome;
  if (pathfan_query_distance(query, line.from, line.to, &length, &outcome))
    errx(1, "%s", pathfan_query_error(query));
  return outcome == PATHFAN_OUTCOME_OK && length > 0;
}

static void count(pathfan_query *query, bench_line line, tally *t) {
  t->requests++;
  for (int way = 0; way < WAYS; way++) {
    const int32_t fast = ask(query, line, way, PATHFAN_EFFORT_FAST);
    const int32_t thorough = ask(query, line, way, PATHFAN_EFFORT_THOROUGH);
    t->fast[way] += fast == PATHS;
    t->thorough[way] += thorough == PATHS;
    t->paths_fast[way] += fast ? fast - 1 : 0;
    t->paths_thorough[way] += thorough ? thorough - 1 : 0;
  }
}

/* Asks lines of a scenario, evenly spread, that have a path. */
static void ask_scenario(pathfan_query *query, const char *path, tally *t) {
  size_t lines;
  bench_line *all = bench_scenario(path, &lines);
  for (size_t i = 0; i < LINES && i < lines; i++) {
    bench_line line = all[lines < LINES ? i : (2 * i + 1) * lines / (2 * LINES)];
    line.from.x += 0.5, line.from.y += 0.5, line.to.x += 0.5, line.to.y += 0.5; /* of cells */
    if (has_path(query, line)) count(query, line, t);
  }
  free(all);
}

static pathfan_point draw(pf_random *random, int32_t width, int32_t height) {
  return (pathfan_point){0.5 + (double)pf_random_below(random, width),
                         0.5 + (double)pf_random_below(random, height)};
}

static void ask_random(pathfan_query *query, int32_t width, int32_t height, tally *t) {
  pf_random random = pf_random_from(1);
  for (int32_t tries = 0; t->requests < LINES && tries < 100 * LINES; tries++) {
    const pathfan_point from = draw(&random, width, height), to = draw(&random, width, height);
    const bench_line line = {from, to};
    if (has_path(query, line)) count(query, line, t);
  }
}

static double ratio(int32_t part, int32_t all) {
  return all ? (double)part / all : 1;
}

static void print(const char *name, const tally *t) {
  printf("%-28s %4d", name, t->requests);
  for (int way = 0; way < WAYS; way++)
    printf("  %4d %4d %.3f (%.3f)", t->thorough[way], t->fast[way],
           ratio(t->fast[way], t->thorough[way]),
           ratio(t->paths_fast[way], t->paths_thorough[way]));
  printf("  %7.2f s %8.0f KB\n", t->seconds, t->bytes / 1024);
  fflush(stdout);
}

static void add(const tally *t) {
  int32_t i = 0;
  while (i < suite_count && strcmp(suites[i].suite, t->suite) != 0) i++;
  if (i == SUITES_MOST) errx(1, "too many suites");
  if (i == suite_count) memcpy(suites[suite_count++].suite, t->suite, sizeof t->suite);
  suites[i].requests += t->requests;
  suites[i].seconds += t->seconds;
  suites[i].bytes += t->bytes;
  for (int way = 0; way < WAYS; way++) {
    suites[i].thorough[way] += t->thorough[way];
    suites[i].fast[way] += t->fast[way];
    suites[i].paths_thorough[way] += t->paths_thorough[way];
    suites[i].paths_fast[way] += t->paths_fast[way];
  }
}

/* Builds the map's index and asks; scenario NULL: random requests within width x height. */
static bool run(const char *name, const char *map, const char *scenario, int32_t width,
                int32_t height, tally *t) {
  char path[] = "/tmp/coverage.XXXXXX";
  const int file = mkstemp(path);
  pathfan_build_options options;
  pathfan_build_report report;
  pathfan_error error;
  pathfan_index *index;
  pathfan_query *query;
  if (file < 0) err(1, "%s", path);
  close(file);
  pathfan_build_options_init(&options);
  options.threads = 1;
  const clock_t begin = clock();
  if (pathfan_build_index(map, path, &options, &report, &error)) errx(1, "%s", error.text);
  t->seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  t->bytes = (double)report.file_bytes;
  if (pathfan_index_open(path, NULL, &index, &error)) errx(1, "%s", error.text);
  unlink(path);
  if (pathfan_query_create(index, &query)) errx(1, "out of memory");
  if (scenario)
    ask_scenario(query, scenario, t);
  else
    ask_random(query, width, height, t);
  pathfan_query_free(query);
  pathfan_index_close(index);
  print(name, t);
  add(t);
  const bool bad = t->thorough[0] >= ANSWERS_LEAST && ratio(t->fast[0], t->thorough[0]) < OF_MAP;
  if (bad) printf("%s: below %.2f\n", name, OF_MAP);
  return !bad;
}

/* Runs a game map, with its scenario beside it; its folder's name is its suite's. */
static bool run_game(const char *map) {
  char scenario[4096];
  tally t = {0};
  const char *end = strrchr(map, '/');
  const char *begin = end;
  while (begin && begin > map && begin[-1] != '/') begin--;
  snprintf(t.suite, sizeof t.suite, "%.*s", begin ? (int)(end - begin) : 1, begin ? begin : ".");
  snprintf(scenario, sizeof scenario, "%s.scen", map);
  if (access(scenario, R_OK))
    snprintf(scenario, sizeof scenario, "%.*s.scen", (int)strlen(map) - 4, map);
  return run(begin ? begin : map, map, scenario, 0, 0, &t);
}

static bool run_made(int32_t i) {
  char path[] = "/tmp/coverage.XXXXXX";
  const int file = mkstemp(path);
  pathfan_map_recipe recipe;
  pathfan_error error;
  tally t = {.suite = "made"};
  if (file < 0) err(1, "%s", path);
  close(file);
  pathfan_map_recipe_init(&recipe);
  recipe.kind = made_maps[i].kind;
  recipe.width = made_maps[i].width;
  recipe.height = made_maps[i].height;
  recipe.scale = made_maps[i].scale;
  recipe.seed = 7;
  if (pathfan_map_make(&recipe, path, &error)) errx(1, "%s", error.text);
  const bool good = run(made_maps[i].name, path, NULL, recipe.width, recipe.height, &t);
  unlink(path);
  return good;
}

static bool run_list(void) {
  const char *folder = getenv("PATHFAN_BENCHMARK_DIR");
  bool good = true;
  if (!folder) errx(2, "PATHFAN_BENCHMARK_DIR isn't set: the folder of the maps");
  for (size_t i = 0; i < sizeof game_maps / sizeof *game_maps; i++) {
    char map[4096];
    snprintf(map, sizeof map, "%s/%s.map", folder, game_maps[i]);
    good = run_game(map) && good;
  }
  for (size_t i = 0; i < sizeof made_maps / sizeof *made_maps; i++)
    good = run_made((int32_t)i) && good;
  return good;
}

int main(int argc, char **argv) {
  bool good = true;
  printf("%-28s %4s  %-25s  %s\n", "", "", "game: thorough, fast", "paper");
  for (int i = 1; i < argc; i++) (void)run_game(argv[i]);
  if (argc == 1) good = run_list();
  for (int32_t i = 0; i < suite_count; i++) {
    print(suites[i].suite, &suites[i]);
    good = good && ratio(suites[i].fast[0], suites[i].thorough[0]) >= OF_SUITE &&
           ratio(suites[i].fast[1], suites[i].thorough[1]) >= OF_PAPER;
  }
  return good || argc > 1 ? 0 : 1;
}
