/* sample.h - random queries over a map, for scenarios. */
#ifndef PF_MAP_SAMPLE_H
#define PF_MAP_SAMPLE_H

#include "geometry/grid.h"
#include "map/scenario.h"

/* Fills entries[0..count) with queries between min corners of free cells, with the goal reachable
 * from the start, sorted by octile length. Starts are spread evenly over the free cells, lengths
 * over those reachable from each start. The same map and seed give the same queries on every
 * machine. map_name is stored, not copied. Errors: ARGUMENT (no free cell), NO_MEMORY. */
pathfan_status pf_sample_queries(const pf_grid *grid, pf_span map_name, int32_t count,
                                 uint64_t seed, pf_scen_entry *entries, pathfan_error *error);

#endif
