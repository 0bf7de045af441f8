/* scenario_map.h - whether a scenario belongs to the map in use. */
#ifndef PF_CLI_SCENARIO_MAP_H
#define PF_CLI_SCENARIO_MAP_H

#include "request/source.h"

/* Warns on stderr if the scenario at path names another map than the source, which was opened as
 * source_path, or other dimensions. */
void cli_warn_scenario(const char *path, const pathfan_scenario *scenario, const char *source_path,
                       const pf_source *source);

#endif
