/* crowd_ground.h - the map or index that a crowd's scenario runs on.
 *
 *   status = pf_crowd_ground_open(&scenario, &ground, &error);
 *   status = pathfan_crowd_create(&scenario.options, &crowd, &error);
 *   ...
 *   pathfan_crowd_free(crowd);
 *   pf_crowd_ground_close(&ground); */
#ifndef PF_SCENARIO_CROWD_GROUND_H
#define PF_SCENARIO_CROWD_GROUND_H

#include "request/source.h"
#include "scenario/crowd_scenario.h"

typedef struct pf_crowd_ground {
  pf_source source;
  double building_ms; /* time to build an index for it; 0 if none was built */
} pf_crowd_ground;

/* Opens the map or index of a scenario, and sets it in the scenario's options; nothing, if an index
 * was given when the scenario was read. An environment, or a
 * map for strategy alternatives or with what only an index knows, doors and floors, gets an index
 * in the folder of temporary files, which disappears with the ground. *ground is all zero after an
 * error. Errors: those of pf_source_open and pathfan_build_index. */
pathfan_status pf_crowd_ground_open(pf_crowd_scenario *scenario, pf_crowd_ground *ground,
                                    pathfan_error *error);

void pf_crowd_ground_close(pf_crowd_ground *ground); /* all zero is fine */

#endif
