/* maps.h - the maps of a folder that have scenarios. */
#ifndef PF_EVALUATE_MAPS_H
#define PF_EVALUATE_MAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

typedef struct pf_map_entry {
  char *suite, *name; /* name without .map */
  char *key;          /* "SUITE.NAME": all different */
  char *map_path;     /* the scenario's path is this and .scen */
  int64_t map_bytes, scenario_bytes;
} pf_map_entry;

/* Sorted by suite, then name. */
typedef struct pf_map_list {
  int32_t count;
  pf_map_entry *entries;
  int32_t without_lines; /* maps without a scenario, which are not in the list */
} pf_map_list;

/* Finds NAME.map in a folder (the last name of its path is the suite) and in its subfolders. Free
 * the list in any case. Errors: IO, NO_MEMORY, ARGUMENT (two maps would share SUITE.NAME). */
pathfan_status pf_maps_find(const char *folder, pf_map_list *list, pathfan_error *error);

void pf_maps_free(pf_map_list *list);

#endif
