/* terrain_areas.h - which area's ground lies on either side of every edge, and in every polygon of
 * the mesh. */
#ifndef PF_BUILD_INDEX_TERRAIN_TERRAIN_AREAS_H
#define PF_BUILD_INDEX_TERRAIN_TERRAIN_AREAS_H

#include "terrain_survey.h"

/* Sets `area` of v->edges from v->borders, which are freed. What areas of infinite rate cover stops
 * being free space: `wall` of the edges says so. Edges that separate nothing are removed. Nothing
 * to do on a map without areas. Errors: NO_MEMORY, LIMIT, CANCELLED, MALFORMED (a bug). */
pathfan_status pf_survey_cover(pf_survey *v);

/* Fills v->terrain->area from the edges of the mesh. Errors: NO_MEMORY. */
pathfan_status pf_survey_grounds(pf_survey *v);

#endif
