/* opening.c - measures the cost of each way of opening an index.
 *
 *   opening INDEX SCEN [ROUNDS]
 *
 * Copies INDEX into the current folder, as a file and as packs, and measures in ROUNDS (51) rounds,
 * one way after the other: opening; the first query after it, the scenario's longest, which checks
 * the parts it needs; and the median of the queries that follow. Also measures is_stale, the reload
 * of a new generation, and some ways with nothing of the file in the page cache (a fifth of the
 * rounds). Prints medians, us. Removes its scratch files. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "pathfan/inspect.h"

enum { AFTER = 200, ROUNDS_MAX = 1001 };

static bench_line *lines;
static size_t line_count;
static uint8_t *bytes; /* 64-byte aligned, with room to shift them by one */
static size_t size;
static pathfan_error error;

static const char file[] = "opening.pathfan", pack[] = "opening.pack", beside[] = "opening.new";

static void read_index(const char *path) {
  FILE *in = fopen(path, "rb");
  if (!in || fseek(in, 0, SEEK_END)) errx(1, "can't open the index");
  size = (size_t)ftell(in);
  rewind(in);
  bytes = aligned_alloc(64, (size + 191) / 64 * 64);
  if (!bytes || fread(bytes, 1, size, in) != size) errx(1, "can't read the index");
  fclose(in);
}

static void write_file(const char *path, size_t offset) {
  static const uint8_t before[8192];
  FILE *out = fopen(path, "wb");
  if (!out || fwrite(before, 1, offset, out) != offset || fwrite(bytes, 1, size, out) != size ||
      fflush(out) || fsync(fileno(out)) || fclose(out))
    errx(1, "can't write a copy");
}

/* Drops the file from the page cache. */
static void forget(const char *path) {
  const int fd = open(path, O_RDONLY);
  if (fd < 0 || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED)) errx(1, "can't empty the page cache");
  close(fd);
}

static double ask(pathfan_query *query, size_t line) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.from = lines[line].from;
  request.to = lines[line].to;
  const double start = bench_microseconds();
  if (pathfan_query_paths(query, &request, &answer)) errx(1, "%s", pathfan_query_error(query));
  return bench_microseconds() - start;
}

typedef enum from_where { FILE_WHOLE, FILE_PACK, MEMORY } from_where;

static const struct way {
  const char *name;
  from_where where;
  pathfan_open_options options;
  bool again; /* the process has the file open already */
  bool cold;
  size_t shift; /* of memory */
} ways[] = {
    {"lazy", FILE_WHOLE, {.policy = PATHFAN_OPEN_LAZY}, false, false, 0},
    {"lazy, open already", FILE_WHOLE, {.policy = PATHFAN_OPEN_LAZY}, true, false, 0},
    {"eager", FILE_WHOLE, {.policy = PATHFAN_OPEN_EAGER}, false, false, 0},
    {"eager, open already", FILE_WHOLE, {.policy = PATHFAN_OPEN_EAGER}, true, false, 0},
    {"trust", FILE_WHOLE, {.policy = PATHFAN_OPEN_TRUST}, false, false, 0},
    {"lazy, prefetched", FILE_WHOLE, {.prefetch = true}, false, false, 0},
    {"private copy", FILE_WHOLE, {.private_copy = true}, false, false, 0},
    {"pack, at 4,096", FILE_PACK, {.offset = 4096}, false, false, 0},
    {"pack, at 4,160 (copied)", FILE_PACK, {.offset = 4160}, false, false, 0},
    {"memory, aligned", MEMORY, {.policy = PATHFAN_OPEN_LAZY}, false, false, 0},
    {"memory, not aligned (copied)", MEMORY, {.policy = PATHFAN_OPEN_LAZY}, false, false, 1},
    {"cold: lazy", FILE_WHOLE, {.policy = PATHFAN_OPEN_LAZY}, false, true, 0},
    {"cold: lazy, prefetched", FILE_WHOLE, {.prefetch = true}, false, true, 0},
    {"cold: trust", FILE_WHOLE, {.policy = PATHFAN_OPEN_TRUST}, false, true, 0},
    {"cold: trust, prefetched",
     FILE_WHOLE,
     {.policy = PATHFAN_OPEN_TRUST, .prefetch = true},
     false,
     true,
     0},
    {"cold: private copy", FILE_WHOLE, {.private_copy = true}, false, true, 0},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static double opened[WAYS][ROUNDS_MAX], first[WAYS][ROUNDS_MAX], later[WAYS][ROUNDS_MAX];
static double all[WAYS][ROUNDS_MAX]; /* from opening to the last of AFTER queries */

static pathfan_index *open_by(const struct way *way) {
  pathfan_index *index;
  const pathfan_status status = way->where == MEMORY
                                    ? pathfan_index_open_memory(bytes + way->shift, size, "memory",
                                                                &way->options, &index, &error)
                                    : pathfan_index_open(way->where == FILE_PACK ? pack : file,
                                                         &way->options, &index, &error);
  if (status) errx(1, "%s", error.text);
  return index;
}

static void measure_way(int w, int round) {
  const struct way *way = &ways[w];
  pathfan_query *query;
  double times[AFTER];
  pathfan_index *held = NULL;
  if (way->where == FILE_PACK) write_file(pack, (size_t)way->options.offset);
  if (way->shift) memmove(bytes + way->shift, bytes, size);
  if (way->again) {
    held = open_by(way);
    if (pathfan_index_verify(held, &error)) errx(1, "%s", error.text);
  }
  if (way->cold) forget(file);
  const double start = bench_microseconds();
  pathfan_index *index = open_by(way);
  opened[w][round] = bench_microseconds() - start;
  if (pathfan_query_create(index, &query)) errx(1, "out of memory");
  first[w][round] = ask(query, line_count - 1);
  for (int i = 0; i < AFTER; i++) times[i] = ask(query, (size_t)i * line_count / AFTER);
  all[w][round] = bench_microseconds() - start;
  later[w][round] = bench_median(times, AFTER);
  pathfan_query_free(query);
  pathfan_index_close(index);
  pathfan_index_close(held);
  if (way->shift) memmove(bytes, bytes + way->shift, size);
}

/* Measures is_stale, and reloading with and without a new file in its place. */
static void measure_reload(const pathfan_open_options *options, const char *name, int rounds) {
  double stale[ROUNDS_MAX], same[ROUNDS_MAX], fresh[ROUNDS_MAX], next[ROUNDS_MAX];
  pathfan_index *index;
  pathfan_query *query;
  if (pathfan_index_open(file, options, &index, &error)) errx(1, "%s", error.text);
  if (pathfan_query_create(index, &query)) errx(1, "out of memory");
  for (int i = 0; i < rounds; i++) {
    (void)ask(query, line_count - 1);
    double start = bench_microseconds();
    for (int k = 0; k < 100; k++)
      if (pathfan_index_is_stale(index)) errx(1, "stale too early");
    stale[i] = (bench_microseconds() - start) / 100;
    start = bench_microseconds();
    if (pathfan_index_reload(index, &error)) errx(1, "%s", error.text);
    same[i] = bench_microseconds() - start;
    write_file(beside, 0);
    if (rename(beside, file)) errx(1, "can't rename");
    start = bench_microseconds();
    if (pathfan_index_reload(index, &error)) errx(1, "%s", error.text);
    fresh[i] = bench_microseconds() - start;
    next[i] = ask(query, line_count - 1);
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
  printf("%-30s is_stale %.2f, reload of the same file %.2f, of a new one %.1f, query after it "
         "%.1f us\n",
         name, bench_median(stale, rounds), bench_median(same, rounds), bench_median(fresh, rounds),
         bench_median(next, rounds));
}

int main(int argc, char **argv) {
  const int rounds = argc > 3 ? atoi(argv[3]) : 51;
  if (argc < 3 || argc > 4 || rounds < 5 || rounds > ROUNDS_MAX) {
    fprintf(stderr, "usage: opening INDEX SCEN [ROUNDS]\n");
    return 2;
  }
  read_index(argv[1]);
  lines = bench_scenario(argv[2], &line_count);
  write_file(file, 0);
  for (int round = 0; round < rounds; round++)
    for (int w = 0; w < WAYS; w++)
      if (!ways[w].cold || round < rounds / 5) measure_way(w, round);
  printf("%s: %zu bytes, %d rounds; us\n%-30s %10s %12s %10s %14s\n", argv[1], size, rounds, "way",
         "open", "first query", "later", "200 queries");
  for (int w = 0; w < WAYS; w++) {
    const int n = ways[w].cold ? rounds / 5 : rounds;
    printf("%-30s %10.1f %12.1f %10.1f %14.1f\n", ways[w].name, bench_median(opened[w], n),
           bench_median(first[w], n), bench_median(later[w], n), bench_median(all[w], n));
  }
  measure_reload(NULL, "mapped", rounds);
  measure_reload(&(pathfan_open_options){.private_copy = true}, "private copy", rounds);
  (void)unlink(file);
  (void)unlink(pack);
  free(bytes);
  free(lines);
  return 0;
}
