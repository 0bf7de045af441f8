/* crowd_scenario.h - a crowd's scenario file, JSON (docs/crowd-scenario.schema.json).
 *
 *   pf_crowd_scenario scenario;
 *   status = pf_crowd_scenario_read("exits.json", NULL, &scenario, &error);
 *   ... pf_crowd_ground_open (crowd_ground.h) ...
 *   pf_crowd_scenario_free(&scenario); */
#ifndef PF_SCENARIO_CROWD_SCENARIO_H
#define PF_SCENARIO_CROWD_SCENARIO_H

#include <stddef.h>

#include "pathfan/crowd.h"
#include "scenario/crowd_levels.h"

typedef struct pf_crowd_scenario {
  pathfan_crowd_options options; /* index and map are set by pf_crowd_ground_open, unless
                                    an index was given */
  char *map;                     /* path of a map or index; NULL: an environment */
  const pathfan_crowd_environment *environment;
  bool walkable; /* polygons without a kind are walkable */
  int64_t max_steps;
  bool wants_index;       /* it names what only an index knows: doors, links */
  pf_crowd_levels levels; /* points on floors, until pf_crowd_ground_open */
} pf_crowd_scenario;

/* Reads a file; a relative map path is resolved from the file's folder. With an index (may be NULL)
 * the file needn't name a map. *scenario is all zero after an error, which names the field. Errors:
 * IO, NO_MEMORY, MALFORMED. */
pathfan_status pf_crowd_scenario_read(const char *path, const pathfan_index *index,
                                      pf_crowd_scenario *scenario, pathfan_error *error);

/* Parses a text; name stands for the path. */
pathfan_status pf_crowd_scenario_parse(const char *text, size_t bytes, const char *name,
                                       const pathfan_index *index, pf_crowd_scenario *scenario,
                                       pathfan_error *error);

/* Makes the scenario of an environment, with its flows. False: there is no environment of this
 * name. */
bool pf_crowd_scenario_of(const char *environment, pf_crowd_scenario *scenario);

void pf_crowd_scenario_free(pf_crowd_scenario *scenario); /* all zero is fine */

#endif
