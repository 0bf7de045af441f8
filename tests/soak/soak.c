/* soak.c - a server's life in fast motion: eight threads put random requests to many maps while the
 * files are replaced, reloaded, opened and closed.
 *
 *   soak [QUERIES [SECONDS]]        default 10 million, 0: no time limit
 *
 * PATHFAN_SOAK_QUERIES is used if the argument is missing. Makes maps of four kinds; with
 * PATHFAN_BENCHMARK_DIR some game maps are added. Prints a line every 30 seconds and one of figures
 * at the end; exit status 1, with the first trouble, if there was any.
 *
 * Every answer is checked (request.h); one request in 64 is from each index's own list, and must be
 * answered as it was by one thread at the beginning.
 *
 * Memory is flat if
 * - when everything is closed, all memory from malloc is freed, but for 64 KiB of the C library's
 *   own, and no file of ours is mapped or open,
 * - in the last quarter of the queries, malloc's memory in use and the process's anonymous memory
 *   peak no higher than in the second, but for a quarter and 8 MiB: the peak depends on which maps
 *   are open twice (checked from a million queries on),
 * - there are never more mappings and descriptors of our files than can be in use: of each place
 *   one, and one for each thread's query object that hasn't moved on from it; one that each thread
 *   opens; a builder's. */
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer_sum.h"
#include "base/clock.h"
#include "base/random.h"
#include "pathfan/build.h"
#include "pathfan/inspect.h"
#include "pathfan/query.h"
#include "figures.h"
#include "request.h"

enum {
  THREADS = 8,
  MADE_MAPS = 12, /* four kinds, three sizes */
  GAME_MAPS = 8,
  MAPS_MAX = MADE_MAPS + GAME_MAPS,
  FIXED = 64,        /* requests of each index with known answers */
  GAME_BYTES = 40000 /* largest map file: larger ones take long to build */
};

/* One map's index. */
typedef struct edition {
  char map[600], built[600];
  uint8_t *bytes;
  size_t size;
  uint8_t digest[16]; /* of the map */
  double width, height;
  pathfan_request fixed[FIXED];
  uint64_t sums[FIXED];
} edition;

/* A path at which one index after the other is published, and the server's index opened from it. */
typedef struct place {
  pathfan_open_options options;
  char path[600], beside[600];
  pathfan_index *index;
} place;

static edition editions[MAPS_MAX];
static int edition_count;
static place places[] = {
    {.options = {.policy = PATHFAN_OPEN_LAZY}},
    {.options = {.policy = PATHFAN_OPEN_EAGER, .prefetch = true}},
    {.options = {.policy = PATHFAN_OPEN_TRUST}},
    {.options = {.private_copy = true}},
    {.options = {.offset = 8192, .prefetch = true}},
    {.options = {.policy = PATHFAN_OPEN_EAGER, .offset = 1000}},
};
enum { PLACES = sizeof places / sizeof places[0] };

static char folder[512];
static atomic_llong asked, paths_found, compared, measured, distances;
static atomic_long publishes, reloads, opens, troubles;
static long long wanted;
static atomic_bool over;
static pthread_mutex_t trouble_lock = PTHREAD_MUTEX_INITIALIZER;
static char first_trouble[400];

__attribute__((format(printf, 1, 2))) static void trouble(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  pthread_mutex_lock(&trouble_lock);
  if (atomic_fetch_add(&troubles, 1) == 0)
    vsnprintf(first_trouble, sizeof first_trouble, format, arguments);
  pthread_mutex_unlock(&trouble_lock);
  va_end(arguments);
}

__attribute__((format(printf, 1, 2), noreturn)) static void die(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "soak: ");
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  exit(1);
}

/* True once in `rarity` times. */
static bool rarely(pf_random *random, int rarity) {
  return pf_random_below(random, rarity) == 0;
}

/* ---- Answers ---- */

static void check_answer(const pathfan_request *r, const pathfan_answer *a) {
  const char *flaw = soak_flaw(r, a);
  if (flaw) trouble("%s", flaw);
}

/* Checks bounds that take a measurement. */
static void check_measures(pathfan_query *query, const pathfan_request *r,
                           const pathfan_answer *a) {
  pathfan_measures each[8], all;
  if (pathfan_query_measure(query, a->paths, a->path_count, each, &all)) {
    trouble("measure: %s", pathfan_query_error(query));
    return;
  }
  if (a->path_count > 1 && all.similarity > 1 - a->dissimilarity + 1e-6)
    trouble("similarity %.9f, theta %.9f", all.similarity, a->dissimilarity);
  for (int32_t i = 1; i < a->path_count; i++)
    if (r->max_bounded_stretch > 0 && each[i].bounded_stretch > r->max_bounded_stretch + 1e-6)
      trouble("bounded stretch %.9f", each[i].bounded_stretch);
  atomic_fetch_add(&measured, 1);
}

/* The distance call must agree with path 1, if both used one generation. */
static void check_distance(pathfan_query *query, const place *at, const pathfan_answer *a) {
  const double length = a->paths[0].length;
  const uint32_t generation = a->generation;
  pathfan_index_info now;
  pathfan_outcome outcome;
  double distance = 0;
  if (pathfan_query_distance(query, a->from, a->to, &distance, &outcome)) {
    trouble("distance: %s", pathfan_query_error(query));
    return;
  }
  pathfan_index_info_get(at->index, &now);
  if (now.generation != generation) return;
  if (outcome != PATHFAN_OUTCOME_OK || fabs(distance - length) > soak_slack(length))
    trouble("distance %.9f, path 1 %.9f", distance, length);
  atomic_fetch_add(&distances, 1);
}

/* ---- Threads ---- */

static const edition *edition_of(const pathfan_index *index, uint32_t *generation) {
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  *generation = info.generation;
  for (int i = 0; i < edition_count; i++)
    if (memcmp(info.source_digest, editions[i].digest, sizeof info.source_digest) == 0)
      return &editions[i];
  trouble("generation %u is of no map", info.generation);
  return &editions[0];
}

/* Asks a request with a known answer. generation: the one that e was read from; 0: any. */
static void ask_fixed(pathfan_query *query, const edition *e, uint32_t generation, int k) {
  const pathfan_answer *answer;
  if (pathfan_query_paths(query, &e->fixed[k], &answer)) {
    trouble("query: %s", pathfan_query_error(query));
    return;
  }
  if (generation && answer->generation != generation) return;
  if (sum_of(answer) != e->sums[k]) trouble("%s: question %d has another answer", e->built, k);
  atomic_fetch_add(&compared, 1);
}

static void ask_random(pathfan_query *query, const place *at, const edition *e, pf_random *random) {
  pathfan_area area;
  pathfan_point corners[4];
  const pathfan_request r = soak_request(random, e->width, e->height, &area, corners);
  const pathfan_answer *answer;
  if (pathfan_query_paths(query, &r, &answer)) {
    trouble("query: %s", pathfan_query_error(query));
    return;
  }
  check_answer(&r, answer);
  atomic_fetch_add(&paths_found, answer->path_count);
  if (answer->path_count > 0 && rarely(random, 64)) check_measures(query, &r, answer);
  if (answer->path_count > 0 && !r.avoid && rarely(random, 16)) check_distance(query, at, answer);
}

static void reload(const place *at) {
  pathfan_error error;
  if (!pathfan_index_is_stale(at->index)) return;
  if (pathfan_index_reload(at->index, &error))
    trouble("reload: %s", error.text);
  else
    atomic_fetch_add(&reloads, 1);
}

/* Opens a place as another client would, in any way that fits it. */
static void open_anew(const place *at, pf_random *random) {
  pathfan_open_options options = at->options;
  pathfan_index *index;
  pathfan_query *query;
  pathfan_error error;
  uint32_t generation;
  options.policy = (pathfan_open_policy)pf_random_below(random, 3);
  options.private_copy = rarely(random, 3);
  options.prefetch = rarely(random, 3);
  if (pathfan_index_open(at->path, &options, &index, &error)) {
    trouble("open: %s", error.text);
    return;
  }
  const edition *e = edition_of(index, &generation);
  if (pathfan_query_create(index, &query)) {
    trouble("no query object");
  } else {
    ask_fixed(query, e, 0, (int)pf_random_below(random, FIXED));
    pathfan_query_free(query);
  }
  if (rarely(random, 4) && pathfan_index_verify(index, &error)) trouble("%s", error.text);
  pathfan_index_close(index);
  atomic_fetch_add(&opens, 1);
}

static void *serve(void *context) {
  pf_random random = pf_random_from((uint64_t)(uintptr_t)context);
  pathfan_query *query[PLACES] = {NULL};
  while (!atomic_load(&over)) {
    const int p = (int)pf_random_below(&random, PLACES);
    uint32_t generation;
    const edition *e = edition_of(places[p].index, &generation);
    if (!query[p] && pathfan_query_create(places[p].index, &query[p])) {
      trouble("no query object");
      break;
    }
    for (int i = 0; i < 64; i++) {
      if (i == 0)
        ask_fixed(query[p], e, generation, (int)pf_random_below(&random, FIXED));
      else
        ask_random(query[p], &places[p], e, &random);
    }
    atomic_fetch_add(&asked, 64);
    if (rarely(&random, 4)) reload(&places[p]);
    if (rarely(&random, 32)) open_anew(&places[p], &random);
    if (rarely(&random, 64)) {
      pathfan_query_free(query[p]);
      query[p] = NULL;
    }
  }
  for (int p = 0; p < PLACES; p++) pathfan_query_free(query[p]);
  return NULL;
}

static void write_file(const char *path, const edition *e, size_t offset) {
  static const uint8_t before[8192];
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0 || write(file, before, offset) != (ssize_t)offset ||
      write(file, e->bytes, e->size) != (ssize_t)e->size || close(file))
    die("can't write %s", path);
}

/* Publishes the same map's index again, or another's; sometimes builds it on the spot. */
static void publish(const place *at, const edition *e, bool build) {
  pathfan_build_options options;
  pathfan_error error;
  pathfan_build_options_init(&options);
  options.threads = 1;
  if (build) {
    if (pathfan_build_index(e->map, at->path, &options, NULL, &error)) trouble("%s", error.text);
  } else {
    write_file(at->beside, e, (size_t)at->options.offset);
    if (rename(at->beside, at->path)) die("can't rename %s", at->beside);
  }
  atomic_fetch_add(&publishes, 1);
}

static void *publish_on(void *context) {
  pf_random random = pf_random_from(99);
  (void)context;
  while (!atomic_load(&over)) {
    const place *at = &places[pf_random_below(&random, PLACES)];
    const edition *e = &editions[pf_random_below(&random, edition_count)];
    publish(at, e, !at->options.offset && e < editions + MADE_MAPS && rarely(&random, 20));
    usleep((useconds_t)pf_random_between(&random, 1000, 60000));
  }
  return NULL;
}

/* ---- Watching ---- */

/* Whether each kind of thing was done, however slow the machine. */
static bool all_done(void) {
  return atomic_load(&compared) && atomic_load(&measured) && atomic_load(&distances) &&
         atomic_load(&publishes) > PLACES && atomic_load(&reloads) && atomic_load(&opens);
}

/* Records peaks by quarters of the run, and the most mappings or files; ends the run. */
static void watch(double start, double limit, soak_figures peaks[4], int *most) {
  double told = start;
  for (bool enough = false; !enough || !(all_done() || atomic_load(&troubles));) {
    usleep(200000);
    const soak_figures f = soak_look(folder);
    const long long now = atomic_load(&asked);
    const int quarter = now < wanted ? (int)(now * 4 / wanted) : 3;
    if (f.anonymous > peaks[quarter].anonymous) peaks[quarter].anonymous = f.anonymous;
    if (f.used > peaks[quarter].used) peaks[quarter].used = f.used;
    if (f.mappings > *most) *most = f.mappings;
    if (f.files > *most) *most = f.files;
    if (pf_seconds() - told >= 30) {
      told = pf_seconds();
      printf("%6.0f s %10lld queries, %ld MiB in use, RSS %ld MiB (anonymous %ld), %d mappings, "
             "%d files, %ld publishes, %ld reloads, %ld troubles\n",
             told - start, now, f.used / 1024, f.resident / 1024, f.anonymous / 1024, f.mappings,
             f.files, atomic_load(&publishes), atomic_load(&reloads), atomic_load(&troubles));
      fflush(stdout);
    }
    enough = now >= wanted || (limit > 0 && pf_seconds() - start > limit);
  }
  atomic_store(&over, true);
}

/* ---- Beginning and end ---- */

static void read_back(edition *e) {
  struct stat info;
  const int file = open(e->built, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &info)) die("can't open %s", e->built);
  e->size = (size_t)info.st_size;
  e->bytes = malloc(e->size);
  if (!e->bytes || read(file, e->bytes, e->size) != info.st_size) die("can't read %s", e->built);
  close(file);
}

/* Builds the map's index, and records the answers to its fixed requests. */
static void add_edition(const char *map) {
  edition *e = &editions[edition_count];
  pf_random random = pf_random_from((uint64_t)edition_count);
  pathfan_build_options options;
  pathfan_index_info info;
  pathfan_index *index;
  pathfan_query *query;
  pathfan_error error;
  pathfan_build_options_init(&options);
  snprintf(e->map, sizeof e->map, "%s", map);
  snprintf(e->built, sizeof e->built, "%s/%d.pathfan", folder, edition_count);
  if (pathfan_build_index(map, e->built, &options, NULL, &error) ||
      pathfan_index_open(e->built, NULL, &index, &error))
    die("%s", error.text);
  pathfan_index_info_get(index, &info);
  memcpy(e->digest, info.source_digest, sizeof e->digest);
  e->width = info.width;
  e->height = info.height;
  if (pathfan_query_create(index, &query)) die("out of memory");
  for (int k = 0; k < FIXED; k++) {
    pathfan_area area;
    pathfan_point corners[4];
    const pathfan_answer *answer;
    do e->fixed[k] = soak_request(&random, e->width, e->height, &area, corners);
    while (e->fixed[k].avoid); /* its areas lie on the stack */
    if (pathfan_query_paths(query, &e->fixed[k], &answer)) die("%s", pathfan_query_error(query));
    check_answer(&e->fixed[k], answer);
    e->sums[k] = sum_of(answer);
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
  read_back(e);
  edition_count++;
}

static void make_maps(void) {
  for (int i = 0; i < MADE_MAPS; i++) {
    pathfan_map_recipe recipe;
    pathfan_error error;
    char path[600];
    pathfan_map_recipe_init(&recipe);
    recipe.kind = (pathfan_map_kind)(i % 4);
    recipe.width = recipe.height = 20 + 14 * (i / 4);
    recipe.seed = (uint64_t)i + 1;
    snprintf(path, sizeof path, "%s/%d.map", folder, i);
    if (pathfan_map_make(&recipe, path, &error)) die("%s", error.text);
    add_edition(path);
  }
}

/* Adds some of the smaller game maps, spread over them all. */
static void add_game_maps(const char *from) {
  char pattern[4096];
  glob_t all;
  snprintf(pattern, sizeof pattern, "%s/*/*.map", from);
  if (glob(pattern, 0, NULL, &all)) die("no maps at %s", pattern);
  const size_t step = all.gl_pathc / GAME_MAPS + 1;
  for (size_t i = 0, due = 0; i < all.gl_pathc && edition_count < MAPS_MAX; i++) {
    struct stat info;
    if (i < due || stat(all.gl_pathv[i], &info) || info.st_size > GAME_BYTES) continue;
    add_edition(all.gl_pathv[i]);
    due += step;
  }
  globfree(&all);
}

static void open_places(void) {
  for (int p = 0; p < PLACES; p++) {
    place *at = &places[p];
    pathfan_error error;
    snprintf(at->path, sizeof at->path, "%s/place%d", folder, p);
    snprintf(at->beside, sizeof at->beside, "%s/beside%d", folder, p);
    publish(at, &editions[p], false);
    if (pathfan_index_open(at->path, &at->options, &at->index, &error)) die("%s", error.text);
  }
}

static void remove_files(void) {
  DIR *list = opendir(folder);
  for (struct dirent *entry; list && (entry = readdir(list));) {
    char path[900];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.') (void)unlink(path);
  }
  if (list) closedir(list);
  (void)rmdir(folder);
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS], publisher;
  const char *count = argc > 1 ? argv[1] : getenv("PATHFAN_SOAK_QUERIES");
  const char *games = getenv("PATHFAN_BENCHMARK_DIR"), *base = getenv("TMPDIR");
  soak_figures peaks[4] = {0};
  int most = 0;
  wanted = count ? atoll(count) : 10000000;
  if (argc > 3 || wanted < 1) {
    fprintf(stderr, "usage: soak [QUERIES [SECONDS]]\n");
    return 2;
  }
  snprintf(folder, sizeof folder, "%s/pathfan-soak-XXXXXX", base && *base ? base : "/tmp");
  if (!mkdtemp(folder)) die("can't make a folder in %s", base && *base ? base : "/tmp");
  make_maps();
  if (games && *games) add_game_maps(games);
  const size_t before = soak_allocated();
  open_places();
  const double start = pf_seconds();
  for (int t = 0; t < THREADS; t++)
    if (pthread_create(&threads[t], NULL, serve, (void *)(uintptr_t)(t + 1))) die("no thread");
  if (pthread_create(&publisher, NULL, publish_on, NULL)) die("no thread");
  watch(start, argc > 2 ? atof(argv[2]) : 0, peaks, &most);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  pthread_join(publisher, NULL);
  const double spent = pf_seconds() - start;
  const long long done = atomic_load(&asked);
  for (int p = 0; p < PLACES; p++) pathfan_index_close(places[p].index);
  const soak_figures end = soak_look(folder);
  const size_t after = soak_allocated();
  if (end.mappings || end.files)
    trouble("%d mappings and %d files are left", end.mappings, end.files);
  if (after > before + 65536) trouble("%zu bytes of memory are left", after - before);
  if (most > PLACES * (1 + THREADS) + THREADS + 2) trouble("up to %d mappings or files", most);
  if (done >= 1000000 && peaks[3].used > peaks[1].used + peaks[1].used / 4 + 8192)
    trouble("memory in use grew from %ld to %ld KiB", peaks[1].used, peaks[3].used);
  if (done >= 1000000 && peaks[3].anonymous > peaks[1].anonymous + peaks[1].anonymous / 4 + 8192)
    trouble("anonymous memory grew from %ld to %ld KiB", peaks[1].anonymous, peaks[3].anonymous);
  for (int i = 0; i < edition_count; i++) free(editions[i].bytes);
  remove_files();
  printf("soak: %lld queries of %d maps by %d threads in %.0f s: %lld paths\n", done, edition_count,
         THREADS, spent, atomic_load(&paths_found));
  printf("soak: %lld answers compared, %lld sets measured, %lld distances; %ld publishes, %ld "
         "reloads, %ld opens\n",
         atomic_load(&compared), atomic_load(&measured), atomic_load(&distances),
         atomic_load(&publishes), atomic_load(&reloads), atomic_load(&opens));
  printf("soak: peaks by quarters, MiB in use");
  for (int i = 0; i < 4; i++) printf(" %.1f", (double)peaks[i].used / 1024);
  printf(", anonymous");
  for (int i = 0; i < 4; i++) printf(" %.1f", (double)peaks[i].anonymous / 1024);
  printf("; at most %d mappings or files; %zd bytes left; %ld troubles\n", most,
         (ssize_t)(after - before), atomic_load(&troubles));
  if (atomic_load(&troubles)) fprintf(stderr, "soak: the first trouble: %s\n", first_trouble);
  return atomic_load(&troubles) ? 1 : 0;
}
