/* terrain_lines.h - lines and bridges on the lattice, ready to be cut where they meet. */
#ifndef PF_BUILD_INDEX_TERRAIN_TERRAIN_LINES_H
#define PF_BUILD_INDEX_TERRAIN_TERRAIN_LINES_H

#include "terrain_survey.h"

/* Fills v->segments with the outline and with those roads and rivers on the ground that matter.
 * Errors: NO_MEMORY. */
pathfan_status pf_survey_lines(pf_survey *v);

/* Fills v->bridges with points of these rivers, and adds them to v->extra. Errors: NO_MEMORY. */
pathfan_status pf_survey_bridges(pf_survey *v);

/* Fills v->separated with the points of bridges and tunnels, and adds the ends to v->extra. Errors:
 * NO_MEMORY. */
pathfan_status pf_survey_separated(pf_survey *v);

#endif
