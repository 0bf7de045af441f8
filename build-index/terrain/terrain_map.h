/* terrain_map.h - turns features as people draw them into a terrain to walk on. */
#ifndef PF_BUILD_INDEX_TERRAIN_TERRAIN_MAP_H
#define PF_BUILD_INDEX_TERRAIN_TERRAIN_MAP_H

#include "base/limits.h"
#include "map/features.h"
#include "pathfan/build.h"
#include "space/ground.h"

/* Fills ground->frame, mesh and terrain; the locator isn't made. Flaws of real data are resolved,
 * and counted in ground->terrain->notes. Errors: NO_MEMORY, ARGUMENT, LIMIT, CANCELLED, MALFORMED,
 * as of pf_polygons_outline. */
pathfan_status pf_terrain_read(const pf_features *features, const pathfan_map_options *options,
                               const pf_limits *limits, pf_ground *ground, pathfan_error *error);

#endif
