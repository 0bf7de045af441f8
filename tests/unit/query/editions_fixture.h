/* editions_fixture.h - indexes of several maps, published in turn at one path, and the answers of
 * each to one list of questions. For suites in which threads and child processes query while the
 * file is replaced.
 *
 * Only the publisher knows which edition a generation is. But each answer carries, beside the
 * generation's number, something that only one edition says: the first thread to see a number
 * claims it for an edition, and all others must agree. */
#ifndef PF_TESTS_EDITIONS_FIXTURE_H
#define PF_TESTS_EDITIONS_FIXTURE_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer_sum.h"
#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "twin_index.h"

enum { EDITIONS = 3, QUESTIONS = 48, GENERATIONS_MAX = 1 << 16 };

typedef struct edition {
  char map[600], built[600]; /* its files, in the scratch folder */
  uint8_t digest[16];        /* of the map's file */
  uint8_t *bytes;            /* of the index */
  size_t size;
  uint64_t sums[QUESTIONS];
} edition;

typedef struct editions {
  edition of[EDITIONS];
  pathfan_request questions[QUESTIONS];
  pathfan_area areas[QUESTIONS][2];
  atomic_schar claims[GENERATIONS_MAX]; /* edition of a generation, plus 1 */
  atomic_long asked, troubles;
  pthread_mutex_t lock; /* guards the first trouble's text */
  char trouble[300];
} editions;

/* Waits until other threads have made the condition true; if they don't, an alarm ends the test. */
#define WAIT_UNTIL(condition)                                                                      \
  do {                                                                                             \
    while (!(condition)) usleep(1000);                                                             \
  } while (0)

/* Reports a trouble: threads other than the first can't fail a test. */
__attribute__((format(printf, 2, 3))) static inline void report(editions *e, const char *format,
                                                                ...) {
  va_list arguments;
  va_start(arguments, format);
  pthread_mutex_lock(&e->lock);
  if (atomic_fetch_add(&e->troubles, 1) == 0)
    vsnprintf(e->trouble, sizeof e->trouble, format, arguments);
  pthread_mutex_unlock(&e->lock);
  va_end(arguments);
}

static inline void expect_no_trouble(editions *e) {
  if (atomic_load(&e->troubles))
    fail_msg("%ld troubles, the first: %s", atomic_load(&e->troubles), e->trouble);
}

static inline void claim(editions *e, uint32_t generation, int which) {
  signed char none = 0, mine = (signed char)(which + 1);
  atomic_schar *at = &e->claims[generation % GENERATIONS_MAX];
  if (!atomic_compare_exchange_strong(at, &none, mine) && none != mine)
    report(e, "generation %u is edition %d and %d", generation, none - 1, which);
}

/* Clears the claims: a newly opened index numbers its generations from 1 again. */
static inline void forget_claims(editions *e) {
  for (int i = 0; i < GENERATIONS_MAX; i++) atomic_store(&e->claims[i], 0);
}

/* Returns the edition whose answer to question k has this sum; -1: none. */
static inline int edition_of_sum(const editions *e, int k, uint64_t sum) {
  int i = EDITIONS - 1;
  while (i >= 0 && e->of[i].sums[k] != sum) i--;
  return i;
}

/* Asks one question. Returns the edition that answered, -1 after trouble. */
static inline int ask_one(editions *e, pathfan_query *query, int k, bool claimed) {
  const pathfan_answer *answer;
  const pathfan_status status = pathfan_query_paths(query, &e->questions[k], &answer);
  if (status) {
    report(e, "question %d: %s: %s", k, pathfan_status_text(status), pathfan_query_error(query));
    return -1;
  }
  atomic_fetch_add(&e->asked, 1);
  const int found = edition_of_sum(e, k, sum_of(answer));
  if (found < 0) report(e, "question %d: generation %u answers wrongly", k, answer->generation);
  if (found >= 0 && claimed) claim(e, answer->generation, found);
  return found;
}

/* Asks all questions of an index that isn't reloaded meanwhile: one edition must answer all. */
static inline int ask_all(editions *e, const pathfan_index *index) {
  pathfan_query *query;
  int who = -1;
  if (pathfan_query_create(index, &query)) {
    report(e, "no query object");
    return -1;
  }
  for (int k = 0; k < QUESTIONS; k++) {
    const int found = ask_one(e, query, k, false);
    if (k && found != who) report(e, "editions %d and %d in one index", who, found);
    who = found;
  }
  pathfan_query_free(query);
  return who;
}

/* Inspects the index and claims its generation by the digest of the map. */
static inline void look_inside(editions *e, const pathfan_index *index) {
  pathfan_index_info info;
  pathfan_pair_info pair;
  pathfan_vertex_info vertex;
  pathfan_point corners[64];
  pathfan_run runs[64];
  pathfan_error error;
  char *text;
  size_t bytes;
  int32_t count;
  pathfan_index_info_get(index, &info);
  int i = EDITIONS - 1;
  while (i >= 0 && memcmp(info.source_digest, e->of[i].digest, sizeof info.source_digest)) i--;
  if (i < 0)
    report(e, "generation %u is of no map", info.generation);
  else
    claim(e, info.generation, i);
  if (pathfan_index_verify(index, &error)) report(e, "verify: %s", error.text);
  /* Another edition, with fewer vertices, may be current by now. */
  const pathfan_status statuses[] = {
      pathfan_index_pair(index, 0, info.vertex_count - 1, &pair),
      pathfan_index_vertex(index, info.vertex_count - 1, &vertex),
      pathfan_index_row(index, 1, info.vertex_count / 2, runs, 64, &count)};
  for (size_t s = 0; s < sizeof statuses / sizeof statuses[0]; s++)
    if (statuses[s] && statuses[s] != PATHFAN_ERR_ARGUMENT)
      report(e, "call %zu inside: %s", s, pathfan_status_text(statuses[s]));
  if (pathfan_index_polygon(index, 0, corners, 64) < 3) report(e, "no polygon 0");
  if (pathfan_index_source_map(index, &text, &bytes, &error)) {
    report(e, "source map: %s", error.text);
  } else {
    if (bytes < 5 || memcmp(text, "type ", 5)) report(e, "the source map is no map");
    free(text);
  }
}

static inline void write_bytes(const char *path, const uint8_t *data, size_t bytes, size_t offset) {
  static const uint8_t padding[8192];
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const bool good = file >= 0 && write(file, padding, offset) == (ssize_t)offset &&
                    write(file, data, bytes) == (ssize_t)bytes;
  if (file >= 0) (void)close(file);
  if (!good) abort(); /* a full disk says nothing about the library */
}

/* Publishes edition i as an application would: writes it beside `path`, then renames it. With an
 * offset, padding comes first and the file is a pack. */
static inline void publish(const editions *e, int i, const char *path, const char *beside,
                           size_t offset) {
  write_bytes(beside, e->of[i].bytes, e->of[i].size, offset);
  if (rename(beside, path)) abort();
}

static inline void read_edition(edition *one) {
  struct stat info;
  const int file = open(one->built, O_RDONLY | O_CLOEXEC);
  assert_true(file >= 0);
  assert_int_equal(fstat(file, &info), 0);
  one->size = (size_t)info.st_size;
  one->bytes = malloc(one->size);
  assert_non_null(one->bytes);
  assert_int_equal(read(file, one->bytes, one->size), one->size);
  assert_int_equal(close(file), 0);
}

/* Picks question k on map k % EDITIONS: one that no two of the indexes answer alike. */
static inline void find_question(editions *e, int k, const twin_map *maps, pathfan_query **queries,
                                 pf_random *random) {
  pathfan_request *r = &e->questions[k];
  bool alike = true;
  for (int tries = 0; alike; tries++) {
    if (tries == 1000) fail_msg("the editions answer all alike");
    *r = plain_request(&maps[k % EDITIONS], random);
    r->paths = 1 + k % 5;
    r->snap = 3;
    r->algorithm = (pathfan_algorithm)(k % 8 < 6 && k % 8 != 2 ? k % 8 : 0);
    if (k % 5 == 0) r->effort = PATHFAN_EFFORT_THOROUGH;
    if (k % 8 == 7) add_areas(r, e->areas[k]);
    alike = false;
    for (int i = 0; i < EDITIONS; i++) {
      const pathfan_answer *answer;
      assert_int_equal(pathfan_query_paths(queries[i], r, &answer), PATHFAN_OK);
      e->of[i].sums[k] = sum_of(answer);
      for (int j = 0; j < i; j++) alike |= e->of[j].sums[k] == e->of[i].sums[k];
    }
  }
}

/* Makes the editions and the questions. cells: largest side of the maps. */
static inline editions *editions_make(int32_t cells) {
  editions *e = calloc(1, sizeof *e);
  pf_random random = pf_random_from(7);
  twin_map maps[EDITIONS];
  pathfan_index *indexes[EDITIONS];
  pathfan_query *queries[EDITIONS];
  pathfan_error error;
  assert_non_null(e);
  pthread_mutex_init(&e->lock, NULL);
  for (int i = 0, number = twin_drawn_count(); i < EDITIONS; number++) {
    edition *one = &e->of[i];
    pathfan_index_info info;
    maps[i] = twin_map_number(number, cells);
    pathfan_index *index = twin_index(&maps[i], NULL);
    pathfan_index_info_get(index, &info);
    pathfan_index_close(index);
    if (info.vertex_count < cells) { /* too few vertices */
      twin_map_free(&maps[i]);
      continue;
    }
    memcpy(one->digest, info.source_digest, sizeof one->digest);
    snprintf(one->map, sizeof one->map, "%s/%d.map", twin_scratch_folder(), i);
    snprintf(one->built, sizeof one->built, "%s/%d.pathfan", twin_scratch_folder(), i);
    assert_int_equal(rename(twin_scratch("map.map"), one->map), 0);
    assert_int_equal(rename(twin_scratch("map.pathfan"), one->built), 0);
    read_edition(one);
    assert_int_equal(pathfan_index_open(one->built, NULL, &indexes[i], &error), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(indexes[i], &queries[i]), PATHFAN_OK);
    i++;
  }
  for (int k = 0; k < QUESTIONS; k++) find_question(e, k, maps, queries, &random);
  for (int i = 0; i < EDITIONS; i++) {
    pathfan_query_free(queries[i]);
    pathfan_index_close(indexes[i]);
    twin_map_free(&maps[i]);
  }
  return e;
}

static inline void editions_free(editions *e) {
  for (int i = 0; i < EDITIONS; i++) free(e->of[i].bytes);
  pthread_mutex_destroy(&e->lock);
  free(e);
}

/* Counts the mappings of files whose paths begin with `prefix`, deleted ones included. */
static inline int count_mappings(const char *prefix) {
  char line[5000];
  int count = 0;
  FILE *maps = fopen("/proc/self/maps", "re");
  assert_non_null(maps);
  while (fgets(line, sizeof line, maps)) count += strstr(line, prefix) != NULL;
  fclose(maps);
  return count;
}

/* Counts the descriptors of files whose paths begin with `prefix`. */
static inline int count_descriptors(const char *prefix) {
  char name[300], target[5000];
  int count = 0;
  DIR *list = opendir("/proc/self/fd");
  assert_non_null(list);
  for (struct dirent *entry; (entry = readdir(list));) {
    snprintf(name, sizeof name, "/proc/self/fd/%s", entry->d_name);
    const ssize_t length = readlink(name, target, sizeof target - 1);
    target[length > 0 ? length : 0] = 0;
    count += strncmp(target, prefix, strlen(prefix)) == 0;
  }
  closedir(list);
  return count;
}

#endif
