/* terrain_aparts.h - finds where bridges and tunnels end, which completes the terrain. */
#ifndef PATHFAN_BUILD_TERRAIN_APARTS_H
#define PATHFAN_BUILD_TERRAIN_APARTS_H

#include "terrain_survey.h"

/* Makes the nodes, arcs and links of v->terrain, whose mesh must be marked (terrain_edges.h).
 * Errors: NO_MEMORY, LIMIT. */
pathfan_status pathfan_survey_finish(pathfan_survey *v);

#endif
