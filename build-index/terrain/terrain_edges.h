/* terrain_edges.h - the edges between the points of the arrangement, and the mesh along them. */
#ifndef PF_BUILD_INDEX_TERRAIN_TERRAIN_EDGES_H
#define PF_BUILD_INDEX_TERRAIN_TERRAIN_EDGES_H

#include "terrain_survey.h"

/* Fills v->edges and v->borders from v->arrangement. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_survey_edges(pf_survey *v);

/* Returns the edge between two points of the arrangement; NULL: there is none. */
pf_terrain_edge *pf_survey_find_edge(const pf_survey *v, int32_t from, int32_t to);

/* Makes v->ground->mesh, and marks at its corners which road, river and bridge are there: fills
 * v->terrain, v->point_of, v->first_corner, v->corners. is_merged: merge triangles into larger
 * polygons. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_survey_mesh(pf_survey *v, bool is_merged);

#endif
