/* terrain_edges.h - what runs between the points of the arrangement, and the mesh along it. */
#ifndef PATHFAN_BUILD_TERRAIN_EDGES_H
#define PATHFAN_BUILD_TERRAIN_EDGES_H

#include "terrain_survey.h"

/* Fills v->edges, of v->arrangement. Errors: NO_MEMORY. */
pathfan_status pathfan_survey_edges(pathfan_survey *v);

/* Makes v->ground->mesh, and has its corners say which road, river and bridge they are at:
 * v->terrain, v->point_of, v->first_corner, v->corners. is_merged: unless triangles are asked for.
 * Errors: NO_MEMORY, LIMIT. */
pathfan_status pathfan_survey_mesh(pathfan_survey *v, bool is_merged);

#endif
