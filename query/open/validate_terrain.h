/* validate_terrain.h - structural checks of a terrain and of its ways: whether searches over them
 * stay inside, and end. */
#ifndef PF_QUERY_OPEN_VALIDATE_TERRAIN_H
#define PF_QUERY_OPEN_VALIDATE_TERRAIN_H

#include "index_view.h"
#include "pathfan/status.h"

/* Checks that a view's terrain is one of its mesh; base and mesh must be good. Sets what follows
 * from the rest: background, least, extent. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pf_validate_terrain(const pf_index_view *view, pathfan_error *error);

/* Checks that legs, exits, edges and labels are of the terrain, which must be good. Doesn't check
 * that the next node on the way to a hub has a label of that hub. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pf_validate_ways(const pf_index_view *view, pathfan_error *error);

/* Checks that walks along labels end at their hubs; ways must be good. Errors: DAMAGED. */
pathfan_status pf_validate_way_walks(const pf_index_view *view, pathfan_error *error);

#endif
