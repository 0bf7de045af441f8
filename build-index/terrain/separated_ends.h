/* separated_ends.h - finds where bridges and tunnels end, which completes the terrain. */
#ifndef PF_BUILD_INDEX_TERRAIN_SEPARATED_ENDS_H
#define PF_BUILD_INDEX_TERRAIN_SEPARATED_ENDS_H

#include "terrain_survey.h"

/* Makes the nodes, arcs and links of v->terrain, whose mesh must be marked (terrain_edges.h).
 * Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_survey_finish(pf_survey *v);

#endif
