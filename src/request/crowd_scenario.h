/* crowd_scenario.h - a crowd's scenario file, JSON (docs/crowd-scenario.schema.json).
 *
 *   pathfan_crowd_scenario scenario;
 *   status = pathfan_crowd_scenario_read("exits.json", &scenario, &error);
 *   ... pathfan_crowd_ground_open (crowd_ground.h) ...
 *   pathfan_crowd_scenario_free(&scenario); */
#ifndef PATHFAN_REQUEST_CROWD_SCENARIO_H
#define PATHFAN_REQUEST_CROWD_SCENARIO_H

#include <stddef.h>

#include "pathfan/crowd.h"

typedef struct pathfan_crowd_scenario {
  pathfan_crowd_options options; /* index and map are set by pathfan_crowd_ground_open */
  char *map;                     /* path of a map or index; NULL: an environment */
  const pathfan_crowd_environment *environment;
  int64_t max_steps;
} pathfan_crowd_scenario;

/* Reads a file; a relative map path is resolved from the file's folder. *scenario is all zero after
 * an error, which names the field. Errors: IO, NO_MEMORY, MALFORMED. */
pathfan_status pathfan_crowd_scenario_read(const char *path, pathfan_crowd_scenario *scenario,
                                           pathfan_error *error);

/* Parses a text; name stands for the path. */
pathfan_status pathfan_crowd_scenario_parse(const char *text, size_t bytes, const char *name,
                                            pathfan_crowd_scenario *scenario, pathfan_error *error);

/* Makes the scenario of an environment, with its flows. False: there is no environment of this
 * name. */
bool pathfan_crowd_scenario_of(const char *environment, pathfan_crowd_scenario *scenario);

void pathfan_crowd_scenario_free(pathfan_crowd_scenario *scenario); /* all zero is fine */

#endif
