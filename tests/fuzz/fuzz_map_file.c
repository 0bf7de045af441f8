/* fuzz_map_file.c - the reader of a map's figures must survive any bytes; accepted figures must be
 * read the same after being written. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "evaluate/evaluate.h"
#include "evaluate/map_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const pathfan_map_entry entry = {.suite = "s", .name = "m", .key = "s.m"};

/* Times have three decimals. */
static bool same(double a, double b) {
  return (isnan(a) && isnan(b)) || fabs(a - b) <= 6e-4 + fabs(b) * 1e-6;
}

static pathfan_map_file_state read_file(const char *path, const pathfan_map_identity *wanted,
                                        const pathfan_compared_methods *all,
                                        pathfan_map_identity *found, pathfan_map_result *result) {
  pathfan_map_file_state state;
  if (pathfan_map_file_read(path, wanted, all, &state, found, result) &&
      state != PATHFAN_MAP_FILE_ABSENT)
    abort();
  return state;
}

static void check_again(const pathfan_map_identity *identity, const pathfan_compared_methods *all,
                        const pathfan_map_result *map) {
  pathfan_map_identity found;
  pathfan_map_result again;
  char path[64];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%.30s/map-file-%ld.csv", folder ? folder : "/tmp", (long)getpid());
  if (pathfan_map_file_write(path, &entry, identity, all, map, NULL)) abort();
  if (read_file(path, identity, all, &found, &again) != PATHFAN_MAP_FILE_READY) abort();
  if (again.query_count != map->query_count) abort();
  for (int64_t i = 0; i < (int64_t)map->query_count * map->method_count; i++)
    if (again.at[i].paths != map->at[i].paths || !same(again.at[i].us, map->at[i].us)) abort();
  pathfan_map_result_free(&again);
  unlink(path);
}

/* Whether all figures can be times: larger ones don't keep three decimals. */
static bool is_modest(const pathfan_map_result *map) {
  for (int64_t i = 0; i < (int64_t)map->query_count * map->method_count; i++)
    if (map->at[i].us > 1e12 || map->at[i].us < -1e12) return false;
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pathfan_evaluate_options options;
  pathfan_compared_methods all;
  pathfan_map_identity identity = {"s", ""}, found;
  pathfan_map_result map;
  char path[64];
  pathfan_evaluate_options_init(&options);
  options.tables = 1;
  pathfan_compared_methods_list(&options, &all);
  const int file = memfd_create("input", 0);
  if (file < 0 || write(file, data, size) != (ssize_t)size) abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (read_file(path, &identity, &all, &found, &map) == PATHFAN_MAP_FILE_READY) {
    if (map.facts.queries != map.query_count) abort();
    if (is_modest(&map)) check_again(&found, &all, &map);
  }
  pathfan_map_result_free(&map);
  close(file);
  return 0;
}
