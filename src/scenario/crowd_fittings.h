/* crowd_fittings.h - what a scenario says of the building: doors, areas, links, closures.
 *
 * Each function reads one member's value into the scenario, as those of crowd_values.h do. */
#ifndef PF_SCENARIO_CROWD_FITTINGS_H
#define PF_SCENARIO_CROWD_FITTINGS_H

#include "scenario/crowd_values.h"

bool pf_crowd_take_doors(pf_crowd_reader *r, const json_t *value);
bool pf_crowd_take_zones(pf_crowd_reader *r, const json_t *value);
bool pf_crowd_take_links(pf_crowd_reader *r, const json_t *value);
bool pf_crowd_take_closures(pf_crowd_reader *r, const json_t *value); /* one, or a list */

#endif
