/* terrain_map.h - turns features as people draw them into a terrain to walk on.
 *
 * Folder terrain/. In: features of a map with roads, rivers or rates (map/features.h). Out: a
 * terrain (terrain/terrain_data.h) whose lines meet only at nodes (terrain_lines.h,
 * terrain_edges.h, separated_ends.h, checked by terrain_survey.h); and, as a stage of the build,
 * its ways: straight legs of all nodes, the edges they make, labels with costs (ways.h), as
 * sections of the file (terrain_sections.h). */
#ifndef PF_BUILD_INDEX_TERRAIN_TERRAIN_MAP_H
#define PF_BUILD_INDEX_TERRAIN_TERRAIN_MAP_H

#include "base/limits.h"
#include "map/features.h"
#include "pathfan/build.h"
#include "space/ground.h"

/* Fills ground->frame, mesh and terrain; the locator isn't made. Flaws of real data are resolved,
 * and counted in ground->ignored. Errors: NO_MEMORY, ARGUMENT, LIMIT, CANCELLED, MALFORMED,
 * as of pf_polygons_outline. */
pathfan_status pf_terrain_read(const pf_features *features, const pathfan_map_options *options,
                               const pf_limits *limits, pf_ground *ground, pathfan_error *error);

#endif
