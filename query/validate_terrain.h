/* validate_terrain.h - structural checks of a terrain and of its ways: that searches over them stay
 * inside, and end. */
#ifndef PATHFAN_QUERY_VALIDATE_TERRAIN_H
#define PATHFAN_QUERY_VALIDATE_TERRAIN_H

#include "index_view.h"
#include "pathfan/status.h"

/* Of a view whose base and mesh are good: whether its terrain is one of that mesh. What follows
 * from the rest is set: background, least, extent. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_validate_terrain(const pathfan_index_view *view, pathfan_error *error);

/* Whether legs, exits, edges and labels are of its terrain, which is good. That the next node on
 * the way to a hub has a label of that hub isn't asked. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_validate_ways(const pathfan_index_view *view, pathfan_error *error);

/* Whether walks along labels end at their hubs, once ways are good. Errors: DAMAGED. */
pathfan_status pathfan_validate_way_walks(const pathfan_index_view *view, pathfan_error *error);

#endif
