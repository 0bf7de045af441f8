/* maps.h - the maps of a folder that have scenarios. */
#ifndef PATHFAN_EVALUATE_MAPS_H
#define PATHFAN_EVALUATE_MAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

typedef struct pathfan_map_entry {
  char *suite, *name; /* name without .map */
  char *key;          /* "SUITE.NAME": all different */
  char *map_path;     /* the scenario's path is this and .scen */
  int64_t map_bytes, scenario_bytes;
} pathfan_map_entry;

/* Sorted by suite, then name. */
typedef struct pathfan_map_list {
  int32_t count;
  pathfan_map_entry *entries;
  int32_t without_lines; /* maps without a scenario, which are not in the list */
} pathfan_map_list;

/* Finds NAME.map in a folder (the last name of its path is the suite) and in its subfolders. Free
 * the list in any case. Errors: IO, NO_MEMORY, ARGUMENT (two maps would share SUITE.NAME). */
pathfan_status pathfan_maps_find(const char *folder, pathfan_map_list *list, pathfan_error *error);

void pathfan_maps_free(pathfan_map_list *list);

#endif
