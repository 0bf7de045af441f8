/* An index goes on while its file is replaced: every answer is, to the last bit, that of the
 * generation that it names, whatever is published, by any publisher, at any time; generations no
 * longer in use are released. */
#include <sys/resource.h>
#include <sys/wait.h>

#include "editions_fixture.h"
#include "suite.h"

enum { READERS = 8, RELOADING = 2, OTHERS = 3 };

/* The ways to open an index, used in turn. */
typedef struct way {
  const char *name;
  pathfan_open_options options;
} way;

static const way ways[] = {
    {"lazy", {.policy = PATHFAN_OPEN_LAZY}},
    {"eager", {.policy = PATHFAN_OPEN_EAGER, .prefetch = true}},
    {"trust", {.policy = PATHFAN_OPEN_TRUST}},
    {"private copy", {.private_copy = true}},
    {"pack", {.offset = 4096}},
    {"pack, copied", {.policy = PATHFAN_OPEN_EAGER, .offset = 200}},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

/* One run: a path, an index of it, and what all its threads share. */
typedef struct stage {
  editions *e;
  pathfan_index *index;
  const pathfan_open_options *options;
  char path[600], beside[600], prefix[600];
  atomic_bool over;
  atomic_long reloaded, refused, opened;
} stage;

static bool may_fail(pathfan_status status) {
  return status == PATHFAN_ERR_IO || status == PATHFAN_ERR_NOT_INDEX ||
         status == PATHFAN_ERR_DAMAGED;
}

static void reload(stage *s) {
  pathfan_error error;
  if (!pathfan_index_is_stale(s->index)) return;
  const pathfan_status status = pathfan_index_reload(s->index, &error);
  if (status && (!may_fail(status) || !error.text[0]))
    report(s->e, "reload: %s: %s", pathfan_status_text(status), error.text);
  atomic_fetch_add(status ? &s->refused : &s->reloaded, 1);
}

static void *read_on(void *context) {
  stage *s = context;
  pathfan_query *query;
  static atomic_uint number;
  const unsigned mine = atomic_fetch_add(&number, 1);
  if (pathfan_query_create(s->index, &query)) {
    report(s->e, "no query object");
    return NULL;
  }
  for (unsigned i = mine * 7; !atomic_load(&s->over); i++) {
    (void)ask_one(s->e, query, (int)(i % QUESTIONS), true);
    if (mine % READERS < RELOADING && i % 3 == 0) reload(s);
    if (i % 64 == 63) { /* a fresh one now and then */
      pathfan_query_free(query);
      if (pathfan_query_create(s->index, &query)) {
        report(s->e, "no query object");
        return NULL;
      }
    }
  }
  pathfan_query_free(query);
  return NULL;
}

static void *look_on(void *context) {
  stage *s = context;
  while (!atomic_load(&s->over)) {
    look_inside(s->e, s->index);
    reload(s);
  }
  return NULL;
}

/* Opens the path independently of the index. */
static void *open_anew(void *context) {
  stage *s = context;
  while (!atomic_load(&s->over)) {
    pathfan_index *index;
    pathfan_error error;
    const pathfan_status status = pathfan_index_open(s->path, s->options, &index, &error);
    if (status && !may_fail(status)) report(s->e, "open: %s", error.text);
    if (status) continue;
    (void)ask_all(s->e, index);
    atomic_fetch_add(&s->opened, 1);
    pathfan_index_close(index);
  }
  return NULL;
}

/* Publishes a file that must be refused, cut off or no index, and waits until a reader has refused
 * it; or removes the file, which may go unnoticed. */
static void spoil(const stage *s, int kind) {
  const edition *one = &s->e->of[kind % EDITIONS];
  const long before = atomic_load(&s->refused);
  if (kind % 3 == 0) write_bytes(s->beside, one->bytes, one->size / 2, s->options->offset);
  if (kind % 3 == 1) write_bytes(s->beside, (const uint8_t *)"no index", 8, 0);
  if (kind % 3 == 2 ? unlink(s->path) : rename(s->beside, s->path)) abort();
  if (kind % 3 == 2)
    usleep(5000);
  else
    WAIT_UNTIL(atomic_load(&s->refused) != before);
}

/* Publishes in every way, another edition each time; sometimes faster than any reader looks. */
static void publish_all(stage *s, int publishes, pf_random *random) {
  const size_t offset = (size_t)s->options->offset;
  pathfan_build_options build;
  pathfan_error error;
  pathfan_build_options_init(&build);
  build.threads = 1;
  for (int turn = 0, i = 0; turn < publishes; turn++) {
    i = (i + (int)pf_random_between(random, 1, EDITIONS - 1)) % EDITIONS;
    if (turn % 4 == 3) spoil(s, turn / 4);
    if (turn % 10 == 9 && !offset) {
      if (pathfan_build_index(s->e->of[i].map, s->path, &build, NULL, &error))
        report(s->e, "build: %s", error.text);
    } else {
      publish(s->e, i, s->path, s->beside, offset);
    }
    if (turn % 3 == 0) continue;
    WAIT_UNTIL(!pathfan_index_is_stale(s->index));
  }
}

static void run_stage(editions *e, const way *how, int publishes, long *all_reloaded) {
  pthread_t threads[READERS + OTHERS];
  stage s = {.e = e, .options = &how->options};
  pathfan_error error;
  pf_random random = pf_random_from((uint64_t)publishes);
  snprintf(s.path, sizeof s.path, "%s/published", twin_scratch_folder());
  snprintf(s.beside, sizeof s.beside, "%s/beside", twin_scratch_folder());
  snprintf(s.prefix, sizeof s.prefix, "%s/", twin_scratch_folder());
  forget_claims(e);
  publish(e, 0, s.path, s.beside, (size_t)how->options.offset);
  assert_int_equal(pathfan_index_open(s.path, &how->options, &s.index, &error), PATHFAN_OK);
  alarm(TWIN_PATIENCE + (unsigned)publishes);
  for (int t = 0; t < READERS; t++)
    assert_int_equal(pthread_create(&threads[t], NULL, read_on, &s), 0);
  assert_int_equal(pthread_create(&threads[READERS], NULL, look_on, &s), 0);
  for (int t = READERS + 1; t < READERS + OTHERS; t++)
    assert_int_equal(pthread_create(&threads[t], NULL, open_anew, &s), 0);
  publish_all(&s, publishes, &random);
  WAIT_UNTIL(atomic_load(&s.opened));
  atomic_store(&s.over, true);
  for (int t = 0; t < READERS + OTHERS; t++) pthread_join(threads[t], NULL);
  alarm(0);
  expect_no_trouble(e);

  /* The index has arrived at the edition published last, and holds no other. */
  assert_int_equal(pathfan_index_reload(s.index, &error), PATHFAN_OK);
  assert_false(pathfan_index_is_stale(s.index));
  assert_true(ask_all(e, s.index) >= 0);
  const bool mapped = !how->options.private_copy && how->options.offset % 4096 == 0;
  assert_int_equal(count_mappings(s.prefix), mapped);
  assert_int_equal(count_descriptors(s.prefix), mapped && !how->options.offset);
  pathfan_index_close(s.index);
  assert_int_equal(count_mappings(s.prefix), 0);
  assert_int_equal(count_descriptors(s.prefix), 0);
  expect_no_trouble(e);
  assert_true(atomic_load(&s.reloaded) >= publishes / 4);
  *all_reloaded += atomic_load(&s.reloaded);
  print_message("%-12s %4d publishes: %ld reloads, %ld refused, %ld opens\n", how->name, publishes,
                atomic_load(&s.reloaded), atomic_load(&s.refused), atomic_load(&s.opened));
}

static void test_publish_under_readers(void **state) {
  (void)state;
  editions *e = editions_make(24);
  const int publishes = twin_scaled(50) / WAYS + 1;
  long reloaded = 0;
  for (int i = 0; i < WAYS; i++) run_stage(e, &ways[i], publishes, &reloaded);
  print_message("%d publishes, %ld reloads, %ld answers of %d readers: all right\n",
                publishes * WAYS, reloaded, atomic_load(&e->asked), READERS);
  editions_free(e);
}

/* The old generation is unmapped once the last query object has moved on or is freed. */
static void test_letting_go(void **state) {
  (void)state;
  editions *e = editions_make(16);
  const pathfan_answer *answer;
  pathfan_query *first, *second, *third;
  pathfan_index *index;
  pathfan_error error;
  char path[600], beside[600], prefix[600];
  snprintf(path, sizeof path, "%s/published", twin_scratch_folder());
  snprintf(beside, sizeof beside, "%s/beside", twin_scratch_folder());
  snprintf(prefix, sizeof prefix, "%s/", twin_scratch_folder());
  publish(e, 0, path, beside, 0);
  assert_int_equal(pathfan_index_open(path, NULL, &index, &error), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &first), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &second), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &third), PATHFAN_OK);
  assert_int_equal(pathfan_query_paths(first, &e->questions[0], &answer), PATHFAN_OK);
  const pathfan_measures none = {0};
  pathfan_measures each[8] = {none}, again[8] = {none}, all, same;
  assert_true(answer->path_count > 0 && answer->path_count <= 8);
  assert_int_equal(pathfan_query_measure(first, answer->paths, answer->path_count, each, &all),
                   PATHFAN_OK);
  publish(e, 1, path, beside, 0);
  assert_int_equal(pathfan_index_reload(index, &error), PATHFAN_OK);
  assert_int_equal(count_mappings(prefix), 2);
  /* An answer outlives the reload, and is measured in its own generation. */
  assert_int_equal(sum_of(answer), e->of[0].sums[0]);
  assert_int_equal(pathfan_query_measure(first, answer->paths, answer->path_count, again, &same),
                   PATHFAN_OK);
  assert_memory_equal(again, each, sizeof each);
  assert_int_equal(ask_one(e, first, 0, false), 1);
  assert_int_equal(count_mappings(prefix), 2);
  bool found;
  pathfan_point nearest;
  assert_int_equal(pathfan_query_nearest_free(second, (pathfan_point){0, 0}, 100, &nearest, &found),
                   PATHFAN_OK);
  assert_int_equal(count_mappings(prefix), 2); /* held by the third */
  pathfan_query_free(third);
  assert_int_equal(count_mappings(prefix), 1);
  assert_int_equal(count_descriptors(prefix), 1);
  pathfan_query_free(first);
  pathfan_query_free(second);
  pathfan_index_close(index);
  assert_int_equal(count_mappings(prefix), 0);
  expect_no_trouble(e);
  editions_free(e);
}

static void *look_briefly(void *context) {
  stage *s = context;
  while (!atomic_load(&s->over)) {
    pathfan_index_info info;
    pathfan_index_info_get(s->index, &info);
    int i = EDITIONS - 1;
    while (i >= 0 && memcmp(info.source_digest, s->e->of[i].digest, sizeof info.source_digest)) i--;
    if (i < 0) report(s->e, "generation %u is of no map", info.generation);
    atomic_fetch_add(&s->opened, 1);
  }
  return NULL;
}

/* Only brief inspections hold a generation, so it is released at once. */
static void test_looking(void **state) {
  (void)state;
  enum { LOOKING = 4 };
  editions *e = editions_make(16);
  pthread_t threads[LOOKING];
  pathfan_error error;
  const pathfan_open_options options = {.policy = PATHFAN_OPEN_LAZY};
  stage s = {.e = e, .options = &options};
  snprintf(s.path, sizeof s.path, "%s/published", twin_scratch_folder());
  snprintf(s.beside, sizeof s.beside, "%s/beside", twin_scratch_folder());
  publish(e, 0, s.path, s.beside, 0);
  assert_int_equal(pathfan_index_open(s.path, &options, &s.index, &error), PATHFAN_OK);
  for (int t = 0; t < LOOKING; t++)
    assert_int_equal(pthread_create(&threads[t], NULL, look_briefly, &s), 0);
  alarm(TWIN_PATIENCE);
  WAIT_UNTIL(atomic_load(&s.opened) >= LOOKING);
  for (int turn = 1; turn <= twin_scaled(400); turn++) {
    if (rename(e->of[turn % EDITIONS].built, s.path)) abort();
    assert_int_equal(pathfan_index_reload(s.index, &error), PATHFAN_OK);
    if (rename(s.path, e->of[turn % EDITIONS].built)) abort();
  }
  atomic_store(&s.over, true);
  for (int t = 0; t < LOOKING; t++) pthread_join(threads[t], NULL);
  alarm(0);
  pathfan_index_close(s.index);
  expect_no_trouble(e);
  editions_free(e);
}

/* Makes two indexes of equal size. */
static void make_twins(pathfan_index_info infos[2], const char *const paths[2]) {
  for (int number = twin_drawn_count();; number++) {
    twin_map map = twin_map_number(number, 14);
    pathfan_index *index = twin_index(&map, NULL);
    pathfan_index_info info;
    pathfan_index_info_get(index, &info);
    pathfan_index_close(index);
    twin_map_free(&map);
    const bool first = number == twin_drawn_count();
    if (!first && (info.file_bytes != infos[0].file_bytes ||
                   memcmp(info.source_digest, infos[0].source_digest, 16) == 0))
      continue;
    infos[!first] = info;
    assert_int_equal(rename(twin_scratch("map.pathfan"), paths[!first]), 0);
    if (!first) return;
  }
}

/* A private copy has closed its file, so the next file may have the same inode number, size and,
 * from an archive, time: to be sure, this test overwrites the file. */
static void test_same_identity(void **state) {
  (void)state;
  static const pathfan_open_options copies[] = {{.private_copy = true}, {.offset = 72}};
  const char *const twins[] = {twin_scratch("twin0"), twin_scratch("twin1")};
  const char *path = twin_scratch("published");
  pathfan_index_info infos[2], now;
  pathfan_error error;
  edition one = {0}, two = {0};
  make_twins(infos, twins);
  snprintf(one.built, sizeof one.built, "%s", twins[0]);
  snprintf(two.built, sizeof two.built, "%s", twins[1]);
  read_edition(&one);
  read_edition(&two);
  for (size_t i = 0; i < sizeof copies / sizeof copies[0]; i++) {
    pathfan_index *index, *other;
    struct stat info;
    (void)unlink(path);
    write_bytes(path, one.bytes, one.size, (size_t)copies[i].offset);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(pathfan_index_open(path, &copies[i], &index, &error), PATHFAN_OK);
    assert_false(pathfan_index_is_stale(index));
    write_bytes(path, two.bytes, two.size, (size_t)copies[i].offset);
    const struct timespec times[] = {info.st_atim, info.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    assert_true(pathfan_index_is_stale(index));
    assert_int_equal(pathfan_index_open(path, &copies[i], &other, &error), PATHFAN_OK);
    pathfan_index_info_get(other, &now);
    assert_memory_equal(now.source_digest, infos[1].source_digest, 16);
    pathfan_index_close(other);
    assert_int_equal(pathfan_index_reload(index, &error), PATHFAN_OK);
    assert_false(pathfan_index_is_stale(index));
    pathfan_index_info_get(index, &now);
    assert_int_equal(now.generation, 2);
    assert_memory_equal(now.source_digest, infos[1].source_digest, 16);
    pathfan_index_close(index);
  }
  free(one.bytes);
  free(two.bytes);
}

/* Checks in a limited child process, whose exit status is the verdict. */
#define REQUIRE(condition)                                                                         \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      (void)dprintf(2, "line %d: %s\n", __LINE__, #condition);                                     \
      _exit(1);                                                                                    \
    }                                                                                              \
  } while (0)

static void limit(int what, rlim_t value) {
  struct rlimit now;
  REQUIRE(getrlimit(what, &now) == 0);
  now.rlim_cur = value < now.rlim_max ? value : now.rlim_max;
  REQUIRE(setrlimit(what, &now) == 0);
}

static rlim_t address_space(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  REQUIRE(file && fscanf(file, "%ld", &pages) == 1);
  fclose(file);
  return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Raises a limit from nothing: opening and reloading report a status or succeed, the index goes on,
 * and nothing is left behind at the end. */
static void live_within(editions *e, const stage *s, int what, rlim_t step, int steps,
                        pathfan_status expected) {
  pathfan_index *index, *other;
  pathfan_query *query;
  pathfan_error error;
  pathfan_index_info before, after;
  int refused = 0, done = 0;
  REQUIRE(pathfan_index_open(s->path, s->options, &index, &error) == PATHFAN_OK);
  REQUIRE(pathfan_query_create(index, &query) == PATHFAN_OK);
  for (int k = 0; k < QUESTIONS; k++) REQUIRE(ask_one(e, query, k, false) == 0);
  publish(e, 1, s->path, s->beside, (size_t)s->options->offset);
  const int mappings = count_mappings(s->prefix), descriptors = count_descriptors(s->prefix);
  const rlim_t base = what == RLIMIT_AS ? address_space() : 0;
  if (what == RLIMIT_AS) { /* fills the heap, where small indexes fit */
    limit(what, base);
    for (size_t bytes = 65536; bytes > 512;)
      if (!malloc(bytes)) bytes /= 2;
    limit(what, RLIM_INFINITY);
  }
  for (int i = 0; i < steps; i++) {
    pathfan_index_info_get(index, &before);
    limit(what, base + (rlim_t)i * step);
    const pathfan_status opened = pathfan_index_open(s->path, s->options, &other, &error);
    if (!opened) pathfan_index_close(other);
    const pathfan_status status = pathfan_index_reload(index, &error);
    pathfan_index_info_get(index, &after);
    limit(what, RLIM_INFINITY);
    REQUIRE(!opened || (opened == expected && !other));
    REQUIRE(!status || (status == expected && error.text[0]));
    REQUIRE(after.generation == before.generation + !status);
    refused += status != PATHFAN_OK;
    done += !status;
    const int who = ask_one(e, query, i % QUESTIONS, false);
    REQUIRE(who == (done > 0));
    REQUIRE(count_mappings(s->prefix) == mappings && count_descriptors(s->prefix) == descriptors);
    if (done) break;
  }
  REQUIRE(refused > 0 && done > 0);
  pathfan_query_free(query);
  pathfan_index_close(index);
  REQUIRE(count_mappings(s->prefix) == 0 && count_descriptors(s->prefix) == 0);
  REQUIRE(atomic_load(&e->troubles) == 0);
}

/* Each limit applies to a child process, so that it affects nothing else. */
static void test_limits(void **state) {
  (void)state;
  editions *e = editions_make(16);
  for (int i = 0; i < WAYS; i++) {
    stage s = {.e = e, .options = &ways[i].options};
    snprintf(s.path, sizeof s.path, "%s/published", twin_scratch_folder());
    snprintf(s.beside, sizeof s.beside, "%s/beside", twin_scratch_folder());
    snprintf(s.prefix, sizeof s.prefix, "%s/", twin_scratch_folder());
    for (int memory = 0; memory < 2; memory++) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
      if (memory) continue; /* sanitizers need terabytes of addresses */
#endif
      publish(e, 0, s.path, s.beside, (size_t)ways[i].options.offset);
      fflush(NULL);
      const pid_t child = fork();
      assert_true(child >= 0);
      if (child == 0) {
        alarm(TWIN_PATIENCE);
        if (memory)
          live_within(e, &s, RLIMIT_AS, 16384, 20000, PATHFAN_ERR_NO_MEMORY);
        else
          live_within(e, &s, RLIMIT_NOFILE, 1, 100, PATHFAN_ERR_IO);
        _exit(0);
      }
      int status;
      assert_int_equal(waitpid(child, &status, 0), child);
      if (status) fail_msg("%s, %s: status %x", ways[i].name, memory ? "memory" : "files", status);
    }
  }
  editions_free(e);
}

SUITE(test_reload) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_publish_under_readers), cmocka_unit_test(test_letting_go),
      cmocka_unit_test(test_looking), cmocka_unit_test(test_same_identity),
      cmocka_unit_test(test_limits)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
