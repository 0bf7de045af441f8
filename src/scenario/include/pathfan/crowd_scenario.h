/* pathfan/crowd_scenario.h - crowds that a JSON text describes: a map, flows, a strategy and so on
 * (docs/crowd.md; docs/crowd-scenario.schema.json). In library pathfan-build.
 *
 *   pathfan_crowd_scenario *scenario;
 *   pathfan_crowd_options options;
 *   pathfan_crowd *crowd;
 *   if (pathfan_crowd_scenario_open("exits.json", NULL, &scenario, &error)) die(error.text);
 *   pathfan_crowd_scenario_options(scenario, &options);
 *   if (pathfan_crowd_create(&options, &crowd, &error)) die(error.text);
 *   ...                                                              pathfan/crowd.h
 *   pathfan_crowd_free(crowd);
 *   pathfan_crowd_scenario_close(scenario);
 *
 * A scenario may be opened on any thread; after that it is constant. Pointers must not be NULL
 * unless stated otherwise. */
#ifndef PATHFAN_CROWD_SCENARIO_H
#define PATHFAN_CROWD_SCENARIO_H

#include "pathfan/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pathfan_crowd_scenario pathfan_crowd_scenario;

/* Reads a scenario file, and opens its map or index, whose path may be relative to the folder of
 * the file. With an index, which must outlive the scenario, the crowd walks on that; then the text
 * needs no `map`, and none is opened. If the scenario needs what only an index has (stored paths,
 * doors, floors, links), an index of the map is built first. On failure *scenario is NULL, and
 * error (may be NULL) names the field. Errors: IO, MALFORMED, NO_MEMORY, ARGUMENT (a floor that the
 * map doesn't have), those of pathfan_map_open, pathfan_index_open and pathfan_build_index. */
PATHFAN_API pathfan_status pathfan_crowd_scenario_open(const char *path, const pathfan_index *index,
                                                       pathfan_crowd_scenario **scenario,
                                                       pathfan_error *error);

/* Does the same with a text of `bytes` bytes; `name` stands for it in errors. The path of its map
 * may be relative to the current folder. */
PATHFAN_API pathfan_status pathfan_crowd_scenario_parse(const char *text, size_t bytes,
                                                        const char *name,
                                                        const pathfan_index *index,
                                                        pathfan_crowd_scenario **scenario,
                                                        pathfan_error *error);

/* Closes a scenario (may be NULL), after all of its crowds. */
PATHFAN_API void pathfan_crowd_scenario_close(pathfan_crowd_scenario *scenario);

/* Writes the options for pathfan_crowd_create; their lists belong to the scenario. Numbers in them
 * may be changed, such as the seed. */
PATHFAN_API void pathfan_crowd_scenario_options(const pathfan_crowd_scenario *scenario,
                                                pathfan_crowd_options *options);

/* Returns the number of steps after which a run ends at the latest (`max_steps`), >= 1. */
PATHFAN_API int64_t pathfan_crowd_scenario_steps(const pathfan_crowd_scenario *scenario);

#ifdef __cplusplus
}
#endif

#endif
