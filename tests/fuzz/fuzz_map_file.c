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

static const pf_map_entry entry = {.suite = "s", .name = "m", .key = "s.m"};

/* Times have three decimals. */
static bool same(double a, double b) {
  return (isnan(a) && isnan(b)) || fabs(a - b) <= 6e-4 + fabs(b) * 1e-6;
}

static pf_map_file_state read_file(const char *path, const pf_map_identity *wanted,
                                   const pf_compared_methods *all, pf_map_identity *found,
                                   pf_map_result *result) {
  pf_map_file_state state;
  if (pf_map_file_read(path, wanted, all, &state, found, result) && state != PF_MAP_FILE_ABSENT)
    abort();
  return state;
}

static void check_again(const pf_map_identity *identity, const pf_compared_methods *all,
                        const pf_map_result *map) {
  pf_map_identity found;
  pf_map_result again;
  char path[64];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%.30s/map-file-%ld.csv", folder ? folder : "/tmp", (long)getpid());
  if (pf_map_file_write(path, &entry, identity, all, map, NULL)) abort();
  if (read_file(path, identity, all, &found, &again) != PF_MAP_FILE_READY) abort();
  if (again.query_count != map->query_count) abort();
  for (int64_t i = 0; i < (int64_t)map->query_count * map->method_count; i++)
    if (again.at[i].paths != map->at[i].paths || !same(again.at[i].us, map->at[i].us)) abort();
  pf_map_result_free(&again);
  unlink(path);
}

/* Whether all figures can be times: larger ones don't keep three decimals. */
static bool is_modest(const pf_map_result *map) {
  for (int64_t i = 0; i < (int64_t)map->query_count * map->method_count; i++)
    if (map->at[i].us > 1e12 || map->at[i].us < -1e12) return false;
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pf_evaluate_options options;
  pf_compared_methods all;
  pf_map_identity identity = {"s", ""}, found;
  pf_map_result map;
  char path[64];
  pf_evaluate_options_init(&options);
  options.tables = 1;
  pf_compared_methods_list(&options, &all);
  const int file = memfd_create("input", 0);
  if (file < 0 || write(file, data, size) != (ssize_t)size) abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (read_file(path, &identity, &all, &found, &map) == PF_MAP_FILE_READY) {
    if (map.facts.queries != map.query_count) abort();
    if (is_modest(&map)) check_again(&found, &all, &map);
  }
  pf_map_result_free(&map);
  close(file);
  return 0;
}
