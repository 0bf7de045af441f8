/* game_maps.h - the folder of the MovingAI benchmark's files, for tests that walk all of it. */
#ifndef PF_TESTS_GAME_MAPS_H
#define PF_TESTS_GAME_MAPS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "twin_maps.h"

static inline bool ends_with(const char *text, const char *end) {
  const size_t length = strlen(text), end_length = strlen(end);
  return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* The environment's PATHFAN_BENCHMARK_DIR; fails the test if it isn't set. */
static inline const char *game_maps_folder(void) {
  const char *folder = getenv("PATHFAN_BENCHMARK_DIR");
  if (!folder) fail_msg("PATHFAN_BENCHMARK_DIR isn't set: the folder of the maps");
  return folder;
}

#endif
